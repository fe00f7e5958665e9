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
