import OfferKit
import OfferKitTestHarness
import StoreKit
import Testing

/// StoreKit 1: who hears of the queue.
struct QueueObserverTests {
    @Test("The queue is one object for each slot")
    func oneQueue() throws {
        let (shop, other) = (try QueueShop(), try QueueShop())
        #expect(shop.queue === shop.queue)
        #expect(shop.queue !== other.queue)
    }

    @Test("C-118: the first observer finds everything that is not finished, in one call")
    func backlog() async throws {
        let shop = try QueueShop()
        // Bought before this launch of the app.
        try shop.device.purchase(QueueShop.coins)
        try shop.device.purchase(QueueShop.theme)
        shop.device.terminate()
        shop.device.launch()
        let watcher = shop.watcher()
        await expectEqual(watcher.next()?.text, "updated purchased \(QueueShop.coins), purchased \(QueueShop.theme)")
        expectEqual(shop.queue.transactions.count, 2)
        // Once, whatever else begins at the same time.
        await shop.store.settled()
        shop.queue.add(try await shop.payment(QueueShop.weekly))
        await expectEqual(
            watcher.texts(2),
            ["updated purchasing \(QueueShop.weekly)", "updated purchased \(QueueShop.weekly)"])
    }

    @Test(
        "C-118: observer and payment in one turn of the main queue: each change is told once", arguments: [true, false])
    func oneTurn(observerFirst: Bool) async throws {
        let shop = try QueueShop()
        nonisolated(unsafe) let watcher = QueueWatcher()
        let product = try await shop.product(QueueShop.coins)
        await MainActor.run {
            if observerFirst { shop.queue.add(watcher) }
            shop.queue.add(SKPayment(product: product))
            if !observerFirst { shop.queue.add(watcher) }
        }
        await shop.store.settled()
        await mainQueueDone()
        await mainQueueDone()
        // Whatever else was told of the coins comes before this.
        shop.queue.add(try await shop.payment(QueueShop.theme))
        await expectEqual(
            watcher.texts(4),
            [
                "updated purchasing \(QueueShop.coins)", "updated purchased \(QueueShop.coins)",
                "updated purchasing \(QueueShop.theme)", "updated purchased \(QueueShop.theme)",
            ])
    }

    @Test("An observer is not kept alive, and hears nothing once it is removed")
    func weakly() async throws {
        let shop = try QueueShop()
        let stays = shop.watcher()
        var goes: QueueWatcher? = QueueWatcher()
        if let goes { shop.queue.add(goes) }
        expectEqual(shop.queue.transactionObservers.count, 2)
        goes = nil
        expectEqual(shop.queue.transactionObservers.count, 1)
        // A second time changes nothing.
        shop.queue.add(stays)
        expectEqual(shop.queue.transactionObservers.count, 1)
        shop.queue.remove(stays)
        #expect(shop.queue.transactionObservers.isEmpty)
    }

    @Test("C-118: a relaunched app has an empty queue without observers, until it adds one")
    func relaunch() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        shop.queue.add(try await shop.payment(QueueShop.coins))
        let before = try #require(await watcher.transaction(.purchased))
        shop.device.terminate()
        shop.device.launch()
        #expect(shop.queue.transactionObservers.isEmpty)
        let new = shop.watcher()
        let after = try #require(await new.transaction(.purchased))
        #expect(after !== before)
        expectEqual(after.transactionIdentifier, before.transactionIdentifier)
    }

    @Test(
        "C-118: a payment's transaction comes in StoreKit 2's updates, too, and finishing it there takes it off the queue"
    )
    func seenByStoreKit2() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        var updates = shop.device.app.updates.makeAsyncIterator()
        shop.queue.add(try await shop.payment(QueueShop.coins))
        await expectEqual(watcher.texts(2).last, "updated purchased \(QueueShop.coins)")
        let update = try #require(await updates.next()).payloadValue
        expectEqual(update.productID, QueueShop.coins)
        await update.finish()
        await expectEqual(watcher.next()?.text, "removed purchased \(QueueShop.coins)")
        expectEqual(shop.queue.transactions, [])
    }

    @Test("C-118: what StoreKit 2 returned to the app does not come to the observers in the same run")
    func boughtByStoreKit2() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        _ = try await #require(shop.device.product(QueueShop.theme)).purchase()
        // Bought on another device of the customer.
        try shop.customer.addDevice().purchase(QueueShop.coins)
        await expectEqual(watcher.next()?.text, "updated purchased \(QueueShop.coins)")
        expectEqual(shop.queue.transactions.map(\.payment.productIdentifier), [QueueShop.coins])
    }

    @Test("C-118: a failure that an observer was told of is not told to the next first one, and a purchase is")
    func endedWithItsObserver() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        shop.queue.add(try await shop.payment(QueueShop.coins))
        _ = try #require(await watcher.transaction(.purchased))
        shop.device.sheetAnswer = .cancel
        shop.queue.add(try await shop.payment(QueueShop.theme))
        _ = try #require(await watcher.transaction(.failed))
        shop.queue.remove(watcher)
        // Nobody hears of this failure, so the next observer does.
        shop.queue.add(try await shop.payment(QueueShop.weekly))
        await mainQueueDone()
        await mainQueueDone()
        let next = shop.watcher()
        await expectEqual(next.next()?.text, "updated purchased \(QueueShop.coins), failed \(QueueShop.weekly)")
    }

    @Test("S4-34: the queue knows the storefront, and says when it changes")
    func storefront() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        expectEqual(shop.queue.storefront?.countryCode, "USA")
        expectEqual(shop.queue.storefront?.identifier, "143441")
        await shop.store.settled()
        shop.device.storefront = "JPN"
        await expectEqual(watcher.next()?.text, "storefront JPN")
    }

    @Test("Changes of slot by many tasks leave the queue with the device that is in it, and listening to it")
    func manyTasks() async throws {
        let slot = DeviceSlot()
        let queue = slot.provide { SKPaymentQueue.default() }
        let watcher = QueueWatcher()
        queue.add(watcher)
        let shops = try (0..<8).map { _ in try QueueShop() }
        for _ in 0..<100 {
            await withTaskGroup(of: Void.self) { group in
                for shop in shops {
                    group.addTask {
                        for _ in 0..<5 { slot.device = shop.device }
                        _ = queue.transactions
                    }
                }
            }
            let last = try #require(shops.first { $0.device === slot.device })
            let bought = try last.customer.addDevice().purchase(QueueShop.coins)
            let heard = try #require(await watcher.transaction(.purchased))
            expectEqual(heard.transactionIdentifier, "\(bought.id)")
            queue.finishTransaction(heard)
        }
    }

    @Test("Another device in the slot brings its own queue, and the observers stay")
    func otherDevice() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        shop.queue.add(try await shop.payment(QueueShop.coins))
        await expectEqual(watcher.texts(2).last, "updated purchased \(QueueShop.coins)")
        let other = try QueueShop()
        try other.device.purchase(QueueShop.theme)
        other.device.terminate()
        other.device.launch()
        shop.slot.device = other.device
        await expectEqual(watcher.next()?.text, "updated purchased \(QueueShop.theme)")
        expectEqual(shop.queue.transactions.map(\.payment.productIdentifier), [QueueShop.theme])
    }
}
