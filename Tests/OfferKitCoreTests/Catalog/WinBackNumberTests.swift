import Foundation
import OfferKitCore
import OfferKitTestHarness
import Testing

/// Numbers of win-back offers.
struct WinBackNumberTests {
    private static func winBack(_ id: String) -> Catalog.Offer {
        .winBack(id, .freeTrial(.monthly), eligibility: .everyChurnedCustomer)
    }

    private func bench() throws -> Bench {
        try Bench(adding: [
            Sample.pro: [Self.winBack("back"), .introductory(.freeTrial(.weekly)), Self.winBack("again")],
            Sample.news: [Self.winBack("news")],
        ])
    }

    @Test("S4-12: each win-back offer of the catalogue has a number of ten digits, in the order of the catalogue")
    func numbers() throws {
        let shop = try bench().state.shop
        let (pro, news) = (try #require(shop.place(of: Sample.pro)), try #require(shop.place(of: Sample.news)))
        expectEqual(shop.winBackNumber(of: "back", on: pro), 6_500_000_001)
        expectEqual(shop.winBackNumber(of: "again", on: pro), 6_500_000_002)
        expectEqual(shop.winBackNumber(of: "news", on: news), 6_500_000_003)
        // Another product's, another kind's, and none at all.
        expectNil(shop.winBackNumber(of: "news", on: pro))
        expectNil(shop.winBackNumber(of: "half.pro.monthly", on: pro))
        expectNil(shop.winBackNumber(of: "gone", on: pro))
    }

    @Test("S4-12: a number leads to its offer, disabled or not; others lead nowhere")
    func lookUp() throws {
        var bench = try bench()
        let pro = try #require(bench.state.shop.place(of: Sample.pro))
        let found = try #require(bench.state.shop.winBackOffer(numbered: 6_500_000_002))
        expectEqual(found.place, pro)
        expectEqual(found.offer.id, "again")
        try bench.perform {
            OfferDesk($0).decideOffer(Shop.OfferName(type: .winBack, id: "again"), of: Sample.pro, isActive: false)
        }
        expectEqual(bench.state.shop.winBackOffer(numbered: 6_500_000_002)?.offer.id, "again")
        for number in [0, 1, 6_500_000_000, 6_500_000_004, UInt64.max] as [UInt64] {
            expectNil(bench.state.shop.winBackOffer(numbered: number))
        }
    }

    @Test("the numbers are saved, and one that the store never gave is found to be damage")
    func saved() throws {
        let shop = try bench().state.shop
        try expectEqual(JSONDecoder().decode(Shop.self, from: JSONEncoder().encode(shop)), shop)
        // No other part of the state has the number.
        let state = String(decoding: try JSONEncoder().encode(bench().state), as: UTF8.self)
        let other = state.replacing("6500000002", with: "6500000009")
        let damaged = try JSONDecoder().decode(StoreState.self, from: Data(other.utf8))
        expectEqual(
            damaged.fault(), "A win-back offer of product 'pro.monthly' has a number that the store never gave.")
    }
}
