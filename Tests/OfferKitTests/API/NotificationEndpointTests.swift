import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// B12-6: the history of notifications, and tests of them.
struct NotificationEndpointTests {
    private struct History: Decodable {
        struct Item: Decodable {
            struct Attempt: Decodable, Equatable {
                let attemptDate: Int
                let sendAttemptResult: String
            }

            let signedPayload: String
            let sendAttempts: [Attempt]
        }

        let paginationToken: String?
        let hasMore: Bool
        let notificationHistory: [Item]
    }

    private let shop: APIShop

    init() throws {
        shop = try APIShop()
        shop.store.setKeepsNotifications(true)
    }

    private func history(_ members: String = "", _ query: String = "") throws -> History {
        // From 10 January 2026, 09:00 UTC, to 2036.
        let body = #"{"startDate":1768035600000,"endDate":2083568400000\#(members)}"#
        let response = shop.call("POST", "v1/notifications/history\(query)", body)
        expectEqual(response.status, 200, "\(String(decoding: response.body, as: UTF8.self))")
        return try JSONDecoder().decode(History.self, from: Data(response.body))
    }

    private func types(_ history: History) throws -> [String] {
        try history.notificationHistory.map {
            try shop.store.verifier.notification($0.signedPayload).notificationType.rawValue
        }
    }

    @Test("pages of 20 with all that was made, each page after the one before; a token of another query is 4000014")
    func pages() throws {
        try shop.device.purchase("gold")
        for isOn in Array(repeating: [false, true], count: 15).flatMap(\.self) {
            try shop.buyer.setAutoRenew(isOn, inGroup: "Plans")
        }
        let first = try history()
        #expect(first.hasMore)
        expectEqual(first.notificationHistory.count, 20)
        let token = try #require(first.paginationToken)
        let second = try history("", "?paginationToken=\(token)")
        #expect(!second.hasMore)
        expectNil(second.paginationToken)
        let told = shop.store.notifications.map(\.signedPayload)
        expectEqual((first.notificationHistory + second.notificationHistory).map(\.signedPayload), told)
        let body = #"{"startDate":1768035600001,"endDate":2083568400000}"#
        expectEqual(shop.code("POST", "v1/notifications/history?paginationToken=\(token)", body), 4_000_014)
    }

    @Test("by type, by subtype, by customer, by date, and those alone that did not arrive")
    func filters() async throws {
        try shop.device.purchase("gold")
        let other = shop.store.addCustomer().addDevice()
        let bought = try other.purchase("paper")
        try await shop.store.deliverNotifications { $0.customer == other.customer.id ? 500 : 200 }
        try shop.go("2026-01-20")
        try shop.buyer.setAutoRenew(false, inGroup: "Plans")
        try expectEqual(types(history()), ["SUBSCRIBED", "SUBSCRIBED", "DID_RENEW", "DID_CHANGE_RENEWAL_STATUS"])
        try expectEqual(types(history(#","notificationType":"SUBSCRIBED""#)), ["SUBSCRIBED", "SUBSCRIBED"])
        try expectEqual(types(history(#","notificationSubtype":"AUTO_RENEW_DISABLED""#)), ["DID_CHANGE_RENEWAL_STATUS"])
        try expectEqual(types(history(#","transactionId":"\#(bought.id)""#)), ["SUBSCRIBED", "DID_RENEW"])
        let failed = try history(#","onlyFailures":true"#)
        // 10 January 2026, 09:00 UTC.
        let attempt = History.Item.Attempt(
            attemptDate: 1_768_035_600_000, sendAttemptResult: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")
        expectEqual(failed.notificationHistory.map(\.sendAttempts), [[attempt]])
    }

    @Test(
        "a test is made, and its status tells of the attempts; another token is 4040008, and a text that is no token 4000020"
    )
    func test() async throws {
        struct Made: Decodable { let testNotificationToken: String }
        let made = try JSONDecoder().decode(
            Made.self, from: Data(shop.call("POST", "v1/notifications/test").body))
        func status() throws -> History.Item {
            let response = shop.call("GET", "v1/notifications/test/\(made.testNotificationToken)")
            return try JSONDecoder().decode(History.Item.self, from: Data(response.body))
        }
        expectSuffix(made.testNotificationToken, "_1768035600000")
        try expectEqual(status().sendAttempts, [])
        try await shop.store.deliverNotifications { _ in 204 }
        try expectEqual(status().sendAttempts.map(\.sendAttemptResult), ["SUCCESS"])
        let read = try shop.store.verifier.notification(status().signedPayload)
        expectEqual(read.notificationType, .test)
        expectEqual(shop.code("GET", "v1/notifications/test/\(made.testNotificationToken)1"), 4_040_008)
        // %10 is a control character, which differs from the digit 0 in one bit.
        for wrong in ["%10\(made.testNotificationToken.dropFirst())", "\(made.testNotificationToken)_"] {
            expectEqual(shop.code("GET", "v1/notifications/test/\(wrong)"), 4_000_020)
        }
    }
}
