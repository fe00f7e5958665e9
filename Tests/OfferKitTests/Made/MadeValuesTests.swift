import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Values made for unit tests.
struct MadeValuesTests {
    @Test("C-248: a made transaction says what was set, and that it is made")
    func transaction() throws {
        let (start, end) = (try Date(utc: "2026-03-01"), try Date(utc: "2026-04-01"))
        let transaction = Transaction.made("pro", id: 7, purchased: start, expires: end) {
            $0.originalTransactionID = 5
            $0.offerType = .promo
            $0.offerIdentifier = "half3"
            $0.price = Decimal(string: "4.99")
            $0.environment = .production
        }
        expectEqual(transaction.productID, "pro")
        #expect((transaction.id, transaction.originalID) == (7, 5))
        #expect((transaction.purchaseDate, transaction.expirationDate) == (start, end))
        expectEqual(transaction.productType, .autoRenewable)
        expectEqual(transaction.offer?.type, .promo)
        expectEqual(transaction.offer?.id, "half3")
        expectEqual(transaction.price, Decimal(string: "4.99"))
        expectEqual(transaction.environment, .made)
        let json = try JSONSerialization.jsonObject(with: transaction.jsonRepresentation) as? [String: Any]
        expectEqual(json?["environment"] as? String, "Made")
        expectEqual(json?["price"] as? Int, 4_990)
        expectEqual(Transaction.made("theme").productType, .nonConsumable)
        expectNil(Transaction.made("coins", type: .consumable).expirationDate)
    }

    @Test("C-248: a made transaction is in no list, and finishing it changes nothing")
    func unlisted() async throws {
        let transaction = Transaction.made("theme")
        await transaction.finish()
        #expect(transaction.device.transactions.isEmpty)
        expectEqual(transaction.device.store.log.count, 1)
        #expect(throws: RefundRefusal.self) { try transaction.device.store.refund(transaction.id) }
        expectEqual(Transaction.made("theme"), transaction)
        #expect(Transaction.made("theme").device !== transaction.device)
    }

    @Test("C-248: a made transaction is signed by a chain that its own store is trusted by")
    func signed() throws {
        let transaction = Transaction.made("theme")
        let parts = transaction.jwsRepresentation.split(separator: ".")
        expectEqual(parts.count, 3)
    }

    @Test("C-248: made renewal info says what was set, and that it is made")
    func renewalInfo() throws {
        let date = try Date(utc: "2026-04-01")
        let info = RenewalInfo.made("pro", renewing: false, on: date) { $0.expirationIntent = .autoRenewDisabled }
        expectEqual(info.currentProductID, "pro")
        #expect(!info.willAutoRenew)
        expectNil(info.autoRenewPreference)
        expectEqual(info.renewalDate, date)
        expectEqual(info.expirationReason, .autoRenewDisabled)
        expectEqual(info.environment, .made)
        try expectEqual(info.recentSubscriptionStartDate, Date(utc: "2026-03-01"))
        expectEqual(RenewalInfo.made("pro", on: date).autoRenewPreference, "pro")
        let status = SubscriptionStatus.made(.expired, .made("pro", expires: date), info)
        expectEqual(status.state, .expired)
        try expectEqual(status.renewalInfo.payloadValue, info)
    }

    @Test("C-248: a made product has the price and the offers it was given, and is bought in a store of its own")
    func product() async throws {
        let pro = try Product.made(
            .subscription(
                "pro.monthly", name: "Pro", level: 1, period: .monthly, price: 9.99,
                offers: [.introductory(.freeTrial(.weekly)), .promotional("half3", .payAsYouGo(4.99, periods: 3))]))
        expectEqual(pro.displayName, "Pro")
        expectEqual(pro.displayPrice, "$9.99")
        expectEqual(pro.subscription?.introductoryOffer?.paymentMode, .freeTrial)
        expectEqual(pro.subscription?.promotionalOffers.map(\.id), ["half3"])
        guard case .success(.verified(let transaction)) = try await pro.purchase() else {
            Issue.record("not bought")
            return
        }
        expectEqual(transaction.environment, .made)
        expectEqual(transaction.offer?.type, .intro)
        try expectContains(Product.made(.consumable("coins", name: "Coins", price: ["JPN": 160])).displayPrice, "160")
        #expect(throws: CatalogError.self) { try Product.made(.consumable("", name: "Coins", price: 1)) }
        #expect(throws: CatalogError.self) { try Product.made(.consumable("coins", name: "Coins", price: [:])) }
    }

    @Test("C-248: a made offer equals the one of a product that has it")
    func discount() throws {
        let half = ProductDiscount.made(
            .promotional, id: "half3", price: 5, paymentMode: .payAsYouGo, periodCount: 3)
        let product = try Product.made(
            .subscription(
                "pro", level: 1, period: .monthly, price: 10,
                offers: [.promotional("half3", .payAsYouGo(5, periods: 3))]))
        expectEqual(product.subscription?.promotionalOffers, [half])
        expectEqual(half.displayPrice, "$5.00")
    }
}
