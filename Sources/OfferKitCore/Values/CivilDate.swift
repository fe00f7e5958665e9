/// A day of the Gregorian calendar in UTC, the calendar every period of the store is counted in (C-19).
///
/// The store has its own arithmetic, because it has to be fast, the same on every platform, and free of time zones. The
/// calendar is taken as valid for all time, before 1582 too.
package struct CivilDate: Hashable, Sendable {
    /// The year; 0 is the one before year 1.
    package let year: Int64
    /// 1 to 12.
    package let month: Int64
    /// 1 to the length of the month.
    package let day: Int64

    /// The date with these numbers, which must exist.
    package init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date that many days after 1 January 1970.
    ///
    /// Counts from 1 March of year 0, so that a leap day is the last day of a counted year and months
    /// follow the pattern 31, 30, 31, 30, 31 from there (153 days in five months).
    package init(daysSince1970: Int64) {
        let days = daysSince1970 + CivilDate.daysFromYearZeroTo1970
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        // All that follows is positive and small; so the divisions are cheap.
        let dayOfEra = UInt32(days - era * 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = Int64(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        month = Int64(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        year = Int64(yearOfEra) + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days from 1 January 1970 to this date; negative before it.
    package var daysSince1970: Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = UInt32(marchYear - era * 400)
        let monthFromMarch = UInt32(month > 2 ? month - 3 : month + 9)
        let dayOfYear = Int64((153 * monthFromMarch + 2) / 5) + day - 1
        let dayOfEra = Int64(yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100) + dayOfYear
        return era * 146_097 + dayOfEra - CivilDate.daysFromYearZeroTo1970
    }

    /// The same day that many months later, or the month's last day where it has no such day:
    /// 31 January + 1 month = 28 February, + 2 months = 31 March (C-19).
    package func adding(months: Int64) -> CivilDate {
        let count = year * 12 + (month - 1) + months
        let newYear = count >= 0 ? count / 12 : (count - 11) / 12
        let newMonth = count - newYear * 12 + 1
        return CivilDate(
            year: newYear, month: newMonth,
            day: min(day, CivilDate.lastDay(ofMonth: newMonth, year: newYear)))
    }

    /// The length of a month in days.
    package static func lastDay(ofMonth month: Int64, year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Whether a year has 366 days.
    package static func isLeap(_ year: Int64) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// Splits an instant into its day since 1970 and the milliseconds into that day.
    package static func split(_ instant: Instant) -> (day: Int64, milliseconds: Int64) {
        let perDay = Instant.millisecondsPerDay
        let (quotient, remainder) = instant.millisecondsSince1970.quotientAndRemainder(dividingBy: perDay)
        return remainder < 0 ? (quotient - 1, remainder + perDay) : (quotient, remainder)
    }

    private static let daysFromYearZeroTo1970: Int64 = 719_468
}

extension CivilDate: CustomStringConvertible {
    /// The date as ISO 8601 writes it: `2026-03-31`.
    package var description: String {
        [Instant.padded(year, to: 4), Instant.padded(month, to: 2), Instant.padded(day, to: 2)].joined(separator: "-")
    }
}

extension Instant {
    /// The most months that one step counts: 200,000 years, far beyond any use, so that no sum below can overflow.
    private static let farthestMonths: Int64 = 2_400_000

    /// The same time of day that many calendar months later (C-19).
    ///
    /// It falls on the month's last day where the month has no such day, and stops at the ends of the range.
    package func adding(months: Int64) -> Instant {
        let (day, rest) = CivilDate.split(self)
        let months = min(max(months, -Instant.farthestMonths), Instant.farthestMonths)
        let newDay = CivilDate(daysSince1970: day).adding(months: months).daysSince1970
        let (product, overflow) = newDay.multipliedReportingOverflow(by: Instant.millisecondsPerDay)
        guard !overflow else { return Instant(millisecondsSince1970: newDay < 0 ? .min : .max) }
        return Instant(millisecondsSince1970: product).adding(milliseconds: rest)
    }

    /// The end of `count` periods that start here: months and years by the calendar, weeks and days as
    /// exact multiples of 86,400 seconds (C-19).
    ///
    /// Periods are always counted from the anchor, never from one end to the next, so the anchor's day comes back:
    /// monthly from 31 January ends on 28 February, then on 31 March.
    package func adding(_ period: SubscriptionPeriod, times count: Int = 1) -> Instant {
        let total = Int64(clamping: period.value).multipliedClamping(by: Int64(clamping: count))
        switch period.unit {
        case .day: return adding(milliseconds: total.multipliedClamping(by: Instant.millisecondsPerDay))
        case .week: return adding(milliseconds: total.multipliedClamping(by: 7 * Instant.millisecondsPerDay))
        case .month: return adding(months: total)
        case .year: return adding(months: min(max(total, -Instant.farthestMonths), Instant.farthestMonths) * 12)
        }
    }
}

extension Instant {
    /// The number of the calendar quarter in UTC, counted from year 0 (C-14).
    var quarter: Int64 {
        let date = CivilDate(daysSince1970: CivilDate.split(self).day)
        return date.year * 4 + (date.month - 1) / 3
    }
}
