import OfferKitCore
import OfferKitTestHarness
import Testing

/// Periods.
struct SubscriptionPeriodTests {
    @Test(
        "A duration of one unit is read and written back the same",
        arguments: [
            ("P3D", 3, .day), ("P1W", 1, .week), ("P2M", 2, .month), ("P1Y", 1, .year), ("P10000D", 10_000, .day),
        ] as [(String, Int, SubscriptionPeriod.Unit)])
    func iso8601(text: String, value: Int, unit: SubscriptionPeriod.Unit) throws {
        let period = try #require(SubscriptionPeriod(iso8601: text))
        expectEqual(period.value, value)
        expectEqual(period.unit, unit)
        expectEqual(period.iso8601, text)
    }

    @Test(
        "Any other duration is refused, not shortened",
        arguments: [
            "", "P", "P1", "1M", "PM", "p1m", "P1m", "P0M", "P-1M", "P+1M", "P1.5M", "P1Y6M", "PT1H", "P1M ", " P1M",
            "P10001D", "P99999999999999999999M", "P１M", "P1S",
        ])
    func notISO8601(text: String) {
        expectNil(SubscriptionPeriod(iso8601: text))
    }

    @Test(
        "A period has between 1 and 10,000 units",
        arguments: [(0, false), (-1, false), (1, true), (10_000, true), (10_001, false), (.min, false), (.max, false)])
    func bounds(value: Int, isAllowed: Bool) {
        expectEqual(SubscriptionPeriod(value: value, unit: .month) != nil, isAllowed)
    }

    @Test(
        "Periods of one length are the same length however they are counted",
        arguments: [
            ("P7D", "P1W", true), ("P12M", "P1Y", true), ("P14D", "P2W", true), ("P24M", "P2Y", true),
            ("P30D", "P1M", false), ("P4W", "P1M", false), ("P365D", "P1Y", false), ("P1W", "P1M", false),
        ])
    func sameLength(a: String, b: String, isSame: Bool) throws {
        let (a, b) = (try #require(SubscriptionPeriod(iso8601: a)), try #require(SubscriptionPeriod(iso8601: b)))
        expectEqual(a.isSameLength(as: b), isSame)
        expectEqual(b.isSameLength(as: a), isSame)
        #expect(a != b)
    }

    @Test("A period taken many times keeps its unit (B0-8)")
    func multiplied() {
        expectEqual(SubscriptionPeriod.monthly.multiplied(by: 2).iso8601, "P2M")
        expectEqual(SubscriptionPeriod.everyTwoWeeks.multiplied(by: 3).iso8601, "P6W")
        expectEqual(SubscriptionPeriod.yearly.multiplied(by: .max).iso8601, "P10000Y")
        expectEqual(SubscriptionPeriod.everyThreeDays.multiplied(by: .min).iso8601, "P1D")
    }
}
