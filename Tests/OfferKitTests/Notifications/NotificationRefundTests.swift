import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// B10, B11: what a server is told of refunds and of a family.
struct NotificationRefundTests {
    @Test("S0-116, C-24, B10-4, B10-11: the current period refunded, which ends renewal too, and given back")
    func current() throws {
        let shop = try NoticeShop()
        let bought = try shop.device.purchase("gold")
        try shop.go("2026-01-20")
        try shop.store.refund(bought.id, reason: .developerIssue)
        try shop.store.reverseRefund(of: bought.id)
        expectEqual(
            shop.told(since: "2026-01-20"),
            [
                "2026-01-20T09:00 REFUND 5", "2026-01-20T09:00 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 5",
                "2026-01-20T09:00 REFUND_REVERSED 1",
            ])
        let refunded = try #require(shop.store.notifications.first { $0.type == .refund }?.transaction)
        expectEqual(refunded.revocationDate, date("2026-01-20T09:00:00Z"))
        expectEqual(refunded.revocationReason, .developerIssue)
        expectNil(shop.store.notifications.last?.transaction?.revocationDate)
    }

    @Test("C-24: an older period refunded is told of with its own transaction and the status of today")
    func older() throws {
        let shop = try NoticeShop()
        let bought = try shop.device.purchase("gold")
        try shop.go("2026-02-20")
        try shop.store.refund(bought.id)
        expectEqual(shop.told(since: "2026-02-20"), ["2026-02-20T09:00 REFUND 1"])
        let told = try #require(shop.store.notifications.last)
        expectEqual(told.transaction?.transactionID, bought.id)
        expectEqual(told.renewalInfo?.renewalDate, date("2026-03-10T09:00:00Z"))
    }

    @Test("B10-3, B10-4: a refund that is asked for turns renewal off and asks for data; then it is declined")
    func requested() throws {
        let shop = try NoticeShop()
        let bought = try shop.device.purchase("gold")
        try shop.go("2026-01-20")
        try shop.customer.requestRefund(of: bought.id, answer: .wait)
        try shop.store.declineRefund(of: bought.id)
        expectEqual(
            shop.told(since: "2026-01-20"),
            [
                "2026-01-20T09:00 CONSUMPTION_REQUEST 1",
                "2026-01-20T09:00 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1",
                "2026-01-20T09:00 REFUND_DECLINED 1",
            ])
    }

    @Test(
        "B11: what is no subscription has no status and no renewal info; of what is kept for ever no use is asked for")
    func outright() throws {
        let shop = try NoticeShop()
        for (product, lines) in [("coins", ["CONSUMPTION_REQUEST", "REFUND"]), ("theme", ["REFUND"])] {
            let mark = shop.store.notificationMark
            let bought = try shop.device.purchase(product)
            try shop.customer.requestRefund(of: bought.id, answer: .grant)
            let told = shop.store.notifications(since: mark)
            expectEqual(told.map(\.type.rawValue), lines)
            #expect(told.allSatisfy { $0.status == nil && $0.renewalInfo == nil })
            expectEqual(told.last?.transaction?.productID, product)
        }
    }

    // B10-6: each with the member's own transaction.
    @Test("C-129: who shares is told of as the buyer is, from the first access to its loss")
    func family() throws {
        let shop = try NoticeShop()
        let member = shop.store.addCustomer()
        try shop.device.purchase("gold")
        try member.joinFamily(of: shop.customer)
        try shop.go("2026-02-10")
        try shop.go("2026-02-20")
        try member.leaveFamily()
        try member.joinFamily(of: shop.customer)
        let told = shop.store.notifications.filter { $0.customer == member.id }
        expectEqual(
            told.map(NoticeShop.line),
            [
                "2026-01-10T09:00 SUBSCRIBED/INITIAL_BUY 1", "2026-02-10T09:00 DID_RENEW 1",
                "2026-02-20T09:00 REVOKE 5", "2026-02-20T09:00 SUBSCRIBED/RESUBSCRIBE 1",
            ])
        #expect(told.allSatisfy { $0.transaction?.inAppOwnershipType == .familyShared })
    }

    @Test("B8-1: an upgrade replaces the transaction that the family shared, too")
    func familyUpgrade() throws {
        let shop = try NoticeShop()
        let member = shop.store.addCustomer()
        let device = member.addDevice()
        try shop.device.purchase("silver")
        try member.joinFamily(of: shop.customer)
        try shop.go("2026-01-20")
        try shop.device.purchase("gold")
        expectEqual(device.transactions.map(\.productID), ["silver", "gold"])
        expectEqual(device.transactions.map(\.isUpgraded), [true, false])
        // A renewal replaces nothing.
        try shop.go("2026-02-20")
        expectEqual(device.transactions.map(\.isUpgraded), [true, false, false])
    }

    @Test("C-129: the buyer's refund takes the family's access, and its reversal gives it back")
    func familyRefund() throws {
        let shop = try NoticeShop()
        let member = shop.store.addCustomer()
        let bought = try shop.device.purchase("gold")
        try member.joinFamily(of: shop.customer)
        try shop.go("2026-01-20")
        try shop.store.refund(bought.id)
        try shop.store.reverseRefund(of: bought.id)
        expectEqual(
            shop.told(since: "2026-01-20"),
            [
                "2026-01-20T09:00 REFUND 5", "2026-01-20T09:00 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 5",
                "2026-01-20T09:00 REVOKE 5", "2026-01-20T09:00 REFUND_REVERSED 1",
                "2026-01-20T09:00 SUBSCRIBED/RESUBSCRIBE 1",
            ])
    }

    @Test("C-253: the App Store asks before it decides, so what it asks with says how things stood before")
    func askedBefore() throws {
        for product in ["gold", "coins"] {
            let shop = try NoticeShop()
            let bought = try shop.device.purchase(product)
            try shop.go("2026-01-20")
            try shop.customer.requestRefund(of: bought.id, answer: .grant)
            let told = shop.store.notifications
            let asked = try #require(told.first { $0.type == .consumptionRequest })
            expectEqual(asked.transaction?.transactionID, bought.id)
            expectNil(asked.transaction?.revocationDate)
            expectEqual(asked.signedDate, date("2026-01-20T09:00:00Z"))
            let refunded = try #require(told.first { $0.type == .refund })
            expectEqual(refunded.transaction?.revocationDate, date("2026-01-20T09:00:00Z"))
            guard product == "gold" else { continue }
            #expect(asked.status == .active && asked.renewalInfo?.willAutoRenew == true)
            #expect(refunded.status == .revoked && refunded.renewalInfo?.willAutoRenew == false)
        }
    }
}
