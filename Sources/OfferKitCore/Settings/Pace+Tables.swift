// The tables of B19: the rates of Apple's test environments, as their documentation lists them.

extension Pace {
    private static let second: Int64 = 1_000
    private static let minute: Int64 = 60 * second
    private static let hour: Int64 = 60 * minute

    /// Months and years by the calendar, billing retry for 60 days: the default.
    public static let realTime = Pace(
        lengths: .calendar, grace: nil, billingRetry: 60 * Instant.millisecondsPerDay, longestGap: longestCalendarGap)

    /// The longest gap after which counting paid service resumes, by the calendar (C-28, B17-10), in milliseconds.
    package static let longestCalendarGap = 60 * Instant.millisecondsPerDay

    /// A month takes an hour, a year twelve.
    public static let monthlyRenewalEveryHour = monthly(
        week: 15 * minute, month: hour, weeklyGrace: 12 * minute + 51 * second)
    /// A month takes 30 minutes.
    public static let monthlyRenewalEveryThirtyMinutes = monthly(
        week: 10 * minute, month: 30 * minute, weeklyGrace: 8 * minute + 34 * second)
    /// A month takes 15 minutes.
    public static let monthlyRenewalEveryFifteenMinutes = monthly(
        week: 5 * minute, month: 15 * minute, weeklyGrace: 4 * minute + 17 * second)
    /// A month takes five minutes, a year an hour: the sandbox's rate unless another is given.
    public static let monthlyRenewalEveryFiveMinutes = monthly(
        week: 3 * minute, month: 5 * minute, weeklyGrace: 2 * minute + 34 * second)
    /// A month takes three minutes, a year 36.
    ///
    /// Apple lists no grace and retry for this rate; their ratio to the periods is that of the other rows.
    public static let monthlyRenewalEveryThreeMinutes = monthly(
        week: 3 * minute, month: 3 * minute, weeklyGrace: 2 * minute + 34 * second)
    /// A month takes 30 seconds.
    public static let monthlyRenewalEveryThirtySeconds = monthly(
        week: 10 * second, month: 30 * second, weeklyGrace: 9 * second)

    /// Every period takes that long, whatever the product; grace as long, billing retry twice as long.
    ///
    /// - Parameter interval: The length of every period, at least a millisecond.
    /// - Returns: The pace.
    public static func oneRenewal(every interval: Duration) -> Pace {
        // A quarter of the range, so that no instant or length counted from it leaves the range.
        let length = milliseconds(interval, in: 1...Int64.max / 4)
        return Pace(
            lengths: .fixed(length), grace: Grace(weekly: length, other: length), billingRetry: 2 * length,
            longestGap: 2 * length)
    }

    /// The sandbox: a month takes five minutes unless another rate is given, auto-renew goes off after twelve renewals,
    /// and a gap of more than ten minutes starts a new series (B19-1, B19-6).
    ///
    /// - Parameter rate: One of the monthly rates.
    /// - Returns: The pace.
    public static func sandbox(_ rate: Pace = .monthlyRenewalEveryFiveMinutes) -> Pace {
        Pace(
            lengths: rate.lengths, grace: rate.grace, billingRetry: rate.billingRetry, longestGap: 10 * minute,
            mostRenewals: 12)
    }

    /// A duration in whole milliseconds, held between two bounds.
    private static func milliseconds(_ duration: Duration, in range: ClosedRange<Int64>) -> Int64 {
        guard duration > .milliseconds(range.lowerBound) else { return range.lowerBound }
        guard duration < .milliseconds(range.upperBound) else { return range.upperBound }
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }

    /// TestFlight: every product renews daily, six times, and nothing is charged (B19-2, S2-32).
    ///
    /// Transactions state the catalogue's price, as the sandbox's do. No charge fails, whatever the payment method, and
    /// reports count no money (C-247).
    public static let testFlight: Pace = {
        var pace = oneRenewal(every: .seconds(86_400)).stopping(afterRenewals: 6)
        pace.isFreeOfCharge = true
        return pace
    }()

    /// A day takes that long, and every other length is counted in such days (C-84, C-126).
    ///
    /// - Parameter length: The length of a day, from a second to a real day.
    /// - Returns: The pace.
    public static func day(takes length: Duration) -> Pace {
        let day = milliseconds(length, in: second...86_400 * second)
        return monthly(week: 7 * day, month: 30 * day, weeklyGrace: 6 * day, grace: 16 * day)
    }

    /// A table of lengths; grace of all but weekly products is half a month unless another is given.
    private static func monthly(week: Int64, month: Int64, weeklyGrace: Int64, grace: Int64? = nil) -> Pace {
        let rows: [(SubscriptionPeriod, Int64)] = [
            (.monthly, month), (.weekly, week), (.everyTwoMonths, 2 * month), (.everyThreeMonths, 3 * month),
            (.everySixMonths, 6 * month), (.yearly, 12 * month),
        ]
        return Pace(
            lengths: .table(rows.map { Row(period: $0.0, milliseconds: $0.1) }),
            grace: Grace(weekly: weeklyGrace, other: grace ?? month / 2), billingRetry: 2 * month,
            longestGap: 2 * month)
    }
}
