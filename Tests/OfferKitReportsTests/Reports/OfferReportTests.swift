import OfferKitCore
import OfferKitReports
import OfferKitTestHarness
import Testing

/// What offers bring.
struct OfferReportTests {
    private func counts(_ log: FoldLog, _ offer: ReportNames.Offer) -> OfferReport.Counts {
        log.reports().offers.totalsByOffer(in: "USD")[offer] ?? .init()
    }

    private func money(_ revenue: MoneySum, _ proceeds: MoneySum) -> OfferReport.Money {
        var money = OfferReport.Money()
        (money.revenue, money.proceeds) = (revenue, proceeds)
        return money
    }

    /// Two months at 10.00, three at 5.00 under an offer, one more at 10.00, and the end on 1 July.
    private func halfPrice() -> FoldLog {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01")
        log.period(.renewed, 1, until: "2026-03-01")
        log.period(.renewed, 1, until: "2026-04-01", .init(price: 5_000, offer: FoldLog.half, charge: 1))
        log.period(.renewed, 1, until: "2026-05-01", .init(price: 5_000, offer: FoldLog.half, charge: 2))
        log.period(.renewed, 1, until: "2026-06-01", .init(price: 5_000, offer: FoldLog.half, charge: 3))
        log.period(.renewed, 1, until: "2026-07-01")
        log.note(.lapsed, 1, on: "2026-07-01", reason: "autoRenewDisabled")
        return log
    }

    // S0-138.
    @Test("C-181: revenue and proceeds before, during and after, redemption and conversion once each")
    func worth() {
        let half = counts(halfPrice(), FoldLog.half)
        #expect((half.redeemed, half.converted, half.conversion) == (1, 1, 1))
        expectEqual(half.before, money(20_000, 14_000))
        expectEqual(half.during, money(15_000, 10_500))
        expectEqual(half.after, money(10_000, 7_000))
    }

    @Test("C-182: time to churn runs from the first period under the offer to the end of the subscription")
    func timeToChurn() {
        let half = counts(halfPrice(), FoldLog.half)
        // 1 March to 1 July are 122 days, so it counts to half a year.
        #expect((half.churned, half.churnedDuring, half.meanDaysToChurn) == (1, 0, 122))
        expectEqual(half.churnedWithin, [183: 1])
        expectNil(OfferReport.Counts().meanDaysToChurn)
    }

    @Test("C-182: who leaves exactly a week after counts to the first week, a millisecond later to the second")
    func bounds() {
        var log = FoldLog()
        for (place, end) in ["2026-01-08", "2026-01-08T00:00:00.001"].enumerated() {
            log.period(.subscribed, place, on: "2026-01-01", until: end, .init(price: 0, offer: FoldLog.trial))
            log.note(.lapsed, place, on: end, reason: "autoRenewDisabled") { $0.end = instant(end) }
        }
        log.period(.subscribed, 2, on: "2020-01-01", until: "2026-01-01", .init(price: 0, offer: FoldLog.trial))
        log.note(.lapsed, 2, on: "2026-01-01", reason: "autoRenewDisabled")
        let trial = counts(log, FoldLog.trial)
        expectEqual(trial.churnedWithin, [7: 1, 14: 1, .max: 1])
        #expect((trial.churned, trial.churnedDuring) == (3, 3))
        // Of the three, one had left after a week, and two after a fortnight; who left after years is beyond the picture.
        let section = log.reports().offers.section
        let line = section?.charts.first?.series.first?.values ?? []
        expectEqual(line.map { (($0 ?? -1) * 1_000).rounded() }, [0, 33_333, 66_667, 66_667])
        let soon = section?.tables.first { $0.title == "How soon subscribers left after an offer" }
        let cells: [ReportTable.Cell]? = soon?.rows.first
        expectEqual(cells?.suffix(4), [.integer(3), .integer(1), .integer(2), .integer(2)])
    }

    @Test("C-181: a subscriber belongs to the offer redeemed last, and to none after coming back without one")
    func latest() {
        var log = halfPrice()
        log.period(.resubscribed, 1, on: "2026-09-01", until: "2026-10-01")
        log.note(.lapsed, 1, on: "2026-10-01", reason: "autoRenewDisabled")
        expectEqual(counts(log, FoldLog.half), counts(halfPrice(), FoldLog.half))
        // Won back, with all that was paid before: 55.00.
        log.period(.resubscribed, 1, on: "2026-12-01", until: "2027-01-01", .init(price: 1_000, offer: FoldLog.back))
        log.period(.renewed, 1, until: "2027-02-01", .init(price: 7_000))
        expectEqual(counts(log, FoldLog.half), counts(halfPrice(), FoldLog.half))
        let back = counts(log, FoldLog.back)
        expectEqual(back.before, money(55_000, 38_500))
        expectEqual(back.during, money(1_000, 700))
        expectEqual(back.after, money(7_000, 4_900))
        #expect((back.redeemed, back.converted, back.churned) == (1, 1, 0))
    }

    // Half the price in January, a month for 1.00 in February, 7.00 in March; nothing ended in between.
    @Test("C-181: of two offers, one right after the other, what follows belongs to the later")
    func successive() {
        var log = FoldLog()
        log.period(
            .subscribed, 1, on: "2026-01-01", until: "2026-02-01", .init(price: 5_000, offer: FoldLog.half, charge: 1))
        log.period(.renewed, 1, until: "2026-03-01", .init(price: 1_000, offer: FoldLog.back, charge: 1))
        log.period(.renewed, 1, until: "2026-04-01", .init(price: 7_000))
        let (half, back) = (counts(log, FoldLog.half), counts(log, FoldLog.back))
        #expect((half.during, half.after) == (money(5_000, 3_500), money(0, 0)))
        #expect((back.before, back.during) == (money(5_000, 3_500), money(1_000, 700)))
        expectEqual(back.after, money(7_000, 4_900))
    }

    @Test("C-181: refunds are taken off where their charge stands, and put back when they are taken back")
    func refunds() {
        for (period, before, during, after) in [(0, 10, 15, 10), (3, 20, 10, 10), (5, 20, 15, 0)] {
            var log = halfPrice()
            let price = log.events[period].amount?.milliunits
            log.note(.refunded, ofPeriod: period, on: "2026-07-02", price: price)
            let half = counts(log, FoldLog.half)
            let units = [half.before, half.during, half.after].map { $0.revenue.units }
            expectEqual(units, [Double(before), Double(during), Double(after)])
            log.note(.refundReversed, ofPeriod: period, on: "2026-07-03")
            expectEqual(counts(log, FoldLog.half), counts(halfPrice(), FoldLog.half))
        }
    }

    // A trial, a month at 9.00, the end; then a month at 9.00 without an offer.
    @Test("C-181: a refund after coming back without an offer is taken off where its charge stands, and put back there")
    func refundAfterReturn() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01", .init(price: 5_000, offer: FoldLog.trial))
        log.period(.renewed, 1, until: "2026-03-01", .init(price: 9_000))
        log.note(.lapsed, 1, on: "2026-03-01", reason: "autoRenewDisabled")
        log.period(.resubscribed, 1, on: "2026-04-01", until: "2026-05-01", .init(price: 9_000))
        expectEqual(counts(log, FoldLog.trial).after, money(9_000, 6_300))
        log.note(.refunded, ofPeriod: 1, on: "2026-04-02", price: 9_000)
        expectEqual(counts(log, FoldLog.trial).after, money(0, 0))
        log.note(.refundReversed, ofPeriod: 1, on: "2026-04-03")
        expectEqual(counts(log, FoldLog.trial).after, money(9_000, 6_300))
        // What was charged after coming back was none of the offer's.
        log.note(.refunded, ofPeriod: 3, on: "2026-04-04", price: 9_000)
        expectEqual(counts(log, FoldLog.trial).after, money(9_000, 6_300))
        expectEqual(counts(log, FoldLog.trial).churned, 1)
    }

    @Test("C-181: the refund of a charge under an earlier offer is taken off what came before the later one")
    func refundOfEarlierOffer() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01", .init(price: 5_000, offer: FoldLog.half))
        log.period(.renewed, 1, until: "2026-03-01", .init(price: 1_000, offer: FoldLog.back))
        log.note(.refunded, ofPeriod: 0, on: "2026-02-10", price: 5_000)
        expectEqual(counts(log, FoldLog.back).before, money(0, 0))
        expectEqual(counts(log, FoldLog.half).during, money(5_000, 3_500))
        log.note(.refunded, ofPeriod: 1, on: "2026-02-11", price: 1_000)
        expectEqual(counts(log, FoldLog.back).during, money(0, 0))
    }

    @Test("C-181: money of another currency stands with no earlier offer")
    func currencies() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01", .init(storefront: FoldLog.france))
        log.period(.renewed, 1, until: "2026-03-01", .init(price: 5_000, offer: FoldLog.half))
        log.period(.renewed, 1, until: "2026-04-01", .init(storefront: FoldLog.france))
        let half = counts(log, FoldLog.half)
        #expect((half.before, half.after) == (money(0, 0), money(0, 0)))
        expectEqual(half.during, money(5_000, 3_500))
        expectEqual(half.converted, 1)
    }

    @Test("C-181: who pays in another currency for a while has brought what they did in the first, refunds taken off")
    func currencyAndBack() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01", .init(price: 10_000))
        log.period(.renewed, 1, until: "2026-03-01", .init(price: 3_000))
        log.note(.lapsed, 1, on: "2026-03-01", reason: "autoRenewDisabled")
        log.period(
            .resubscribed, 1, on: "2026-03-05", until: "2026-04-05", .init(price: 8_000, storefront: FoldLog.france))
        // The first ten dollars are given back meanwhile.
        log.note(.refunded, ofPeriod: 0, on: "2026-03-20", price: 10_000)
        log.note(.lapsed, 1, on: "2026-04-05", reason: "autoRenewDisabled")
        log.period(.resubscribed, 1, on: "2026-05-01", until: "2026-06-01", .init(price: 5_000, offer: FoldLog.back))
        expectEqual(counts(log, FoldLog.back).before, money(3_000, 2_100))
    }

    @Test("C-181: what an upgrade gives back is taken off the offer's period")
    func proration() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01", .init(price: 3_100, offer: FoldLog.code))
        log.note(.periodProrated, 1, on: "2026-01-16", price: 1_600)
        log.period(.planChanged, 1, on: "2026-01-16", until: "2026-02-16", .init(product: "gold", price: 20_000))
        let code = counts(log, FoldLog.code)
        expectEqual(code.during, money(1_500, 1_050))
        expectEqual(code.after, money(20_000, 14_000))
    }
}
