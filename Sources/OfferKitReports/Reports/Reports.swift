public import OfferKitEssentials

/// All reports of a log, or of a part of its customers (B17-1…B17-3).
///
/// They hold names and sums, no events and no places. Reports of different customers can be merged in any order and
/// grouping, and the result equals the reports of all of them at once, as long as each customer's events went to one
/// fold in the order of the log.
public struct Reports: Hashable, Sendable {
    /// The subscribers by day.
    public internal(set) var state = SubscriptionStateReport()
    /// The subscription events by day.
    public internal(set) var events = SubscriptionEventReport()
    /// Cohorts, churn and recovery.
    public internal(set) var retention = RetentionReport()
    /// The money charged, and the developer's share.
    public internal(set) var proceeds = ProceedsReport()
    /// The results of offers.
    public internal(set) var offers = OfferReport()

    /// The number of events read, whether or not a report counts them.
    public internal(set) var eventCount = 0
    /// The number of events skipped, by reason.
    public internal(set) var passedOver = PassedOver()
    /// The date of the first event by date; nil without events.
    public internal(set) var firstDate: Date?
    /// The date of the last event by date; nil without events.
    public internal(set) var lastDate: Date?

    /// The number of skipped events, which a store's log does not have (C-185).
    public struct PassedOver: Hashable, Sendable, ReportSum {
        /// Events about a subscription whose beginning was not read.
        public var unknownSubscription = 0
        /// Events with a product, offer or storefront that has no name, or without one that is required.
        public var unknownName = 0
        /// Events that do not fit the subscription's standing, such as an end after the end, or a second refund.
        public var unfitting = 0

        /// No skipped events.
        public init() {}

        /// The number of all skipped events.
        public var total: Int { unknownSubscription &+ unknownName &+ unfitting }

        /// Adds the skipped events of another log.
        public mutating func add(_ other: PassedOver) {
            unknownSubscription &+= other.unknownSubscription
            unknownName &+= other.unknownName
            unfitting &+= other.unfitting
        }
    }

    /// Empty reports.
    public init() {}

    /// Adds reports of other customers (C-186).
    ///
    /// Reports hold no customers, so a customer in both counts twice, unnoticed. A report that one of the two folds did
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

    /// Returns these reports with those of other customers.
    public func merged(with other: Reports) -> Reports {
        var sum = self
        sum.merge(other)
        return sum
    }
}
