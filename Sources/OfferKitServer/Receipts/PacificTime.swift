import OfferKitCore

/// The local time of California, in which receipts give dates beside UTC (C-135).
///
/// It is computed by the rules of the law, because not every platform has a table of time zones.
enum PacificTime {
    /// Returns the number of hours that it is behind UTC: 7 in summer time, else 8.
    ///
    /// Worked example: in 2026 summer time lasts from 8 March, 2:00 (10:00 UTC) to 1 November, 2:00 (9:00 UTC).
    static func hoursBehind(at instant: Instant) -> Int64 {
        let standard = WallTime(instant.adding(milliseconds: -8 * WallTime.hour))
        guard let summer = summer(of: CivilDate(daysSince1970: standard.day).year) else { return 8 }
        // Summer time begins at 2:00 and ends at 2:00 of summer time, which is 1:00 of standard time.
        let hasBegun = standard >= WallTime(day: summer.first, milliseconds: 2 * WallTime.hour)
        let isOver = standard >= WallTime(day: summer.last, milliseconds: WallTime.hour)
        return hasBegun && !isOver ? 7 : 8
    }

    /// Returns the days on which a year's summer time begins and ends, in days since 1970; nil before the law of 1966.
    private static func summer(of year: Int64) -> (first: Int64, last: Int64)? {
        let lastOfOctober = sunday(from: CivilDate(year: year, month: 10, day: 25))
        switch year {
        case 2007...:
            return (
                sunday(from: CivilDate(year: year, month: 3, day: 8)),
                sunday(from: CivilDate(year: year, month: 11, day: 1))
            )
        case 1987...2006: return (sunday(from: CivilDate(year: year, month: 4, day: 1)), lastOfOctober)
        // The two winters of the oil crisis had other dates.
        case 1974: return (CivilDate(year: 1974, month: 1, day: 6).daysSince1970, lastOfOctober)
        case 1975: return (CivilDate(year: 1975, month: 2, day: 23).daysSince1970, lastOfOctober)
        case 1967...1986: return (sunday(from: CivilDate(year: year, month: 4, day: 24)), lastOfOctober)
        default: return nil
        }
    }

    /// Returns the first Sunday on or after a date; 1 January 1970 was a Thursday.
    private static func sunday(from date: CivilDate) -> Int64 {
        let day = date.daysSince1970
        let weekday = ((day + 4) % 7 + 7) % 7
        return day + (7 - weekday) % 7
    }
}

/// A day and a time of day on a clock ahead of UTC by as much as the instant was moved.
struct WallTime: Comparable {
    /// An hour in milliseconds.
    static let hour: Int64 = 3_600_000

    /// The days since 1970.
    let day: Int64
    /// The milliseconds since the day began.
    let milliseconds: Int64

    static func < (a: WallTime, b: WallTime) -> Bool { (a.day, a.milliseconds) < (b.day, b.milliseconds) }
}

extension WallTime {
    init(_ instant: Instant) {
        let (days, rest) = instant.millisecondsSince1970.quotientAndRemainder(dividingBy: Instant.millisecondsPerDay)
        (day, milliseconds) = rest < 0 ? (days - 1, rest + Instant.millisecondsPerDay) : (days, rest)
    }

    /// The most characters of a date and time: fifteen more than a year.
    static let longestText = JSONCursor.longestNumber + 15

    /// Writes the date and time to the second, such as `2026-01-01 00:00:00`; fractions of a second are cut off.
    func put(to cursor: inout JSONCursor) {
        let date = CivilDate(daysSince1970: day)
        let seconds = milliseconds / 1_000
        // Years of five digits are possible on the store's clock, but rare.
        if 0...9_999 ~= date.year {
            cursor.putTwoDigits(date.year / 100)
            cursor.putTwoDigits(date.year % 100)
        } else {
            cursor.putDigits(date.year)
        }
        cursor.put("-")
        cursor.putTwoDigits(date.month)
        cursor.put("-")
        cursor.putTwoDigits(date.day)
        cursor.put(" ")
        cursor.putTwoDigits(seconds / 3_600)
        cursor.put(":")
        cursor.putTwoDigits(seconds / 60 % 60)
        cursor.put(":")
        cursor.putTwoDigits(seconds % 60)
    }
}
