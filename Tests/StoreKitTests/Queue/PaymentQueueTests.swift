import OfferKit
import OfferKitTestHarness
import StoreKit
import Testing

/// StoreKit 1: payments.
struct PaymentQueueTests {
    @Test("StoreKit: a payment is purchasing, then purchased, and stays until it is finished")
    func bought() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        shop.queue.add(try await shop.payment(QueueShop.coins))
        // The store has decided before `add` returns.
        expectEqual(shop.device.unfinished.map(\.productID), [QueueShop.coins])
        await expectEqual(watcher.next()?.text, "updated purchasing \(QueueShop.coins)")
        let heard = try #require(await watcher.next())
        expectEqual(heard.text, "updated purchased \(QueueShop.coins)")
        let transaction = try #require(heard.transactions.first)
        let recorded = try #require(shop.device.latest(for: QueueShop.coins))
        expectEqual(transaction.transactionIdentifier, "\(recorded.id)")
        expectEqual(transaction.transactionDate, date("2026-01-01T00:00:00Z"))
        expectNil(transaction.original)
        expectNil(transaction.error)
        expectEqual(shop.queue.transactions, [transaction])
        shop.queue.finishTransaction(transaction)
        expectEqual(shop.queue.transactions, [])
        expectEqual(shop.device.unfinished, [])
        await expectEqual(watcher.next()?.text, "removed purchased \(QueueShop.coins)")
    }

    @Test("The payment that was added counts, not what becomes of the object afterwards")
    func copied() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        let payment = try await shop.payment(QueueShop.coins)
        payment.quantity = 3
        shop.queue.add(payment)
        payment.quantity = 4
        let transaction = try #require(await watcher.transaction(.purchased))
        expectEqual(transaction.payment.quantity, 3)
        expectEqual(shop.device.latest(for: QueueShop.coins)?.purchasedQuantity, 3)
    }

    @Test("Payments are made in the order in which they are added")
    func order() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        let ids = [QueueShop.theme, QueueShop.coins, QueueShop.weekly, QueueShop.coins]
        for id in ids { shop.queue.add(try await shop.payment(id)) }
        expectEqual(shop.device.transactions.map(\.productID), ids)
        await expectEqual(
            watcher.texts(8).filter { $0.hasPrefix("updated purchased") }, ids.map { "updated purchased \($0)" })
    }

    @Test("S4-36, B3 step 10: while a sheet is held, the app goes on; a closed sheet is paymentCancelled")
    func heldSheet() async throws {
        let shop = try QueueShop()
        shop.device.holdsSheets = true
        let watcher = shop.watcher()
        shop.queue.add(try await shop.payment(QueueShop.coins))
        await expectEqual(watcher.next()?.text, "updated purchasing \(QueueShop.coins)")
        let sheet = try #require(await shop.device.nextSheet())
        expectEqual(shop.device.transactions, [])
        try sheet.confirm()
        await expectEqual(watcher.next()?.text, "updated purchased \(QueueShop.coins)")

        shop.queue.add(try await shop.payment(QueueShop.theme))
        try #require(await shop.device.nextSheet()).cancel()
        let failed = try #require(await watcher.transaction(.failed))
        expectEqual((failed.error as? SKError)?.code, .paymentCancelled)
        // As apps ask in both ways.
        expectEqual((failed.error as NSError?)?.code, 2)
        expectEqual((failed.error as NSError?)?.domain, SKErrorDomain)
    }

    @Test(
        "C-119, StoreKit: a non-consumable is bought again free of charge, with the first purchase as its original"
    )
    func ownedAlready() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        shop.queue.add(try await shop.payment(QueueShop.theme))
        let first = try #require(await watcher.transaction(.purchased))
        expectNil(first.original)
        shop.queue.finishTransaction(first)
        shop.queue.add(try await shop.payment(QueueShop.theme))
        let second = try #require(await watcher.transaction(.purchased))
        #expect(second !== first)
        expectEqual(second.original?.transactionIdentifier, first.transactionIdentifier)
        expectEqual(shop.device.transactions.count, 1)
    }

    @Test("B10-8: Ask to Buy is deferred, and purchased once a parent has approved")
    func askToBuy() async throws {
        let shop = try QueueShop(.sandbox)
        let watcher = shop.watcher()
        let payment = try await shop.payment(QueueShop.theme)
        payment.simulatesAskToBuyInSandbox = true
        shop.queue.add(payment)
        let deferred = try #require(await watcher.transaction(.deferred))
        try #require(shop.store.pendingPurchases.first).approve()
        let bought = try #require(await watcher.transaction(.purchased))
        #expect(bought === deferred)
        expectEqual(shop.queue.transactions, [bought])
    }

    @Test("B10-8: of two deferred payments for one product each gets its own transaction")
    func twoDeferred() async throws {
        let shop = try QueueShop(.sandbox)
        let watcher = shop.watcher()
        for quantity in [1, 5] {
            let payment = try await shop.payment(QueueShop.coins)
            (payment.quantity, payment.simulatesAskToBuyInSandbox) = (quantity, true)
            shop.queue.add(payment)
            _ = try #require(await watcher.transaction(.deferred))
        }
        // Both at once, so that the second is there when the queue hears of the first.
        for pending in shop.store.pendingPurchases { try pending.approve() }
        for _ in 0..<2 {
            let bought = try #require(await watcher.transaction(.purchased))
            let recorded = try #require(shop.device.transactions.first { "\($0.id)" == bought.transactionIdentifier })
            expectEqual(recorded.purchasedQuantity, bought.payment.quantity)
        }
        expectEqual(Set(shop.queue.transactions.map(\.payment.quantity)), [1, 5])
    }

    @Test("B10-8: a deferred transaction that the app finished comes anew when a parent approves, and once")
    func finishedDeferred() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        shop.device.sheetAnswer = .askToBuy
        let payment = try await shop.payment(QueueShop.theme)
        payment.applicationUsername = "u1"
        shop.queue.add(payment)
        let deferred = try #require(await watcher.transaction(.deferred))
        shop.queue.finishTransaction(deferred)
        await expectEqual(watcher.next()?.text, "removed deferred \(QueueShop.theme)")
        try #require(shop.store.pendingPurchases.first).approve()
        let bought = try #require(await watcher.transaction(.purchased))
        #expect(bought !== deferred)
        expectEqual(bought.payment.applicationUsername, "u1")
        await shop.store.settled()
        expectEqual(shop.queue.transactions, [bought])
        // Whatever else was told of the theme comes before this.
        shop.device.sheetAnswer = .confirm
        shop.queue.add(try await shop.payment(QueueShop.coins))
        await expectEqual(
            watcher.texts(2),
            ["updated purchasing \(QueueShop.coins)", "updated purchased \(QueueShop.coins)"])
    }

    @Test("B10-8: a deferred transaction that the app finished is not told again when a parent declines")
    func finishedDeclined() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        shop.device.sheetAnswer = .askToBuy
        shop.queue.add(try await shop.payment(QueueShop.theme))
        shop.queue.finishTransaction(try #require(await watcher.transaction(.deferred)))
        await expectEqual(watcher.next()?.text, "removed deferred \(QueueShop.theme)")
        try #require(shop.store.pendingPurchases.first).decline()
        await shop.store.settled()
        shop.queue.restoreCompletedTransactions()
        await expectEqual(watcher.next()?.text, "restored")
    }

    @Test("B10-8: Ask to Buy fails when a parent declines")
    func declined() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        shop.device.sheetAnswer = .askToBuy
        shop.queue.add(try await shop.payment(QueueShop.theme))
        let deferred = try #require(await watcher.transaction(.deferred))
        try #require(shop.store.pendingPurchases.first).decline()
        let failed = try #require(await watcher.transaction(.failed))
        #expect(failed === deferred)
        expectEqual((failed.error as? SKError)?.underlyingError as? PurchaseRefusal, .declined)
    }

    @Test("StoreKit: an interrupted purchase fails, and comes as a new transaction once that is settled")
    func interrupted() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        shop.device.sheetAnswer = .interrupt
        let payment = try await shop.payment(QueueShop.coins)
        payment.quantity = 2
        shop.queue.add(payment)
        let failed = try #require(await watcher.transaction(.failed))
        try #require(shop.store.pendingPurchases.first).approve()
        let bought = try #require(await watcher.transaction(.purchased))
        #expect(bought !== failed)
        expectEqual(bought.payment.productIdentifier, QueueShop.coins)
        expectEqual(bought.payment.quantity, 2)
        expectEqual(failed.transactionState, .failed)
    }

    @Test("C-119, StoreKit: a renewal is a purchased transaction whose original is the first one")
    func renewal() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        shop.queue.add(try await shop.payment(QueueShop.weekly))
        let first = try #require(await watcher.transaction(.purchased))
        try shop.store.advance(by: .days(7))
        let renewal = try #require(await watcher.transaction(.purchased))
        #expect(renewal.transactionIdentifier != first.transactionIdentifier)
        expectEqual(renewal.original?.transactionIdentifier, first.transactionIdentifier)
        expectEqual(renewal.transactionDate, date("2026-01-08T00:00:00Z"))
    }

    @Test("B10-1, StoreKit: a refund takes the product back")
    func refunded() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        shop.queue.add(try await shop.payment(QueueShop.theme))
        let bought = try #require(await watcher.transaction(.purchased))
        shop.queue.finishTransaction(bought)
        await expectEqual(watcher.next()?.text, "removed purchased \(QueueShop.theme)")
        try shop.store.refund(try #require(bought.transactionIdentifier.flatMap { UInt64($0) }))
        await expectEqual(watcher.next()?.text, "revoked \(QueueShop.theme)")
    }

    @Test("C-119: what was bought for good, and every period of a subscription, is restored; consumables are not")
    func restored() async throws {
        let shop = try QueueShop()
        for id in [QueueShop.theme, QueueShop.coins, QueueShop.weekly] {
            shop.device.finish(try shop.device.purchase(id))
        }
        try shop.store.advance(by: .days(7))
        for transaction in shop.device.unfinished { shop.device.finish(transaction) }
        let watcher = shop.watcher()
        shop.queue.restoreCompletedTransactions()
        let heard = try #require(await watcher.next())
        let (theme, weekly) = ("restored \(QueueShop.theme)", "restored \(QueueShop.weekly)")
        expectEqual(heard.text, "updated \(theme), \(weekly), \(weekly)")
        await expectEqual(watcher.next()?.text, "restored")
        let firstWeek = shop.device.transactions.first { $0.productID == QueueShop.weekly }?.id
        expectEqual(heard.transactions.last?.original?.transactionIdentifier, firstWeek.map { "\($0)" })
        for transaction in heard.transactions { shop.queue.finishTransaction(transaction) }
        expectEqual(shop.queue.transactions, [])
    }

    @Test("C-119: finishing a restored transaction leaves the purchase that it restores in the queue, not finished")
    func restoredBeforeDelivery() async throws {
        let shop = try QueueShop()
        try shop.device.purchase(QueueShop.theme)
        shop.device.terminate()
        shop.device.launch()
        let watcher = shop.watcher()
        await expectEqual(watcher.next()?.text, "updated purchased \(QueueShop.theme)")
        shop.queue.restoreCompletedTransactions()
        shop.queue.finishTransaction(try #require(await watcher.transaction(.restored)))
        await expectEqual(watcher.texts(2), ["restored", "removed restored \(QueueShop.theme)"])
        expectEqual(shop.device.unfinished.map(\.productID), [QueueShop.theme])
        expectEqual(shop.queue.transactions.map(\.transactionState), [.purchased])
    }

    @Test("A customer who does not sign in has nothing restored, as with AppStore.sync()")
    func notSignedIn() async throws {
        let shop = try QueueShop()
        shop.device.appStoreAnswers.signIn = .cancel
        let watcher = shop.watcher()
        shop.queue.restoreCompletedTransactions()
        // SKError.paymentCancelled
        await expectEqual(watcher.next()?.text, "not restored: SKErrorDomain 2")
    }

    // The answer needs the main queue, which the test does not leave before the other device is there.
    @Test("What is restored on one device does not come to another that is in the slot by then")
    @MainActor
    func restoredElsewhere() async throws {
        let (shop, other) = (try QueueShop(), try QueueShop())
        shop.device.finish(try shop.device.purchase(QueueShop.theme))
        let watcher = shop.watcher()
        let payment = try await shop.payment(QueueShop.coins)
        shop.queue.restoreCompletedTransactions()
        shop.slot.device = other.device
        shop.queue.add(payment)
        #expect(await watcher.transaction(.purchased) != nil)
        shop.queue.restoreCompletedTransactions()
        var heard = await watcher.next()
        while let text = heard?.text, text != "restored" {
            expectLacks(text, QueueShop.theme)
            heard = await watcher.next()
        }
        expectEqual(shop.queue.transactions.map(\.payment.productIdentifier), [QueueShop.coins])
    }

    @Test("A restore that fails tells the observers why")
    func notRestored() async throws {
        let shop = try QueueShop()
        shop.device.setSimulatedError(.generic(.userCancelled), forAPI: .appStoreSync)
        let watcher = shop.watcher()
        shop.queue.restoreCompletedTransactions(withApplicationUsername: "u1")
        await expectEqual(watcher.next()?.text, "not restored: SKErrorDomain 2")
    }

    @Test("C-16, S1-36: an offer on the running subscription is purchased with the app's own payment")
    func offerOnRunningSubscription() async throws {
        let shop = try QueueShop()
        let current = try shop.device.purchase(QueueShop.pro)
        shop.device.finish(current)
        let watcher = shop.watcher()
        let payment = try await shop.payment(QueueShop.pro)
        payment.applicationUsername = "u1"
        payment.paymentDiscount = try shop.discount("half3", of: QueueShop.pro, for: "u1")
        shop.queue.add(payment)
        let bought = try #require(await watcher.transaction(.purchased))
        expectEqual(bought.payment.paymentDiscount?.identifier, "half3")
        expectEqual(bought.transactionIdentifier, "\(current.id)")
        expectEqual(shop.device.transactions.count, 1)
    }

    @Test("S1-46: a code that the customer typed in comes to the observers")
    func code() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        let codes = try shop.store.createCodes(500, for: "Spring campaign", of: QueueShop.pro)
        try shop.device.redeem(code: try #require(codes.first))
        await expectEqual(watcher.next()?.text, "updated purchased \(QueueShop.pro)")
    }
}
