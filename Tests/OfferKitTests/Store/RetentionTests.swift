import Foundation
import OfferKit
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// How much a store keeps.
struct RetentionTests {
    /// A life with a lapse, an upgrade and purchases outright.
    private func live(keeping retention: HistoryRetention) throws -> Shopping {
        let shopping = try Shopping(keeping: retention)
        try shopping.buyOnce(Shopping.weekly)
        try shopping.store.advance(by: .months(1))
        try shopping.device.purchase(Shopping.weekly)
        try shopping.buy(promo: "half3")
        for id in [Shopping.coins, Shopping.theme, Shopping.pass] { try shopping.device.purchase(id) }
        return shopping
    }

    @Test("everything: the log and all transactions")
    func everything() throws {
        let shopping = try live(keeping: .everything)
        expectEqual(shopping.device.transactions.map(\.id), [1, 2, 3, 4, 5, 6])
        #expect(!shopping.store.log.isEmpty)
    }

    @Test("transactions: no log, all transactions")
    func transactions() throws {
        let shopping = try live(keeping: .transactions)
        expectEqual(shopping.device.transactions.map(\.id), [1, 2, 3, 4, 5, 6])
        #expect(shopping.store.log.isEmpty)
    }

    @Test("liveOnly: each subscription's latest transaction, and what is no subscription")
    func liveOnly() throws {
        let shopping = try live(keeping: .liveOnly)
        expectEqual(shopping.device.transactions.map(\.id), [3, 4, 5, 6])
        #expect(shopping.store.log.isEmpty)
    }

    @Test(
        "whatever is kept, the customer has the same and the store decides the same",
        arguments: [HistoryRetention.transactions, .liveOnly])
    func same(retention: HistoryRetention) throws {
        let (all, less) = (try live(keeping: .everything), try live(keeping: retention))
        expectEqual(all.device.currentEntitlements, less.device.currentEntitlements)
        try expectEqual(all.renewal().info, less.renewal().info)
        for shopping in [all, less] { try shopping.store.advance(by: .months(3)) }
        try expectEqual(all.renewal().info, less.renewal().info)
        try expectEqual(all.device.purchase(Shopping.pro), less.device.purchase(Shopping.pro))
        let kinds: [(String?, OfferType)] = [(nil, .intro), ("half3", .promo), ("comeback", .winBack)]
        for (id, type) in kinds {
            try expectEqual(
                all.device.eligibility(forOffer: id, type, of: Shopping.pro),
                less.device.eligibility(forOffer: id, type, of: Shopping.pro))
        }
    }

    @Test(
        "B10-6, C-22: whatever is kept, a family member's chain began when it was first shared",
        arguments: [HistoryRetention.everything, .transactions, .liveOnly])
    func family(retention: HistoryRetention) throws {
        var product = Catalog.Product.subscription("monthly", level: 1, period: .monthly, price: 9.99)
        product.isFamilyShareable = true
        let store = Store(
            catalog: try Catalog(groups: [.group("G", [product])]), startingAt: date("2026-01-10T09:00:00Z"),
            keeping: retention)
        let (buyer, member) = (store.addCustomer(), store.addCustomer())
        try member.joinFamily(of: buyer)
        try buyer.addDevice().purchase("monthly")
        let device = member.addDevice()
        for months in 0...3 {
            let shared = try #require(device.transactions.last)
            expectEqual(shared.originalPurchaseDate, date("2026-01-10T09:00:00Z"), "\(months) months")
            expectEqual(shared.purchaseDate == shared.originalPurchaseDate, months == 0, "\(months) months")
            try store.advance(by: .months(1))
        }
        let opened = try Store(snapshot: store.snapshot())
        let (organizer, relative) = (opened.customers[0], opened.customers[1])
        let restored = relative.addDevice()
        func original() -> Date? { restored.transactions.last?.originalPurchaseDate }
        expectEqual(original(), date("2026-01-10T09:00:00Z"))
        // It is one chain for a member and a group (C-22), whoever leaves and comes back, until it is erased (C-124).
        try relative.leaveFamily()
        try relative.joinFamily(of: organizer)
        try opened.advance(by: .months(1))
        expectEqual(original(), date("2026-01-10T09:00:00Z"))
        relative.eraseTransactions()
        expectNil(original())
        try relative.leaveFamily()
        try relative.joinFamily(of: organizer)
        let anew = try #require(original())
        expectEqual(restored.transactions.last?.purchaseDate, anew)
        try opened.advance(by: .months(2))
        expectEqual(original(), anew)
    }

    @Test(
        "listeners hear everything whatever is kept, under the same numbers",
        arguments: [HistoryRetention.transactions, .liveOnly])
    func listeners(retention: HistoryRetention) async throws {
        func entries(keeping retention: HistoryRetention) async throws -> [LogEntry] {
            let shopping = try Shopping(keeping: retention)
            let start = shopping.store.events.makeAsyncIterator()
            let task = Task {
                var (iterator, entries) = (start, [LogEntry]())
                while let entry = await iterator.next() { entries.append(entry) }
                return entries
            }
            try shopping.device.purchase(Shopping.weekly)
            try shopping.store.advance(by: .months(1))
            await shopping.store.settled()
            task.cancel()
            return await task.value
        }
        try await expectEqual(entries(keeping: retention), entries(keeping: .everything))
    }

    @Test("the same seed and commands give the same log and the same transactions; another seed other nonces")
    func seeds() throws {
        func life(_ seed: UInt64) throws -> (
            log: [LogEntry], transactions: [Transaction], claim: PaymentDiscount, codes: [String]
        ) {
            let store = Store(try .sample(), seed: seed)
            let device = store.addCustomer().addDevice()
            try device.purchase(Shopping.weekly)
            let signer = try #require(store.configuredSigner)
            let claim = try store.sign(offer: "half3", of: Shopping.pro, for: .userName("u1"), with: signer)
            try device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u1"))
            let codes = try store.createCodes(3, for: "Spring campaign", of: Shopping.pro)
            return (store.log, device.transactions, claim, codes)
        }
        let (one, two, other) = (try life(7), try life(7), try life(8))
        expectEqual(one.log, two.log)
        expectEqual(one.transactions, two.transactions)
        expectEqual(one.claim, two.claim)
        expectEqual(one.codes, two.codes)
        #expect(one.claim.nonce != other.claim.nonce)
        #expect(one.codes != other.codes)
        expectEqual(Set(one.codes).count, 3)
    }
}
