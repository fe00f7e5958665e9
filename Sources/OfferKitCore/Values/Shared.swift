/// A value that is kept once, however many hold it: for a large one that is handed on often.
package final class Shared<Value: Hashable & Sendable & Codable>: Sendable {
    /// The value, which never changes.
    package let value: Value

    /// Keeps a value.
    package init(_ value: Value) { self.value = value }

    /// Reads the value alone.
    package required init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
}

extension Shared: Hashable {
    /// Whether the values are equal, wherever they are kept.
    package static func == (a: Shared, b: Shared) -> Bool { a === b || a.value == b.value }
    /// Hashes the value.
    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Shared: Codable {
    /// Writes the value alone.
    package func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
