import OfferKit
import OfferKitTestHarness
import Testing

/// The store's clock, moved from one due instant to the next.
struct StoreStepTests {
    @Test("C-43: a step does everything that is due at the next instant, and nothing later")
    func step() throws {
        let shopping = try Shopping()
        let store = shopping.store
        for _ in 0..<3 { try shopping.buyOnce(Shopping.weekly, on: store.addCustomer().addDevice()) }
        try store.advance(by: .milliseconds(1))
        try shopping.device.purchase(Shopping.weekly)
        let before = store.log.count
        let step = try #require(try store.advanceToNext())
        expectEqual(step.date, date("2026-01-08T00:00:00Z"))
        expectEqual(store.now, step.date)
        expectEqual(step.lapsed, 3)
        expectEqual(step.entries, before..<before + 3)
        #expect(store.log[step.entries].allSatisfy { $0.date == step.date && $0.event != .clockMoved })
        expectEqual(shopping.device.currentEntitlements.count, 1)
    }

    @Test("a move of the clock says in one line where to, and what came of it")
    func description() throws {
        let shopping = try Shopping()
        let store = shopping.store
        expectEqual("\(try store.advance(by: .zero))", "to 2026-01-01T00:00:00Z, no entries")
        let start = store.log.count
        expectEqual("\(try store.advance(by: .days(1)))", "to 2026-01-02T00:00:00Z, 1 entry from \(start)")
        try shopping.device.purchase(Shopping.weekly)
        let declined = store.addCustomer()
        try declined.addDevice().purchase(Shopping.weekly)
        declined.paymentMethod = .declining
        let first = store.log.count
        let move = try store.advance(to: date("2026-01-20T00:00:00Z"))
        expectEqual(
            "\(move)", "to 2026-01-20T00:00:00Z, \(move.entries.count) entries from \(first): 2 renewed, 1 failed")
    }

    @Test("where nothing will fall due the clock stands still, and there is no entry and no answer")
    func nothing() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.coins)
        let count = shopping.store.log.count
        expectNil(try shopping.store.advanceToNext())
        expectEqual(shopping.store.now, Store.defaultStart)
        expectEqual(shopping.store.log.count, count)
    }

    @Test("step by step the same happens as in one move")
    func steps() throws {
        func life(_ move: (Store) throws -> Void) throws -> [String] {
            let shopping = try Shopping()
            let store = shopping.store
            for product in [Shopping.weekly, Shopping.yearly, Shopping.weekly, Shopping.pro] {
                try store.addCustomer().addDevice().purchase(product)
                try store.advance(by: .days(1))
            }
            let first = store.log.count
            try move(store)
            return store.log[first...].filter { $0.event != .clockMoved }.map { "\($0.date) \($0.event)" }
        }
        let end = date("2026-06-01T00:00:00Z")
        let one = try life { try $0.advance(to: end) }
        #expect(one.count >= 4)
        let many = try life { store in
            while let due = store.nextDue, due <= end {
                let step = try store.advanceToNext()
                expectEqual(step?.date, due)
            }
        }
        expectEqual(many, one)
    }
}
