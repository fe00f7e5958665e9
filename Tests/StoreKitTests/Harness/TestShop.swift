import Foundation
import OfferKit
import StoreKitTest
import Testing

/// A session on `TestSession/TestShop.storekit`, in a slot of its own, so that tests run in parallel.
enum TestShop {
    static let coins = "shop.coins"
    static let noAds = "shop.noads"
    static let season = "shop.season"
    static let monthly = "shop.monthly"
    static let yearly = "shop.yearly"
    static let weekly = "shop.weekly"
    static let group = "21400001"

    static func open(_ body: (SKTestSession) async throws -> Void) async throws {
        try await DeviceSlot().provide {
            try await body(try SKTestSession(configurationFileNamed: "TestShop"))
        }
    }

    static func product(_ id: String) async throws -> Product {
        try #require(try await Product.products(for: [id]).first)
    }

    /// The transaction that the app gets for buying a product in the app.
    @discardableResult
    static func buy(_ id: String, _ options: Set<Product.PurchaseOption> = []) async throws -> Transaction {
        guard case .success(let result) = try await product(id).purchase(options: options) else {
            throw Failure("The purchase of \(id) was no success.")
        }
        return try result.payloadValue
    }

    /// Where the subscription of the one group stands.
    static func status() async throws -> SubscriptionStatus {
        try #require(try await Product.SubscriptionInfo.status(for: group).first)
    }

    /// The products of the current entitlements, in order.
    static func entitlements() async -> [String] {
        var ids: [String] = []
        for await result in Transaction.currentEntitlements { ids.append(result.unsafePayloadValue.productID) }
        return ids
    }

    /// The code of the error that a call of a session ends in; nil where it does not.
    static func code(_ body: () async throws -> Void) async -> SKTestError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? SKTestError)?.code
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}
