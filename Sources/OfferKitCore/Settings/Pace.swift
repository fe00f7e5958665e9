/// The lengths of periods, grace and billing retry: a table of lengths, not a faster clock (B19).
///
/// The clock of a store is moved by hand, so an hour is always an hour. Under a pace other than ``realTime`` a month of
/// subscription takes five minutes of it, say, as in the sandbox:
///
/// ```swift
/// let store = Store(catalog: catalog, pace: .monthlyRenewalEveryFiveMinutes)
/// try device.purchase("pro.monthly")          // 12:00, expires at 12:05
/// ```
///
/// A length that a table does not list is scaled by the ratio of the product's period: three days of a monthly product
/// that takes five minutes are a tenth of five minutes, 30 seconds. A month counts as 30 days there, a year as twelve
/// months (C-84).
public struct Pace: Hashable, Sendable, Codable {
    /// The ways in which periods are measured.
    enum Lengths: Hashable, Sendable, Codable {
        /// By the calendar (C-19).
        case calendar
        /// By a table, in milliseconds; the row for one month is always there.
        case table([Row])
        /// Every period alike, in milliseconds.
        case fixed(Int64)
    }

    struct Row: Hashable, Sendable, Codable {
        let period: SubscriptionPeriod
        let milliseconds: Int64
    }

    let lengths: Lengths
    /// Grace for weekly products and for all others, in milliseconds; nil where the store's setting decides.
    let grace: Grace?
    /// The length of billing retry from the expiry, in milliseconds (B7-1).
    let billingRetry: Int64
    /// The longest gap in service that does not start a new series, in milliseconds (B14-1, B19-6).
    let longestGap: Int64
    /// The number of renewals after which a subscription's auto-renew goes off; nil for never (B19-1).
    public private(set) var mostRenewals: Int?
    /// Whether purchases and renewals are free, as in TestFlight (C-247): no charge fails, and reports count no money.
    package var isFreeOfCharge = false

    struct Grace: Hashable, Sendable, Codable {
        let weekly: Int64
        let other: Int64
    }

    /// The same pace, but auto-renew goes off after that many renewals (B19-1, C-33); nil for never.
    public func stopping(afterRenewals count: Int?) -> Pace {
        var pace = self
        // No subscription renews more often than the largest number.
        pace.mostRenewals = count.map { min(max(0, $0), Int(UInt16.max)) }
        return pace
    }
}

extension Pace {
    /// Whether periods count from an anchor, as months of different lengths do.
    var countsFromAnchor: Bool { lengths == .calendar }

    /// The end of `count` periods that start at an instant.
    ///
    /// By the calendar a period counts from its anchor, so the anchor's day comes back (C-19). The calendar's days are
    /// ahead of UTC by `calendarOffset` milliseconds.
    package func end(
        of period: SubscriptionPeriod, times count: Int = 1, from start: Instant, product: SubscriptionPeriod,
        calendarOffset: Int64 = 0
    ) -> Instant {
        let end: Instant
        if lengths == .calendar, calendarOffset != 0 {
            let offset = min(max(calendarOffset, -Instant.millisecondsPerDay), Instant.millisecondsPerDay)
            end = start.adding(milliseconds: offset).adding(period, times: count).adding(milliseconds: -offset)
        } else if lengths == .calendar {
            end = start.adding(period, times: count)
        } else {
            let length = length(of: period, product: product)
            end = start.adding(milliseconds: length.multipliedClamping(by: Int64(clamping: count)))
        }
        return min(end, .endOfClock)
    }

    /// The length of grace in milliseconds, by the store's setting or by the table (C-20).
    ///
    /// - Parameters:
    ///   - setting: The store's setting.
    ///   - product: The period of the product.
    ///   - capsWeekly: Whether the setting gives weekly products six days at most.
    /// - Returns: The length.
    func grace(
        _ setting: BillingGracePeriod.Duration, product: SubscriptionPeriod, capsWeekly: Bool = true
    ) -> Int64 {
        let isWeekly = product.isSameLength(as: .weekly)
        let length = grace.map { isWeekly ? $0.weekly : $0.other }
        return min(length ?? setting.days(weekly: isWeekly && capsWeekly) * Instant.millisecondsPerDay, billingRetry)
    }

    /// The time before the end of a period, in milliseconds, that stands for that many days of real time.
    func lead(days: Int64, product: SubscriptionPeriod) -> Int64 {
        switch lengths {
        case .calendar: days * Instant.millisecondsPerDay
        case .table, .fixed:
            Pace.scale(length(of: product, product: product), by: days, of: product.nominalDays)
        }
    }

    private func length(of period: SubscriptionPeriod, product: SubscriptionPeriod) -> Int64 {
        switch lengths {
        case .calendar: period.nominalDays * Instant.millisecondsPerDay
        case .fixed(let milliseconds): milliseconds
        case .table(let rows):
            if let row = rows.first(where: { $0.period.isSameLength(as: period) }) {
                row.milliseconds
            } else if let row = rows.first(where: { $0.period.isSameLength(as: product) }) ?? rows.first {
                Pace.scale(row.milliseconds, by: period.nominalDays, of: row.period.nominalDays)
            } else {
                period.nominalDays * Instant.millisecondsPerDay
            }
        }
    }

    /// `value × numerator ÷ denominator`, rounded down, at least 1, held at the end of the range.
    private static func scale(_ value: Int64, by numerator: Int64, of denominator: Int64) -> Int64 {
        let (product, overflow) = value.multipliedReportingOverflow(by: numerator)
        return max(1, overflow ? .max : product / max(denominator, 1))
    }
}

extension Pace {
    /// The fault of a pace that came from outside.
    ///
    /// Every period takes some time: otherwise a subscription renews for ever at one instant.
    func fault() -> String? {
        let spans: [(name: String, length: Int64?)] = [
            ("billing retry", billingRetry), ("the longest gap in a series", longestGap),
            ("the grace of weekly products", grace?.weekly), ("the grace of other products", grace?.other),
        ]
        for (name, length) in spans {
            if let length, length < 0 { return "In the pace, \(name) lasts \(length) milliseconds, which is below 0." }
        }
        switch lengths {
        case .calendar: return nil
        case .table(let rows):
            guard !rows.isEmpty else { return "The pace has a table of lengths without a row." }
            let wrong = rows.firstIndex { $0.milliseconds <= 0 }
            return wrong.map {
                "Row \($0) of the pace's lengths lasts \(rows[$0].milliseconds) milliseconds; a period takes some time."
            }
        case .fixed(let milliseconds):
            return milliseconds > 0
                ? nil : "In the pace, every period lasts \(milliseconds) milliseconds; a period takes some time."
        }
    }
}
