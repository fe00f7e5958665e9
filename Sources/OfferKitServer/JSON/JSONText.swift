/// A JSON value as text: the value under a name in signed data that has no meaning to this library.
///
/// It is kept in one form, without blanks and with the names of objects in alphabetical order, so that equal values are
/// equal texts. Numbers stay the digits they were written as.
public struct JSONText: Hashable, Sendable {
    /// The text.
    public let text: String

    /// Reads a text; nil unless it is one JSON value (RFC 8259) in which no object has a name twice.
    ///
    /// Arrays and objects may be nested 64 levels deep.
    public init?(_ text: String) {
        var reader = JSONReader(Array(text.utf8))
        guard let value = try? reader.read(), reader.repeatedKeys.isEmpty else { return nil }
        self.init(value)
    }

    /// The text of a value.
    package init(_ value: JSONValue) {
        text = JSONForm.compact.text(of: value)
    }
}

extension JSONText: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}
