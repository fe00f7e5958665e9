import Foundation
import OfferKit
import OfferKitCore
import OfferKitTestHarness
import Testing

/// What a device's system can do.
struct DeviceSystemTests {
    /// One system that is just new enough for promotional offers, and one just below (S1-40; Apple's reference for the rest).
    private static let promotional: [(DeviceSystem, DeviceSystem)] = [
        (.iOS(12, 2), .iOS(12, 1, 4)), (.macOS(10, 14, 4), .macOS(10, 14, 3)), (.tvOS(12, 2), .tvOS(12, 1)),
        (.watchOS(6, 2), .watchOS(6, 1)),
    ]

    @Test(
        "S1-40, B3-9: below the minimum there are no promotional offers, and asking for one names it",
        arguments: promotional)
    func promotionalOffers(enough: DeviceSystem, old: DeviceSystem) throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.pro)
        for (system, isEnough) in [(enough, true), (old, false)] {
            let device = shopping.customer.addDevice(system: system)
            let offers = try #require(device.product(Shopping.pro)?.subscription).promotionalOffers
            expectEqual(offers.compactMap(\.id).contains("half3"), isEnough)
            let before = shopping.store.log.count
            let claim = try shopping.claim()
            let refusal = refusal {
                try device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u1"))
            }
            guard !isEnough else {
                expectNil(refusal)
                continue
            }
            guard case .unsupportedSystem(let shortfall) = refusal else {
                Issue.record("Not refused for its system: \(String(describing: refusal))")
                continue
            }
            expectEqual(shortfall.feature, .promotionalOffers)
            expectEqual(shortfall.minimum, enough.version)
            expectContains(shortfall.description, "\(enough)")
            // The call does not exist there: not even the nonce is spent.
            expectEqual(shopping.store.log.count, before)
            #expect(
                try shopping.device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u1")).id > 0)
        }
    }

    private static let winBack: [(DeviceSystem, Bool)] = [
        (.iOS(18), true), (.iOS(17, 7), false), (.macOS(15), true), (.macOS(14, 7), false), (.tvOS(18), true),
        (.tvOS(17, 6), false), (.visionOS(2), true), (.visionOS(1, 3), false), (.watchOS(11), true),
        (.watchOS(10, 6), false),
    ]

    @Test("B3-9, B15-22: win-back offers in the app need systems of 2024, in the App Store none", arguments: winBack)
    func winBackOffers(system: DeviceSystem, isEnough: Bool) throws {
        let shop = try OutsideShop()
        try shop.churn()
        let device = shop.customer.addDevice(system: system)
        let product = try #require(device.product(OutsideShop.pro)?.subscription)
        #expect(product.winBackOffers.isEmpty != isEnough)
        let refusal = refusal { try device.purchase(OutsideShop.pro, offer: .winBack("comeback")) }
        expectEqual(refusal == nil, isEnough)
        guard !isEnough else { return }
        expectNil(refusal?.purchaseError)
        expectEqual(refusal?.storeKit1Code, 19)
        let outcome = try device.redeemWinBackOffer("comeback", of: OutsideShop.pro, at: .link)
        guard case .completed(let transaction) = outcome else {
            Issue.record("Not completed: \(outcome)")
            return
        }
        expectEqual(transaction.offer?.id, "comeback")
    }

    @Test("B3-9: StoreKit 2 says that the call is unsupported, and the device says why")
    func unsupportedCall() async throws {
        let shop = try OutsideShop()
        try shop.churn()
        let offer = try #require(
            shop.customer.addDevice().product(OutsideShop.pro)?.subscription?.winBackOffers.first)
        let device = shop.customer.addDevice(system: .iOS(17))
        let product = try #require(device.product(OutsideShop.pro))
        await #expect {
            try await product.purchase(options: [.winBackOffer(offer)])
        } throws: { error in
            guard case StoreKitError.unsupported = error else { return false }
            return true
        }
        guard case .unsupportedSystem(let shortfall) = device.lastRefusal else {
            Issue.record("No reason was kept.")
            return
        }
        expectEqual(shortfall.minimum, DeviceSystem.Version(18))
    }

    @Test("versions are compared number by number")
    func versions() {
        typealias Version = DeviceSystem.Version
        #expect(Version(9, 3) < Version(12, 2))
        #expect(Version(12, 2) < Version(12, 10))
        #expect(Version(10, 14, 3) < Version(10, 14, 4))
        #expect(!(Version(18) < Version(18, 0, 0)))
        expectEqual("\(DeviceSystem.macOS(10, 14, 4)), \(DeviceSystem.iOS(18))", "macOS 10.14.4, iOS 18.0")
    }
}
