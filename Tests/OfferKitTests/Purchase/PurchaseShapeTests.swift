import Foundation
import OfferKit
import Testing

@Suite("What a purchase looks like")
struct PurchaseShapeTests {
    @Test("B0: a first subscription with its introductory offer")
    func introductory() throws {
        let shopping = try Shopping(at: "2026-01-31T10:00:00Z")
        let transaction = try shopping.device.purchase(Shopping.pro)
        #expect(transaction.id == 1)
        #expect(transaction.originalID == 1)
        #expect(transaction.productID == Shopping.pro)
        #expect(transaction.subscriptionGroupID == Shopping.premium)
        #expect(transaction.appBundleID == "com.example.app")
        #expect(transaction.purchaseDate == date("2026-01-31T10:00:00Z"))
        #expect(transaction.originalPurchaseDate == date("2026-01-31T10:00:00Z"))
        #expect(transaction.expirationDate == date("2026-02-07T10:00:00Z"))
        #expect(transaction.purchasedQuantity == 1)
        #expect(!transaction.isUpgraded)
        #expect(transaction.offer?.id == nil)
        #expect(transaction.offer?.type == .introductory)
        #expect(transaction.offer?.paymentMode == .freeTrial)
        #expect(transaction.offer?.period == .weekly)
        #expect(transaction.productType == .autoRenewable)
        #expect(transaction.reason == .purchase)
        #expect(transaction.price == 0)
        #expect(transaction.currencyCode == "USD")
        #expect(transaction.storefront.countryCode == "USA")
        #expect(transaction.storefront.id == "143441")
        #expect(transaction.appAccountToken == nil)
        let (state, info) = try shopping.renewal()
        #expect(state == .subscribed)
        #expect(info.willAutoRenew)
        #expect(info.autoRenewPreference == Shopping.pro)
        #expect(info.offer == nil)
        #expect(info.renewalPrice == Decimal(string: "9.99"))
        #expect(info.currencyCode == "USD")
        #expect(info.renewalDate == date("2026-02-07T10:00:00Z"))
        #expect(info.expirationReason == nil)
        #expect(info.originalTransactionID == 1)
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
        #expect(transaction.price == Decimal(string: promotion.price))
        #expect(transaction.currencyCode == "USD")
        #expect(transaction.expirationDate == date(promotion.end))
        #expect(transaction.originalPurchaseDate == date("2026-01-01T00:00:00Z"))
        #expect(transaction.offer?.id == promotion.id)
        #expect(transaction.offer?.type.rawValue == 2)
        #expect(transaction.offer?.paymentMode == promotion.mode)
        #expect(transaction.offer?.period?.iso8601 == promotion.period)
        let info = try shopping.renewal().info
        #expect(info.offer?.id == (promotion.isDiscounted ? promotion.id : nil))
        #expect(info.renewalPrice == Decimal(string: promotion.renewal))
    }

    @Test("C-16: a queued offer shows in the renewal info at once, and renewal is on")
    func queued() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.pro)
        try shopping.customer.setAutoRenew(false, inGroup: Shopping.premium)
        var info = try shopping.renewal().info
        #expect(!info.willAutoRenew)
        #expect(info.autoRenewPreference == nil)
        #expect(info.renewalPrice == nil)
        #expect(info.currencyCode == nil)
        let current = try shopping.buy(promo: "prepaid6")
        #expect(current.offer?.type == .intro)
        info = try shopping.renewal().info
        #expect(info.willAutoRenew)
        #expect(info.offer?.type == .promo)
        #expect(info.offer?.id == "prepaid6")
        #expect(info.offer?.period?.iso8601 == "P6M")
        #expect(info.renewalPrice == Decimal(string: "29.99"))
        try shopping.buy(promo: "freemonth")
        info = try shopping.renewal().info
        #expect(info.offer?.id == "freemonth")
        #expect(info.renewalPrice == 0)
    }

    @Test("B8-6: a pending downgrade shows as the preference, at its own price")
    func downgrade() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.pro)
        let current = try shopping.device.purchase(Shopping.weekly)
        #expect(current.productID == Shopping.pro)
        let info = try shopping.renewal().info
        #expect(info.currentProductID == Shopping.pro)
        #expect(info.autoRenewPreference == Shopping.weekly)
        #expect(info.renewalPrice == Decimal(string: "1.99"))
    }

    @Test("B8-1: an upgrade marks the old transaction and is what the customer is entitled to")
    func upgrade() throws {
        let shopping = try Shopping()
        let old = try shopping.device.purchase(Shopping.weekly)
        let new = try shopping.device.purchase(Shopping.pro)
        #expect(shopping.device.transactions.map(\.isUpgraded) == [true, false])
        #expect(shopping.device.currentEntitlements == [new])
        #expect(new.originalID == old.id)
        #expect(new.reason == .purchase)
        let upgrade = LogEntry.Event.transactionUpgraded(id: old.id, refund: 1.99)
        #expect(shopping.store.log.map(\.event).contains(upgrade))
    }

    @Test("C-41: a lapsed subscription has no preference, price or offer, but its end")
    func lapsed() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.pro)
        try shopping.buy(promo: "half3")
        try shopping.customer.setAutoRenew(false, inGroup: Shopping.premium)
        try shopping.store.advance(by: .months(2))
        let (state, info) = try shopping.renewal()
        #expect(state == .expired)
        #expect(state.rawValue == 2)
        #expect(!info.willAutoRenew)
        #expect(info.autoRenewPreference == nil)
        #expect(info.offer == nil)
        #expect(info.renewalPrice == nil)
        #expect(info.renewalDate == date("2026-01-08T00:00:00Z"))
        #expect(info.currentProductID == Shopping.pro)
    }

    @Test("B16-10: a redeemed code gives type 3 and the reference name")
    func code() throws {
        let shopping = try Shopping()
        let codes = try shopping.store.createCodes(1, for: "Spring campaign", of: Shopping.pro)
        #expect(codes.map(\.count) == [18])
        // The campaign stacks, so the introductory week comes first and the campaign's free month next.
        let transaction = try shopping.device.redeem(code: try #require(codes.first))
        #expect(transaction.offer?.type == .intro)
        let info = try shopping.renewal().info
        #expect(info.offer?.type == .code)
        #expect(info.offer?.id == "Spring campaign")
        #expect(info.renewalPrice == 0)
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
            #expect(transaction.productType.rawValue == type)
            #expect(transaction.subscriptionGroupID == nil)
            #expect(transaction.expirationDate == nil)
            #expect(transaction.offer == nil)
            #expect(transaction.webOrderLineItemID == nil)
            #expect(transaction.originalID == transaction.id)
        }
        #expect(shopping.device.currentEntitlements.map(\.productID) == [Shopping.theme, Shopping.pass])
        #expect(shopping.device.subscriptionStatus(inGroup: Shopping.premium) == nil)
    }

    @Test("an account token reaches the transaction; a user name does not")
    func accounts() throws {
        let shopping = try Shopping()
        let token = try #require(UUID(uuidString: "a81bc81b-dead-4e5d-abff-90865d1e13b1"))
        #expect(try shopping.device.purchase(Shopping.coins, account: .token(token)).appAccountToken == token)
        #expect(try shopping.device.purchase(Shopping.coins, account: .userName("u1")).appAccountToken == nil)
    }

    @Test("what one device buys, the customer's other devices have, and other customers have not")
    func devices() throws {
        let shopping = try Shopping()
        let second = shopping.customer.addDevice()
        let stranger = shopping.store.addCustomer().addDevice()
        let bought = try shopping.device.purchase(Shopping.pro)
        #expect(second.transactions == [bought])
        #expect(second.currentEntitlements == [bought])
        #expect(stranger.transactions == [])
        #expect(stranger.subscriptionStatus(inGroup: Shopping.premium) == nil)
    }
}
