import OfferKitCore
import OfferKitReports
import OfferKitTestHarness
import Testing

/// Retention.
struct RetentionReportTests {
    /// Four subscribers of January, one of them in France, and one of February.
    ///
    /// 1 stays; 2 cancels and ends on 15 February; 3 cannot be charged on 20 February and ends on 21 April, and comes back on
    /// 10 May; 4 (France) is refunded on 30 January; 5 begins on 3 February and stays until 3 March, off sale.
    private func cohorts() -> FoldLog {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-10", until: "2026-02-10")
        log.period(.subscribed, 2, on: "2026-01-15", until: "2026-02-15")
        log.period(.subscribed, 3, on: "2026-01-20", until: "2026-02-20")
        log.period(.subscribed, 4, on: "2026-01-25", until: "2026-02-25", .init(storefront: FoldLog.france))
        log.note(.refunded, 4, on: "2026-01-30", price: 10_000)
        log.period(.subscribed, 5, on: "2026-02-03", until: "2026-03-03")
        log.period(.renewed, 1, until: "2026-03-10")
        log.note(.lapsed, 2, on: "2026-02-15", reason: "autoRenewDisabled")
        log.note(.renewalFailed, 3, on: "2026-02-20", reason: "paymentDeclined")
        log.note(.lapsed, 5, on: "2026-03-03", reason: "productUnavailable")
        log.note(.lapsed, 3, on: "2026-04-21", reason: "billingError")
        log.period(.resubscribed, 3, on: "2026-05-10", until: "2026-06-10")
        return log
    }

    // S0-93, S3-11.
    @Test("C-183: a cohort has all who came in a month, and how many of them are subscribed at month's end")
    func retained() {
        let report = cohorts().reports().retention
        expectEqual(report.cohortMonths, [month("2026-01"), month("2026-02")])
        expectEqual(report.size(ofCohort: month("2026-01")), 4)
        // January: 4 was refunded. February: 2 left; 3 is in retry and still counts. April: 3 left. May: 3 is back.
        let january = (0...5).map { report.retained(ofCohort: month("2026-01"), afterMonths: $0) }
        expectEqual(january, [3, 2, 2, 1, 2, nil])
        expectEqual(report.retention(ofCohort: month("2026-01"), afterMonths: 0), 0.75)
        let february = (0...3).map { report.retained(ofCohort: month("2026-02"), afterMonths: $0) }
        expectEqual(february, [1, 0, 0, 0])
        expectNil(report.retained(ofCohort: month("2026-01"), afterMonths: -1))
        expectNil(report.retention(ofCohort: month("2025-12"), afterMonths: 0))
    }

    @Test("S3-7, C-183: cohorts are asked for by the territory of the first subscription")
    func territories() {
        let report = cohorts().reports().retention
        expectEqual(report.size(ofCohort: month("2026-01"), territory: "FRA"), 1)
        expectEqual(report.retained(ofCohort: month("2026-01"), afterMonths: 0, territory: "FRA"), 0)
        expectEqual(report.retained(ofCohort: month("2026-01"), afterMonths: 0, territory: "USA"), 3)
        expectEqual(report.churn(in: month("2026-01"), territory: "USA").change.ended, 0)
    }

    // C-183.
    @Test("S3-4…S3-6, C-174: churn has causes, and is a share of those who were subscribed before")
    func churn() {
        let report = cohorts().reports().retention
        let february = report.churn(in: month("2026-02"))
        // 1, 2 and 3 were subscribed when February began; 2 left.
        expectEqual(february.subscribedBefore, 3)
        #expect((february.change.endedVoluntarily, february.change.ended) == (1, 1))
        #expect(february.rate == 1.0 / 3 && february.voluntaryRate == 1.0 / 3 && february.involuntaryRate == 0)
        let march = report.churn(in: month("2026-03"))
        #expect((march.subscribedBefore, march.change.endedOtherwise) == (3, 1))
        let april = report.churn(in: month("2026-04"))
        #expect((april.subscribedBefore, april.change.endedInvoluntarily, april.involuntaryRate) == (2, 1, 0.5))
        expectNil(report.churn(in: month("2026-01")).rate)
        expectEqual(report.churn(in: month("2026-01")).change.endedByRefund, 1)
        expectEqual(
            report.reasons,
            [
                month("2026-01"): ["refunded": 1], month("2026-02"): ["autoRenewDisabled": 1],
                month("2026-03"): ["productUnavailable": 1], month("2026-04"): ["billingError": 1],
            ])
    }

    // S0-109, S0-110, S3-5, S3-6.
    @Test(
        "C-174: which reasons are the customer's will, and which are none",
        arguments: [
            ("autoRenewDisabled", [1, 0, 0]), ("didNotConsentToPriceIncrease", [1, 0, 0]), ("billingError", [0, 1, 0]),
            ("productUnavailable", [0, 0, 1]), ("unknown", [0, 0, 1]), ("something new", [0, 0, 1]),
        ])
    func causes(_ reason: String, _ expected: [Int]) {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01")
        log.note(.lapsed, 1, on: "2026-02-01", reason: reason)
        let change = log.reports().retention.churn(in: month("2026-02")).change
        expectEqual([change.endedVoluntarily, change.endedInvoluntarily, change.endedOtherwise], expected)
    }

    @Test("C-24: who is reinstated counts again, in the cohort of before")
    func reinstated() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-31", until: "2026-02-28")
        log.note(.refunded, 1, on: "2026-01-31T12", price: 10_000)
        log.note(.refundReversed, 1, on: "2026-02-01")
        let report = log.reports().retention
        expectEqual((0...1).map { report.retained(ofCohort: month("2026-01"), afterMonths: $0) }, [0, 1])
    }

    // January keeps 2 of 4 after a month, February none of 1; after 4 months January has 2 of 4, and February's fourth is yet to come.
    @Test("S3-11: each cohort stands beside similar apps")
    func comparison() throws {
        let report = cohorts().reports().retention
        let benchmark = try #require(RetentionBenchmark(percentile25: 0.5, percentile50: 0.55, percentile75: 0.8))
        let month = report.comparison(with: benchmark, afterMonths: 1)
        expectEqual(month.title, "Subscribed after 1 month, beside similar apps (quarters at 50%, 55%, 80%)")
        let rows: [[ReportTable.Cell]] = [
            [.text("2026-01"), .integer(4), .share(2, of: 4), .text("below the median")],
            [.text("2026-02"), .integer(1), .share(0, of: 1), .text("lowest quarter")],
        ]
        expectEqual(month.rows, rows)
        expectEqual(report.comparison(with: benchmark, afterMonths: 4).rows.count, 1)
    }
}

/// Recovery and cancellation.
struct RecoveryTests {
    @Test("C-184, S3-43: a recovery counts to the day that it completes, from 0 to 60; what is later counts to 61")
    func days() {
        var log = FoldLog()
        let dates = [
            "2026-02-01", "2026-02-01T00:00:00.001", "2026-02-04", "2026-02-04T00:00:00.001", "2026-04-02",
            "2026-04-02T00:00:00.001",
        ]
        for (place, date) in dates.enumerated() {
            log.period(.subscribed, place, on: "2026-01-01", until: "2026-02-01")
            log.note(.renewalFailed, place, on: "2026-02-01")
            log.period(.recovered, place, on: date, until: "2026-05-01")
        }
        let curve = log.reports().retention.recovery
        #expect(curve.failures == 6 && curve.recovered == 6 && curve.open == 0)
        let days = curve.byDay.enumerated().filter { $0.element > 0 }.map(\.offset)
        expectEqual(days, [0, 1, 3, 4, 60, 61])
        expectEqual(curve.byDay.count, 62)
        expectEqual(curve.recovered(within: 3), 3)
    }

    // C-46: C-184.
    @Test("S3-23: the curve is compared with the talk's: 40 % in 3 days, 75 % in 16, 90 % in 28")
    func curve() {
        // Of 20 recoveries 8 come on day 3, 7 on day 16, 3 on day 28 and 2 on day 50; 5 are lost.
        var log = FoldLog()
        let days = [(3, 8), (16, 7), (28, 3), (50, 2)].flatMap { Array(repeating: $0.0, count: $0.1) }
        for place in 0..<25 {
            log.period(.subscribed, place, on: "2026-01-01", until: "2026-02-01")
            log.note(.renewalFailed, place, on: "2026-02-01") {
                $0.graceEnd = place == 0 ? instant("2026-02-17") : nil
            }
            if place < 20 {
                log.period(.recovered, place, on: "\(day("2026-02-01").adding(days: days[place]))", until: "2026-12-01")
            } else {
                log.note(.lapsed, place, on: "2026-04-02", reason: "billingError")
            }
        }
        let curve = log.reports().retention.recovery
        expectEqual(RecoveryCurve.documented.map { curve.share(within: $0.days) }, [0.4, 0.75, 0.9])
        expectEqual(RecoveryCurve.documented.map { $0.share }, [0.4, 0.75, 0.9])
        expectEqual(curve.shareOfFailures(within: 60), 0.8)
        #expect((curve.failures, curve.lost, curve.open) == (25, 5, 0))
        expectEqual(curve.inGrace, [3: 1])
        expectNil(RecoveryCurve().share(within: 3))
    }

    // C-46: C-184.
    @Test("S3-29, B17-6: the share of cancellations with at least two days left; exactly two days are two")
    func lead() {
        var log = FoldLog()
        // Left: 31 days, exactly 2, a millisecond less than 2, none; and one in retry, whose period is over.
        let dates = ["2026-01-01", "2026-01-30", "2026-01-30T00:00:00.001", "2026-01-31T23:59:59.999"]
        for (place, date) in dates.enumerated() {
            log.period(.subscribed, place, on: "2026-01-01", until: "2026-02-01")
            log.note(.autoRenewTurnedOff, place, on: date)
        }
        let early = log.reports().retention.cancellation
        expectEqual(early.byDay, [31: 1, 2: 1, 1: 1, 0: 1])
        expectEqual(early.share(atLeast: CancellationLead.documented.days), 0.5)
        #expect(CancellationLead.documented == (days: 2, share: 0.9))
        log.period(.subscribed, 9, on: "2026-01-01", until: "2026-02-01")
        log.note(.renewalFailed, 9, on: "2026-02-01")
        log.note(.autoRenewTurnedOff, 9, on: "2026-02-02")
        expectEqual(log.reports().retention.cancellation.share(atLeast: 2), 0.4)
        expectNil(CancellationLead().share(atLeast: 2))
    }

    @Test("S3-11: a figure stands in one of the quarters of similar apps")
    func benchmark() throws {
        let benchmark = try #require(RetentionBenchmark(percentile25: 0.5, percentile50: 0.6, percentile75: 0.8))
        let standings = [0.49, 0.5, 0.6, 0.79, 0.8].map { benchmark.standing(of: $0) }
        expectEqual(standings, [.lowestQuarter, .belowMedian, .aboveMedian, .aboveMedian, .highestQuarter])
        expectNil(benchmark.standing(of: .nan))
        expectNil(RetentionBenchmark(percentile25: 0.6, percentile50: 0.5, percentile75: 0.8))
        expectNil(RetentionBenchmark(percentile25: .nan, percentile50: 0.5, percentile75: 0.8))
    }

    @Test(
        "C-31, S3-10, B17-4: what is left of 10,000 subscribers",
        arguments: [(0.85, 11, 1_673), (0.90, 10, 3_487), (0.90, 11, 3_138), (0.95, 11, 5_688), (0.85, 0, 10_000)])
    func arithmetic(_ rate: Double, _ months: Int, _ left: Int) {
        expectEqual(RetentionArithmetic.remaining(of: 10_000, monthlyRetention: rate, afterMonths: months), left)
    }

    @Test("C-31: what is out of range has no answer")
    func arithmeticOutOfRange() {
        expectNil(RetentionArithmetic.remaining(of: -1, monthlyRetention: 0.5, afterMonths: 1))
        expectNil(RetentionArithmetic.remaining(of: 1, monthlyRetention: 1.1, afterMonths: 1))
        expectNil(RetentionArithmetic.remaining(of: 1, monthlyRetention: .nan, afterMonths: 1))
        expectNil(RetentionArithmetic.remaining(of: 1, monthlyRetention: 0.5, afterMonths: -1))
        expectEqual(RetentionArithmetic.remaining(of: .max, monthlyRetention: 1, afterMonths: .max), .max)
    }
}
