import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Periods as dates and as text.
struct PeriodFormatTests {
    private static let start = date("2026-01-31T12:00:00Z")

    @Test(
        "a period runs to the same day of the calendar, or the last there is",
        arguments: [
            (Product.SubscriptionPeriod.everyThreeDays, "2026-02-03T12:00:00Z"), (.weekly, "2026-02-07T12:00:00Z"),
            (.everyTwoWeeks, "2026-02-14T12:00:00Z"), (.monthly, "2026-02-28T12:00:00Z"),
            (.everyTwoMonths, "2026-03-31T12:00:00Z"), (.everyThreeMonths, "2026-04-30T12:00:00Z"),
            (.everySixMonths, "2026-07-31T12:00:00Z"), (.yearly, "2027-01-31T12:00:00Z"),
        ])
    func range(period: Product.SubscriptionPeriod, end: String) {
        // The system's time zone may change to summer time in between, by an hour at most.
        let range = period.dateRange(referenceDate: Self.start)
        expectEqual(range.lowerBound, Self.start)
        #expect(abs(range.upperBound.timeIntervalSince(date(end))) <= 3600)
    }

    @Test("a period is date components of its own unit")
    func components() {
        expectEqual(DateComponents(subscriptionPeriod: .everyThreeDays), DateComponents(day: 3))
        expectEqual(DateComponents(subscriptionPeriod: .everyTwoWeeks), DateComponents(weekOfYear: 2))
        expectEqual(DateComponents(subscriptionPeriod: .everySixMonths), DateComponents(month: 6))
        expectEqual(DateComponents(subscriptionPeriod: .yearly), DateComponents(year: 1))
    }

    @Test(
        "a product's styles write periods and units in the device's language",
        arguments: [
            ("en_US", "one month", "two weeks", "month"), ("de_DE", "1 Monat", "2 Wochen", "Monat"),
            ("ja_JP", "1か月", "2週間", "か月"), ("ru_RU", "1 месяц", "2 недели", "месяц"),
            ("fr_FR", "1 mois", "2 semaines", "mois"), ("xx_XX", "1 month", "2 weeks", "month"),
        ])
    func styles(locale: String, month: String, weeks: String, unit: String) throws {
        let shopping = try Shopping()
        shopping.device.locale = Locale(identifier: locale)
        let product = try shopping.product(Shopping.pro)
        let style = product.subscriptionPeriodFormatStyle
        expectEqual(Product.SubscriptionPeriod.monthly.formatted(style, referenceDate: Self.start), month)
        expectEqual(Product.SubscriptionPeriod.everyTwoWeeks.formatted(style, referenceDate: Self.start), weeks)
        let unitStyle = product.subscriptionPeriodUnitFormatStyle
        expectEqual(Product.SubscriptionPeriod.Unit.month.formatted(unitStyle), unit)
        let german = Locale(identifier: "de_DE")
        expectEqual(Product.SubscriptionPeriod.Unit.year.formatted(unitStyle.locale(german)), "Jahr")
        let year = Product.SubscriptionPeriod.yearly.formatted(style.locale(german), referenceDate: Self.start)
        expectEqual(year, "1 Jahr")
    }

    @Test(
        "C-249: dates that no calendar counts are held at its ends",
        arguments: [.nan, .infinity, -.infinity, 1e300, -1e300, 1e17, 253_402_300_800] as [Double])
    func beyond(seconds: Double) throws {
        let far = Date(timeIntervalSince1970: seconds)
        let ends = (Date.distantPast, try Date(utc: "9999-12-31 23:59:59.999"))
        for period in [Product.SubscriptionPeriod.everyThreeDays, .monthly, .yearly] {
            let range = period.dateRange(referenceDate: far)
            #expect(ends.0 <= range.lowerBound && range.lowerBound <= ends.1)
            let text = period.formatted(
                Duration.UnitsFormatStyle(allowedUnits: [.days], width: .wide), referenceDate: far)
            #expect(!text.isEmpty)
        }
        let style = try Shopping().product(Shopping.pro).subscriptionPeriodFormatStyle
        if seconds > 0 {
            expectEqual(style.format(Date(timeIntervalSince1970: 0)..<far), "8029 years, eleven months, 30 days")
        }
    }

    @Test("what is several units long names each of them, and no time at all is no days")
    func severalUnits() throws {
        let style = try Shopping().product(Shopping.pro).subscriptionPeriodFormatStyle
        let end = try #require(
            Calendar(identifier: .gregorian).date(byAdding: DateComponents(year: 1, month: 2, day: 13), to: Self.start))
        expectEqual(style.format(Self.start..<end), "one year, two months, 13 days")
        expectEqual(style.format(Self.start..<Self.start), "zero days")
    }

    @Test("a period is a duration for the platform's own style")
    func duration() {
        let style = Duration.UnitsFormatStyle(allowedUnits: [.days], width: .wide)
            .locale(Locale(identifier: "en_US"))
        expectEqual(Product.SubscriptionPeriod.everyThreeDays.formatted(style, referenceDate: Self.start), "3 days")
    }

    @Test("units are ordered by their length")
    func order() {
        let units: [Product.SubscriptionPeriod.Unit] = [.year, .day, .month, .week]
        expectEqual(units.sorted(), [.day, .week, .month, .year])
    }
}
