import OfferKit
import OfferKitTestHarness
import StoreKit
import StoreKitTest
import Testing

/// StoreKit 1 in a session of StoreKitTest.
struct SessionQueueTests {
    private func watcher() -> QueueWatcher {
        let watcher = QueueWatcher()
        SKPaymentQueue.default().add(watcher)
        return watcher
    }

    private func payment(_ id: String) -> SKMutablePayment {
        let payment = SKMutablePayment()
        payment.productIdentifier = id
        return payment
    }

    @Test("StoreKitTest: what a session buys comes to the observers; what it clears is gone")
    func bought() async throws {
        try await TestShop.open { session in
            let watcher = watcher()
            try session.buyProduct(productIdentifier: TestShop.noAds)
            await expectEqual(watcher.next()?.text, "updated purchased \(TestShop.noAds)")
            expectEqual(SKPaymentQueue.default().transactions.count, 1)
            session.clearTransactions()
            #expect(SKPaymentQueue.default().transactions.isEmpty)
            SKPaymentQueue.default().add(payment(TestShop.noAds))
            await expectEqual(watcher.texts(2).last, "updated purchased \(TestShop.noAds)")
        }
    }

    @Test("StoreKitTest: a payment is deferred while the session asks to buy")
    func askToBuy() async throws {
        try await TestShop.open { session in
            session.askToBuyEnabled = true
            let watcher = watcher()
            SKPaymentQueue.default().add(payment(TestShop.coins))
            let deferred = try #require(await watcher.transaction(.deferred))
            let pending = try #require(session.allTransactions().first)
            try session.approveAskToBuyTransaction(identifier: pending.identifier)
            #expect(await watcher.transaction(.purchased) === deferred)
        }
    }

    @Test(
        "C-126: payments that failed or wait are gone when the session clears, and for the next session",
        arguments: [true, false])
    func leftOver(clears: Bool) async throws {
        try await DeviceSlot().provide {
            var session: SKTestSession? = try SKTestSession(configurationFileNamed: "TestShop")
            let queue = SKPaymentQueue.default()
            let first = watcher()
            session?.failTransactionsEnabled = true
            queue.add(payment(TestShop.coins))
            #expect(await first.transaction(.failed) != nil)
            session?.failTransactionsEnabled = false
            session?.askToBuyEnabled = true
            queue.add(payment(TestShop.noAds))
            #expect(await first.transaction(.deferred) != nil)
            expectEqual(queue.transactions.map(\.transactionState), [.failed, .deferred])
            let next: SKTestSession
            let watcher: QueueWatcher
            if clears {
                next = try #require(session)
                next.clearTransactions()
                next.askToBuyEnabled = false
                watcher = first
            } else {
                queue.remove(first)
                session = nil
                next = try SKTestSession(configurationFileNamed: "TestShop")
                watcher = self.watcher()
            }
            #expect(queue.transactions.isEmpty)
            queue.add(payment(TestShop.coins))
            await expectEqual(
                watcher.texts(2),
                ["updated purchasing \(TestShop.coins)", "updated purchased \(TestShop.coins)"])
            expectEqual(next.allTransactions().map(\.productIdentifier), [TestShop.coins])
        }
    }

    @Test("C-126: a payment whose sheet is open when the next session begins is cancelled, and nobody is told")
    func openSheet() async throws {
        try await DeviceSlot().provide {
            var session: SKTestSession? = try SKTestSession(configurationFileNamed: "TestShop")
            let device = try #require(session).device
            let queue = SKPaymentQueue.default()
            let first = watcher()
            device.holdsSheets = true
            queue.add(payment(TestShop.coins))
            await expectEqual(device.nextSheet()?.productID, TestShop.coins)
            queue.remove(first)
            session = nil
            let next = try SKTestSession(configurationFileNamed: "TestShop")
            #expect(next.device === device)
            let watcher = watcher()
            queue.add(payment(TestShop.noAds))
            await expectEqual(watcher.transaction(.purchased)?.payment.productIdentifier, TestShop.noAds)
            expectEqual(queue.transactions.map(\.payment.productIdentifier), [TestShop.noAds])
        }
    }

    // What becomes of the payment is told on the main queue, which the test does not leave before it is erased.
    @Test("C-126: what is erased before the observers hear that it was bought, they do not hear of")
    @MainActor
    func erasedBeforeTold() async throws {
        try await DeviceSlot().provide {
            let session = try SKTestSession(configurationFileNamed: "TestShop")
            let watcher = watcher()
            SKPaymentQueue.default().add(payment(TestShop.coins))
            session.clearTransactions()
            SKPaymentQueue.default().add(payment(TestShop.noAds))
            let bought = try #require(await watcher.transaction(.purchased))
            expectEqual(bought.payment.productIdentifier, TestShop.noAds)
            expectEqual(SKPaymentQueue.default().transactions, [bought])
        }
    }

    @Test("StoreKitTest: a payment fails while the session says so, and is good afterwards")
    func failing() async throws {
        try await TestShop.open { session in
            session.failTransactionsEnabled = true
            session.failureError = .invalidSignature
            let watcher = watcher()
            SKPaymentQueue.default().add(payment(TestShop.coins))
            let failed = try #require(await watcher.transaction(.failed))
            expectEqual((failed.error as? SKError)?.code, .invalidSignature)
            expectEqual(session.allTransactions().map(\.state), [.failed])
            expectEqual(session.allTransactions().map(\.productIdentifier), [TestShop.coins])
            session.failTransactionsEnabled = false
            SKPaymentQueue.default().add(payment(TestShop.coins))
            await expectEqual(watcher.transaction(.purchased)?.payment.productIdentifier, TestShop.coins)
        }
    }
}
