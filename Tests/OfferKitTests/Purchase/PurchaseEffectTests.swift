import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// What a purchase came to, beside its transaction.
struct PurchaseEffectTests {
    @Test("C-244: a new subscription takes effect at once, a lower plan at the renewal, and what is owned never again")
    func effects() throws {
        let shopping = try Shopping()
        expectNil(shopping.device.lastPurchase)
        try shopping.device.purchase(Shopping.yearly)
        expectEqual(shopping.device.lastPurchase?.effect, .now)
        let current = try #require(shopping.device.transactions.last)
        // The introductory offer of the yearly plan: three months, from 1 January to 1 April.
        let end = date("2026-04-01T00:00:00Z")
        try expectEqual(shopping.device.purchase(Shopping.weekly), current)
        expectEqual(shopping.device.lastPurchase?.effect, .atRenewal(end))
        expectEqual(shopping.device.lastPurchase?.transaction, current)
        let theme = try shopping.device.purchase(Shopping.theme)
        expectEqual(shopping.device.lastPurchase?.effect, .now)
        try expectEqual(shopping.device.purchase(Shopping.theme), theme)
        expectEqual(shopping.device.lastPurchase?.effect, .alreadyOwned)
    }

    @Test("C-244: a purchase that is refused leaves the latest one that went through")
    func refused() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.coins)
        let last = shopping.device.lastPurchase
        #expect(refusal { try shopping.device.purchase("nothing") } != nil)
        #expect(last != nil && shopping.device.lastPurchase == last)
    }

    @Test("C-244: an address given as a user name is accepted with a warning (S0-29)")
    func warning() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.coins, account: .userName("a@example.com"))
        expectEqual(shopping.device.lastPurchase?.warnings.count, 1)
    }

    @Test("C-244: a parent's yes says when what was bought takes effect")
    func approved() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.yearly)
        shopping.device.sheetAnswer = .askToBuy
        _ = refusal { try shopping.device.purchase(Shopping.weekly) }
        let pending = try #require(shopping.store.pendingPurchases.first)
        #expect(pending.customer == shopping.customer && pending.productID == Shopping.weekly)
        try expectEqual(pending.approve(), .atRenewal(date("2026-04-01T00:00:00Z")))
        _ = refusal { try shopping.device.purchase(Shopping.coins) }
        try expectEqual(#require(shopping.store.pendingPurchases.first).approve(), .now)
    }

    @Test("C-95: a promotional offer and a decision on the introductory one go together")
    func offerWithDecision() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.weekly)
        let jws = try shopping.store.compactJWS(
            allowingIntroductoryOffer: false, of: Shopping.pro, for: shopping.customer, with: shopping.signer)
        let bought = try shopping.device.purchase(
            Shopping.pro, offer: .promotional(try shopping.claim()), account: .userName("u1"),
            introductoryEligibility: jws)
        expectEqual(bought.offer?.id, "half3")
    }

    @Test("B2-13: a discount that was signed is an option of StoreKit's purchase, and its parts are a signature")
    func discountAsOption() async throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.weekly)
        let token = try #require(UUID(uuidString: "9C1185A5-C5E9-4C54-8A5C-1B2D3E4F5061"))
        let discount = try shopping.claim(for: .token(token))
        let product = try shopping.product(Shopping.pro)
        let result = try await product.purchase(options: [.promotionalOffer(discount), .appAccountToken(token)])
        guard case .success(.verified(let bought)) = result else {
            Issue.record("The purchase came to something else: \(result)")
            return
        }
        expectEqual(bought.offer?.id, "half3")
        let signature = try #require(Product.SubscriptionOffer.Signature(discount))
        #expect(signature.keyID == discount.keyIdentifier && signature.nonce == discount.nonce)
        expectEqual(signature.signature.base64EncodedString(), discount.signature)
        expectEqual(signature.timestamp, discount.timestamp.map { Int($0) })
        var broken = discount
        broken.signature = "no Base64!"
        expectNil(Product.SubscriptionOffer.Signature(broken))
    }

    @Test("S0-64: an offer's kind has one name, on the product and on the transaction")
    func kinds() throws {
        let shopping = try Shopping()
        let info = try #require(shopping.device.product(Shopping.pro)?.subscription)
        #expect(info.introductoryOffer?.type == .intro && info.introductoryOffer?.offerType == .intro)
        let discount = try #require(info.promotionalOffers.first)
        #expect(discount.type == .promo && discount.offerType == .promo)
        #expect(info.winBackOffers.first?.type == .winBack && info.winBackOffers.first?.offerType == .winBack)
    }
}
