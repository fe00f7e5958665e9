import OfferKitCore
import OfferKitTestHarness
import Testing

/// Codes and introductory offers.
struct StackedOfferTests {
    private func redeemed(
        _ introductory: Catalog.Offer.Terms, _ code: Catalog.Offer.Terms, _ stacking: CodeSettings.Stacking
    ) throws -> (bench: Bench, customer: CustomerID) {
        var bench = try Bench.quiet(adding: [
            Sample.pro: [.introductory(introductory), .code("Deal", code, stacking: stacking)]
        ])
        try bench.makeCodes("DEAL", for: "Deal", of: Sample.pro, limit: 5)
        let customer = bench.customer()
        try bench.redeem("DEAL", for: customer)
        return (bench, customer)
    }

    @Test(
        "B5-9, C-50: a stacking code runs after the last introductory period, then comes the standard price",
        arguments: [
            (
                .freeTrial(.weekly), .freeTrial(.monthly),
                [
                    "2026-01-10…2026-01-17 pro.monthly 0.00 purchase introductory 1/1",
                    "2026-01-17…2026-02-17 pro.monthly 0.00 renewal offer code 1/1",
                    "2026-02-17…2026-03-17 pro.monthly 9.99 renewal",
                ]
            ),
            (
                .payAsYouGo(2, periods: 2), .payAsYouGo(1, periods: 2),
                [
                    "2026-01-10…2026-02-10 pro.monthly 2.00 purchase introductory 1/2",
                    "2026-02-10…2026-03-10 pro.monthly 2.00 renewal introductory 2/2",
                    "2026-03-10…2026-04-10 pro.monthly 1.00 renewal offer code 1/2",
                    "2026-04-10…2026-05-10 pro.monthly 1.00 renewal offer code 2/2",
                    "2026-05-10…2026-06-10 pro.monthly 9.99 renewal",
                ]
            ),
            (
                .payUpFront(10, .everyThreeMonths), .payUpFront(15, .everyThreeMonths),
                [
                    "2026-01-10…2026-04-10 pro.monthly 10.00 purchase introductory 1/1",
                    "2026-04-10…2026-07-10 pro.monthly 15.00 renewal offer code 1/1",
                    "2026-07-10…2026-08-10 pro.monthly 9.99 renewal",
                ]
            ),
        ] as [(Catalog.Offer.Terms, Catalog.Offer.Terms, [String])])
    func stacked(introductory: Catalog.Offer.Terms, code: Catalog.Offer.Terms, expected: [String]) throws {
        var (bench, customer) = try redeemed(introductory, code, .stacksWithIntroductoryOffer)
        for number in expected.indices {
            try expectEqual(bench.life(of: customer), Array(expected[...number]))
            if case .active(let until) = try bench.subscription(of: customer, to: Sample.pro).standing {
                bench.advance(to: until)
            }
        }
    }

    @Test("B5-9, C-11: a replacing code runs first; the right to the introductory offer is kept for after a lapse")
    func replacing() throws {
        var (bench, customer) = try redeemed(.freeTrial(.weekly), .freeTrial(.monthly), .replacesIntroductoryOffer)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(
            bench.life(of: customer),
            [
                "2026-01-10…2026-02-10 pro.monthly 0.00 purchase offer code 1/1",
                "2026-02-10…2026-03-10 pro.monthly 9.99 renewal",
            ])
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-03-10"))
        try bench.buy(Sample.pro, for: customer)
        try expectEqual(
            bench.life(of: customer).last, "2026-03-10…2026-03-17 pro.monthly 0.00 purchase introductory 1/1")
    }

    @Test("C-13: a later redemption takes the place of a stacked code, and ends the introductory offer")
    func overtaken() throws {
        var (bench, customer) = try redeemed(
            .payAsYouGo(2, periods: 3), .freeTrial(.monthly), .stacksWithIntroductoryOffer)
        try bench.buy(Sample.pro, promo: Sample.offer("half", Sample.pro), for: customer)
        bench.advance(to: morning("2026-05-10"))
        expectEqual(bench.state.ledger.all.map(\.price), [2, 4.99, 4.99, 4.99, 9.99])
    }

    @Test(
        "C-50, C-56: a stacked code survives a failed introductory charge, whoever makes it good",
        arguments: [false, true])
    func failedBetween(byPurchase: Bool) throws {
        var (bench, customer) = try redeemed(
            .payAsYouGo(2, periods: 2), .freeTrial(.monthly), .stacksWithIntroductoryOffer)
        bench.failNext(1, customer)
        bench.advance(to: morning("2026-02-15"))
        try expectEqual(bench.standing(of: customer), "retry until 2026-04-11, paymentDeclined")
        if byPurchase { try bench.buy(Sample.pro, for: customer) } else { bench.pays(true, customer) }
        bench.advance(to: morning("2026-04-15"))
        try expectEqual(
            bench.life(of: customer).dropFirst(),
            [
                "2026-02-15…2026-03-15 pro.monthly 2.00 \(byPurchase ? "purchase" : "renewal") introductory 2/2",
                "2026-03-15…2026-04-15 pro.monthly 0.00 renewal offer code 1/1",
                "2026-04-15…2026-05-15 pro.monthly 9.99 renewal",
            ])
    }

    @Test(
        "B16-7, B4-11: a subscriber's code waits for the renewal, in billing retry it is charged at once; once per offer",
        arguments: [false, true])
    func subscriber(inRetry: Bool) throws {
        var bench = try Bench.quiet(adding: [Sample.pro: [.code("Deal", .payAsYouGo(1, periods: 2))]])
        try bench.makeCodes("DEAL", for: "Deal", of: Sample.pro, limit: 5)
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        if inRetry {
            bench.failNext(1, customer)
            bench.advance(to: morning("2026-02-15"))
        }
        try bench.redeem("DEAL", for: customer)
        expectEqual(
            bench.codeRefusal { try $0.redeem("DEAL", for: customer) },
            .ineligible(offer: "Deal", because: [.alreadyRedeemed(offer: "Deal")]))
        bench.advance(to: morning("2026-04-15"))
        try expectEqual(
            bench.life(of: customer).dropFirst(),
            inRetry
                ? [
                    "2026-02-15…2026-03-15 pro.monthly 1.00 purchase offer code 1/2",
                    "2026-03-15…2026-04-15 pro.monthly 1.00 renewal offer code 2/2",
                    "2026-04-15…2026-05-15 pro.monthly 9.99 renewal",
                ]
                : [
                    "2026-02-10…2026-03-10 pro.monthly 1.00 renewal offer code 1/2",
                    "2026-03-10…2026-04-10 pro.monthly 1.00 renewal offer code 2/2",
                    "2026-04-10…2026-05-10 pro.monthly 9.99 renewal",
                ])
    }

    @Test("B4-11: a code whose crossgrade waits for a recovery is used up, too")
    func plannedInRetry() throws {
        var bench = try Bench.quiet(adding: [Sample.yearly: [.code("Deal", .freeTrial(.monthly))]])
        try bench.makeCodes("DEAL", for: "Deal", of: Sample.yearly, limit: 5)
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.failNext(1, customer)
        bench.advance(to: morning("2026-02-15"))
        try bench.redeem("DEAL", for: customer)
        expectEqual(
            bench.codeRefusal { try $0.redeem("DEAL", for: customer) },
            .ineligible(offer: "Deal", because: [.alreadyRedeemed(offer: "Deal")]))
    }
}
