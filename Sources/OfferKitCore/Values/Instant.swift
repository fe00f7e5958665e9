public import OfferKitEssentials

/// A point on the store's clock, in whole milliseconds since 1 January 1970, 00:00 UTC.
///
/// Every date that the App Store sends is an integer number of milliseconds (B0-5), so the store counts
/// in them too: nothing is rounded on the way in or out. Arithmetic stops at the ends of the range
/// instead of overflowing.
package struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since 1 January 1970, 00:00 UTC; negative before it.
    package let millisecondsSince1970: Int64

    /// The instant that many milliseconds after 1 January 1970, 00:00 UTC.
    package init(millisecondsSince1970: Int64) {
        self.millisecondsSince1970 = millisecondsSince1970
    }

    /// 1 January 1970, 00:00 UTC.
    package static let epoch = Instant(millisecondsSince1970: 0)

    /// The last instant the store can name.
    ///
    /// An unlimited validity ends here.
    package static let distantFuture = Instant(millisecondsSince1970: .max)

    /// The last instant that a store's clock shows, the last of the year 9999 (C-249).
    ///
    /// Texts of dates have years of four digits, and certificates end there. Later instants are left to the one that
    /// means "never".
    package static let endOfClock = Instant(millisecondsSince1970: 253_402_300_799_999)

    /// The instant that many milliseconds later, but not after the end of the clock.
    func due(after milliseconds: Int64) -> Instant { min(adding(milliseconds: milliseconds), .endOfClock) }

    /// The instant this many milliseconds later (earlier when negative), stopping at the ends of the range.
    package func adding(milliseconds: Int64) -> Instant {
        let (sum, overflow) = millisecondsSince1970.addingReportingOverflow(milliseconds)
        guard overflow else { return Instant(millisecondsSince1970: sum) }
        return Instant(millisecondsSince1970: milliseconds < 0 ? .min : .max)
    }

    /// The milliseconds from `earlier` to this instant; positive when `earlier` really is earlier.
    package func milliseconds(since earlier: Instant) -> Int64 {
        let (difference, overflow) = millisecondsSince1970.subtractingReportingOverflow(earlier.millisecondsSince1970)
        guard overflow else { return difference }
        return self < earlier ? .min : .max
    }

    /// Earlier instants come first.
    package static func < (a: Instant, b: Instant) -> Bool {
        a.millisecondsSince1970 < b.millisecondsSince1970
    }
}

extension Instant {
    /// A second in milliseconds.
    package static let millisecondsPerSecond: Int64 = 1_000
    /// A day of 24 hours in milliseconds.
    package static let millisecondsPerDay: Int64 = 86_400_000
}

extension Instant: CustomStringConvertible {
    /// ISO 8601 in UTC, with milliseconds only when there are any: `2026-03-31T09:00:00Z`.
    package var description: String {
        let (day, rest) = CivilDate.split(self)
        let date = CivilDate(daysSince1970: day)
        let seconds = rest / Instant.millisecondsPerSecond
        let milliseconds = rest % Instant.millisecondsPerSecond
        let time = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { Instant.padded($0, to: 2) }
        let fraction = milliseconds == 0 ? "" : "." + Instant.padded(milliseconds, to: 3)
        return "\(date)T\(time.joined(separator: ":"))\(fraction)Z"
    }

    static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number.magnitude)
        return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

// People write and read `Date`, the store counts in `Instant`. A date is good to the millisecond for some 70,000 years.

extension Instant {
    /// The instant nearest to a date.
    ///
    /// Dates beyond the clock's range, and those that are no number, become its ends.
    package init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        self.init(millisecondsSince1970: Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
    }
}

extension Date {
    /// The date of an instant of the store's clock.
    package init(_ instant: Instant) {
        self.init(timeIntervalSince1970: Double(instant.millisecondsSince1970) / 1_000)
    }

    /// The date so many milliseconds after 1 January 1970, 00:00 UTC.
    package init(millisecondsSince1970: Int64) { self.init(Instant(millisecondsSince1970: millisecondsSince1970)) }

    /// The date so many milliseconds after 1970; nil where that is too far away for a `Date` to hold exactly.
    package init?(exactMilliseconds milliseconds: Int64) {
        self.init(millisecondsSince1970: milliseconds)
        guard millisecondsSince1970 == milliseconds else { return nil }
    }

    /// Milliseconds since 1 January 1970, 00:00 UTC.
    package var millisecondsSince1970: Int64 { Instant(self).millisecondsSince1970 }

    /// The date as messages write it, ISO 8601 in UTC: `2026-03-31T09:00:00Z`, with milliseconds where it has some (C-235).
    ///
    /// ``init(utc:)`` reads it.
    public var utcText: String { Instant(self).description }

    /// The date one step later, or earlier for a negative step: months and years on the calendar of the store (C-19).
    ///
    /// ```swift
    /// let end = start.adding(.months(1))   // 31 January → 28 February
    /// ```
    ///
    /// - Parameter step: The length of time to add.
    /// - Returns: The date, in whole milliseconds.
    public func adding(_ step: TimeStep) -> Date { Date(Instant(self).adding(step)) }
}
