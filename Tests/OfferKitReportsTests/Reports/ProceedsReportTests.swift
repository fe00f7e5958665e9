import OfferKitCore
import OfferKitReports
import OfferKitTestHarness
import Testing

/// Proceeds.
struct ProceedsReportTests {
    private func usd(_ log: FoldLog, isSmallBusiness: Bool = false) -> ProceedsReport.Counts {
        log.reports(isSmallBusiness: isSmallBusiness).proceeds.totals()["USD"] ?? .init()
    }

    /// Adds renewals on the first of each month, from the first of one month to that of another, which ends the last.
    private func renew(_ log: inout FoldLog, _ place: Int, through last: String, _ terms: FoldLog.Terms = .init()) {
        let kinds: [ReportEvent.Kind] = [.subscribed, .renewed]
        while let end = log.events.last(where: { $0.subscriptionPlace == place && kinds.contains($0.kind) })?.end,
            end < instant(last)
        {
            let next = ReportMonth(end).adding(months: 1).firstDay
            log.period(.renewed, place, until: "\(next)", terms)
        }
    }

    // S3-3, C-176.
    @Test("C-30, B17-7: the charge at which exactly 365 days are completed brings 85 %, the one before 70 %")
    func year() {
        var log = FoldLog()
        // 1 January 2025 to 1 January 2026 are 365 days: twelve charges, and the thirteenth is the first at 85 %.
        log.period(.subscribed, 1, on: "2025-01-01", until: "2025-02-01")
        renew(&log, 1, through: "2026-01-01")
        expectEqual(usd(log).charges, 12)
        expectEqual(usd(log).earned, 84_000)
        log.period(.renewed, 1, until: "2026-02-01")
        #expect((usd(log).chargesAtHighRate, usd(log).earned) == (1, 92_500))
    }

    @Test("C-30: 364 days are no year, so 52 weeks are one week too few")
    func weeks() {
        var log = FoldLog()
        var start = day("2025-01-01")
        log.period(.subscribed, 1, on: "\(start)", until: "\(start.adding(days: 7))")
        for _ in 1...52 {
            start = start.adding(days: 7)
            log.period(.renewed, 1, until: "\(start.adding(days: 7))")
        }
        #expect((usd(log).charges, usd(log).chargesAtHighRate) == (53, 0))
        log.period(.renewed, 1, until: "\(start.adding(days: 14))")
        expectEqual(usd(log).chargesAtHighRate, 1)
    }

    @Test("C-30: a year of 366 days is longer than it must be, and one millisecond less than 365 days is too short")
    func leapDays() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2024-01-01", until: "2025-01-01", .init(product: "yearly"))
        log.period(.renewed, 1, until: "2026-01-01", .init(product: "yearly"))
        log.period(.subscribed, 2, on: "2025-01-01", until: "2025-12-31T23:59:59.999", .init(product: "yearly"))
        log.period(.renewed, 2, until: "2026-12-31", .init(product: "yearly"))
        // From 1 March 2023 to 29 February 2024 are 365 days, the leap day not among them.
        log.period(.subscribed, 3, on: "2023-03-01", until: "2024-02-29", .init(product: "gold"))
        log.period(.renewed, 3, until: "2024-03-29", .init(product: "gold"))
        let totals = log.reports().proceeds.totalsByTerms()
        expectEqual(totals[FoldLog.terms("yearly")]?.chargesAtHighRate, 1)
        expectEqual(totals[FoldLog.terms("gold")]?.chargesAtHighRate, 1)
    }

    @Test("C-60: proceeds are floored in thousandths, charge by charge")
    func floored() {
        var log = FoldLog()
        // 70 % of 4.999 is 3.4993; twice that would be 6.9986.
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01", .init(price: 4_999))
        log.period(.renewed, 1, until: "2026-03-01", .init(price: 4_999))
        expectEqual(usd(log).earned, 6_998)
        expectEqual(usd(log, isSmallBusiness: true).earned, 8_498)
    }

    @Test("B17-8: paid offers count towards the year, free trials do not")
    func offers() {
        // A free January and eleven paid months are 334 days on 1 January, so the charge then brings 70 %; that of February is
        // the first with 365.
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2025-01-01", until: "2025-02-01", .init(price: 0, offer: FoldLog.trial))
        renew(&log, 1, through: "2026-02-01")
        #expect((usd(log).charges, usd(log).freePeriods, usd(log).chargesAtHighRate) == (12, 1, 0))
        log.period(.renewed, 1, until: "2026-03-01")
        expectEqual(usd(log).chargesAtHighRate, 1)
        // With a promotional offer that costs something it is January.
        var paid = FoldLog()
        paid.period(.subscribed, 1, on: "2025-01-01", until: "2025-02-01", .init(price: 1, offer: FoldLog.half))
        renew(&paid, 1, through: "2026-02-01")
        expectEqual(usd(paid).chargesAtHighRate, 1)
    }

    // C-176.
    @Test("B17-8, B10-9: days by which a renewal date is put off are no paid service")
    func extended() {
        // 334 days to 1 December 2025, which is put off by 31 days, to 1 January 2026: still 334, and not 365.
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2025-01-01", until: "2025-02-01")
        renew(&log, 1, through: "2025-12-01")
        log.note(.renewalExtended, 1, on: "2025-11-15") { $0.end = instant("2026-01-01") }
        log.period(.renewed, 1, until: "2026-02-01")
        #expect((usd(log).charges, usd(log).chargesAtHighRate) == (12, 0))
        log.period(.renewed, 1, until: "2026-03-01")
        expectEqual(usd(log).chargesAtHighRate, 1)
        var late = FoldLog()
        late.period(.subscribed, 1, on: "2025-01-01", until: "2025-12-31", .init(product: "yearly"))
        late.note(.renewalExtended, 1, on: "2025-06-01") { $0.end = instant("2026-03-01") }
        late.period(.renewed, 1, until: "2026-03-31")
        expectEqual(usd(late).chargesAtHighRate, 0)
    }

    // C-178.
    @Test(
        "B17-8: a refunded period does not count, whether it runs or is over, and counts again when that is taken back")
    func refunded() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2025-01-01", until: "2025-02-01")
        renew(&log, 1, through: "2025-12-01")
        log.note(.refunded, ofPeriod: 2, on: "2025-11-20", price: 10_000)
        renew(&log, 1, through: "2026-01-01")
        log.period(.renewed, 1, until: "2026-02-01")
        // 365 less the 31 days of March are 334; a month more makes it.
        expectEqual(usd(log).chargesAtHighRate, 0)
        var reversed = log
        log.period(.renewed, 1, until: "2026-03-01")
        expectEqual(usd(log).chargesAtHighRate, 1)
        reversed.note(.refundReversed, ofPeriod: 2, on: "2026-01-15")
        reversed.period(.renewed, 1, until: "2026-03-01")
        reversed.period(.renewed, 1, until: "2026-04-01")
        expectEqual(usd(reversed).chargesAtHighRate, 2)
        #expect((usd(reversed).refunds, usd(reversed).refunded, usd(reversed).givenBack) == (0, 0, 0))
    }

    // C-178.
    @Test("B17-8: of a current period that is refunded nothing counts")
    func refundedCurrent() {
        // Refunded on its 370th day.
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2025-01-01", until: "2026-02-01", .init(product: "yearly"))
        log.note(.refunded, 1, on: "2026-01-05", price: 10_000)
        log.period(.resubscribed, 1, on: "2026-01-10", until: "2026-02-10")
        expectEqual(usd(log).chargesAtHighRate, 0)
        // Taken back before its end, it counts to its end.
        var reversed = FoldLog()
        reversed.period(.subscribed, 1, on: "2025-01-01", until: "2026-01-01", .init(product: "yearly"))
        reversed.note(.refunded, 1, on: "2025-03-01", price: 10_000)
        reversed.note(.refundReversed, 1, on: "2025-04-01")
        reversed.period(.renewed, 1, until: "2027-01-01", .init(product: "yearly"))
        expectEqual(usd(reversed).chargesAtHighRate, 1)
        // Taken back after another purchase, its 353 days until the refund count: with the 31 until 25 January they are more
        // than a year.
        var late = FoldLog()
        late.period(.subscribed, 1, on: "2025-01-01", until: "2026-01-01", .init(product: "yearly"))
        late.note(.refunded, 1, on: "2025-12-20", price: 10_000)
        late.period(.resubscribed, 1, on: "2025-12-25", until: "2026-01-25")
        late.note(.refundReversed, ofPeriod: 0, on: "2026-01-02")
        late.period(.renewed, 1, until: "2026-02-25")
        expectEqual(usd(late).chargesAtHighRate, 1)
    }

    // C-176, C-179.
    @Test(
        "B17-9: an upgrade, a downgrade and a crossgrade within the group reset nothing, and a cut period counts as used"
    )
    func planChanges() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2025-01-01", until: "2026-01-01", .init(product: "yearly", price: 365_000))
        log.note(.periodProrated, 1, on: "2025-07-01", price: 184_000)
        // 181 days to 1 July, 31 of gold, 31 of silver, and a year across from there.
        log.period(.planChanged, 1, on: "2025-07-01", until: "2025-08-01", .init(product: "gold"))
        log.period(.renewed, 1, until: "2025-09-01", .init(product: "silver"))
        log.period(.planChanged, 1, on: "2025-09-01", until: "2026-01-31", .init(product: "monthly"))
        log.period(.renewed, 1, until: "2026-02-28")
        expectEqual(usd(log).chargesAtHighRate, 1)
        // 70 % of what was given back too.
        #expect((usd(log).refunded, usd(log).givenBack) == (184_000, 128_800))
    }

    // C-177.
    @Test("C-28, B17-10: after a gap of exactly 60 days counting resumes, after a millisecond more it restarts at 0")
    func gap() {
        for (date, expected) in [("2026-03-02", 1), ("2026-03-02T00:00:00.001", 0)] {
            var log = FoldLog()
            log.period(.subscribed, 1, on: "2025-01-01", until: "2026-01-01", .init(product: "yearly"))
            log.note(.lapsed, 1, on: "2026-01-01", reason: "autoRenewDisabled")
            log.period(.resubscribed, 1, on: date, until: "2026-04-02")
            expectEqual(usd(log).chargesAtHighRate, expected)
        }
    }

    // C-177.
    @Test("B17-10: time in a gap is no paid service")
    func gapDoesNotCount() {
        var log = FoldLog()
        // 181 days to 1 July, a gap of 31, and 153 to 1 January: 334.
        log.period(.subscribed, 1, on: "2025-01-01", until: "2025-07-01")
        log.note(.lapsed, 1, on: "2025-07-01", reason: "autoRenewDisabled")
        log.period(.resubscribed, 1, on: "2025-08-01", until: "2026-01-01")
        log.period(.renewed, 1, until: "2026-02-01")
        expectEqual(usd(log).chargesAtHighRate, 0)
        log.period(.renewed, 1, until: "2026-03-01")
        expectEqual(usd(log).chargesAtHighRate, 1)
    }

    // S3-43.
    @Test(
        "B17-11, S3-16, S3-20: recovered in grace nothing is lost; recovered in retry the days without service do not count"
    )
    func recovery() {
        for (start, expected) in [("2025-07-01", 1), ("2025-07-11", 0)] {
            var log = FoldLog()
            log.period(.subscribed, 1, on: "2025-01-01", until: "2025-07-01")
            log.note(.renewalFailed, 1, on: "2025-07-01") {
                $0.graceEnd = expected == 1 ? instant("2025-07-17") : nil
            }
            log.period(.recovered, 1, on: start, until: "2026-01-01", recordedOn: "2025-07-11")
            log.period(.renewed, 1, until: "2026-01-11")
            expectEqual(usd(log).chargesAtHighRate, expected)
            // The ten days of retry later, that one has its year too.
            log.period(.renewed, 1, until: "2026-02-11")
            expectEqual(usd(log).chargesAtHighRate, expected + 1)
        }
    }

    @Test("B17-8: grace that nothing recovers is no paid service")
    func graceAlone() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2025-01-01", until: "2025-12-20")
        log.note(.renewalFailed, 1, on: "2025-12-20") { $0.graceEnd = instant("2026-01-05") }
        log.note(.graceEnded, 1, on: "2026-01-05")
        log.period(.recovered, 1, on: "2026-01-06", until: "2026-01-16")
        // 353 days, then ten: 363.
        log.period(.renewed, 1, until: "2026-01-20")
        expectEqual(usd(log).chargesAtHighRate, 0)
    }

    // C-180.
    @Test("B17-12: in the Small Business Program every charge brings 85 %, what is bought once too")
    func smallBusiness() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01")
        log.buy(.init(product: "coins", price: 1_000), on: "2026-01-01", customer: 1)
        #expect((usd(log).earned, usd(log).charged) == (7_700, 11_000))
        expectEqual(usd(log, isSmallBusiness: true).earned, 9_350)
        expectEqual(usd(log, isSmallBusiness: true).chargesAtHighRate, 2)
    }

    // C-178.
    @Test("C-179: a refund gives proceeds back at the rate of its charge, also after the rate rose")
    func refundRates() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2024-01-01", until: "2025-01-01", .init(product: "yearly"))
        log.period(.renewed, 1, until: "2026-01-01", .init(product: "yearly"))
        log.period(.renewed, 1, until: "2026-07-01", .init(product: "yearly"))
        log.note(.refunded, ofPeriod: 0, on: "2026-02-01", price: 9_999)
        // 70 % of 9.999 is 6.9993.
        expectEqual(usd(log).givenBack, 6_999)
        log.note(.refunded, ofPeriod: 1, on: "2026-02-01", price: 4_001)
        // 85 % of 4.001 is 3.40085.
        expectEqual(usd(log).givenBack, 10_399)
        expectEqual(usd(log).proceeds, 13_601)
        // Both years are off, and 181 days are left: the next charge brings 70 %, and the one a year later 85 % once more.
        log.period(.renewed, 1, until: "2027-07-01", .init(product: "yearly"))
        log.period(.renewed, 1, until: "2028-07-01", .init(product: "yearly"))
        expectEqual(usd(log).chargesAtHighRate, 3)
        log.note(.refunded, ofPeriod: 5, on: "2027-08-01", price: 10_000)
        expectEqual(usd(log).givenBack, 17_399)
        log.note(.refunded, ofPeriod: 6, on: "2027-08-01", price: 10_000)
        expectEqual(usd(log).givenBack, 25_899)
    }

    // C-178.
    @Test("C-179: where the rate fell after a long gap, refunds still find the rate of each charge")
    func refundAfterRestart() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2024-01-01", until: "2025-01-01")
        log.period(.renewed, 1, until: "2025-02-01")
        log.note(.lapsed, 1, on: "2025-02-01", reason: "autoRenewDisabled")
        log.period(.resubscribed, 1, on: "2025-06-01", until: "2026-06-01")
        log.period(.renewed, 1, until: "2026-07-01")
        let rates: [(Int, Int64)] = [(0, 7_000), (1, 8_500), (3, 7_000), (4, 8_500)]
        for (number, share) in rates {
            var refunded = log
            refunded.note(.refunded, ofPeriod: number, on: "2026-06-15", price: 10_000)
            expectEqual(usd(refunded).givenBack, MoneySum(milliunits: share))
        }
        // A period from before the gap takes nothing off the run that counts now.
        log.note(.refunded, ofPeriod: 0, on: "2026-06-15", price: 10_000)
        log.period(.renewed, 1, until: "2026-08-01")
        expectEqual(usd(log).chargesAtHighRate, 3)
    }

    @Test("C-180: what is bought once brings 70 %, and its refund takes that off")
    func purchases() {
        var log = FoldLog()
        log.buy(.init(product: "coins", price: 999), on: "2026-01-01", customer: 1)
        log.note(.refunded, ofPeriod: 0, on: "2026-02-01", price: 999)
        let report = log.reports().proceeds
        // 70 % of 0.999 is 0.6993.
        expectEqual(report.totalsByMonth(in: "USD")[month("2026-01")]?.earned, 699)
        expectEqual(report.totalsByMonth(in: "USD")[month("2026-02")]?.givenBack, 699)
        expectEqual(report.totalsByCohort(in: "USD")[nil]?.proceeds, 0)
    }

    @Test("C-175: money stands by product, offer, storefront, cohort and month, and currencies are never added up")
    func tables() {
        var log = FoldLog()
        log.period(
            .subscribed, 1, on: "2026-01-31T23:59:59.999", until: "2026-02-28", .init(price: 5_000, offer: FoldLog.half)
        )
        log.period(
            .subscribed, 2, on: "2026-02-01", until: "2026-03-01", .init(price: 8_000, storefront: FoldLog.france))
        log.period(.renewed, 1, until: "2026-03-28")
        let report = log.reports().proceeds
        expectEqual(report.totals().mapValues(\.charged), ["USD": 15_000, "EUR": 8_000])
        expectEqual(report.totals(in: month("2026-02")...month("2026-02"))["USD"]?.charged, 10_000)
        expectEqual(
            report.totalsByTerms().mapValues(\.charged),
            [
                FoldLog.terms("monthly", FoldLog.half): 5_000, FoldLog.terms(): 10_000,
                FoldLog.terms("monthly", in: FoldLog.france): 8_000,
            ])
        expectEqual(report.totalsByCohort(in: "USD").mapValues(\.charged), [month("2026-01"): 15_000])
        expectEqual(report.totalsByCohort(in: "EUR").mapValues(\.charged), [month("2026-02"): 8_000])
        expectEqual(report.totals(where: .init(offers: .anyOffer)).mapValues(\.charged), ["USD": 5_000])
        expectEqual(report.months, month("2026-01")...month("2026-02"))
    }
}
