import Foundation
import OfferKit
import StoreKit
import StoreKitTest
import Testing

/// A session on the sample shop, in a slot of its own, so that tests run in parallel.
enum SampleSession {
    static func open(_ body: (SKTestSession) async throws -> Void) async throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = package.appendingPathComponent("Sources/OfferKitSamples/SampleShop.storekit")
        try await DeviceSlot().provide { try await body(try SKTestSession(contentsOf: file)) }
    }
}

/// import OfferKit beside import StoreKit.
struct BothImportsTests {
    @Test("one name means one type, whichever of the two modules it is looked for in")
    func oneType() async throws {
        try await SampleSession.open { session in
            let store: Store = session.store
            let products: [Product] = try await Product.products(for: ["com.example.pro.monthly"])
            let product: StoreKit.Product = try #require(products.first)
            let same: OfferKit.Product = product
            let result: Product.PurchaseResult = try await same.purchase()
            guard case .success(let verification) = result else {
                Issue.record("not bought")
                return
            }
            let transaction: OfferKit.Transaction = try verification.payloadValue
            let verified: VerificationResult<Transaction> = .verified(transaction)
            #expect(verified.unsafePayloadValue == transaction)
            #expect(store.log.count > 0)
            let status: SubscriptionStatus = try #require(try await product.subscription?.status.first)
            #expect(status.state == SubscriptionRenewalState.subscribed)
        }
    }
}
