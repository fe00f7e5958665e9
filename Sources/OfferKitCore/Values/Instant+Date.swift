#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
