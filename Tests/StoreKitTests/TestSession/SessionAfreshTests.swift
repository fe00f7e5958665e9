import Foundation
import OfferKit
import OfferKitSamples
import OfferKitTestHarness
import StoreKitTest
import Testing

/// A session after another.
///
/// C-126: nothing that a test leaves behind reaches the next one's session.
struct SessionAfreshTests {
    /// Opens a session, does something, and opens the next once the first is gone.
    private static func after(
        _ body: (SKTestSession) async throws -> Void, _ next: (SKTestSession, _ isSameStore: Bool) async throws -> Void
    ) async throws {
        try await DeviceSlot().provide {
            var session: SKTestSession? = try SKTestSession(configurationFileNamed: "TestShop")
            let store = session?.store
            try await body(#require(session))
            session = nil
            let second = try SKTestSession(configurationFileNamed: "TestShop")
            try await next(second, second.store === store)
        }
    }

    @Test("C-126: what was set on the device is as in the beginning, in the same store")
    func settings() async throws {
        try await Self.after { session in
            let device = session.device
            device.canMakePayments = false
            device.holdsSheets = true
            device.installsWhenAsked = false
            device.appVersion = "7.0"
            device.quirks = .all
            device.appStoreAnswers.manageSubscriptions = .cancel
            device.messageAnswers.winBackOffer = .redeem
            _ = try? device.purchase(TestShop.coins)
            try await Product.PromotionInfo.updateProductOrder(byID: [TestShop.noAds, TestShop.coins])
            expectEqual(device.lastRefusal, .purchaseNotAllowed)
            let order = try await Product.PromotionInfo.currentOrder
            expectEqual(order.map(\.productID), [TestShop.noAds, TestShop.coins])
        } _: { session, isSameStore in
            let device = session.device
            #expect(isSameStore)
            #expect(device.canMakePayments && !device.holdsSheets && device.installsWhenAsked)
            expectEqual(device.appVersion, "1.0")
            expectEqual(device.quirks, StoreKitQuirks())
            expectEqual(device.appStoreAnswers, AppStoreAnswers())
            expectEqual(device.messageAnswers, MessageAnswers())
            expectNil(device.lastRefusal)
            let order = try await Product.PromotionInfo.currentOrder
            #expect(order.isEmpty)
        }
    }

    @Test(
        "C-126: an app that read messages and stopped handles them no more; one that goes on does",
        arguments: [true, false])
    func messages(goesOn: Bool) async throws {
        var loop: Message.Messages.AsyncIterator?
        try await Self.after { session in
            loop = Message.messages.makeAsyncIterator()
            #expect(session.device.appHandlesMessages)
            if !goesOn { loop = nil }
        } _: { session, _ in
            expectEqual(session.device.appHandlesMessages, goesOn)
        }
        expectEqual(loop != nil, goesOn)
    }

    @Test("C-126: purchase intents that nobody took, and sheets that nobody answered, are gone")
    func unanswered() async throws {
        try await Self.after { session in
            try session.device.startPromotedPurchase(of: TestShop.noAds)
            _ = try session.device.requestPurchase(TestShop.coins)
            expectEqual(session.device.openSheets.map(\.productID), [TestShop.coins])
        } _: { session, isSameStore in
            #expect(isSameStore)
            #expect(session.device.openSheets.isEmpty)
            var intents = PurchaseIntent.intents.makeAsyncIterator()
            try session.device.startPromotedPurchase(of: TestShop.coins)
            await expectEqual(intents.next()?.product.id, TestShop.coins)
        }
    }

    @Test("C-126: a purchase that still waits for its sheet is cancelled by the next session")
    func waiting() async throws {
        try await DeviceSlot().provide {
            var session: SKTestSession? = try SKTestSession(configurationFileNamed: "TestShop")
            let device = try #require(session).device
            device.holdsSheets = true
            let product = try await TestShop.product(TestShop.coins)
            async let result = product.purchase()
            await expectEqual(device.nextSheet()?.productID, TestShop.coins)
            session = nil
            let next = try SKTestSession(configurationFileNamed: "TestShop")
            guard case .userCancelled = try await result else {
                Issue.record("The purchase was not cancelled.")
                return
            }
            #expect(next.allTransactions().isEmpty)
        }
    }

    /// What a test can do that cannot be taken back.
    enum Deed: CaseIterable {
        case nonce, code, key, binary, pace, failureRate, message
    }

    @Test("C-126, C-5, C-124: where that is not enough, there is another store", arguments: Deed.allCases)
    func another(deed: Deed) async throws {
        try await Self.after { session in
            switch deed {
            case .nonce:
                let nonce = try #require(UUID(uuidString: "5f2a9c1e-7b3d-4e8f-9a01-000000000001"))
                let claim = PaymentDiscount(
                    identifier: "loyal", keyIdentifier: "NOKEY", nonce: nonce, signature: "AAAA",
                    timestamp: Int64(session.store.now.timeIntervalSince1970 * 1_000))
                try await session.buyProduct(identifier: TestShop.monthly)
                _ = try? session.device.purchase(
                    TestShop.monthly, offer: .promotional(claim), account: .userName("u1"))
            case .code:
                try await session.buyProduct(
                    identifier: TestShop.monthly, options: [.codeOffer(referenceName: "Spring")])
            case .key: try session.store.registerKeys(of: #require(Store(try .sample()).configuredSigner))
            case .binary: try session.store.setAppHandlesPurchaseIntents(true)
            case .pace: session.store.pace = .sandbox()
            case .failureRate: session.store.failureRate = FailureRate(share: 0.5, seed: 1)
            case .message: session.device.customer.sendGenericMessage()
            }
        } _: { session, isSameStore in
            #expect(!isSameStore)
            #expect(session.allTransactions().isEmpty)
            try await TestShop.buy(TestShop.coins)
            expectEqual(session.allTransactions().map(\.productIdentifier), [TestShop.coins])
        }
    }

    @Test("C-126: charges that failed, and billing retry, leave nothing but the same store")
    func charges() async throws {
        try await Self.after { session in
            session.shouldEnterBillingRetryOnRenewal = true
            try await TestShop.buy(TestShop.weekly)
            session.device.customer.failNextCharges(2)
            try session.forceRenewalOfSubscription(productIdentifier: TestShop.weekly)
            try await expectEqual(TestShop.status().state, .inBillingRetryPeriod)
        } _: { session, isSameStore in
            #expect(isSameStore)
            try await TestShop.buy(TestShop.weekly)
            try session.forceRenewalOfSubscription(productIdentifier: TestShop.weekly)
            try await expectEqual(TestShop.status().state, .subscribed)
        }
    }

    @Test("C-126: sessions on another configuration in between do not part those on one")
    func alternating() async throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let file = folder.appendingPathComponent("TestShop.storekit")
        let other = FileManager.default.temporaryDirectory.appendingPathComponent(
            "other-\(ProcessInfo.processInfo.processIdentifier).storekit")
        let text = try String(contentsOf: file, encoding: .utf8)
        try Data(text.replacingOccurrences(of: "shop.coins", with: "shop.gems").utf8).write(to: other)
        defer { try? FileManager.default.removeItem(at: other) }
        try await DeviceSlot().provide {
            let one = try SKTestSession(contentsOf: file)
            try await TestShop.buy(TestShop.noAds)
            let between = try SKTestSession(contentsOf: other)
            try await expectEqual(Product.products(for: ["shop.gems"]).count, 1)
            let again = try SKTestSession(contentsOf: file)
            #expect(again.store === one.store && between.store !== one.store)
            expectEqual(DeviceSlot.current.device, one.device)
            expectEqual(again.allTransactions().map(\.productIdentifier), [TestShop.noAds])
        }
    }
}
