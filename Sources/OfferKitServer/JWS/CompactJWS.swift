import OfferKitCore
import OfferKitCrypto

/// The three parts of a compact JWS (RFC 7515, 7.1).
struct CompactJWS {
    /// Header, claims and signature as they stand in the text.
    let parts: [[UInt8]]

    /// Splits a text; nil unless there are three parts.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        let stops = bytes.withUnsafeBufferPointer { bytes in
            bytes.indices.filter { bytes[$0] == CompactJWS.fullStop }
        }
        guard stops.count == 2 else { return nil }
        parts = [Array(bytes[..<stops[0]]), Array(bytes[(stops[0] + 1)..<stops[1]]), Array(bytes[(stops[1] + 1)...])]
    }

    /// The signed bytes: the first two parts as they stand in the text, with the full stop between them.
    var signedBytes: [UInt8] { parts[0] + [CompactJWS.fullStop] + parts[1] }

    /// The bytes of the signature; nil where the third part is no Base64URL, or has not 64 bytes.
    var signature: ECDSASignature? {
        guard let bytes = try? Base64.url.decode(ascii: parts[2]) else { return nil }
        return try? ECDSASignature(rawRepresentation: bytes)
    }

    static let fullStop = UInt8(ascii: ".")

    /// Returns a compact JWS as a server makes it: header, claims and signature in Base64URL, with full stops between them.
    ///
    /// - Parameters:
    ///   - keyID: The identifier of the key that signs.
    ///   - claims: The JSON of the claims.
    ///   - sign: Signs the bytes of header and claims.
    /// - Returns: The text.
    static func text(keyID: String, _ claims: [UInt8], signing sign: ([UInt8]) -> ECDSASignature) -> String {
        var header = JSONWriter()
        header.add("alg", "ES256")
        header.add("kid", keyID)
        header.add("typ", "JWT")
        let signed = Base64.url.encode(header.bytes) + "." + Base64.url.encode(claims)
        return signed + "." + Base64.url.encode(sign(Array(signed.utf8)).rawRepresentation)
    }
}

/// A part of a compact JWS, decoded strictly, or else in one of the ways in which it may have been meant.
struct JWSPart {
    /// The bytes; nil where the part cannot be decoded in any way.
    let bytes: [UInt8]?
    /// The mistakes in the text.
    let mistakes: [JWSMistake]

    init(_ text: [UInt8], _ part: JWSMistake.Part) {
        do throws(Base64Error) {
            bytes = try Base64.url.decode(ascii: text)
            mistakes = []
            return
        } catch {
            let (meant, slips) = JWSPart.meant(text, part)
            if !slips.isEmpty, let decoded = try? Base64.url.decode(ascii: meant) {
                (bytes, mistakes) = (decoded, slips)
            } else {
                (bytes, mistakes) = (nil, [.notBase64URL(part, JWSPart.fault(error, in: text))])
            }
        }
    }

    /// Returns the text without padding and in the right alphabet, and which of the two corrections it needed.
    private static func meant(_ text: [UInt8], _ part: JWSMistake.Part) -> ([UInt8], [JWSMistake]) {
        var text = text
        var slips: [JWSMistake] = []
        let digits = text.reversed().drop { $0 == UInt8(ascii: "=") }.count
        if digits < text.count, text.count - digits <= 2 {
            text.removeLast(text.count - digits)
            slips.append(.padding(part))
        }
        if text.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) {
            text = text.map { byte in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: byte
                }
            }
            slips.append(.standardAlphabet(part))
        }
        return (text, slips)
    }

    private static func fault(_ error: Base64Error, in text: [UInt8]) -> SignatureMistake.Base64Fault {
        switch error {
        case .foreignCharacter(_, let offset):
            let rest = String(decoding: text.dropFirst(offset).prefix(4), as: UTF8.self)
            return .character(rest.unicodeScalars.first.map { String($0) } ?? "", offset: offset)
        case .unexpectedPadding, .missingPadding: return .padding
        case .incompleteGroup(let length): return .length(length)
        case .nonZeroTrailingBits: return .trailingBits
        }
    }
}
