import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// C-144: account tokens that the developer's server sets.
struct AccountTokenTests {
    private static let one = UUID(uuid: (0x11, 1, 1, 1, 1, 1, 0x41, 1, 0x81, 1, 1, 1, 1, 1, 1, 1))
    private static let two = UUID(uuid: (0x22, 2, 2, 2, 2, 2, 0x42, 2, 0x82, 2, 2, 2, 2, 2, 2, 2))
    private let shop: APIShop

    init() throws {
        shop = try APIShop()
    }

    private func set(_ token: UUID, of id: Int) -> AppStoreServerResponse {
        shop.call(
            "PUT", "v1/transactions/\(id)/appAccountToken", #"{"appAccountToken":"\#(token.uuidString)"}"#)
    }

    /// The tokens of transactions, by their numbers, as Get Transaction Info has them.
    private func tokens(_ ids: ClosedRange<Int>) throws -> [UUID?] {
        try ids.map { id in
            let jws = try #require(try shop.object("v1/transactions/\(id)")["signedTransactionInfo"] as? String)
            return try shop.store.verifier.transaction(jws).appAccountToken
        }
    }

    @Test("C-144: of a subscription the current transaction carries it, and what renews; past ones say what they said")
    func subscription() throws {
        try shop.device.purchase("gold", account: .token(Self.one))
        try shop.go("2026-03-11")  // 2 and 3 renew
        let answer = set(Self.two, of: 1)
        expectEqual(answer.status, 200)
        #expect(answer.body.isEmpty)
        try expectEqual(tokens(1...3), [Self.one, Self.one, Self.two])
        let row = try #require(try shop.statuses("1").first)
        expectEqual(row.transaction.appAccountToken, Self.two)
        expectEqual(row.renewalInfo.appAccountToken, Self.two)
        try expectEqual(shop.page("v2/history/1").transactions.map(\.appAccountToken), [Self.one, Self.one, Self.two])
        expectEqual(shop.device.transactions.map(\.appAccountToken), [Self.one, Self.one, Self.two])
        try shop.go("2026-04-11")  // 4 renews
        try expectEqual(tokens(4...4), [Self.two])
    }

    @Test("C-144: an upgrade without a token of its own keeps it; a purchase with one brings that")
    func changes() throws {
        try shop.device.purchase("gold")
        expectEqual(set(Self.one, of: 1).status, 200)
        try shop.go("2026-01-20")
        try shop.device.purchase("platinum")
        try shop.device.purchase("gold", account: .token(Self.two))
        try shop.go("2026-02-21")  // 20 February: gold again
        try expectEqual(tokens(1...3), [Self.one, Self.one, Self.one])
        try expectEqual(shop.statuses("1").first?.renewalInfo.appAccountToken, Self.one)
        try shop.buyer.setAutoRenew(false, inGroup: "Plans")
        try shop.go("2026-04-01")
        try shop.device.purchase("gold", account: .token(Self.two))
        try expectEqual(tokens(4...4), [Self.two])
    }

    @Test("C-144: what was bought once is given a token, too; one that it has already changes nothing")
    func once() throws {
        for product in ["coins", "theme", "pass"] { try shop.device.purchase(product) }
        for id in 1...3 { expectEqual(set(Self.one, of: id).status, 200) }
        try expectEqual(tokens(1...3), [Self.one, Self.one, Self.one])
        let count = shop.store.log.count
        expectEqual(set(Self.one, of: 2).status, 200)
        expectEqual(shop.store.log.count, count)
        expectEqual(set(Self.two, of: 2).status, 200)
        try expectEqual(tokens(1...3), [Self.one, Self.two, Self.one])
        let set = shop.store.log.last?.event
        expectEqual(set, .accountTokenSet(id: 2, Self.two))
    }

    @Test("C-144: what cannot have one is refused with its code: 4000183, 4000185, 4000187, 4040005")
    func refused() throws {
        _ = try shop.addMember()
        try shop.device.purchase("gold")  // 1, and 2 for the member
        try shop.go("2026-02-11")  // 3 and 4
        func code(_ path: String, _ body: String) -> Int? {
            shop.code("PUT", "v1/transactions/\(path)/appAccountToken", body)
        }
        let good = #"{"appAccountToken":"5f2a9c1e-7b3d-4e8f-9a01-23456789ABCD"}"#
        for body in [
            "{}", #"{"appAccountToken":null}"#, #"{"appAccountToken":7}"#, #"{"appAccountToken":""}"#,
            #"{"appAccountToken":"5f2a9c1e7b3d4e8f9a0123456789abcd"}"#, good.replacing("5f2a", with: "5g2a"),
        ] { expectEqual(code("1", body), 4_000_183, "\(body)") }
        expectEqual(code("1", "{"), 4_000_000)
        expectEqual(code("2", good), 4_000_185)
        expectEqual(code("4", good), 4_000_185)
        expectEqual(code("3", good), 4_000_187)
        expectEqual(code("99", good), 4_040_005)
        expectEqual(code("x", good), 4_000_006)
        expectEqual(code(shop.buyer.appTransactionID, good), 4_000_048)
        try expectEqual(tokens(1...4), [nil, nil, nil, nil])
        expectNil(code("1", good))
    }

    @Test("C-144: the store's own call refuses the same, and what it sets is saved")
    func ownCall() throws {
        try shop.device.purchase("gold")
        try shop.go("2026-02-11")
        #expect(throws: AccountTokenRefusal.notOriginal(2, original: 1)) {
            try shop.store.setAppAccountToken(Self.one, of: 2)
        }
        #expect(throws: AccountTokenRefusal.unknownTransaction(9)) {
            try shop.store.setAppAccountToken(Self.one, of: 9)
        }
        try shop.store.setAppAccountToken(Self.one, of: 1)
        let again = try Store(snapshot: shop.store.snapshot())
        expectEqual(again.customers[0].addDevice().transactions.map(\.appAccountToken), [nil, Self.one])
        shop.store.eraseTransaction(1)
        #expect(throws: AccountTokenRefusal.unknownTransaction(1)) {
            try shop.store.setAppAccountToken(Self.two, of: 1)
        }
    }
}
