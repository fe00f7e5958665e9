import OfferKit
import OfferKitCore
import OfferKitTestHarness
import Testing

/// A file that is read, with the sentences it is warned about in.
struct WarningCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: String
    let warnings: [String]

    init(_ name: String, _ file: String, _ warnings: String...) {
        testDescription = name
        self.file = file
        self.warnings = warnings
    }
}

/// Warnings about .storekit files.
struct ConfigurationWarningTests {
    private typealias Files = ConfigurationFiles
    private static let pro = "subscriptionGroups[0].subscriptions[0]"
    private static let free = #""paymentMode": "free", "subscriptionPeriod": "P1M""#

    private static let products: [WarningCase] = [
        WarningCase(
            "an unknown type", Files.file(#""products": [{ "type": "Hologram", "productID": "h" }]"#),
            "products[0].type: the product is left out, its type 'Hologram' is not known"),
        WarningCase(
            "a subscription without a group",
            Files.file(#""products": [{ "type": "RecurringSubscription", "productID": "pro" }]"#),
            "products[0]: the product is left out, 'pro' stands in the wrong list: auto-renewable subscriptions "
                + "belong in a group, others outside"
        ),
        WarningCase(
            "a consumable in a group",
            Files.group(#"{ "type": "Consumable", "productID": "coins", "displayPrice": "1" }"#),
            "\(pro): 'coins' stands in the wrong list: auto-renewable subscriptions belong in a group, others outside"),
        WarningCase(
            "an identifier that stands further up",
            Files.file(
                #""products": [{ "type": "Consumable", "productID": "a", "displayPrice": "1" }, "#
                    + #"{ "type": "NonConsumable", "productID": "a", "displayPrice": "2" }]"#),
            "products[1]: the product is left out, 'a' stands further up already"),
        WarningCase(
            "a group that stands further up",
            Files.file(#""subscriptionGroups": [{ "id": "g" }, { "id": "g", "name": "Two" }]"#),
            "subscriptionGroups[1]: the group joins the first one of the identifier 'g'"),
        WarningCase(
            "another group's identifier", Files.subscription(#""subscriptionGroupID": "h""#),
            "\(pro).subscriptionGroupID: names group 'h', but stands in group 'g'"),
        WarningCase("the group's own identifier", Files.subscription(#""subscriptionGroupID": "g""#)),
        WarningCase(
            "a price as a number",
            Files.file(#""products": [{ "type": "Consumable", "productID": "a", "displayPrice": 4.99 }]"#),
            "products[0].displayPrice: the price 4.99 should be text: \"4.99\""),
        WarningCase(
            "a plan by the month",
            Files.subscription(
                #""billingPlans": [{ "billingPlanType": "MONTHLY", "displayPrice": "0.5", "isEnabled": true }, "#
                    + #"{ "billingPlanType": "MONTHLY", "isEnabled": false }]"#),
            "\(pro).billingPlans[0]: the billing plan 'MONTHLY' is not simulated"),
        WarningCase(
            "a plan at another price",
            Files.subscription(#""billingPlans": [{ "billingPlanType": "BILLED_UPFRONT", "displayPrice": "8" }]"#),
            "\(pro).billingPlans[0].displayPrice: the plan's price 8.00 is passed over for the product's, 9.99"),
    ]

    private static let offers: [WarningCase] = [
        WarningCase(
            "an unknown payment mode", Files.promotional(#""paymentMode": "barter", "subscriptionPeriod": "P1M""#),
            "\(pro).adHocOffers[0].paymentMode: the offer is left out, its payment mode 'barter' is not known"),
        WarningCase(
            "no payment mode", Files.promotional(#""subscriptionPeriod": "P1M""#),
            "\(pro).adHocOffers[0].paymentMode: the offer is left out, it has no payment mode"),
        WarningCase(
            "a length of two units", Files.promotional(#""paymentMode": "free", "subscriptionPeriod": "P1Y6M""#),
            "\(pro).adHocOffers[0].subscriptionPeriod: the offer is left out, its length 'P1Y6M' cannot be read"),
        WarningCase(
            "no length", Files.promotional(#""paymentMode": "payUpFront", "displayPrice": "1""#),
            "\(pro).adHocOffers[0].subscriptionPeriod: the offer is left out, it has no length"),
        WarningCase(
            "an unreadable length of a pay-as-you-go offer",
            Files.promotional(#""paymentMode": "payAsYouGo", "displayPrice": "1", "subscriptionPeriod": "month""#),
            "\(pro).adHocOffers[0].subscriptionPeriod: the offer is left out, its length 'month' cannot be read"),
        WarningCase(
            "a pay-as-you-go offer by the week",
            Files.promotional(#""paymentMode": "payAsYouGo", "displayPrice": "1", "subscriptionPeriod": "P1W""#),
            "\(pro).adHocOffers[0].subscriptionPeriod: a pay-as-you-go offer is counted in the product's period P1M, "
                + "not in P1W"),
        WarningCase(
            "an offer for another plan", Files.promotional(#""billingPlanType": "MONTHLY", \#(free)"#),
            "\(pro).adHocOffers[0]: the offer is left out, its billing plan 'MONTHLY' is not simulated"),
        WarningCase(
            "introductory offers for two plans",
            Files.subscription(
                #""introductoryOffers": [{ "billingPlanType": "MONTHLY", \#(free) }, "#
                    + #"{ "billingPlanType": "BILLED_UPFRONT", \#(free) }]"#),
            "\(pro).introductoryOffers[0]: the offer is left out, its billing plan 'MONTHLY' is not simulated"),
        WarningCase(
            "two introductory offers for one plan",
            Files.subscription(#""introductoryOffers": [{ \#(free) }, { \#(free) }]"#),
            "\(pro).introductoryOffers[1]: the offer is left out, another introductory offer is read instead"),
        WarningCase(
            "an unknown class of customers",
            Files.subscription(
                #""codeOffers": [{ "referenceName": "Spring", "eligibility": ["new", "loyal"], \#(free) }]"#),
            "\(pro).codeOffers[0].eligibility[1]: 'loyal' is no known class of customers"),
        WarningCase(
            "an unknown priority",
            Files.subscription(
                #""winbackOffers": [{ "offerID": "a", "isEligible": true, "priority": "urgent", \#(free) }, "#
                    + #"{ "offerID": "b", "isEligible": true, "priority": 1, \#(free) }]"#),
            "\(pro).winbackOffers[0].priority: the priority 'urgent' is not known, and is taken as normal",
            "\(pro).winbackOffers[1].priority: the priority 'number' is not known, and is taken as normal"),
        WarningCase(
            "a win-back offer without switch", Files.subscription(#""winbackOffers": [{ "offerID": "a", \#(free) }]"#),
            "\(pro).winbackOffers[0]: isEligible is missing, so no customer is eligible"),
    ]

    private static let files: [WarningCase] = [
        WarningCase(
            "a storefront that is none", Files.file(#""settings": { "_storefront": "ATL" }"#),
            "settings._storefront: 'ATL' is no storefront of the App Store, USA is taken instead"),
        WarningCase(
            "a key that stands twice", Files.file(#""identifier": "1", "identifier": "2", "products": []"#),
            "keys stand twice in one object, the last counts: identifier"),
        WarningCase(
            "unknown keys in every part",
            Files.file(
                #""b": 1, "a": 2, "settings": { "x": "USA" }, "products": [{ "type": "Consumable", "#
                    + #""productID": "coins", "displayPrice": "1", "adHocOffers": [1], "codeOffers": [] }], "#
                    + #""subscriptionGroups": [{ "id": "g", "c": 1, "subscriptions": [{ "productID": "pro", "d": 1, "#
                    + #""displayPrice": "1", "recurringSubscriptionPeriod": "P1M", "#
                    + #""adHocOffers": [{ "offerID": "x", "e": 1, \#(free) }, "#
                    + #"{ "offerID": "y", "f": 1, \#(free) }] }] }]"#
            ),
            "unknown keys in the top level are passed over: a, b",
            "subscriptionGroups[0]: unknown keys in groups are passed over: c",
            "products[0]: unknown keys in products are passed over: adHocOffers",
            "\(pro): unknown keys in subscriptions are passed over: d",
            "\(pro).adHocOffers[0]: unknown keys in offers are passed over: e, f",
            "settings: unknown keys in the settings are passed over: x"),
        WarningCase(
            "a misspelt list of groups, which leaves all subscriptions out (C-251)",
            Files.file(#""subscriptionGroup": [{ "id": "g" }], "products": []"#),
            "subscriptionGroup: what 'subscriptionGroup' holds is left out: the key is not known, and "
                + "'subscriptionGroups' is missing"),
        WarningCase(
            "a misspelt list of offers (C-251)",
            Files.subscription(#""winBackOffers": [{ "offerID": "back" }], "codeOffer": []"#),
            "\(pro).winBackOffers: what 'winBackOffers' holds is left out: the key is not known, and 'winbackOffers' is "
                + "missing"),
        WarningCase(
            "misspelt keys of a setting, a product and an offer (C-251)",
            Files.file(
                #""settings": { "storefront": "USA" }, "products": [{ "type": "NonConsumable", "productID": "theme", "#
                    + #""displayPrice": "1", "familyShareble": true }], "#
                    + #""subscriptionGroups": [{ "id": "g", "subscriptions": [{ "productID": "pro", "#
                    + #""displayPrice": "1", "recurringSubscriptionPeriod": "P1M", "#
                    + #""adHocOffers": [{ "offerID": "x", "numberOfPeriod": 2, \#(free) }] }] }]"#),
            "products[0].familyShareble: what 'familyShareble' holds is left out: the key is not known, and "
                + "'familyShareable' is missing",
            "\(pro).adHocOffers[0].numberOfPeriod: what 'numberOfPeriod' holds is left out: the key is not known, and "
                + "'numberOfPeriods' is missing",
            "settings.storefront: what 'storefront' holds is left out: the key is not known, and '_storefront' is missing"
        ),
        WarningCase(
            "a key for offers without text", Files.file(#""subscriptionOffersKeyPair": { "id": "KEY" }"#),
            "subscriptionOffersKeyPair: the key for promotional offers cannot be read: it has no privateKey"),
    ]

    private static let limits: [WarningCase] = [
        WarningCase(
            "level 0 (B0-4)", Files.subscription(#""groupNumber": 0"#),
            "\(pro): breaks a limit of App Store Connect: group 'g', product 'pro', level: is 0, "
                + "but levels start at 1, the highest"),
        WarningCase(
            "a trial of four months (C-32)", Files.promotional(#""paymentMode": "free", "subscriptionPeriod": "P4M""#),
            "\(pro).adHocOffers[0]: breaks a limit of App Store Connect: group 'g', product 'pro', offer 'half', "
                + "duration: P4M is not allowed for the payment mode; allowed are P3D, P1W, P2W, P1M, P2M, P3M, P6M, P1Y"
        ),
        WarningCase(
            "eleven promotional offers (B1-4)",
            Files.subscription(
                #""adHocOffers": [\#((0..<11).map { #"{ "offerID": "o\#($0)", \#(free) }"# }.joined(separator: ", "))]"#
            ),
            "\(pro): breaks a limit of App Store Connect: group 'g', product 'pro', offerCount: there are 11, "
                + "at most 10 are allowed"),
        WarningCase(
            "an offer without identifier", Files.subscription(#""adHocOffers": [{ \#(free) }]"#),
            "\(pro).adHocOffers[0]: breaks a limit of App Store Connect: group 'g', product 'pro', offer '', offerID: "
                + "must not be empty"),
        WarningCase(
            "an identifier twice in a group (B1-16)",
            Files.subscription(
                #""adHocOffers": [{ "offerID": "x", \#(free) }], "#
                    + #""winbackOffers": [{ "offerID": "x", "isEligible": true, \#(free) }]"#),
            "subscriptionGroups[0]: breaks a limit of App Store Connect: group 'g', offer 'x', offerID: 'x' is used "
                + "more than once"),
        WarningCase(
            "an introductory offer of four months (C-32)",
            Files.subscription(#""introductoryOffer": { "paymentMode": "free", "subscriptionPeriod": "P4M" }"#),
            "\(pro).introductoryOffer: breaks a limit of App Store Connect: group 'g', product 'pro', offer "
                + "'introductory', duration: P4M is not allowed for the payment mode; allowed are P3D, P1W, P2W, P1M, P2M, "
                + "P3M, P6M, P1Y"),
        WarningCase(
            "a simulated error without a name",
            Files.file(#""settings": { "_storeKitErrors": [{ "enabled": false }] }"#),
            "settings._storeKitErrors[0].name: the setting 'name' cannot be read, and is passed over"),
        WarningCase(
            "a setting of another type", Files.file(#""settings": { "_askToBuyEnabled": "yes" }"#),
            "settings._askToBuyEnabled: the setting '_askToBuyEnabled' cannot be read, and is passed over"),
        WarningCase(
            "an offer that is no cheaper (S0-68)",
            Files.promotional(
                #""paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M", "displayPrice": "9.99""#),
            "\(pro).adHocOffers[0]: offer 'half' costs no less than its product 'pro' in AFG, AGO, AIA and 172 more "
                + "territories, and will be refused there"),
    ]

    @Test("C-251: what is not understood is told, with its place", arguments: products + offers + files + limits)
    func warning(example: WarningCase) throws {
        try expectEqual(Files.read(example.file).noticed.map(\.description), example.warnings)
    }

    @Test("Of two products with one identifier the first is kept")
    func duplicates() throws {
        let file = Files.file(
            #""products": [{ "type": "Consumable", "productID": "a", "displayPrice": "1" }, "#
                + #"{ "type": "NonConsumable", "productID": "a", "displayPrice": "2" }]"#)
        try expectEqual(Files.read(file).catalog, Catalog(products: [.consumable("a", price: 1)]).withoutTexts)
    }

    @Test("Groups of one identifier become one group with the subscriptions of both")
    func mergedGroups() throws {
        func group(_ name: String, _ id: String) -> String {
            #"{ "id": "g", "name": "\#(name)", "subscriptions": [{ "productID": "\#(id)", "displayPrice": "1", "#
                + #""recurringSubscriptionPeriod": "P1M" }] }"#
        }
        let file = Files.file(#""subscriptionGroups": [\#(group("One", "a")), \#(group("Two", "b"))]"#)
        let groups = try Files.read(file).catalog.groups
        expectEqual(groups.map(\.referenceName), ["One"])
        expectEqual(groups.first?.subscriptions.map(\.id), ["a", "b"])
    }

    @Test("A consumable in a group's list is sold all the same, a subscription outside a group is not")
    func misplaced() throws {
        let file = Files.group(#"{ "type": "Consumable", "productID": "coins", "displayPrice": "1" }"#)
        try expectEqual(Files.read(file).catalog.products.map(\.id), ["coins"])
        #expect(try Files.read(file).warnings.contains { $0.kind == .misplacedProduct(id: "coins", isSold: true) })
        let other = Files.file(#""products": [{ "type": "RecurringSubscription", "productID": "pro" }]"#)
        try expectEqual(Files.read(other).catalog.allProducts, [])
        #expect(try Files.read(other).warnings.contains { $0.kind == .misplacedProduct(id: "pro", isSold: false) })
    }

    @Test("A pay-as-you-go offer of another period is counted in the product's")
    func otherPeriod() throws {
        let file = Files.promotional(
            #""paymentMode": "payAsYouGo", "displayPrice": "1", "subscriptionPeriod": "P1W", "numberOfPeriods": 4"#)
        try expectEqual(Files.offers(file), [.promotional("half", .payAsYouGo(1, periods: 4))])
    }

    @Test("Of introductory offers for two plans the one billed up front is read")
    func introductoryOffers() throws {
        let file = Files.subscription(
            #""introductoryOffers": [{ "billingPlanType": "MONTHLY", "paymentMode": "free", "#
                + #""subscriptionPeriod": "P1M" }, { "billingPlanType": "BILLED_UPFRONT", "paymentMode": "free", "#
                + #""subscriptionPeriod": "P1W" }], "introductoryOffer": { "paymentMode": "free", "#
                + #""subscriptionPeriod": "P3D" }"#)
        try expectEqual(Files.offers(file), [.introductory(.freeTrial(.weekly))])
        try expectEqual(Files.read(file).noticed.map(\.kind), [.offerForOtherPlan("MONTHLY")])
    }

    @Test("An unknown storefront leaves the USA in place, an unknown class of customers leaves the others")
    func kept() throws {
        try expectEqual(Files.read(Files.file(#""settings": { "_storefront": "ATL" }"#)).settings.storefront, "USA")
        let file = Files.subscription(
            #""codeOffers": [{ "referenceName": "Spring", "eligibility": ["new", "loyal"], \#(Self.free) }]"#)
        try expectEqual(Files.offers(file), [.code("Spring", .freeTrial(.monthly), for: [.new])])
    }
}

extension Catalog {
    /// The same catalogue without localizations, as a file that has none.
    fileprivate var withoutTexts: Catalog {
        let bare = products.map { product in
            var product = product
            product.localizations = []
            return product
        }
        return Catalog(unchecked: groups, bare)
    }
}
