import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Limits of products and groups.
struct CatalogProductLimitsTests {
    private static func pro(
        _ id: String = "pro", level: Int = 1, period: SubscriptionPeriod = .monthly, price: Prices = 9.99
    ) -> Catalog.Product {
        .subscription(id, level: level, period: period, price: price)
    }

    private static func period(_ value: Int, _ unit: SubscriptionPeriod.Unit) -> SubscriptionPeriod {
        SubscriptionPeriod(unchecked: value, unit)
    }

    private static let products: [CatalogCase] = [
        CatalogCase("an ordinary subscription", pro()),
        CatalogCase("a product without identifier", pro(""), "productID: must not be empty"),
        CatalogCase("level 1, the highest (B0-4)", pro(level: 1)),
        CatalogCase("level 0", pro(level: 0), "level: is 0, but levels start at 1, the highest"),
        CatalogCase("a level below zero", pro(level: -7), "level: is -7, but levels start at 1, the highest"),
        CatalogCase("a price of nothing", pro(price: 0)),
        CatalogCase("the largest price", pro(price: 1_000_000_000)),
        CatalogCase(
            "a price above the largest", pro(price: .everywhere(Decimal(Amount(milliunits: 1_000_000_000_001)))),
            "price: is 1000000000.001, but prices lie between 0 and 1000000000.00"),
        CatalogCase(
            "a price below zero in one territory", pro(price: ["USA": 1, "DEU": -1]),
            "price: is -1.00 in DEU, but prices lie between 0 and 1000000000.00"),
        CatalogCase("no price at all", pro(price: [:]), "price: has no price in any territory"),
        CatalogCase(
            "a price in a territory without storefront", pro(price: ["ATL": 1, "USA": 1]),
            "territory: 'ATL' is no territory of the App Store; did you mean 'ATG'?"),
        CatalogCase(
            "a consumable inside a group (B0-2)", .consumable("coins", price: 1),
            "kind: auto-renewable subscriptions belong in a group, all other products outside"),
    ]

    @Test("A product within the limits is taken, one outside is refused", arguments: products)
    func product(example: CatalogCase) {
        expectEqual(example.found(), example.faults)
    }

    @Test(
        "Subscriptions are sold for one week and one, two, three, six and twelve months only (B0-3)",
        arguments: [
            (period(1, .week), true), (period(7, .day), true), (period(1, .month), true), (period(2, .month), true),
            (period(3, .month), true), (period(6, .month), true), (period(1, .year), true), (period(12, .month), true),
            (period(1, .day), false), (period(3, .day), false), (period(2, .week), false), (period(4, .month), false),
            (period(5, .month), false), (period(11, .month), false), (period(13, .month), false),
            (period(2, .year), false),
        ])
    func periods(period: SubscriptionPeriod, isSold: Bool) {
        let problems = CatalogCase.problems(in: [.group("Premium", [Self.pro(period: period)])])
        expectEqual(problems.map(\.fault), isSold ? [] : [.periodNotSold(period)])
    }

    @Test("A subscription outside a group is refused (B0-2)")
    func subscriptionOutside() {
        let problems = CatalogCase.problems(in: [], [Self.pro()])
        expectEqual(problems.map(\.product), ["pro"])
        expectEqual(problems.map(\.fault), [.misplaced])
    }

    @Test("Products of all types share one set of identifiers, and each that repeats is named once")
    func duplicateProducts() {
        let problems = CatalogCase.problems(
            in: [.group("A", [Self.pro()]), .group("B", [Self.pro()])],
            [.consumable("pro", price: 1), .nonConsumable("once", price: 1)])
        expectEqual(problems.map(\.description), ["product 'pro', productID: 'pro' is used more than once"])
    }

    @Test("Groups need identifiers of their own")
    func groups() {
        let problems = CatalogCase.problems(in: [
            .group("One", id: "1", []), .group("Two", id: "1", []), .group("Three", id: "", []),
        ])
        expectEqual(
            problems.map(\.description),
            ["group '1', groupID: '1' is used more than once", "group '', groupID: must not be empty"])
    }

    @Test("All that is wrong is reported at once, each with its place")
    func allAtOnce() throws {
        let broken = Catalog.Product.subscription(
            "pro", level: 0, period: .everyTwoWeeks, price: -1,
            offers: [
                .promotional("", .freeTrial(.monthly)),
                .winBack("back!", .freeTrial(.everyTwoMonths), eligibility: .everyChurnedCustomer),
            ])
        let error = try #require(throws: CatalogError.self) {
            try Catalog(groups: [.group("Premium", [broken])], products: [.consumable("", price: [:])])
        }
        #expect(
            error.description == """
                The catalogue breaks 8 limits:
                  - group 'Premium', product 'pro', price: is -1.00, but prices lie between 0 and 1000000000.00
                  - group 'Premium', product 'pro', level: is 0, but levels start at 1, the highest
                  - group 'Premium', product 'pro', period: is P2W, but subscriptions are sold for P1W, P1M, P2M, P3M, \
                P6M or P1Y
                  - group 'Premium', product 'pro', offer '', offerID: must not be empty
                  - group 'Premium', product 'pro', offer 'back!', offerID: must not contain '!'
                  - group 'Premium', product 'pro', offer 'back!', referenceName: must not contain '!'
                  - product '', productID: must not be empty
                  - product '', price: has no price in any territory
                """)
    }

    @Test("A pay-as-you-go offer that is no cheaper is no error of the catalogue, but it is pointed out (S0-68)")
    func dearOffers() throws {
        let product = Catalog.Product.subscription(
            "pro", level: 1, period: .monthly, price: .everywhere(9.99, except: ["JPN": 1000]),
            offers: [
                .promotional("cheaper", .payAsYouGo(.everywhere(9.98, except: ["JPN": 999]), periods: 2)),
                .promotional("same", .payAsYouGo(9.99, periods: 2)),
                .promotional("dearInJapan", .payAsYouGo(.everywhere(1, except: ["JPN": 1000]), periods: 2)),
                .promotional("soldElsewhere", .payAsYouGo(["ATL": 5000], periods: 2)),
                .promotional("bundle", .payUpFront(100, .everyThreeMonths)),
                .introductory(.payAsYouGo(10, periods: 1)),
            ])
        let catalog = Catalog(unchecked: [.group("Premium", [product])], [])
        expectEqual(catalog.warnings.map(\.offer), ["same", "dearInJapan", "introductory"])
        // Cheaper in Japan, where the product has a price of its own.
        expectEqual(catalog.warnings.first?.territories.count, 174)
        expectLacks(catalog.warnings.first?.territories, "JPN")
        expectEqual(catalog.warnings[1].territories, ["JPN"])
        expectEqual(catalog.warnings.map { "\($0)".hasSuffix("refused there") }, [true, true, false])
    }
}
