import OfferKit
import OfferKitCore
import OfferKitTestHarness
import Testing

/// Versions of .storekit files.
///
/// One small file for each version of the format, with what came in with that version.
struct ConfigurationVersionTests {
    static let version1 = """
        { "products" : [
            { "displayPrice" : "0.99", "familyShareable" : false, "internalID" : "0A000001", "localizations" : [
                { "description" : "", "displayName" : "Coins", "locale" : "en_US" } ],
              "productID" : "com.example.coins", "referenceName" : "Coins", "type" : "Consumable" } ],
          "settings" : {},
          "subscriptionGroups" : [
            { "id" : "0A000002", "localizations" : [], "name" : "Premium", "subscriptions" : [
              { "adHocOffers" : [], "displayPrice" : "4.99", "familyShareable" : false, "groupNumber" : 1,
                "internalID" : "0A000003", "introductoryOffer" : null, "localizations" : [],
                "productID" : "com.example.pro", "recurringSubscriptionPeriod" : "P1M", "referenceName" : "Pro",
                "subscriptionGroupID" : "0A000002", "type" : "RecurringSubscription" } ] } ],
          "version" : { "major" : 1, "minor" : 0 } }
        """

    static let version1point1 = """
        { "identifier" : "0A000000", "products" : [], "nonRenewingSubscriptions" : [
            { "displayPrice" : "12.99", "familyShareable" : false, "internalID" : "0A000001", "localizations" : [],
              "productID" : "com.example.pass", "referenceName" : "Pass", "type" : "NonRenewingSubscription" } ],
          "settings" : {}, "subscriptionGroups" : [], "version" : { "major" : 1, "minor" : 1 } }
        """

    static let version2 = """
        { "identifier" : "0A000000", "products" : [], "nonRenewingSubscriptions" : [],
          "settings" : { "_applicationInternalID" : "1", "_askToBuyEnabled" : true, "_billingIssuesEnabled" : true,
            "_compatibilityTimeRate" : { "3" : 6 }, "_developerTeamID" : "TEAM", "_failTransactionsEnabled" : true,
            "_lastSynchronizedDate" : 650000000.5, "_locale" : "de_DE", "_renewalBillingIssuesEnabled" : true,
            "_billingGracePeriodEnabled" : true, "_storeKitError" : 0, "_storefront" : "DEU", "_timeRate" : 1004 },
          "subscriptionGroups" : [
            { "id" : "0A000002", "localizations" : [], "name" : "Premium", "subscriptions" : [
              { "adHocOffers" : [
                  { "displayPrice" : "1.99", "internalID" : "0A000004", "offerID" : "half",
                    "paymentMode" : "payAsYouGo", "referenceName" : "Half", "subscriptionPeriod" : "P1M" } ],
                "codeOffers" : [
                  { "displayPrice" : "0.99", "eligibility" : [ "new", "expired" ], "internalID" : "0A000005",
                    "isStackable" : false, "paymentMode" : "payUpFront", "referenceName" : "Spring",
                    "subscriptionPeriod" : "P3M" } ],
                "displayPrice" : "4.99", "familyShareable" : true, "groupNumber" : 1, "internalID" : "0A000003",
                "introductoryOffer" : { "displayPrice" : "4.99", "internalID" : "0A000006", "paymentMode" : "free",
                  "numberOfPeriods" : 1, "subscriptionPeriod" : "P3D" },
                "localizations" : [], "productID" : "com.example.pro", "recurringSubscriptionPeriod" : "P1M",
                "referenceName" : "Pro", "subscriptionGroupID" : "0A000002", "type" : "RecurringSubscription" } ] } ],
          "version" : { "major" : 2, "minor" : 0 } }
        """

    static let version3 = """
        { "identifier" : "0A000000", "products" : [], "nonRenewingSubscriptions" : [],
          "settings" : { "_storeKitErrors" : [
              { "current" : { "index" : 1, "type" : "purchase" }, "enabled" : true, "name" : "Purchase" },
              { "current" : null, "enabled" : false, "name" : "Load Products" } ] },
          "subscriptionGroups" : [
            { "id" : "0A000002", "localizations" : [], "name" : "Premium", "subscriptions" : [
              { "adHocOffers" : [
                  { "displayPrice" : "1.99", "internalID" : "0A000004", "numberOfPeriods" : 3, "offerID" : "half",
                    "paymentMode" : "payAsYouGo", "referenceName" : "Half", "subscriptionPeriod" : "P1M" } ],
                "codeOffers" : [], "displayPrice" : "4.99", "familyShareable" : false, "groupNumber" : 1,
                "internalID" : "0A000003", "introductoryOffer" : null, "localizations" : [],
                "productID" : "com.example.pro", "recurringSubscriptionPeriod" : "P1M", "referenceName" : "Pro",
                "subscriptionGroupID" : "0A000002", "type" : "RecurringSubscription" } ] } ],
          "version" : { "major" : 3, "minor" : 0 } }
        """

    static let version4 = """
        { "appPolicies" : { "eula" : "", "policies" : [] }, "identifier" : "0A000000", "products" : [],
          "nonRenewingSubscriptions" : [], "settings" : { "_disableDialogs" : true, "_timeRate" : 0 },
          "subscriptionGroups" : [
            { "id" : "0A000002", "localizations" : [], "name" : "Premium", "subscriptions" : [
              { "adHocOffers" : [], "codeOffers" : [], "displayPrice" : "4.99", "familyShareable" : false,
                "groupNumber" : 1, "internalID" : "0A000003", "introductoryOffer" : null, "localizations" : [],
                "productID" : "com.example.pro", "promotionalImageID" : "0A000009",
                "recurringSubscriptionPeriod" : "P1M", "referenceName" : "Pro", "subscriptionGroupID" : "0A000002",
                "type" : "RecurringSubscription", "winbackOffers" : [
                  { "displayPrice" : "0.99", "internalID" : "0A000007", "isEligible" : false, "numberOfPeriods" : 2,
                    "offerID" : "back", "paymentMode" : "payAsYouGo", "referenceName" : "Back",
                    "subscriptionPeriod" : "P1M" } ] } ] } ],
          "version" : { "major" : 4, "minor" : 0 } }
        """

    static let version5 = """
        { "appPolicies" : { "eula" : "", "policies" : [] }, "identifier" : "0A000000", "products" : [],
          "nonRenewingSubscriptions" : [], "settings" : {}, "subscriptionGroups" : [
            { "id" : "0A000002", "localizations" : [], "name" : "Premium", "subscriptions" : [
              { "adHocOffers" : [
                  { "billingPlanType" : "BILLED_UPFRONT", "displayPrice" : "40", "internalID" : "0A000004",
                    "numberOfPeriods" : 1, "offerID" : "cheap", "paymentMode" : "payAsYouGo",
                    "referenceName" : "Cheap", "subscriptionPeriod" : "P1Y" } ],
                "billingPlans" : [
                  { "billingPlanType" : "BILLED_UPFRONT", "commitmentDisplayPrice" : "59.99",
                    "displayPrice" : "59.99", "internalID" : "0A00000A", "isEnabled" : true } ],
                "codeOffers" : [], "displayPrice" : "59.99", "familyShareable" : false, "groupNumber" : 1,
                "internalID" : "0A000003", "introductoryOffers" : [
                  { "billingPlanType" : "BILLED_UPFRONT", "internalID" : "0A000006", "numberOfPeriods" : 1,
                    "paymentMode" : "free", "subscriptionPeriod" : "P1W" } ],
                "localizations" : [], "productID" : "com.example.pro", "recurringSubscriptionPeriod" : "P1Y",
                "referenceName" : "Pro", "subscriptionGroupID" : "0A000002", "type" : "RecurringSubscription",
                "winbackOffers" : [] } ] } ],
          "version" : { "major" : 5, "minor" : 0 } }
        """

    static let version6 = """
        { "holograms" : [ 1 ], "products" : [
            { "displayPrice" : "0.99", "productID" : "com.example.coins", "type" : "Consumable", "weight" : 3 } ],
          "settings" : { "_gravity" : 9.81 }, "subscriptionGroups" : [], "version" : { "major" : 6, "minor" : 2 } }
        """

    private static let files = [
        "1.0": version1, "1.1": version1point1, "2.0": version2, "3.0": version3, "4.0": version4, "5.0": version5,
    ]

    @Test(
        "Files of versions 1 to 5 read without a warning about what they hold",
        arguments: ["1.0", "1.1", "2.0", "3.0", "4.0", "5.0"])
    func known(version: String) throws {
        let configuration = try ConfigurationFiles.read(try #require(Self.files[version]))
        expectEqual(configuration.noticed, [])
        expectEqual(configuration.version.description, version)
        expectEqual(configuration.catalog.allProducts.count, version == "1.0" ? 2 : 1)
    }

    @Test("Version 1.1 has a list of its own for non-renewing subscriptions")
    func nonRenewing() throws {
        let catalog = try ConfigurationFiles.read(Self.version1point1).catalog
        expectEqual(catalog.products.map(\.id), ["com.example.pass"])
        expectEqual(catalog.products.map(\.kind), [.nonRenewable])
    }

    @Test("Version 2 has offer codes, no number of periods, and a stale price on a free offer, which is passed over")
    func version2Offers() throws {
        try expectEqual(
            ConfigurationFiles.offers(Self.version2),
            [
                .introductory(.freeTrial(.everyThreeDays)),
                .promotional("half", .payAsYouGo(1.99, periods: 1), name: "Half"),
                .code("Spring", .payUpFront(0.99, .everyThreeMonths), for: [.new, .expired]),
            ])
    }

    @Test("Every setting of version 2 is read")
    func version2Settings() throws {
        let settings = try ConfigurationFiles.read(Self.version2).settings
        expectEqual(settings.storefront, "DEU")
        expectEqual(settings.locale, "de_DE")
        expectEqual(settings.timeRate, 1004)
        expectEqual(settings.failureError, 0)
        #expect(settings.askToBuyEnabled)
        #expect(settings.interruptedPurchasesEnabled)
        #expect(settings.shouldEnterBillingRetryOnRenewal)
        #expect(settings.billingGracePeriodIsEnabled)
        #expect(settings.failTransactionsEnabled)
        #expect(!settings.disableDialogs)
    }

    @Test("Version 3 counts the periods of promotional offers and lists the errors it simulates")
    func version3Content() throws {
        try expectEqual(
            ConfigurationFiles.offers(Self.version3),
            [.promotional("half", .payAsYouGo(1.99, periods: 3), name: "Half")])
        let errors = try ConfigurationFiles.read(Self.version3).settings.simulatedErrors
        expectEqual(errors.map(\.name), ["Purchase", "Load Products"])
        expectEqual(errors.map(\.isEnabled), [true, false])
        expectEqual(errors.map(\.errorType), ["purchase", nil])
        expectEqual(errors.map(\.errorIndex), [1, nil])
    }

    @Test("Version 4 has win-back offers that nobody is eligible for while the switch is off (B15-10)")
    func version4Offers() throws {
        try expectEqual(
            ConfigurationFiles.offers(Self.version4),
            [.winBack("back", .payAsYouGo(0.99, periods: 2), eligibility: .nobody, name: "Back")])
        #expect(try ConfigurationFiles.read(Self.version4).settings.disableDialogs)
    }

    @Test("Version 5 has one introductory offer for each billing plan")
    func version5Offers() throws {
        try expectEqual(
            ConfigurationFiles.offers(Self.version5),
            [.introductory(.freeTrial(.weekly)), .promotional("cheap", .payAsYouGo(40, periods: 1), name: "Cheap")])
    }

    @Test("A version from the future is read as the newest known, and its unknown keys are named once for each part")
    func future() throws {
        let configuration = try ConfigurationFiles.read(Self.version6)
        expectEqual(configuration.catalog.products.map(\.id), ["com.example.coins"])
        expectEqual(
            configuration.noticed.map(\.description),
            [
                "version: version 6.2 is not known, and is read as the newest known",
                "unknown keys in the top level are passed over: holograms",
                "products[0]: unknown keys in products are passed over: weight",
                "settings: unknown keys in the settings are passed over: _gravity",
            ])
    }

    @Test(
        "A version that is missing or never was gives a warning",
        arguments: [
            ("{}", nil), (#"{"version": null}"#, nil), (#"{"version": {}}"#, nil), (#"{"version": {"minor": 3}}"#, nil),
            (#"{"version": {"major": 0, "minor": 9}}"#, "0.9"), (#"{"version": {"major": -1}}"#, "-1.0"),
            (#"{"version": {"major": 9223372036854775807}}"#, "9223372036854775807.0"),
        ] as [(String, String?)])
    func odd(file: String, version: String?) throws {
        let configuration = try ConfigurationFiles.read(file)
        expectEqual(configuration.version.description, version ?? "0.0")
        expectEqual(configuration.noticed.map(\.path), ["version"])
        expectEqual(configuration.noticed.map(\.kind), [.unknownVersion(version.map { _ in configuration.version })])
    }
}
