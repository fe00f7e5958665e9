import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// What a purchase looks like.
struct PurchaseShapeTests {
    @Test("B0: a first subscription with its introductory offer")
    func introductory() throws {
        let shopping = try Shopping(at: "2026-01-31T10:00:00Z")
        let transaction = try shopping.device.purchase(Shopping.pro)
        expectEqual(transaction.id, 1)
        expectEqual(transaction.originalID, 1)
        expectEqual(transaction.productID, Shopping.pro)
        expectEqual(transaction.subscriptionGroupID, Shopping.premium)
        expectEqual(transaction.appBundleID, "com.example.app")
        expectEqual(transaction.purchaseDate, date("2026-01-31T10:00:00Z"))
        expectEqual(transaction.originalPurchaseDate, date("2026-01-31T10:00:00Z"))
        expectEqual(transaction.expirationDate, date("2026-02-07T10:00:00Z"))
        expectEqual(transaction.purchasedQuantity, 1)
        #expect(!transaction.isUpgraded)
        expectNil(transaction.offer?.id)
        expectEqual(transaction.offer?.type, .introductory)
        expectEqual(transaction.offer?.paymentMode, .freeTrial)
        expectEqual(transaction.offer?.period, .weekly)
        expectEqual(transaction.productType, .autoRenewable)
        expectEqual(transaction.reason, .purchase)
        expectEqual(transaction.price, 0)
        expectEqual(transaction.currencyCode, "USD")
        expectEqual(transaction.storefront.countryCode, "USA")
        expectEqual(transaction.storefront.id, "143441")
        expectNil(transaction.appAccountToken)
        let (state, info) = try shopping.renewal()
        expectEqual(state, .subscribed)
        #expect(info.willAutoRenew)
        expectEqual(info.autoRenewPreference, Shopping.pro)
        expectNil(info.offer)
        expectEqual(info.renewalPrice, Decimal(string: "9.99"))
        expectEqual(info.currencyCode, "USD")
        expectEqual(info.renewalDate, date("2026-02-07T10:00:00Z"))
        expectNil(info.expirationReason)
        expectEqual(info.originalTransactionID, 1)
    }

    /// A promotional offer, and what a transaction with it says.
    struct Promotion: Sendable {
        let id: String
        let price: String
        let mode: Transaction.Offer.PaymentMode
        let period, end: String
        /// What the renewal after the first period costs, and whether the offer still applies then.
        let renewal: String
        let isDiscounted: Bool
    }

    // S1-36, S3-61: type 2 and the identifier. S3-66: price, currency and payment mode tell what was redeemed.
    @Test(
        "B5.2, B5-2…4: a lapsed customer's promotional offer, and the renewal after its first period",
        arguments: [
            Promotion(
                id: "half3", price: "4.99", mode: .payAsYouGo, period: "P3M", end: "2026-02-08T00:00:00Z",
                renewal: "4.99", isDiscounted: true),
            Promotion(
                id: "prepaid6", price: "29.99", mode: .payUpFront, period: "P6M", end: "2026-07-08T00:00:00Z",
                renewal: "9.99", isDiscounted: false),
            Promotion(
                id: "freemonth", price: "0", mode: .freeTrial, period: "P1M", end: "2026-02-08T00:00:00Z",
                renewal: "9.99", isDiscounted: false),
        ])
    func promotional(promotion: Promotion) throws {
        let shopping = try Shopping()
        try shopping.buyOnce(Shopping.weekly)
        try shopping.store.advance(by: .weeks(1))
        let transaction = try shopping.buy(promo: promotion.id)
        expectEqual(transaction.price, Decimal(string: promotion.price))
        expectEqual(transaction.currencyCode, "USD")
        expectEqual(transaction.expirationDate, date(promotion.end))
        expectEqual(transaction.originalPurchaseDate, date("2026-01-01T00:00:00Z"))
        expectEqual(transaction.offer?.id, promotion.id)
        expectEqual(transaction.offer?.type.rawValue, 2)
        expectEqual(transaction.offer?.paymentMode, promotion.mode)
        expectEqual(transaction.offer?.period?.iso8601, promotion.period)
        let info = try shopping.renewal().info
        expectEqual(info.offer?.id, promotion.isDiscounted ? promotion.id : nil)
        expectEqual(info.renewalPrice, Decimal(string: promotion.renewal))
    }

    @Test("C-16: a queued offer shows in the renewal info at once, and renewal is on")
    func queued() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.pro)
        try shopping.customer.setAutoRenew(false, inGroup: Shopping.premium)
        var info = try shopping.renewal().info
        #expect(!info.willAutoRenew)
        expectNil(info.autoRenewPreference)
        expectNil(info.renewalPrice)
        expectNil(info.currencyCode)
        let current = try shopping.buy(promo: "prepaid6")
        expectEqual(current.offer?.type, .intro)
        info = try shopping.renewal().info
        #expect(info.willAutoRenew)
        expectEqual(info.offer?.type, .promo)
        expectEqual(info.offer?.id, "prepaid6")
        expectEqual(info.offer?.period?.iso8601, "P6M")
        expectEqual(info.renewalPrice, Decimal(string: "29.99"))
        try shopping.buy(promo: "freemonth")
        info = try shopping.renewal().info
        expectEqual(info.offer?.id, "freemonth")
        expectEqual(info.renewalPrice, 0)
    }

    @Test("B8-6: a pending downgrade shows as the preference, at its own price")
    func downgrade() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.pro)
        let current = try shopping.device.purchase(Shopping.weekly)
        expectEqual(current.productID, Shopping.pro)
        let info = try shopping.renewal().info
        expectEqual(info.currentProductID, Shopping.pro)
        expectEqual(info.autoRenewPreference, Shopping.weekly)
        expectEqual(info.renewalPrice, Decimal(string: "1.99"))
    }

    @Test("B8-1: an upgrade marks the old transaction and is what the customer is entitled to")
    func upgrade() throws {
        let shopping = try Shopping()
        let old = try shopping.device.purchase(Shopping.weekly)
        let new = try shopping.device.purchase(Shopping.pro)
        expectEqual(shopping.device.transactions.map(\.isUpgraded), [true, false])
        expectEqual(shopping.device.currentEntitlements, [new])
        expectEqual(new.originalID, old.id)
        expectEqual(new.reason, .purchase)
        let upgrade = LogEntry.Event.transactionUpgraded(id: old.id, refund: 1.99)
        expectContains(shopping.store.log.map(\.event), upgrade)
    }

    @Test("C-41: a lapsed subscription has no preference, price or offer, but its end")
    func lapsed() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.pro)
        try shopping.buy(promo: "half3")
        try shopping.customer.setAutoRenew(false, inGroup: Shopping.premium)
        try shopping.store.advance(by: .months(2))
        let (state, info) = try shopping.renewal()
        expectEqual(state, .expired)
        expectEqual(state.rawValue, 2)
        #expect(!info.willAutoRenew)
        expectNil(info.autoRenewPreference)
        expectNil(info.offer)
        expectNil(info.renewalPrice)
        expectEqual(info.renewalDate, date("2026-01-08T00:00:00Z"))
        expectEqual(info.currentProductID, Shopping.pro)
    }

    @Test("B16-10: a redeemed code gives type 3 and the reference name")
    func code() throws {
        let shopping = try Shopping()
        let codes = try shopping.store.createCodes(1, for: "Spring campaign", of: Shopping.pro)
        expectEqual(codes.map(\.count), [18])
        // The campaign stacks, so the introductory week comes first and the campaign's free month next.
        let transaction = try shopping.device.redeem(code: try #require(codes.first))
        expectEqual(transaction.offer?.type, .intro)
        let info = try shopping.renewal().info
        expectEqual(info.offer?.type, .code)
        expectEqual(info.offer?.id, "Spring campaign")
        expectEqual(info.renewalPrice, 0)
    }

    @Test("products that are no subscriptions have no group, no end and no offer")
    func outright() throws {
        let shopping = try Shopping()
        let types = [
            (Shopping.coins, "Consumable"), (Shopping.theme, "Non-Consumable"),
            (Shopping.pass, "Non-Renewing Subscription"),
        ]
        for (id, type) in types {
            let transaction = try shopping.device.purchase(id)
            expectEqual(transaction.productType.rawValue, type)
            expectNil(transaction.subscriptionGroupID)
            expectNil(transaction.expirationDate)
            expectNil(transaction.offer)
            expectNil(transaction.webOrderLineItemID)
            expectEqual(transaction.originalID, transaction.id)
        }
        expectEqual(shopping.device.currentEntitlements.map(\.productID), [Shopping.theme, Shopping.pass])
        expectNil(shopping.device.subscriptionStatus(inGroup: Shopping.premium))
    }

    @Test("an account token reaches the transaction; a user name does not")
    func accounts() throws {
        let shopping = try Shopping()
        let token = try #require(UUID(uuidString: "a81bc81b-dead-4e5d-abff-90865d1e13b1"))
        try expectEqual(shopping.device.purchase(Shopping.coins, account: .token(token)).appAccountToken, token)
        expectNil(try shopping.device.purchase(Shopping.coins, account: .userName("u1")).appAccountToken)
    }

    @Test("what one device buys, the customer's other devices have, and other customers have not")
    func devices() throws {
        let shopping = try Shopping()
        let second = shopping.customer.addDevice()
        let stranger = shopping.store.addCustomer().addDevice()
        let bought = try shopping.device.purchase(Shopping.pro)
        expectEqual(second.transactions, [bought])
        expectEqual(second.currentEntitlements, [bought])
        expectEqual(stranger.transactions, [])
        expectNil(stranger.subscriptionStatus(inGroup: Shopping.premium))
    }
}
