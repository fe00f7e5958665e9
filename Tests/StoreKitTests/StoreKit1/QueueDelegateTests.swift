import OfferKit
import StoreKit
import Testing

@Suite("StoreKit 1: the queue's delegate", .timeLimit(.minutes(1)))
struct QueueDelegateTests {
    private final class Delegate: NSObject, SKPaymentQueueDelegate {
        let answer: Bool
        private(set) var asked: [String] = []

        init(_ answer: Bool) {
            self.answer = answer
        }

        func paymentQueue(
            _ paymentQueue: SKPaymentQueue, shouldContinue transaction: SKPaymentTransaction,
            in newStorefront: SKStorefront
        ) -> Bool {
            asked.append("\(transaction.payment.productIdentifier) \(newStorefront.countryCode)")
            return answer
        }

        func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool {
            asked.append("price")
            return answer
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
        _ = try? sheet.confirm()
        let end = try #require(await watcher.transaction(goesOn ? .purchased : .failed))
        #expect(delegate.asked == ["\(QueueShop.coins) JPN"])
        #expect((end.error as? SKError)?.code == (goesOn ? nil : .paymentCancelled))
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
        #expect(delegate.asked == ["price"])
        #expect(try consent(in: shop) == (isShown ? .agreed : .pending))
        shop.queue.showPriceConsentIfNeeded()
        #expect(try consent(in: shop) == .agreed)
        #expect(delegate.asked == ["price"])
    }

    private func consent(in shop: QueueShop) throws -> RenewalInfo.PriceIncreaseStatus {
        let group = try #require(shop.device.product(QueueShop.weekly)?.subscription?.subscriptionGroupID)
        return try #require(shop.device.subscriptionStatus(inGroup: group)).renewalInfo.payloadValue.priceIncreaseStatus
    }
}
