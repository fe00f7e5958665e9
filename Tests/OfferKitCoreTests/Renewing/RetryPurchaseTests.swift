import OfferKitCore
import OfferKitTestHarness
import Testing

/// Purchases and products in billing retry.
struct RetryPurchaseTests {
    /// A subscriber whose renewal of 10 February failed, five days later.
    private func failed(grace: BillingGracePeriod? = nil) throws -> (bench: Bench, customer: CustomerID) {
        var bench = try Bench.quiet()
        bench.setGrace(grace)
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.failNext(1, customer)
        bench.advance(to: morning("2026-02-15"))
        return (bench, customer)
    }

    @Test("C-12, C-56: buying the same product again makes the renewal good at once, by a purchase")
    func sameProduct() throws {
        var (retry, customer) = try failed()
        let count = retry.log.count
        #expect(try retry.buy(Sample.pro, for: customer).isNew)
        expectEqual(retry.happenings(since: count), ["2026-02-15 recovered", "2026-02-15 purchase 2 at 9.99"])
        try expectEqual(retry.life(of: customer).last, "2026-02-15…2026-03-15 pro.monthly 9.99 purchase")
        var (grace, other) = try failed(grace: BillingGracePeriod(.sixteenDays))
        try grace.buy(Sample.pro, for: other)
        try expectEqual(grace.life(of: other).last, "2026-02-10…2026-03-10 pro.monthly 9.99 purchase")
        grace.advance(to: morning("2026-03-10"))
        try expectEqual(grace.life(of: other).last, "2026-03-10…2026-04-10 pro.monthly 9.99 renewal")
    }

    @Test("C-12: with a promotional offer it is the offer's price that is charged")
    func promotional() throws {
        for (offer, line) in [
            ("half", "2026-02-15…2026-03-15 pro.monthly 4.99 purchase promotional 1/3"),
            ("prepaid", "2026-02-15…2026-05-15 pro.monthly 20.00 purchase promotional 1/1"),
            ("free", "2026-02-15…2026-03-15 pro.monthly 0.00 purchase promotional 1/1"),
        ] {
            var (bench, customer) = try failed()
            try bench.buy(Sample.pro, promo: Sample.offer(offer, Sample.pro), for: customer)
            try expectEqual(bench.life(of: customer).last, line)
        }
        var (bench, customer) = try failed(grace: BillingGracePeriod(.sixteenDays))
        try bench.buy(Sample.pro, promo: Sample.offer("prepaid", Sample.pro), for: customer)
        try expectEqual(
            bench.life(of: customer).last, "2026-02-10…2026-05-10 pro.monthly 20.00 purchase promotional 1/1")
    }

    @Test("C-12: an upgrade starts at once, with no refund, for nothing was paid; the old transaction is left alone")
    func upgrade() throws {
        for grace in [BillingGracePeriod(.sixteenDays), nil] {
            var bench = try Bench.quiet()
            bench.setGrace(grace)
            let customer = bench.customer()
            try bench.buy(Sample.basic, for: customer)
            bench.failNext(1, customer)
            bench.advance(to: morning("2026-02-15"))
            try bench.buy(Sample.pro, for: customer)
            try expectEqual(
                bench.life(of: customer),
                [
                    "2026-01-10…2026-02-10 basic.monthly 4.99 purchase",
                    "2026-02-15…2026-03-15 pro.monthly 9.99 purchase",
                ])
            try expectEqual(bench.standing(of: customer), "active until 2026-03-15")
        }
    }

    @Test("C-12: a downgrade waits for the recovery, which then charges the new product")
    func downgrade() throws {
        for (grace, line) in [
            (BillingGracePeriod(.sixteenDays), "2026-02-10…2026-03-10 basic.monthly 4.99 renewal"),
            (nil, "2026-02-20…2026-03-20 basic.monthly 4.99 renewal"),
        ] {
            var (bench, customer) = try failed(grace: grace)
            #expect(try !bench.buy(Sample.basic, for: customer).isNew)
            #expect(try bench.subscription(of: customer, to: Sample.pro).isRetrying)
            bench.advance(to: morning("2026-02-20"))
            bench.pays(true, customer)
            try expectEqual(bench.life(of: customer).last, line)
        }
    }

    @Test("C-57: in retry, too, buying the product again drops a planned downgrade and keeps a running offer")
    func undone() throws {
        var bench = try Bench.quiet(adding: [Sample.pro: [.introductory(.payAsYouGo(1, periods: 3))]])
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.failNext(1, customer)
        bench.advance(to: morning("2026-02-15"))
        try bench.buy(Sample.basic, for: customer)
        try bench.buy(Sample.pro, for: customer)
        try expectEqual(
            bench.life(of: customer).last, "2026-02-15…2026-03-15 pro.monthly 1.00 purchase introductory 2/3")
    }

    @Test("B4-9: a purchase that cannot be charged leaves the retry as it was")
    func declined() throws {
        var (bench, customer) = try failed()
        bench.pays(false, customer)
        expectEqual(bench.refusal { try $0.buy(Sample.pro, for: customer) }, .paymentFailed)
        try expectEqual(bench.standing(of: customer), "retry until 2026-04-11, paymentDeclined")
        bench.advance(to: morning("2026-04-11"))
        try expectEqual(bench.standing(of: customer), "lapsed 2026-04-11, billingError")
    }

    // MARK: - Products that are not for sale

    @Test("C-17: a product taken off sale puts its renewals into retry without grace; back in time, they recover")
    func offSale() throws {
        for (time, standing) in [
            ("2026-04-11T08:59:59Z", "active until 2026-05-11T08:59:59Z"),
            ("2026-04-11T09:00:00Z", "lapsed 2026-04-11, productUnavailable"),
        ] {
            var bench = try Bench.quiet()
            bench.setGrace(BillingGracePeriod(.sixteenDays))
            let customer = bench.customer()
            try bench.buy(Sample.pro, for: customer)
            try bench.sell(Sample.pro, false)
            bench.advance(to: morning("2026-02-10"))
            try expectEqual(bench.standing(of: customer), "retry until 2026-04-11, productUnavailable")
            bench.advance(to: time)
            try bench.sell(Sample.pro, true)
            try expectEqual(bench.standing(of: customer), standing)
        }
    }

    // 60 days after 10 February is 11 April.
    @Test(
        "C-17: by the documents a product that is not for sale is tried again, by Apple's documentation today it ends",
        arguments: [
            (StoreRules.documents, "retry until 2026-04-11, productUnavailable"),
            (.today, "lapsed 2026-02-10, productUnavailable"),
        ])
    func atOnce(preset: StoreRules, standing: String) throws {
        var bench = try Bench(rules: preset)
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.sell(Sample.pro, false)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.standing(of: customer), standing)
    }

    // C-195.
    @Test("C-55: back on sale brings one attempt, which may fail for another reason; then only a repair brings one")
    func oneAttempt() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.sell(Sample.pro, false)
        bench.advance(to: morning("2026-02-15"))
        bench.pays(false, customer)
        let count = bench.log.count
        try bench.sell(Sample.pro, true)
        try expectEqual(bench.standing(of: customer), "retry until 2026-04-11, paymentDeclined")
        bench.advance(to: morning("2026-03-15"))
        bench.pays(true, customer)
        expectEqual(
            bench.happenings(since: count),
            ["2026-02-15 attempt failed paymentDeclined", "2026-03-15 recovered", "2026-03-15 renewal 2 at 9.99"])
    }

    @Test("C-195: back on sale brings an attempt in grace and in retry, whatever the renewal failed for")
    func backOnSale() throws {
        for (grace, line) in [
            (BillingGracePeriod(.sixteenDays), "2026-02-10…2026-03-10 pro.monthly 9.99 renewal"),
            (nil, "2026-02-15…2026-03-15 pro.monthly 9.99 renewal"),
        ] {
            var (bench, customer) = try failed(grace: grace)
            try bench.sell(Sample.pro, false)
            try expectEqual(bench.life(of: customer).count, 1)
            try bench.sell(Sample.pro, true)
            try expectEqual(bench.life(of: customer).last, line)
        }
    }

    @Test("C-197: a code for a lower level is refused in grace and retry, as while service lasts, and not used up")
    func codeForLowerLevel() throws {
        for grace in [BillingGracePeriod(.sixteenDays), nil] {
            var bench = try Bench(adding: [Sample.basic: [.code("Spring", .freeTrial(.monthly))]])
            bench.setGrace(grace)
            try bench.makeCodes("WORD", for: "Spring", of: Sample.basic)
            let customer = bench.customer()
            try bench.buy(Sample.pro, for: customer)
            bench.failNext(1, customer)
            bench.advance(to: morning("2026-02-15"))
            expectEqual(
                bench.codeRefusal { try $0.redeem("WORD", for: customer) },
                .ineligible(offer: "Spring", because: [.wouldDowngrade(fromLevel: 1, toLevel: 2)]))
            expectEqual(bench.state.codes["WORD"]?.redeemed, 0)
        }
    }

    @Test("C-55: a repair while the product is off sale is not lost: the attempt comes when it is back")
    func repairedTooEarly() throws {
        var (bench, customer) = try failed()
        try bench.sell(Sample.pro, false)
        bench.pays(true, customer)
        try expectEqual(bench.standing(of: customer), "retry until 2026-04-11, paymentDeclined")
        bench.advance(to: morning("2026-02-20"))
        try bench.sell(Sample.pro, true)
        try expectEqual(bench.life(of: customer).last, "2026-02-20…2026-03-20 pro.monthly 9.99 renewal")
    }

    @Test("B7-14, C-12: who plans to change from a product that is not for sale is charged for the new one on a repair")
    func plannedAwayInRetry() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.sell(Sample.pro, false)
        bench.advance(to: morning("2026-02-15"))
        bench.pays(true, customer)
        try expectEqual(bench.standing(of: customer), "retry until 2026-04-11, productUnavailable")
        try bench.buy(Sample.basic, for: customer)
        bench.advance(to: morning("2026-02-20"))
        bench.pays(true, customer)
        try expectEqual(bench.life(of: customer).last, "2026-02-20…2026-03-20 basic.monthly 4.99 renewal")
    }

    @Test("C-17: a planned change to a product that is for sale renews, although the old one is not")
    func plannedAway() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.buy(Sample.basic, for: customer)
        try bench.sell(Sample.pro, false)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.life(of: customer).last, "2026-02-10…2026-03-10 basic.monthly 4.99 renewal")
    }
}
