import OfferKitCore

/// The recoveries of failed renewals, by the days since the failure (S3-13, S3-16, S3-23, S3-43).
///
/// Days are whole ones of 86,400 seconds, rounded up: a recovery within exactly three days counts to day 3, and one a
/// millisecond later to day 4 (C-184).
public struct RecoveryCurve: Hashable, Sendable, ReportSum {
    /// The last day of billing retry (S3-13).
    public static let lastDay = 60

    /// The talk's figures for customers who learn of it: 40 % within 3 days, 75 % within 16, 90 % within 28 (S3-23).
    ///
    /// They are for comparison, and have no effect (C-46).
    package static let documented = [(days: 3, share: 0.4), (days: 16, share: 0.75), (days: 28, share: 0.9)]

    /// The number of failed renewals.
    public internal(set) var failures = 0
    /// The number of those that ended without a recovery.
    public internal(set) var lost = 0
    /// The number of recoveries in the grace period, by day.
    public internal(set) var inGrace: [Int: Int] = [:]
    /// The number of recoveries in billing retry without grace, by day.
    public internal(set) var inRetry: [Int: Int] = [:]

    /// A curve without failures.
    package init() {}

    /// Adds other failures.
    package mutating func add(_ other: RecoveryCurve) {
        failures &+= other.failures
        lost &+= other.lost
        inGrace.add(other.inGrace)
        inRetry.add(other.inRetry)
    }

    /// The number of recoveries.
    public var recovered: Int { recovered(within: .max) }
    /// The number of failures that are neither recovered nor lost yet.
    public var open: Int { failures &- recovered &- lost }

    /// Returns the number of recoveries within so many days.
    public func recovered(within days: Int) -> Int {
        var sum = 0
        for table in [inGrace, inRetry] { for (day, count) in table where day <= days { sum &+= count } }
        return sum
    }

    /// Returns the share of recoveries within so many days, as the talk counts (S3-23); nil without recoveries.
    public func share(within days: Int) -> Double? { ratio(recovered(within: days), of: recovered) }

    /// Returns the share of all failures that were recovered within so many days; nil without failures.
    public func shareOfFailures(within days: Int) -> Double? { ratio(recovered(within: days), of: failures) }

    /// The number of recoveries on each day from 0 to 60; later ones, where retry was longer, count to 61.
    public var byDay: [Int] {
        (0...RecoveryCurve.lastDay + 1).map { (inGrace[$0] ?? 0) &+ (inRetry[$0] ?? 0) }
    }

    /// Counts a recovery.
    mutating func count(after elapsed: Int64, isInGrace: Bool) {
        let whole = max(elapsed, 0)
        let days = whole / Instant.millisecondsPerDay + (whole % Instant.millisecondsPerDay == 0 ? 0 : 1)
        let day = min(Int(days), RecoveryCurve.lastDay + 1)
        if isInGrace { inGrace.add(1, to: day) } else { inRetry.add(1, to: day) }
    }
}

/// The time left before the end of the period when customers cancelled (S3-29, B17-6, C-184).
///
/// Days are whole ones of 86,400 seconds, rounded down, so all from day 2 on had at least two days left. A customer who
/// cancels in grace or billing retry, whose period is over, has none left.
public struct CancellationLead: Hashable, Sendable, ReportSum {
    /// The talk's figure: over 90 % of cancellations leave at least 2 days (S3-29); it has no effect (C-46).
    package static let documented = (days: 2, share: 0.9)
    /// The largest number of days that is counted by itself: longer ones count to it.
    public static let lastDay = 400

    /// The number of cancellations by whole days left.
    public internal(set) var byDay: [Int: Int] = [:]

    /// No cancellations.
    package init() {}

    /// Adds other cancellations.
    package mutating func add(_ other: CancellationLead) { byDay.add(other.byDay) }

    /// The number of cancellations.
    public var cancellations: Int { byDay.values.reduce(0, &+) }

    /// Returns the share of cancellations with at least so many days left; nil without cancellations.
    ///
    /// More than 400 days count as 400.
    public func share(atLeast days: Int) -> Double? {
        var sum = 0
        for (day, count) in byDay where day >= min(days, CancellationLead.lastDay) { sum &+= count }
        return ratio(sum, of: cancellations)
    }

    /// Counts a cancellation with so many milliseconds left.
    mutating func count(milliseconds left: Int64) {
        byDay.add(1, to: min(Int(max(left, 0) / Instant.millisecondsPerDay), CancellationLead.lastDay))
    }
}
