/// A place that holds a value or none.
package protocol OptionalPlace {
    /// The type of the value.
    associatedtype Value
    /// A place that holds a value, or none.
    init(_ value: Value?)
    /// The value; nil where the place holds none.
    var value: Value? { get }
}

extension Index.Optional: OptionalPlace {}

/// Values numbered consecutively from 0, most of which are removed again.
///
/// The values stand in a list of chunks. Once most of a chunk is removed, its remaining values move to a table, so that
/// the list holds about as many values as remain.
package struct NumberTable<Place: OptionalPlace> {
    /// The type of the values.
    package typealias Value = Place.Value

    /// The values of the numbers from `earlier` on, in their order.
    private var places = ChunkedArray<Place>()
    /// The number of places in each chunk of the list that never had a value or have lost it.
    private var gaps = ChunkedArray<UInt16>()
    /// The count of the numbers that precede the list.
    private var earlier = 0
    private var old = SideTable<Int, Value>()

    /// An empty table.
    package init() {}

    /// A table that has had `count` numbers, with the values that remain.
    init(_ values: [(number: Int, value: Value)], count: Int) {
        earlier = count
        for (number, value) in values { old[number] = value }
    }

    /// The count of all numbers so far, removed ones included.
    package var count: Int { earlier + places.count }

    /// The value of a number; nil where it never had one or has lost it.
    package subscript(number: Int) -> Value? { place(of: number).flatMap { places[$0].value } ?? old[number] }

    /// Every remaining value with its number, in the order of the numbers.
    package var ordered: [(number: Int, value: Value)] {
        let listed = places.indices.lazy.filter { places.hasChunk(of: $0) }.compactMap { place in
            places[place].value.map { (number: earlier + place, value: $0) }
        }
        guard !old.isEmpty else { return Array(listed) }
        return (old.unordered.map { (number: $0.key, value: $0.value) } + listed).sorted { $0.number < $1.number }
    }

    /// Adds the value of the next number; nil for a number without one.
    @inline(__always)
    package mutating func append(_ value: consuming Value?) {
        let chunk = places.count / ChunkedArray<Place>.chunkSize
        if chunk == gaps.count {
            gaps.append(0)
            // The chunk before is full now, and most of its values may have been removed.
            if chunk > 0, NumberTable.isThin(gaps[chunk - 1]) { thin(chunk - 1) }
        }
        if value == nil { gaps[chunk] += 1 }
        places.append(Place(value))
    }

    /// Replaces the value of a number that has one.
    package mutating func change(_ number: Int, to value: Value) {
        if let place = place(of: number), places[place].value != nil {
            places[place] = Place(value)
        } else if old[number] != nil {
            old[number] = value
        }
    }

    /// Removes the value of a number.
    package mutating func remove(_ number: Int) {
        guard let place = place(of: number), places.removeValue(at: place) else {
            old[number] = nil
            return
        }
        let chunk = place / ChunkedArray<Place>.chunkSize
        let count = gaps[chunk] + 1
        gaps[chunk] = count
        if NumberTable.isThin(count), chunk + 1 < gaps.count { thin(chunk) }
    }

    /// Returns whether at most a sixteenth of a chunk with so many gaps has values.
    private static func isThin(_ gaps: UInt16) -> Bool {
        Int(gaps) >= ChunkedArray<Place>.chunkSize - ChunkedArray<Place>.chunkSize / 16
    }

    /// Moves the remaining values of a chunk to the table.
    private mutating func thin(_ chunk: Int) {
        let size = ChunkedArray<Place>.chunkSize
        let first = chunk * size
        guard places.hasChunk(of: first) else { return }
        for place in first..<first + size {
            if let value = places[place].value { old[earlier + place] = value }
        }
        places.dropChunk(of: first)
    }

    /// The place of a number in the list; nil where it is not in the list, or its chunk has been dropped.
    private func place(of number: Int) -> Int? {
        let place = number &- earlier
        return 0..<places.count ~= place && places.hasChunk(of: place) ? place : nil
    }
}

extension ChunkedArray where Element: OptionalPlace {
    /// Removes the value of a place, and returns whether it had one.
    fileprivate mutating func removeValue(at place: Int) -> Bool {
        withMutableChunk(of: place) { chunk, offset in
            guard chunk[offset].value != nil else { return false }
            chunk[offset] = Element(nil)
            return true
        }
    }
}

extension NumberTable: Sendable where Place: Sendable, Value: Sendable {}

extension NumberTable: Equatable where Value: Equatable {
    /// Tables with the same count and values are equal, wherever the values stand.
    package static func == (a: NumberTable, b: NumberTable) -> Bool {
        a.count == b.count && a.ordered.elementsEqual(b.ordered) { $0.number == $1.number && $0.value == $1.value }
    }
}

extension NumberTable: Hashable where Value: Hashable {
    /// Hashes the count of numbers.
    package func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

extension NumberTable: Codable where Value: Codable {
    private enum CodingKeys: CodingKey {
        case count, values
    }

    /// Reads the count of numbers and the remaining values; each number occurs once.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        earlier = try container.decode(Int.self, forKey: .count)
        old = try container.decode(SideTable<Int, Value>.self, forKey: .values)
        let stray = old.first(breaking: { number, _ in 0 <= number && number < earlier })
        guard earlier >= 0, stray == nil || !decoder.isJudging else {
            let fault = stray.map { "The number \($0.key) is not below the count" } ?? "There is no such count"
            throw DecodingError.dataCorruptedError(
                forKey: .values, in: container, debugDescription: "\(fault), \(earlier).")
        }
    }

    /// Writes the count of numbers, and the remaining values in the order of their numbers.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(count, forKey: .count)
        var table = SideTable<Int, Value>()
        for (number, value) in ordered { table[number] = value }
        try container.encode(table, forKey: .values)
    }
}
