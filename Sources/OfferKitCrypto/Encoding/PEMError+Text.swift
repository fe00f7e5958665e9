extension PEMError: CustomStringConvertible {
    /// What is wrong, as the second half of a sentence, and what to do where that is known; never what a line holds.
    package var description: String {
        switch self {
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
