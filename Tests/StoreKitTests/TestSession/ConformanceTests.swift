import Foundation
import OfferKitTestHarness
import StoreKitTest
import Testing

/// What needs a live StoreKit session, in this one.
///
/// Behaviours that need a live StoreKit session, as OpenIAP's conformance suite for Swift lists them.
///
/// Each is tested as StoreKit behaves. What the wrapper makes of it, an error for an empty list of products for instance, is its own.
/// The list is `StoreConformanceTests.swift` in hyodotdev/openiap.
struct ConformanceTests {
    @Test("products: what is asked for is fetched, with the fields that every product has")
    func products() async throws {
        try await TestShop.open { _ in
            let fetched = try await Product.products(for: [TestShop.monthly, TestShop.coins, "shop.nothing"])
            expectEqual(Set(fetched.map(\.id)), [TestShop.monthly, TestShop.coins])
            for product in fetched {
                #expect(!product.displayName.isEmpty && !product.displayPrice.isEmpty && product.price > 0)
                expectEqual(product.jsonRepresentation.first, UInt8(ascii: "{"))
            }
        }
    }

    @Test("products: nothing asked for is nothing fetched, and an unknown identifier is left out")
    func noProducts() async throws {
        try await TestShop.open { _ in
            let none = try await Product.products(for: [])
            let unknown = try await Product.products(for: ["shop.nothing"])
            #expect(none.isEmpty && unknown.isEmpty)
        }
    }

    @Test("products: subscriptions are told from other purchases")
    func types() async throws {
        try await TestShop.open { _ in
            let fetched = try await Product.products(for: [TestShop.monthly, TestShop.coins, TestShop.noAds])
            let types = Dictionary(uniqueKeysWithValues: fetched.map { ($0.id, $0.type) })
            expectEqual(
                types,
                [TestShop.monthly: .autoRenewable, TestShop.coins: .consumable, TestShop.noAds: .nonConsumable])
            expectEqual(fetched.filter { $0.subscription != nil }.map(\.id), [TestShop.monthly])
        }
    }

    @Test("purchases: a success has its transaction; a cancellation is a result of its own")
    func purchases() async throws {
        try await TestShop.open { session in
            let bought = try await TestShop.buy(TestShop.noAds)
            expectEqual(bought.productID, TestShop.noAds)
            session.failTransactionsEnabled = true
            session.failureError = .paymentCancelled
            guard case .userCancelled = try await TestShop.product(TestShop.coins).purchase() else {
                Issue.record("The purchase was not cancelled.")
                return
            }
            await expectEqual(TestShop.entitlements(), [TestShop.noAds])
        }
    }

    @Test("purchases: one that is pending is delivered when it was approved, and not before")
    func pending() async throws {
        try await TestShop.open { session in
            var updates = Transaction.updates.makeAsyncIterator()
            session.askToBuyEnabled = true
            guard case .pending = try await TestShop.product(TestShop.noAds).purchase() else {
                Issue.record("The purchase was not pending.")
                return
            }
            #expect(await TestShop.entitlements().isEmpty)
            // What came too early would wait in the iterator below, and be on this list.
            #expect(await Self.unfinished().isEmpty)
            let waiting = try #require(session.allTransactions().first { $0.pendingAskToBuyConfirmation })
            try session.approveAskToBuyTransaction(identifier: waiting.identifier)
            let update = try #require(await updates.next()).unsafePayloadValue
            expectEqual(update.productID, TestShop.noAds)
            await expectEqual(Self.unfinished(), [update.id])
            await expectEqual(TestShop.entitlements(), [TestShop.noAds])
        }
    }

    @Test("completion: what is not finished stays, what was finished goes, and to finish again changes nothing")
    func finishing() async throws {
        try await TestShop.open { _ in
            let transaction = try await TestShop.buy(TestShop.coins)
            await expectEqual(Self.unfinished(), [transaction.id])
            await expectEqual(Self.unfinished(), [transaction.id])
            await transaction.finish()
            #expect(await Self.unfinished().isEmpty)
            await transaction.finish()
            #expect(await Self.unfinished().isEmpty)
        }
    }

    @Test("restoration: what is owned and no consumable; nothing for somebody who never bought")
    func restoration() async throws {
        try await TestShop.open { _ in
            try await AppStore.sync()
            #expect(await TestShop.entitlements().isEmpty)
            for product in [TestShop.noAds, TestShop.coins, TestShop.weekly] {
                await (try TestShop.buy(product)).finish()
            }
            try await AppStore.sync()
            expectEqual(Set(await TestShop.entitlements()), [TestShop.noAds, TestShop.weekly])
        }
    }

    private static func unfinished() async -> [UInt64] {
        var ids: [UInt64] = []
        for await result in Transaction.unfinished { ids.append(result.unsafePayloadValue.id) }
        return ids
    }
}
