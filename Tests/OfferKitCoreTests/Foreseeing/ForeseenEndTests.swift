import OfferKitCore
import OfferKitTestHarness
import Testing

/// The end of a subscription that will not renew, foreseen.
///
/// From when a customer may have an offer whose subscription will end although auto-renew is on, each date held against the
/// store that lives until then.
struct ForeseenEndTests {
    private static let back = Catalog.Offer.winBack("back", .freeTrial(.monthly), eligibility: .everyChurnedCustomer)

    /// A customer who subscribed to a product on 10 January 2026.
    private func subscriber(
        to product: String = Sample.basic, rules change: (inout StoreRules) -> Void = { _ in },
        offer: Catalog.Offer = back
    ) throws -> (bench: Bench, customer: CustomerID) {
        var rules = StoreRules.documents
        rules.outreach = .none
        change(&rules)
        var bench = try Bench(adding: [Sample.pro: [offer]], rules: rules)
        let customer = bench.customer()
        try bench.buy(product, for: customer)
        return (bench, customer)
    }

    private func answer(_ bench: Bench, _ customer: CustomerID) throws -> OfferAnswer {
        try bench.state.answer(about: "back", .winBack, of: Sample.pro, for: customer, on: "USA")
    }

    private func from(_ bench: Bench, _ customer: CustomerID) throws -> String? {
        try answer(bench, customer).eligibleFrom.map { day($0) }
    }

    /// Expects the date to be known now, and the offer to be had from then on and not a millisecond before.
    private func expect(_ date: String, _ bench: Bench, _ customer: CustomerID) throws {
        try expectEqual(from(bench, customer), date)
        var then = bench
        then.advance(to: morning(date).adding(milliseconds: -1))
        #expect(try !answer(then, customer).reasons.isEmpty)
        try expectEqual(from(then, customer), date)
        then.advance(to: morning(date))
        #expect(try answer(then, customer).reasons.isEmpty)
        expectNil(then.refusal { try $0.buy(Sample.pro, winBack: "back", for: customer) })
    }

    @Test("B9-3, C-54: who was asked to agree to a rise and has not leaves at the end of the period")
    func consent() throws {
        var (bench, customer) = try subscriber()
        try bench.price(Sample.basic, 8.99, .requiresConsent)
        bench.advance(to: morning("2026-01-30"))
        // Told on 31 January (B9-9): how they will answer nobody can know before.
        expectNil(try from(bench, customer))
        bench.advance(to: morning("2026-01-31"))
        try expect("2026-02-10", bench, customer)
        var agreed = bench
        try agreed.perform { $0.decideConsent(true, of: customer, in: Sample.premium) }
        expectNil(try from(agreed, customer))
        var declined = bench
        try declined.perform { $0.decideConsent(false, of: customer, in: Sample.premium) }
        try expect("2026-02-10", declined, customer)
        // The next renewal is under an offer, and consent is not judged at it.
        try bench.buy(Sample.basic, promo: Sample.offer("free", Sample.basic), for: customer)
        expectNil(try from(bench, customer))
        bench.advance(to: morning("2026-02-10"))
        try expect("2026-03-10", bench, customer)
    }

    @Test("B9-3, B15-7: the months since the lapse count from there")
    func monthsAfterConsent() throws {
        var (bench, customer) = try subscriber(
            offer: .winBack(
                "back", .freeTrial(.monthly),
                eligibility: .criteria(WinBackCriteria(minimumPaidMonths: 1, monthsSinceLapse: 3...24))))
        try bench.price(Sample.basic, 8.99, .requiresConsent)
        bench.advance(to: morning("2026-02-01"))
        try expect("2026-05-10", bench, customer)
    }

    // Sixty days after 10 February, when the renewal fails, is 11 April.
    @Test(
        "C-17: off sale, it ends with billing retry, or with its period where the rules say so",
        arguments: [(false, "2026-04-11"), (true, "2026-02-10")])
    func offSale(endsAtOnce: Bool, date: String) throws {
        var (bench, customer) = try subscriber(rules: { $0.expiresAtOnceWhenRemovedFromSale = endsAtOnce })
        bench.advance(to: morning("2026-01-20"))
        expectNil(try from(bench, customer))
        try bench.sell(Sample.basic, false)
        try expect(date, bench, customer)
        try bench.sell(Sample.basic, true)
        expectNil(try from(bench, customer))
    }

    @Test("C-17: what would renew decides, not what runs")
    func planned() throws {
        var (bench, customer) = try subscriber(to: Sample.plus)
        try bench.buy(Sample.basic, for: customer)
        try bench.sell(Sample.plus, false)
        expectNil(try from(bench, customer))
        try bench.sell(Sample.basic, false)
        try expect("2026-04-11", bench, customer)
    }

    @Test("C-17, B15-4: a failed charge is not certain to end it while the product is sold, and is when it is not")
    func failedCharge() throws {
        var (bench, customer) = try subscriber()
        bench.setGrace(BillingGracePeriod(.sixteenDays))
        bench.pays(false, customer)
        for time in ["2026-02-15", "2026-03-15"] {
            bench.advance(to: morning(time))
            try expectEqual(answer(bench, customer).reasons, [.renewalFailed(group: Sample.premium)])
            expectNil(try from(bench, customer))
            var offSale = bench
            try offSale.sell(Sample.basic, false)
            try expect("2026-04-11", offSale, customer)
            // Payment repairs nothing where there is nothing to charge for.
            offSale.pays(true, customer)
            try expect("2026-04-11", offSale, customer)
        }
    }

    @Test("B19-1: the renewal that the environment will not make is foreseen in the last period")
    func mostRenewals() throws {
        var (bench, customer) = try subscriber()
        bench.setPace(.monthlyRenewalEveryFiveMinutes.stopping(afterRenewals: 1))
        expectNil(try from(bench, customer))
        bench.advance(to: morning("2026-02-10"))
        let until = try bench.subscription(of: customer, to: Sample.basic).standing
        expectEqual(until, .active(until: at("2026-02-10T09:05:00Z")))
        try expect("2026-02-10T09:05:00Z", bench, customer)
    }

    @Test("B15-5, C-17: what a relative shares ends with its service, before billing retry does")
    func shared() throws {
        var rules = StoreRules.documents
        rules.outreach = .none
        var bench = try Bench(
            Sample.catalog(adding: [Sample.pro: [ForeseenEndTests.back]], sharing: [Sample.basic]), rules: rules)
        let (buyer, member) = (bench.customer(), bench.customer())
        try bench.perform {
            $0.families.decideFamily(adding: member, to: buyer, among: $0.customers, $0.ledger, $0.shop)
        }
        try bench.buyOnce(Sample.weekly, for: member)
        bench.advance(to: morning("2026-02-01"))
        #expect(try answer(bench, member).reasons.isEmpty)
        // Paid until 1 March; sixty days later is 30 April.
        try bench.buy(Sample.basic, for: buyer)
        try expectEqual(answer(bench, member).reasons, [.sharedByFamily(group: Sample.premium)])
        expectNil(try from(bench, member))
        try bench.sell(Sample.basic, false)
        try expect("2026-03-01", bench, member)
        try expect("2026-04-30", bench, buyer)
    }
}
