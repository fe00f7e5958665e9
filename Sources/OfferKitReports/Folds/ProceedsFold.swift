/// Counts money, for ``ProceedsReport``.
struct ProceedsFold: Sendable {
    private var cells = CellTable<ProceedsReport.Counts>()

    /// Returns the key of a month, a cohort's month and terms: 17, 17 and 30 bits.
    @inline(__always)
    private func key(_ month: Int32, _ change: Transition) -> UInt64 {
        // Purchases of other products have the month after the last as their cohort.
        let cohort = change.cohortMonth < 0 ? ProceedsFold.noCohort : UInt64(UInt32(bitPattern: change.cohortMonth))
        return UInt64(UInt32(bitPattern: month)) << 47 | cohort << 30 | UInt64(UInt32(bitPattern: change.terms))
    }

    private static var noCohort: UInt64 { 0x1_FFFF }

    @inline(__always)
    mutating func count(_ change: Transition, _ month: Int32) {
        if change.flow == .none { return }
        let row = cells.row(of: key(month, change))
        let money = MoneySum(milliunits: change.takings.money)
        let share = MoneySum(milliunits: change.takings.share)
        switch change.flow {
        case .none: return
        case .charge:
            if change.takings.money == 0 {
                cells.values[row].freePeriods &+= 1
            } else {
                cells.values[row].charges &+= 1
                cells.values[row].chargesAtHighRate &+= change.isHighRate ? 1 : 0
            }
            cells.values[row].charged += money
            cells.values[row].earned += share
        case .refund, .proration:
            cells.values[row].refunds &+= 1
            cells.values[row].refunded += money
            cells.values[row].givenBack += share
        case .reversal:
            cells.values[row].refunds &-= 1
            cells.values[row].refunded += -money
            cells.values[row].givenBack += -share
        }
    }

    func report(_ book: TermsBook, latestMonth: ReportMonth?) -> ProceedsReport {
        var tables = [[ProceedsReport.Key: ProceedsReport.Counts]](repeating: [:], count: book.names.count)
        for (key, value) in zip(cells.keys, cells.values) {
            let cohort = key >> 30 & ProceedsFold.noCohort
            let name = ProceedsReport.Key(
                month: ReportMonth(monthsSinceYear0: Int(key >> 47)),
                cohort: cohort == ProceedsFold.noCohort ? nil : ReportMonth(monthsSinceYear0: Int(cohort)))
            tables[Int(key & 0x3FFF_FFFF)].add(value, to: name)
        }
        var report = ProceedsReport()
        report.cells = named(tables, book)
        report.latestMonth = latestMonth
        return report
    }
}
