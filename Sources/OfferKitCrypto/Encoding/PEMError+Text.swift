extension PEMError: CustomStringConvertible {
    /// Says what is wrong, as the second half of a sentence, and what to do; it never shows a line's contents.
    package var description: String {
        switch self {
        case .tooLong(let limit, let actual): "it has \(actual) bytes, and \(limit) is the limit"
        case .noDocument: "no line such as -----BEGIN CERTIFICATE----- begins a document"
        case .malformedBoundary(let line):
            "line \(line) begins or ends a document, but is not written as -----BEGIN CERTIFICATE----- is"
        case .missingEnd(let label, let line):
            "the \(label.prefix(80)) that begins on line \(line) has no end; was it cut off?"
        case .unexpectedBoundary(let expected, let line):
            "line \(line) begins or ends something else, where the end of the \(expected.prefix(80)) was expected"
        case .malformedLine(_, let line): "line \(line) is not Base64"
        case .blankLine(let line): "line \(line), inside a document, is blank"
        case .headersNotSupported(let line):
            "line \(line) is a header, as encrypted keys of the old kind have; decrypt the key first"
        case .emptyDocument(let line): "the document that begins on line \(line) is empty"
        }
    }
}

extension PEMDocument {
    /// Returns the labels of documents for people: the sender of the text chose the labels and their number.
    static func words(for labels: [String]) -> String {
        guard !labels.isEmpty else { return "nothing" }
        let shown = labels.prefix(3).map { $0.prefix(80) }.joined(separator: ", ")
        return labels.count > 3 ? "\(shown) and \(labels.count - 3) more" : shown
    }
}
