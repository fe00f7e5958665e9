// The code of Documentation/AStoreKit2App.md, compiled and run. A test holds the guide against this file: each block
// of the guide stands between two lines that begin with "// guide:".

import Foundation
import OfferKit
import OfferKitTesting
import Testing

// guide: service
@MainActor final class ProShop {
    static let monthly = "com.example.pro.monthly"
    private(set) var products: [Product] = []
    private(set) var hasPro = false
    private var listener: Task<Void, Never>?

    init() {
        listener = Task { [weak self] in
            for await result in Transaction.updates { await self?.receive(result) }
        }
    }

    deinit { listener?.cancel() }

    func load() async throws {
        products = try await Product.products(for: [Self.monthly])
    }

    func buy(_ product: Product, options: Set<Product.PurchaseOption> = []) async throws -> Bool {
        guard case .success(let result) = try await product.purchase(options: options) else { return false }
        await receive(result)
        return true
    }

    func refresh() async {
        var found = false
        for await result in Transaction.currentEntitlements {
            if case .verified(let transaction) = result, transaction.productID == Self.monthly { found = true }
        }
        hasPro = found
    }

    private func receive(_ result: VerificationResult<Transaction>) async {
        guard case .verified(let transaction) = result else { return }
        await refresh()
        await transaction.finish()
    }
}
// guide: end

// guide: buy
@MainActor @Suite(.store()) struct ProShopTests {
    let shop = ProShop()

    init() async {
        await Device.current?.isListening()  // the shop's loop has begun
    }

    @Test func aNewCustomerGetsTheFreeWeek() async throws {
        try await shop.load()
        #expect(try await shop.buy(shop.products[0]))
        #expect(shop.hasPro)
        #expect(Device.current?.lastPurchase?.transaction.offer?.type == .introductory)
    }
    // guide: end

    // guide: renew
    @Test func itRenewsUntilItIsCancelled() async throws {
        let (store, device) = (try #require(Store.current), try #require(Device.current))
        try device.purchase(ProShop.monthly)
        try store.advance(by: .months(6))
        await store.settled()  // the shop's loop has taken what came
        #expect(shop.hasPro)
        try device.customer.setAutoRenew(false, inGroup: "Premium")
        try store.advance(by: .months(2))
        await shop.refresh()
        #expect(!shop.hasPro)
    }
    // guide: end

    // guide: card
    @Test func aCardThatFailsEndsServiceAndARepairBringsItBack() async throws {
        let (store, device) = (try #require(Store.current), try #require(Device.current))
        try device.purchase(ProShop.monthly)
        device.customer.paymentMethod = .declining
        try store.advance(by: .days(8))
        await shop.refresh()
        #expect(!shop.hasPro && device.subscriptionStatus(inGroup: "Premium")?.state == .inBillingRetryPeriod)
        device.customer.paymentMethod = .working
        await store.settled()
        #expect(shop.hasPro)
    }
    // guide: end

    // guide: parent
    @Test func aParentSaysYesLater() async throws {
        let (store, device) = (try #require(Store.current), try #require(Device.current))
        device.sheetAnswer = .askToBuy
        try await shop.load()
        #expect(try await !shop.buy(shop.products[0]))  // pending
        try store.pendingPurchases.first?.approve()
        await store.settled()
        #expect(shop.hasPro)
    }
    // guide: end

    // guide: refund
    @Test func aRefundTakesItBack() async throws {
        let (store, device) = (try #require(Store.current), try #require(Device.current))
        let transaction = try device.purchase(ProShop.monthly)
        await shop.refresh()
        #expect(shop.hasPro)
        try store.refund(transaction.id)
        await store.settled()
        #expect(!shop.hasPro)
    }
    // guide: end

    // guide: other
    @Test func whatIsBoughtOnThePhoneIsOnTheTablet() async throws {
        let (store, device) = (try #require(Store.current), try #require(Device.current))
        try device.customer.addDevice().purchase(ProShop.monthly)
        await store.settled()
        #expect(shop.hasPro)
    }
    // guide: end

    // guide: offline
    @Test func withoutANetworkNothingIsSoldAndNothingIsLost() async throws {
        let device = try #require(Device.current)
        try device.purchase(ProShop.monthly)
        device.isOffline = true
        await #expect(throws: StoreKitError.self) { try await shop.load() }
        await shop.refresh()
        #expect(shop.hasPro)
    }
    // guide: end

    // guide: offer
    @Test func aSubscriberWhoLeftComesBackForHalfThePrice() async throws {
        let (store, device) = (try #require(Store.current), try #require(Device.current))
        try device.purchase(ProShop.monthly, on: store.now.addingTimeInterval(-90 * 86_400), autoRenews: false)
        let account = try #require(UUID(uuidString: "2f0b8d1c-7a3e-4c55-9d10-6a1f0e4b7c21"))
        let discount = try store.sign(
            offer: "half3", of: ProShop.monthly, for: .token(account), with: store.makeSigner())
        let signature = try #require(Product.SubscriptionOffer.Signature(discount))
        try await shop.load()
        #expect(
            try await shop.buy(
                shop.products[0],
                options: [.promotionalOffer(offerID: "half3", signature: signature), .appAccountToken(account)]))
        #expect(device.lastPurchase?.transaction.offer?.id == "half3")
    }
    // guide: end

    // guide: unverified
    @Test func whatIsNotVerifiedUnlocksNothing() async throws {
        let device = try #require(Device.current)
        device.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)
        try await shop.load()
        #expect(try await shop.buy(shop.products[0]))
        #expect(!shop.hasPro)
    }
    // guide: end
}
