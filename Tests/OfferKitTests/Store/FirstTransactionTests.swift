import Foundation
import OfferKit
import OfferKitCore
import OfferKitTestHarness
import Testing

/// C-155: a store's first transaction has the number it was told.
///
/// Stores whose transactions do not begin with 1 (C-155).
struct FirstTransactionTests {
    private static let retentions: [HistoryRetention] = [.everything, .transactions, .liveOnly]

    /// A store whose first transaction is 5,000,001, with one customer at one device.
    private static func store(_ retention: HistoryRetention = .everything) throws -> (store: Store, device: Device) {
        let catalog = try Catalog(
            groups: [.group("Plans", [.subscription("gold", level: 1, period: .monthly, price: 9.99)])],
            products: [.consumable("coins", price: 0.99)])
        let store = Store(
            catalog: catalog, environment: .sandbox, startingAt: date("2026-01-10T09:00:00Z"), keeping: retention,
            firstTransactionID: 5_000_001)
        return (store, store.addCustomer().addDevice())
    }

    @Test("C-155: numbers go on from there, and whatever asks for one finds it", arguments: retentions)
    func numbers(_ retention: HistoryRetention) async throws {
        let (store, device) = try Self.store(retention)
        expectEqual(device.customer.appTransactionID, "700000000005000001")
        try expectEqual(device.purchase("coins").id, 5_000_001)
        let gold = try device.purchase("gold")
        expectEqual(gold.id, 5_000_002)
        expectEqual(gold.appTransactionID, "700000000005000001")
        try store.advance(by: .months(1))
        expectEqual(device.transactions.last?.id, 5_000_003)
        expectEqual(device.transactions.last?.originalID, 5_000_002)
        #expect(throws: RefundRefusal.self) { try store.refund(1) }
        #expect(throws: RefundRefusal.self) { try store.refund(5_000_004) }
        try store.refund(5_000_001)
        expectEqual(device.transactions.first { $0.id == 5_000_001 }?.revocationDate, store.now)
        let order = try #require(store.orderID(of: 5_000_003))
        let api = store.openAppStoreServerAPI()
        func status(_ path: String) -> Int {
            api.response(to: AppStoreServerRequest(path: "/inApps/v1/\(path)"), at: store.now).status
        }
        for id in ["5000003", "700000000005000001"] { expectEqual(status("subscriptions/\(id)"), 200) }
        // The first of a store that begins with 1, and no customer of this one.
        expectEqual(status("subscriptions/700000000000000001"), 404)
        expectEqual(status("transactions/1"), 404)
        expectEqual(status("lookup/\(order)"), 200)
        let receipt = try #require(device.appReceipt)
        let request = ReceiptRequest(receipt: receipt, password: store.sharedSecret)
        try expectEqual(ReceiptAnswer(json: store.verifyReceipt(request.json).body).status, .valid)
        let next = store.addCustomer().addDevice()
        expectEqual(next.customer.appTransactionID, "700000000005000002")
        try expectEqual(next.purchase("gold").id, 5_000_004)
    }

    @Test("C-155: a saved store goes on with its numbers", arguments: retentions)
    func saved(_ retention: HistoryRetention) throws {
        let (store, device) = try Self.store(retention)
        try device.purchase("coins")
        try device.purchase("gold")
        let bytes = try store.snapshot()
        let restored = try Store(snapshot: bytes)
        try expectEqual(restored.snapshot(), bytes)
        expectEqual(restored.firstTransactionID, 5_000_001)
        for store in [store, restored] { try store.advance(by: .months(2)) }
        expectEqual(restored.state, store.state)
        let other = (try #require(restored.customers.first)).addDevice()
        expectEqual(other.transactions.map(\.id).max(), 5_000_004)
    }

    @Test(
        "C-155: a number that no first transaction can have is held at the nearest",
        arguments: [
            (UInt64(0), UInt64(1)), (4_000_000_001, 4_000_000_000), (.max, 4_000_000_000),
        ])
    func bounds(_ asked: UInt64, _ first: UInt64) throws {
        let catalog = try Catalog(groups: [], products: [.consumable("coins", price: 0.99)])
        let store = Store(catalog: catalog, firstTransactionID: asked)
        expectEqual(store.firstTransactionID, first)
        try expectEqual(store.addCustomer().addDevice().purchase("coins").id, first)
    }

    // A purchase or renewal needs a number, and one for each of the six people whom a family may have: after
    // 4,294,967,289 no more are begun.
    @Test("C-155: a store that is out of numbers ends what would renew, for another reason, and sells nothing more")
    func lastNumber() throws {
        let catalog = try Catalog(groups: [
            .group("Plans", [.subscription("gold", level: 1, period: .monthly, price: 9.99)])
        ])
        let young = Store(catalog: catalog, startingAt: date("2026-01-10T09:00:00Z"), keeping: .liveOnly)
        _ = young.addCustomer()
        let saved = SavedBytes(snapshot: try young.snapshot())
        let last = try #require(
            SavedTree(saved.payload).nodes.first { $0.field == "machine.state.ledger.transactions.last" })
        var payload = saved.payload
        payload.replaceSubrange(last.range, with: Array("4294967286".utf8))
        let store = try Store(snapshot: saved.snapshot(of: payload))
        let device = store.customers[0].addDevice()

        try expectEqual(device.purchase("gold").id, 4_294_967_287)
        try store.advance(by: .months(2))
        expectEqual(device.transactions.map(\.id), [4_294_967_289])
        try expectEqual(store.advance(by: .months(1)).lapsed, 1)
        let status = try #require(device.subscriptionStatus(inGroup: "Plans"))
        expectEqual(status.state, .expired)
        try expectEqual(status.renewalInfo.payloadValue.expirationReason, .unknown)
        let refusal = #expect(throws: PurchaseRefusal.self) { try device.purchase("gold") }
        expectContains(refusal?.description, "no number left")
    }
}
