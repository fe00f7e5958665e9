/// A length of time on the calendar: one month, two weeks, three days.
///
/// It is used for a subscription's own period (one week to one year, B0-3) and for the length of an offer (three days
/// to one year, B1-24). StoreKit's name for it is `Product.SubscriptionPeriod`.
public struct SubscriptionPeriod: Equatable, Hashable, Sendable {
    /// The unit a period is counted in.
    public enum Unit: Equatable, Hashable, Sendable, Comparable {
        /// A day of 86,400 seconds.
        case day
        /// Seven days.
        case week
        /// A calendar month.
        case month
        /// A calendar year, twelve months.
        case year
    }

    /// The unit.
    public let unit: Unit
    /// The number of units; at least 1.
    public let value: Int

    /// A period of that many units, or nil when the number is not between 1 and 10,000.
    public init?(value: Int, unit: Unit) {
        guard 1...10_000 ~= value else { return nil }
        self.init(unchecked: value, unit)
    }

    /// A period from a value already known to be valid.
    package init(unchecked value: Int, _ unit: Unit) {
        self.unit = unit
        self.value = value
    }
}

extension SubscriptionPeriod {
    /// Seven days, counted as one week.
    public static var weekly: SubscriptionPeriod { SubscriptionPeriod(unchecked: 1, .week) }
    /// One month.
    public static var monthly: SubscriptionPeriod { SubscriptionPeriod(unchecked: 1, .month) }
    /// One year.
    public static var yearly: SubscriptionPeriod { SubscriptionPeriod(unchecked: 1, .year) }
    /// Three days.
    public static var everyThreeDays: SubscriptionPeriod { SubscriptionPeriod(unchecked: 3, .day) }
    /// Two weeks.
    public static var everyTwoWeeks: SubscriptionPeriod { SubscriptionPeriod(unchecked: 2, .week) }
    /// Two months.
    public static var everyTwoMonths: SubscriptionPeriod { SubscriptionPeriod(unchecked: 2, .month) }
    /// Three months.
    public static var everyThreeMonths: SubscriptionPeriod { SubscriptionPeriod(unchecked: 3, .month) }
    /// Six months.
    public static var everySixMonths: SubscriptionPeriod { SubscriptionPeriod(unchecked: 6, .month) }
}

extension SubscriptionPeriod {
    /// Reads an ISO 8601 duration of a single unit: `P3D`, `P1W`, `P2M`, `P1Y`.
    ///
    /// Nil for anything else: a duration of several units would have to be shortened to fit.
    public init?(iso8601 text: some StringProtocol) {
        var rest = Array(text.utf8)[...]
        guard rest.popFirst() == UInt8(ascii: "P") else { return nil }
        guard let letter = rest.popLast(), rest.allSatisfy(\.isDigit),
            let value = Int(String(decoding: rest, as: UTF8.self))
        else { return nil }
        switch letter {
        case UInt8(ascii: "D"): self.init(value: value, unit: .day)
        case UInt8(ascii: "W"): self.init(value: value, unit: .week)
        case UInt8(ascii: "M"): self.init(value: value, unit: .month)
        case UInt8(ascii: "Y"): self.init(value: value, unit: .year)
        default: return nil
        }
    }

    /// The period as an ISO 8601 duration, as the App Store writes it: `P1M`.
    public var iso8601: String {
        switch unit {
        case .day: "P\(value)D"
        case .week: "P\(value)W"
        case .month: "P\(value)M"
        case .year: "P\(value)Y"
        }
    }

    /// Returns whether two periods last equally long, in whatever unit: `P7D` and `P1W`, `P12M` and `P1Y`.
    ///
    /// `==` compares units and numbers as configured.
    public func isSameLength(as other: SubscriptionPeriod) -> Bool {
        length == other.length
    }

    /// The length in days, a month taken as 30 and a year as twelve of those.
    var nominalDays: Int64 { Int64(length.days + length.months * 30) }

    /// The length in days for a unit of days or weeks, in months for one of months or years; the other number is 0.
    private var length: (days: Int, months: Int) {
        switch unit {
        case .day: (value, 0)
        case .week: (value * 7, 0)
        case .month: (0, value)
        case .year: (0, value * 12)
        }
    }

    /// The period multiplied by a count: one month twice is two months (B0-8).
    package func multiplied(by count: Int) -> SubscriptionPeriod {
        let (product, overflow) = value.multipliedReportingOverflow(by: count)
        let count = overflow ? (count < 0 ? 1 : 10_000) : product
        return SubscriptionPeriod(unchecked: min(max(count, 1), 10_000), unit)
    }
}

extension SubscriptionPeriod: CustomDebugStringConvertible {
    /// The period as an ISO 8601 duration: `P1M`.
    public var debugDescription: String { iso8601 }
}

extension SubscriptionPeriod.Unit: CustomDebugStringConvertible {
    /// The English name of the unit, in the singular.
    public var debugDescription: String {
        switch self {
        case .day: "Day"
        case .week: "Week"
        case .month: "Month"
        case .year: "Year"
        }
    }
}
