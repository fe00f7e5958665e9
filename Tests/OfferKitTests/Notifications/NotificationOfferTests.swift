import Foundation
import OfferKit
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// B11-1: what a server is told of a redemption.
struct NotificationOfferTests {
    @Test("S3-62, C-16: on an active subscription, and with auto-renew off, which sends two")
    func active() throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        try shop.go("2026-01-20")
        try shop.buy("gold", promo: "save")
        try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
        try shop.buy("gold", promo: "save")
        expectEqual(
            shop.told(since: "2026-01-20"),
            [
                "2026-01-20T09:00 OFFER_REDEEMED 1",
                "2026-01-20T09:00 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1",
                "2026-01-20T09:00 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED 1",
                "2026-01-20T09:00 OFFER_REDEEMED 1",
            ])
        expectEqual(shop.store.notifications.last?.renewalInfo?.offerIdentifier, "save")
        expectNil(shop.store.notifications.last?.transaction?.offerIdentifier)
    }

    @Test("B8-1, B8-2: an offer with an upgrade, and with a downgrade")
    func plans() throws {
        let shop = try NoticeShop()
        try shop.device.purchase("silver")
        try shop.go("2026-01-20")
        try shop.buy("gold", promo: "save")
        try shop.buy("silver", promo: "less")
        expectEqual(
            shop.told(since: "2026-01-20"),
            ["2026-01-20T09:00 OFFER_REDEEMED/UPGRADE 1", "2026-01-20T09:00 OFFER_REDEEMED/DOWNGRADE 1"])
    }

    @Test("S3-62, C-25: redeemed without a subscription, by the rules of the documents and by today's")
    func inactive() throws {
        for (rules, type) in [(StoreRules.documents, "OFFER_REDEEMED"), (.today, "SUBSCRIBED")] {
            let new = try NoticeShop(rules: rules)
            let code = try #require(try new.store.createCodes(1, for: "Spring", of: "gold").first)
            try new.device.redeem(code: code)
            expectEqual(new.told(), ["2026-01-10T09:00 \(type)/INITIAL_BUY 1"])
            let lapsed = try NoticeShop(rules: rules)
            try lapsed.device.purchase("gold")
            try lapsed.customer.setAutoRenew(false, inGroup: NoticeShop.group)
            try lapsed.go("2026-03-01")
            try lapsed.buy("gold", promo: "save")
            expectEqual(lapsed.told(since: "2026-03-01"), ["2026-03-01T09:00 \(type)/RESUBSCRIBE 1"])
        }
    }

    @Test("S3-62, C-25: a code that waits behind the introductory offer of a first purchase is told of with it")
    func behindIntroductoryOffer() throws {
        let store = Store(try .sample())
        store.setKeepsNotifications(true)
        let code = try store.createCodes(1, for: "Spring campaign", of: "com.example.pro.monthly").first
        try store.addCustomer().addDevice().redeem(code: #require(code))
        expectEqual(store.notifications.map(NoticeShop.line), ["2026-01-01T00:00 OFFER_REDEEMED/INITIAL_BUY 1"])
        expectEqual(store.notifications.first?.transaction?.offerType, .introductory)
    }

    // C-25 is about promotional offers and codes; win-back offers are younger than the rule.
    @Test("B15-18, S4-39, C-25: a win-back offer resubscribes, under every rule")
    func winBack() throws {
        for rules in [StoreRules.documents, .today] {
            let shop = try NoticeShop(rules: rules)
            try shop.device.purchase("gold")
            try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
            try shop.go("2026-09-01")
            try shop.device.purchase("gold", offer: .winBack("back"))
            expectEqual(shop.told(since: "2026-09-01"), ["2026-09-01T09:00 SUBSCRIBED/RESUBSCRIBE 1"])
            expectEqual(shop.store.notifications.last?.transaction?.offerType, .winBack)
        }
    }

    @Test("C-12, C-25: an offer bought in retry makes the renewal good, and is redeemed")
    func inRetry() throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        shop.customer.failNextCharges()
        try shop.go("2026-02-12")
        try shop.buy("gold", promo: "save")
        expectEqual(
            shop.told(since: "2026-02-01"),
            [
                "2026-02-10T09:00 DID_FAIL_TO_RENEW 3", "2026-02-12T09:00 DID_RENEW/BILLING_RECOVERY 1",
                "2026-02-12T09:00 OFFER_REDEEMED 1",
            ])
    }

    @Test("C-25: the offer that waits already is redeemed anew by a purchase with it in retry, and by none without")
    func queuedInRetry() throws {
        for isAskedFor in [true, false] {
            let shop = try NoticeShop()
            try shop.device.purchase("gold")
            try shop.buy("gold", promo: "save")
            shop.customer.failNextCharges()
            try shop.go("2026-02-12")
            if isAskedFor { try shop.buy("gold", promo: "save") } else { try shop.device.purchase("gold") }
            expectEqual(
                shop.told(since: "2026-02-12"),
                ["2026-02-12T09:00 DID_RENEW/BILLING_RECOVERY 1"]
                    + (isAskedFor ? ["2026-02-12T09:00 OFFER_REDEEMED 1"] : []))
            expectEqual(shop.store.notifications.last?.transaction?.offerIdentifier, "save")
        }
    }

    @Test("S3-61: the renewal that charges a redeemed offer is a renewal like any other")
    func charged() throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        try shop.buy("gold", promo: "save")
        try shop.go("2026-02-10")
        expectEqual(shop.told(since: "2026-02-01"), ["2026-02-10T09:00 DID_RENEW 1"])
        let told = try #require(shop.store.notifications.last)
        expectEqual(told.transaction?.offerIdentifier, "save")
        expectEqual(told.transaction?.price, Decimal(string: "4.99"))
        expectEqual(told.renewalInfo?.renewalPrice, Decimal(string: "4.99"))
    }
}
