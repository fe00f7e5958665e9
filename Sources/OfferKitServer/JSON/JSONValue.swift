/// A JSON document as a tree.
///
/// Numbers stay the text they were written as, so that nothing is rounded and no number is too large to read.
package enum JSONValue: Hashable, Sendable {
    case object([String: JSONValue])
    case array([JSONValue])
    case string(String)
    case number(String)
    case boolean(Bool)
    case null

    /// The members of an object; nil for any other value.
    var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
    /// The elements of an array; nil for any other value.
    var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    /// The text of a string; nil for any other value.
    var text: String? { if case .string(let text) = self { text } else { nil } }
    /// The number as it was written; nil for any other value.
    var digits: String? { if case .number(let digits) = self { digits } else { nil } }
    /// The truth value; nil for any other value.
    var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }

    /// Whether the value is null, or an empty container.
    package var isVoid: Bool {
        switch self {
        case .null: true
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        case .string, .number, .boolean: false
        }
    }
}
