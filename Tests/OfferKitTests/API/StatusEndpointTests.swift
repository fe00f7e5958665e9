import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// B12-3, B12-4: Get All Subscription Statuses.
struct StatusEndpointTests {
    private let shop: APIShop

    init() throws {
        shop = try APIShop()
    }

    @Test("B12-1, B12-2, S3-56: the numbers of a subscription's life: 1, 1 with auto-renew off, 2, 4, 3, 5")
    func numbers() throws {
        try shop.device.purchase("gold")
        func row() throws -> (Int, Bool, Int?) {
            let row = try #require(try shop.statuses("1").first)
            return (row.status, row.renewalInfo.willAutoRenew, row.renewalInfo.expirationIntent?.rawValue)
        }
        #expect(try row() == (1, true, nil))
        try shop.buyer.setAutoRenew(false, inGroup: "Plans")
        #expect(try row() == (1, false, nil))
        try shop.go("2026-02-11")
        #expect(try row() == (2, false, 1))
        // Bought again on 11 February; the charge of 11 March fails; grace lasts 16 days.
        try shop.device.purchase("gold")
        shop.buyer.paymentMethod = .declining
        try shop.go("2026-03-12")
        #expect(try row() == (4, true, 2))
        try shop.go("2026-03-28")
        #expect(try row() == (3, true, 2))
        shop.buyer.paymentMethod = .working
        try shop.go("2026-03-29")
        #expect(try row() == (1, true, nil))
        let latest = try #require(try shop.statuses("1").first).transaction.transactionID
        try shop.store.refund(latest)
        #expect(try row() == (5, false, nil))
    }

    @Test("B12-3: any transaction of the customer will do, the app transaction's too, and every group is there")
    func anyTransaction() throws {
        try shop.device.purchase("gold")
        try shop.device.purchase("coins")
        try shop.device.purchase("paper")
        try shop.go("2026-02-11")
        let rows = try shop.statuses("1").map { "\($0.group) \($0.status) \($0.original)" }
        // 1 gold, 2 coins, 3 the free week, 4 the first paid month of the paper, 5 the second month of gold.
        expectEqual(rows, ["Plans 1 1", "News 1 3"])
        for id in ["2", "3", "4", "5", shop.buyer.appTransactionID] {
            try expectEqual(shop.statuses(id).map { "\($0.group) \($0.status) \($0.original)" }, rows, "\(id)")
        }
        try expectEqual(shop.statuses("1").map(\.transaction.transactionID).sorted(), [4, 5])
    }

    @Test("B12-3: the filter may come several times; a group with nothing left is left out")
    func filter() throws {
        try shop.device.purchase("gold")
        try shop.device.purchase("paper")
        try shop.buyer.setAutoRenew(false, inGroup: "News")
        try shop.go("2026-01-20")
        try expectEqual(shop.statuses("1").map(\.status), [1, 2])
        try expectEqual(shop.statuses("1", "?status=2").map(\.group), ["News"])
        try expectEqual(shop.statuses("1", "?status=1&status=2").count, 2)
        #expect(try shop.statuses("1", "?status=5").isEmpty)
        for wrong in ["0", "6", "x", "", "1.0"] {
            expectEqual(shop.code("GET", "v1/subscriptions/1?status=\(wrong)"), 4_000_031, "\(wrong)")
        }
    }

    @Test("B12-3, B10-6: a family member has statuses of their own, by their own transaction")
    func family() throws {
        let member = try shop.addMember()
        try shop.device.purchase("gold")
        let own = try #require(try shop.statuses("1").first)
        let shared = try #require(try shop.statuses("2").first)
        expectEqual([own.original, shared.original], ["1", "2"])
        expectEqual(shared.transaction.inAppOwnershipType, .familyShared)
        expectEqual([own.renewalInfo.renewalPrice, shared.renewalInfo.renewalPrice], [9.99, nil])
        shop.buyer.paymentMethod = .declining
        try shop.go("2026-02-11")
        try expectEqual(shop.statuses("2").map(\.status), [4])
        try member.leaveFamily()
        try expectEqual(shop.statuses("2").map(\.status), [5])
        try expectEqual(shop.statuses("1").map(\.status), [4])
    }

    @Test("B12-4: the answer names the environment and the app, the app's number only in production")
    func app() throws {
        try shop.device.purchase("gold")
        let sandbox = try shop.object("v1/subscriptions/1")
        expectEqual(Set(sandbox.keys), ["environment", "bundleId", "data"])
        expectEqual(sandbox["environment"] as? String, "Sandbox")
        expectEqual(sandbox["bundleId"] as? String, "com.example.app")
        let other = try APIShop(environment: .production)
        try other.device.purchase("gold")
        try expectEqual(other.object("v1/subscriptions/1")["appAppleId"] as? Int, 1_234_567_890)
        try expectEqual(other.statuses("1").count, 1)
    }

    @Test("B12-4: the values are those that the device is handed, but for what ties those to it")
    func same() throws {
        try shop.device.purchase("gold")
        try shop.go("2026-02-11")
        let row = try #require(try shop.statuses("1").first)
        let status = try #require(shop.device.subscriptionStatus(inGroup: "Plans"))
        let transaction = try shop.store.verifier.transaction(status.transaction.jwsRepresentation)
        let renewalInfo = try shop.store.verifier.renewalInfo(status.renewalInfo.jwsRepresentation)
        expectEqual(row.transaction, transaction.unbound)
        expectEqual(row.renewalInfo, renewalInfo.unbound)
        expectEqual(row.transaction.signedDate, date("2026-02-11T09:00:00Z"))
        // Asked again, the same bytes; and nothing of the store has changed.
        expectEqual(shop.call("GET", "v1/subscriptions/1"), shop.call("GET", "v1/subscriptions/1"))
    }

    @Test("S4-23: before a link is sent, the server sees which win-back offers the customer may have")
    func winBack() throws {
        let outside = try OutsideShop()
        try outside.churn()
        let api = outside.store.openAppStoreServerAPI()
        let response = api.response(
            to: AppStoreServerRequest(path: "/inApps/v1/subscriptions/1?status=2"), at: APIShop.wallClock)
        let answer = try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
        let group = try #require((answer["data"] as? [[String: Any]])?.first)
        let row = try #require((group["lastTransactions"] as? [[String: Any]])?.first)
        let info = try outside.store.verifier.renewalInfo(#require(row["signedRenewalInfo"] as? String))
        expectEqual(info.eligibleWinBackOfferIDs.sorted(), ["comeback", "saver"])
    }

    @Test("a customer who bought nothing, or only coins, has no statuses")
    func nothing() throws {
        #expect(try shop.statuses(shop.buyer.appTransactionID).isEmpty)
        try shop.device.purchase("coins")
        #expect(try shop.statuses("1").isEmpty)
    }

    @Test("C-124: what was erased is found no more")
    func erased() throws {
        try shop.device.purchase("gold")
        shop.buyer.eraseTransactions()
        expectEqual(shop.code("GET", "v1/subscriptions/1"), 4_040_010)
        #expect(try shop.statuses(shop.buyer.appTransactionID).isEmpty)
    }
}
