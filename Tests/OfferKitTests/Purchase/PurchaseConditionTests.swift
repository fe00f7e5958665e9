import Foundation
import OfferKit
import OfferKitSamples
import OfferKitTestHarness
import Synchronization
import Testing

/// Options of the payment sheet.
///
/// Options that say something about the payment sheet.
struct PurchaseConditionTests {
    // C-115, B10-8
    @Test("a purchase that simulates Ask to Buy is pending, and comes by itself when the parent approves")
    func asks() async throws {
        let store = Store(try .sample(), environment: .sandbox)
        let device = store.addCustomer().addDevice()
        let product = try #require(device.product(Shopping.coins))
        let updates = listen(device.app.updates)
        guard case .pending = try await product.purchase(options: [.simulatesAskToBuyInSandbox(true)]) else {
            Issue.record("The purchase is not pending.")
            return
        }
        expectEqual(device.transactions, [])
        let pending = try #require(store.pendingPurchases.first)
        try pending.approve()
        let heard = await heard(updates, in: store)
        expectEqual(heard.map { $0.unsafePayloadValue.productID }, [Shopping.coins])

        guard case .success = try await product.purchase(options: [.simulatesAskToBuyInSandbox(false)]) else {
            Issue.record("No parent was to be asked.")
            return
        }
    }

    // C-115
    @Test(
        "in production and in Xcode's test environment the option has no effect",
        arguments: [.production, .xcode] as [StoreEnvironment])
    func elsewhere(environment: StoreEnvironment) async throws {
        let store = Store(try .sample(), environment: environment)
        let product = try #require(store.addCustomer().addDevice().product(Shopping.coins))
        guard case .success = try await product.purchase(options: [.simulatesAskToBuyInSandbox(true)]) else {
            Issue.record("Nobody is asked there.")
            return
        }
    }

    /// Buys on a sheet that is held, while the customer moves to another storefront.
    private func purchase(
        _ options: Set<Product.PurchaseOption>, movingTo storefront: Territory?, _ shopping: Shopping
    ) async throws -> Product.PurchaseResult {
        shopping.device.holdsSheets = true
        let product = try shopping.product(Shopping.coins)
        async let result = product.purchase(options: options)
        let sheet = try #require(await shopping.device.nextSheet())
        if let storefront { shopping.device.storefront = storefront }
        _ = try? sheet.confirm()
        return try await result
    }

    // C-116
    @Test(
        "the app is asked in a changed storefront, with its code; a no is a cancelled purchase",
        arguments: [true, false])
    func storefront(goesOn: Bool) async throws {
        let shopping = try Shopping()
        let asked = Mutex<[String]>([])
        let question = Product.PurchaseOption.onStorefrontChange { storefront in
            asked.withLock { $0.append(storefront.countryCode) }
            return goesOn
        }
        let result = try await purchase([question], movingTo: "DEU", shopping)
        expectEqual(asked.withLock { $0 }, ["DEU"])
        switch result {
        case .success(let transaction):
            #expect(goesOn)
            try expectEqual(transaction.payloadValue.storefront.countryCode, "USA")
        case .userCancelled:
            #expect(!goesOn)
            expectEqual(shopping.device.transactions, [])
        case .pending: Issue.record("Nobody else was asked.")
        }
    }

    // C-116
    @Test("in the same storefront the app is not asked, and without the option a changed one stops nothing")
    func unasked() async throws {
        let no = Product.PurchaseOption.onStorefrontChange { _ in false }
        guard case .success = try await purchase([no], movingTo: nil, Shopping()) else {
            Issue.record("The storefront is the same.")
            return
        }
        guard case .success = try await purchase([], movingTo: "DEU", Shopping()) else {
            Issue.record("There was no question.")
            return
        }
    }

    // C-116
    @Test("an app that was terminated is asked nothing, and finds the purchase at its next launch")
    func terminated() async throws {
        let shopping = try Shopping()
        shopping.device.holdsSheets = true
        let product = try shopping.product(Shopping.coins)
        let no = Product.PurchaseOption.onStorefrontChange { _ in false }
        let call = Task { try await product.purchase(options: [no]) }
        let sheet = try #require(await shopping.device.nextSheet())
        shopping.device.terminate()
        shopping.device.storefront = "DEU"
        try expectEqual(sheet.confirm().storefront.countryCode, "USA")
        await #expect(throws: CancellationError.self) { try await call.value }
        expectEqual(shopping.device.unfinished.map(\.productID), [Shopping.coins])
    }

    @Test("a developer's own values change nothing, but the one that StoreKit itself uses is read")
    func custom() async throws {
        let shopping = try Shopping()
        let product = try shopping.product(Shopping.coins)
        let options: Set<Product.PurchaseOption> = [
            .custom(key: "a", value: "b"), .custom(key: "a", value: 1.5), .custom(key: "a", value: true),
            .custom(key: "a", value: Data([1])), .quantity(2),
        ]
        expectEqual(options.count, 5)
        guard case .success(let result) = try await product.purchase(options: options) else {
            Issue.record("The options change nothing.")
            return
        }
        try expectEqual(result.payloadValue.purchasedQuantity, 2)
        expectEqual(
            Product.PurchaseOption.custom(key: "introOfferEligibilityParam", value: "x"),
            .introductoryOfferEligibility(compactJWS: "x"))
    }
}
