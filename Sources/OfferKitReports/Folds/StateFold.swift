/// Counts changes in the number of subscribers by day, for ``SubscriptionStateReport``.
struct StateFold: Sendable {
    private(set) var cells = CellTable<SubscriptionStateReport.Change>()

    @inline(__always)
    mutating func count(_ change: Transition, _ day: Int32) {
        if change.before == change.after, change.termsBefore == change.termsAfter || change.after == .ended { return }
        add(-1, day, change.termsBefore, change.before)
        add(1, day, change.termsAfter, change.after)
    }

    private mutating func add(_ number: Int, _ day: Int32, _ terms: TermsBook.Place, _ standing: Transition.Standing) {
        guard standing != .ended else { return }
        let row = cells.row(of: dayKey(day, terms))
        switch standing {
        case .ended: return
        case .active: cells.values[row].active &+= number
        case .grace: cells.values[row].inGrace &+= number
        case .retry: cells.values[row].inRetry &+= number
        }
    }
}

/// Returns the key of a day with terms.
@inline(__always)
func dayKey(_ day: Int32, _ terms: TermsBook.Place) -> UInt64 {
    UInt64(UInt32(bitPattern: day)) << 32 | UInt64(UInt32(bitPattern: terms))
}

/// Returns sums by day and terms with the terms' names.
func named<Value: ReportSum>(_ cells: CellTable<Value>, _ book: TermsBook) -> [ReportTerms: [ReportDay: Value]] {
    var tables = [[ReportDay: Value]](repeating: [:], count: book.names.count)
    for (key, value) in zip(cells.keys, cells.values) {
        let day = ReportDay(daysSince1970: Int(Int32(truncatingIfNeeded: key >> 32)))
        tables[Int(key & 0xFFFF_FFFF)].add(value, to: day)
    }
    return named(tables, book)
}

/// Returns tables by terms with the terms' names; terms with the same names are added up.
func named<Key: Hashable, Value: ReportSum>(
    _ tables: [[Key: Value]], _ book: TermsBook
) -> [ReportTerms: [Key: Value]] {
    var result: [ReportTerms: [Key: Value]] = [:]
    for (name, table) in zip(book.names, tables) where !table.isEmpty { result.add([name: table]) }
    return result
}
