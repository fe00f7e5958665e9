import Foundation
import OfferKit
import OfferKitTestHarness
import StoreKitTest
import Testing

/// Promotional offers on products that can have none.
struct SessionOfferTests {
    /// An offer that nobody configured, with a signature that is none.
    private static func claim() -> PaymentDiscount {
        PaymentDiscount(
            identifier: "promo_123", keyIdentifier: "key123", nonce: UUID(uuidString: nonce),
            signature: "dmFsaWRzaWduYXR1cmU=", timestamp: 1_772_366_400)
    }

    private static let nonce = "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd"

    private static func option() throws -> Product.PurchaseOption {
        .promotionalOffer(
            offerID: "promo_123", keyID: "key123", nonce: try #require(UUID(uuidString: nonce)),
            signature: Data("validsignature".utf8), timestamp: 1_772_366_400)
    }

    @Test(
        "C-220: in a session such a product is bought at its price, and the offer is passed over",
        arguments: [TestShop.coins, TestShop.noAds, TestShop.season])
    func session(product: String) async throws {
        try await TestShop.open { session in
            let bought = try await TestShop.buy(product, [try Self.option()])
            expectEqual(bought.productID, product)
            expectNil(bought.offer)
            try await expectEqual(bought.price, TestShop.product(product).price)
            // Of a consumable one more, by the session itself.
            if product == TestShop.coins {
                let own = try await session.buyProduct(
                    identifier: product, options: [.promotionalOffer(id: "promo_123")])
                expectNil(own.offer)
            }
        }
    }

    @Test("C-220: an offer that a subscription does not have is refused in a session, too")
    func subscription() async throws {
        try await TestShop.open { _ in
            let product = try await TestShop.product(TestShop.yearly)
            await #expect(throws: Product.PurchaseError.invalidOfferIdentifier) {
                _ = try await product.purchase(options: [try Self.option()])
            }
        }
    }

    @Test("C-220: elsewhere it is invalidOfferIdentifier, and a rule decides", arguments: [false, true])
    func rule(passesOver: Bool) throws {
        var rules = StoreRules.documents
        rules.passesOverOffersOnOtherProducts = passesOver
        let store = Store(
            catalog: try Catalog(groups: [], products: [.consumable("coins", price: 0.99)]), rules: rules)
        let device = store.addCustomer().addDevice()
        let offer = PurchaseOffer.promotional(Self.claim())
        // Twice: the nonce of an offer that is passed over is not used up.
        for _ in 1...2 {
            do throws(PurchaseRefusal) {
                let bought = try device.purchase("coins", offer: offer, account: .userName("somebody"))
                #expect(passesOver && bought.offer == nil)
            } catch {
                guard case .invalidOfferIdentifier = error else { throw error }
                #expect(!passesOver)
            }
        }
    }
}
