import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// B12-6: the other calls of the App Store Server API.
struct ServerCallTests {
    private let shop: APIShop

    init() throws {
        shop = try APIShop()
    }

    private func transaction(_ id: String) throws -> TransactionPayload {
        let jws = try #require(try shop.object("v1/transactions/\(id)")["signedTransactionInfo"] as? String)
        return try shop.store.verifier.transaction(jws)
    }

    @Test("B12-6: Get Transaction Info gives the transaction of that number, a family member's too")
    func info() throws {
        _ = try shop.addMember()
        let bought = try shop.device.purchase("gold")
        try expectEqual(transaction("1"), bought.payload.unbound)
        try expectEqual(transaction("2").inAppOwnershipType, .familyShared)
        expectEqual(shop.call("GET", "v1/transactions/1").headers["Content-Type"], "application/json")
    }

    @Test("B12-6: Get App Transaction Info gives the customer's app transaction, by any transaction of theirs")
    func appTransaction() throws {
        try shop.device.purchase("coins")
        for id in ["1", shop.buyer.appTransactionID] {
            let answer = try shop.object("v1/transactions/appTransactions/\(id)")
            let payload = try shop.store.verifier.appTransaction(
                #require(answer["signedAppTransactionInfo"] as? String))
            expectEqual(payload.appTransactionID, shop.buyer.appTransactionID)
            expectEqual(payload.bundleID, "com.example.app")
            expectNil(payload.deviceVerification)
        }
    }

    @Test(
        "B12-6, B10-1, C-141: Get Refund History lists refunds in their order, in pages of 20, without what was only shared"
    )
    func refunds() throws {
        let member = try shop.addMember()
        for _ in 1...23 { try shop.device.purchase("coins") }  // 1 to 23
        try shop.device.purchase("gold")  // 24, and 25 for the member
        try shop.store.refund(7)
        try shop.go("2026-01-11")
        for id in [3, 5, 1] as [UInt64] { try shop.store.refund(id, reason: .developerIssue) }
        let page = try shop.page("v2/refund/lookup/24")
        expectEqual(page.ids, [7, 1, 3, 5])
        expectEqual(page.transactions.map(\.revocationReason?.rawValue), [0, 1, 1, 1])
        #expect(!page.hasMore)
        try shop.store.reverseRefund(of: 7)
        try expectEqual(shop.page("v2/refund/lookup/24").ids, [1, 3, 5])
        try shop.go("2026-01-12")
        for id in 6...23 as ClosedRange<UInt64> { try shop.store.refund(id) }
        let first = try shop.page("v2/refund/lookup/24")
        expectEqual(first.ids.count, 20)
        #expect(first.hasMore)
        try expectEqual(shop.page("v2/refund/lookup/24?revision=\(first.revision)").ids, [23])
        try member.leaveFamily()
        #expect(try shop.page("v2/refund/lookup/25").ids.isEmpty)
        expectEqual(Set(try shop.object("v2/refund/lookup/25").keys), ["hasMore", "revision", "signedTransactions"])
    }

    @Test("B12-6, C-142: Look Up Order ID finds a charge by its order; there is none of what is only shared")
    func orders() throws {
        _ = try shop.addMember()
        try shop.device.purchase("gold")
        try shop.go("2026-02-11")  // 3 renews 1, 4 is the member's
        let order = try #require(shop.store.orderID(of: 3))
        let answer = try shop.object("v1/lookup/\(order)")
        expectEqual(answer["status"] as? Int, 0)
        let found = try #require(answer["signedTransactions"] as? [String]).map {
            try shop.store.verifier.transaction($0)
        }
        expectEqual(found.map(\.transactionID), [3])
        expectNil(shop.store.orderID(of: 2))
        expectNil(shop.store.orderID(of: 99))
        for wrong in ["MZZZZZZZZZ", order.lowercased(), "x"] {
            try expectEqual(shop.object("v1/lookup/\(wrong)")["status"] as? Int, 1, "\(wrong)")
            expectEqual((try shop.object("v1/lookup/\(wrong)")["signedTransactions"] as? [String])?.isEmpty, true)
        }
    }

    @Test("Finish Transaction is the app's finish: the transaction is unfinished no more")
    func finish() throws {
        try shop.device.purchase("coins")
        try shop.device.purchase("coins")
        let response = shop.call("POST", "v1/transactions/1/finish")
        expectEqual(response.status, 200)
        #expect(response.body.isEmpty)
        expectEqual(shop.device.unfinished.map(\.id), [2])
        expectEqual(shop.call("POST", "v1/transactions/1/finish").status, 200)
    }

    private static func extending(_ days: Int) -> String {
        #"{"extendByDays":\#(days),"extendReasonCode":1,"requestIdentifier":"r-1"}"#
    }

    @Test("B10-9: Extend a Subscription Renewal Date puts the end off, and the answer says to when")
    func extending() throws {
        try shop.device.purchase("gold")
        try shop.go("2026-02-11")  // 2 renews until 10 March
        let response = shop.call("PUT", "v1/subscriptions/extend/1", Self.extending(30))
        // 10 March and 30 days is 9 April, 09:00 UTC.
        expectEqual(
            response.text,
            #"{"originalTransactionId":"1","webOrderLineItemId":"2","success":true,"effectiveDate":1775725200000}"#)
        try expectEqual(transaction("2").expiresDate, date("2026-04-09T09:00:00Z"))
    }

    @Test("B10-9, B10-12: what is refused has its code: 4030004, 4030005, 4030007")
    func notExtended() throws {
        _ = try shop.addMember()
        func code(_ id: Int, _ days: Int = 10) -> Int? {
            shop.code("PUT", "v1/subscriptions/extend/\(id)", Self.extending(days))
        }
        try shop.device.purchase("gold")  // 1, and 2 for the member
        try shop.device.purchase("paper")  // 3, a free week
        try shop.device.purchase("coins")  // 4
        expectEqual(code(2), 4_030_007)
        expectEqual(code(3), 4_030_004)
        expectEqual(code(4), 4_030_004)
        expectNil(code(1))
        expectNil(code(1))
        expectEqual(code(1), 4_030_005)
        // 365 days after the first two there may be another; until then it renews every month.
        try shop.go("2027-01-11")
        expectNil(code(1))
        shop.buyer.paymentMethod = .declining
        try shop.go("2027-03-20")
        expectEqual(code(1), 4_030_004)
        expectEqual(code(99), 4_040_005)
    }

    @Test("B12-6: of a store that keeps no notifications calls are read and judged, and then no URL is configured")
    func notifications() throws {
        expectEqual(shop.code("POST", "v1/notifications/test"), 4_040_007)
        expectEqual(
            shop.code("GET", "v1/notifications/test/5f2a9c1e-7b3d-4e8f-9a01-23456789ABCD_1767225600000"), 4_040_008)
        for token in [
            "x", "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd", "5f2a9c1e-7b3d-4e8f-9a01-23456789abcg_1",
            "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd_",
        ] {
            expectEqual(shop.code("GET", "v1/notifications/test/\(token)"), 4_000_020, "\(token)")
        }
        // The store's clock says 10 January 2026; 180 days before is 14 July 2025, 09:00 UTC.
        let good = #""startDate":1752483600000,"endDate":1768035600000"#
        let cases: [String: Int] = [
            "": 4_000_015, #""startDate":"1""#: 4_000_015, #""startDate":1"#: 4_000_016,
            #""startDate":2,"endDate":1"#: 4_000_013, #""startDate":1752483599999,"endDate":1768035600000"#: 4_000_012,
            good: 4_040_007, good + #","notificationType":"DID_RENEW""#: 4_040_007,
            good + #","notificationType":"SOLD""#: 4_000_018, good + #","transactionId":"1""#: 4_040_007,
            good + #","transactionId":"x""#: 4_000_006, good + #","onlyFailures":1"#: 4_000_000,
            good + #","transactionId":"1","notificationType":"TEST""#: 4_000_019,
        ]
        for (members, code) in cases {
            expectEqual(shop.code("POST", "v1/notifications/history", "{\(members)}"), code, "\(members)")
        }
        expectEqual(shop.code("POST", "v1/notifications/history?paginationToken=x", "{\(good)}"), 4_000_014)
        expectEqual(shop.code("POST", "v1/notifications/history"), 4_000_000)
    }
}
