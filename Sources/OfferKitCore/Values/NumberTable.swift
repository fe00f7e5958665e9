/// A place that holds a value or none.
package protocol OptionalPlace {
    /// What it can hold.
    associatedtype Value
    /// A place that holds a value, or none.
    init(_ value: Value?)
    /// What it holds; nil for nothing.
    var value: Value? { get }
}

extension Index.Optional: OptionalPlace {}

/// Values with consecutive numbers from 0, of which most are taken out again.
///
/// They stand in a list, chunk by chunk; what is left of a chunk of which most are gone moves to a table, so that the list holds
/// about as many as are left.
package struct NumberTable<Place: OptionalPlace> {
    /// What the places hold.
    package typealias Value = Place.Value

    /// The values of the numbers after the first ones, in their order.
    private var places = ChunkedArray<Place>()
    /// How many places of each chunk of the list have no value, or none any more.
    private var gaps = ChunkedArray<UInt16>()
    /// How many numbers came before those of the list.
    private var earlier = 0
    private var old = SideTable<Int, Value>()

    /// A table before the first number.
    package init() {}

    /// What is left of a table of so many numbers.
    package init(_ values: [(number: Int, value: Value)], count: Int) {
        earlier = count
        for (number, value) in values { old[number] = value }
    }

    /// How many numbers there were.
    package var count: Int { earlier + places.count }

    /// The value of a number; nil where it had none, or is gone.
    package subscript(number: Int) -> Value? { place(of: number).flatMap { places[$0].value } ?? old[number] }

    /// Every value that is left with its number, in the order of the numbers.
    package var ordered: [(number: Int, value: Value)] {
        let listed = places.indices.lazy.filter { places.hasChunk(of: $0) }.compactMap { place in
            places[place].value.map { (number: earlier + place, value: $0) }
        }
        guard !old.isEmpty else { return Array(listed) }
        return (old.unordered.map { (number: $0.key, value: $0.value) } + listed).sorted { $0.number < $1.number }
    }

    /// Adds the value of the next number; nil for a number without one.
    package mutating func append(_ value: consuming Value?) {
        let chunk = places.count / ChunkedArray<Place>.chunkSize
        if chunk == gaps.count {
            gaps.append(0)
            // The chunk before is whole now, and may have been left by most.
            if chunk > 0, NumberTable.isThin(gaps[chunk - 1]) { thin(chunk - 1) }
        }
        if value == nil { gaps[chunk] += 1 }
        places.append(Place(value))
    }

    /// Gives a number that has a value another one.
    package mutating func change(_ number: Int, to value: Value) {
        if let place = place(of: number), places[place].value != nil {
            places[place] = Place(value)
        } else if old[number] != nil {
            old[number] = value
        }
    }

    /// Takes the value of a number out.
    package mutating func remove(_ number: Int) {
        guard let place = place(of: number), places[place].value != nil else {
            old[number] = nil
            return
        }
        let chunk = place / ChunkedArray<Place>.chunkSize
        places[place] = Place(nil)
        gaps[chunk] += 1
        if chunk + 1 < gaps.count, NumberTable.isThin(gaps[chunk]) { thin(chunk) }
    }

    /// Whether a chunk with so many gaps holds so little that a table is the better place for it.
    private static func isThin(_ gaps: UInt16) -> Bool {
        Int(gaps) >= ChunkedArray<Place>.chunkSize - ChunkedArray<Place>.chunkSize / 8
    }

    /// Moves what is left of a chunk to the table.
    private mutating func thin(_ chunk: Int) {
        let size = ChunkedArray<Place>.chunkSize
        let first = chunk * size
        guard places.hasChunk(of: first) else { return }
        for place in first..<first + size {
            if let value = places[place].value { old[earlier + place] = value }
        }
        places.dropChunk(of: first)
    }

    /// The place of a number in the list; nil where it is not there, or no more.
    private func place(of number: Int) -> Int? {
        let place = number &- earlier
        return 0..<places.count ~= place && places.hasChunk(of: place) ? place : nil
    }
}

extension NumberTable: Sendable where Place: Sendable, Value: Sendable {}

extension NumberTable: Equatable where Value: Equatable {
    /// Equal values make equal tables, wherever they stand.
    package static func == (a: NumberTable, b: NumberTable) -> Bool {
        a.count == b.count && a.ordered.elementsEqual(b.ordered) { $0.number == $1.number && $0.value == $1.value }
    }
}

extension NumberTable: Hashable where Value: Hashable {
    /// Hashes how many numbers there were.
    package func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

extension NumberTable: Codable where Value: Codable {
    private enum CodingKeys: CodingKey {
        case count, values
    }

    /// Reads how many numbers there were, and what is left; each number once.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        earlier = try container.decode(Int.self, forKey: .count)
        old = try container.decode(SideTable<Int, Value>.self, forKey: .values)
        guard earlier >= 0, old.unordered.allSatisfy({ 0..<earlier ~= $0.key }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .values, in: container, debugDescription: "A number is not below their count.")
        }
    }

    /// Writes how many numbers there were, and what is left with its number, in their order.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(count, forKey: .count)
        var table = SideTable<Int, Value>()
        for (number, value) in ordered { table[number] = value }
        try container.encode(table, forKey: .values)
    }
}
