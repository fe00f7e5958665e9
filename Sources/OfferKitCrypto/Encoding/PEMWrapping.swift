/// A way in which a PEM text was wrapped: known because undoing it gives a PEM text, or the bytes of one.
package enum PEMWrapping: Hashable, Sendable, CaseIterable {
    /// U+FEFF stands before the text.
    case byteOrderMark
    /// Quotation marks stand around the text.
    case quotationMarks
    /// The text is Python's output of bytes: `b'…'`.
    case pythonBytes
    /// A backslash and an n stand where the line breaks were.
    case literalLineBreaks
    /// Blanks, or nothing, stand where the line breaks were.
    case oneLine
    /// The lines with BEGIN and END are missing.
    case bodyOnly
    /// The whole text was encoded in Base64.
    case base64
    /// The text looks like the path of a file.
    case path

    /// The longest text that is examined, far longer than any key.
    private static let longest = 65_536

    /// Returns the wrappings of a PEM text, from the outside inwards; empty where none is known.
    package static func found(in text: String) -> [PEMWrapping] {
        guard text.utf8.count <= longest else { return [] }
        var bytes = trimmed(Array(text.utf8))
        var wrappings: [PEMWrapping] = []
        while wrappings.count < allCases.count {
            if !wrappings.isEmpty, isPEM(bytes) { return wrappings }
            if isBody(bytes) { return wrappings + [.bodyOnly] }
            guard let (wrapping, inner) = unwrapped(bytes) else { break }
            wrappings.append(wrapping)
            bytes = trimmed(inner)
        }
        return looksLikePath(bytes) ? wrappings + [.path] : []
    }

    private static func unwrapped(_ bytes: [UInt8]) -> (PEMWrapping, [UInt8])? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if bytes.starts(with: mark) { return (.byteOrderMark, Array(bytes.dropFirst(mark.count))) }
        if bytes.first == UInt8(ascii: "b"), let inner = unquoted(Array(bytes.dropFirst())) {
            return (.pythonBytes, inner)
        }
        if let inner = unquoted(bytes) { return (.quotationMarks, inner) }
        guard bytes.contains(begin) else {
            let dense = bytes.filter { !$0.isWhitespace }
            guard let inner = try? Base64.standard.decode(ascii: dense), inner.contains(begin) else { return nil }
            return (.base64, inner)
        }
        if let inner = withLineBreaks(bytes) { return (.literalLineBreaks, inner) }
        return unfolded(bytes).map { (.oneLine, $0) }
    }

    private static func unquoted(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count > 2, let first = bytes.first, first == bytes.last,
            [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`")].contains(first)
        else { return nil }
        return Array(bytes.dropFirst().dropLast())
    }

    /// Returns the text with a line break for each backslash with an n or an r; nil where there is none.
    private static func withLineBreaks(_ bytes: [UInt8]) -> [UInt8]? {
        var text: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let isEscape =
                bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count
                && [UInt8(ascii: "n"), UInt8(ascii: "r")].contains(bytes[index + 1])
            if isEscape {
                if bytes[index + 1] == UInt8(ascii: "n") { text.append(0x0A) }
                index += 2
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        return text.count == bytes.count ? nil : text
    }

    /// Returns a single line as three: beginning, body without blanks, end; nil for other texts.
    private static func unfolded(_ bytes: [UInt8]) -> [UInt8]? {
        guard !bytes.contains(0x0A), !bytes.contains(0x0D) else { return nil }
        // "-----BEGIN X-----", the body, "-----END X-----": five hyphens four times.
        let pieces = bytes.split(separator: Array("-----".utf8), omittingEmptySubsequences: false)
        guard pieces.count == 5, pieces[0].isEmpty, pieces[4].isEmpty else { return nil }
        let (start, end) = (String(decoding: pieces[1], as: UTF8.self), String(decoding: pieces[3], as: UTF8.self))
        let body = String(decoding: pieces[2].filter { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self)
        return Array("-----\(start)-----\n\(body)\n-----\(end)-----\n".utf8)
    }

    /// Returns whether the bytes are Base64, in any lines, of a DER sequence of its stated length, as long as a key's.
    private static func isBody(_ bytes: [UInt8]) -> Bool {
        guard let der = try? Base64.standard.decode(ascii: bytes.filter({ !$0.isWhitespace })), der.count > 60 else {
            return false
        }
        var reader = DERReader(der)
        return (try? reader.readConstructed(.sequence)) != nil && (try? reader.finish()) != nil
    }

    private static func isPEM(_ bytes: [UInt8]) -> Bool {
        (try? PEMDocument.documents(in: String(decoding: bytes, as: UTF8.self))) != nil
    }

    private static func looksLikePath(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= 1_024, !bytes.contains(0x0A), !bytes.contains(begin) else { return false }
        let name = String(decoding: bytes, as: UTF8.self)
        let endings = [".p8", ".pem", ".key", ".cer", ".crt", ".der", ".txt"]
        return endings.contains { name.lowercased().hasSuffix($0) }
            || ["/", "~/", "./", "../"].contains { name.hasPrefix($0) }
    }

    private static let begin = Array("-----BEGIN ".utf8)

    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        Array(bytes.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

extension PEMWrapping: CustomStringConvertible {
    /// Says what is wrong, as the second half of a sentence, and what to do.
    package var description: String {
        switch self {
        case .byteOrderMark: "a byte order mark (U+FEFF) stands before the PEM text; leave it out"
        case .quotationMarks: "quotation marks stand around the PEM text; take them away"
        case .pythonBytes: "it is what Python prints of bytes, b'…'; call .decode() on them in place of str()"
        case .literalLineBreaks:
            "\\n stands in the PEM text as two characters, where line breaks belong; turn each into a line break"
        case .oneLine: "the PEM text is on one line; the lines with BEGIN and END must stand alone"
        case .bodyOnly: "it is the body alone; the lines -----BEGIN … KEY----- and -----END … KEY----- belong to it"
        case .base64: "the whole PEM text was put into Base64; decode it once"
        case .path: "it looks like the path of a file; read the file, and hand over the text in it"
        }
    }
}
