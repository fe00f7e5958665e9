import Foundation
import OfferKit
import OfferKitTestHarness
import StoreKit
import Testing

/// StoreKit 1: what a queue holds, and how it lets go of it.
struct QueueLockTests {
    /// An error of a test's own, which does something as it goes.
    private final class Weight: Error, Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        deinit { body() }
    }

    /// How a failed payment leaves the queue.
    enum End: String, CaseIterable, Sendable {
        case relaunched, otherDevice, forgotten, observersGone
    }

    @Test("C-210: the error of a failed payment may ask the queue as it goes", arguments: End.allCases)
    func failedPayment(end: End) async throws {
        let shop = try QueueShop()
        let (queue, gone) = (shop.queue, Locked(0))
        func fail() async throws {
            let weight = Weight { [weak queue] in
                _ = queue?.transactions
                gone.withLock { $0 += 1 }
            }
            shop.device.setSimulatedError(.generic(.systemError(weight)), forAPI: .purchase, next: 1)
            let watcher = shop.watcher()
            queue.add(try await shop.payment(QueueShop.coins))
            await expectEqual(watcher.texts(2).last, "updated failed \(QueueShop.coins)")
        }
        try await fail()
        // The main queue holds the watcher as long as it tells it.
        await mainQueueDone()
        switch end {
        case .relaunched:
            shop.device.terminate()
            shop.device.launch()
        case .otherDevice: shop.slot.device = shop.customer.addDevice()
        case .forgotten: shop.device.forgetFailedPurchases()
        case .observersGone: queue.add(QueueWatcher())
        }
        expectEqual(queue.transactions, [])
        // What is on its way to the main queue holds it, too.
        await mainQueueDone()
        expectEqual(gone.withLock { $0 }, 1)
    }

    /// What a test has left behind.
    private struct Left {
        weak var store: Store?
        weak var device: Device?
        weak var queue: SKPaymentQueue?

        /// Whether all of it is gone: each goes after the one that held it.
        var isGone: Bool { store == nil && device == nil && queue == nil }
    }

    @Test("A payment whose sheet nobody answers keeps neither the device nor the queue")
    func unansweredSheet() async throws {
        func leave() async throws -> Left {
            let shop = try QueueShop()
            shop.device.holdsSheets = true
            shop.queue.add(try await shop.payment(QueueShop.coins))
            #expect(await shop.device.nextSheet() != nil)
            return Left(store: shop.store, device: shop.device, queue: shop.queue)
        }
        let left = try await leave()
        await waitUntil(taking: mainQueueDone) { left.isGone }
        expectNil(left.store)
        expectNil(left.device)
        expectNil(left.queue)
    }

    @Test("Queues that are gone leave nothing in their slot")
    func followers() async throws {
        let shop = try QueueShop()
        for _ in 0..<20 {
            let (queue, watcher) = (shop.slot.provide { SKPaymentQueue() }, QueueWatcher())
            queue.add(watcher)
            expectEqual(queue.transactionObservers.count, 1)
        }
        await waitUntil(taking: mainQueueDone) { shop.slot.followerCount == 0 }
        expectEqual(shop.slot.followerCount, 0)
    }

    @Test("An observer that many threads add at once is added once")
    func addedAtOnce() {
        // To look through many takes long enough for another thread to come between.
        let others = (0..<200).map { _ in QueueWatcher() }
        let queue = DeviceSlot().provide { SKPaymentQueue() }
        for other in others { queue.add(other) }
        for _ in 0..<100 {
            let watcher = QueueWatcher()
            nonisolated(unsafe) let added = watcher
            let arrived = Locked(0)
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                arrived.withLock { $0 += 1 }
                // Both begin together, where the machine has two threads for them.
                for _ in 0..<1_000 where arrived.withLock({ $0 }) < 2 {}
                queue.add(added)
            }
            expectEqual(queue.transactionObservers.count, others.count + 1)
            queue.remove(watcher)
        }
    }
}
