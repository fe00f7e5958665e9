import OfferKitCore
public import OfferKitEssentials

/// A day in UTC, by which reports count: from 00:00:00.000 to 23:59:59.999 (C-170).
///
/// Days reach from the first of year 0 to the last of year 9999; dates outside count to the nearest of them. So no date
/// can make a report longer than the calendar.
public struct ReportDay: Hashable, Comparable, Sendable {
    /// Days since 1 January 1970; negative before it.
    public let daysSince1970: Int

    /// The first day of year 0.
    public static let first = ReportDay(unchecked: -719_528)
    /// The last day of year 9999.
    public static let last = ReportDay(unchecked: 2_932_896)

    /// The day that many days after 1 January 1970, limited to the years 0 to 9999.
    public init(daysSince1970: Int) {
        self.init(unchecked: min(max(daysSince1970, ReportDay.first.daysSince1970), ReportDay.last.daysSince1970))
    }

    /// The day of a date, limited to the years 0 to 9999.
    public init(_ date: Date) { self.init(Instant(date)) }

    /// The day of an instant of the store's clock, limited to the years 0 to 9999.
    init(_ instant: Instant) {
        self.init(daysSince1970: Int(clamping: instant.daysSince1970))
    }

    /// The day of that date; nil where the calendar has no such day, or the year is not within 0 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard 0...9999 ~= year, 1...12 ~= month, day >= 1,
            Int64(day) <= CivilDate.lastDay(ofMonth: Int64(month), year: Int64(year))
        else { return nil }
        let date = CivilDate(year: Int64(year), month: Int64(month), day: Int64(day))
        self.init(unchecked: Int(clamping: date.daysSince1970))
    }

    private init(unchecked days: Int) { daysSince1970 = days }

    /// The month that the day belongs to.
    public var month: ReportMonth {
        let date = CivilDate(daysSince1970: Int64(daysSince1970))
        return ReportMonth(monthsSinceYear0: Int(date.year * 12 + date.month - 1))
    }

    /// Returns the day that many days later, limited to the years 0 to 9999.
    public func adding(days: Int) -> ReportDay {
        ReportDay(daysSince1970: daysSince1970.addingClamping(days))
    }

    /// Returns every day of a range, in order.
    static func all(_ days: ClosedRange<ReportDay>) -> [ReportDay] {
        (days.lowerBound.daysSince1970...days.upperBound.daysSince1970).map(ReportDay.init(daysSince1970:))
    }

    /// Returns whether a day is earlier than another.
    public static func < (a: ReportDay, b: ReportDay) -> Bool { a.daysSince1970 < b.daysSince1970 }
}

extension ReportDay: CustomStringConvertible {
    /// The date as ISO 8601 writes it: `2026-03-31`.
    public var description: String { CivilDate(daysSince1970: Int64(daysSince1970)).description }
}

/// A calendar month in UTC, by which cohorts, churn and proceeds are counted (C-170).
public struct ReportMonth: Hashable, Comparable, Sendable {
    /// Months since January of year 0.
    public let monthsSinceYear0: Int

    /// The month that many months after January of year 0, limited to the years 0 to 9999.
    public init(monthsSinceYear0: Int) {
        self.monthsSinceYear0 = min(max(monthsSinceYear0, 0), 119_999)
    }

    /// The month of a year; nil where the year is not within 0 to 9999 or the month not within 1 to 12.
    public init?(year: Int, month: Int) {
        guard 0...9999 ~= year, 1...12 ~= month else { return nil }
        self.init(monthsSinceYear0: year * 12 + month - 1)
    }

    /// The month of a date.
    public init(_ date: Date) { self = ReportDay(date).month }

    /// The year, 0 to 9999.
    public var year: Int { monthsSinceYear0 / 12 }
    /// The month of the year, 1 to 12.
    public var month: Int { monthsSinceYear0 % 12 + 1 }

    /// Its first day.
    public var firstDay: ReportDay {
        let date = CivilDate(year: Int64(year), month: Int64(month), day: 1)
        return ReportDay(daysSince1970: Int(date.daysSince1970))
    }
    /// Its last day.
    public var lastDay: ReportDay {
        let length = CivilDate.lastDay(ofMonth: Int64(month), year: Int64(year))
        return firstDay.adding(days: Int(length) - 1)
    }

    /// Returns the month that many months later, limited to the years 0 to 9999.
    public func adding(months: Int) -> ReportMonth {
        ReportMonth(monthsSinceYear0: monthsSinceYear0.addingClamping(months))
    }

    /// Returns the number of months between two; negative where the other one is later.
    public func months(since other: ReportMonth) -> Int { monthsSinceYear0 - other.monthsSinceYear0 }

    /// Returns whether a month is earlier than another.
    public static func < (a: ReportMonth, b: ReportMonth) -> Bool { a.monthsSinceYear0 < b.monthsSinceYear0 }
}

extension ReportMonth: CustomStringConvertible {
    /// The month as ISO 8601 writes it: `2026-03`.
    public var description: String { String(firstDay.description.dropLast(3)) }
}
