#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// All reports of a log, or of a part of its customers (B17-1…B17-3).
///
/// They hold names and sums, no events and no places. Reports of different customers can be merged in any order and grouping,
/// and the result equals the reports of all of them at once, as long as each customer's events went to one fold in the order
/// of the log.
public struct Reports: Hashable, Sendable {
    /// Who subscribes on which day.
    public internal(set) var state = SubscriptionStateReport()
    /// What happened on which day.
    public internal(set) var events = SubscriptionEventReport()
    /// Who stays and who leaves.
    public internal(set) var retention = RetentionReport()
    /// What was charged, and what the developer gets.
    public internal(set) var proceeds = ProceedsReport()
    /// What offers brought.
    public internal(set) var offers = OfferReport()

    /// How many events were read, whether or not they count to a report.
    public internal(set) var eventCount = 0
    /// How many events were passed over, and why.
    public internal(set) var passedOver = PassedOver()
    /// When the first event happened by its date; nil without events.
    public internal(set) var firstDate: Date?
    /// When the last event happened by its date; nil without events.
    public internal(set) var lastDate: Date?

    /// How many events were passed over, because a log of a store does not have them (C-185).
    public struct PassedOver: Hashable, Sendable, ReportSum {
        /// Events about a subscription of which no beginning was read.
        public var unknownSubscription = 0
        /// Events with a product, offer or storefront that has no name, or without one that is needed.
        public var unknownName = 0
        /// Events that do not fit how the subscription stands: an end of what had ended, a second refund of one transaction.
        public var unfitting = 0

        /// None.
        public init() {}

        /// All of them.
        public var total: Int { unknownSubscription &+ unknownName &+ unfitting }

        /// Adds those of another log.
        public mutating func add(_ other: PassedOver) {
            unknownSubscription &+= other.unknownSubscription
            unknownName &+= other.unknownName
            unfitting &+= other.unfitting
        }
    }

    /// Reports of nothing.
    public init() {}

    /// Adds reports of other customers (C-186).
    ///
    /// Reports hold no customers, so nothing can tell whether some are in both: those count twice. A report that one of the two folds did
    /// not make is empty there, and the sum is that of the other.
    public mutating func merge(_ other: Reports) {
        state.merge(other.state)
        events.merge(other.events)
        retention.merge(other.retention)
        proceeds.merge(other.proceeds)
        offers.merge(other.offers)
        eventCount &+= other.eventCount
        passedOver.add(other.passedOver)
        if let date = other.firstDate { firstDate = min(firstDate ?? date, date) }
        lastDate = latest(lastDate, other.lastDate)
    }

    /// These reports with those of other customers.
    public func merged(with other: Reports) -> Reports {
        var sum = self
        sum.merge(other)
        return sum
    }
}
