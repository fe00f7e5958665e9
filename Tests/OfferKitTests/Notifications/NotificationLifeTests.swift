import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// B11: what a server is told of a life, in order, with the status of that instant.
///
/// Everybody buys on 10 January 2026 at 9:00 UTC unless a test says otherwise; months end on the 10th.
struct NotificationLifeTests {
    @Test("B11: a first purchase, and each renewal")
    func renewed() throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        try shop.go("2026-03-10")
        expectEqual(
            shop.told(),
            [
                "2026-01-10T09:00 SUBSCRIBED/INITIAL_BUY 1", "2026-02-10T09:00 DID_RENEW 1",
                "2026-03-10T09:00 DID_RENEW 1",
            ])
    }

    @Test("S0-121, S1-39, S3-57, S3-64, C-40: cancelled, on again, cancelled, over, and bought again")
    func cancelled() throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        try shop.go("2026-01-20")
        for isOn in [false, true, false] { try shop.customer.setAutoRenew(isOn, inGroup: NoticeShop.group) }
        try shop.go("2026-03-01")
        try shop.device.purchase("gold")
        expectEqual(
            shop.told(since: "2026-01-20"),
            [
                "2026-01-20T09:00 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1",
                "2026-01-20T09:00 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED 1",
                "2026-01-20T09:00 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1",
                "2026-02-10T09:00 EXPIRED/VOLUNTARY 2", "2026-03-01T09:00 SUBSCRIBED/RESUBSCRIBE 1",
            ])
    }

    // S3-38, S3-41: 60 days after 10 February 2026 it is 11 April.
    @Test("B7-2, B7-12: a failed renewal without grace, to the end of retry")
    func retry() throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        shop.customer.paymentMethod = .declining
        try shop.go("2027-01-10")
        expectEqual(
            shop.told(since: "2026-02-01"),
            ["2026-02-10T09:00 DID_FAIL_TO_RENEW 3", "2026-04-11T09:00 EXPIRED/BILLING_RETRY 2"])
    }

    // S3-51, S3-53: 16 days after 10 February it is the 26th.
    @Test("B7-3, B7-11: with grace, and its end; what is read in a year says what was so then")
    func grace() throws {
        let shop = try NoticeShop(grace: BillingGracePeriod(.sixteenDays))
        try shop.device.purchase("gold")
        shop.customer.paymentMethod = .declining
        try shop.go("2027-01-10")
        expectEqual(
            shop.told(since: "2026-02-01"),
            [
                "2026-02-10T09:00 DID_FAIL_TO_RENEW/GRACE_PERIOD 4", "2026-02-26T09:00 GRACE_PERIOD_EXPIRED 3",
                "2026-04-11T09:00 EXPIRED/BILLING_RETRY 2",
            ])
        let failed = try #require(shop.store.notifications.first { $0.type == .didFailToRenew })
        expectEqual(failed.renewalInfo?.gracePeriodExpiresDate, date("2026-02-26T09:00:00Z"))
        expectEqual(failed.renewalInfo?.isInBillingRetryPeriod, true)
        expectEqual(failed.renewalInfo?.signedDate, date("2026-02-10T09:00:00Z"))
    }

    // The customer's card works again from 20 April on.
    @Test("B7-2: a failure of March carries status 3, though the subscription is active when it is read")
    func capturedThen() throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        shop.customer.failCharges(from: date("2026-03-01T00:00:00Z"), until: date("2026-04-20T00:00:00Z"))
        try shop.go("2027-01-09")
        let failed = try #require(shop.store.notifications.first { $0.type == .didFailToRenew })
        expectEqual(NoticeShop.line(failed), "2026-03-10T09:00 DID_FAIL_TO_RENEW 3")
        try expectEqual(
            shop.store.verifier.renewalInfo(#require(failed.payload.data?.signedRenewalInfo)).expirationIntent,
            .billingError)
        expectEqual(shop.device.subscriptionStatus(inGroup: NoticeShop.group)?.state, .subscribed)
    }

    @Test("B7-10, S3-40, S3-52: made good in grace and in retry")
    func recovered() throws {
        for (grace, day) in [(BillingGracePeriod(.sixteenDays), "2026-02-12"), (nil, "2026-02-20")] {
            let shop = try NoticeShop(grace: grace)
            try shop.device.purchase("gold")
            shop.customer.paymentMethod = .declining
            try shop.go(day)
            shop.customer.paymentMethod = .working
            expectEqual(shop.told(since: "2026-02-11"), ["\(day)T09:00 DID_RENEW/BILLING_RECOVERY 1"])
        }
    }

    @Test("C-21: cancelling in retry sends two, both of a subscription that is over")
    func cancelledInRetry() throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        shop.customer.paymentMethod = .declining
        try shop.go("2026-02-15")
        try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
        expectEqual(
            shop.told(since: "2026-02-15"),
            [
                "2026-02-15T09:00 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 2",
                "2026-02-15T09:00 EXPIRED/VOLUNTARY 2",
            ])
    }

    @Test("C-17: taken off sale, it is tried for 60 days; under the other rule it ends at once")
    func offSale() throws {
        var atOnce = StoreRules.documents
        atOnce.expiresAtOnceWhenRemovedFromSale = true
        for (rules, lines) in [
            (
                StoreRules.documents,
                ["2026-02-10T09:00 DID_FAIL_TO_RENEW 3", "2026-04-11T09:00 EXPIRED/PRODUCT_NOT_FOR_SALE 2"]
            ), (atOnce, ["2026-02-10T09:00 EXPIRED/PRODUCT_NOT_FOR_SALE 2"]),
        ] {
            let shop = try NoticeShop(rules: rules)
            try shop.device.purchase("gold")
            try shop.store.setForSale(false, of: "gold")
            try shop.go("2026-06-01")
            expectEqual(shop.told(since: "2026-02-01"), lines)
        }
    }

    @Test("S0-125, B8-1, B8-2, B8-4, B8-5: plans up, down, to another duration, and back")
    func plans() throws {
        let shop = try NoticeShop()
        try shop.device.purchase("silver")
        try shop.go("2026-01-20")
        try shop.device.purchase("gold")
        try shop.device.purchase("silver")
        try shop.device.purchase("gold")
        try shop.device.purchase("gold.yearly")
        try shop.go("2026-02-20")
        expectEqual(
            shop.told(since: "2026-01-20"),
            [
                "2026-01-20T09:00 DID_CHANGE_RENEWAL_PREF/UPGRADE 1",
                "2026-01-20T09:00 DID_CHANGE_RENEWAL_PREF/DOWNGRADE 1", "2026-01-20T09:00 DID_CHANGE_RENEWAL_PREF 1",
                "2026-01-20T09:00 DID_CHANGE_RENEWAL_PREF/DOWNGRADE 1", "2026-02-20T09:00 DID_RENEW 1",
            ])
        expectEqual(shop.store.notifications.last?.transaction?.productID, "gold.yearly")
    }

    @Test("S0-121: who changes plan after cancelling turns auto-renew on, and is told of both")
    func changedAfterCancelling() throws {
        let shop = try NoticeShop()
        try shop.device.purchase("silver")
        try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
        try shop.go("2026-01-20")
        try shop.device.purchase("gold")
        expectEqual(
            shop.told(since: "2026-01-20"),
            [
                "2026-01-20T09:00 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED 1",
                "2026-01-20T09:00 DID_CHANGE_RENEWAL_PREF/UPGRADE 1",
            ])
    }

    @Test("B9-3, B9-4, B9-5: a rise of the price that waits, is agreed to, is not, and needs no consent")
    func prices() throws {
        // Told 7 days before the renewal of a month; of a rise that needs no consent 30 days before.
        for (policy, answer, lines) in [
            (PriceIncreasePolicy.requiresConsent, true, ["PENDING 1", "ACCEPTED 1", "DID_RENEW 1"]),
            (.requiresConsent, nil, ["PENDING 1", "EXPIRED/PRICE_INCREASE 2"]),
            (.requiresConsent, false, ["PENDING 1", "AUTO_RENEW_DISABLED 1", "EXPIRED/PRICE_INCREASE 2"]),
            (.needsNoConsent, nil, ["ACCEPTED 1", "DID_RENEW 1"]),
        ] {
            let shop = try NoticeShop()
            try shop.device.purchase("gold")
            try shop.store.setBasePrice(of: "gold", to: 14.99, policy: policy)
            while let due = shop.store.nextDue, due < date("2026-03-01T00:00:00Z"),
                !shop.told().contains(where: { $0.contains("PRICE_INCREASE") })
            {
                try shop.store.advanceToNext()
            }
            if let answer { try shop.customer.answerPriceIncrease(answer, inGroup: NoticeShop.group) }
            let end = try #require(
                shop.device.subscriptionStatus(inGroup: NoticeShop.group)?.renewalInfo.payloadValue.renewalDate)
            try shop.store.advance(to: max(end, shop.store.now))
            let since = shop.told().drop { !$0.contains("PRICE_INCREASE") }
            expectEqual(
                since.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }.map {
                    $0.replacing("DID_CHANGE_RENEWAL_STATUS/", with: "").replacing("PRICE_INCREASE/", with: "")
                }, lines, "\(policy), answered \(String(describing: answer))")
        }
    }

    @Test("B10-9: a renewal date that is put off")
    func extended() throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        _ = try shop.customer.extendRenewalDate(inGroup: NoticeShop.group, byDays: 5)
        expectEqual(shop.told().last, "2026-01-10T09:00 RENEWAL_EXTENDED 1")
        expectEqual(shop.store.notifications.last?.transaction?.expiresDate, date("2026-02-15T09:00:00Z"))
    }
}
