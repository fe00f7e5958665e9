import Foundation
import OfferKit
import StoreKitTest
import Testing

/// storekit-surface §3.3, §3.5, §5.3: purchases that wait, fail, or are let fail.
@Suite("Pending and failing purchases in a session")
struct SessionPendingTests {
    private static func outcome(_ id: String) async throws -> String {
        switch try await TestShop.product(id).purchase() {
        case .success: "success"
        case .pending: "pending"
        case .userCancelled: "cancelled"
        }
    }

    @Test("§5.3: under Ask to Buy a purchase is pending, and listed so")
    func askToBuy() async throws {
        try await TestShop.open { session in
            session.askToBuyEnabled = true
            #expect(try await Self.outcome(TestShop.noAds) == "pending")
            let pending = try #require(session.allTransactions().first)
            #expect(pending.pendingAskToBuyConfirmation)
            #expect(pending.state == .deferred)
            #expect(pending.productIdentifier == TestShop.noAds)
            #expect(!pending.hasPurchaseIssue)
            #expect(await TestShop.entitlements() == [])
        }
    }

    @Test("§5.3: approved, the transaction comes in Transaction.updates, unfinished")
    func approved() async throws {
        try await TestShop.open { session in
            session.askToBuyEnabled = true
            var updates = Transaction.updates.makeAsyncIterator()
            _ = try await Self.outcome(TestShop.noAds)
            let pending = try #require(session.allTransactions().first)
            try session.approveAskToBuyTransaction(identifier: pending.identifier)
            #expect(await updates.next()?.unsafePayloadValue.productID == TestShop.noAds)
            #expect(session.allTransactions().map(\.state) == [.purchased])
            #expect(
                await TestShop.code { try session.approveAskToBuyTransaction(identifier: pending.identifier) }
                    == .noTransactionFound)
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
            #expect(await TestShop.entitlements() == [])
            try session.deleteTransaction(identifier: failed.identifier)
            #expect(session.allTransactions().isEmpty)
        }
    }

    @Test("§5.3: an interrupted purchase comes to nothing now, and to a transaction once its issue is resolved")
    func interrupted() async throws {
        try await TestShop.open { session in
            session.interruptedPurchasesEnabled = true
            var updates = Transaction.updates.makeAsyncIterator()
            #expect(try await Self.outcome(TestShop.coins) == "cancelled")
            let issue = try #require(session.allTransactions().first)
            #expect(issue.hasPurchaseIssue)
            #expect(issue.state == .failed)
            session.interruptedPurchasesEnabled = false
            try session.resolveIssueForTransaction(identifier: issue.identifier)
            #expect(await updates.next()?.unsafePayloadValue.productID == TestShop.coins)
            #expect(session.allTransactions().map(\.hasPurchaseIssue) == [false])
        }
    }

    @Test("A session's own purchase under Ask to Buy is pending, too")
    func sessionAsks() async throws {
        try await TestShop.open { session in
            session.askToBuyEnabled = true
            try session.buyProduct(productIdentifier: TestShop.coins)
            #expect(await TestShop.code { try await session.buyProduct(identifier: TestShop.noAds) } == .invalidAction)
            #expect(session.allTransactions().map(\.pendingAskToBuyConfirmation) == [true, true])
        }
    }

    @Test("§3.3: while transactions fail, purchases of the app throw, and are listed as failed")
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
            #expect(failed.map(\.state) == [.failed, .failed])
            try session.deleteTransaction(identifier: try #require(failed.first).identifier)
            #expect(session.allTransactions().count == 1)
            session.failTransactionsEnabled = false
            #expect(try await Self.outcome(TestShop.coins) == "success")
        }
    }

    @Test("§3.5: a simulated error of each API shows in its call, can be read, and is cleared by nil")
    func simulated() async throws {
        try await TestShop.open { session in
            try await session.setSimulatedError(.generic(.networkError(URLError(.badURL))), forAPI: .loadProducts)
            #expect(await session.simulatedError(forAPI: .loadProducts) == .generic(.networkError(URLError(.timedOut))))
            await #expect(throws: StoreKitError.self) { try await Product.products(for: [TestShop.coins]) }
            try await session.setSimulatedError(nil, forAPI: .loadProducts)
            #expect(await session.simulatedError(forAPI: .loadProducts) == nil)

            let product = try await TestShop.product(TestShop.coins)
            try await session.setSimulatedError(.purchase(.productUnavailable), forAPI: .purchase)
            await #expect(throws: Product.PurchaseError.productUnavailable) { _ = try await product.purchase() }
            #expect(await session.simulatedError(forAPI: .purchase) == .purchase(.productUnavailable))
            try await session.setSimulatedError(.generic(.userCancelled), forAPI: .purchase)
            #expect(try await Self.outcome(TestShop.coins) == "cancelled")
            try await session.setSimulatedError(nil, forAPI: .purchase)

            try await session.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)
            guard case .success(.unverified(_, .invalidSignature)) = try await product.purchase() else {
                Issue.record("The purchase was verified.")
                return
            }
            try await session.setSimulatedError(nil, forAPI: .verification)

            try await session.setSimulatedError(.generic(.unknown), forAPI: .subscriptionStatus)
            await #expect(throws: StoreKitError.self) {
                _ = try await Product.SubscriptionInfo.status(for: TestShop.group)
            }
            try await session.setSimulatedError(.generic(.notEntitled), forAPI: .appTransaction)
            await #expect(throws: StoreKitError.self) { _ = try await AppTransaction.shared }
            try await session.setSimulatedError(.generic(.unknown), forAPI: .appStoreSync)
            await #expect(throws: StoreKitError.self) { try await session.device.sync() }
            try await session.setSimulatedError(.generic(.unknown), forAPI: .offerCodeRedeem)
            #expect(await session.simulatedError(forAPI: StoreKitOfferCodeRedeemAPI()) == .generic(.unknown))
        }
    }

    @Test("§3.5: failures are equal when their cases are", arguments: [0, 1, 2, 3, 4, 5, 6])
    func equality(place: Int) {
        let errors: [StoreKitError] = [
            .unknown, .userCancelled, .networkError(URLError(.badURL)), .systemError(URLError(.badURL)),
            .notAvailableInStorefront, .notEntitled, .unsupported,
        ]
        for (other, error) in errors.enumerated() {
            let failure = SKTestFailures.Purchase.generic(error)
            #expect((failure == .generic(errors[place])) == (other == place))
        }
        #expect(SKTestFailures.Purchase.generic(errors[place]) != .purchase(.invalidQuantity))
    }
}
