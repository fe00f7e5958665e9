import Foundation
import OfferKit
import OfferKitCore
import OfferKitReports
import OfferKitTestHarness
import Testing

/// The facts of a subscriber, as a store knows them.
struct StoreSubscriberFactsTests {
    @Test("S0-94, S0-96: a life gives the facts that segments ask for")
    func life() throws {
        let shop = try NoticeShop(grace: BillingGracePeriod(.sixteenDays), keepsNotifications: false)
        func facts() throws -> SubscriberFacts { try #require(shop.device.subscriberFacts(inGroup: NoticeShop.group)) }
        try expectEqual(facts().status, .neverSubscribed)
        expectNil(shop.device.subscriberFacts(inGroup: "none"))

        try shop.device.purchase("gold")
        try shop.go("2026-04-11")
        try expectEqual(facts().status, .active)
        try expectEqual(facts().renewalsInARow, 3)
        try expectEqual(facts().plan, SubscriberFacts.Plan("gold", level: 1, period: .monthly))
        try expectEqual(facts().periodEnd, date("2026-05-10T09:00:00Z"))
        // A code for existing customers, and what is signed for subscribers; nobody who subscribes is won back.
        try expectEqual(facts().eligibleOffers, [.promo, .code])

        // A lower level waits for the next renewal.
        try shop.device.purchase("silver")
        try expectEqual(facts().renewsTo, SubscriberFacts.Plan("silver", level: 2, period: .monthly))
        shop.customer.paymentMethod = .declining
        try shop.go("2026-05-11")
        try expectEqual(facts().status, .inGracePeriod)
        try expectEqual(facts().billingErrors, 1)
        expectNil(try facts().autoRenewOffSince)
        try shop.go("2026-05-27")
        try expectEqual(facts().status, .inBillingRetry)
        // Sixty days after 10 May.
        try shop.go("2026-07-10")
        try expectEqual(facts().status, .expired)
        try expectEqual(facts().lapseReason, .billingError)
        try expectEqual(facts().lapsedAt, date("2026-07-09T09:00:00Z"))
    }

    // Renewals fail on 10 February and 10 March, and are made good a day later each.
    @Test("S0-96: failed renewals are counted, and since when auto-renew has been off is known")
    func past() throws {
        let shop = try NoticeShop(keepsNotifications: false)
        func facts() throws -> SubscriberFacts { try #require(shop.device.subscriberFacts(inGroup: NoticeShop.group)) }
        try shop.device.purchase("gold")
        for failing in ["2026-02", "2026-03"] {
            shop.customer.paymentMethod = .declining
            try shop.go("\(failing)-11")
            shop.customer.paymentMethod = .working
        }
        try expectEqual(facts().billingErrors, 2)
        try expectEqual(facts().status, .active)
        try shop.go("2026-03-20")
        try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
        try shop.go("2026-03-25")
        try expectEqual(facts().autoRenewOffSince, date("2026-03-20T09:00:00Z"))
        try shop.customer.setAutoRenew(true, inGroup: NoticeShop.group)
        expectNil(try facts().autoRenewOffSince)
        let newcomer = shop.store.addCustomer().addDevice()
        expectEqual(newcomer.subscriberFacts(inGroup: NoticeShop.group)?.billingErrors, 0)
    }

    @Test("S0-98, S0-114: a trial that ended and a refund are told apart")
    func leaving() throws {
        let shop = try NoticeShop(keepsNotifications: false)
        let codes = try shop.store.createCodes(1, for: "Spring", of: "gold")
        try shop.device.redeem(code: try #require(codes.first))
        try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
        try shop.go("2026-02-11")
        let trial = try #require(shop.device.subscriberFacts(inGroup: NoticeShop.group))
        #expect(trial.lapsedFromFreeTrial)
        expectEqual(trial.lapseReason, .autoRenewDisabled)
        #expect(!trial.wasRefunded)

        let bought = try shop.device.purchase("gold")
        try shop.store.refund(bought.id)
        let refunded = try #require(shop.device.subscriberFacts(inGroup: NoticeShop.group))
        expectEqual(refunded.status, .revoked)
        #expect(refunded.wasRefunded)
        #expect(!refunded.lapsedFromFreeTrial)
        expectEqual(refunded.lapsedAt, date("2026-02-11T09:00:00Z"))
    }
}
