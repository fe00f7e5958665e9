import Foundation
import OfferKit
import OfferKitTestHarness
import StoreKitTest
import Testing

/// Pending and failing purchases in a session.
///
/// Apple's pages on StoreKitTest: purchases that wait, fail, or are let fail.
struct SessionPendingTests {
    private static func outcome(_ id: String) async throws -> String {
        switch try await TestShop.product(id).purchase() {
        case .success: "success"
        case .pending: "pending"
        case .userCancelled: "cancelled"
        }
    }

    @Test("StoreKitTest: under Ask to Buy a purchase is pending, and listed so")
    func askToBuy() async throws {
        try await TestShop.open { session in
            session.askToBuyEnabled = true
            try await expectEqual(Self.outcome(TestShop.noAds), "pending")
            let pending = try #require(session.allTransactions().first)
            #expect(pending.pendingAskToBuyConfirmation)
            expectEqual(pending.state, .deferred)
            expectEqual(pending.productIdentifier, TestShop.noAds)
            #expect(!pending.hasPurchaseIssue)
            await expectEqual(TestShop.entitlements(), [])
        }
    }

    @Test("StoreKitTest: approved, the transaction comes in Transaction.updates, unfinished")
    func approved() async throws {
        try await TestShop.open { session in
            session.askToBuyEnabled = true
            var updates = Transaction.updates.makeAsyncIterator()
            _ = try await Self.outcome(TestShop.noAds)
            let pending = try #require(session.allTransactions().first)
            try session.approveAskToBuyTransaction(identifier: pending.identifier)
            await expectEqual(updates.next()?.unsafePayloadValue.productID, TestShop.noAds)
            expectEqual(session.allTransactions().map(\.state), [.purchased])
            await expectEqual(
                TestShop.code { try session.approveAskToBuyTransaction(identifier: pending.identifier) }, .invalidAction
            )
        }
    }

    @Test("Declined, it is a transaction that failed, and nothing is owned")
    func declined() async throws {
        try await TestShop.open { session in
            session.askToBuyEnabled = true
            _ = try await Self.outcome(TestShop.noAds)
            let pending = try #require(session.allTransactions().first)
            try session.declineAskToBuyTransaction(identifier: pending.identifier)
            let failed = try #require(session.allTransactions().first)
            #expect(failed.state == .failed && !failed.pendingAskToBuyConfirmation)
            await expectEqual(TestShop.entitlements(), [])
            try session.deleteTransaction(identifier: failed.identifier)
            #expect(session.allTransactions().isEmpty)
        }
    }

    @Test("B3 step 9: an interrupted purchase is pending, and comes to a transaction once its issue is resolved")
    func interrupted() async throws {
        try await TestShop.open { session in
            session.interruptedPurchasesEnabled = true
            var updates = Transaction.updates.makeAsyncIterator()
            try await expectEqual(Self.outcome(TestShop.coins), "pending")
            let issue = try #require(session.allTransactions().first)
            #expect(issue.hasPurchaseIssue)
            expectEqual(issue.state, .failed)
            session.interruptedPurchasesEnabled = false
            try session.resolveIssueForTransaction(identifier: issue.identifier)
            await expectEqual(updates.next()?.unsafePayloadValue.productID, TestShop.coins)
            expectEqual(session.allTransactions().map(\.hasPurchaseIssue), [false])
        }
    }

    @Test("A session's own purchase under Ask to Buy is pending, too")
    func sessionAsks() async throws {
        try await TestShop.open { session in
            session.askToBuyEnabled = true
            try session.buyProduct(productIdentifier: TestShop.coins)
            await expectEqual(
                TestShop.code { try await session.buyProduct(identifier: TestShop.noAds) }, .invalidAction)
            expectEqual(session.allTransactions().map(\.pendingAskToBuyConfirmation), [true, true])
        }
    }

    @Test("a switch that says nothing of sheets and failures leaves what a test set on the device")
    func otherSwitches() async throws {
        try await TestShop.open { session in
            session.device.sheetAnswer = .cancel
            session.device.setSimulatedError(.generic(.notEntitled), forAPI: .purchase)
            session.timeRate = .monthlyRenewalEveryHour
            session.billingGracePeriodIsEnabled = true
            expectEqual(session.device.sheetAnswer, .cancel)
            #expect(session.device.simulatedError(forAPI: .purchase) != nil)
            session.resetToDefaultState()
            expectEqual(session.device.sheetAnswer, .confirm)
            expectNil(session.device.simulatedError(forAPI: .purchase))
        }
    }

    @Test("StoreKitTest: while transactions fail, purchases of the app throw, and are listed as failed")
    func failing() async throws {
        try await TestShop.open { session in
            session.failTransactionsEnabled = true
            session.failureError = .invalidSignature
            let product = try await TestShop.product(TestShop.coins)
            await #expect(throws: Product.PurchaseError.invalidOfferSignature) { _ = try await product.purchase() }
            session.failureError = .unknown
            await #expect(throws: StoreKitError.self) { _ = try await product.purchase() }
            #expect(throws: SKError(.unknown)) { try session.buyProduct(productIdentifier: TestShop.coins) }
            let failed = session.allTransactions()
            expectEqual(failed.map(\.state), [.failed, .failed])
            try session.deleteTransaction(identifier: try #require(failed.first).identifier)
            expectEqual(session.allTransactions().count, 1)
            session.failTransactionsEnabled = false
            try await expectEqual(Self.outcome(TestShop.coins), "success")
        }
    }

    @Test(
        "StoreKitTest: a session's own purchase fails with the code, any but the six with unknown",
        arguments: [
            (SKError.Code.unknown, SKError.Code.unknown), (.invalidOfferIdentifier, .invalidOfferIdentifier),
            (.invalidSignature, .invalidSignature), (.missingOfferParams, .missingOfferParams),
            (.invalidOfferPrice, .invalidOfferPrice), (.paymentCancelled, .paymentCancelled),
            (.ineligibleForOffer, .unknown),
        ])
    func failureError(code: SKError.Code, shown: SKError.Code) async throws {
        try await TestShop.open { session in
            session.failTransactionsEnabled = true
            session.failureError = code
            expectEqual(session.failureError, code)
            #expect(throws: SKError(shown)) { try session.buyProduct(productIdentifier: TestShop.coins) }
            await #expect(throws: SKError(shown)) { try await session.buyProduct(identifier: TestShop.coins) }
        }
    }

    @Test("C-222: purchases of the app that fail as cancelled are cancelled, in StoreKit 2 and in StoreKit 1")
    func cancelled() async throws {
        try await TestShop.open { session in
            session.failTransactionsEnabled = true
            session.failureError = .paymentCancelled
            let cancelled = try await Self.outcome(TestShop.coins)
            expectEqual(cancelled, "cancelled")
            let watcher = QueueWatcher()
            SKPaymentQueue.default().add(watcher)
            let payment = SKMutablePayment()
            payment.productIdentifier = TestShop.coins
            SKPaymentQueue.default().add(payment)
            let failed = await watcher.transaction(.failed)
            expectEqual((failed?.error as? SKError)?.code, .paymentCancelled)
            session.failTransactionsEnabled = false
            let bought = try await Self.outcome(TestShop.coins)
            expectEqual(bought, "success")
        }
    }

    @Test("C-223: a session's own purchase under Ask to Buy throws, and the pending one is listed")
    func noTransaction() async throws {
        try await TestShop.open { session in
            session.askToBuyEnabled = true
            await expectEqual(
                TestShop.code { try await session.buyProduct(identifier: TestShop.noAds) }, .invalidAction)
            let pending = try #require(session.allTransactions().first)
            #expect(pending.pendingAskToBuyConfirmation)
            try session.approveAskToBuyTransaction(identifier: pending.identifier)
            await expectEqual(TestShop.entitlements(), [TestShop.noAds])
        }
    }

    /// The case of the error that a call of StoreKit ends in; nil where it does not.
    private static func failure(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            return "\(type(of: error)).\(error)"
        }
    }

    /// Sets a failure for a call, reads it back, sees the call fail with it, clears it, and sees it succeed.
    private static func check<API: FailableStoreKitAPI>(
        _ api: API, _ failure: API.Failure, _ shown: String, in session: SKTestSession,
        _ call: () async throws -> Void
    ) async throws {
        try await session.setSimulatedError(failure, forAPI: api)
        await expectEqual(session.simulatedError(forAPI: api), failure)
        await expectEqual(self.failure(call), shown)
        try await session.setSimulatedError(nil, forAPI: api)
        expectNil(await session.simulatedError(forAPI: api))
        expectNil(await self.failure(call))
    }

    @Test("a simulated error of every API shows in StoreKit's own call, can be read, and is cleared by nil")
    func each() async throws {
        try await TestShop.open { session in
            let product = try await TestShop.product(TestShop.coins)
            let bought = try await TestShop.buy(TestShop.noAds)
            let unknown = "StoreKitError.unknown"
            try await Self.check(.loadProducts, .generic(.unknown), unknown, in: session) {
                _ = try await Product.products(for: [TestShop.coins])
            }
            try await Self.check(.purchase, .generic(.notEntitled), "StoreKitError.notEntitled", in: session) {
                _ = try await product.purchase()
            }
            try await Self.check(
                .purchase, .purchase(.ineligibleForOffer), "PurchaseError.ineligibleForOffer", in: session
            ) { _ = try await product.purchase() }
            try await Self.check(
                .verification, .verification(.invalidSignature), "VerificationError.invalidSignature", in: session
            ) {
                guard let result = await Transaction.latest(for: TestShop.noAds) else { throw TestShop.Failure("none") }
                _ = try result.payloadValue
            }
            try await Self.check(.subscriptionStatus, .generic(.unknown), unknown, in: session) {
                _ = try await Product.SubscriptionInfo.status(for: TestShop.group)
            }
            try await Self.check(.appTransaction, .generic(.unknown), unknown, in: session) {
                _ = try await AppTransaction.shared
            }
            try await Self.check(.appStoreSync, .generic(.unknown), unknown, in: session) { try await AppStore.sync() }
            try await Self.check(.offerCodeRedeem, .generic(.unknown), unknown, in: session) {
                try await AppStore.presentOfferCodeRedeemSheet()
            }
            try await Self.check(.manageSubscriptions, .generic(.unknown), unknown, in: session) {
                try await AppStore.showManageSubscriptions()
            }
            try await Self.check(.refundRequest, .generic(.unknown), unknown, in: session) {
                _ = try await bought.beginRefundRequest()
            }
        }
    }

    @Test("StoreKitTest: what a purchase shows that is let fail, and what the others leave alone")
    func simulated() async throws {
        try await TestShop.open { session in
            try await session.setSimulatedError(.generic(.networkError(URLError(.badURL))), forAPI: .loadProducts)
            await expectEqual(
                session.simulatedError(forAPI: .loadProducts), .generic(.networkError(URLError(.timedOut))))
            await #expect(throws: StoreKitError.self) { try await Product.products(for: [TestShop.coins]) }
            try await session.setSimulatedError(nil, forAPI: .loadProducts)
            expectNil(await session.simulatedError(forAPI: .loadProducts))

            let product = try await TestShop.product(TestShop.coins)
            try await session.setSimulatedError(.purchase(.productUnavailable), forAPI: .purchase)
            await #expect(throws: Product.PurchaseError.productUnavailable) { _ = try await product.purchase() }
            await expectEqual(session.simulatedError(forAPI: .purchase), .purchase(.productUnavailable))
            try await session.setSimulatedError(.generic(.userCancelled), forAPI: .purchase)
            try await expectEqual(Self.outcome(TestShop.coins), "cancelled")
            try await session.setSimulatedError(nil, forAPI: .purchase)

            try await session.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)
            guard case .success(.unverified(_, .invalidSignature)) = try await product.purchase() else {
                Issue.record("The purchase was verified.")
                return
            }
            try await session.setSimulatedError(nil, forAPI: .verification)

            // Purchases of the session itself are none of the app's.
            try await session.setSimulatedError(.purchase(.productUnavailable), forAPI: .purchase)
            try await expectEqual(session.buyProduct(identifier: TestShop.season).productID, TestShop.season)
        }
    }

    @Test("StoreKitTest: failures are equal when their cases are", arguments: [0, 1, 2, 3, 4, 5, 6])
    func equality(place: Int) {
        let errors: [StoreKitError] = [
            .unknown, .userCancelled, .networkError(URLError(.badURL)), .systemError(URLError(.badURL)),
            .notAvailableInStorefront, .notEntitled, .unsupported,
        ]
        for (other, error) in errors.enumerated() {
            let failure = SKTestFailures.Purchase.generic(error)
            expectEqual(failure == .generic(errors[place]), other == place)
        }
        #expect(SKTestFailures.Purchase.generic(errors[place]) != .purchase(.invalidQuantity))
    }
}
