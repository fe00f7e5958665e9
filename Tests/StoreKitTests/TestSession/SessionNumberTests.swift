import Foundation
import OfferKit
import OfferKitCore
import OfferKitTestHarness
import StoreKit
import StoreKitTest
import Testing

/// Numbers as the test environment has them.
///
/// What suites that run in Apple's test environment assert of numbers and identifiers.
struct SessionNumberTests {
    /// The transactions that a session lists, as texts.
    private static func list(_ session: SKTestSession) -> [String] {
        session.allTransactions().map { "\($0.identifier) \($0.productIdentifier) \($0.state)" }
    }

    @Test(
        "C-221: the first transaction has the number 0, everywhere, and so has the first after everything was cleared")
    func fromZero() async throws {
        try await TestShop.open { session in
            for round in 1...3 {
                let first = try await TestShop.buy(TestShop.coins)
                let second = try await TestShop.buy(TestShop.monthly)
                expectEqual(
                    [first.id, first.originalID, second.id, second.originalID], [0, 0, 1, 1], "round \(round)")
                expectContains(String(decoding: first.jsonRepresentation, as: UTF8.self), #""transactionId":"0""#)
                expectEqual(session.allTransactions().map(\.identifier), [0, 1])
                expectEqual(session.allTransactions().map(\.originalTransactionIdentifier), [0, 1])
                guard case .verified(let info) = try await TestShop.status().renewalInfo else {
                    throw TestShop.Failure("unverified")
                }
                expectEqual(info.originalTransactionID, 1)
                session.clearTransactions()
                #expect(session.allTransactions().isEmpty)
            }
        }
    }

    @Test("C-221: what is named by its number is that transaction, and none from before everything was cleared")
    func named() async throws {
        try await TestShop.open { session in
            let old = try await TestShop.buy(TestShop.noAds)
            session.clearTransactions()
            let new = try await TestShop.buy(TestShop.coins)
            expectEqual(old.id, new.id)
            // The old value finishes nothing of the new one's.
            await old.finish()
            await expectEqual(Self.unfinished(), [0])
            await new.finish()
            await expectEqual(Self.unfinished(), [])
            let bought = try await TestShop.buy(TestShop.noAds)
            expectEqual(bought.id, 1)
            try session.refundTransaction(identifier: bought.id)
            expectEqual(session.allTransactions().map { $0.cancelDate == nil }, [true, false])
            try session.store.reverseRefund(of: 1)
            expectEqual(session.allTransactions().map { $0.cancelDate == nil }, [true, true])
            expectEqual(session.store.eraseTransaction(0), [0])
            expectEqual(session.allTransactions().map(\.identifier), [1])
            await expectEqual(TestShop.code { try session.refundTransaction(identifier: 2) }, .noTransactionFound)
        }
    }

    private static func unfinished() async -> [UInt64] {
        var ids: [UInt64] = []
        for await result in Transaction.unfinished { ids.append(result.unsafePayloadValue.id) }
        return ids
    }

    @Test("C-221: the payment queue hears of a transaction whose number another one had, and finishes it")
    func queue() async throws {
        try await TestShop.open { session in
            let watcher = QueueWatcher()
            SKPaymentQueue.default().add(watcher)
            for _ in 1...3 {
                try session.buyProduct(productIdentifier: TestShop.noAds)
                let bought = try #require(await watcher.transaction(.purchased))
                expectEqual(bought.transactionIdentifier, "0")
                SKPaymentQueue.default().finishTransaction(bought)
                await expectEqual(Self.unfinished(), [])
                session.clearTransactions()
            }
        }
    }

    @Test("C-118, C-221: the payment queue hears of what was bought outside, and not of what StoreKit 2 bought")
    func queueBesideStoreKit2() async throws {
        try await TestShop.open { session in
            let watcher = QueueWatcher()
            SKPaymentQueue.default().add(watcher)
            let bought = try await TestShop.buy(TestShop.noAds)
            expectEqual(bought.id, 0)
            try session.buyProduct(productIdentifier: TestShop.coins)
            let heard = try #require(await watcher.transaction(.purchased))
            expectEqual(heard.payment.productIdentifier, TestShop.coins)
            expectEqual(SKPaymentQueue.default().transactions.map(\.payment.productIdentifier), [TestShop.coins])
        }
    }

    @Test(
        "C-221: a transaction from before everything was cleared asks for no refund of the one that has its number now")
    func refundOfOld() async throws {
        try await TestShop.open { session in
            let old = try await TestShop.buy(TestShop.coins)
            session.clearTransactions()
            let new = try await TestShop.buy(TestShop.coins)
            expectEqual(old.id, new.id)
            await #expect(throws: Transaction.RefundRequestError.failed) { try await old.beginRefundRequest() }
            expectEqual(session.allTransactions().map { $0.cancelDate == nil }, [true])
            try await expectEqual(new.beginRefundRequest(), .success)
        }
    }

    /// The two ways in which a purchase waits.
    enum Waiting: CaseIterable, Sendable {
        case askToBuy, interrupted
    }

    @Test(
        "C-221: a purchase that waits keeps its identifier when it goes through, whatever was bought meanwhile",
        arguments: Waiting.allCases)
    func keepsIdentifier(waiting: Waiting) async throws {
        try await TestShop.open { session in
            func set(_ isOn: Bool) {
                if waiting == .askToBuy {
                    session.askToBuyEnabled = isOn
                } else {
                    session.interruptedPurchasesEnabled = isOn
                }
            }
            set(true)
            try session.buyProduct(productIdentifier: TestShop.monthly)
            set(false)
            let pending = try #require(session.allTransactions().first)
            expectEqual(pending.identifier, 0)
            let other = try await TestShop.buy(TestShop.coins)
            expectEqual(other.id, 1)
            var updates = Transaction.updates.makeAsyncIterator()
            switch waiting {
            case .askToBuy: try session.approveAskToBuyTransaction(identifier: pending.identifier)
            case .interrupted: try session.resolveIssueForTransaction(identifier: pending.identifier)
            }
            // As suites poll for it: by the number that was listed before.
            let made = try #require(session.allTransactions().first { $0.identifier == pending.identifier })
            #expect(made.state == .purchased && made.productIdentifier == TestShop.monthly)
            #expect(!made.pendingAskToBuyConfirmation && !made.hasPurchaseIssue)
            var told: [UInt64] = []
            while told.last != 0, let next = await updates.next() { told.append(next.unsafePayloadValue.id) }
            expectEqual(told.last, 0)
            try session.forceRenewalOfSubscription(productIdentifier: TestShop.monthly)
            expectEqual(session.allTransactions().map(\.identifier).sorted(), [0, 1, 2])
            expectEqual(session.allTransactions().last?.originalTransactionIdentifier, 0)
            try session.disableAutoRenewForTransaction(identifier: pending.identifier)
        }
    }

    @Test("C-221: a purchase that waited keeps its identifier when it is declined, and no other gets it")
    func declined() async throws {
        try await TestShop.open { session in
            session.askToBuyEnabled = true
            try session.buyProduct(productIdentifier: TestShop.coins)
            try session.declineAskToBuyTransaction(identifier: 0)
            session.askToBuyEnabled = false
            try session.buyProduct(productIdentifier: TestShop.noAds)
            expectEqual(session.allTransactions().map(\.identifier).sorted(), [0, 1])
            expectEqual(session.allTransactions().first { $0.identifier == 0 }?.state, .failed)
            await expectEqual(TestShop.code { try session.approveAskToBuyTransaction(identifier: 0) }, .invalidAction)
            session.clearTransactions()
            try session.buyProduct(productIdentifier: TestShop.noAds)
            expectEqual(Self.list(session), ["0 \(TestShop.noAds) \(SKPaymentTransactionState.purchased)"])
        }
    }

    @Test("C-221: whatever happens, no two that are listed have one number, and each keeps its own", arguments: 0..<12)
    func anything(seed: UInt64) async throws {
        try await TestShop.open { session in
            var chance = SplitMix64(seed: seed)
            var known: [UInt: String] = [:]
            for step in 0..<40 {
                let listed = session.allTransactions()
                let some = listed.isEmpty ? nil : listed[Int(chance.next() % UInt64(listed.count))].identifier
                switch chance.next() % 8 {
                case 0: session.askToBuyEnabled.toggle()
                case 1: session.interruptedPurchasesEnabled.toggle()
                case 2, 3: try? session.buyProduct(productIdentifier: TestShop.coins)
                case 4: try? session.buyProduct(productIdentifier: TestShop.monthly)
                case 5: if let some { try? session.approveAskToBuyTransaction(identifier: some) }
                case 6: if let some { try? session.resolveIssueForTransaction(identifier: some) }
                case _ where chance.next() % 8 == 0:
                    session.clearTransactions()
                    known = [:]
                default: try? session.forceRenewalOfSubscription(productIdentifier: TestShop.monthly)
                }
                let now = session.allTransactions()
                expectEqual(Set(now.map(\.identifier)).count, now.count, "seed \(seed), step \(step)")
                for transaction in now {
                    let product = known[transaction.identifier] ?? transaction.productIdentifier
                    expectEqual(product, transaction.productIdentifier, "seed \(seed), step \(step)")
                    known[transaction.identifier] = transaction.productIdentifier
                }
                if let fault = session.store.state.fault() { Issue.record("seed \(seed), step \(step): \(fault)") }
            }
        }
    }

    @Test("C-221: a store that was saved tells the same numbers, and goes on with the next")
    func saved() async throws {
        try await TestShop.open { session in
            session.clearTransactions()
            session.askToBuyEnabled = true
            try session.buyProduct(productIdentifier: TestShop.coins)
            session.askToBuyEnabled = false
            try session.buyProduct(productIdentifier: TestShop.noAds)
            let copy = try Store(snapshot: try session.store.snapshot())
            let device = (try #require(copy.customers.first)).addDevice()
            expectEqual(device.transactions.map(\.id), [1])
            try #require(copy.pendingPurchases.first).approve()
            expectEqual(device.transactions.map(\.id).sorted(), [0, 1])
            try expectEqual(device.purchase(TestShop.coins).id, 2)
        }
    }

    @Test("C-221: a store of its own counts as the documents leave it: from 1, and no number twice")
    func elsewhere() throws {
        let url = try #require(Bundle.module.url(forResource: "TestShop", withExtension: "storekit"))
        let store = try Store(contentsOf: url)
        let customer = store.addCustomer()
        let device = customer.addDevice()
        try expectEqual(device.purchase(TestShop.coins).id, 1)
        customer.eraseTransactions()
        try expectEqual(device.purchase(TestShop.coins).id, 2)
        let other = try Store(contentsOf: url, rules: .testEnvironment)
        try expectEqual(other.addCustomer().addDevice().purchase(TestShop.coins).id, 0)
    }
}
