import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Which offer to show a customer.
struct MerchandisingTests {
    private func offer(in shop: OutsideShop, preference: Device.OfferPreference? = nil) throws -> String? {
        let device = shop.customer.addDevice()
        let product = try #require(device.product(OutsideShop.pro))
        let offer = device.app.merchandisedOffer(for: product, preference: preference)
        return offer.map { $0.id ?? $0.type.rawValue }
    }

    @Test("S1-19: a new customer is shown the introductory offer")
    func newCustomer() throws {
        try expectEqual(offer(in: OutsideShop()), "Introductory")
    }

    @Test("B15-13: a churned customer is shown the best win-back offer, unless the app prefers another")
    func churned() throws {
        let shop = try OutsideShop()
        try shop.churn()
        try expectEqual(offer(in: shop), "comeback")
        try expectEqual(offer(in: shop) { _, _, offers in offers.first { $0.paymentMode == .payUpFront } }, "saver")
        // Used up with the first subscription, so there is nothing else to show.
        expectNil(try offer(in: shop) { _, _, _ in nil })
    }

    @Test("B15-13: an app that prefers no win-back offer shows the introductory one where the customer may have it")
    func preferringNone() throws {
        let shop = try OutsideShop()
        try shop.churn(OutsideShop.basic)
        try expectEqual(offer(in: shop), "comeback")
        try expectEqual(offer(in: shop) { _, _, _ in nil }, "Introductory")
    }

    @Test("B15-11: the preference sees the eligible offers, the best first")
    func order() throws {
        let shop = try OutsideShop()
        try shop.churn()
        var seen: [String?] = []
        _ = try offer(in: shop) { product, info, offers in
            expectEqual(product.id, OutsideShop.pro)
            expectEqual(info.subscriptionGroupID, OutsideShop.group)
            seen = offers.map(\.id)
            return nil
        }
        expectEqual(seen, ["comeback", "saver"])
    }

    @Test("S3-42: nothing is merchandised while a renewal has failed, in grace or billing retry")
    func billingRetry() throws {
        let shop = try OutsideShop(grace: BillingGracePeriod(.threeDays))
        let device = shop.customer.addDevice()
        try device.purchase(OutsideShop.basic)
        shop.customer.paymentMethod = .declining
        try shop.store.advance(to: date("2026-02-02T00:00:00Z"))
        expectEqual(device.subscriptionStatus(inGroup: OutsideShop.group)?.state, .inGracePeriod)
        expectNil(try offer(in: shop))
        try shop.store.advance(by: .days(10))
        expectEqual(device.subscriptionStatus(inGroup: OutsideShop.group)?.state, .inBillingRetryPeriod)
        expectNil(try offer(in: shop))
        try shop.store.advance(by: .days(60))
        try expectEqual(offer(in: shop), "comeback")
    }

    @Test("a subscriber, and a product that is none, are shown nothing")
    func others() throws {
        let shop = try OutsideShop()
        let device = shop.customer.addDevice()
        let coins = try #require(device.product(OutsideShop.coins))
        expectNil(device.app.merchandisedOffer(for: coins))
        try device.purchase(OutsideShop.basic)
        expectNil(try offer(in: shop))
    }
}
