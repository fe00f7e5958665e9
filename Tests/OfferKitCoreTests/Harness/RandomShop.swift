import OfferKitCore
import OfferKitEssentials

/// A shop of random products and offers, with a customer of any short past in it.
struct RandomShop {
    static let products = ["a", "b", "c", "d"]
    private static let periods: [SubscriptionPeriod] = [
        .weekly, .monthly, .monthly, .everyTwoMonths, .everyThreeMonths, .everySixMonths, .yearly,
    ]
    private static let starts = [
        "2026-01-31T09:00:00Z", "2028-02-29T23:59:59Z", "2026-10-15T00:00:00Z", "2027-12-31T12:00:00Z",
        "2026-08-30T06:30:00Z",
    ]

    /// The purchases that may be requested.
    enum Wish: Hashable {
        case product(String)
        case promotional(String)
        case winBack(String)
        case code(String)
    }

    private(set) var bench: Bench
    let customer: CustomerID
    private var chance: SplitMix64

    init(seed: UInt64) throws {
        chance = SplitMix64(seed: seed)
        bench = try Bench(try RandomShop.catalog(&chance), at: RandomShop.pick(RandomShop.starts, &chance))
        customer = bench.customer()
        for product in RandomShop.products {
            try bench.makeCodes("S\(product)", for: "stacked.\(product)", of: product, limit: 9)
            try bench.makeCodes("R\(product)", for: "replacing.\(product)", of: product, limit: 9)
        }
        for _ in 0..<below(10) { try? live() }
    }

    // MARK: - The shop

    private static func catalog(_ chance: inout SplitMix64) throws -> Catalog {
        var rules = StoreRules.documents
        rules.enforcesOfferDurations = false
        var subscriptions: [Catalog.Product] = []
        for id in products {
            let price = Amount(milliunits: Int64(2_000 + below(20_000, &chance)))
            var offers: [Catalog.Offer] = [
                .promotional("p.\(id)", terms(below: price, &chance)),
                .promotional("q.\(id)", terms(below: price, &chance)),
                .winBack("w.\(id)", terms(below: price, &chance), eligibility: .everyChurnedCustomer),
                .code("replacing.\(id)", terms(below: price, &chance)),
                .code("stacked.\(id)", terms(below: price, &chance), stacking: .stacksWithIntroductoryOffer),
            ]
            if below(3, &chance) > 0 { offers.append(.introductory(terms(below: price, &chance))) }
            subscriptions.append(
                .subscription(
                    id, level: 1 + below(3, &chance), period: pick(periods, &chance),
                    price: .everywhere(Decimal(price)), offers: offers))
        }
        return try Catalog(groups: [.group("Plans", subscriptions)], rules: rules)
    }

    private static func terms(below price: Amount, _ chance: inout SplitMix64) -> Catalog.Offer.Terms {
        let reduced = Prices.everywhere(Decimal(Amount(milliunits: price.milliunits - 1_000)))
        switch below(3, &chance) {
        case 0: return .freeTrial(pick(periods + [.everyThreeDays, .everyTwoWeeks], &chance))
        case 1: return .payAsYouGo(reduced, periods: 1 + below(5, &chance))
        default: return .payUpFront(reduced, pick(periods, &chance))
        }
    }

    // MARK: - The past

    private mutating func live() throws {
        let product = pick(RandomShop.products)
        switch below(9) {
        case 0...2: try buy(wish())
        case 3:
            try bench.perform { [customer] in $0.decideAutoRenew(false, of: customer, in: "Plans") }
            // The clock moves far enough for any subscription to be over.
            if below(3) > 0 { bench.advance(to: bench.state.now.adding(milliseconds: 400 * 86_400_000)) }
        case 4:
            let price = Amount(milliunits: Int64(1_000 + below(30_000)))
            let policy = pick([PriceIncreasePolicy.automatic, .requiresConsent, .needsNoConsent, .preservesPrice])
            try bench.price(held ?? product, price, policy)
        case 5: try bench.perform { [customer] in $0.decideConsent(true, of: customer, in: "Plans") }
        default: bench.advance(to: bench.state.now.adding(milliseconds: Int64(1 + below(80)) * 43_200_000))
        }
    }

    /// The product that the customer is subscribed to; nil for none.
    private var held: String? {
        bench.state.subscriptions(of: customer).first { bench.state[$0].isRunning }.map {
            bench.state.shop[bench.state[$0].product].product.id
        }
    }

    mutating func wish() -> Wish {
        let product = pick(RandomShop.products)
        switch below(7) {
        case 0: return .product(product)
        case 6: return .product(held ?? product)
        case 1, 2: return .promotional("\(pick(["p", "q"])).\(product)")
        case 3: return .winBack("w.\(product)")
        default: return .code("\(pick(["S", "R"]))\(product)")
        }
    }

    /// Buys a wish, as any customer would.
    mutating func buy(_ wish: Wish) throws {
        switch wish {
        case .product(let id): try bench.buy(id, for: customer)
        case .promotional(let id): try bench.buy(RandomShop.product(of: id), promo: id, for: customer)
        case .winBack(let id): try bench.buy(RandomShop.product(of: id), winBack: id, for: customer)
        case .code(let code): try bench.redeem(code, for: customer)
        }
    }

    mutating func advance(to instant: Instant) {
        bench.advance(to: instant)
    }

    /// Quotes a wish, which changes nothing.
    func quote(_ wish: Wish, renewals: Int) throws -> Forecast {
        func forecast(_ id: String, _ offer: PurchaseRequest.Offer) throws -> Forecast {
            try bench.state.forecast(
                of: PurchaseRequest(customer: customer, productID: id, territory: "USA", offer: offer),
                renewals: renewals)
        }
        switch wish {
        case .product(let id): return try forecast(id, .none)
        case .promotional(let id): return try forecast(RandomShop.product(of: id), .unsigned(id))
        case .winBack(let id): return try forecast(RandomShop.product(of: id), .winBack(id))
        case .code(let code):
            return try bench.state.forecast(
                redeeming: code, by: customer, in: "USA", canMakePayments: true, renewals: renewals)
        }
    }

    private static func product(of offer: String) -> String { String(offer.suffix(1)) }

    // MARK: - Chance

    private static func below(_ bound: Int, _ chance: inout SplitMix64) -> Int {
        Int(chance.next() % UInt64(bound))
    }

    private static func pick<Element>(_ list: [Element], _ chance: inout SplitMix64) -> Element {
        list[below(list.count, &chance)]
    }

    mutating func below(_ bound: Int) -> Int {
        RandomShop.below(bound, &chance)
    }

    private mutating func pick<Element>(_ list: [Element]) -> Element {
        list[below(list.count)]
    }
}
