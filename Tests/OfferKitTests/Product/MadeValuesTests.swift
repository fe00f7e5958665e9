import Foundation
import OfferKit
import Testing

@Suite("Values made for unit tests")
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
        #expect(transaction.productID == "pro")
        #expect((transaction.id, transaction.originalID) == (7, 5))
        #expect((transaction.purchaseDate, transaction.expirationDate) == (start, end))
        #expect(transaction.productType == .autoRenewable)
        #expect(transaction.offer?.type == .promo)
        #expect(transaction.offer?.id == "half3")
        #expect(transaction.price == Decimal(string: "4.99"))
        #expect(transaction.environment == .made)
        let json = try JSONSerialization.jsonObject(with: transaction.jsonRepresentation) as? [String: Any]
        #expect(json?["environment"] as? String == "Made")
        #expect(json?["price"] as? Int == 4_990)
        #expect(Transaction.made("theme").productType == .nonConsumable)
        #expect(Transaction.made("coins", type: .consumable).expirationDate == nil)
    }

    @Test("C-248: a made transaction is in no list, and finishing it changes nothing")
    func unlisted() async throws {
        let transaction = Transaction.made("theme")
        await transaction.finish()
        #expect(transaction.device.transactions.isEmpty)
        #expect(transaction.device.store.log.count == 1)
        #expect(throws: RefundRefusal.self) { try transaction.device.store.refund(transaction.id) }
        #expect(Transaction.made("theme") == transaction)
        #expect(Transaction.made("theme").device !== transaction.device)
    }

    @Test("C-248: a made transaction is signed by a chain that its own store is trusted by")
    func signed() throws {
        let transaction = Transaction.made("theme")
        let parts = transaction.jwsRepresentation.split(separator: ".")
        #expect(parts.count == 3)
    }

    @Test("C-248: made renewal info says what was set, and that it is made")
    func renewalInfo() throws {
        let date = try Date(utc: "2026-04-01")
        let info = RenewalInfo.made("pro", renewing: false, on: date) { $0.expirationIntent = .autoRenewDisabled }
        #expect(info.currentProductID == "pro")
        #expect(!info.willAutoRenew)
        #expect(info.autoRenewPreference == nil)
        #expect(info.renewalDate == date)
        #expect(info.expirationReason == .autoRenewDisabled)
        #expect(info.environment == .made)
        #expect(try info.recentSubscriptionStartDate == Date(utc: "2026-03-01"))
        #expect(RenewalInfo.made("pro", on: date).autoRenewPreference == "pro")
        let status = SubscriptionStatus.made(.expired, .made("pro", expires: date), info)
        #expect(status.state == .expired)
        #expect(try status.renewalInfo.payloadValue == info)
    }

    @Test("C-248: a made product has the price and the offers it was given, and is bought in a store of its own")
    func product() async throws {
        let pro = try Product.made(
            .subscription(
                "pro.monthly", name: "Pro", level: 1, period: .monthly, price: 9.99,
                offers: [.introductory(.freeTrial(.weekly)), .promotional("half3", .payAsYouGo(4.99, periods: 3))]))
        #expect(pro.displayName == "Pro")
        #expect(pro.displayPrice == "$9.99")
        #expect(pro.subscription?.introductoryOffer?.paymentMode == .freeTrial)
        #expect(pro.subscription?.promotionalOffers.map(\.id) == ["half3"])
        guard case .success(.verified(let transaction)) = try await pro.purchase() else {
            Issue.record("not bought")
            return
        }
        #expect(transaction.environment == .made)
        #expect(transaction.offer?.type == .intro)
        #expect(try Product.made(.consumable("coins", name: "Coins", price: ["JPN": 160])).displayPrice.contains("160"))
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
        #expect(product.subscription?.promotionalOffers == [half])
        #expect(half.displayPrice == "$5.00")
    }
}
