import OfferKit
import OfferKitTestHarness
import StoreKit
import Testing

/// StoreKit 1: why a payment fails.
struct PaymentErrorTests {
    /// One way to do it wrong.
    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let code: Int
        var product = QueueShop.pro
        var offer: String? = "half3"
        var isSubscriber = true
        var make: @Sendable (SKMutablePayment, QueueShop) throws -> Void = { _, _ in }
    }

    // B3: the numbers are Apple's.
    private static let mistakes = [
        Mistake(testDescription: "S0-67: unknown offer", code: 11, offer: "nothing"),
        Mistake(testDescription: "S0-67: disabled offer", code: 11) { _, shop in
            try shop.store.disableOffer("half3", .promo, of: QueueShop.pro)
        },
        Mistake(testDescription: "S0-71: signed for another user", code: 12) { payment, _ in
            payment.applicationUsername = "u2"
        },
        Mistake(testDescription: "S0-73, C-1: user name never set", code: 13) { payment, _ in
            payment.applicationUsername = nil
        },
        Mistake(testDescription: "S0-72: empty signature", code: 13) { payment, shop in
            let good = try #require(payment.paymentDiscount)
            payment.paymentDiscount = SKPaymentDiscount(
                identifier: good.identifier, keyIdentifier: good.keyIdentifier, nonce: good.nonce, signature: "",
                timestamp: good.timestamp)
        },
        Mistake(testDescription: "S0-68: base price not above the offer", code: 14) { _, shop in
            try shop.store.setBasePrice(of: QueueShop.pro, to: 4.99)
        },
        Mistake(testDescription: "S0-75: never subscribed", code: 18, isSubscriber: false),
        Mistake(testDescription: "B3 step 10: cancelled", code: 2, offer: nil) { _, shop in
            shop.device.sheetAnswer = .cancel
        },
        Mistake(testDescription: "B3 step 3: quantity", code: 3, offer: nil) { payment, _ in payment.quantity = 2 },
        Mistake(testDescription: "B3 step 1: not allowed", code: 4, offer: nil) { _, shop in
            shop.device.canMakePayments = false
        },
        Mistake(testDescription: "B3 step 2: off sale", code: 5, offer: nil) { _, shop in
            try shop.store.setForSale(false, of: QueueShop.pro)
        },
        Mistake(testDescription: "B3 step 11: charge failed", code: 0, offer: nil, isSubscriber: true) { _, shop in
            shop.customer.paymentMethod = .declining
        },
        Mistake(testDescription: "StoreKit: request data", code: 10, offer: nil) { payment, _ in
            payment.requestData = Data([1])
        },
    ]

    // S0-67, S0-68, S0-71, S0-72, S0-73, S0-75: the mistakes above say which.
    @Test("B3: each refusal has Apple's number, and the store's own diagnosis beneath", arguments: mistakes)
    func codes(mistake: Mistake) async throws {
        let shop = try QueueShop()
        if mistake.isSubscriber { shop.device.finish(try shop.device.purchase(QueueShop.weekly)) }
        let payment = try await shop.payment(QueueShop.pro)
        payment.applicationUsername = "u1"
        if let offer = mistake.offer {
            payment.paymentDiscount = try shop.discount(offer, of: QueueShop.pro, for: "u1")
        }
        try mistake.make(payment, shop)
        let watcher = shop.watcher()
        shop.queue.add(payment)
        let failed = try #require(await watcher.transaction(.failed))
        let error = try #require(failed.error as? SKError)
        expectEqual(error.errorCode, mistake.code)
        expectEqual(error.underlyingError as? PurchaseRefusal, mistake.code == 10 ? nil : shop.device.lastRefusal)
        expectNil(shop.device.latest(for: QueueShop.pro))
        // A failed one waits to be finished, too.
        expectEqual(shop.queue.transactions, [failed])
        shop.queue.finishTransaction(failed)
        await expectEqual(watcher.next()?.text, "removed failed \(QueueShop.pro)")
    }

    @Test(
        "A simulated failure shows in a payment, too",
        arguments: [
            (Product.PurchaseError.ineligibleForOffer, 18), (.invalidOfferSignature, 12), (.missingOfferParameters, 13),
            (.invalidOfferPrice, 14), (.invalidOfferIdentifier, 11), (.purchaseNotAllowed, 4), (.productUnavailable, 5),
            (.invalidQuantity, 3),
        ])
    func simulated(error: Product.PurchaseError, code: Int) async throws {
        let shop = try QueueShop()
        shop.device.setSimulatedError(.purchase(error), forAPI: .purchase)
        let watcher = shop.watcher()
        shop.queue.add(try await shop.payment(QueueShop.coins))
        let failed = try #require(await watcher.transaction(.failed))
        expectEqual((failed.error as NSError?)?.code, code)
    }

    @Test(
        "A payment whose answer is lost fails as the network does; what was bought all the same comes by itself",
        arguments: [true, false])
    func lostAnswer(goesThrough: Bool) async throws {
        let shop = try QueueShop()
        shop.device.setSimulatedError(.lost(goesThrough: goesThrough), forAPI: .purchaseAnswer, next: 1)
        let watcher = shop.watcher()
        shop.queue.add(try await shop.payment(QueueShop.coins))
        await shop.store.settled()
        await mainQueueDone()
        let failed = try #require(shop.queue.transactions.first { $0.transactionState == .failed })
        expectEqual((failed.error as? URLError)?.code, .networkConnectionLost)
        let bought = shop.queue.transactions.filter { $0.transactionState == .purchased }
        expectEqual(bought.map(\.payment.productIdentifier), goesThrough ? [QueueShop.coins] : [])
        expectEqual(shop.queue.transactions.count, goesThrough ? 2 : 1)
        expectEqual(shop.device.unfinished.map(\.productID), goesThrough ? [QueueShop.coins] : [])
        withExtendedLifetime(watcher) {}
    }

    @Test("C-120: without a device a payment fails and says what to do")
    func noDevice() async throws {
        let slot = DeviceSlot()
        let watcher = QueueWatcher()
        let queue = slot.provide { SKPaymentQueue.default() }
        queue.add(watcher)
        let payment = SKMutablePayment()
        payment.productIdentifier = QueueShop.coins
        queue.add(payment)
        let failed = try #require(await watcher.transaction(.failed))
        let error = try #require(failed.error as? SKError)
        expectEqual(error.code, .unknown)
        expectContains(error.localizedDescription, "DeviceSlot.process.device")
    }

    private static let errors = [
        SKError(.paymentCancelled), SKError(.unknown, userInfo: [NSLocalizedDescriptionKey: "Own words."]),
        SKError(.invalidSignature, userInfo: [NSUnderlyingErrorKey: PurchaseRefusal.cancelled]),
        SKError(.paymentInvalid, userInfo: [NSLocalizedFailureReasonErrorKey: "A reason."]),
    ]

    @Test("An error that went through NSError is the same again, in words and in kind", arguments: errors)
    func throughNSError(error: SKError) {
        let back = SKError(_nsError: error as NSError)
        expectEqual(back, error)
        expectEqual(back.localizedDescription, error.localizedDescription)
        #expect(back != SKError(.overlayTimeout))
    }

    @Test("Errors with different words are different")
    func words() {
        let own = SKError(.unknown, userInfo: [NSLocalizedDescriptionKey: "Own words."])
        #expect(own != SKError(.unknown))
        expectEqual(own.localizedDescription, "Own words.")
    }
}
