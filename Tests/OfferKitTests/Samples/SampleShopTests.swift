import Foundation
import OfferKit
import OfferKitCore
import OfferKitTestHarness
import Testing

/// Sample shop.
struct SampleShopTests {
    let shop: StoreKitConfiguration

    init() throws {
        shop = try StoreKitConfiguration(contentsOf: ConfigurationFiles.sampleShop)
    }

    private func offers(of product: String) throws -> [Catalog.Offer] {
        try #require(shop.catalog.product(product)?.subscription).offers
    }

    @Test("reads without a warning and is of version 4.0")
    func clean() {
        expectEqual(shop.warnings, [])
        expectEqual(shop.version.description, "4.0")
    }

    @Test("has its products of all four types, each at its price, in the order of the file")
    func products() {
        let products = shop.catalog.allProducts.map { "\($0.id) \($0.prices.amount(in: "USA")?.description ?? "-")" }
        expectEqual(
            products,
            [
                "com.example.pro.monthly 9.99", "com.example.pro.yearly 79.99", "com.example.basic.weekly 1.99",
                "com.example.coins.100 0.99", "com.example.theme.night 2.99", "com.example.pass.summer 12.99",
            ])
        expectEqual(shop.catalog.products.map(\.kind), [.consumable, .nonConsumable, .nonRenewable])
        expectEqual(shop.catalog.allProducts.filter(\.isFamilyShareable).map(\.id), ["com.example.theme.night"])
    }

    @Test("has one group with two levels")
    func group() throws {
        let group = try #require(shop.catalog.groups.first)
        expectEqual(shop.catalog.groups.count, 1)
        expectEqual(group.id, "21000001")
        expectEqual(group.referenceName, "Premium")
        expectEqual(group.localizations.map(\.displayName), ["Premium", "Premium", "Премиум"])
        expectEqual(group.subscriptions.compactMap(\.subscription).map(\.level), [1, 1, 2])
        expectEqual(group.subscriptions.compactMap(\.subscription).map(\.period.iso8601), ["P1M", "P1Y", "P1W"])
    }

    @Test("has its texts in English, German and Russian")
    func localizations() throws {
        let product = try #require(shop.catalog.product("com.example.pro.monthly"))
        expectEqual(product.referenceName, "Pro, monthly")
        expectEqual(product.localizations.map(\.locale), ["en_US", "de", "ru"])
        expectEqual(product.localizations.map(\.description).last, "Все уроки, оплата раз в месяц")
    }

    @Test("has offers of all four kinds and all three payment modes")
    func offers() throws {
        try expectEqual(
            offers(of: "com.example.pro.monthly"),
            [
                .introductory(.freeTrial(.weekly)),
                .promotional("half3", .payAsYouGo(4.99, periods: 3), name: "Three months at half price"),
                .promotional("prepaid6", .payUpFront(29.99, .everySixMonths), name: "Six months in advance"),
                .promotional("freemonth", .freeTrial(.monthly), name: "One month free"),
                .code(
                    "Spring campaign", .freeTrial(.monthly), for: [.new, .existing, .expired],
                    stacking: .stacksWithIntroductoryOffer),
                .winBack(
                    "comeback", .payAsYouGo(2.99, periods: 2), eligibility: .everyChurnedCustomer, name: "Come back"),
            ])
        try expectEqual(offers(of: "com.example.pro.yearly"), [.introductory(.payUpFront(14.99, .everyThreeMonths))])
        try expectEqual(offers(of: "com.example.basic.weekly"), [])
    }

    @Test("has settings that keep dialogs away, and nine simulated errors, all off")
    func settings() {
        var expected = StoreKitConfiguration.Settings()
        expected.disableDialogs = true
        expected.simulatedErrors = shop.settings.simulatedErrors
        expectEqual(shop.settings, expected)
        expectEqual(shop.settings.simulatedErrors.count, 9)
        expectEqual(shop.settings.simulatedErrors.filter(\.isEnabled), [])
        expectEqual(shop.settings.simulatedErrors.first?.name, "Load Products")
    }

    @Test("has a key for promotional offers, as PEM")
    func key() {
        #expect(
            shop.offersKey?.pem == """
                -----BEGIN PRIVATE KEY-----
                MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyZqLw6pMHiwu3v+g
                hcDcHsIGt/d8i+fgB31uUYOpvLShRANCAARcRGg/Ux8O8kcLCrv9nwpbIdNjesez
                G9m417T6US8WJR6mqNhXLTmRCZh6cECdJvza0fj2Q8wkATmkNlEE0MEN
                -----END PRIVATE KEY-----

                """)
        expectEqual(shop.offersKey?.id, "5A0F17AA01")
    }
}
