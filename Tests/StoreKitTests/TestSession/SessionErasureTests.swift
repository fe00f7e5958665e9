import Foundation
import OfferKit
import OfferKitTestHarness
import StoreKitTest
import Testing

/// Clearing and deleting in a session.
///
/// Apple's pages on StoreKitTest, C-124: what clearing and deleting leave behind.
struct SessionErasureTests {
    @Test("A cleared session has nothing, also nothing pending or failed")
    func cleared() async throws {
        try await TestShop.open { session in
            try await TestShop.buy(TestShop.monthly)
            try await TestShop.buy(TestShop.coins)
            session.failTransactionsEnabled = true
            _ = try? await TestShop.product(TestShop.season).purchase()
            session.failTransactionsEnabled = false
            session.askToBuyEnabled = true
            _ = try await TestShop.product(TestShop.noAds).purchase()
            expectEqual(session.allTransactions().count, 4)
            session.clearTransactions()
            #expect(session.allTransactions().isEmpty)
            await expectEqual(TestShop.entitlements(), [])
            #expect(try await Product.SubscriptionInfo.status(for: TestShop.group).isEmpty)
            #expect(session.store.pendingPurchases.isEmpty)
            for await result in Transaction.all { Issue.record("\(result) is left.") }
            for await result in Transaction.unfinished { Issue.record("\(result) is left.") }
        }
    }

    @Test("clearing makes the customer eligible for introductory offers again, and what the app kept still buys")
    func eligibleAgain() async throws {
        try await TestShop.open { session in
            let product = try await TestShop.product(TestShop.monthly)
            _ = try await product.purchase()
            await expectEqual(product.subscription?.isEligibleForIntroOffer, false)
            session.clearTransactions()
            await expectEqual(product.subscription?.isEligibleForIntroOffer, true)
            guard case .success(let result) = try await product.purchase() else {
                Issue.record("The purchase was no success.")
                return
            }
            expectEqual(result.unsafePayloadValue.offer?.type, .introductory)
            expectEqual(session.allTransactions().count, 1)
        }
    }

    @Test("StoreKitTest: a non-consumable that was deleted can be bought again; before, it is the one the customer has")
    func ownedAgain() async throws {
        try await TestShop.open { session in
            let first = try await TestShop.buy(TestShop.noAds)
            try await expectEqual(TestShop.buy(TestShop.noAds).id, first.id)
            try session.deleteTransaction(identifier: UInt(first.id))
            await expectEqual(TestShop.entitlements(), [])
            #expect(try await TestShop.buy(TestShop.noAds).id != first.id)
        }
    }

    @Test("the first transaction of a subscription takes all its renewals along, and other purchases stay")
    func children() async throws {
        try await TestShop.open { session in
            try await TestShop.buy(TestShop.noAds)
            let first = try await TestShop.buy(TestShop.monthly)
            try session.forceRenewalOfSubscription(productIdentifier: TestShop.monthly)
            try session.forceRenewalOfSubscription(productIdentifier: TestShop.monthly)
            expectEqual(session.allTransactions().count, 4)
            try session.deleteTransaction(identifier: UInt(first.id))
            expectEqual(session.allTransactions().map(\.productIdentifier), [TestShop.noAds])
            try await expectEqual(TestShop.buy(TestShop.monthly).offer?.type, .introductory)
        }
    }

    @Test("A renewal in the middle goes alone; without its latest transaction a subscription is over")
    func renewals() async throws {
        try await TestShop.open { session in
            try await TestShop.buy(TestShop.weekly)
            try session.forceRenewalOfSubscription(productIdentifier: TestShop.weekly)
            try session.forceRenewalOfSubscription(productIdentifier: TestShop.weekly)
            let ids = session.allTransactions().map(\.identifier)
            try session.deleteTransaction(identifier: ids[1])
            expectEqual(session.allTransactions().map(\.identifier), [ids[0], ids[2]])
            try await expectEqual(TestShop.status().state, .subscribed)
            try session.deleteTransaction(identifier: ids[2])
            expectEqual(session.allTransactions().map(\.identifier), [ids[0]])
            try await expectEqual(TestShop.status().state, .expired)
            let again = try await TestShop.buy(TestShop.weekly)
            expectEqual(UInt(again.originalID), ids[0])
        }
    }

    @Test("What is gone cannot be deleted, refunded or finished again")
    func gone() async throws {
        try await TestShop.open { session in
            let bought = try await TestShop.buy(TestShop.noAds)
            let id = UInt(bought.id)
            try session.deleteTransaction(identifier: id)
            await expectEqual(TestShop.code { try session.deleteTransaction(identifier: id) }, .noTransactionFound)
            await expectEqual(TestShop.code { try session.refundTransaction(identifier: id) }, .noTransactionFound)
            await bought.finish()
            #expect(session.allTransactions().isEmpty)
        }
    }

    @Test("Deleting one after another, as suites do, leaves nothing")
    func oneByOne() async throws {
        try await TestShop.open { session in
            try await TestShop.buy(TestShop.weekly)
            try session.forceRenewalOfSubscription(productIdentifier: TestShop.weekly)
            try await TestShop.buy(TestShop.coins)
            for transaction in session.allTransactions() {
                try? session.deleteTransaction(identifier: transaction.identifier)
            }
            #expect(session.allTransactions().isEmpty)
        }
    }
}
