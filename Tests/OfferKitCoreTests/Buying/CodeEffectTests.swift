import OfferKitCore
import OfferKitTestHarness
import Testing

/// Effect of a redeemed code.
struct CodeEffectTests {
    private static let week = Catalog.Offer.introductory(.freeTrial(.weekly))

    private func bench(
        _ terms: Catalog.Offer.Terms, _ stacking: CodeSettings.Stacking = .replacesIntroductoryOffer,
        intro: Catalog.Offer? = nil
    ) throws -> Bench {
        let offer = Catalog.Offer.code("Spring", terms, stacking: stacking)
        var bench = try Bench(adding: [Sample.pro: [offer] + (intro.map { [$0] } ?? [])])
        try bench.makeCodes("WORD", for: "Spring", of: Sample.pro, limit: 100)
        return bench
    }

    private func renewal(_ bench: Bench, _ customer: CustomerID) throws -> (terms: CapturedTerms?, price: Amount?) {
        try bench.nextCharge(of: customer, to: Sample.pro)
    }

    // S3-26: the other tool against churn.
    @Test("B16-10: a new customer's transaction is of type 3 and carries the offer's reference name")
    func marks() throws {
        var bench = try bench(.payAsYouGo(3, periods: 2))
        let customer = bench.customer()
        let outcome = try bench.redeem("WORD", for: customer)
        #expect(outcome.isNew)
        expectEqual(outcome.transaction.price, 3)
        expectEqual(outcome.transaction.expires, at("2026-02-10T09:00:00Z"))
        expectEqual(bench.offer(of: outcome.transaction)?.type.rawValue, 3)
        expectEqual(bench.offer(of: outcome.transaction)?.offerID, "Spring")
    }

    @Test("B16-7: a subscriber to the same product is charged nothing now, and the offer waits")
    func queued() throws {
        var bench = try bench(.payUpFront(15, .everyThreeMonths))
        let customer = bench.customer()
        let first = try bench.buy(Sample.pro, for: customer).transaction
        try bench.perform { $0.decideAutoRenew(false, of: customer, in: Sample.premium) }
        let outcome = try bench.redeem("WORD", for: customer)
        expectEqual(outcome.transaction, first)
        #expect(!outcome.isNew)
        expectEqual(bench.state.ledger.all.count, 1)
        #expect(try bench.subscription(of: customer, to: Sample.pro).willAutoRenew)
        try expectEqual(renewal(bench, customer).price, 15)
        try expectEqual(renewal(bench, customer).terms?.type, .code)
    }

    @Test(
        "B5.1: on a higher level, or across to the same duration, it starts at once and ends the old period",
        arguments: [Sample.basic, Sample.plus])
    func upgrade(from product: String) throws {
        var bench = try bench(.freeTrial(.monthly))
        let customer = bench.customer()
        let first = try bench.buy(product, for: customer).transaction
        let outcome = try bench.redeem("WORD", for: customer)
        #expect(outcome.isNew)
        expectEqual(outcome.transaction.originalID, first.id)
        expectEqual(bench.state.ledger[first.id]?.isUpgraded, true)
    }

    @Test("B5.1: across to another duration it waits for the renewal")
    func crossgrade() throws {
        var bench = try bench(.freeTrial(.monthly))
        let customer = bench.customer()
        let first = try bench.buy(Sample.yearly, for: customer).transaction
        try expectEqual(bench.redeem("WORD", for: customer).transaction, first)
        try expectEqual(
            bench.subscription(of: customer, to: Sample.pro).next.product, bench.state.shop.place(of: Sample.pro))
    }

    @Test("B5-9, C-11: a replacing code comes first and keeps the right to an introductory offer")
    func replacing() throws {
        var bench = try bench(.freeTrial(.monthly), intro: CodeEffectTests.week)
        let customer = bench.customer()
        let redeemed = try bench.redeem("WORD", for: customer).transaction
        expectEqual(bench.offer(of: redeemed)?.type, .code)
        expectEqual(redeemed.expires, at("2026-02-10T09:00:00Z"))
        try expectEqual(renewal(bench, customer).price, 9.99)
        try bench.turnOff(Sample.pro, for: customer)
        bench.advance(to: "2026-03-01T00:00:00Z")
        let bought = try bench.buy(Sample.pro, for: customer).transaction
        expectEqual(bench.offer(of: bought)?.type, .intro)
    }

    @Test("B5-9: a stacking code lets the introductory offer run first, then its own")
    func stacking() throws {
        var bench = try bench(.payAsYouGo(3, periods: 2), .stacksWithIntroductoryOffer, intro: CodeEffectTests.week)
        let customer = bench.customer()
        let redeemed = try bench.redeem("WORD", for: customer).transaction
        expectEqual(bench.offer(of: redeemed)?.type, .intro)
        expectEqual(redeemed.price, .zero)
        expectEqual(redeemed.expires, at("2026-01-17T09:00:00Z"))
        try expectEqual(renewal(bench, customer).terms?.type, .code)
        try expectEqual(renewal(bench, customer).price, 3)
        #expect(try bench.subscription(of: customer, to: Sample.pro).usedIntroductoryOffer)
    }

    @Test("B5-9: a stacking code starts at once for who may not have the introductory offer")
    func stackingWithoutRight() throws {
        var bench = try bench(.payAsYouGo(3, periods: 2), .stacksWithIntroductoryOffer, intro: CodeEffectTests.week)
        let customer = bench.customer()
        try bench.buyOnce(Sample.pro, for: customer)
        bench.advance(to: "2026-03-01T00:00:00Z")
        let redeemed = try bench.redeem("WORD", for: customer).transaction
        expectEqual(bench.offer(of: redeemed)?.type, .code)
        expectEqual(redeemed.price, 3)
    }

    @Test("C-50: stacked on a pay-as-you-go introductory offer, the code waits for the last introductory period")
    func stackedOnPayAsYouGo() throws {
        let intro = Catalog.Offer.introductory(.payAsYouGo(1, periods: 3))
        var bench = try bench(.payAsYouGo(3, periods: 2), .stacksWithIntroductoryOffer, intro: intro)
        let customer = bench.customer()
        let redeemed = try bench.redeem("WORD", for: customer).transaction
        expectEqual(redeemed.price, 1)
        // The second of the three introductory periods is next.
        try expectEqual(renewal(bench, customer).terms?.type, .intro)
        try expectEqual(renewal(bench, customer).price, 1)
    }

    @Test("C-50, C-13: a promotional offer redeemed later does not wait for the introductory periods")
    func laterRedemptionEndsTheIntroductoryOffer() throws {
        let intro = Catalog.Offer.introductory(.payAsYouGo(1, periods: 3))
        var bench = try bench(.freeTrial(.monthly), intro: intro)
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.buy(Sample.pro, promo: Sample.offer("half", Sample.pro), for: customer)
        try expectEqual(renewal(bench, customer).terms?.type, .promo)
        try expectEqual(renewal(bench, customer).price, 4.99)
    }

    @Test("B3 step 11: a code whose charge fails is not used up, and changes nothing")
    func failedCharge() throws {
        var bench = try bench(.payUpFront(15, .everyThreeMonths))
        let customer = bench.customer()
        bench.perform { $0.customers.decidePaymentMethod(.declining, of: customer, $0.ledger, $0.shop) }
        let before = bench.state
        expectEqual(bench.codeRefusal { try $0.redeem("WORD", for: customer) }, .paymentFailed)
        expectEqual(bench.state, before)
        bench.perform { $0.customers.decidePaymentMethod(.working, of: customer, $0.ledger, $0.shop) }
        try expectEqual(bench.redeem("WORD", for: customer).transaction.price, 15)
    }

    @Test("B16-2: a product that is off sale is told apart from an offer that is not offered here")
    func offSale() throws {
        var bench = try bench(.freeTrial(.monthly))
        let customer = bench.customer()
        try bench.perform { $0.shop.decideSale(of: Sample.pro, isForSale: false, $0.charges, $0.ledger) }
        expectEqual(
            bench.codeRefusal { try $0.redeem("WORD", for: customer) },
            .productUnavailable(.removedFromSale(Sample.pro)))
    }
}
