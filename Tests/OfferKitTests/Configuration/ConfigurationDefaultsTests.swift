import OfferKit
import OfferKitCore
import OfferKitTestHarness
import Testing

/// What stands in for missing keys.
struct ConfigurationDefaultsTests {
    private typealias Files = ConfigurationFiles

    @Test("A file with a version and nothing else is an empty shop in the USA, in English, in real time, without a key")
    func emptyFile() throws {
        let configuration = try Files.read(Files.file(""))
        expectEqual(configuration.noticed, [])
        expectEqual(configuration.catalog.allProducts, [])
        expectEqual(configuration.catalog.groups, [])
        expectNil(configuration.offersKey)
        let settings = configuration.settings
        expectEqual(settings, StoreKitConfiguration.Settings())
        expectEqual(settings.storefront, "USA")
        expectEqual(settings.locale, "en_US")
        expectEqual(settings.timeRate, 0)
        expectNil(settings.failureError)
        expectEqual(settings.simulatedErrors, [])
        let flags = [
            settings.askToBuyEnabled, settings.interruptedPurchasesEnabled, settings.shouldEnterBillingRetryOnRenewal,
            settings.billingGracePeriodIsEnabled, settings.disableDialogs, settings.failTransactionsEnabled,
        ]
        expectEqual(flags, [false, false, false, false, false, false])
    }

    @Test("A key that holds null counts as missing")
    func null() throws {
        let file = Files.file(
            #""products": null, "nonRenewingSubscriptions": null, "subscriptionGroups": null, "settings": null, "#
                + #""subscriptionOffersKeyPair": null, "identifier": null, "holograms": null"#)
        let (held, missing) = (try Files.read(file), try Files.read(Files.file("")))
        expectEqual(held.catalog, missing.catalog)
        expectEqual(held.settings, missing.settings)
        expectNil(held.offersKey)
        expectEqual(held.noticed, missing.noticed)
    }

    @Test("A consumable needs type and identifier only: its name is the identifier, and it is sold nowhere (C-49)")
    func bareProduct() throws {
        let file = Files.file(#""products": [{ "type": "Consumable", "productID": "coins" }]"#)
        let configuration = try Files.read(file)
        let product = try #require(configuration.catalog.product("coins"))
        expectEqual(product.kind, .consumable)
        expectEqual(product.referenceName, "coins")
        expectEqual(product.localizations, [])
        expectNil(product.prices.amount(in: "USA"))
        #expect(!product.isFamilyShareable)
        expectEqual(
            configuration.noticed.map(\.description),
            [
                "products[0]: breaks a limit of App Store Connect: product 'coins', "
                    + "price: has no price in any territory"
            ])
    }

    @Test("The list a product stands in is its type, except in `products`")
    func types() throws {
        let catalog = try Files.read(
            Files.file(
                #""nonRenewingSubscriptions": [{ "productID": "pass", "displayPrice": "1" }], "subscriptionGroups": "#
                    + #"[{ "id": "g", "subscriptions": [{ "productID": "pro", "displayPrice": "1", "#
                    + #""recurringSubscriptionPeriod": "P1Y" }] }]"#)
        ).catalog
        expectEqual(catalog.product("pass")?.kind, .nonRenewable)
        expectEqual(catalog.product("pro")?.subscription?.period, .yearly)
        let file = Files.file(#""products": [{ "productID": "coins" }]"#)
        expectEqual(Files.error(file), .missing(path: "products[0].type"))
    }

    @Test("A subscription without groupNumber is on level 1 (B0-4), without offers, not shared")
    func bareSubscription() throws {
        let configuration = try Files.read(Files.subscription())
        expectEqual(configuration.noticed, [])
        let product = try #require(configuration.catalog.product("pro"))
        expectEqual(product.subscription?.level, 1)
        expectEqual(product.subscription?.offers, [])
        expectEqual(product.prices, 9.99)
        #expect(!product.isFamilyShareable)
    }

    @Test("A group's name and identifier stand in for each other")
    func groupNames() throws {
        let file = Files.file(#""subscriptionGroups": [{ "id": "1" }, { "name": "Two" }]"#)
        let groups = try Files.read(file).catalog.groups
        expectEqual(groups.map(\.id), ["1", "Two"])
        expectEqual(groups.map(\.referenceName), ["1", "Two"])
        expectEqual(Files.error(Files.file(#""subscriptionGroups": [{}]"#)), .missing(path: "subscriptionGroups[0].id"))
    }

    @Test("A text without locale is American English, without words it is empty")
    func localizations() throws {
        let file = Files.subscription(#""localizations": [{}, { "locale": "de", "displayName": "Pro" }]"#)
        let product = try #require(try Files.read(file).catalog.product("pro"))
        expectEqual(
            product.localizations,
            [
                Catalog.Localization(locale: "en_US", displayName: ""),
                Catalog.Localization(locale: "de", displayName: "Pro"),
            ])
    }

    @Test(
        "An offer without numberOfPeriods has one, and of a longer one the whole length counts",
        arguments: [
            (#""paymentMode": "free", "subscriptionPeriod": "P1W""#, Catalog.Offer.Terms.freeTrial(.weekly)),
            (#""paymentMode": "free", "subscriptionPeriod": "P1W", "numberOfPeriods": 2"#, .freeTrial(.everyTwoWeeks)),
            (
                #""paymentMode": "payUpFront", "subscriptionPeriod": "P1M", "numberOfPeriods": 3, "displayPrice": "5""#,
                .payUpFront(5, .everyThreeMonths)
            ),
            (#""paymentMode": "payAsYouGo", "displayPrice": "5""#, .payAsYouGo(5, periods: 1)),
            (
                #""paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M", "numberOfPeriods": 3, "displayPrice": "5""#,
                .payAsYouGo(5, periods: 3)
            ),
        ])
    func terms(members: String, terms: Catalog.Offer.Terms) throws {
        let file = Files.promotional(members)
        try expectEqual(Files.offers(file), [.promotional("half", terms)])
        try expectEqual(Files.read(file).noticed, [])
    }

    @Test("An introductory offer without a price that needs one is offered nowhere (C-49)")
    func introductoryWithoutPrice() throws {
        let file = Files.subscription(
            #""introductoryOffer": { "paymentMode": "payUpFront", "subscriptionPeriod": "P1M" }"#)
        try expectEqual(Files.offers(file), [.introductory(.payUpFront([:], .monthly))])
        try expectEqual(
            Files.read(file).noticed.map(\.description),
            [
                "subscriptionGroups[0].subscriptions[0].introductoryOffer: breaks a limit of App Store Connect: group "
                    + "'g', product 'pro', offer 'introductory', price: has no price in any territory"
            ])
    }

    @Test("An offer-code offer is for all classes of customers and replaces the introductory offer (B1-13)")
    func codeOffer() throws {
        let file = Files.subscription(
            #""codeOffers": [{ "referenceName": "Spring", "paymentMode": "free", "subscriptionPeriod": "P1M" }]"#)
        try expectEqual(
            Files.offers(file),
            [
                .code(
                    "Spring", .freeTrial(.monthly), for: [.new, .existing, .expired],
                    stacking: .replacesIntroductoryOffer)
            ])
    }

    @Test(
        "A win-back offer's switch decides alone; while it is missing nobody is eligible, with a warning (B15-10)",
        arguments: [
            (#", "isEligible": true"#, WinBackSettings.Eligibility.everyChurnedCustomer, []),
            (#", "isEligible": false"#, .nobody, []),
            ("", .nobody, [StoreKitConfiguration.Warning.Kind.eligibilityNotStated]),
        ])
    func winBack(
        members: String, eligibility: WinBackSettings.Eligibility, warnings: [StoreKitConfiguration.Warning.Kind]
    ) throws {
        let file = Files.subscription(
            #""winbackOffers": [{ "offerID": "back", "paymentMode": "free", "subscriptionPeriod": "P1M" \#(members) }]"#
        )
        try expectEqual(Files.offers(file), [.winBack("back", .freeTrial(.monthly), eligibility: eligibility)])
        try expectEqual(Files.read(file).noticed.map(\.kind), warnings)
    }

    @Test("A win-back offer's priority is normal unless it says high", arguments: ["high", "HIGH", "normal", "NORMAL"])
    func priority(text: String) throws {
        let file = Files.subscription(
            #""winbackOffers": [{ "offerID": "back", "paymentMode": "free", "subscriptionPeriod": "P1M", "#
                + #""isEligible": true, "priority": "\#(text)" }]"#)
        let isHigh = text.lowercased() == "high"
        try expectEqual(
            Files.offers(file),
            [
                .winBack(
                    "back", .freeTrial(.monthly), eligibility: .everyChurnedCustomer,
                    priority: isHigh ? .high : .normal)
            ])
        try expectEqual(Files.read(file).noticed, [])
    }

    @Test("A price on a free offer is passed over, whatever it is")
    func stalePrice() throws {
        for price in [#""4.99""#, #""free""#, "-1", "[]"] {
            let file = Files.promotional(
                #""paymentMode": "free", "subscriptionPeriod": "P1M", "displayPrice": \#(price)"#)
            try expectEqual(Files.offers(file), [.promotional("half", .freeTrial(.monthly))])
            try expectEqual(Files.read(file).noticed, [])
        }
    }

    @Test("A billing plan's price stands in for the product's")
    func planPrice() throws {
        let file = Files.group(
            #"{ "productID": "pro", "recurringSubscriptionPeriod": "P1Y", "billingPlans": [{ "displayPrice": "60" }] }"#
        )
        try expectEqual(Files.read(file).catalog.product("pro")?.prices, 60)
        try expectEqual(Files.read(file).noticed, [])
    }
}
