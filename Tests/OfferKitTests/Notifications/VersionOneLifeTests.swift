import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// B11-5: what a server of version 1 is told of a life, in order.
///
/// Everybody buys on 10 January 2026 at 9:00 UTC unless a test says otherwise; months end on the 10th.
///
/// A line is what ``VersionOne/line(_:)`` makes: date, type, `auto_renew_status`, and the elements of `pending_renewal_info`.
struct VersionOneLifeTests {
    // S0-120: from 1 to 0 when the customer cancels. The end of what was cancelled is told of by nobody.
    @Test("S0-120, S0-121, S1-39: cancelled, on again, cancelled, over, and bought again: the same product and another")
    func cancelled() throws {
        let shop = try NoticeShop(version: .v1)
        try shop.device.purchase("gold")
        try shop.go("2026-01-20")
        for isOn in [false, true, false] { try shop.customer.setAutoRenew(isOn, inGroup: NoticeShop.group) }
        try shop.go("2026-03-01")
        try shop.device.purchase("gold")
        try shop.go("2026-04-05")
        try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
        try shop.go("2026-06-01")
        try shop.device.purchase("silver")
        try expectEqual(
            VersionOne.told(shop.store),
            [
                "2026-01-10T09:00 INITIAL_BUY true [gold 1]",
                "2026-01-20T09:00 DID_CHANGE_RENEWAL_STATUS false [gold 0]",
                "2026-01-20T09:00 DID_CHANGE_RENEWAL_STATUS true [gold 1]",
                "2026-01-20T09:00 DID_CHANGE_RENEWAL_STATUS false [gold 0]",
                "2026-03-01T09:00 DID_CHANGE_RENEWAL_STATUS true [gold 1]",
                "2026-04-01T09:00 DID_RENEW true [gold 1]",
                "2026-04-05T09:00 DID_CHANGE_RENEWAL_STATUS false [gold 0]",
                "2026-06-01T09:00 INTERACTIVE_RENEWAL true [silver 1]",
            ])
    }

    // S3-38, S3-41: 60 days after 10 February 2026 it is 11 April.
    @Test("B7-2, B7-12: a renewal that fails, to the end of billing retry, which turns auto-renew off")
    func retry() throws {
        let shop = try NoticeShop(version: .v1)
        try shop.device.purchase("gold")
        shop.customer.paymentMethod = .declining
        try shop.go("2027-01-10")
        try expectEqual(
            VersionOne.told(shop.store),
            [
                "2026-01-10T09:00 INITIAL_BUY true [gold 1]",
                "2026-02-10T09:00 DID_FAIL_TO_RENEW true [gold 1 retry=1 intent=2]",
                "2026-04-11T09:00 DID_CHANGE_RENEWAL_STATUS false [gold 0 retry=0 intent=2]",
            ])
        let end = try VersionOne.body(#require(shop.store.notifications.last))
        expectEqual(end.expirationIntent, .billingError)
        expectEqual(end.autoRenewStatusChangeDate, date("2026-04-11T09:00:00Z"))
    }

    // 16 days after 10 February it is the 26th. Paid on 1 March, after grace: the next period is counted from then (B7-10).
    @Test("B7-3, B7-10, B7-11: grace, its end, of which version 1 says nothing, and the recovery")
    func grace() throws {
        let shop = try NoticeShop(grace: BillingGracePeriod(.sixteenDays), version: .v1)
        try shop.device.purchase("gold")
        shop.customer.paymentMethod = .declining
        try shop.go("2026-03-01")
        shop.customer.paymentMethod = .working
        try shop.go("2026-04-02")
        shop.customer.paymentMethod = .declining
        try shop.go("2026-12-01")
        #expect(
            try VersionOne.told(shop.store, since: "2026-02-01") == [
                "2026-02-10T09:00 DID_FAIL_TO_RENEW true [gold 1 retry=1 intent=2 grace=2026-02-26]",
                "2026-03-01T09:00 DID_RECOVER true [gold 1]",
                "2026-04-01T09:00 DID_RENEW true [gold 1]",
                // 16 days after 1 May it is the 17th; 60 days after it, 30 June. The grace that is over is still told.
                "2026-05-01T09:00 DID_FAIL_TO_RENEW true [gold 1 retry=1 intent=2 grace=2026-05-17]",
                "2026-06-30T09:00 DID_CHANGE_RENEWAL_STATUS false [gold 0 retry=0 intent=2 grace=2026-05-17]",
            ])
    }

    @Test("B13-6, B7-13, C-21: who cancels in retry is told of once, and is off the list")
    func cancelledInRetry() throws {
        let shop = try NoticeShop(version: .v1)
        try shop.device.purchase("gold")
        shop.customer.paymentMethod = .declining
        try shop.go("2026-02-15")
        try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
        try expectEqual(
            VersionOne.told(shop.store, since: "2026-02-01"),
            [
                "2026-02-10T09:00 DID_FAIL_TO_RENEW true [gold 1 retry=1 intent=2]",
                "2026-02-15T09:00 DID_CHANGE_RENEWAL_STATUS false []",
            ])
    }

    @Test("S0-124, S0-125, B8-1, B8-2: up, down, back, to another duration, and the renewal with it")
    func plans() throws {
        let shop = try NoticeShop(version: .v1)
        try shop.device.purchase("silver")
        try shop.go("2026-01-20")
        for product in ["gold", "silver", "gold", "gold.yearly"] { try shop.device.purchase(product) }
        try shop.go("2026-02-20")
        try expectEqual(
            VersionOne.told(shop.store),
            [
                "2026-01-10T09:00 INITIAL_BUY true [silver 1]",
                "2026-01-20T09:00 INTERACTIVE_RENEWAL true [gold 1]",
                "2026-01-20T09:00 DID_CHANGE_RENEWAL_PREF true [gold>silver 1]",
                "2026-01-20T09:00 DID_CHANGE_RENEWAL_PREF true [gold 1]",
                "2026-01-20T09:00 DID_CHANGE_RENEWAL_PREF true [gold>gold.yearly 1]",
                "2026-02-20T09:00 DID_RENEW true [gold.yearly 1]",
            ])
        let down = shop.store.notifications.filter { $0.type == .didChangeRenewalPref }
        try expectEqual(VersionOne.body(down[1]).autoRenewProductID, "silver")
        // C-23: what the upgrade replaced is upgraded and cancelled from the first notification of it on, and in none before.
        let upgraded = try down.map { try VersionOne.body($0).unifiedReceipt.latestReceiptInfo?.last }
        #expect(upgraded.allSatisfy { $0?.productID == "silver" && $0?.isUpgraded == true })
        expectEqual(upgraded[0]?.cancellationDate, date("2026-01-20T09:00:00Z"))
        let first = try VersionOne.body(shop.store.notifications[0]).unifiedReceipt.latestReceiptInfo
        expectEqual(first?.map(\.isUpgraded), [false])
        expectEqual(first?.map(\.cancellationDate), [nil])
    }

    // Asked 10 days before the renewal: on 31 January.
    @Test("B9-3, B9-6: asked for consent, which version 1 tells; the answer, and an end without one, it does not")
    func prices() throws {
        for agrees in [true, false] {
            let shop = try NoticeShop(version: .v1)
            try shop.device.purchase("gold")
            try shop.store.setBasePrice(of: "gold", to: 14.99, policy: .requiresConsent)
            try shop.go("2026-02-05")
            if agrees { try shop.customer.answerPriceIncrease(true, inGroup: NoticeShop.group) }
            try shop.go("2026-03-01")
            let asked = "2026-01-31T09:00 PRICE_INCREASE_CONSENT true [gold 1 consent=0 increase=0]"
            let renewed = "2026-02-10T09:00 DID_RENEW true [gold 1]"
            let told = try VersionOne.told(shop.store).dropFirst()
            expectEqual(told, agrees ? [asked, renewed] : [asked])
        }
    }

    @Test("S0-116, B10-1, C-24: a refund is CANCEL, and auto-renew goes off; its reversal is told by nobody")
    func refunded() throws {
        let shop = try NoticeShop(version: .v1)
        let bought = try shop.device.purchase("gold")
        try shop.go("2026-01-20")
        try shop.store.refund(bought.id, reason: .developerIssue)
        try shop.store.reverseRefund(of: bought.id)
        try expectEqual(
            VersionOne.told(shop.store, since: "2026-01-20"),
            ["2026-01-20T09:00 CANCEL false [gold 0]", "2026-01-20T09:00 DID_CHANGE_RENEWAL_STATUS false [gold 0]"])
        // S0-115: the date and the reason.
        let purchase = try VersionOne.json(shop.store.notifications[1])["unified_receipt"]["latest_receipt_info"][0]
        expectEqual(purchase["cancellation_date"].text, "2026-01-20 09:00:00 Etc/GMT")
        expectEqual(purchase["cancellation_reason"].text, "1")
    }

    @Test("B10-4, C-153: what is no subscription is REFUND, with its purchase in the receipt and nothing about renewal")
    func outright() throws {
        let shop = try NoticeShop(version: .v1)
        let coins = try shop.device.purchase("coins")
        try shop.go("2026-01-20")
        try shop.customer.requestRefund(of: coins.id, answer: .grant)
        try expectEqual(
            VersionOne.told(shop.store),
            ["2026-01-20T09:00 CONSUMPTION_REQUEST []", "2026-01-20T09:00 REFUND []"])
        let body = try VersionOne.body(#require(shop.store.notifications.last))
        expectNil(body.willAutoRenew)
        expectNil(body.autoRenewProductID)
        expectEqual(body.originalTransactionID, coins.id)
        expectNil(body.unifiedReceipt.pendingRenewalInfo)
        expectEqual(body.unifiedReceipt.latestReceiptInfo?.map(\.isRefunded), [true])
    }

    @Test("S1-49, S1-50: a code's name stands in both lists of the unified receipt, a promotional offer's too")
    func offers() throws {
        let shop = try NoticeShop(version: .v1)
        let code = try #require(try shop.store.createCodes(1, for: "Spring", of: "gold").first)
        try shop.device.redeem(code: code)
        try shop.go("2026-02-20")
        try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
        try shop.go("2026-04-01")
        try shop.buy("gold", promo: "save")
        // On an active subscription an offer waits for the renewal; version 1 has no word for that.
        try shop.buy("gold", promo: "save")
        try expectEqual(
            VersionOne.told(shop.store),
            [
                "2026-01-10T09:00 INITIAL_BUY true [gold 1]", "2026-02-10T09:00 DID_RENEW true [gold 1]",
                "2026-02-20T09:00 DID_CHANGE_RENEWAL_STATUS false [gold 0]",
                "2026-04-01T09:00 DID_CHANGE_RENEWAL_STATUS true [gold 1]",
            ])
        let first = try VersionOne.json(shop.store.notifications[0])["unified_receipt"]
        expectEqual(first["latest_receipt_info"][0]["offer_code_ref_name"].text, "Spring")
        expectEqual(first["pending_renewal_info"][0]["offer_code_ref_name"].text, "Spring")
        let again = try #require(shop.store.notifications.last { $0.version1Type != nil })
        let second = try VersionOne.json(again)["unified_receipt"]
        expectEqual(second["latest_receipt_info"][0]["promotional_offer_id"].text, "save")
        expectEqual(second["pending_renewal_info"][0]["promotional_offer_id"].text, "save")
        expectEqual(second["latest_receipt_info"][2]["offer_code_ref_name"].text, "Spring")
    }

    // Access from 10 January; the buyer's renewals; the member leaves on 20 February and comes back.
    @Test("C-129, C-150: a member of the family made no first purchase; all else is told of them as of the buyer")
    func family() throws {
        let shop = try NoticeShop(version: .v1)
        let member = shop.store.addCustomer()
        try shop.device.purchase("gold")
        try member.joinFamily(of: shop.customer)
        try shop.go("2026-02-20")
        try member.leaveFamily()
        try member.joinFamily(of: shop.customer)
        let told = try shop.store.notifications.filter { $0.customer == member.id }.compactMap(VersionOne.line)
        expectEqual(
            told,
            [
                "2026-02-10T09:00 DID_RENEW true [gold 1]", "2026-02-20T09:00 REVOKE false [gold 0]",
                "2026-02-20T09:00 DID_CHANGE_RENEWAL_STATUS true [gold 1]",
            ])
    }
}
