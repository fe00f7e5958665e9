import OfferKit
import OfferKitTestHarness
import StoreKit
import Testing

/// StoreKit 1: an app's paywall, unchanged.
struct PaywallTests {
    private func paywall(_ ids: Set<String>, in shop: QueueShop) async -> Paywall {
        let paywall = Paywall(productIds: ids)
        await withCheckedContinuation { continuation in
            paywall.didLoad = { continuation.resume() }
            shop.slot.provide { paywall.load() }
        }
        return paywall
    }

    @Test("S1-11…S1-13: prices have no needless zeros, and periods are words")
    func texts() async throws {
        let shop = try QueueShop()
        try shop.store.setBasePrice(of: QueueShop.weekly, to: 10)
        let paywall = await paywall([QueueShop.pro, QueueShop.weekly, QueueShop.yearly], in: shop)
        let weekly = try #require(paywall.products.first)
        // S1-12: `$10`, not `$10.00`; and `$9.99`.
        expectEqual(weekly.price.localizedPrice(for: weekly.priceLocale), "$10")
        expectEqual(paywall.products[1].price.localizedPrice(for: paywall.products[1].priceLocale), "$9.99")
        expectEqual(paywall.introductoryOfferMessage(for: paywall.products[1]), "$0 / 1 week")
        expectEqual(paywall.introductoryOfferMessage(for: paywall.products[2]), "$14.99 / 3 months")
        expectNil(paywall.introductoryOfferMessage(for: weekly))
        expectEqual(paywall.promoOfferMessage(for: paywall.products[1], offerId: "half3"), "$4.99 / 1 month")
        expectEqual(paywall.promoOfferMessage(for: paywall.products[1], offerId: "prepaid6"), "$29.99 / 6 months")
    }

    @Test(
        "S0-61…S0-66, S1-33…S1-36: an offer is signed, sent and told with its transaction; the user name may be empty")
    func promotionalOffer() async throws {
        let shop = try QueueShop()
        try shop.device.purchase(QueueShop.weekly)
        let paywall = await paywall([QueueShop.pro], in: shop)
        paywall.signSubscriptionOffer = { params in
            try shop.serverAnswer(
                try #require(params["offer_id"] as? String), of: try #require(params["product"] as? String))
        }
        shop.queue.add(paywall)
        let product = try #require(paywall.products.first)
        let error = await withCheckedContinuation { (continuation: CheckedContinuation<(any Error)?, Never>) in
            // The first one that the queue tells is the subscription that was bought before.
            shop.slot.provide {
                paywall.buy(product, offerId: "half3") { transaction, _, error in
                    guard transaction?.payment.productIdentifier == QueueShop.pro else { return }
                    paywall.completion = nil
                    continuation.resume(returning: error)
                }
            }
        }
        expectNil(error)
        expectEqual(paywall.appliedOffers, ["half3"])
        expectEqual(shop.device.latest(for: QueueShop.pro)?.offer?.id, "half3")
        expectEqual(shop.device.latest(for: QueueShop.pro)?.price, Decimal(string: "4.99"))
    }
}
