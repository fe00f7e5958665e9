import StoreKitTest
import XCTest

/// An app's store manager as they are written everywhere.
@MainActor
private final class StoreManager {
    private(set) var products: [Product] = []
    private(set) var purchasedProductIDs: Set<String> = []
    private var updates: Task<Void, Never>?

    init() {
        updates = Task { [weak self] in
            for await result in Transaction.updates {
                guard case .verified(let transaction) = result else { continue }
                await self?.refreshPurchasedProducts()
                await transaction.finish()
            }
        }
    }

    deinit {
        updates?.cancel()
    }

    func loadProducts() async throws {
        products = try await Product.products(for: ["shop.coins", "shop.noads", "shop.monthly"])
            .sorted { $0.price < $1.price }
    }

    func purchase(_ product: Product) async throws -> Transaction? {
        switch try await product.purchase() {
        case .success(let verification):
            let transaction = try verification.payloadValue
            await refreshPurchasedProducts()
            await transaction.finish()
            return transaction
        case .userCancelled, .pending: return nil
        }
    }

    func refreshPurchasedProducts() async {
        var ids: Set<String> = []
        for await result in Transaction.currentEntitlements {
            if case .verified(let transaction) = result { ids.insert(transaction.productID) }
        }
        purchasedProductIDs = ids
    }
}

/// A suite as they are written everywhere: XCTest, the process's own environment, set up anew for each test.
@MainActor
final class StoreManagerTests: XCTestCase {
    private var session: SKTestSession?
    private var manager: StoreManager?

    override func setUp() async throws {
        let session = try SKTestSession(configurationFileNamed: "TestShop")
        session.resetToDefaultState()
        session.disableDialogs = true
        session.clearTransactions()
        self.session = session
        manager = StoreManager()
    }

    override func tearDown() async throws {
        session?.clearTransactions()
        session = nil
        manager = nil
    }

    func testProductsAreLoaded() async throws {
        let manager = try XCTUnwrap(manager)
        try await manager.loadProducts()
        XCTAssertEqual(manager.products.map(\.displayPrice), ["$0.99", "$4.99", "$4.99"])
    }

    func testAPurchaseIsAnEntitlement() async throws {
        let manager = try XCTUnwrap(manager)
        try await manager.loadProducts()
        let product = try XCTUnwrap(manager.products.first { $0.id == "shop.noads" })
        let transaction = try await manager.purchase(product)
        XCTAssertEqual(transaction?.productID, "shop.noads")
        XCTAssertEqual(manager.purchasedProductIDs, ["shop.noads"])
        XCTAssertEqual(session?.allTransactions().count, 1)
    }

    func testARefundEndsIt() async throws {
        let manager = try XCTUnwrap(manager)
        try await manager.loadProducts()
        let product = try XCTUnwrap(manager.products.first { $0.id == "shop.noads" })
        let bought = try await manager.purchase(product)
        let transaction = try XCTUnwrap(bought)
        try session?.refundTransaction(identifier: UInt(transaction.id))
        await manager.refreshPurchasedProducts()
        XCTAssertTrue(manager.purchasedProductIDs.isEmpty)
    }

    func testEveryTestBeginsWithNothing() async throws {
        let manager = try XCTUnwrap(manager)
        await manager.refreshPurchasedProducts()
        XCTAssertTrue(manager.purchasedProductIDs.isEmpty)
        XCTAssertEqual(session?.allTransactions().count, 0)
    }

    func testAnExpiredSubscriptionIsNoEntitlement() async throws {
        let manager = try XCTUnwrap(manager)
        try await session?.buyProduct(identifier: "shop.monthly")
        await manager.refreshPurchasedProducts()
        XCTAssertEqual(manager.purchasedProductIDs, ["shop.monthly"])
        try session?.expireSubscription(productIdentifier: "shop.monthly")
        await manager.refreshPurchasedProducts()
        XCTAssertTrue(manager.purchasedProductIDs.isEmpty)
    }

    func testAskToBuyIsPending() async throws {
        let manager = try XCTUnwrap(manager)
        session?.askToBuyEnabled = true
        try await manager.loadProducts()
        let bought = try await manager.purchase(manager.products[0])
        XCTAssertNil(bought)
        let pending = try XCTUnwrap(session?.allTransactions().first)
        XCTAssertTrue(pending.pendingAskToBuyConfirmation)
        try session?.approveAskToBuyTransaction(identifier: pending.identifier)
        XCTAssertEqual(session?.allTransactions().map(\.state), [.purchased])
    }
}
