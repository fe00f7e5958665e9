import Foundation
import OfferKit
import OfferKitTestHarness
import OfferKitTesting
import Testing

/// A chain keeps the storefront of its purchase.
struct ChainStorefrontTests {
    /// A subscription that costs 9.99 in the USA and 1,500 in Japan, with an offer at 4.99 or 700.
    private static func store() throws -> Store {
        Store(
            catalog: try Catalog(groups: [
                .group(
                    "news",
                    [
                        .subscription(
                            "monthly", level: 2, period: .monthly, price: ["USA": 9.99, "JPN": 1500],
                            offers: [
                                .promotional("half", .payAsYouGo(["USA": 4.99, "JPN": 700], periods: 3)),
                                .promotional("japan", .payAsYouGo(["JPN": 700], periods: 3)),
                                .code("Spring", .payUpFront(["USA": 14.99, "JPN": 2000], .everyThreeMonths)),
                            ]),
                        .subscription("better", level: 1, period: .monthly, price: ["USA": 19.99, "JPN": 3000]),
                    ])
            ]))
    }

    @Test("C-44: an offer redeemed on a running subscription is priced in the storefront it was bought in")
    func offer() throws {
        let store = try Self.store()
        let device = store.addCustomer().addDevice(storefront: "USA")
        try device.purchase("monthly")
        device.storefront = "JPN"
        let account = AppAccount.userName("4bd1c2c3e8a0")
        let discount = try store.sign(offer: "half", of: "monthly", for: account, with: store.makeSigner())
        try device.purchase("monthly", offer: .promotional(discount), account: account)
        let renewal = try #require(device.subscriptionStatus(inGroup: "news")?.renewalInfo.unsafePayloadValue)
        expectEqual(renewal.renewalPrice, Decimal(string: "4.99"))
        expectEqual(renewal.currencyCode, "USD")
    }

    @Test("C-44: an upgrade is charged in the storefront of the chain, a purchase after the lapse in the device's")
    func upgrade() throws {
        let store = try Self.store()
        let device = store.addCustomer().addDevice(storefront: "USA")
        try device.purchase("monthly")
        device.storefront = "JPN"
        let upgraded = try device.purchase("better")
        expectEqual(upgraded.price, Decimal(string: "19.99"))
        expectEqual(upgraded.storefront.countryCode, "USA")
        try device.customer.setAutoRenew(false, inGroup: "news")
        try store.advance(by: .months(2))
        let again = try device.purchase("better")
        expectEqual(again.price, 3000)
        expectEqual(again.currencyCode, "JPY")
    }

    @Test("C-49, C-44: an offer without a price where the chain is charged cannot be redeemed on it")
    func notOffered() throws {
        let store = try Self.store()
        let device = store.addCustomer().addDevice(storefront: "USA")
        try device.purchase("monthly")
        device.storefront = "JPN"
        let account = AppAccount.userName("4bd1c2c3e8a0")
        let discount = try store.sign(offer: "japan", of: "monthly", for: account, with: store.makeSigner())
        let refusal = #expect(throws: PurchaseRefusal.self) {
            try device.purchase("monthly", offer: .promotional(discount), account: account)
        }
        guard case .invalidOfferIdentifier(let diagnosis) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        expectEqual(diagnosis.reason, .notOffered(in: "USA"))
        #expect(!diagnosis.available.contains("japan"))
    }

    @Test("C-44, B3 step 2: what is not sold where the chain is charged cannot be bought, and no sheet opens")
    func notSold() throws {
        let store = Store(
            catalog: try Catalog(groups: [
                .group(
                    "news",
                    [
                        .subscription("monthly", level: 2, period: .monthly, price: 9.99),
                        .subscription("better", level: 1, period: .monthly, price: ["JPN": 3000]),
                    ])
            ]))
        let device = store.addCustomer().addDevice(storefront: "USA")
        try device.purchase("monthly")
        device.storefront = "JPN"
        let count = store.log.count
        #expect(throws: PurchaseRefusal.productUnavailable(.notSold("better", in: "USA"))) {
            try device.requestPurchase("better")
        }
        expectEqual(store.log.count, count)
    }

    @Test("C-44: a code redeemed on a running subscription is priced in the storefront it was bought in")
    func code() throws {
        let store = try Self.store()
        try store.createCustomCode("SPRING", for: "Spring", of: "monthly", limit: 1)
        let device = store.addCustomer().addDevice(storefront: "USA")
        try device.purchase("monthly")
        device.storefront = "JPN"
        try device.redeem(code: "SPRING")
        let renewal = try #require(device.subscriptionStatus(inGroup: "news")?.renewalInfo.unsafePayloadValue)
        expectEqual(renewal.renewalPrice, Decimal(string: "14.99"))
    }
}
