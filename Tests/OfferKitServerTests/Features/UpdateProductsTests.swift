import OfferKitCore
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Products of an update subscription.
struct UpdateProductsTests {
    private static func access(downloaded milliseconds: Int64) throws -> FeatureAccess {
        let timeline = try FeatureTimeline(
            [Feature(id: "themes", name: "Themes", released: Date(millisecondsSince1970: 0))],
            legacy: LegacyRule(downloadedBefore: Date(millisecondsSince1970: 1_000)))
        let date = Date(millisecondsSince1970: milliseconds)
        return try timeline.access(for: [], download: AppDownload(on: date, version: "7"))
    }

    @Test("B18-10, S2-22, S2-23, C-165: legacy users are sent their own product, everybody else the regular one")
    func offered() throws {
        let products = try UpdateProducts("updates", legacy: "updates.legacy")
        try expectEqual(products.offered(to: Self.access(downloaded: 999)), ["updates.legacy"])
        try expectEqual(products.offered(to: Self.access(downloaded: 1_000)), ["updates"])
        // S2-21: without legacy users there is nothing to tell apart.
        try expectEqual(UpdateProducts("updates").offered(isLegacy: true), ["updates"])
    }

    @Test(
        "S2-18, B18-10, C-165: legacy users pay 68 % of the price, rounded down to a thousandth",
        arguments: [
            (Int64(10_000), Int64(6_800)), (4_990, 3_393), (1, 0), (100, 68), (199, 135), (0, 0), (-100, -68),
            // 92,233,720,368,547,758 hundredths are 6,271,892,985,061,247,544, and 68 % of 7 is 4.
            (.max, 6_271_892_985_061_247_548),
        ])
    func price(price: Int64, legacy: Int64) {
        expectEqual(
            UpdateProducts.legacyPrice(of: Decimal(Amount(milliunits: price))), Decimal(Amount(milliunits: legacy)))
    }

    @Test("products without an identifier, or the same one twice, are refused")
    func impossible() {
        #expect(throws: UpdateProductsError.emptyProduct) { try UpdateProducts("") }
        #expect(throws: UpdateProductsError.emptyProduct) { try UpdateProducts("updates", legacy: "") }
        #expect(throws: UpdateProductsError.sameProduct("updates")) {
            try UpdateProducts("updates", legacy: "updates")
        }
    }

    @Test("S2-37, S2-38: the number of the first purchase is the key, without one the date, and in the sandbox nothing")
    func keys() {
        let date = Date(millisecondsSince1970: 1_740_823_200_000)
        let download = AppDownload(on: date, version: "12")
        expectEqual(PurchaserKey(originalTransactionID: 7, download: download), .transaction(7))
        expectEqual(PurchaserKey(originalTransactionID: nil, download: download), .firstDownload(date))
        expectNil(PurchaserKey(originalTransactionID: nil, download: nil))
        let sandbox = AppDownload(on: date, version: "1.0", environment: .sandbox)
        expectNil(PurchaserKey(originalTransactionID: nil, download: sandbox))
        #expect(PurchaserKey.transaction(7).isUnique)
        #expect(!PurchaserKey.firstDownload(date).isUnique)
    }
}
