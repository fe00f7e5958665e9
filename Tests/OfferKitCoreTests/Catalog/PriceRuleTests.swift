import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Price rule.
struct PriceRuleTests {
    private static let half = Sample.offer("half", Sample.pro)

    private func subscriber(_ bench: inout Bench) throws -> CustomerID {
        let customer = bench.customer()
        try bench.buy(Sample.news, for: customer)
        return customer
    }

    @Test(
        "S0-68: a pay-as-you-go offer of 4.99 is refused unless the base price is above it",
        arguments: [(Amount(5), true), (4.991, true), (4.99, false), (4.989, false), (1, false), (0, false)])
    func payAsYouGo(basePrice: Amount, passes: Bool) throws {
        var bench = try Bench()
        let customer = try subscriber(&bench)
        try bench.perform { $0.decideBasePrice(of: Sample.pro, Decimal(basePrice), in: nil) }
        let refusal = bench.refusal { try $0.buy(Sample.pro, promo: PriceRuleTests.half, for: customer) }
        expectEqual(refusal?.summary, passes ? nil : "half.pro.monthly at 4.99 against \(basePrice) in USA")
    }

    @Test("B3-2: the base price that counts is that of the customer's storefront")
    func storefronts() throws {
        var bench = try Bench()
        try bench.perform { $0.decideBasePrice(of: Sample.pro, 700, in: "JPN") }
        for (territory, passes) in [("USA", true), ("DEU", true), ("JPN", false)] as [(Territory, Bool)] {
            let customer = try subscriber(&bench)
            let refusal = bench.refusal {
                try $0.buy(Sample.pro, promo: PriceRuleTests.half, for: customer, in: territory)
            }
            expectEqual(
                refusal?.summary, passes ? nil : "half.pro.monthly at 700.00 against 700.00 in JPN", "\(territory)")
        }
    }

    @Test("S0-69, C-6: a pay-up-front offer may cost more than the base price, even more than its months do")
    func payUpFront() throws {
        var bench = try Bench()
        let customer = try subscriber(&bench)
        try bench.perform { $0.decideBasePrice(of: Sample.pro, 0.01, in: nil) }
        let bought = try bench.buy(Sample.pro, promo: Sample.offer("prepaid", Sample.pro), for: customer)
        expectEqual(bought.transaction.price, 20)
    }

    // S0-70: on free offers the session is silent.
    @Test("C-7: a free offer passes, even where the product itself has become free")
    func free() throws {
        var bench = try Bench()
        let customer = try subscriber(&bench)
        try bench.perform { $0.decideBasePrice(of: Sample.pro, 0, in: nil) }
        let bought = try bench.buy(Sample.pro, promo: Sample.offer("free", Sample.pro), for: customer)
        expectEqual(bought.transaction.price, .zero)
    }

    @Test("S0-68: an offer set up dearer than its subscription is refused at redemption, not in the catalogue")
    func dearerFromTheStart() throws {
        let dear = Catalog.Offer.promotional("dear", .payAsYouGo(10, periods: 2))
        var bench = try Bench(adding: [Sample.pro: [dear]])
        let customer = try subscriber(&bench)
        let refusal = bench.refusal { try $0.buy(Sample.pro, promo: "dear", for: customer) }
        expectEqual(refusal?.summary, "dear at 10.00 against 9.99 in USA")
    }

    @Test("C-45: an offer that waits for the renewal keeps its price when the base price falls below it")
    func judgedOnlyAtRedemption() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.buy(Sample.pro, promo: PriceRuleTests.half, for: customer)
        try bench.perform { $0.decideBasePrice(of: Sample.pro, 2, in: nil) }
        let name = Shop.OfferName(type: .promo, id: PriceRuleTests.half)
        try bench.perform { OfferDesk($0).decideOffer(name, of: Sample.pro, isActive: false) }
        let next = try bench.nextCharge(of: customer, to: Sample.pro)
        expectEqual(next.price, 4.99)
        expectEqual(next.terms?.offerID, PriceRuleTests.half)
    }

    @Test("B3-2: a base price raised again lets the offer pass again")
    func raised() throws {
        var bench = try Bench()
        let customer = try subscriber(&bench)
        try bench.perform { $0.decideBasePrice(of: Sample.pro, 4, in: nil) }
        #expect(
            bench.refusal { try $0.buy(Sample.pro, promo: PriceRuleTests.half, for: customer) } != nil)
        try bench.perform { $0.decideBasePrice(of: Sample.pro, 6, in: nil) }
        try expectEqual(bench.buy(Sample.pro, promo: PriceRuleTests.half, for: customer).transaction.price, 4.99)
    }
}
