import OfferKitCore
import OfferKitTestHarness
import Testing

/// Where the recent series of a subscription began.
struct RecentStartTests {
    /// A customer who had pro.monthly until an instant, and buys again at another.
    private func recentStart(again: String, pace: Pace = .realTime) throws -> String {
        var bench = try Bench.quiet(at: "2022-06-01T09:00:00Z")
        bench.setPace(pace)
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.autoRenew(false, customer)
        bench.advance(to: morning(again))
        try bench.buy(Sample.pro, for: customer)
        return day(try bench.recentStart(of: customer, to: Sample.pro))
    }

    @Test(
        "C-28: a gap of exactly 60 days starts nothing new; a millisecond more does",
        arguments: [
            // Ends on 1 July; 60 days later is 30 August.
            ("2022-07-01", "2022-06-01"), ("2022-08-30", "2022-06-01"),
            ("2022-08-30T09:00:00.001Z", "2022-08-30T09:00:00.001Z"), ("2023-01-01", "2023-01-01"),
        ])
    func boundary(again: String, expected: String) throws {
        try expectEqual(recentStart(again: again), expected)
    }

    // S3-67: how long a customer has been here.
    @Test("B14-2: Apple's example, six months from June to December 2022 and again in February or April")
    func example() throws {
        for (again, expected) in [("2023-02-01", "2022-06-01"), ("2023-04-01", "2023-04-01")] {
            var bench = try Bench.quiet(at: "2022-06-01T09:00:00Z")
            let customer = bench.customer()
            try bench.buy(Sample.pro, for: customer)
            bench.advance(to: morning("2022-12-15"))
            try bench.autoRenew(false, customer)
            bench.advance(to: morning(again))
            // It ended on 1 January, 31 days before February and 90 before April.
            try expectEqual(bench.standing(of: customer), "lapsed 2023-01-01, autoRenewDisabled")
            try bench.buy(Sample.basic, for: customer)
            expectEqual(day(try bench.recentStart(of: customer, to: Sample.pro)), expected)
        }
    }

    @Test("B14-1, B19-6: in the sandbox the gap is ten minutes")
    func sandbox() throws {
        // A month takes five minutes: it ends at 09:05.
        try expectEqual(recentStart(again: "2022-06-01T09:15:00Z", pace: .sandbox()), "2022-06-01")
        try expectEqual(recentStart(again: "2022-06-01T09:15:01Z", pace: .sandbox()), "2022-06-01T09:15:01Z")
        try expectEqual(
            recentStart(again: "2022-06-01T11:10:01Z", pace: .sandbox(.monthlyRenewalEveryHour)), "2022-06-01T11:10:01Z"
        )
    }

    @Test("B14-1: renewals, changes of plan and a recovery within retry belong to the series")
    func series() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.basic, for: customer)
        bench.advance(to: morning("2026-02-20"))
        try bench.buy(Sample.pro, for: customer)
        bench.pays(false, customer)
        bench.advance(to: "2026-05-19T08:59:59Z")
        // 59 days and some hours after 20 March.
        try expectEqual(bench.standing(of: customer), "retry until 2026-05-19, paymentDeclined")
        bench.pays(true, customer)
        expectEqual(day(try bench.recentStart(of: customer, to: Sample.pro)), "2026-01-10")
    }

    @Test("B14-1, C-194: a period that was refunded is no service from then on")
    func refunded() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.yearly, for: customer)
        _ = try bench.perform { $0.decideRefund(of: 1, .other) }
        bench.advance(to: morning("2026-12-10"))
        try bench.buy(Sample.yearly, for: customer)
        expectEqual(day(try bench.recentStart(of: customer, to: Sample.yearly)), "2026-12-10")
        // The refund taken back gives no service to the months without it.
        _ = try bench.perform { $0.decideRefundReversal(of: 1) }
        expectEqual(day(try bench.recentStart(of: customer, to: Sample.yearly)), "2026-12-10")
    }
}
