import OfferKitCrypto

/// Reads texts that lenient readers take for a DER signature.
///
/// They may have zeros in front of a number, a number whose leading zero is missing so that it seems negative, lengths
/// in the long form, and bytes after the end.
enum LooseDER {
    static func read(_ bytes: [UInt8]) -> ECDSASignature? {
        var rest = bytes[...]
        guard let body = element(0x30, &rest) else { return nil }
        rest = body
        guard let r = element(0x02, &rest), let s = element(0x02, &rest), let r = fixed(r), let s = fixed(s) else {
            return nil
        }
        return try? ECDSASignature(rawRepresentation: r + s)
    }

    private static func element(_ tag: UInt8, _ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard rest.popFirst() == tag, var length = rest.popFirst().map(Int.init) else { return nil }
        if length > 0x80 {
            let count = length - 0x80
            guard count <= 2, rest.count >= count else { return nil }
            length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(count)
        }
        guard length > 0, length <= rest.count else { return nil }
        defer { rest = rest.dropFirst(length) }
        return rest.prefix(length)
    }

    /// Returns a number in exactly 32 bytes.
    private static func fixed(_ number: ArraySlice<UInt8>) -> [UInt8]? {
        let digits = number.drop { $0 == 0 }
        guard digits.count <= 32 else { return nil }
        return Array(repeating: 0, count: 32 - digits.count) + digits
    }
}
