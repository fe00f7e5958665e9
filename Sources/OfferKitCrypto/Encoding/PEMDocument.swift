/// A labelled piece of binary data in text form (RFC 7468), such as a key.
package struct PEMDocument: Sendable, Hashable {
    /// What the data is, such as `PRIVATE KEY`.
    package let label: String
    /// The data.
    package let bytes: [UInt8]

    /// A document with the given label and data.
    package init(label: String, bytes: [UInt8]) {
        self.label = label
        self.bytes = bytes
    }

    /// The text: lines of 64 columns between the two boundaries, each ended by a line feed.
    package var text: String {
        var text = Array("-----BEGIN \(label)-----\n".utf8)
        let body = Base64.standard.encodeToBytes(bytes)
        for start in stride(from: 0, to: body.count, by: 64) {
            text.append(contentsOf: body[start..<min(start + 64, body.count)])
            text.append(UInt8(ascii: "\n"))
        }
        text.append(contentsOf: Array("-----END \(label)-----\n".utf8))
        return String(decoding: text, as: UTF8.self)
    }

    /// All documents of a text, in order.
    ///
    /// Text outside documents is passed over, line ends may be LF, CRLF or CR, and blanks around a line do not
    /// count. Inside a document every line must be Base64; how many columns it has does not matter.
    package static func documents(in text: String) throws(PEMError) -> [PEMDocument] {
        var documents: [PEMDocument] = []
        var open: (label: String, line: Int, body: [UInt8])?
        for (index, line) in lines(of: text).enumerated() {
            let number = index + 1
            if let label = try boundary("BEGIN", line, number: number) {
                if let open { throw .unexpectedBoundary(expected: open.label, line: number) }
                open = (label, number, [])
            } else if let document = open {
                if let label = try boundary("END", line, number: number) {
                    guard label == document.label else {
                        throw .unexpectedBoundary(expected: document.label, line: number)
                    }
                    documents.append(try close(document))
                    open = nil
                } else {
                    try check(line, number: number)
                    open?.body.append(contentsOf: line)
                }
            }
        }
        if let open { throw .missingEnd(label: open.label, line: open.line) }
        guard !documents.isEmpty else { throw .noDocument }
        return documents
    }
}

// MARK: - Reading

extension PEMDocument {
    /// The lines without their ends and without the blanks around them.
    private static func lines(of text: String) -> [ArraySlice<UInt8>] {
        let bytes = Array(text.utf8)
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0a || byte == 0x0d {
            // The LF of a CRLF has ended its line already.
            if byte == 0x0a, index > 0, bytes[index - 1] == 0x0d {
                start = index + 1
                continue
            }
            lines.append(trimmed(bytes[start..<index]))
            start = index + 1
        }
        lines.append(trimmed(bytes[start...]))
        return lines
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let first = line.first, isBlank(first) { line.removeFirst() }
        while let last = line.last, isBlank(last) { line.removeLast() }
        return line
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09
    }

    /// The label if the line is such a boundary; nil if it is none.
    private static func boundary(
        _ keyword: String, _ line: ArraySlice<UInt8>, number: Int
    ) throws(PEMError) -> String? {
        let prefix = Array("-----\(keyword) ".utf8)
        guard line.starts(with: prefix) else { return nil }
        let rest = line.dropFirst(prefix.count)
        let label = rest.dropLast(5)
        guard rest.count >= 5, rest.suffix(5).allSatisfy({ $0 == UInt8(ascii: "-") }), !label.isEmpty,
            label.allSatisfy({ $0 >= 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "-") })
        else { throw .malformedBoundary(line: number) }
        return String(decoding: label, as: UTF8.self)
    }

    /// Refuses a line that cannot be part of a document, so that the error can name it.
    private static func check(_ line: ArraySlice<UInt8>, number: Int) throws(PEMError) {
        if line.contains(UInt8(ascii: ":")) { throw .headersNotSupported(line: number) }
        if line.starts(with: Array("-----".utf8)) { throw .malformedBoundary(line: number) }
        if line.isEmpty { throw .malformedLine(.incompleteGroup(length: 0), line: number) }
        do {
            // Whole groups alone make sense to check here; the document is decoded as one.
            if line.count % 4 == 0, line.last != UInt8(ascii: "=") {
                _ = try Base64.standard.decode(ascii: Array(line))
            }
        } catch { throw .malformedLine(error, line: number) }
    }

    private static func close(
        _ document: (label: String, line: Int, body: [UInt8])
    ) throws(PEMError) -> PEMDocument {
        guard !document.body.isEmpty else { throw .emptyDocument(line: document.line) }
        do {
            return PEMDocument(label: document.label, bytes: try Base64.standard.decode(ascii: document.body))
        } catch { throw .malformedLine(error, line: document.line) }
    }
}
