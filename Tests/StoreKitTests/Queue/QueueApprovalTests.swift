import Foundation
import OfferKit
import OfferKitTestHarness
import StoreKit
import StoreKitTest
import Testing

/// StoreKit 1: purchases that wait, and the four ways to buy.
struct QueueApprovalTests {
    /// What the observers are told of, until the queue has nothing more to say.
    private static func race(_ answer: @escaping @Sendable (Store, AttemptID) -> Void) async throws -> [String] {
        let shop = try QueueShop()
        shop.device.sheetAnswer = .askToBuy
        let watcher = shop.watcher()
        await shop.store.settled()
        // They keep the payment's call busy while somebody else answers.
        let idle = (0..<1_500).map { _ in
            let slot = DeviceSlot(shop.device)
            return (slot, SlotListener(slot, for: "a test", hear: { _, _ in }))
        }
        await shop.store.settled()
        // Nobody changes it.
        nonisolated(unsafe) let payment = try await shop.payment(QueueShop.coins)
        let queue = shop.queue
        DispatchQueue.concurrentPerform(iterations: 2) { place in
            if place == 0 { return queue.add(payment) }
            while shop.store.pendingPurchases.isEmpty {}
            for waiting in shop.store.pendingPurchases { answer(shop.store, waiting.id) }
        }
        await shop.store.settled()
        await mainQueueDone()
        withExtendedLifetime(idle) {}
        var told: [String] = []
        shop.slot.provide { queue.add(payment) }
        while let heard = await watcher.next() {
            // The second payment's beginning is the end.
            if heard.text.contains("purchasing"), told.contains(where: { $0.contains("purchasing") }) { break }
            told.append(heard.text)
        }
        return told
    }

    @Test("C-219: a payment is told as deferred before it is told as purchased, whoever is faster")
    func approvedAtOnce() async throws {
        for _ in 0..<(Effort.isFull ? 4 : 2) {
            let told = try await Self.race { store, id in _ = try? store.approve(id) }
            expectEqual(told, ["purchasing", "deferred", "purchased"].map { "updated \($0) \(QueueShop.coins)" })
        }
    }

    @Test("C-219: a payment that is declined at once is told as deferred, and then as failed")
    func declinedAtOnce() async throws {
        for _ in 0..<(Effort.isFull ? 4 : 2) {
            let told = try await Self.race { store, id in store.decline(id) }
            expectEqual(told, ["purchasing", "deferred", "failed"].map { "updated \($0) \(QueueShop.coins)" })
        }
    }

    /// The ways to ask for a purchase.
    enum Entrance: CaseIterable, Sendable {
        case product, device, queue, session
    }

    private static func events(_ id: String, _ entrance: Entrance, _ answer: Device.SheetAnswer) async throws
        -> [String]
    {
        var events: [String] = []
        try await TestShop.open { session in
            let device = session.device
            device.sheetAnswer = answer
            let watcher = QueueWatcher()
            SKPaymentQueue.default().add(watcher)
            switch entrance {
            case .product: _ = try? await TestShop.product(id).purchase()
            case .device: _ = try? device.purchase(id)
            case .session: try? session.buyProduct(productIdentifier: id)
            case .queue:
                let payment = SKMutablePayment()
                payment.productIdentifier = id
                SKPaymentQueue.default().add(payment)
            }
            await session.store.settled()
            await mainQueueDone()
            events = session.store.log.map { "\($0.event)" }
            withExtendedLifetime(watcher) {}
        }
        return events
    }

    @Test(
        "C-219: the same purchase makes the same events, whichever of the four ways it takes",
        arguments: [TestShop.coins, TestShop.noAds, TestShop.monthly],
        [Device.SheetAnswer.confirm, .cancel, .decline, .askToBuy, .interrupt])
    func sameEvents(id: String, answer: Device.SheetAnswer) async throws {
        let usual = try await Self.events(id, .product, answer)
        for entrance in Entrance.allCases {
            try await expectEqual(Self.events(id, entrance, answer), usual, "\(entrance)")
        }
    }
}
