/// Values that many records share, each kept once and named by its place.
package struct Interned<Value: Hashable & Sendable & Codable>: Hashable, Sendable {
    private var values = ChunkedArray<Value>()
    private var places = SideTable<Value, Int>()

    package init() {}

    package var count: Int { values.count }

    package subscript(place: Int) -> Value { values[place] }

    package func place(of value: Value) -> Int? { places[value] }

    mutating func append(_ value: Value) {
        places[value] = values.count
        values.append(value)
    }
}

extension Interned: Codable {
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

    /// Only the values: their places follow from them.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }
}
