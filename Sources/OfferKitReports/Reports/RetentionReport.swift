/// Retention: who stays, by when they came, and who leaves and why (B17-4…B17-6, S3-4…S3-6, S0-93, S0-109, S0-110).
///
/// A subscriber belongs to the cohort of the calendar month in UTC, and of the storefront, of the first subscription in the
/// group, and stays in it when coming back. A customer is **subscribed** until the subscription ends, also in grace and in
/// billing retry; whoever comes back counts again (C-183).
public struct RetentionReport: Hashable, Sendable {
    /// Those who subscribed first in the same month, in the same territory.
    package struct Cohort: Hashable, Sendable {
        /// The month of the first subscription.
        package var month: ReportMonth
        /// The territory's code of three letters.
        package var territory: String

        /// A cohort.
        package init(_ month: ReportMonth, territory: String) {
            self.month = month
            self.territory = territory
        }
    }

    /// What became of a cohort in a month.
    public struct Change: Hashable, Sendable, ReportSum {
        /// How many began: in the cohort's own month.
        public package(set) var began = 0
        /// How many came back.
        public package(set) var returned = 0
        /// How many had left by a refund that was taken back in time, so that the subscription went on (C-24).
        public package(set) var reinstated = 0
        /// How many left by their own will (S3-5, C-174).
        public package(set) var endedVoluntarily = 0
        /// How many left because a renewal could not be charged (S3-6).
        public package(set) var endedInvoluntarily = 0
        /// How many left because their current period was refunded.
        public package(set) var endedByRefund = 0
        /// How many left otherwise.
        public package(set) var endedOtherwise = 0

        /// Nothing.
        package init() {}

        /// All who left.
        public var ended: Int { endedVoluntarily &+ endedInvoluntarily &+ endedByRefund &+ endedOtherwise }
        /// How many more are subscribed at the end of the month than at its beginning.
        public var subscribed: Int { began &+ returned &+ reinstated &- ended }

        /// Adds what became of others.
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

    /// What became of each cohort, by month.
    package internal(set) var cells: [Cohort: [ReportMonth: Change]] = [:]
    /// How many subscriptions ended for which reason, by month, in the words of the event format; `refunded` and `erased` are
    /// added to its reasons, and `unknown` stands where an event gives none.
    public internal(set) var reasons: [ReportMonth: [String: Int]] = [:]
    /// How failed renewals were made good.
    public internal(set) var recovery = RecoveryCurve()
    /// How long before the end of the period customers cancelled.
    public internal(set) var cancellation = CancellationLead()
    /// The month of the latest event of any kind; nil without events.
    package internal(set) var latestMonth: ReportMonth?

    /// A report of nobody.
    package init() {}

    /// Adds the subscribers of another report, who are others.
    package mutating func merge(_ other: RetentionReport) {
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

    /// How many subscribed for the first time in a month.
    ///
    /// - Parameters:
    ///   - month: The month.
    ///   - territory: The territory's code; nil for all territories.
    /// - Returns: How many.
    public func size(ofCohort month: ReportMonth, territory: String? = nil) -> Int {
        sum(ofCohort: month, territory) { _ in true }.began
    }

    /// How many of a cohort are subscribed at the end of the month that many months after the one in which they came; 0 is that
    /// month itself.
    ///
    /// Of the latest month it says how things stand so far; of later ones nothing.
    public func retained(ofCohort month: ReportMonth, afterMonths months: Int, territory: String? = nil) -> Int? {
        guard months >= 0, let latestMonth, months <= latestMonth.months(since: month) else { return nil }
        let last = month.adding(months: months)
        return sum(ofCohort: month, territory) { $0 <= last }.subscribed
    }

    /// The share of a cohort that is subscribed so many months later; nil where there is no cohort, or where the month is yet to
    /// come.
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
    /// Who left in a month (S3-4).
    public struct Churn: Hashable, Sendable {
        /// How many were subscribed at the beginning of the month.
        public package(set) var subscribedBefore: Int
        /// What became of everybody in the month.
        public package(set) var change: Change

        /// How many left in the month, those who came in the same month among them, as a share of those who were subscribed at
        /// its beginning; nil where nobody was.
        public var rate: Double? { ratio(change.ended, of: subscribedBefore) }
        /// The share that left by their own will (S3-5).
        public var voluntaryRate: Double? { ratio(change.endedVoluntarily, of: subscribedBefore) }
        /// The share that left because a renewal could not be charged (S3-6).
        public var involuntaryRate: Double? { ratio(change.endedInvoluntarily, of: subscribedBefore) }
    }

    /// Who left in a month, of all cohorts.
    ///
    /// - Parameters:
    ///   - month: The month.
    ///   - territory: The territory's code; nil for all territories.
    /// - Returns: How many were subscribed before, and what became of them and of those who came.
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
