import OfferKit
import OfferKitTestHarness
import Testing

/// Listeners of a store.
struct StoreEventsTests {
    /// Starts to listen now, and collects in a task until it is cancelled.
    private func listen(_ events: StoreEvents) -> Task<[LogEntry], Never> {
        let start = events.makeAsyncIterator()
        return Task {
            var (iterator, entries) = (start, [LogEntry]())
            while let entry = await iterator.next() { entries.append(entry) }
            return entries
        }
    }

    private func buySomething(_ shopping: Shopping) throws {
        try shopping.device.purchase(Shopping.weekly)
        try shopping.buy(promo: "half3")
        try shopping.store.advance(by: .months(2))
        try shopping.device.purchase(Shopping.coins)
    }

    @Test("several listeners each see everything in order, the same as the log")
    func everything() async throws {
        let shopping = try Shopping()
        let first = shopping.store.log.count
        let events = shopping.store.events
        let tasks = (0..<5).map { _ in listen(events) }
        try buySomething(shopping)
        await shopping.store.settled()
        let log = Array(shopping.store.log[first...])
        #expect(log.count > 10)
        for task in tasks {
            task.cancel()
            await expectEqual(task.value, log)
        }
    }

    @Test("entries from a number on are those of the log, also where the customer was named before the first of them")
    func part() throws {
        let shopping = try Shopping()
        let store = shopping.store
        try buySomething(shopping)
        shopping.device.sheetAnswer = .askToBuy
        #expect(throws: PurchaseRefusal.self) { try shopping.device.purchase(Shopping.coins) }
        try store.advance(by: .days(1))
        try #require(store.pendingPurchases.first).approve()
        let log = store.log
        expectEqual(log.last?.customer, shopping.customer.id)
        expectEqual(store.logCount, log.count)
        for first in -1...log.count + 1 {
            expectEqual(store.log(from: first), Array(log.dropFirst(max(0, first))))
            expectEqual(store.log(from: first, count: 2), Array(log.dropFirst(max(0, first)).prefix(2)))
        }
        #expect(store.log(from: .max, count: .max).isEmpty)
        #expect(store.log(from: .min, count: -1).isEmpty)
    }

    @Test("an entry says whose it is: what one customer did is not among the other's")
    func customers() throws {
        let shopping = try Shopping()
        let store = shopping.store
        let other = store.addCustomer().addDevice()
        let coins = try shopping.device.purchase(Shopping.coins)
        try other.purchase(Shopping.weekly)
        shopping.device.finish(coins)
        try store.refund(coins.id)
        other.customer.paymentMethod = .declining
        try store.advance(by: .days(8))
        func events(_ customer: CustomerID?) -> [String] {
            store.log.filter { $0.customer == customer }.map { String("\($0.event)".prefix { $0 != "(" }) }
        }
        expectEqual(
            events(shopping.customer.id),
            [
                "customerAdded", "purchaseRequested", "purchaseConfirmed", "transactionMade", "transactionFinished",
                "transactionRefunded",
            ])
        expectEqual(
            events(other.customer.id).prefix(5),
            ["customerAdded", "purchaseRequested", "purchaseConfirmed", "transactionMade", "paymentMethodChanged"])
        expectContains(events(other.customer.id), "renewalFailed")
        #expect(!events(nil).contains { $0.hasPrefix("renewal") || $0.hasPrefix("transaction") })
    }

    @Test("a loop in a task that has not started yet misses nothing since events was read")
    func lateLoop() async throws {
        for _ in 0..<100 {
            let shopping = try Shopping()
            let first = shopping.store.log.count
            let events = shopping.store.events
            let task = Task { await events.reduce(into: []) { $0.append($1.number) } }
            // With a loop over updates in the store, the wait below is without the first loop's time.
            let updates = shopping.customer.addDevice().app.updates
            let manager = Task { for await _ in updates {} }
            try shopping.device.purchase(Shopping.coins)
            await shopping.store.settled()
            task.cancel()
            manager.cancel()
            await expectEqual(task.value, Array(first..<shopping.store.log.count))
        }
    }

    @Test("a listener hears what happens from the moment it starts, not before")
    func fromNowOn() async throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.coins)
        let before = shopping.store.log.count
        let task = listen(shopping.store.events)
        try shopping.device.purchase(Shopping.coins)
        await shopping.store.settled()
        task.cancel()
        await expectEqual(task.value.map(\.number), Array(before..<shopping.store.log.count))
    }

    @Test("after settled() a listener has worked through everything, again and again")
    func settled() async throws {
        actor Counter {
            private(set) var count = 0
            func add() { count += 1 }
        }
        let shopping = try Shopping()
        let counter = Counter()
        let start = shopping.store.events.makeAsyncIterator()
        let task = Task {
            var iterator = start
            while await iterator.next() != nil {
                // Slow work: settled() must wait for it, not only until the entry was taken.
                for _ in 0..<20 { await Task.yield() }
                await counter.add()
            }
        }
        let first = shopping.store.log.count
        for _ in 0..<50 {
            _ = shopping.store.addCustomer()
            await shopping.store.settled()
            await expectEqual(counter.count, shopping.store.log.count - first)
        }
        task.cancel()
        await task.value
    }

    @Test("cancelling ends the loop, and settled() does not wait for it any more")
    func cancelled() async throws {
        let shopping = try Shopping()
        let (quitter, stayer) = (listen(shopping.store.events), listen(shopping.store.events))
        try shopping.device.purchase(Shopping.coins)
        await shopping.store.settled()
        quitter.cancel()
        let seen = await quitter.value.count
        try shopping.device.purchase(Shopping.coins)
        await shopping.store.settled()
        stayer.cancel()
        #expect(await stayer.value.count > seen)
    }

    @Test("a loop whose task was cancelled before it began sees nothing and ends")
    func cancelledBefore() async throws {
        let shopping = try Shopping()
        let store = shopping.store
        let task = Task { () -> Int in
            withUnsafeCurrentTask { $0?.cancel() }
            var count = 0
            for await _ in store.events { count += 1 }
            return count
        }
        try shopping.device.purchase(Shopping.coins)
        await expectEqual(task.value, 0)
        await store.settled()
    }

    @Test("an iterator that is given up holds nobody back")
    func givenUp() async throws {
        let shopping = try Shopping()
        func start() { _ = shopping.store.events.makeAsyncIterator() }
        start()
        try shopping.device.purchase(Shopping.coins)
        await shopping.store.settled()
    }

    @Test("waiting for a listener that never asks ends when the waiting task is cancelled")
    func waitingIsCancelled() async throws {
        let shopping = try Shopping()
        let idle = shopping.store.events.makeAsyncIterator()
        try shopping.device.purchase(Shopping.coins)
        for round in 0..<2_000 {
            let waiter = Task { await shopping.store.settled() }
            if round % 2 == 0 { await Task.yield() }
            waiter.cancel()
            #expect(await !waiter.value)
        }
        withExtendedLifetime(idle) {}
    }

    @Test("without listeners settled() returns at once")
    func nobodyListens() async throws {
        let shopping = try Shopping()
        try buySomething(shopping)
        await shopping.store.settled()
    }

    @Test("entries are numbered from 0 without a gap, and their dates never go back")
    func numbers() throws {
        let shopping = try Shopping()
        try buySomething(shopping)
        let log = shopping.store.log
        expectEqual(log.map(\.number), Array(0..<log.count))
        #expect(zip(log, log.dropFirst()).allSatisfy { $0.date <= $1.date })
    }
}
