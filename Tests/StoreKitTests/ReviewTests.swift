import OfferKit
import OfferKitTestHarness
import StoreKit
import Testing

/// Requests for a review.
struct ReviewTests {
    @Test("C-201: each is counted on the device where it was made, by whichever API, and nothing else comes of it")
    func counted() throws {
        let shop = try QueueShop()
        let other = shop.customer.addDevice()
        let events = shop.store.log.count
        expectEqual(shop.device.reviewRequests, 0)
        shop.slot.provide {
            SKStoreReviewController.requestReview()
            AppStore.requestReview()
        }
        expectEqual(shop.device.reviewRequests, 2)
        expectEqual(other.reviewRequests, 0)
        expectEqual(shop.store.log.count, events)
    }
}
