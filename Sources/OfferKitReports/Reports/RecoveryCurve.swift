import OfferKitCore

/// How failed renewals were made good, by the days since the failure (S3-13, S3-16, S3-23, S3-43).
///
/// Days are whole ones of 86,400 seconds, rounded up: what is made good within exactly three days counts to day 3, and a
/// millisecond more to day 4 (C-184).
public struct RecoveryCurve: Hashable, Sendable, ReportSum {
    /// The last day of billing retry (S3-13).
    public static let lastDay = 60

    /// A point of the talk's own curve.
    package struct Point: Hashable, Sendable {
        /// The days since the failure.
        package var days: Int
        /// Which share of those who recover has done so by then.
        package var share: Double
    }

    /// What the talk says of those who learn of the problem: 40 % within 3 days, 75 % within 16, 90 % within 28 (S3-23).
    ///
    /// It is there to be compared with, and drives nothing (C-46).
    package static let documented = [
        Point(days: 3, share: 0.4), Point(days: 16, share: 0.75), Point(days: 28, share: 0.9),
    ]

    /// How many renewals failed.
    public internal(set) var failures = 0
    /// How many ended without being made good.
    public internal(set) var lost = 0
    /// How many were made good in grace, by day.
    public internal(set) var inGrace: [Int: Int] = [:]
    /// How many were made good in billing retry without grace, by day.
    public internal(set) var inRetry: [Int: Int] = [:]

    /// No failures.
    package init() {}

    /// Adds the failures of others.
    package mutating func add(_ other: RecoveryCurve) {
        failures &+= other.failures
        lost &+= other.lost
        inGrace.add(other.inGrace)
        inRetry.add(other.inRetry)
    }

    /// How many were made good at all.
    public var recovered: Int { recovered(within: .max) }
    /// How many are neither made good nor lost yet.
    public var open: Int { failures &- recovered &- lost }

    /// How many were made good within so many days.
    public func recovered(within days: Int) -> Int {
        var sum = 0
        for table in [inGrace, inRetry] { for (day, count) in table where day <= days { sum &+= count } }
        return sum
    }

    /// The share of those made good that were so within so many days, as the talk counts (S3-23); nil where none was.
    public func share(within days: Int) -> Double? { ratio(recovered(within: days), of: recovered) }

    /// The share of all failures that were made good within so many days; nil where nothing failed.
    public func shareOfFailures(within days: Int) -> Double? { ratio(recovered(within: days), of: failures) }

    /// How many were made good on each day from 0 to 60; what came later, where retry was measured otherwise, counts to 61.
    public var byDay: [Int] {
        (0...RecoveryCurve.lastDay + 1).map { (inGrace[$0] ?? 0) &+ (inRetry[$0] ?? 0) }
    }

    /// Counts a renewal that failed.
    mutating func countFailure() { failures &+= 1 }

    /// Counts one that ended without being made good.
    mutating func countLoss() { lost &+= 1 }

    /// Counts one that was made good.
    mutating func count(after elapsed: Int64, isInGrace: Bool) {
        let whole = max(elapsed, 0)
        let days = whole / Instant.millisecondsPerDay + (whole % Instant.millisecondsPerDay == 0 ? 0 : 1)
        let day = min(Int(days), RecoveryCurve.lastDay + 1)
        if isInGrace { inGrace.add(1, to: day) } else { inRetry.add(1, to: day) }
    }
}

/// How long before the end of the period customers cancelled (S3-29, B17-6, C-184).
///
/// Days are whole ones of 86,400 seconds that were left, rounded down: so at least two days are all from day 2 on. Who cancels
/// in grace or billing retry, whose period is over, has none left.
public struct CancellationLead: Hashable, Sendable, ReportSum {
    /// What the talk says: over 90 % of cancellations leave at least 2 days (S3-29); it drives nothing (C-46).
    package static let documented = (days: 2, share: 0.9)
    /// The last day that is counted apart: longer leads count to it.
    public static let lastDay = 400

    /// How many cancelled with so many whole days left.
    public internal(set) var byDay: [Int: Int] = [:]

    /// No cancellations.
    package init() {}

    /// Adds the cancellations of others.
    package mutating func add(_ other: CancellationLead) { byDay.add(other.byDay) }

    /// How many cancelled.
    public var cancellations: Int { byDay.values.reduce(0, &+) }

    /// The share that cancelled with at least so many days left; nil where nobody cancelled.
    ///
    /// More than 400 days are 400.
    public func share(atLeast days: Int) -> Double? {
        var sum = 0
        for (day, count) in byDay where day >= min(days, CancellationLead.lastDay) { sum &+= count }
        return ratio(sum, of: cancellations)
    }

    /// Counts one that cancelled with so many milliseconds left.
    mutating func count(milliseconds left: Int64) {
        byDay.add(1, to: min(Int(max(left, 0) / Instant.millisecondsPerDay), CancellationLead.lastDay))
    }
}
