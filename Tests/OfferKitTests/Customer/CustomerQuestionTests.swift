import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// What a store answers about one customer, and what a test does to one.
struct CustomerQuestionTests {
    @Test(
        "C-245: the class for offer codes is new, existing, expired (B1-13), promotional offers are for who subscribed (S0-75)"
    )
    func classes() throws {
        let shopping = try Shopping()
        let customer = shopping.customer
        try expectEqual(customer.customerClass(inGroup: Shopping.premium), .new)
        #expect(!customer.isEligibleForPromotionalOffers)
        #expect(try customer.isEligibleForIntroductoryOffer(inGroup: Shopping.premium))
        try shopping.device.purchase(Shopping.pro)
        try expectEqual(customer.customerClass(inGroup: Shopping.premium), .existing)
        #expect(customer.isEligibleForPromotionalOffers)
        #expect(try !customer.isEligibleForIntroductoryOffer(inGroup: Shopping.premium))
        try customer.setAutoRenew(false, inGroup: Shopping.premium)
        try shopping.store.advance(by: .days(8))
        try expectEqual(customer.customerClass(inGroup: Shopping.premium), .expired)
        #expect(customer.isEligibleForPromotionalOffers)
        #expect(throws: SubscriptionRefusal.self) { try customer.customerClass(inGroup: "Premum") }
    }

    @Test("C-243: after a reset the customer has the introductory offer again, and nothing else changed")
    func reset() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.pro)
        try shopping.customer.setAutoRenew(false, inGroup: Shopping.premium)
        try shopping.store.advance(by: .days(8))
        #expect(try !shopping.customer.isEligibleForIntroductoryOffer(inGroup: Shopping.premium))
        let before = shopping.device.transactions
        try shopping.customer.resetIntroductoryEligibility(inGroup: Shopping.premium)
        #expect(try shopping.customer.isEligibleForIntroductoryOffer(inGroup: Shopping.premium))
        expectEqual(shopping.device.transactions, before)
        expectEqual(
            shopping.store.log.last?.event, .introductoryOfferReset(shopping.customer.id, group: Shopping.premium))
        let count = shopping.store.log.count
        try shopping.customer.resetIntroductoryEligibility(inGroup: Shopping.premium)
        expectEqual(shopping.store.log.count, count)
        try expectEqual(shopping.device.purchase(Shopping.pro).offer?.type, .intro)
        #expect(throws: SubscriptionRefusal.self) { try shopping.customer.resetIntroductoryEligibility(inGroup: "x") }
    }

    @Test("C-243: a reset is in the snapshot")
    func saved() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.pro)
        try shopping.customer.resetIntroductoryEligibility(inGroup: Shopping.premium)
        let copy = try Store(snapshot: shopping.store.snapshot())
        try copy.customers[0].setAutoRenew(false, inGroup: Shopping.premium)
        try copy.advance(by: .days(8))
        #expect(try copy.customers[0].isEligibleForIntroductoryOffer(inGroup: Shopping.premium))
    }

    @Test("C-125: a purchase in the past brings the renewals since, on any device")
    func past() throws {
        let shopping = try Shopping(at: "2026-06-15T00:00:00Z")
        let first = try shopping.device.purchase(Shopping.pro, on: date("2026-03-01T00:00:00Z"))
        // A free week, then a month each: 8 March, 8 April, 8 May, 8 June.
        expectEqual(first.purchaseDate, date("2026-03-01T00:00:00Z"))
        expectEqual(shopping.device.transactions.count, 5)
        expectEqual(shopping.device.transactions.last?.expirationDate, date("2026-07-08T00:00:00Z"))
        let other = shopping.store.addCustomer().addDevice()
        try other.purchase(Shopping.pro, on: date("2026-03-01T00:00:00Z"), autoRenews: false)
        #expect(other.transactions.count == 1 && other.subscriptionStatus(inGroup: Shopping.premium)?.state == .expired)
        #expect(throws: PastPurchaseRefusal.self) {
            try other.purchase(Shopping.pro, on: date("2026-06-15T00:00:01Z"))
        }
    }

    @Test("C-246: a store's catalogue is what it sells now, and another store can sell it")
    func catalog() throws {
        let shopping = try Shopping()
        try shopping.store.setBasePrice(of: Shopping.coins, to: 1.49)
        try shopping.store.disableOffer("half3", .promo, of: Shopping.pro)
        try shopping.store.deleteOffer("prepaid6", .promo, of: Shopping.pro)
        let catalog = shopping.store.catalog
        expectEqual(catalog.product(Shopping.coins)?.prices, 1.49)
        let names = catalog.product(Shopping.pro)?.subscription?.offers.compactMap(\.id) ?? []
        expectEqual(names.sorted(), ["Spring campaign", "comeback", "freemonth"])
        let other = Store(catalog: catalog)
        #expect(other.productIDs == shopping.store.productIDs && other.groups == shopping.store.groups)
        expectEqual(other.catalog, catalog)
    }

    @Test(
        "C-242: a device without a network throws networkError where the App Store is needed, and reads what it knows")
    func offline() async throws {
        let shopping = try Shopping()
        let device = shopping.device
        let product = try shopping.product(Shopping.coins)
        try device.purchase(Shopping.pro)
        device.isOffline = true
        await #expect(throws: StoreKitError.self) { try await device.app.products([Shopping.pro]) }
        await #expect(throws: StoreKitError.self) { try await product.purchase() }
        await #expect(throws: StoreKitError.self) { try await device.app.sync() }
        await #expect(throws: StoreKitError.self) { try await device.app.redeem(code: "x") }
        await #expect(throws: StoreKitError.self) { try await device.app.refreshReceipt() }
        do {
            _ = try await device.app.products([Shopping.pro])
        } catch StoreKitError.networkError(let error) {
            expectEqual(error.code, .notConnectedToInternet)
        }
        var entitled = 0
        for await _ in device.app.transactions(.currentEntitlements) { entitled += 1 }
        expectEqual(entitled, 1)
        try await expectEqual(device.app.subscriptionStatuses(inGroup: Shopping.premium).count, 1)
        device.isOffline = false
        try await expectEqual(device.app.products([Shopping.pro]).count, 1)
        expectEqual(device.transactions.count, 1)
    }
}
