/// A table of values with their places, in the order of their first mention.
struct NameTable<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The values by place.
    private(set) var values: [Value] = []
    private var places: [Value: Int] = [:]

    /// The table of some values, in their order.
    init(_ values: [Value] = []) {
        for value in values { _ = place(of: value) }
    }

    /// Returns the place of a value, which is added where it is new.
    mutating func place(of value: Value) -> Int {
        if let place = places[value] { return place }
        let place = values.count
        values.append(value)
        places[value] = place
        return place
    }
}
