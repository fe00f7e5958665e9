import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Products that are no subscriptions.
struct OutrightPurchaseTests {
    @Test(
        "B1: a consumable costs its price times the quantity",
        arguments: [(1, 0.99), (2, 1.98), (7, 6.93), (10, 9.9)] as [(Int, Amount)])
    func consumables(quantity: Int, price: Amount) throws {
        var bench = try Bench()
        let customer = bench.customer()
        let request = PurchaseRequest(
            customer: customer, productID: Sample.coins, territory: "USA", quantity: quantity)
        for number in 1...2 {
            let outcome = try bench.buy(request)
            #expect(outcome.isNew)
            expectEqual(outcome.transaction.id, UInt64(number))
            expectEqual(outcome.transaction.price, price)
            expectEqual(Int(outcome.transaction.quantity), quantity)
            expectNil(outcome.transaction.expires)
            expectNil(outcome.transaction.subscription)
        }
    }

    @Test("a non-consumable bought again is the same transaction, charged once")
    func nonConsumable() throws {
        var bench = try Bench()
        let (customer, other) = (bench.customer(), bench.customer())
        let first = try bench.buy(Sample.theme, for: customer)
        bench.perform { $0.customers.decidePaymentMethod(.declining, of: customer, $0.ledger, $0.shop) }
        let again = try bench.buy(Sample.theme, for: customer)
        expectEqual(again.transaction, first.transaction)
        #expect(!again.isNew)
        #expect(try bench.buy(Sample.theme, for: other).isNew)
        expectEqual(bench.state.ledger.all.map(\.price), [2.99, 2.99])
    }

    @Test("a non-renewing subscription can be bought again and again and never ends by itself")
    func nonRenewing() throws {
        var bench = try Bench()
        let customer = bench.customer()
        #expect(try bench.buy(Sample.pass, for: customer).isNew)
        #expect(try bench.buy(Sample.pass, for: customer).isNew)
        expectNil(bench.machine.nextDue)
        #expect(bench.state.ledger.subscriptions.isEmpty)
    }

    @Test("S0-75: nothing but an auto-renewable subscription makes a subscriber")
    func noSubscriber() throws {
        var bench = try Bench()
        let customer = bench.customer()
        for product in [Sample.coins, Sample.theme, Sample.pass] { try bench.buy(product, for: customer) }
        try expectEqual(
            bench.eligibility(of: customer, for: .promo, "half.pro.monthly", on: Sample.pro),
            .ineligible(because: [.neverSubscribed]))
    }

    @Test("B3 step 11: a charge that fails leaves nothing; a product that costs nothing needs no card")
    func charges() throws {
        var bench = try Bench()
        let customer = bench.customer()
        bench.perform { $0.customers.decidePaymentMethod(.declining, of: customer, $0.ledger, $0.shop) }
        expectEqual(bench.refusal { try $0.buy(Sample.coins, for: customer) }, .paymentFailed)
        expectEqual(bench.state.ledger.all, [])
        try bench.perform { $0.decideBasePrice(of: Sample.coins, 0, in: nil) }
        try expectEqual(bench.buy(Sample.coins, for: customer).transaction.price, .zero)
        bench.perform { $0.customers.decidePaymentMethod(.working, of: customer, $0.ledger, $0.shop) }
        try bench.perform { $0.decideBasePrice(of: Sample.coins, 3, in: nil) }
        try expectEqual(bench.buy(Sample.coins, for: customer).transaction.price, 3)
    }

    @Test("B0-7: each storefront charges its own price; one without a price sells nothing")
    func storefronts() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.perform { $0.decideBasePrice(of: Sample.coins, 160, in: "JPN") }
        try expectEqual(bench.buy(Sample.coins, for: customer, in: "USA").transaction.price, 0.99)
        try expectEqual(bench.buy(Sample.coins, for: customer, in: "JPN").transaction.price, 160)
        // A price for everywhere replaces those of single territories.
        try bench.perform { $0.decideBasePrice(of: Sample.coins, 2, in: nil) }
        try expectEqual(bench.buy(Sample.coins, for: customer, in: "JPN").transaction.price, 2)
    }

    @Test(
        "a base price lies between nothing and the largest a catalogue may hold, in a territory that exists",
        arguments: [
            (Amount(milliunits: -1), nil, false), (.zero, nil, true), (.largest, "USA", true),
            (Amount(milliunits: 1_000_000_000_001), nil, false), (Amount(milliunits: .max), "USA", false),
            (Amount(milliunits: .min), nil, false),
        ] as [(Amount, Territory?, Bool)])
    func basePrices(price: Amount, territory: Territory?, isAllowed: Bool) throws {
        var bench = try Bench()
        let refusal = bench.refusal(ConfigurationRefusal.self) { bench in
            try bench.perform { $0.decideBasePrice(of: Sample.pro, Decimal(price), in: territory) }
        }
        expectEqual(refusal, isAllowed ? nil : .priceOutOfRange(Decimal(price)))
        let nowhere = bench.refusal(ConfigurationRefusal.self) { bench in
            try bench.perform { $0.decideBasePrice(of: Sample.pro, 1, in: "XXX") }
        }
        expectEqual(nowhere, .unknownTerritory("XXX"))
    }

    @Test("ten of the largest price are charged exactly")
    func largestCharge() throws {
        var bench = try Bench(Catalog(products: [.consumable("c", price: .everywhere(Decimal(Amount.largest)))]))
        let customer = bench.customer()
        let request = PurchaseRequest(customer: customer, productID: "c", territory: "USA", quantity: 10)
        try expectEqual(bench.buy(request).transaction.price, Amount(milliunits: 10_000_000_000_000))
    }
}
