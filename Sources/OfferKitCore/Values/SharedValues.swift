/// A reference to a value that is shared instead of copied, for large values that are handed on often.
package final class Boxed<Value: Hashable & Sendable & Codable>: Sendable {
    /// The value, which never changes.
    package let value: Value

    /// Keeps a value.
    package init(_ value: Value) { self.value = value }

    /// Reads the value alone.
    package required init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
}

extension Boxed: Hashable {
    /// Whether the values are equal, wherever they are kept.
    package static func == (a: Boxed, b: Boxed) -> Bool { a === b || a.value == b.value }
    /// Hashes the value.
    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Boxed: Codable {
    /// Writes the value alone.
    package func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// An empty member that makes the compiler pass every value that holds it by its address.
///
/// Without it, a large value is copied to the stack for each function that it is passed to, although nobody changes it:
/// a kilobyte for each question that is asked of a store.
struct PassedByAddress: Hashable, Sendable {
    // The content of an existential is known only at run time, so the compiler never splits it into registers.
    private let nothing: (any Sendable)? = nil

    static func == (a: PassedByAddress, b: PassedByAddress) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

/// Values that many records share, each kept once and named by its place.
package struct Interned<Value: Hashable & Sendable & Codable>: Hashable, Sendable {
    private var values = ChunkedArray<Value>()
    private var places = SideTable<Value, Int>()

    /// A list without values.
    package init() {}

    /// The number of different values.
    package var count: Int { values.count }

    /// The value at a place.
    package subscript(place: Int) -> Value { values[place] }

    /// The place of a value; nil where it is not in the list.
    package func place(of value: Value) -> Int? { places[value] }

    mutating func append(_ value: Value) {
        places[value] = values.count
        values.append(value)
    }
}

extension Interned: Codable {
    /// Reads the values; one that occurs twice is an error.
    package init(from decoder: any Decoder) throws {
        for value in try decoder.singleValueContainer().decode([Value].self) {
            if let place = places[value], decoder.isJudging {
                throw decoder.corrupted("Value \(count) is the same as value \(place), and each is kept once.")
            }
            append(value)
        }
    }

    /// Writes only the values, because their places follow from them.
    package func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }
}
