/// Counts redemptions, conversions, churn and money of offers, for ``OfferReport``.
struct OfferFold: Sendable {
    private var cells = CellTable<OfferReport.Counts>()

    @inline(__always)
    mutating func count(_ change: Transition) {
        if change.phase != .none { countMoney(change) }
        if change.redeems, change.flow == .charge {
            let row = row(of: change.terms)
            cells.values[row].redeemed &+= 1
            cells.values[row].before.add(OfferReport.Money(change.takingsBefore))
        }
        if change.isConversion { cells.values[row(of: change.termsBefore)].converted &+= 1 }
        if change.offerLeft >= 0 { countEnd(change) }
    }

    @inline(__always)
    private mutating func countMoney(_ change: Transition) {
        let row = row(of: change.phaseTerms)
        var money = OfferReport.Money(change.takings)
        if change.flow == .refund || change.flow == .proration {
            (money.revenue, money.proceeds) = (-money.revenue, -money.proceeds)
        }
        switch change.phase {
        case .none: return
        case .before: cells.values[row].before.add(money)
        case .during: cells.values[row].during.add(money)
        case .after: cells.values[row].after.add(money)
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
        cells.row(of: UInt64(UInt32(bitPattern: terms)))
    }

    func report(_ book: TermsBook) -> OfferReport {
        var report = OfferReport()
        for (key, value) in zip(cells.keys, cells.values) { report.cells.add(value, to: book.names[Int(key)]) }
        return report
    }
}

extension OfferReport.Money {
    fileprivate init(_ takings: Takings) {
        revenue = MoneySum(milliunits: takings.money)
        proceeds = MoneySum(milliunits: takings.share)
    }
}
