import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Products on a device.
struct ProductShapeTests {
    /// Two storefronts with prices of their own, and offers that are not offered everywhere.
    private func catalog() throws -> Catalog {
        try Catalog(
            groups: [
                .group(
                    "Premium",
                    [
                        .subscription(
                            "pro", name: "Pro", level: 1, period: .monthly, price: ["USA": 9.99, "JPN": 1500],
                            offers: [
                                .introductory(.payAsYouGo(["USA": 0.99], periods: 2)),
                                .promotional("everywhere", .payAsYouGo(["USA": 4.99, "JPN": 700], periods: 3)),
                                .promotional("america", .payUpFront(["USA": 20], .everyThreeMonths)),
                                .promotional("trial", .freeTrial(.everyTwoWeeks)),
                                .code("Spring", .freeTrial(.monthly)),
                                .winBack(
                                    "back", .payUpFront(["JPN": 3000], .everySixMonths),
                                    eligibility: .everyChurnedCustomer),
                                .winBack(
                                    "later", .freeTrial(.monthly), eligibility: .everyChurnedCustomer,
                                    from: date("2027-01-01T00:00:00Z")),
                            ])
                    ])
            ],
            products: [.consumable("coins", price: ["USA": 0.99])])
    }

    private func device(in territory: Territory, _ locale: String = "en_US") throws -> Device {
        let store = Store(catalog: try catalog())
        return store.addCustomer().addDevice(storefront: territory, locale: Locale(identifier: locale))
    }

    @Test("B0-7: each storefront shows its own price and currency, and what it does not sell is absent")
    func storefronts() throws {
        let (america, japan, germany) = (try device(in: "USA"), try device(in: "JPN"), try device(in: "DEU"))
        expectEqual(america.products.map(\.id), ["pro", "coins"])
        expectEqual(japan.products.map(\.id), ["pro"])
        expectEqual(germany.products, [])
        expectEqual(america.product("pro")?.price, Decimal(string: "9.99"))
        expectEqual(japan.product("pro")?.price, 1500)
        expectEqual(america.product("pro")?.displayPrice, "$9.99")
        expectEqual(japan.product("pro")?.displayPrice, "¥1,500")
        expectNil(america.product("gone"))
        expectEqual(america.products(["coins", "gone", "pro", "coins"]).map(\.id), ["coins", "pro"])
    }

    // S0-57, S0-59, S1-32: the same model, told apart by its type.
    @Test("S0-58, S0-60: the introductory offer has no identifier and is not among the promotional ones")
    func introductory() throws {
        let subscription = try #require(try device(in: "USA").product("pro")?.subscription)
        let offer = try #require(subscription.introductoryOffer)
        expectNil(offer.id)
        expectEqual(offer.type, .introductory)
        expectEqual(offer.price, Decimal(string: "0.99"))
        expectEqual(offer.period, .monthly)
        expectEqual(offer.periodCount, 2)
        expectEqual(offer.paymentMode, .payAsYouGo)
        #expect(!subscription.promotionalOffers.contains { $0.type == .introductory || $0.id == nil })
    }

    // S0-56, S1-31: the list of a product's offers.
    // S1-30: prices of an offer differ by storefront.
    @Test("C-49: an offer without a price in the storefront is absent there, and asking for it is refused")
    func pricesOfOffers() throws {
        let (america, japan) = (try device(in: "USA"), try device(in: "JPN"))
        expectEqual(
            america.product("pro")?.subscription?.promotionalOffers.map(\.id), ["everywhere", "america", "trial"])
        expectEqual(japan.product("pro")?.subscription?.promotionalOffers.map(\.id), ["everywhere", "trial"])
        expectNil(japan.product("pro")?.subscription?.introductoryOffer)
        expectEqual(america.product("pro")?.subscription?.winBackOffers, [])
        expectEqual(japan.product("pro")?.subscription?.winBackOffers.map(\.id), ["back"])
        let signer = japan.store.makeSigner()
        let claim = try japan.store.sign(offer: "america", of: "pro", for: .userName("u1"), with: signer)
        let refused = refusal { try japan.purchase("pro", offer: .promotional(claim), account: .userName("u1")) }
        guard case .invalidOfferIdentifier(let diagnosis) = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        expectEqual(diagnosis.reason, .notOffered(in: "JPN"))
        expectEqual(diagnosis.available, ["everywhere", "trial"])
    }

    // S0-11, S0-52: mode, length and price as configured, read off the product.
    @Test("B20: each payment mode says its price, its period and how often it is charged")
    func modes() throws {
        let offers = try #require(try device(in: "USA").product("pro")?.subscription?.promotionalOffers)
        expectEqual(offers.map(\.price), [Decimal(string: "4.99"), 20, 0])
        expectEqual(offers.map(\.period.iso8601), ["P1M", "P3M", "P2W"])
        expectEqual(offers.map(\.periodCount), [3, 1, 1])
        expectEqual(offers.map(\.paymentMode), [.payAsYouGo, .payUpFront, .freeTrial])
        expectEqual(offers.map(\.type), [.promotional, .promotional, .promotional])
        expectEqual(offers.map(\.displayPrice), ["$4.99", "$20.00", "$0.00"])
    }

    @Test("B15-12: win-back offers are shown while they run, whoever looks")
    func winBackDates() throws {
        let device = try device(in: "JPN")
        try device.store.advance(to: date("2026-12-31T23:59:59Z"))
        expectEqual(device.product("pro")?.subscription?.winBackOffers.map(\.id), ["back"])
        try device.store.advance(by: .seconds(1))
        expectEqual(device.product("pro")?.subscription?.winBackOffers.map(\.id), ["back", "later"])
    }

    @Test("B1-6: a disabled offer and a product off sale leave the device's sight, and come back")
    func disabled() throws {
        let device = try device(in: "USA")
        let store = device.store
        try store.disableOffer("america", .promo, of: "pro")
        expectEqual(device.product("pro")?.subscription?.promotionalOffers.map(\.id), ["everywhere", "trial"])
        try store.enableOffer("america", .promo, of: "pro")
        expectEqual(device.product("pro")?.subscription?.promotionalOffers.count, 3)
        try store.setForSale(false, of: "pro")
        expectEqual(device.products.map(\.id), ["coins"])
        try store.setForSale(true, of: "pro")
        expectEqual(device.products.map(\.id), ["pro", "coins"])
    }

    @Test("a base price changed in one storefront shows there and nowhere else")
    func changedPrice() throws {
        let device = try device(in: "USA")
        try device.store.setBasePrice(of: "pro", to: 800, in: "JPN")
        expectEqual(device.product("pro")?.price, Decimal(string: "9.99"))
        device.storefront = "JPN"
        expectEqual(device.product("pro")?.price, 800)
    }

    @Test("S1-16, S1-19, S1-21: a product knows whether its customer may get an introductory offer")
    func eligibility() async throws {
        let device = try device(in: "USA")
        let subscription = try #require(device.product("pro")?.subscription)
        #expect(await subscription.isEligibleForIntroOffer)
        #expect(try await subscription.status.isEmpty)
        try device.purchase("pro")
        #expect(await !subscription.isEligibleForIntroOffer)
        try await expectEqual(subscription.status.map(\.state), [.subscribed])
        try device.customer.setAutoRenew(false, inGroup: "Premium")
        try device.store.advance(by: .years(1))
        #expect(await !subscription.isEligibleForIntroOffer)
        try await expectEqual(subscription.status.map(\.state), [.expired])
    }

    // S1-9: nothing was configured. S1-11: the offer may be nil.
    @Test("B4-3: it may be eligible although no introductory offer is configured")
    func eligibleForNothing() async throws {
        let shopping = try Shopping()
        let subscription = try #require(try shopping.product(Shopping.weekly).subscription)
        expectNil(subscription.introductoryOffer)
        #expect(await subscription.isEligibleForIntroOffer)
    }

    @Test("a product is told apart by what it says, not by the device that sees it")
    func equality() throws {
        let shopping = try Shopping()
        let second = shopping.store.addCustomer().addDevice()
        expectEqual(shopping.device.product(Shopping.pro), second.product(Shopping.pro))
        try shopping.store.setBasePrice(of: Shopping.pro, to: 5)
        try expectEqual(shopping.product(Shopping.pro).price, 5)
    }
}
