import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// A notification by name.
struct NotificationTriggerTests {
    private static let reached: [(NotificationType, NotificationSubtype?, Int?)] = [
        (.subscribed, .initialBuy, 1), (.subscribed, .resubscribe, 1), (.didRenew, nil, 1),
        (.didRenew, .billingRecovery, 1), (.didChangeRenewalPref, .upgrade, 1), (.didChangeRenewalPref, .downgrade, 1),
        (.didChangeRenewalPref, nil, 1), (.didChangeRenewalStatus, .autoRenewDisabled, 1),
        (.didChangeRenewalStatus, .autoRenewEnabled, 1), (.offerRedeemed, nil, 1), (.offerRedeemed, .initialBuy, 1),
        (.offerRedeemed, .resubscribe, 1), (.didFailToRenew, nil, 3), (.expired, .billingRetry, 2),
        (.expired, .voluntary, 2), (.expired, .productNotForSale, 2), (.expired, .priceIncrease, 2),
        (.priceIncrease, .pending, 1), (.priceIncrease, .accepted, 1), (.refund, nil, 5), (.refundReversed, nil, 1),
        (.refundDeclined, nil, 1), (.consumptionRequest, nil, 1), (.renewalExtended, nil, 1), (.revoke, nil, 5),
        (.renewalExtension, .summary, nil), (.renewalExtension, .failure, 1), (.test, nil, nil),
    ]

    @Test("B11: every one that a life can reach, for a new customer, and the store knows of it")
    func reached() throws {
        for (type, subtype, status) in Self.reached {
            let shop = try NoticeShop(keepsNotifications: false)
            let made = try shop.store.triggerNotification(type, subtype)
            expectEqual(made.type, type)
            expectEqual(made.subtype, subtype)
            expectEqual(made.status?.rawValue, status, "\(made)")
            #expect(!made.isSynthetic)
            expectContains(shop.store.notifications, made)
        }
    }

    @Test("B7-3, B7-11: what grace brings, in a store that has it")
    func grace() throws {
        for (type, subtype, status) in [
            (NotificationType.didFailToRenew, NotificationSubtype?.some(.gracePeriod), 4),
            (.gracePeriodExpired, nil, 3),
        ] {
            let shop = try NoticeShop(grace: BillingGracePeriod(.sixteenDays))
            try expectEqual(shop.store.triggerNotification(type, subtype).status?.rawValue, status)
        }
    }

    @Test("For a customer who has a subscription, it goes on from there")
    func given() throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        try shop.go("2026-03-01")
        let made = try shop.store.triggerNotification(.expired, .voluntary, for: shop.customer)
        expectEqual(NoticeShop.line(made), "2026-03-10T09:00 EXPIRED/VOLUNTARY 2")
        let status = shop.device.subscriptionStatus(inGroup: NoticeShop.group)
        expectEqual(status?.state, .expired)
    }

    @Test("C-146: a request for everybody has a name that none had before, and fails for a customer once it has to")
    func everybody() throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        for number in 1...2 {
            let made = try shop.store.triggerNotification(.renewalExtension, .summary, for: shop.customer)
            expectEqual(made.massExtension?.requestIdentifier, "triggered-\(number)")
            expectEqual(made.massExtension?.succeededCount, 1)
        }
        let failed = try shop.store.triggerNotification(.renewalExtension, .failure, for: shop.customer)
        expectEqual(failed.customer, shop.customer.id)
        expectEqual(shop.store.massExtension("triggered-3", of: "gold")?.failedCount, 1)
    }

    @Test("A notification that no life ends in adds nobody")
    func nobodyNew() throws {
        let shop = try NoticeShop()
        let pairs: [(NotificationType, NotificationSubtype?)] = [
            (NotificationType(rawValue: "NOPE"), nil), (.subscribed, nil), (.refund, .voluntary),
        ]
        for (type, subtype) in pairs {
            #expect(throws: NotificationRefusal.self) { try shop.store.triggerNotification(type, subtype) }
        }
        expectEqual(shop.store.addCustomer().id.rawValue, shop.customer.id.rawValue + 1)
    }

    @Test("What no life reaches is refused with what is missing")
    func unreachable() throws {
        let shop = try NoticeShop()
        for (type, subtype, word) in [
            (
                NotificationType.didFailToRenew, NotificationSubtype?.some(.gracePeriod),
                "give it one first (gracePeriod)"
            ),
            (.renewalExtension, nil, "There are \"SUMMARY\", \"FAILURE\""),
            (.offerRedeemed, .upgrade, "promotional offer"),
        ] {
            let error = #expect(throws: NotificationRefusal.self) {
                try shop.store.triggerNotification(type, subtype)
            }
            expectContains(error?.description, word)
        }
    }

    @Test("C-234: a type or a subtype that does not exist is answered with the nearest, and with what there is")
    func misspelt() throws {
        let shop = try NoticeShop()
        let before = shop.store.log.count
        func answer(_ type: String, _ subtype: String? = nil) -> String {
            let error = #expect(throws: NotificationRefusal.self) {
                try shop.store.triggerNotification(
                    NotificationType(rawValue: type), subtype.map { NotificationSubtype(rawValue: $0) })
            }
            return error?.description ?? ""
        }
        expectContains(answer("DID_RENEWED"), "Did you mean \"DID_RENEW\"?")
        #expect(
            answer("DID_RENEW", "BILLING_RECOVRY").contains(
                "There is only \"BILLING_RECOVERY\". It also comes without one."))
        expectContains(answer("EXPIRED", "VOLUNTRY"), "Did you mean \"VOLUNTARY\"?")
        expectContains(answer("REFUND", "FULL"), "it has no subtype")
        for (type, subtype, _) in Self.reached where type != .test {
            guard let subtype else { continue }
            expectContains(answer(type.rawValue, "-"), "\"\(subtype.rawValue)\"", "\(type)")
        }
        expectEqual(shop.store.log.count, before)
    }
}
