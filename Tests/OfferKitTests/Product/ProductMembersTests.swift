import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// StoreKit's members of products and statuses.
///
/// What StoreKit's products and statuses have beside what is sold.
struct ProductMembersTests {
    // The names and the forms are those of a product dumped from Xcode's test environment; the identifier stands for
    // Apple's own number.
    @Test("a product that is no subscription is written as Xcode's test environment writes it")
    func json() throws {
        let shopping = try Shopping()
        let pass = try shopping.product(Shopping.pass)
        let json = """
            {"attributes":{"description":{"standard":"All lessons until the end of August"},\
            "icuLocale":"en_US@currency=USD","isFamilyShareable":0,"kind":"Non-Renewing Subscription",\
            "name":"Summer Pass","offerName":"com.example.pass.summer",\
            "offers":[{"currencyCode":"USD","price":"12.99","priceFormatted":"$12.99"}]},\
            "href":"/v1/catalog/usa/in-apps/com.example.pass.summer","id":"com.example.pass.summer","type":"in-apps"}
            """
        expectEqual(String(decoding: pass.jsonRepresentation, as: UTF8.self), json)
        expectEqual(pass.debugDescription, json)
        // The same product says the same, wherever its device has gone since.
        shopping.device.storefront = "DEU"
        expectEqual(String(decoding: pass.jsonRepresentation, as: UTF8.self), json)
    }

    @Test("a subscription's JSON also names its group, its period and its offers")
    func subscription() throws {
        let pro = try Shopping().product(Shopping.pro)
        let json = String(decoding: pro.jsonRepresentation, as: UTF8.self)
        for part in [
            #""recurringSubscriptionPeriod":"P1M""#, #""subscriptionFamilyId":"21000001""#,
            #""subscriptionFamilyName":"Premium""#, #""subscriptionFamilyRank":1"#, #""type":"IntroOffer""#,
            #""modeType":"FreeTrial""#, #""offerId":"half3""#, #""kind":"Auto-Renewable Subscription""#,
        ] {
            expectContains(json, part)
        }
    }

    @Test("a product knows its customer's transactions without any device in a slot")
    func transactions() async throws {
        let shopping = try Shopping()
        let product = try shopping.product(Shopping.theme)
        expectNil(await product.latestTransaction)
        expectNil(await product.currentEntitlement)
        let transaction = try shopping.device.purchase(Shopping.theme)
        await expectEqual(product.latestTransaction, .verified(transaction))
        await expectEqual(product.currentEntitlement, .verified(transaction))
        var listed: [VerificationResult<OfferKit.Transaction>] = []
        for await result in product.currentEntitlements { listed.append(result) }
        expectEqual(listed, [.verified(transaction)])
        try shopping.store.refund(transaction.id)
        expectNil(await product.currentEntitlement)
        await expectEqual(product.latestTransaction?.unsafePayloadValue.id, transaction.id)
    }

    @Test("a status is found by any transaction of the subscription, and by no other")
    func statusByTransaction() async throws {
        let shopping = try Shopping()
        let first = try shopping.device.purchase(Shopping.weekly)
        let coins = try shopping.device.purchase(Shopping.coins)
        try shopping.store.advance(by: .weeks(2))
        let last = try #require(shopping.device.latest(for: Shopping.weekly))
        #expect(last.id != first.id)
        try await DeviceSlot(shopping.device).provide {
            for id in [first.id, last.id] {
                let status = try await Product.SubscriptionInfo.status(transactionID: id)
                expectEqual(status?.state, .subscribed)
                expectEqual(status?.transaction.unsafePayloadValue.id, last.id)
            }
            let none = try await Product.SubscriptionInfo.status(transactionID: coins.id)
            let unknown = try await Product.SubscriptionInfo.status(transactionID: 999)
            expectNil(none)
            expectNil(unknown)
        }
        _ = await DeviceSlot().provide {
            await #expect(throws: StoreKitError.self) {
                try await Product.SubscriptionInfo.status(transactionID: first.id)
            }
        }
    }

    @Test("the stream of all statuses has the groups with a subscription, and ends")
    func allStatuses() async throws {
        let shopping = try Shopping()
        try await DeviceSlot(shopping.device).provide {
            for await _ in Product.SubscriptionInfo.Status.all { Issue.record("There is no subscription.") }
            try shopping.device.purchase(Shopping.pro)
            var groups: [String] = []
            for await (groupID, statuses) in Product.SubscriptionInfo.Status.all {
                groups.append(groupID)
                expectEqual(statuses.map(\.state), [.subscribed])
            }
            expectEqual(groups, [Shopping.premium])
        }
    }

    @Test("a subscription has one billing plan, in advance, with its price and its offers")
    func pricingTerms() async throws {
        let shopping = try Shopping()
        let product = try shopping.product(Shopping.pro)
        let terms = try #require(product.subscription?.pricingTerms)
        expectEqual(terms.map(\.billingPlanType), [.upFront])
        expectEqual(terms.map(\.billingPeriod), [.monthly])
        expectEqual(terms.map(\.billingPrice), [Decimal(string: "9.99")])
        expectEqual(terms.map(\.billingDisplayPrice), ["$9.99"])
        expectEqual(terms.map(\.commitmentInfo.displayPrice), ["$9.99"])
        expectEqual(terms.map(\.commitmentInfo.period), [.monthly])
        expectEqual(terms.map { $0[offers: .promotional].compactMap(\.id) }, [["half3", "prepaid6", "freemonth"]])
        expectEqual(terms.map { $0[offers: .introductory].map(\.paymentMode) }, [[.freeTrial]])
        await #expect(throws: StoreKitError.self) {
            try await product.purchase(options: [.billingPlanType(.monthly)])
        }
        expectEqual(shopping.device.transactions, [])
        guard case .success = try await product.purchase(options: [.billingPlanType(.upFront)]) else {
            Issue.record("The plan is the only one there is.")
            return
        }
    }

    @Test("no store here has a generic product: asking for one says that it is unsupported")
    func genericProduct() async throws {
        let shopping = try Shopping()
        try await DeviceSlot(shopping.device).provide {
            do {
                let product = try await AdvancedCommerceProduct(id: Shopping.pro)
                Issue.record("There is \(product.id).")
            } catch StoreKitError.unsupported {}
        }
    }

    @Test("options of a purchase are printed by StoreKit's names")
    func optionNames() throws {
        let token = try #require(UUID(uuidString: "0F8FAD5B-D9CB-469F-A165-70867728950E"))
        let names: [(Product.PurchaseOption, String)] = [
            (.appAccountToken(token), "appAccountToken(0F8FAD5B-D9CB-469F-A165-70867728950E)"),
            (.quantity(3), "quantity(3)"), (.simulatesAskToBuyInSandbox(true), "simulatesAskToBuyInSandbox(true)"),
            (.onStorefrontChange { _ in true }, "onStorefrontChange"), (.custom(key: "a", value: true), "custom(a)"),
            (.billingPlanType(.upFront), "billingPlanType(upFront)"),
        ]
        for (option, name) in names { expectEqual(option.debugDescription, name) }
    }
}
