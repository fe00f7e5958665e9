import OfferKit
import OfferKitTestHarness
import StoreKit
import Testing

/// StoreKit 1: promoted products.
struct StorePromotionTests {
    @Test("C-117: what the controller changes, StoreKit 2 shows; and the other way round")
    func both() async throws {
        let shop = try QueueShop()
        let (theme, coins) = (try await shop.product(QueueShop.theme), try await shop.product(QueueShop.coins))
        let slot = shop.slot
        let failure = await withCheckedContinuation { (done: CheckedContinuation<(any Error)?, Never>) in
            slot.provide {
                SKProductStorePromotionController.default().update(storePromotionVisibility: .hide, for: theme) {
                    done.resume(returning: $0)
                }
            }
        }
        expectNil(failure)
        try await slot.provide {
            try await expectEqual(Product.PromotionInfo.currentOrder.map(\.visibility), [.hidden])
            try await Product.PromotionInfo.updateProductOrder(byID: [coins.productIdentifier, theme.productIdentifier])
        }
        let order = await withCheckedContinuation { (done: CheckedContinuation<[SKProduct], Never>) in
            slot.provide {
                SKProductStorePromotionController.default().fetchStorePromotionOrder { products, _ in
                    done.resume(returning: products)
                }
            }
        }
        expectEqual(order.map(\.productIdentifier), [QueueShop.coins, QueueShop.theme])
    }
}
