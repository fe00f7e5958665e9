import OfferKitCore
import OfferKitCrypto

/// One way to read the text of a signature, and the mistakes that it supposes.
struct SignatureReading {
    let signature: ECDSASignature
    let mistakes: [SignatureMistake]
    /// Whether the form alone shows that the text was meant in this way.
    ///
    /// A raw signature shows nothing: any 64 bytes may be one. Nor does a blank, or a single letter of the other
    /// alphabet: a slip of the pen would look the same.
    let isCertain: Bool
}

/// The meanings of a signature's text: the one strict reading, or the mistaken ones (S0-48, S0-49, C-61).
struct SignatureText {
    /// Returns the strict reading; nil for any text but Base64 of RFC 4648 around strict DER.
    static func strict(_ text: String) -> ECDSASignature? {
        guard let bytes = try? Base64.standard.decode(text) else { return nil }
        return try? ECDSASignature(derRepresentation: bytes)
    }

    /// Returns the readings that suppose a mistake, the likeliest first; empty when none leads to a signature.
    static func lenient(_ text: String) -> [SignatureReading] {
        var reader = SignatureText()
        reader.readText(Array(text.utf8), Trail(), depth: 0)
        return reader.readings
    }

    /// Returns the mistake in a text that has no certain reading.
    static func fault(_ text: String) -> SignatureMistake {
        if isCompactJWS(text) { return .compactJWS }
        do {
            return .notDER(byteCount: try Base64.standard.decode(text).count)
        } catch {
            switch error {
            case .foreignCharacter(_, let offset):
                return .notBase64(.character(character(at: offset, text), offset: offset))
            case .unexpectedPadding: return .notBase64(.padding)
            case .missingPadding(let length), .incompleteGroup(let length): return .notBase64(.length(length))
            case .nonZeroTrailingBits: return .strayTrailingBits
            }
        }
    }

    /// Returns whether a text has three parts between full stops, the first of them JSON (RFC 7515, 7.1).
    private static func isCompactJWS(_ text: String) -> Bool {
        guard let parts = CompactJWS(text)?.parts, !parts[1].isEmpty, !parts[2].isEmpty,
            let header = try? Base64.url.decode(ascii: parts[0])
        else { return false }
        return header.first == UInt8(ascii: "{") && header.last == UInt8(ascii: "}")
    }

    private var readings: [SignatureReading] = []

    /// The deepest nesting of wrappings that is read, such as Base64 in Base64 in Base64.
    private static let deepest = 4
    /// The longest text that is read; no signature's text is longer, in any form.
    private static let longest = 4_096

    /// The mistakes made on the way to a reading.
    private struct Trail {
        var mistakes: [SignatureMistake] = []
        var isCertain = true

        func adding(_ mistake: SignatureMistake, isCertain: Bool = true) -> Trail {
            Trail(mistakes: mistakes + [mistake], isCertain: self.isCertain && isCertain)
        }
    }

    private mutating func readText(_ text: [UInt8], _ trail: Trail, depth: Int) {
        guard depth < SignatureText.deepest, !text.isEmpty, text.count <= SignatureText.longest else { return }
        if let (inner, mistake) = SignatureText.unwrapped(text) {
            return readText(inner, trail.adding(mistake), depth: depth + 1)
        }
        readHexadecimal(text, trail, depth)
        if text.contains(UInt8(ascii: " ")) {
            let blank = UInt8(ascii: " ")
            let restored = text.map { $0 == blank ? UInt8(ascii: "+") : $0 }
            readBase64(restored, trail.adding(.blankForPlus, isCertain: false), depth)
        }
        let dense = text.filter { !$0.isWhitespace }
        readBase64(dense, dense.count == text.count ? trail : trail.adding(.whitespaceInBase64), depth)
    }

    private mutating func readHexadecimal(_ text: [UInt8], _ trail: Trail, _ depth: Int) {
        let dense = text.filter { !$0.isWhitespace && $0 != UInt8(ascii: ":") }
        let digits = dense.starts(with: Array("0x".utf8)) ? Array(dense.dropFirst(2)) : dense
        guard let bytes = Hexadecimal.decode(digits) else { return }
        readBytes(bytes, trail.adding(.hexadecimal), depth)
    }

    private mutating func readBase64(_ text: [UInt8], _ trail: Trail, _ depth: Int) {
        var text = text
        var trail = trail
        let foreign = text.count { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        if foreign > 0, !text.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) {
            text = text.map(SignatureText.standardDigit)
            trail = trail.adding(.base64URLAlphabet, isCertain: foreign > 1)
        }
        if let padded = SignatureText.padded(text) {
            text = padded
            trail = trail.adding(.missingPadding)
        }
        do {
            readBytes(try Base64.standard.decode(ascii: text), trail, depth)
        } catch .nonZeroTrailingBits {
            guard let cleared = SignatureText.clearingTrailingBits(text),
                let bytes = try? Base64.standard.decode(ascii: cleared)
            else { return }
            readBytes(bytes, trail.adding(.strayTrailingBits), depth)
        } catch {}
    }

    private mutating func readBytes(_ bytes: [UInt8], _ trail: Trail, _ depth: Int) {
        if let signature = try? ECDSASignature(derRepresentation: bytes) {
            // A reading without a mistake is the strict one, which has its own function.
            if !trail.mistakes.isEmpty { add(signature, trail) }
            return
        }
        if let signature = try? ECDSASignature(rawRepresentation: bytes) {
            add(signature, trail.adding(.rawSignature, isCertain: false))
        }
        if let signature = LooseDER.read(bytes) { add(signature, trail.adding(.looseDER, isCertain: false)) }
        if bytes.allSatisfy({ 0x20..<0x7F ~= $0 || $0.isWhitespace }) {
            readText(bytes, trail.adding(.base64Twice), depth: depth + 1)
        }
    }

    private mutating func add(_ signature: ECDSASignature, _ trail: Trail) {
        readings.append(SignatureReading(signature: signature, mistakes: trail.mistakes, isCertain: trail.isCertain))
    }

    // MARK: - Letters

    /// Returns the text without the quotation marks or the percent signs around and in it; nil when there are none.
    private static func unwrapped(_ text: [UInt8]) -> ([UInt8], SignatureMistake)? {
        if text.count > 3, text.first == UInt8(ascii: "b"), let (inner, mistake) = unwrapped(Array(text.dropFirst())),
            mistake == .quotationMarks
        {
            return (inner, .pythonBytes)
        }
        let marks = [UInt8(ascii: "\""), UInt8(ascii: "'")]
        if text.count > 2, let first = text.first, first == text.last, marks.contains(first) {
            return (Array(text.dropFirst().dropLast()), .quotationMarks)
        }
        guard text.contains(UInt8(ascii: "%")), let decoded = PercentEncoding.bytes(of: text) else { return nil }
        return (decoded, .percentEncoded)
    }

    private static func standardDigit(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "-"): UInt8(ascii: "+")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: byte
        }
    }

    /// Returns the text with the `=` signs that it lacks; nil when it lacks none.
    private static func padded(_ text: [UInt8]) -> [UInt8]? {
        guard !text.count.isMultiple(of: 4), text.count % 4 != 1 || text.last == UInt8(ascii: "=") else { return nil }
        let digits = text.reversed().drop { $0 == UInt8(ascii: "=") }.count
        let padding = Array(repeating: UInt8(ascii: "="), count: (4 - digits % 4) % 4)
        guard digits % 4 != 1, text.count - digits < padding.count else { return nil }
        return text.prefix(digits) + padding
    }

    /// Returns the text with its last digit changed so that the bits that belong to no byte are zero.
    private static func clearingTrailingBits(_ text: [UInt8]) -> [UInt8]? {
        let digits = text.reversed().drop { $0 == UInt8(ascii: "=") }.count
        guard digits > 0, let value = Base64.standard.value(of: text[digits - 1]) else { return nil }
        var cleared = text
        cleared[digits - 1] = Base64.standard.letter(for: value & (text.count - digits == 2 ? 0b110000 : 0b111100))
        return cleared
    }

    private static func character(at offset: Int, _ text: String) -> String {
        let index = text.utf8.index(text.startIndex, offsetBy: offset)
        return text.unicodeScalars.indices.contains(index) ? String(text.unicodeScalars[index]) : "\u{FFFD}"
    }
}
