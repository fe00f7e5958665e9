import OfferKitCore
import OfferKitTestHarness
import Testing

/// Calendar.
struct CalendarTests {
    /// The middle of a day, in milliseconds since 1970, from the date.
    private func noon(_ year: Int64, _ month: Int64, _ day: Int64) -> Instant {
        let days = CivilDate(year: year, month: month, day: day).daysSince1970
        return Instant(millisecondsSince1970: days * 86_400_000 + 43_200_000)
    }

    @Test(
        "31 January 2025 and k months ends on the month's last day, and the 31st comes back (C-19)",
        arguments: [
            (1, "2025-02-28"), (2, "2025-03-31"), (3, "2025-04-30"), (4, "2025-05-31"), (5, "2025-06-30"),
            (6, "2025-07-31"), (7, "2025-08-31"), (8, "2025-09-30"), (9, "2025-10-31"), (10, "2025-11-30"),
            (11, "2025-12-31"), (12, "2026-01-31"), (13, "2026-02-28"), (37, "2028-02-29"), (0, "2025-01-31"),
            (-1, "2024-12-31"), (-2, "2024-11-30"), (-11, "2024-02-29"), (-12, "2024-01-31"),
        ] as [(Int64, String)])
    func lastOfJanuary(months: Int64, day: String) {
        expectEqual(CivilDate(year: 2025, month: 1, day: 31).adding(months: months).description, day)
        expectEqual(noon(2025, 1, 31).adding(months: months).description, day + "T12:00:00Z")
    }

    @Test(
        "Centuries are leap years only every 400 years",
        arguments: [(1900, false), (2000, true), (2023, false), (2024, true), (2100, false), (2400, true), (0, true)])
    func leapYears(year: Int64, isLeap: Bool) {
        expectEqual(CivilDate.isLeap(year), isLeap)
        expectEqual(CivilDate.lastDay(ofMonth: 2, year: year), isLeap ? 29 : 28)
        let lastOfFebruary = CivilDate(year: year, month: 3, day: 1).daysSince1970 - 1
        expectEqual(CivilDate(daysSince1970: lastOfFebruary).day, isLeap ? 29 : 28)
    }

    // python3: (date(y, m, d) - date(1970, 1, 1)).days
    @Test(
        "Days are counted from 1 January 1970",
        arguments: [
            (1970, 1, 1, 0), (1969, 12, 31, -1), (1900, 2, 28, -25_509), (1900, 3, 1, -25_508), (2000, 2, 29, 11_016),
            (2024, 2, 29, 19_782), (2026, 3, 31, 20_543), (2100, 2, 28, 47_540), (2100, 3, 1, 47_541),
            (1, 1, 1, -719_162), (9999, 12, 31, 2_932_896),
        ] as [(Int64, Int64, Int64, Int64)])
    func days(year: Int64, month: Int64, day: Int64, days: Int64) {
        let date = CivilDate(year: year, month: month, day: day)
        expectEqual(date.daysSince1970, days)
        expectEqual(CivilDate(daysSince1970: days), date)
    }

    @Test("Every day of 800 years follows the one before")
    func everyDay() {
        var expected = CivilDate(year: 1700, month: 1, day: 1)
        var wrong: [CivilDate] = []
        for days in expected.daysSince1970...CivilDate(year: 2499, month: 12, day: 31).daysSince1970 {
            let date = CivilDate(daysSince1970: days)
            if date != expected || date.daysSince1970 != days { wrong.append(date) }
            let isLast = expected.day == CivilDate.lastDay(ofMonth: expected.month, year: expected.year)
            let isNewYear = isLast && expected.month == 12
            expected = CivilDate(
                year: expected.year + (isNewYear ? 1 : 0),
                month: isNewYear ? 1 : expected.month + (isLast ? 1 : 0), day: isLast ? 1 : expected.day + 1)
        }
        expectEqual(wrong, [])
    }

    @Test("Monthly periods are counted from the anchor, not from one end to the next (C-19)")
    func anchored() {
        let anchor = noon(2026, 1, 31)
        let ends = (1...3).map { anchor.adding(.monthly, times: $0).description }
        expectEqual(ends, ["2026-02-28T12:00:00Z", "2026-03-31T12:00:00Z", "2026-04-30T12:00:00Z"])
    }

    @Test(
        "Weeks and days are multiples of 86,400 seconds, months and years follow the calendar (C-19)",
        arguments: [
            ("P3D", 1, "2024-03-03T12:00:00Z"), ("P1W", 2, "2024-03-14T12:00:00Z"), ("P2M", 1, "2024-04-29T12:00:00Z"),
            ("P1Y", 1, "2025-02-28T12:00:00Z"), ("P1Y", 4, "2028-02-29T12:00:00Z"), ("P6M", -1, "2023-08-29T12:00:00Z"),
            ("P1Y", -1, "2023-02-28T12:00:00Z"), ("P1W", -1, "2024-02-22T12:00:00Z"),
        ])
    func periods(period: String, times: Int, end: String) throws {
        let period = try #require(SubscriptionPeriod(iso8601: period))
        expectEqual(noon(2024, 2, 29).adding(period, times: times).description, end)
    }

    @Test(
        "However often a period is added, time moves the right way and never overflows",
        arguments: [SubscriptionPeriod.everyThreeDays, .weekly, .monthly, .yearly])
    func extremes(period: SubscriptionPeriod) {
        for start in [Instant.epoch, .distantFuture, Instant(millisecondsSince1970: .min)] {
            #expect(start.adding(period, times: .max) >= start)
            #expect(start.adding(period, times: .min) <= start)
        }
        expectEqual(Instant.epoch.adding(.weekly, times: .max), .distantFuture)
        expectEqual(Instant.epoch.adding(.weekly, times: .min).millisecondsSince1970, .min)
    }

    @Test(
        "An instant is written in ISO 8601, with milliseconds only when there are any",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1, "1970-01-01T00:00:00.001Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (1_774_947_600_000, "2026-03-31T09:00:00Z"), (951_782_400_250, "2000-02-29T00:00:00.250Z"),
        ] as [(Int64, String)])
    func description(milliseconds: Int64, text: String) {
        expectEqual(Instant(millisecondsSince1970: milliseconds).description, text)
    }
}
