/// A labelled piece of binary data in text form (RFC 7468), such as a key.
package struct PEMDocument: Sendable, Hashable {
    /// The longest text that is searched for documents, 4 MiB.
    package static let longestText = 4 << 20

    /// The kind of the data, such as `PRIVATE KEY`.
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

    /// All documents of a text of at most ``longestText`` bytes, in order.
    ///
    /// Text outside documents is ignored, line ends may be LF, CRLF or CR, and blanks around a line do not count.
    /// Inside a document every line must be Base64, of any length.
    package static func documents(in text: String) throws(PEMError) -> [PEMDocument] {
        let length = text.utf8.count
        guard length <= longestText else { throw .tooLong(limit: longestText, actual: length) }
        var documents: [PEMDocument] = []
        var open: OpenDocument?
        for (index, line) in lines(of: text).enumerated() {
            let number = index + 1
            if let label = try boundary("BEGIN", line, number: number) {
                if let open { throw .unexpectedBoundary(expected: open.label, line: number) }
                open = OpenDocument(label: label, line: number)
            } else if let label = try boundary("END", line, number: number) {
                // An end without a beginning is text between documents.
                guard let document = open else { continue }
                guard label == document.label else {
                    throw .unexpectedBoundary(expected: document.label, line: number)
                }
                documents.append(try document.closed())
                open = nil
            } else {
                try open?.append(line, number: number)
            }
        }
        if let open { throw .missingEnd(label: open.label, line: open.line) }
        guard !documents.isEmpty else { throw .noDocument }
        return documents
    }

    // MARK: - Reading

    /// Returns the lines without their ends and without the blanks around them.
    private static func lines(of text: String) -> [ArraySlice<UInt8>] {
        let bytes = Array(text.utf8)
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        var index = 0
        // `enumerated()` would be slow: a long text is a million steps, and in a debug build each of those is several
        // calls.
        while index < bytes.count {
            defer { index += 1 }
            let byte = bytes[index]
            guard byte == 0x0a || byte == 0x0d else { continue }
            // The LF of a CRLF has ended its line already.
            if byte == 0x0a, index > 0, bytes[index - 1] == 0x0d {
                start = index + 1
                continue
            }
            lines.append(trimmed(bytes[start..<index]))
            start = index + 1
        }
        // A line end at the very end begins no further line.
        if start < bytes.count { lines.append(trimmed(bytes[start...])) }
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

    /// Returns the label of a boundary line; nil for any other line.
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
}

/// A document whose end has not been reached yet.
private struct OpenDocument {
    let label: String
    let line: Int
    fileprivate var body: [UInt8] = []
    /// The offset in the body at which each line begins, so that an error can name the line.
    fileprivate var starts: [(offset: Int, line: Int)] = []

    mutating func append(_ text: ArraySlice<UInt8>, number: Int) throws(PEMError) {
        if text.contains(UInt8(ascii: ":")) { throw .headersNotSupported(line: number) }
        if text.starts(with: Array("-----".utf8)) { throw .malformedBoundary(line: number) }
        if text.isEmpty { throw .blankLine(number) }
        starts.append((body.count, number))
        body.append(contentsOf: text)
    }

    func closed() throws(PEMError) -> PEMDocument {
        guard let last = starts.last else { throw .emptyDocument(line: line) }
        do {
            return PEMDocument(label: label, bytes: try Base64.standard.decode(ascii: body))
        } catch {
            let place = starts.last { $0.offset <= error.offset ?? .max } ?? last
            throw .malformedLine(error.movedBack(place.offset), line: place.line)
        }
    }
}
