import Foundation
import OfferKit
import OfferKitTestHarness
import StoreKit
import Testing

/// StoreKit 1: each payment is settled once.
struct QueueSettlingTests {
    @Test("C-219: of two payments for one product each has a transaction of its own, told once")
    func twoAtOnce() async throws {
        for _ in 0..<20 {
            let shop = try QueueShop()
            let watcher = shop.watcher()
            // Nobody changes it.
            nonisolated(unsafe) let payment = try await shop.payment(QueueShop.coins)
            let queue = shop.queue
            DispatchQueue.concurrentPerform(iterations: 2) { _ in queue.add(payment) }
            await shop.store.settled()
            await mainQueueDone()
            let states = queue.transactions.map(\.transactionState)
            expectEqual(states, [.purchased, .purchased])
            expectEqual(Set(queue.transactions.compactMap(\.transactionIdentifier)).count, 2)
            withExtendedLifetime(watcher) {}
        }
    }

    // The queue looks into the store after the payment was made and before its end is told: both wait for the main queue.
    @Test("C-219: a payment that is made while the queue catches up has one transaction in it")
    @MainActor
    func whileCatchingUp() async throws {
        let shop = try QueueShop()
        let payment = try await shop.payment(QueueShop.coins)
        let watcher = shop.watcher()
        shop.queue.add(payment)
        await shop.store.settled()
        await mainQueueDone()
        expectEqual(shop.queue.transactions.map(\.transactionState), [.purchased])
        withExtendedLifetime(watcher) {}
    }

    @Test("C-219: what another device buys while a payment for the same product is being made comes at once")
    @MainActor
    func besideAnother() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        let payment = try await shop.payment(QueueShop.coins)
        shop.device.holdsSheets = true
        shop.queue.add(payment)
        let sheet = try #require(await shop.device.nextSheet())
        // The payment's sheet is open: this is not what comes of it.
        try shop.customer.addDevice().purchase(QueueShop.coins)
        await shop.store.settled()
        await mainQueueDone()
        expectEqual(shop.queue.transactions.map(\.transactionState), [.purchasing, .purchased])
        try sheet.confirm()
        await shop.store.settled()
        await mainQueueDone()
        expectEqual(shop.queue.transactions.map(\.transactionState), [.purchased, .purchased])
        withExtendedLifetime(watcher) {}
    }

    @Test("C-219: a payment whose answer is lost fails when the customer has answered, as in StoreKit 2")
    func lostWhileHeld() async throws {
        let shop = try QueueShop()
        shop.device.holdsSheets = true
        shop.device.setSimulatedError(.lost(goesThrough: true), forAPI: .purchaseAnswer, next: 1)
        let watcher = shop.watcher()
        shop.queue.add(try await shop.payment(QueueShop.coins))
        let sheet = try #require(await shop.device.nextSheet())
        await mainQueueDone()
        expectEqual(shop.queue.transactions.map(\.transactionState), [.purchasing])
        try sheet.confirm()
        await shop.store.settled()
        await mainQueueDone()
        let failed = try #require(shop.queue.transactions.first { $0.transactionState == .failed })
        expectEqual((failed.error as? URLError)?.code, .networkConnectionLost)
        // What was bought all the same comes by itself.
        expectEqual(shop.queue.transactions.filter { $0.transactionState == .purchased }.count, 1)
        withExtendedLifetime(watcher) {}
    }

    @Test("C-215: a queue whose observers wait for a blocked main queue is named")
    func blockedMainQueue() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        #expect(await shop.store.settled())
        let (blocked, isFree) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        DispatchQueue.main.async {
            blocked.signal()
            isFree.wait()
        }
        await withCheckedContinuation { done in
            DispatchQueue.global().async {
                blocked.wait()
                done.resume()
            }
        }
        try shop.customer.addDevice().purchase(QueueShop.coins)
        let heard = Locked<[String]>([])
        await Complaints.$listener.withValue({ text in heard.withLock { $0.append(text) } }) {
            #expect(await !shop.store.settled(pausing: {}))
        }
        isFree.signal()
        let name = "SKPaymentQueue, which tells its observers on the main queue"
        expectContains(heard.withLock { $0.first }, name)
        #expect(await watcher.transaction(.purchased) != nil)
        #expect(await shop.store.settled())
    }
}
