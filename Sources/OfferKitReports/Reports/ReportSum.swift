/// A value that reports add up: counts and sums from zero, in any order.
///
/// Counts wrap around without a trap, so adding is associative and commutative for all numbers.
protocol ReportSum: Hashable, Sendable {
    init()
    mutating func add(_ other: Self)
}

extension MoneySum: ReportSum {
    mutating func add(_ other: MoneySum) { self += other }
}

extension Int: ReportSum {
    mutating func add(_ other: Int) { self &+= other }
}

extension Dictionary where Value: ReportSum {
    /// Adds a value to that of a key; a key whose sum is zero is removed.
    ///
    /// So two reports are equal when they count the same, in whatever order.
    mutating func add(_ value: Value, to key: Key) {
        guard value != Value() else { return }
        guard let index = self.index(forKey: key) else {
            self[key] = value
            return
        }
        values[index].add(value)
        if values[index] == Value() { remove(at: index) }
    }

    /// Adds all values of another table.
    mutating func add(_ other: [Key: Value]) {
        for (key, value) in other { add(value, to: key) }
    }
}

extension Dictionary {
    /// Adds a value to that of two keys.
    mutating func add<Inner, Sum: ReportSum>(_ value: Sum, to key: Key, _ inner: Inner) where Value == [Inner: Sum] {
        add([key: [inner: value]])
    }

    /// Adds all values of another table of tables.
    mutating func add<Inner, Sum: ReportSum>(_ other: [Key: Value]) where Value == [Inner: Sum] {
        for (key, table) in other {
            var sum = self[key] ?? [:]
            self[key] = nil
            sum.add(table)
            if !sum.isEmpty { self[key] = sum }
        }
    }
}

extension Sequence where Element: Comparable {
    /// Returns the range from the least to the greatest key, or to a later one given; nil for an empty table.
    func range(upTo latest: Element?) -> ClosedRange<Element>? {
        guard let first = self.min(), let last = self.max() else { return nil }
        return first...Swift.max(last, latest ?? last)
    }
}

/// Returns the later of two values that may be missing.
func latest<Value: Comparable>(_ a: Value?, _ b: Value?) -> Value? {
    guard let a, let b else { return a ?? b }
    return max(a, b)
}

/// Returns a part's share of a whole; nil where the whole is zero.
func ratio(_ part: Int, of whole: Int) -> Double? { whole == 0 ? nil : Double(part) / Double(whole) }
