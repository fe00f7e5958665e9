import OfferKit
import OfferKitTestHarness
import StoreKit
import Testing

/// StoreKit 1: the queue's delegate.
struct QueueDelegateTests {
    private final class Delegate: NSObject, SKPaymentQueueDelegate, @unchecked Sendable {
        private struct Notes {
            var asked: [String] = []
            var slot: DeviceSlot?
        }

        let answer: Bool
        // Asked on the main queue, read by the test.
        private let notes = Locked(Notes())

        var asked: [String] { notes.withLock { $0.asked } }
        var slot: DeviceSlot? { notes.withLock { $0.slot } }

        init(_ answer: Bool) {
            self.answer = answer
        }

        func paymentQueue(
            _ paymentQueue: SKPaymentQueue, shouldContinue transaction: SKPaymentTransaction,
            in newStorefront: SKStorefront
        ) -> Bool {
            note("\(transaction.payment.productIdentifier) \(newStorefront.countryCode)")
            return answer
        }

        func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool {
            note("price")
            return answer
        }

        private func note(_ question: String) {
            dispatchPrecondition(condition: .onQueue(.main))
            notes.withLock { notes in
                notes.asked.append(question)
                notes.slot = DeviceSlot.current
            }
        }
    }

    @Test(
        "C-116: where the storefront changes while the sheet is open, the delegate decides", arguments: [true, false])
    func storefront(goesOn: Bool) async throws {
        let shop = try QueueShop()
        let delegate = Delegate(goesOn)
        shop.queue.delegate = delegate
        shop.device.holdsSheets = true
        let watcher = shop.watcher()
        shop.queue.add(try await shop.payment(QueueShop.coins))
        let sheet = try #require(await shop.device.nextSheet())
        shop.device.storefront = "JPN"
        // Whoever confirms is not kept waiting for the main queue.
        #expect(throws: PurchaseRefusal.awaitingApproval(sheet.id)) { try sheet.confirm() }
        let end = try #require(await watcher.transaction(goesOn ? .purchased : .failed))
        expectEqual(delegate.asked, ["\(QueueShop.coins) JPN"])
        expectEqual((end.error as? SKError)?.code, goesOn ? nil : .paymentCancelled)
        #expect(delegate.slot === shop.slot)
    }

    @Test("C-116: the sheet stays open until the delegate has answered, which it does on the main queue alone")
    func notOnConfirmingThread() async throws {
        let shop = try QueueShop()
        let delegate = Delegate(true)
        shop.queue.delegate = delegate
        shop.device.holdsSheets = true
        shop.queue.add(try await shop.payment(QueueShop.coins))
        let sheet = try #require(await shop.device.nextSheet())
        shop.device.storefront = "JPN"
        await MainActor.run {
            // Nothing else can run on the main queue meanwhile.
            #expect(throws: PurchaseRefusal.awaitingApproval(sheet.id)) { try sheet.confirm() }
            expectEqual(delegate.asked, [])
            expectEqual(shop.device.openSheets.map(\.id), [sheet.id])
        }
        await mainQueueDone()
        expectEqual(delegate.asked, ["\(QueueShop.coins) JPN"])
        expectEqual(shop.device.openSheets, [])
        expectEqual(shop.device.unfinished.map(\.productID), [QueueShop.coins])
    }

    @Test("C-116: without a delegate a changed storefront stops nothing")
    func noDelegate() async throws {
        let shop = try QueueShop()
        shop.device.holdsSheets = true
        let watcher = shop.watcher()
        shop.queue.add(try await shop.payment(QueueShop.coins))
        let sheet = try #require(await shop.device.nextSheet())
        shop.device.storefront = "JPN"
        try expectEqual(sheet.confirm().productID, QueueShop.coins)
        await expectEqual(watcher.transaction(.purchased)?.payment.productIdentifier, QueueShop.coins)
    }

    @Test("B9-3: a delegate may have the question about a rise of the price wait", arguments: [true, false])
    func priceConsent(isShown: Bool) async throws {
        let shop = try QueueShop()
        try shop.device.purchase(QueueShop.weekly)
        let delegate = Delegate(isShown)
        shop.queue.delegate = delegate
        let watcher = shop.watcher()
        await shop.store.settled()
        _ = watcher
        shop.device.messageAnswers.priceIncreaseConsent = .agree
        try shop.store.setBasePrice(of: QueueShop.weekly, to: 30, policy: .requiresConsent)
        try shop.store.advance(by: .days(6))
        shop.device.enterForeground()
        await mainQueueDone()
        expectEqual(delegate.asked, ["price"])
        #expect(delegate.slot === shop.slot)
        try expectEqual(consent(in: shop), isShown ? .agreed : .pending)
        shop.queue.showPriceConsentIfNeeded()
        try expectEqual(consent(in: shop), .agreed)
        expectEqual(delegate.asked, ["price"])
    }

    @Test(
        "C-214: a delegate is asked about a rise of the price before the main queue has had a turn",
        arguments: [true, false])
    @MainActor
    func priceConsentAtOnce(hasObserver: Bool) async throws {
        let shop = try QueueShop()
        try shop.device.purchase(QueueShop.weekly)
        let delegate = Delegate(false)
        shop.queue.delegate = delegate
        let watcher = hasObserver ? shop.watcher() : nil
        shop.device.messageAnswers.priceIncreaseConsent = .agree
        try shop.store.setBasePrice(of: QueueShop.weekly, to: 30, policy: .requiresConsent)
        try shop.store.advance(by: .days(6))
        shop.device.enterForeground()
        try expectEqual(consent(in: shop), .pending)
        await mainQueueDone()
        expectEqual(delegate.asked, ["price"])
        withExtendedLifetime(watcher) {}
    }

    @Test("C-214: a second queue on the device, which has no delegate, takes nothing from the first")
    @MainActor
    func secondQueue() async throws {
        let shop = try QueueShop()
        try shop.device.purchase(QueueShop.weekly)
        let delegate = Delegate(false)
        shop.queue.delegate = delegate
        let (other, watcher) = (shop.slot.provide { SKPaymentQueue() }, QueueWatcher())
        other.add(watcher)
        shop.device.messageAnswers.priceIncreaseConsent = .agree
        try shop.store.setBasePrice(of: QueueShop.weekly, to: 30, policy: .requiresConsent)
        try shop.store.advance(by: .days(6))
        shop.device.enterForeground()
        try expectEqual(consent(in: shop), .pending)
        await mainQueueDone()
        expectEqual(delegate.asked, ["price"])
        withExtendedLifetime((other, watcher)) {}
    }

    private func consent(in shop: QueueShop) throws -> RenewalInfo.PriceIncreaseStatus {
        let group = try #require(shop.device.product(QueueShop.weekly)?.subscription?.subscriptionGroupID)
        return try #require(shop.device.subscriptionStatus(inGroup: group)).renewalInfo.payloadValue.priceIncreaseStatus
    }
}
