import OfferKitCore
import OfferKitTestHarness
import Testing

/// Lengths of offers by payment mode (B1-24, C-32).
struct OfferLengthTests {
    private static let lengths = [
        "P1D", "P3D", "P7D", "P1W", "P2W", "P3W", "P1M", "P2M", "P3M", "P4M", "P6M", "P12M", "P1Y", "P2Y",
    ]
    private static let allowedFree: Set = ["P3D", "P7D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P12M", "P1Y"]
    private static let allowedUpFront: Set = ["P1M", "P2M", "P3M", "P6M", "P12M", "P1Y"]

    private func isAllowed(
        _ terms: Catalog.Offer.Terms, on period: SubscriptionPeriod = .monthly, under rules: StoreRules = .documents
    ) -> Bool {
        let product = Catalog.Product.subscription(
            "pro", level: 1, period: period, price: 9.99, offers: [.promotional("offer", terms)])
        return !CatalogCase.problems(in: [.group("Premium", [product])], under: rules)
            .contains { $0.field == .duration }
    }

    @Test("A free trial lasts 3 days, 1 or 2 weeks, 1, 2, 3 or 6 months or a year", arguments: lengths)
    func free(length: String) throws {
        let period = try #require(SubscriptionPeriod(iso8601: length))
        expectEqual(isAllowed(.freeTrial(period)), Self.allowedFree.contains(length))
    }

    @Test("An offer paid up front lasts 1, 2, 3 or 6 months or a year", arguments: lengths)
    func upFront(length: String) throws {
        let period = try #require(SubscriptionPeriod(iso8601: length))
        expectEqual(isAllowed(.payUpFront(4.99, period)), Self.allowedUpFront.contains(length))
    }

    // S0-11: payment mode and length go together.
    @Test(
        "Pay as you go lasts for as many periods as fit in a year, or twelve weeks",
        arguments: [("P1W", 12), ("P1M", 12), ("P2M", 6), ("P3M", 4), ("P6M", 2), ("P1Y", 1), ("P7D", 12), ("P12M", 1)])
    func asYouGo(period: String, most: Int) throws {
        let period = try #require(SubscriptionPeriod(iso8601: period))
        let allowed = (-1...14).filter { isAllowed(.payAsYouGo(4.99, periods: $0), on: period) }
        expectEqual(allowed, Array(1...most))
    }

    @Test("Any length is allowed when the rules do not enforce the table (C-32)")
    func relaxed() {
        var rules = StoreRules.documents
        rules.enforcesOfferDurations = false
        #expect(isAllowed(.payAsYouGo(4.99, periods: 100), under: rules))
        #expect(isAllowed(.payUpFront(4.99, .everyThreeDays), under: rules))
        #expect(!isAllowed(.payUpFront(4.99, .everyThreeDays), under: .documents))
    }
}
