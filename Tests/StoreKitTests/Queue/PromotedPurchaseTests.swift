import OfferKit
import OfferKitTestHarness
import StoreKit
import Testing

/// StoreKit 1: purchases that begin outside the app.
struct PromotedPurchaseTests {
    @Test("B15-16, C-121: the observer says yes, and the payment is made")
    func accepted() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        try expectEqual(shop.device.startPromotedPurchase(of: QueueShop.theme), .handedToApp)
        await expectEqual(
            watcher.texts(3),
            [
                "promoted \(QueueShop.theme) Night Theme", "updated purchasing \(QueueShop.theme)",
                "updated purchased \(QueueShop.theme)",
            ])
        expectEqual(shop.device.transactions.map(\.productID), [QueueShop.theme])
    }

    @Test("C-121: the observer says later, and the app adds the payment itself")
    func later() async throws {
        let shop = try QueueShop()
        let watcher = shop.watcher()
        watcher.continuesPromotedPurchases = false
        try shop.device.startPromotedPurchase(of: QueueShop.theme)
        await expectEqual(watcher.next()?.text, "promoted \(QueueShop.theme) Night Theme")
        await shop.store.settled()
        expectEqual(shop.device.transactions, [])
        // It was the observer's: a loop that begins now gets nothing.
        var intents = shop.device.app.purchaseIntents.makeAsyncIterator()
        try shop.device.startPromotedPurchase(of: QueueShop.coins)
        await expectEqual(intents.next()?.id, QueueShop.coins)
    }

    @Test("C-121: an observer without an answer leaves the purchase to the app's purchase intents")
    func unanswered() async throws {
        final class Quiet: NSObject, SKPaymentTransactionObserver {
            func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {}
        }
        let shop = try QueueShop()
        let quiet = Quiet()
        shop.queue.add(quiet)
        try shop.device.startPromotedPurchase(of: QueueShop.theme)
        await shop.store.settled()
        var intents = shop.device.app.purchaseIntents.makeAsyncIterator()
        await expectEqual(intents.next()?.id, QueueShop.theme)
        expectEqual(shop.queue.transactionObservers.count, 1)
    }

    @Test("C-121: an observer without an answer leaves the purchase, also when it is asked through a queue of its own")
    func unansweredThroughDouble() async throws {
        final class Quiet: NSObject, SKPaymentTransactionObserver {
            func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {}
        }
        final class Relay: NSObject, SKPaymentTransactionObserver {
            let quiet = Quiet()
            let double = SKPaymentQueue()

            func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {}

            func paymentQueue(
                _ queue: SKPaymentQueue, shouldAddStorePayment payment: SKPayment, for product: SKProduct
            ) -> Bool {
                quiet.paymentQueue(double, shouldAddStorePayment: payment, for: product)
            }
        }
        let shop = try QueueShop()
        let relay = shop.slot.provide { Relay() }
        shop.queue.add(relay)
        try shop.device.startPromotedPurchase(of: QueueShop.theme)
        await shop.store.settled()
        var intents = shop.device.app.purchaseIntents.makeAsyncIterator()
        await expectEqual(intents.next()?.id, QueueShop.theme)
        expectEqual(shop.queue.transactionObservers.count, 1)
    }

    @Test("C-121: an app that was not running is asked once it adds an observer")
    func launched() async throws {
        let shop = try QueueShop()
        shop.device.terminate()
        try shop.device.startPromotedPurchase(of: QueueShop.theme)
        #expect(shop.device.isRunning)
        let watcher = shop.watcher()
        await expectEqual(watcher.next()?.text, "promoted \(QueueShop.theme) Night Theme")
    }

    @Test("S1-46: the sheet for codes redeems what the customer types in")
    func codeSheet() async throws {
        let shop = try QueueShop()
        let codes = try shop.store.createCodes(500, for: "Spring campaign", of: QueueShop.pro)
        shop.device.appStoreAnswers.offerCode = .redeem(try #require(codes.first))
        let watcher = shop.watcher()
        shop.queue.presentCodeRedemptionSheet()
        await expectEqual(watcher.next()?.text, "updated purchased \(QueueShop.pro)")
    }

    /// A customer whose subscription lapsed, and whose win-back offer is to be completed in the app.
    private func churned() async throws -> (QueueShop, PurchaseIntent) {
        let shop = try QueueShop()
        try shop.device.purchase(QueueShop.pro)
        try shop.customer.setAutoRenew(false, inGroup: "21000001")
        try shop.store.advance(by: .months(6))
        try shop.store.setAppHandlesPurchaseIntents(true)
        try shop.store.setStreamlinedPurchasing(false)
        var intents = shop.slot.provide { PurchaseIntent.intents }.makeAsyncIterator()
        try expectEqual(shop.device.redeemWinBackOffer("comeback", of: QueueShop.pro, at: .link), .handedToApp)
        return (shop, try #require(await intents.next()))
    }

    @Test(
        "S4-34…S4-37: Apple's own lines complete a win-back offer; where they forget it, the store adds it",
        arguments: [false, true])
    func winBack(isForgotten: Bool) async throws {
        let (shop, intent) = try await churned()
        let result = try await isForgotten ? completeWithoutOffer(intent) : complete(intent)
        guard case .success(.verified(let transaction)) = result else {
            Issue.record("Not bought: \(result)")
            return
        }
        expectEqual(transaction.offer?.type, .winBack)
        expectEqual(transaction.offer?.id, "comeback")
        expectEqual(transaction.price, Decimal(string: "2.99"))
        await transaction.finish()
        expectEqual(shop.device.latest(for: QueueShop.pro), transaction)
    }
}
