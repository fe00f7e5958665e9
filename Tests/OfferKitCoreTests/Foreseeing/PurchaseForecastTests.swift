import OfferKitCore
import OfferKitTestHarness
import Testing

/// What a purchase would charge.
///
/// Every date is counted by hand on a calendar of 2026; the day that lives begin on is 31 January, at 09:00 UTC.
struct PurchaseForecastTests {
    private func bench(_ offers: [String: [Catalog.Offer]] = [:]) throws -> Bench {
        try .quiet(adding: offers, at: "2026-01-31T09:00:00Z")
    }

    @Test("C-19: a month from the 31st ends on the last day of each month, and the 31st comes back")
    func standard() throws {
        var bench = try bench()
        let customer = bench.customer()
        try expectEqual(
            bench.quote(Sample.pro, for: customer, renewals: 3),
            [
                "2026-01-31 …2026-02-28 pro.monthly 9.99", "2026-02-28 …2026-03-31 pro.monthly 9.99",
                "2026-03-31 …2026-04-30 pro.monthly 9.99", "2026-04-30 …2026-05-31 pro.monthly 9.99",
            ])
        try expectEqual(
            bench.quote(Sample.pro, for: customer, renewals: 0), ["2026-01-31 …2026-02-28 pro.monthly 9.99"])
    }

    @Test("S1-3: a free trial is a charge of 0, and the first real one comes at its end")
    func freeTrial() throws {
        var bench = try bench([Sample.pro: [.introductory(.freeTrial(.weekly))]])
        let customer = bench.customer()
        try expectEqual(
            bench.quote(Sample.pro, for: customer, renewals: 2),
            [
                "2026-01-31 …2026-02-07 pro.monthly 0.00 introductory 1/1",
                "2026-02-07 …2026-03-07 pro.monthly 9.99", "2026-03-07 …2026-04-07 pro.monthly 9.99",
            ])
    }

    @Test("S1-4, B5-3: pay as you go, 2.99 twice and then 4.99")
    func payAsYouGo() throws {
        var bench = try bench([Sample.basic: [.introductory(.payAsYouGo(2.99, periods: 2))]])
        let customer = bench.customer()
        let expected = [
            "2026-01-31 …2026-02-28 basic.monthly 2.99 introductory 1/2",
            "2026-02-28 …2026-03-31 basic.monthly 2.99 introductory 2/2",
        ]
        try expectEqual(bench.quote(Sample.basic, for: customer, renewals: 0), expected)
        try expectEqual(
            bench.quote(Sample.basic, for: customer), expected + ["2026-03-31 …2026-04-30 basic.monthly 4.99"])
    }

    @Test("S1-5, B5-4: pay up front, 4.99 for three months and then 9.99 each month, counted from the offer's end")
    func payUpFront() throws {
        var bench = try bench([Sample.pro: [.introductory(.payUpFront(4.99, .everyThreeMonths))]])
        let customer = bench.customer()
        try expectEqual(
            bench.quote(Sample.pro, for: customer, renewals: 2),
            [
                "2026-01-31 …2026-04-30 pro.monthly 4.99 introductory 1/1",
                "2026-04-30 …2026-05-30 pro.monthly 9.99", "2026-05-30 …2026-06-30 pro.monthly 9.99",
            ])
    }

    @Test("C-16: an offer for a subscriber waits for the next renewal, where the list begins")
    func queuedOffer() throws {
        var bench = try bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: "2026-02-10T09:00:00Z")
        try expectEqual(
            bench.quote(Sample.pro, promo: "half.pro.monthly", for: customer),
            [
                "2026-02-28 …2026-03-31 pro.monthly 4.99 promotional 1/3",
                "2026-03-31 …2026-04-30 pro.monthly 4.99 promotional 2/3",
                "2026-04-30 …2026-05-31 pro.monthly 4.99 promotional 3/3",
                "2026-05-31 …2026-06-30 pro.monthly 9.99",
            ])
        try expectEqual(bench.upcoming(of: customer), ["2026-02-28 …2026-03-31 pro.monthly 9.99"])
    }

    @Test("B8-2: a downgrade is charged from the next renewal on")
    func downgrade() throws {
        var bench = try bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: "2026-02-10T09:00:00Z")
        try expectEqual(bench.quote(Sample.basic, for: customer), ["2026-02-28 …2026-03-31 basic.monthly 4.99"])
        // A product of another length begins a cycle of its own (C-51).
        try expectEqual(
            bench.quote(Sample.weekly, promo: "free.basic.weekly", for: customer),
            ["2026-02-28 …2026-03-28 basic.weekly 0.00 promotional 1/1", "2026-03-28 …2026-04-04 basic.weekly 1.99"])
    }

    @Test("B8-1, C-23: an upgrade is charged now, and half of a half-used month comes back")
    func upgrade() throws {
        var bench = try bench()
        let customer = bench.customer()
        try bench.buy(Sample.basic, for: customer)
        // 14 of the 28 days until 28 February are left of what cost 4.99.
        bench.advance(to: "2026-02-14T09:00:00Z")
        try expectEqual(
            bench.quote(Sample.pro, for: customer),
            [
                "2026-02-14 back 2.495 of 1", "2026-02-14 …2026-03-14 pro.monthly 9.99",
                "2026-03-14 …2026-04-14 pro.monthly 9.99",
            ])
        try expectEqual(
            bench.quote(Sample.pro, promo: "prepaid.pro.monthly", for: customer),
            [
                "2026-02-14 back 2.495 of 1", "2026-02-14 …2026-05-14 pro.monthly 20.00 promotional 1/1",
                "2026-05-14 …2026-06-14 pro.monthly 9.99",
            ])
    }

    @Test("B5-9: a stacked code follows the introductory offer, one that replaces it does not")
    func codes() throws {
        var bench = try bench([
            Sample.pro: [
                .introductory(.freeTrial(.weekly)),
                .code("Stacked", .payAsYouGo(3, periods: 2), stacking: .stacksWithIntroductoryOffer),
                .code("Alone", .freeTrial(.monthly)),
            ]
        ])
        try bench.makeCodes("STACK", for: "Stacked", of: Sample.pro, limit: 5)
        try bench.makeCodes("ALONE", for: "Alone", of: Sample.pro)
        let customer = bench.customer()
        try expectEqual(
            bench.quote(code: "STACK", for: customer),
            [
                "2026-01-31 …2026-02-07 pro.monthly 0.00 introductory 1/1",
                "2026-02-07 …2026-03-07 pro.monthly 3.00 offer code 1/2",
                "2026-03-07 …2026-04-07 pro.monthly 3.00 offer code 2/2", "2026-04-07 …2026-05-07 pro.monthly 9.99",
            ])
        try expectEqual(
            bench.quote(code: "ALONE", for: customer),
            ["2026-01-31 …2026-02-28 pro.monthly 0.00 offer code 1/1", "2026-02-28 …2026-03-31 pro.monthly 9.99"])
        expectEqual(bench.state.codes["ALONE"]?.redeemed, 0)
    }

    @Test("a win-back offer is quoted to a customer who left, from the day of the question on")
    func winBack() throws {
        var bench = try bench([Sample.pro: [.winBack("back", .freeTrial(.monthly), eligibility: .everyChurnedCustomer)]]
        )
        let customer = bench.customer()
        try bench.buyOnce(Sample.pro, for: customer)
        bench.advance(to: "2026-03-31T09:00:00Z")
        try expectEqual(
            bench.quote(Sample.pro, .winBack("back"), for: customer),
            ["2026-03-31 …2026-04-30 pro.monthly 0.00 win-back 1/1", "2026-04-30 …2026-05-31 pro.monthly 9.99"])
    }

    @Test("what is bought outright is one charge, and what is owned already is none")
    func outright() throws {
        var bench = try bench()
        let customer = bench.customer()
        try expectEqual(bench.quote(Sample.coins, for: customer, quantity: 3), ["2026-01-31 coins 2.97"])
        try expectEqual(bench.quote(Sample.theme, for: customer), ["2026-01-31 theme 2.99"])
        try bench.buy(Sample.theme, for: customer)
        try expectEqual(bench.quote(Sample.theme, for: customer), [])
    }

    @Test("B3: a question is refused as the purchase would be, without a look at any signature")
    func refusals() throws {
        var bench = try bench([
            Sample.pro: [
                .promotional("dear", .payAsYouGo(9.99, periods: 2)),
                .winBack("back", .freeTrial(.monthly), eligibility: .everyChurnedCustomer),
            ]
        ])
        let (stranger, subscriber) = (bench.customer(), bench.customer())
        try bench.buy(Sample.news, for: subscriber)
        let ineligible = PurchaseRefusal.ineligibleForOffer(offer: "half.pro.monthly", because: [.neverSubscribed])
        #expect(throws: ineligible) { try bench.quote(Sample.pro, promo: "half.pro.monthly", for: stranger) }
        #expect(throws: PurchaseRefusal.invalidQuantity(2, allowed: 1...1)) {
            try bench.quote(Sample.pro, for: stranger, quantity: 2)
        }
        #expect(throws: PurchaseRefusal.conflictingOffers(["a", "b"])) {
            try bench.quote(Sample.pro, .several(["a", "b"]), for: stranger)
        }
        let winBack = PurchaseRefusal.ineligibleForOffer(
            offer: "back", because: [.neverSubscribedInGroup(group: "Premium")])
        #expect(throws: winBack) { try bench.quote(Sample.pro, .winBack("back"), for: stranger) }
        let price = bench.refusal { bench in try bench.quote(Sample.pro, promo: "dear", for: subscriber) }
        expectEqual(price?.summary, "dear at 9.99 against 9.99 in USA")
        let unknown = bench.refusal { bench in try bench.quote(Sample.pro, promo: "gone", for: subscriber) }
        expectEqual(unknown?.summary, "gone on pro.monthly: unknown")
        let code = bench.codeRefusal { bench in try bench.quote(code: "NONE", for: stranger) }
        expectEqual(code, .unknownCode("NONE"))
    }

    @Test("C-96: a quote takes for granted that charges go through, whatever the card does now")
    func badCard() throws {
        var bench = try bench()
        let customer = bench.customer()
        bench.pays(false, customer)
        bench.failNext(3, customer)
        try expectEqual(
            bench.quote(Sample.pro, for: customer),
            ["2026-01-31 …2026-02-28 pro.monthly 9.99", "2026-02-28 …2026-03-31 pro.monthly 9.99"])
        expectEqual(bench.refusal { try $0.buy(Sample.pro, for: customer) }, .paymentFailed)
    }
}
