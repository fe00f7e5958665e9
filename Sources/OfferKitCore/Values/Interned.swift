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
            guard places[value] == nil else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: decoder.codingPath, debugDescription: "A value that is kept once stands here twice."
                    ))
            }
            append(value)
        }
    }

    /// Writes only the values, because their places follow from them.
    package func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }
}
