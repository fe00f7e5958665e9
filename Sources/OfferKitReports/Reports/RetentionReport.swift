/// Retention by cohort, and churn by its causes (B17-4…B17-6, S3-4…S3-6, S0-93, S0-109, S0-110).
///
/// A subscriber belongs to the cohort of the calendar month in UTC, and of the storefront, of the first subscription in
/// the group, and stays in it when coming back. A customer is **subscribed** until the subscription ends, also in grace
/// and in billing retry; a customer who comes back counts again (C-183).
public struct RetentionReport: Hashable, Sendable {
    /// The customers who first subscribed in the same month, in the same territory.
    package struct Cohort: Hashable, Sendable {
        /// The month of the first subscription.
        var month: ReportMonth
        /// The territory's code of three letters.
        var territory: String
    }

    /// The changes in a cohort in a month.
    public struct Change: Hashable, Sendable, ReportSum {
        /// The number who began; in the cohort's own month only.
        public package(set) var began = 0
        /// The number who came back.
        public package(set) var returned = 0
        /// The number who had left by a refund that was reversed in time, so that the subscription went on (C-24).
        public package(set) var reinstated = 0
        /// The number who left voluntarily (S3-5, C-174).
        public package(set) var endedVoluntarily = 0
        /// The number who left because a renewal could not be charged (S3-6).
        public package(set) var endedInvoluntarily = 0
        /// The number who left because their current period was refunded.
        public package(set) var endedByRefund = 0
        /// The number who left otherwise.
        public package(set) var endedOtherwise = 0

        /// No changes.
        package init() {}

        /// The number of all who left.
        public var ended: Int { endedVoluntarily &+ endedInvoluntarily &+ endedByRefund &+ endedOtherwise }
        /// The growth in subscribers from the beginning of the month to its end.
        public var subscribed: Int { began &+ returned &+ reinstated &- ended }

        /// Adds the changes of others.
        package mutating func add(_ other: Change) {
            began &+= other.began
            returned &+= other.returned
            reinstated &+= other.reinstated
            endedVoluntarily &+= other.endedVoluntarily
            endedInvoluntarily &+= other.endedInvoluntarily
            endedByRefund &+= other.endedByRefund
            endedOtherwise &+= other.endedOtherwise
        }
    }

    /// The changes in each cohort, by month.
    package internal(set) var cells: [Cohort: [ReportMonth: Change]] = [:]
    /// The number of subscriptions that ended for each reason, by month.
    ///
    /// Reasons are in the words of the event format; `refunded` and `erased` are added, and `unknown` stands where an
    /// event gives none.
    public internal(set) var reasons: [ReportMonth: [String: Int]] = [:]
    /// The recoveries of failed renewals.
    public internal(set) var recovery = RecoveryCurve()
    /// The time left before the end of the period when customers cancelled.
    public internal(set) var cancellation = CancellationLead()
    /// The month of the latest event of any kind; nil without events.
    var latestMonth: ReportMonth?

    /// An empty report.
    package init() {}

    /// Adds the subscribers of another report, who are others.
    mutating func merge(_ other: RetentionReport) {
        cells.add(other.cells)
        reasons.add(other.reasons)
        recovery.add(other.recovery)
        cancellation.add(other.cancellation)
        latestMonth = latest(latestMonth, other.latestMonth)
    }
}

// MARK: - Cohorts

extension RetentionReport {
    /// The months in which somebody subscribed for the first time, in order.
    public var cohortMonths: [ReportMonth] { Set(cells.keys.map(\.month)).sorted() }

    /// Returns the number who subscribed for the first time in a month.
    ///
    /// - Parameters:
    ///   - month: The month.
    ///   - territory: The territory's code; nil for all territories.
    /// - Returns: The number of subscribers.
    public func size(ofCohort month: ReportMonth, territory: String? = nil) -> Int {
        sum(ofCohort: month, territory) { _ in true }.began
    }

    /// Returns the number of a cohort's subscribers at the end of a month.
    ///
    /// The month is given by the number of months after the cohort's own, which is 0.
    ///
    /// For the latest month it is the number so far; for later ones it is nil.
    public func retained(ofCohort month: ReportMonth, afterMonths months: Int, territory: String? = nil) -> Int? {
        guard months >= 0, let latestMonth, months <= latestMonth.months(since: month) else { return nil }
        let last = month.adding(months: months)
        return sum(ofCohort: month, territory) { $0 <= last }.subscribed
    }

    /// Returns the share of a cohort that is subscribed so many months later.
    ///
    /// It is nil where there is no such cohort, or where the month is yet to come.
    public func retention(ofCohort month: ReportMonth, afterMonths months: Int, territory: String? = nil) -> Double? {
        retained(ofCohort: month, afterMonths: months, territory: territory).flatMap {
            ratio($0, of: size(ofCohort: month, territory: territory))
        }
    }

    private func sum(
        ofCohort month: ReportMonth, _ territory: String?, where isMeant: (ReportMonth) -> Bool
    ) -> Change {
        var sum = Change()
        for (cohort, table) in cells {
            guard cohort.month == month, (territory ?? cohort.territory) == cohort.territory else { continue }
            for (month, change) in table where isMeant(month) { sum.add(change) }
        }
        return sum
    }
}

// MARK: - Churn

extension RetentionReport {
    /// The churn in a month (S3-4).
    public struct Churn: Hashable, Sendable {
        /// The number of subscribers at the beginning of the month.
        public package(set) var subscribedBefore: Int
        /// The changes in all cohorts in the month.
        public package(set) var change: Change

        /// The number who left in the month, as a share of the subscribers at its beginning; nil without such.
        ///
        /// Those who left in the month in which they came are included.
        public var rate: Double? { ratio(change.ended, of: subscribedBefore) }
        /// The share that left voluntarily (S3-5).
        public var voluntaryRate: Double? { ratio(change.endedVoluntarily, of: subscribedBefore) }
        /// The share that left because a renewal could not be charged (S3-6).
        public var involuntaryRate: Double? { ratio(change.endedInvoluntarily, of: subscribedBefore) }
    }

    /// Returns the churn in a month, of all cohorts.
    ///
    /// - Parameters:
    ///   - month: The month.
    ///   - territory: The territory's code; nil for all territories.
    /// - Returns: The number of subscribers before, and the changes.
    public func churn(in month: ReportMonth, territory: String? = nil) -> Churn {
        var (before, change) = (0, Change())
        for (cohort, table) in cells where (territory ?? cohort.territory) == cohort.territory {
            for (other, part) in table where other <= month {
                if other == month { change.add(part) } else { before &+= part.subscribed }
            }
        }
        return Churn(subscribedBefore: before, change: change)
    }

    /// The months from the first cohort to the latest event of any kind; nil without cohorts.
    public var months: ClosedRange<ReportMonth>? {
        cells.values.lazy.flatMap(\.keys).range(upTo: latestMonth)
    }
}
