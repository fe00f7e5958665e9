import OfferKitCore
import OfferKitTestHarness
import Testing

/// Billing retry and grace.
struct BillingRetryTests {
    // S3-12, S3-13, S3-17, S3-36, S3-39: nothing was configured; the failed charge is tried for 60 days, and the day it
    // goes through is the new billing day.
    @Test("W-1: without grace, a card updated on 11 May makes the 11th the billing day; there is no service in between")
    func exampleOne() throws {
        var bench = try Bench.quiet(at: "2026-04-01T09:00:00Z")
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: morning("2026-04-25"))
        bench.pays(false, customer)
        let count = bench.log.count
        bench.advance(to: morning("2026-05-05"))
        try expectEqual(bench.standing(of: customer), "retry until 2026-06-30, paymentDeclined")
        #expect(try !bench.subscription(of: customer, to: Sample.pro).hasService)
        bench.advance(to: morning("2026-05-11"))
        bench.pays(true, customer)
        bench.advance(to: morning("2026-06-11"))
        expectEqual(
            bench.happenings(since: count),
            [
                "2026-05-01 failed paymentDeclined, grace none, retry 2026-06-30", "2026-05-11 recovered",
                "2026-05-11 renewal 2 at 9.99", "2026-06-11 renewal 3 at 9.99",
            ])
        try expectEqual(
            bench.life(of: customer).suffix(2),
            ["2026-05-11…2026-06-11 pro.monthly 9.99 renewal", "2026-06-11…2026-07-11 pro.monthly 9.99 renewal"])
    }

    // S3-19, S3-20, S3-24: service goes on, and the renewal date is kept.
    @Test("W-2: with 28 days of grace, a card updated on 15 May changes nothing; service never stops")
    func exampleTwo() throws {
        var bench = try Bench.quiet(at: "2026-04-01T09:00:00Z")
        bench.setGrace(BillingGracePeriod(.twentyEightDays))
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: morning("2026-04-25"))
        bench.pays(false, customer)
        bench.advance(to: morning("2026-05-14"))
        try expectEqual(bench.standing(of: customer), "grace until 2026-05-29, retry until 2026-06-30")
        #expect(try bench.subscription(of: customer, to: Sample.pro).hasService)
        bench.advance(to: morning("2026-05-15"))
        bench.pays(true, customer)
        try expectEqual(bench.standing(of: customer), "active until 2026-06-01")
        bench.advance(to: morning("2026-06-01"))
        try expectEqual(
            bench.life(of: customer),
            [
                "2026-04-01…2026-05-01 pro.monthly 9.99 purchase", "2026-05-01…2026-06-01 pro.monthly 9.99 renewal",
                "2026-06-01…2026-07-01 pro.monthly 9.99 renewal",
            ])
    }

    // Both presets cap grace of weekly products; S3-22 makes no exception.
    @Test("C-20, S3-22: without the cap a weekly product's grace lasts as long as the setting says")
    func weeklyGraceUncapped() throws {
        var uncapped = StoreRules.documents
        uncapped.capsWeeklyGrace = false
        for (rules, standing) in [
            (StoreRules.documents, "grace until 2026-01-23, retry until 2026-03-18"),
            (.today, "grace until 2026-01-23, retry until 2026-03-18"),
            (uncapped, "grace until 2026-02-02, retry until 2026-03-18"),
        ] {
            var bench = try Bench(rules: rules)
            bench.setGrace(BillingGracePeriod(.sixteenDays))
            let customer = bench.customer()
            try bench.buy(Sample.weekly, for: customer)
            bench.pays(false, customer)
            // It ends on 17 January: 6 days later is the 23rd, 16 days later 2 February, 60 days later 18 March.
            bench.advance(to: morning("2026-01-17"))
            try expectEqual(bench.standing(of: customer), standing)
        }
    }

    // S3-13, S3-36, S3-41: sixty days, then it is over.
    @Test("B7-1, B7-11, B7-12: grace ends, retry goes on to day 60, then it is over with auto-renew off")
    func neverPaid() throws {
        var bench = try Bench.quiet()
        bench.setGrace(BillingGracePeriod(.sixteenDays))
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: morning("2026-02-05"))
        bench.pays(false, customer)
        let count = bench.log.count
        bench.advance(to: morning("2026-12-31"))
        expectEqual(
            bench.happenings(since: count),
            [
                "2026-02-10 failed paymentDeclined, grace 2026-02-26, retry 2026-04-11", "2026-02-26 grace ended",
                "2026-04-11 lapsed billingError",
            ])
        #expect(try !bench.subscription(of: customer, to: Sample.pro).willAutoRenew)
        // Grace was free service: coming back costs one period, from the day of coming back (B7-18).
        bench.pays(true, customer)
        try bench.buy(Sample.pro, for: customer)
        try expectEqual(
            bench.life(of: customer),
            ["2026-01-10…2026-02-10 pro.monthly 9.99 purchase", "2026-12-31…2027-01-31 pro.monthly 9.99 purchase"])
    }

    // S3-39: at any time within the 60 days.
    @Test("B7-1: the last moment to recover is the one before day 60 ends")
    func lastMoment() throws {
        for (time, recovers) in [("2026-04-11T08:59:59Z", true), ("2026-04-11T09:00:00Z", false)] {
            var bench = try Bench.quiet()
            let customer = bench.customer()
            try bench.buy(Sample.pro, for: customer)
            bench.pays(false, customer)
            bench.advance(to: time)
            bench.pays(true, customer)
            try expectEqual(
                bench.standing(of: customer),
                recovers ? "active until 2026-05-11T08:59:59Z" : "lapsed 2026-04-11, billingError")
        }
    }

    // S3-22: 3, 16 or 28 days.
    @Test(
        "B7-5, C-20: grace lasts as configured; six days at most for weekly products",
        arguments: [
            (Sample.weekly, .threeDays, "grace until 2026-01-20, retry until 2026-03-18"),
            (Sample.weekly, .sixteenDays, "grace until 2026-01-23, retry until 2026-03-18"),
            (Sample.weekly, .twentyEightDays, "grace until 2026-01-23, retry until 2026-03-18"),
            (Sample.pro, .threeDays, "grace until 2026-02-13, retry until 2026-04-11"),
            (Sample.pro, .sixteenDays, "grace until 2026-02-26, retry until 2026-04-11"),
            (Sample.pro, .twentyEightDays, "grace until 2026-03-10, retry until 2026-04-11"),
            (Sample.yearly, .twentyEightDays, "grace until 2027-02-07, retry until 2027-03-11"),
        ] as [(String, BillingGracePeriod.Duration, String)])
    func graceLengths(product: String, grace: BillingGracePeriod.Duration, expected: String) throws {
        var bench = try Bench.quiet()
        bench.setGrace(BillingGracePeriod(grace))
        let customer = bench.customer()
        let end = try #require(try bench.buy(product, for: customer).transaction.expires)
        bench.pays(false, customer)
        bench.advance(to: end)
        try expectEqual(bench.standing(of: customer, in: product), expected)
    }

    // S3-21: everybody, or paid plans only.
    @Test(
        "B7-7: paid to paid only leaves out who comes from a free period",
        arguments: [
            (.freeTrial(.monthly), .allRenewals, true), (.freeTrial(.monthly), .paidToPaidOnly, false),
            (.payUpFront(1, .monthly), .paidToPaidOnly, true), (.payAsYouGo(1, periods: 1), .paidToPaidOnly, true),
        ] as [(Catalog.Offer.Terms, BillingGracePeriod.Eligibility, Bool)])
    func freePeriods(terms: Catalog.Offer.Terms, eligibility: BillingGracePeriod.Eligibility, hasGrace: Bool) throws {
        var bench = try Bench.quiet(adding: [Sample.pro: [.introductory(terms)]])
        bench.setGrace(BillingGracePeriod(.threeDays, eligibility: eligibility))
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.pays(false, customer)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(
            bench.standing(of: customer),
            hasGrace
                ? "grace until 2026-02-13, retry until 2026-04-11" : "retry until 2026-04-11, paymentDeclined")
    }

    // S3-50: from the configuration on, grace begins when a renewal fails.
    @Test("B7-6: grace is fixed when the renewal fails; what is configured later is for later failures")
    func fixedGrace() throws {
        var bench = try Bench.quiet()
        let (one, other) = (bench.customer(), bench.customer())
        bench.setGrace(BillingGracePeriod(.sixteenDays))
        try bench.buy(Sample.pro, for: one)
        bench.pays(false, one)
        bench.advance(to: morning("2026-02-10"))
        bench.setGrace(nil)
        try expectEqual(bench.standing(of: one), "grace until 2026-02-26, retry until 2026-04-11")
        try bench.buy(Sample.pro, for: other)
        bench.pays(false, other)
        bench.advance(to: morning("2026-03-10"))
        bench.setGrace(BillingGracePeriod(.twentyEightDays))
        try expectEqual(bench.standing(of: other), "retry until 2026-05-09, paymentDeclined")
        try expectEqual(bench.standing(of: one), "retry until 2026-04-11, paymentDeclined")
    }

    // S3-44: the customer leaves retry by cancelling.
    @Test("B7-13, C-21: cancelled in grace or retry it is over at once, and a repair comes too late")
    func cancelled() throws {
        for grace in [BillingGracePeriod(.sixteenDays), nil] {
            var bench = try Bench.quiet()
            bench.setGrace(grace)
            let customer = bench.customer()
            try bench.buy(Sample.pro, for: customer)
            bench.pays(false, customer)
            bench.advance(to: morning("2026-02-15"))
            let count = bench.log.count
            try bench.autoRenew(false, customer)
            bench.pays(true, customer)
            bench.advance(to: morning("2026-06-01"))
            expectEqual(
                bench.happenings(since: count), ["2026-02-15 renewal off", "2026-02-15 lapsed autoRenewDisabled"])
            try expectEqual(bench.life(of: customer).count, 1)
        }
    }

    @Test(
        "C-48: a charge that fails in the middle of three uses up no period of the offer",
        arguments: [
            (
                BillingGracePeriod(.sixteenDays),
                [
                    "2026-02-10…2026-03-10 pro.monthly 4.99 renewal introductory 2/3",
                    "2026-03-10…2026-04-10 pro.monthly 4.99 renewal introductory 3/3",
                    "2026-04-10…2026-05-10 pro.monthly 9.99 renewal",
                ]
            ),
            (
                nil,
                [
                    "2026-02-15…2026-03-15 pro.monthly 4.99 renewal introductory 2/3",
                    "2026-03-15…2026-04-15 pro.monthly 4.99 renewal introductory 3/3",
                    "2026-04-15…2026-05-15 pro.monthly 9.99 renewal",
                ]
            ),
        ] as [(BillingGracePeriod?, [String])])
    func payAsYouGo(grace: BillingGracePeriod?, expected: [String]) throws {
        var bench = try Bench.quiet(adding: [Sample.pro: [.introductory(.payAsYouGo(4.99, periods: 3))]])
        bench.setGrace(grace)
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.failNext(1, customer)
        bench.advance(to: morning("2026-02-15"))
        try expectEqual(bench.coming(of: customer), "pro.monthly 4.99 introductory 2/3")
        bench.pays(true, customer)
        bench.advance(to: morning("2026-04-20"))
        try expectEqual(Array(bench.life(of: customer).dropFirst()), expected)
    }

    // The third and last charge is due on 10 March.
    @Test("C-48: the last charge of a pay-as-you-go offer that fails is made at the offer's price, too")
    func payAsYouGoLast() throws {
        var bench = try Bench.quiet(adding: [Sample.pro: [.introductory(.payAsYouGo(4.99, periods: 3))]])
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: morning("2026-02-20"))
        bench.failNext(1, customer)
        bench.advance(to: morning("2026-03-15"))
        try expectEqual(bench.coming(of: customer), "pro.monthly 4.99 introductory 3/3")
        bench.pays(true, customer)
        try expectEqual(
            bench.life(of: customer).last, "2026-03-15…2026-04-15 pro.monthly 4.99 renewal introductory 3/3")
        bench.advance(to: morning("2026-04-15"))
        try expectEqual(bench.life(of: customer).last, "2026-04-15…2026-05-15 pro.monthly 9.99 renewal")
    }

    @Test("C-48: an expiry ends the rest of a pay-as-you-go offer")
    func payAsYouGoNeverRecovered() throws {
        var bench = try Bench.quiet(adding: [Sample.pro: [.introductory(.payAsYouGo(4.99, periods: 3))]])
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.pays(false, customer)
        bench.advance(to: morning("2026-04-11"))
        try expectEqual(bench.standing(of: customer), "lapsed 2026-04-11, billingError")
        bench.pays(true, customer)
        try bench.buy(Sample.pro, for: customer)
        try expectEqual(bench.life(of: customer).last, "2026-04-11…2026-05-11 pro.monthly 9.99 purchase")
    }

    @Test("B7-14: one repair recovers every subscription of the customer, each in its own way, and no one else's")
    func everySubscription() throws {
        var bench = try Bench.quiet()
        let (customer, other) = (bench.customer(), bench.customer())
        try bench.buy(Sample.pro, for: customer)
        try bench.buy(Sample.pro, for: other)
        bench.advance(to: morning("2026-01-12"))
        try bench.buy(Sample.news, for: customer)
        for declining in [customer, other] { bench.pays(false, declining) }
        bench.advance(to: morning("2026-02-11"))
        bench.setGrace(BillingGracePeriod(.sixteenDays))
        bench.advance(to: morning("2026-02-15"))
        bench.pays(true, customer)
        try expectEqual(bench.standing(of: customer), "active until 2026-03-15")
        try expectEqual(bench.standing(of: customer, in: Sample.news), "active until 2026-03-12")
        try expectEqual(bench.standing(of: other), "retry until 2026-04-11, paymentDeclined")
    }
}
