import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Win-back offers redeemed inside and outside the app.
struct OutsideRedemptionTests {
    /// A customer who lapsed, and a device on which the app runs.
    private func lapsed(streamlined: Bool = true) throws -> (shop: OutsideShop, device: Device) {
        let shop = try OutsideShop()
        try shop.churn()
        if !streamlined { try shop.turnOffStreamlinedPurchasing() }
        return (shop, shop.customer.addDevice())
    }

    @Test("S4-8, S4-28: the offer is the same by link, in the App Store, in the settings and in the app")
    func everywhere() throws {
        var bought: [Transaction] = []
        for place in WinBackPlace.allCases {
            let (_, device) = try lapsed()
            guard
                case .completed(let transaction) = try device.redeemWinBackOffer(
                    "saver", of: OutsideShop.pro, at: place)
            else {
                Issue.record("Not completed: \(place)")
                continue
            }
            bought.append(transaction)
        }
        let (_, device) = try lapsed()
        bought.append(try device.purchase(OutsideShop.pro, offer: .winBack("saver")))
        expectEqual(bought.map { $0.offer?.id }, ["saver", "saver", "saver", "saver"])
        expectEqual(bought.map(\.price), Array(repeating: Decimal(string: "4.99"), count: 4))
    }

    @Test(
        "S4-10: with Streamlined Purchasing the app gets a transaction, without it something to complete",
        arguments: [true, false])
    func handling(streamlined: Bool) async throws {
        let (shop, device) = try lapsed(streamlined: streamlined)
        let before = device.transactions.count
        let (updates, intents) = (listen(device.app.updates), listen(device.app.purchaseIntents))
        try device.redeemWinBackOffer("saver", of: OutsideShop.pro, at: .link)
        let offers = await heard(updates, in: shop.store).compactMap { $0.unsafePayloadValue.offer?.id }
        expectEqual(offers, streamlined ? ["saver"] : [])
        await expectEqual(heard(intents, in: shop.store).map(\.offer?.id), streamlined ? [] : ["saver"])
        expectEqual(device.transactions.count, before + (streamlined ? 1 : 0))
    }

    @Test("S4-30: the transaction is the entitlement; once finished, it comes to no later launch")
    func finished() async throws {
        let (shop, device) = try lapsed()
        try device.redeemWinBackOffer("saver", of: OutsideShop.pro, at: .link)
        for unfinished in await heard(listen(device.app.updates), in: shop.store) {
            expectEqual(unfinished.unsafePayloadValue.productID, OutsideShop.pro)
            await unfinished.unsafePayloadValue.finish()
        }
        expectEqual(device.currentEntitlements.map { $0.offer?.id }, ["saver"])
        device.terminate()
        device.launch()
        await expectEqual(heard(listen(device.app.updates), in: shop.store), [])
        expectEqual(device.currentEntitlements.map { $0.offer?.id }, ["saver"])
    }

    @Test("S4-33: the app may let the customer log in first; the intent is completed afterwards, with its offer")
    func preparing() async throws {
        let (shop, device) = try lapsed(streamlined: false)
        let listener = listen(device.app.purchaseIntents)
        try device.redeemWinBackOffer("saver", of: OutsideShop.pro, at: .link)
        let intent = try #require(await heard(listener, in: shop.store).first)
        let token = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 16))
        try shop.store.advance(by: .minutes(30))
        expectEqual(device.currentEntitlements, [])
        let offer = try #require(intent.offer)
        let options: Set<Product.PurchaseOption> = [.appAccountToken(token), .winBackOffer(offer)]
        guard case .success(.verified(let bought)) = try await intent.product.purchase(options: options) else {
            Issue.record("Not bought.")
            return
        }
        expectEqual(bought.offer?.id, "saver")
        expectEqual(bought.appAccountToken, token)
        expectEqual(bought.purchaseDate, date("2026-03-01T00:30:00Z"))
    }

    @Test("S4-14, B15-21, C-99: an offer that is not promoted is not in the App Store, and is found elsewhere")
    func image() throws {
        // An image alone promotes nothing.
        for (place, isPromoted, hasImage) in WinBackPlace.allCases.flatMap({
            [($0, true, true), ($0, false, true), ($0, false, false)]
        }) {
            let offer = Catalog.Offer.winBack(
                "back", .freeTrial(.monthly), eligibility: .everyChurnedCustomer,
                promotion: isPromoted ? .automaticAssets : .notPromoted)
            let store = Store(
                catalog: try Catalog(groups: [
                    .group(
                        "Plans",
                        [
                            .subscription(
                                "pro", level: 1, period: .monthly, price: 9.99, offers: [offer],
                                hasApprovedImage: hasImage)
                        ])
                ]))
            let device = store.addCustomer().addDevice()
            try device.purchase("pro")
            try device.customer.setAutoRenew(false, inGroup: "Plans")
            try store.advance(by: .months(2))
            let refused = refusal { try device.redeemWinBackOffer("back", of: "pro", at: place) }
            guard place == .appStore, !isPromoted else {
                #expect(refused == nil, "\(place)")
                continue
            }
            guard case .invalidOfferIdentifier(let diagnosis) = refused else {
                Issue.record("In the App Store without being promoted: \(String(describing: refused))")
                continue
            }
            expectEqual(diagnosis.reason, .notPromoted)
            expectEqual(device.lastRefusal, refused)
            expectEqual(device.currentEntitlements, [])
        }
    }
}
