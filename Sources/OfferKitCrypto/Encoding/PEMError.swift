/// The reasons why a text is not a series of PEM documents.
///
/// Lines count from one.
package enum PEMError: Error, Hashable, Sendable {
    /// The text has more bytes than the limit.
    case tooLong(limit: Int, actual: Int)
    /// No line of the text begins a document.
    case noDocument
    /// A line that begins or ends a document is malformed.
    case malformedBoundary(line: Int)
    /// The document that begins at `line` has no end.
    case missingEnd(label: String, line: Int)
    /// A document ends under another label than it began with, or begins inside another one.
    case unexpectedBoundary(expected: String, line: Int)
    /// The line is not Base64, or the document breaks off there; an offset in the error counts from the line's
    /// first character that is not a blank.
    case malformedLine(Base64Error, line: Int)
    /// A line inside a document is blank.
    case blankLine(Int)
    /// A document has headers, as encrypted keys of the old kind do.
    case headersNotSupported(line: Int)
    /// The document that begins at `line` is empty.
    case emptyDocument(line: Int)
}
