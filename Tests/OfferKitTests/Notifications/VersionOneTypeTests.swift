import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// B11-5: what version 1 calls what version 2 tells.
struct VersionOneTypeTests {
    /// A pair of version 2, and what version 1 sends of it: for a subscription, and for a consumable where that is another.
    typealias Row = (type: NotificationType, subtype: NotificationSubtype?, version1: String?, ofConsumable: String?)

    /// Every pair of the table B11, against Apple's table of events of version 1.
    static let rows: [Row] = [
        (.subscribed, .initialBuy, "INITIAL_BUY", nil),
        // Of a chain whose period before was of the same product.
        (.subscribed, .resubscribe, "DID_CHANGE_RENEWAL_STATUS", nil),
        (.didRenew, nil, "DID_RENEW", nil),
        (.didRenew, .billingRecovery, "DID_RECOVER", nil),
        (.didChangeRenewalPref, .upgrade, "INTERACTIVE_RENEWAL", nil),
        (.didChangeRenewalPref, .downgrade, "DID_CHANGE_RENEWAL_PREF", nil),
        (.didChangeRenewalPref, nil, "DID_CHANGE_RENEWAL_PREF", nil),
        (.didChangeRenewalStatus, .autoRenewEnabled, "DID_CHANGE_RENEWAL_STATUS", nil),
        (.didChangeRenewalStatus, .autoRenewDisabled, "DID_CHANGE_RENEWAL_STATUS", nil),
        (.offerRedeemed, nil, nil, nil),
        (.offerRedeemed, .initialBuy, "INITIAL_BUY", nil),
        (.offerRedeemed, .resubscribe, "DID_CHANGE_RENEWAL_STATUS", nil),
        (.offerRedeemed, .upgrade, "INTERACTIVE_RENEWAL", nil),
        (.offerRedeemed, .downgrade, "DID_CHANGE_RENEWAL_PREF", nil),
        (.didFailToRenew, nil, "DID_FAIL_TO_RENEW", nil),
        (.didFailToRenew, .gracePeriod, "DID_FAIL_TO_RENEW", nil),
        (.gracePeriodExpired, nil, nil, nil),
        (.expired, .voluntary, nil, nil),
        (.expired, .billingRetry, "DID_CHANGE_RENEWAL_STATUS", nil),
        (.expired, .priceIncrease, nil, nil),
        (.expired, .productNotForSale, nil, nil),
        (.expired, nil, nil, nil),
        (.priceIncrease, .pending, "PRICE_INCREASE_CONSENT", nil),
        (.priceIncrease, .accepted, nil, nil),
        (.refund, nil, "CANCEL", "REFUND"),
        (.refundDeclined, nil, nil, nil),
        (.refundReversed, nil, nil, nil),
        (.consumptionRequest, nil, nil, "CONSUMPTION_REQUEST"),
        (.revoke, nil, "REVOKE", "REVOKE"),
        (.renewalExtended, nil, nil, nil),
        (.renewalExtension, .failure, nil, nil),
        (NotificationType(rawValue: "ONE_TIME_CHARGE"), nil, nil, nil),
    ]

    @Test("C-150: every pair of version 2 has the one type of Apple's table, or none", arguments: rows)
    func table(row: Row) throws {
        let shop = try NoticeShop(version: .v1)
        let bought = try shop.device.purchase("gold")
        let told = try shop.store.makeSyntheticNotification(row.type, row.subtype, of: bought.id)
        expectEqual(told.version1Type?.rawValue, row.version1)
        expectEqual(told.version1Body() == nil, row.version1 == nil)
    }

    @Test("C-150, C-146: the summary of an extension for everybody has none, and is not made of a transaction")
    func summary() throws {
        let shop = try NoticeShop(version: .v1)
        let bought = try shop.device.purchase("gold")
        expectNil(try shop.store.triggerNotification(.renewalExtension, .summary).version1Type)
        #expect(throws: NotificationRefusal.self) {
            try shop.store.makeSyntheticNotification(.renewalExtension, .summary, of: bought.id)
        }
    }

    @Test("C-150: of consumables a refund is REFUND, and data are asked for; of what is kept for ever only the first")
    func outright() throws {
        for row in Self.rows where [.refund, .refundDeclined, .consumptionRequest].contains(row.type) {
            let shop = try NoticeShop(version: .v1)
            let (coins, theme) = (try shop.device.purchase("coins"), try shop.device.purchase("theme"))
            let ofCoins = try shop.store.makeSyntheticNotification(row.type, row.subtype, of: coins.id)
            expectEqual(ofCoins.version1Type?.rawValue, row.ofConsumable)
            let ofTheme = try shop.store.makeSyntheticNotification(row.type, row.subtype, of: theme.id)
            expectEqual(ofTheme.version1Type, row.type == .refund ? .refund : nil)
        }
    }

    // Only version 2 has tests, and only its own types are asked for in the history.
    @Test("B11-5: a test has no form in version 1, and what was asked for by hand says so in both")
    func byHand() throws {
        let shop = try NoticeShop(version: .v1)
        expectNil(try shop.store.requestTestNotification().version1Body())
        let bought = try shop.device.purchase("gold")
        try expectEqual(VersionOne.body(shop.store.notifications[1]).isSynthetic, false)
        let made = try shop.store.makeSyntheticNotification(.didRenew, of: bought.id)
        #expect(try VersionOne.body(made).isSynthetic)
        let body = String(decoding: try #require(made.version1Body()), as: UTF8.self)
        expectSuffix(body, #","isSynthetic":true}"#)
    }
}

/// Notifications as a server of version 1 reads them.
enum VersionOne {
    static func body(_ notification: ServerNotification) throws -> NotificationBodyV1 {
        try NotificationBodyV1(json: Array(#require(notification.version1Body())))
    }

    /// The whole body as Foundation reads it.
    static func json(_ notification: ServerNotification) throws -> JSONTree {
        JSONTree(try JSONSerialization.jsonObject(with: #require(notification.version1Body())))
    }

    /// Date, type, `auto_renew_status`, and of each element of `pending_renewal_info` what it says; nil where version 1 sends none.
    ///
    /// An element is the product, the one it renews with if that is another, `auto_renew_status` and then, as far as they are there,
    /// `retry`, `intent`, `grace`, `consent` and `increase`.
    static func line(_ notification: ServerNotification) throws -> String? {
        guard notification.version1Body() != nil else { return nil }
        let json = try json(notification)
        let renewals = json["unified_receipt"]["pending_renewal_info"]
        let elements = (0..<renewals.count).map { place -> String in
            let renewal = renewals[place]
            let (now, next) = (renewal["product_id"].text ?? "", renewal["auto_renew_product_id"].text ?? "")
            var text = now == next ? now : "\(now)>\(next)"
            text += " " + (renewal["auto_renew_status"].text ?? "")
            for (name, member) in [
                ("retry", "is_in_billing_retry_period"), ("intent", "expiration_intent"),
                ("grace", "grace_period_expires_date"), ("consent", "price_consent_status"),
                ("increase", "price_increase_status"),
            ] {
                if let value = renewal[member].text { text += " \(name)=\(value.prefix(10))" }
            }
            return text
        }
        let status = json["auto_renew_status"].text.map { " \($0)" } ?? ""
        return notification.signedDate.formatted(.iso8601.dateSeparator(.dash)).prefix(16)
            + " \(json["notification_type"].text ?? "")\(status) [\(elements.joined(separator: ", "))]"
    }

    /// What version 1 sends of a store's notifications.
    static func told(_ store: Store, since day: String = "2026-01-01") throws -> [String] {
        try store.notifications.filter { $0.signedDate >= date("\(day)T00:00:00Z") }.compactMap(line)
    }
}
