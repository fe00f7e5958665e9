import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// What comes next in a verified receipt.
struct PendingRenewalTests {
    private static func renewal(_ shop: ReceiptShop) throws -> PendingRenewalInfo {
        try #require(try shop.answer().pendingRenewalInfo?.first)
    }

    // S0-85: whether they will renew. S0-90: the status of auto-renew is there to be kept.
    @Test("S0-85, S0-90, S0-120: auto_renew_status goes from 1 to 0 when the customer turns renewal off, and back")
    func autoRenew() throws {
        let shop = try ReceiptShop()
        try shop.device.purchase("gold")
        try expectEqual(shop.json()["pending_renewal_info"][0]["auto_renew_status"].text, "1")
        try shop.customer.setAutoRenew(false, inGroup: "Plans")
        try expectEqual(shop.json()["pending_renewal_info"][0]["auto_renew_status"].text, "0")
        expectNil(try Self.renewal(shop).expirationIntent)
        try shop.customer.setAutoRenew(true, inGroup: "Plans")
        try expectEqual(shop.json()["pending_renewal_info"][0]["auto_renew_status"].text, "1")
        try shop.customer.setAutoRenew(false, inGroup: "Plans")
        try shop.store.advance(by: .months(2))
        // S0-88, S0-117: why it ended.
        try expectEqual(shop.json()["pending_renewal_info"][0]["expiration_intent"].text, "1")
        expectNil(try Self.renewal(shop).isInBillingRetryPeriod)
    }

    @Test("S0-124, B8-6: a downgrade that was chosen shows as the product that renews next")
    func downgrade() throws {
        let shop = try ReceiptShop()
        try shop.device.purchase("gold")
        try shop.device.purchase("silver")
        try expectEqual(Self.renewal(shop).productID, "gold")
        try expectEqual(Self.renewal(shop).autoRenewProductID, "silver")
    }

    // Paid from 1 January to 1 February; grace of sixteen days to 17 February; sixty days of retry to 2 April.
    @Test("S0-85, B7-3, B7-11, B7-12: grace, retry and its end: the grace stays in the receipt when it is over")
    func grace() throws {
        let shop = try ReceiptShop(gracePeriod: BillingGracePeriod(.sixteenDays))
        try shop.device.purchase("gold")
        shop.customer.paymentMethod = .declining
        expectNil(try Self.renewal(shop).isInBillingRetryPeriod)
        func fields() throws -> [String?] {
            let renewal = try shop.json()["pending_renewal_info"][0]
            return [
                "auto_renew_status", "is_in_billing_retry_period", "expiration_intent", "grace_period_expires_date",
            ]
            .map { renewal[$0].text }
        }
        try shop.store.advance(to: date("2026-02-03T00:00:00Z"))
        try expectEqual(fields(), ["1", "1", "2", "2026-02-17 00:00:00 Etc/GMT"])
        try shop.store.advance(to: date("2026-02-18T00:00:00Z"))
        try expectEqual(fields(), ["1", "1", "2", "2026-02-17 00:00:00 Etc/GMT"])
        try shop.store.advance(to: date("2026-04-03T00:00:00Z"))
        try expectEqual(fields(), ["0", "0", "2", "2026-02-17 00:00:00 Etc/GMT"])
        try expectEqual(
            shop.json()["pending_renewal_info"][0]["grace_period_expires_date_pst"].text,
            "2026-02-16 16:00:00 America/Los_Angeles")
    }

    @Test("B7-10: a recovery takes grace and retry out; without a grace period there never is one")
    func recovery() throws {
        let shop = try ReceiptShop(gracePeriod: BillingGracePeriod(.sixteenDays))
        try shop.device.purchase("gold")
        shop.customer.paymentMethod = .declining
        try shop.store.advance(to: date("2026-02-03T00:00:00Z"))
        shop.customer.paymentMethod = .working
        let renewal = try Self.renewal(shop)
        expectNil(renewal.isInBillingRetryPeriod)
        expectNil(renewal.gracePeriodExpiresDate)
        expectNil(renewal.expirationIntent)
        let none = try ReceiptShop()
        try none.device.purchase("gold")
        none.customer.paymentMethod = .declining
        try none.store.advance(to: date("2026-02-03T00:00:00Z"))
        try expectEqual(Self.renewal(none).isInBillingRetryPeriod, true)
        expectNil(try Self.renewal(none).gracePeriodExpiresDate)
    }

    @Test("B13-6, B7-13: who cancels in grace, or in retry, is taken off the list; who cancels before is not")
    func cancelled() throws {
        for grace in [BillingGracePeriod(.sixteenDays), nil] {
            let shop = try ReceiptShop(gracePeriod: grace)
            try shop.device.purchase("gold")
            try shop.device.purchase("other")
            shop.customer.paymentMethod = .declining
            try shop.store.advance(to: date("2026-02-03T00:00:00Z"))
            try expectEqual(shop.answer().pendingRenewalInfo?.map(\.productID), ["gold", "other"])
            try shop.customer.setAutoRenew(false, inGroup: "Plans")
            try expectEqual(shop.answer().pendingRenewalInfo?.map(\.productID), ["other"])
            try expectEqual(shop.answer().latestReceiptInfo?.contains { $0.productID == "gold" }, true)
        }
    }

    @Test("B9-6: a rise of the price that needs consent has both statuses, one that needs none has only the second")
    func prices() throws {
        func statuses(_ policy: PriceIncreasePolicy, agrees: Bool) throws -> [String?] {
            let shop = try ReceiptShop()
            try shop.device.purchase("gold")
            try shop.store.setBasePrice(of: "gold", to: 10.99, policy: policy)
            // The customer is told some days before 1 February.
            try shop.store.advance(to: date("2026-01-31T00:00:00Z"))
            if agrees { try shop.customer.answerPriceIncrease(true, inGroup: "Plans") }
            let renewal = try shop.json()["pending_renewal_info"][0]
            return [renewal["price_consent_status"].text, renewal["price_increase_status"].text]
        }
        try expectEqual(statuses(.requiresConsent, agrees: false), ["0", "0"])
        try expectEqual(statuses(.requiresConsent, agrees: true), ["1", "1"])
        try expectEqual(statuses(.needsNoConsent, agrees: false), [nil, "1"])
        try expectEqual(statuses(.preservesPrice, agrees: false), [nil, nil])
    }

    @Test("B10-6: what the family shares is in the member's receipt, as shared")
    func family() throws {
        let shop = try ReceiptShop()
        let member = shop.store.addCustomer()
        try member.joinFamily(of: shop.customer)
        try shop.device.purchase("gold")
        let device = member.addDevice()
        try device.purchase("coins")
        let answer = try shop.answer(of: device)
        let shared = try #require(answer.latestReceiptInfo?.first { $0.productID == "gold" })
        expectEqual(shared.inAppOwnershipType, .familyShared)
        expectEqual(answer.pendingRenewalInfo?.map(\.productID), ["gold"])
        expectEqual(answer.pendingRenewalInfo?.map(\.originalTransactionID), [shared.originalTransactionID])
        // C-9: who only shares has not subscribed.
        #expect(!answer.isEligibleForPromotionalOffers())
    }

    @Test("S0-88: the product that was off sale, and the price that was not agreed to, are told from other ends")
    func ends() throws {
        let unsold = try ReceiptShop()
        try unsold.device.purchase("gold")
        try unsold.store.setForSale(false, of: "gold")
        try unsold.store.advance(by: .months(1))
        try expectEqual(Self.renewal(unsold).expirationIntent, .productUnavailable)
        expectNil(try Self.renewal(unsold).gracePeriodExpiresDate)
        let dear = try ReceiptShop()
        try dear.device.purchase("gold")
        try dear.store.setBasePrice(of: "gold", to: 19.99, policy: .requiresConsent)
        try dear.store.advance(by: .months(1))
        try expectEqual(Self.renewal(dear).expirationIntent, .didNotConsentToPriceIncrease)
    }
}
