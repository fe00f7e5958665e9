/// Counts redemptions, conversions, churn and money of offers, for ``OfferReport``.
struct OfferFold: Sendable {
    private var cells = CellTable<OfferReport.Counts>()

    @inline(__always)
    mutating func count(_ change: Transition) {
        if change.phase != .none { countMoney(change) }
        if change.redeems, change.flow == .charge {
            let row = row(of: change.terms)
            cells.values[row].redeemed &+= 1
            cells.values[row].before.add(change.moneyBefore, change.shareBefore)
        }
        if change.isConversion { cells.values[row(of: change.termsBefore)].converted &+= 1 }
        if change.offerLeft >= 0 { countEnd(change) }
    }

    @inline(__always)
    private mutating func countMoney(_ change: Transition) {
        let row = row(of: change.phaseTerms)
        let isTaken = change.flow == .refund || change.flow == .proration
        let money = isTaken ? -MoneySum(milliunits: change.money) : MoneySum(milliunits: change.money)
        let share = isTaken ? -MoneySum(milliunits: change.share) : MoneySum(milliunits: change.share)
        switch change.phase {
        case .none: return
        case .before:
            cells.values[row].before.revenue += money
            cells.values[row].before.proceeds += share
        case .during:
            cells.values[row].during.revenue += money
            cells.values[row].during.proceeds += share
        case .after:
            cells.values[row].after.revenue += money
            cells.values[row].after.proceeds += share
        }
    }

    @inline(never)
    private mutating func countEnd(_ change: Transition) {
        let row = row(of: change.offerLeft)
        cells.values[row].churned &+= 1
        if change.endedUnderOffer { cells.values[row].churnedDuring &+= 1 }
        let bound = OfferReport.bound(ofMilliseconds: change.millisecondsSinceOffer)
        cells.values[row].churnedWithin.add(1, to: bound)
        let stayed = cells.values[row].millisecondsToChurn
        cells.values[row].millisecondsToChurn = stayed.addingClamping(change.millisecondsSinceOffer)
    }

    @inline(__always)
    private mutating func row(of terms: TermsBook.Place) -> Int {
        cells.row(of: UInt64(UInt32(bitPattern: terms)), OfferReport.Counts())
    }

    func report(_ book: TermsBook) -> OfferReport {
        var report = OfferReport()
        for (key, value) in zip(cells.keys, cells.values) { report.cells.add(value, to: book.names[Int(key)]) }
        return report
    }
}

extension OfferReport.Money {
    fileprivate mutating func add(_ money: Int64, _ share: Int64) {
        revenue += MoneySum(milliunits: money)
        proceeds += MoneySum(milliunits: share)
    }
}
