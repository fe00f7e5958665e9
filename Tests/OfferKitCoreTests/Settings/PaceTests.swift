import OfferKitCore
import OfferKitTestHarness
import Testing

/// Paces.
struct PaceTests {
    private static let periods: [SubscriptionPeriod] = [
        .weekly, .monthly, .everyTwoMonths, .everyThreeMonths, .everySixMonths, .yearly,
    ]

    /// A row of B19: the six periods, grace of a weekly product and of others, and billing retry, in seconds.
    struct Row: Sendable {
        let pace: Pace
        let periods: [Int64]
        let weeklyGrace: Int64
        let grace: Int64
        let retry: Int64
    }

    /// Copied from Apple's tables, in seconds; the rate of three minutes lists periods only.
    static let rows: [Row] = [
        Row(
            pace: .monthlyRenewalEveryHour, periods: [900, 3_600, 7_200, 10_800, 21_600, 43_200], weeklyGrace: 771,
            grace: 1_800, retry: 7_200),
        Row(
            pace: .monthlyRenewalEveryThirtyMinutes, periods: [600, 1_800, 3_600, 5_400, 10_800, 21_600],
            weeklyGrace: 514, grace: 900, retry: 3_600),
        Row(
            pace: .monthlyRenewalEveryFifteenMinutes, periods: [300, 900, 1_800, 2_700, 5_400, 10_800],
            weeklyGrace: 257, grace: 450, retry: 1_800),
        Row(
            pace: .monthlyRenewalEveryFiveMinutes, periods: [180, 300, 600, 900, 1_800, 3_600], weeklyGrace: 154,
            grace: 150, retry: 600),
        Row(
            pace: .monthlyRenewalEveryThirtySeconds, periods: [10, 30, 60, 90, 180, 360], weeklyGrace: 9, grace: 15,
            retry: 60),
        Row(
            pace: .sandbox(.monthlyRenewalEveryThreeMinutes), periods: [180, 180, 360, 540, 1_080, 2_160],
            weeklyGrace: 154, grace: 90, retry: 360),
        // A fixed rate: every period as long, grace one, retry two of them.
        Row(
            pace: .oneRenewal(every: .seconds(2)), periods: [2, 2, 2, 2, 2, 2], weeklyGrace: 2, grace: 2, retry: 4),
        Row(
            pace: .oneRenewal(every: .seconds(900)), periods: [900, 900, 900, 900, 900, 900], weeklyGrace: 900,
            grace: 900, retry: 1_800),
        Row(
            pace: .oneRenewal(every: .seconds(86_400)), periods: Array(repeating: 86_400, count: 6),
            weeklyGrace: 86_400, grace: 86_400,
            retry: 172_800),
    ]

    private static func shop() throws -> Catalog {
        let products = PaceTests.periods.map {
            Catalog.Product.subscription($0.iso8601, level: 1, period: $0, price: 5)
        }
        return try Catalog(groups: [.group("G", products)])
    }

    @Test("B19: every cell of the tables: periods, grace of weekly and other products, retry", arguments: rows)
    func tables(row: Row) throws {
        for (period, seconds) in zip(PaceTests.periods, row.periods) {
            var rules = StoreRules.documents
            rules.outreach = .none
            var bench = try Bench(PaceTests.shop(), rules: rules)
            bench.setPace(row.pace)
            bench.setGrace(BillingGracePeriod(.sixteenDays))
            let customer = bench.customer()
            let start = bench.state.now
            let first = try bench.buy(period.iso8601, for: customer).transaction
            let end = start.adding(milliseconds: seconds * 1_000)
            expectEqual(first.expires, end)
            bench.pays(false, customer)
            bench.advance(to: end)
            let grace = period == .weekly ? row.weeklyGrace : row.grace
            try expectEqual(
                bench.subscription(of: customer, to: period.iso8601).standing,
                .inGrace(
                    until: end.adding(milliseconds: grace * 1_000),
                    retryUntil: end.adding(milliseconds: row.retry * 1_000)))
        }
    }

    @Test("B19: a monthly product at every five minutes, bought at 12:00, expires at 12:05, and renews at 12:05, 12:10")
    func fiveMinutes() throws {
        var bench = try Bench.quiet(at: "2026-01-31T12:00:00Z")
        bench.setPace(.monthlyRenewalEveryFiveMinutes)
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: "2026-01-31T12:10:00Z")
        expectEqual(
            bench.state.ledger.all.map { $0.expires?.description },
            ["2026-01-31T12:05:00Z", "2026-01-31T12:10:00Z", "2026-01-31T12:15:00Z"])
    }

    // C-84: by the ratio of the product's period.
    @Test(
        "a length that no table lists is scaled by the product's period",
        arguments: [
            // Three of 30 days of five minutes; two weeks; three days of a week of three minutes, rounded down.
            (Sample.pro, .freeTrial(.everyThreeDays), 30_000), (Sample.pro, .freeTrial(.everyTwoWeeks), 140_000),
            (Sample.weekly, .freeTrial(.everyThreeDays), 77_142), (Sample.yearly, .freeTrial(.everyThreeDays), 30_000),
            // Listed lengths are taken from the table whatever the product.
            (Sample.pro, .freeTrial(.weekly), 180_000), (Sample.weekly, .freeTrial(.monthly), 300_000),
            (Sample.pro, .payUpFront(9, .everyThreeMonths), 900_000),
        ] as [(String, Catalog.Offer.Terms, Int64)])
    func scaled(product: String, terms: Catalog.Offer.Terms, milliseconds: Int64) throws {
        var bench = try Bench.quiet(adding: [product: [.introductory(terms)]])
        bench.setPace(.monthlyRenewalEveryFiveMinutes)
        let first = try bench.buy(product, for: bench.customer()).transaction
        expectEqual(first.expires?.milliseconds(since: first.purchased), milliseconds)
    }

    @Test("C-84: a day of a second and a half makes a week of ten and a half")
    func fractionsOfASecond() throws {
        var bench = try Bench.quiet()
        bench.setPace(.day(takes: .milliseconds(1_500)))
        let first = try bench.buy(Sample.weekly, for: bench.customer()).transaction
        expectEqual(first.expires?.milliseconds(since: first.purchased), 10_500)
    }

    @Test(
        "B19-1, B19-2, C-33: auto-renew goes off at the thirteenth renewal in the sandbox, at the seventh in TestFlight",
        arguments: [
            (.sandbox(), 12), (.sandbox().stopping(afterRenewals: 5), 5), (.testFlight, 6),
            (.sandbox(.monthlyRenewalEveryHour), 12),
        ] as [(Pace, Int)])
    func stopping(pace: Pace, renewals: Int) throws {
        var bench = try Bench.quiet()
        bench.setPace(pace)
        let customer = bench.customer()
        let first = try bench.buy(Sample.pro, for: customer).transaction
        let count = bench.log.count
        bench.advance(to: morning("2026-03-10"))
        expectEqual(bench.state.ledger.last, TransactionID(renewals + 1))
        let span = try #require(first.expires).milliseconds(since: first.purchased)
        let end = day(first.purchased.adding(milliseconds: span * Int64(renewals + 1)))
        expectEqual(
            bench.happenings(since: count).suffix(2), ["\(end) renewal off", "\(end) lapsed autoRenewDisabled"])
        // Whoever buys again renews as often again.
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: morning("2026-04-10"))
        expectEqual(bench.state.ledger.last, TransactionID(2 * (renewals + 1)))
    }

    @Test("without a limit a fast store renews for ever")
    func forEver() throws {
        var bench = try Bench.quiet()
        bench.setPace(.monthlyRenewalEveryThirtySeconds)
        try bench.buy(Sample.pro, for: bench.customer())
        bench.advance(to: "2026-01-10T10:00:00Z")
        expectEqual(bench.state.ledger.last, 121)
    }

    // A month that ends on 10 February, and then weeks: the first of them would end on 17 February, grace on the 26th.
    @Test("C-89: a recovery in grace whose period would be over already begins a period now", arguments: [16, 20])
    func recoveredTooLate(day: Int) throws {
        var bench = try Bench.quiet()
        bench.setGrace(BillingGracePeriod(.sixteenDays))
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.buy(Sample.weekly, for: customer)
        bench.pays(false, customer)
        bench.advance(to: morning("2026-02-\(day)"))
        try expectEqual(bench.standing(of: customer), "grace until 2026-02-26, retry until 2026-04-11")
        bench.pays(true, customer)
        let week = day == 16 ? "2026-02-10…2026-02-17" : "2026-02-20…2026-02-27"
        try expectEqual(bench.life(of: customer).last, "\(week) basic.weekly 1.99 renewal")
    }

    @Test("C-18: a recovery in grace keeps the cycle at a fast pace too")
    func recoveredInGrace() throws {
        for (pace, repair, start) in [
            (Pace.monthlyRenewalEveryFiveMinutes, "2026-01-10T09:07:00Z", "2026-01-10T09:05:00Z"),
            // Grace of a month of three minutes ends before its period would.
            (Pace.monthlyRenewalEveryThreeMinutes, "2026-01-10T09:04:29Z", "2026-01-10T09:03:00Z"),
        ] {
            var bench = try Bench.quiet()
            bench.setPace(pace)
            bench.setGrace(BillingGracePeriod(.sixteenDays))
            let customer = bench.customer()
            try bench.buy(Sample.pro, for: customer)
            bench.pays(false, customer)
            bench.advance(to: repair)
            bench.pays(true, customer)
            expectEqual(bench.state.ledger[2]?.purchased, at(start))
        }
    }

    @Test("C-19: a change of pace leaves running periods alone, and months are counted from their end")
    func changed() throws {
        var bench = try Bench.quiet()
        bench.setPace(.monthlyRenewalEveryFiveMinutes)
        let (active, grace) = (bench.customer(), bench.customer())
        bench.setGrace(BillingGracePeriod(.sixteenDays))
        for customer in [active, grace] { try bench.buy(Sample.pro, for: customer) }
        bench.failNext(1, grace)
        bench.advance(to: "2026-01-10T09:06:00Z")
        bench.setPace(.realTime)
        bench.pays(true, grace)
        bench.advance(to: "2026-02-10T09:10:00Z")
        // In grace since 09:05: a month from there; the other period ended at 09:10.
        try expectEqual(
            bench.life(of: grace).dropFirst(),
            [
                "2026-01-10T09:05:00Z…2026-02-10T09:05:00Z pro.monthly 9.99 renewal",
                "2026-02-10T09:05:00Z…2026-03-10T09:05:00Z pro.monthly 9.99 renewal",
            ])
        try expectEqual(
            bench.life(of: active).dropFirst(2),
            [
                "2026-01-10T09:10:00Z…2026-02-10T09:10:00Z pro.monthly 9.99 renewal",
                "2026-02-10T09:10:00Z…2026-03-10T09:10:00Z pro.monthly 9.99 renewal",
            ])
    }

    @Test("C-19: a pace that only stops renewals leaves the anchor where it is")
    func sameLengths() throws {
        var bench = try Bench.quiet(at: "2026-01-31T09:00:00Z")
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.setPace(.realTime.stopping(afterRenewals: 5))
        bench.advance(to: morning("2026-02-28"))
        try expectEqual(bench.standing(of: customer), "active until 2026-03-31")
    }

    @Test("B9-9, S3-15: notices and letters come in the pace's own days")
    func leads() throws {
        var rules = StoreRules.documents
        rules.outreach = OutreachPlan(bannerDays: [0], emailDays: [30], pushDays: [])
        var bench = try Bench(rules: rules)
        bench.setPace(.monthlyRenewalEveryFiveMinutes)
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.price(Sample.pro, 10.99)
        // Ten of 30 days of five minutes before 09:05:00 is 09:03:20; 30 of 60 days of retry is five minutes.
        bench.advance(to: "2026-01-10T09:04:00Z")
        expectContains(bench.happenings(), "2026-01-10T09:03:20Z told of a rise, not asked")
        bench.pays(false, customer)
        bench.advance(to: "2026-01-10T09:20:00Z")
        expectEqual(
            bench.happenings().suffix(4),
            [
                "2026-01-10T09:05:00Z failed paymentDeclined, grace none, retry 2026-01-10T09:15:00Z",
                "2026-01-10T09:05:00Z banner", "2026-01-10T09:10:00Z email", "2026-01-10T09:15:00Z lapsed billingError",
            ])
    }
}
