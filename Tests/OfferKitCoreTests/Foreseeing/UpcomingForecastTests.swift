import OfferKitCore
import OfferKitTestHarness
import Testing

/// What a subscription will charge.
///
/// Every date is counted by hand on a calendar of 2026; the subscriptions begin on 31 January, at 09:00 UTC.
struct UpcomingForecastTests {
    private func subscriber(
        _ product: String = Sample.pro, adding offers: [Catalog.Offer] = []
    ) throws -> (Bench, CustomerID) {
        var bench = try Bench.quiet(adding: [product: offers], at: "2026-01-31T09:00:00Z")
        let customer = bench.customer()
        try bench.buy(product, for: customer)
        bench.advance(to: "2026-02-01T09:00:00Z")
        return (bench, customer)
    }

    @Test("S1-2…5: the offer that runs goes on, and what is queued follows")
    func offers() throws {
        var (bench, customer) = try subscriber(adding: [.introductory(.payAsYouGo(2, periods: 3))])
        try expectEqual(
            bench.upcoming(of: customer),
            [
                "2026-02-28 …2026-03-31 pro.monthly 2.00 introductory 2/3",
                "2026-03-31 …2026-04-30 pro.monthly 2.00 introductory 3/3", "2026-04-30 …2026-05-31 pro.monthly 9.99",
            ])
        // B5-6: what is redeemed meanwhile ends what ran, at the next charge.
        try bench.buy(Sample.pro, promo: "free.pro.monthly", for: customer)
        try expectEqual(
            bench.upcoming(of: customer),
            ["2026-02-28 …2026-03-31 pro.monthly 0.00 promotional 1/1", "2026-03-31 …2026-04-30 pro.monthly 9.99"])
    }

    @Test("C-45: what was redeemed is charged at its own terms, whatever becomes of the offer and of the price")
    func capturedTerms() throws {
        var (bench, customer) = try subscriber()
        try bench.buy(Sample.pro, promo: "half.pro.monthly", for: customer)
        let name = Shop.OfferName(type: .promo, id: "half.pro.monthly")
        try bench.perform { OfferDesk($0).decideOffer(name, of: Sample.pro, isActive: false) }
        try bench.price(Sample.pro, 3)
        try expectEqual(
            bench.upcoming(of: customer),
            [
                "2026-02-28 …2026-03-31 pro.monthly 4.99 promotional 1/3",
                "2026-03-31 …2026-04-30 pro.monthly 4.99 promotional 2/3",
                "2026-04-30 …2026-05-31 pro.monthly 4.99 promotional 3/3", "2026-05-31 …2026-06-30 pro.monthly 3.00",
            ])
    }

    @Test("B9-3, B9-4, B9-8: a rise of the price is charged once told, ends what needs consent, or passes by")
    func priceRise() throws {
        let expected: [(PriceIncreasePolicy, [String])] = [
            (.needsNoConsent, ["2026-02-28 …2026-03-31 pro.monthly 19.99"]),
            (.requiresConsent, ["2026-02-28 end, didNotConsentToPriceIncrease"]),
            (.preservesPrice, ["2026-02-28 …2026-03-31 pro.monthly 9.99"]),
        ]
        for (policy, lines) in expected {
            var (bench, customer) = try subscriber()
            try bench.price(Sample.pro, 19.99, policy)
            try expectEqual(bench.upcoming(of: customer), lines, "\(policy)")
        }
        var (bench, customer) = try subscriber()
        try bench.price(Sample.pro, 19.99, .requiresConsent)
        // Ten days before the renewal the customer is asked, and agrees.
        bench.advance(to: "2026-02-18T09:00:00Z")
        try bench.perform { $0.decideConsent(true, of: customer, in: Sample.premium) }
        try expectEqual(bench.upcoming(of: customer), ["2026-02-28 …2026-03-31 pro.monthly 19.99"])
    }

    @Test("B6: with auto-renew off, or nothing on sale, the list is empty and says when the subscription ends")
    func ends() throws {
        var (bench, customer) = try subscriber()
        try bench.turnOff(Sample.pro, for: customer)
        try expectEqual(bench.upcoming(of: customer), ["2026-02-28 end, autoRenewDisabled"])
        try expectEqual(bench.upcoming(of: customer, renewals: 0), ["2026-02-28 end, autoRenewDisabled"])
        bench.advance(to: "2026-03-01T09:00:00Z")
        try expectEqual(bench.upcoming(of: customer), [])
        (bench, customer) = try subscriber()
        try bench.sell(Sample.pro, false)
        // C-17: sixty days of billing retry from 28 February.
        try expectEqual(bench.upcoming(of: customer), ["2026-04-29 end, productUnavailable"])
    }

    @Test("C-48, C-96: a renewal that failed is charged now; within grace for the period that it missed")
    func overdue() throws {
        let expected: [(BillingGracePeriod?, String)] = [
            (nil, "2026-03-10 …2026-04-10"),
            (BillingGracePeriod(.sixteenDays), "2026-03-10 for 2026-02-28 …2026-03-31"),
        ]
        for (grace, period) in expected {
            var (bench, customer) = try subscriber()
            bench.setGrace(grace)
            try bench.buy(Sample.pro, promo: "half.pro.monthly", for: customer)
            bench.pays(false, customer)
            bench.advance(to: "2026-03-10T09:00:00Z")
            let lines = try bench.upcoming(of: customer, renewals: 0)
            expectEqual(lines.first, "\(period) pro.monthly 4.99 promotional 1/3")
            // The offer counts charges, and none was made.
            expectEqual(lines.count, 3)
            try expectEqual(bench.subscription(of: customer, to: Sample.pro).latest.price, 9.99)
        }
    }

    @Test("B19-1: in the sandbox the list ends with the twelfth renewal")
    func sandbox() throws {
        var bench = try Bench.quiet(at: "2026-01-31T09:00:00Z")
        bench.setPace(.sandbox())
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        let lines = try bench.upcoming(of: customer, renewals: 20)
        expectEqual(lines.count, 13)
        expectEqual(lines.first, "2026-01-31T09:05:00Z …2026-01-31T09:10:00Z pro.monthly 9.99")
        expectEqual(lines.last, "2026-01-31T10:05:00Z end, autoRenewDisabled")
    }
}
