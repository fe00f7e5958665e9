/// Subscription Event: the events of subscriptions over time (B17-2, S0-131, S0-135…S0-137).
///
/// Events are counted on the day in UTC on which they happened (C-170), under the terms that
/// ``SubscriptionEventCounts`` names, so they can be read by offer, product and storefront. Family members' events are
/// not counted (C-171).
public struct SubscriptionEventReport: Hashable, Sendable {
    /// The events of a day for subscriptions with the same terms, and so in one currency.
    package struct Cell: Hashable, Sendable, ReportSum {
        /// The counts by kind.
        var counts = SubscriptionEventCounts()
        /// The amount that refunds gave back, less that of reversed ones.
        var refunded = MoneySum()
        /// The amount that upgrades gave back for the unused parts of periods.
        var prorated = MoneySum()

        /// Counts and sums of zero.
        package init() {}

        /// Adds other events in the same currency.
        package mutating func add(_ other: Cell) {
            counts.add(other.counts)
            refunded.add(other.refunded)
            prorated.add(other.prorated)
        }
    }

    /// The events of a day.
    public struct Day: Hashable, Sendable {
        /// The day.
        public package(set) var day: ReportDay
        /// The counts by kind.
        public package(set) var counts: SubscriptionEventCounts
    }

    /// The events, by terms and day, where there are any.
    package internal(set) var cells: [ReportTerms: [ReportDay: Cell]] = [:]

    /// The day of the latest event of any kind; nil without events.
    var latestDay: ReportDay?

    /// An empty report.
    package init() {}

    /// Adds the events of another report, of other subscriptions.
    mutating func merge(_ other: SubscriptionEventReport) {
        cells.add(other.cells)
        latestDay = latest(latestDay, other.latestDay)
    }

    /// The days from the first event counted here to the latest of any kind; nil where none is counted.
    public var days: ClosedRange<ReportDay>? {
        cells.values.lazy.flatMap(\.keys).range(upTo: latestDay)
    }

    /// Returns the counts of some days, for matching terms.
    ///
    /// - Parameters:
    ///   - days: The days; nil for all.
    ///   - filter: The terms that count.
    /// - Returns: The counts by kind.
    public func counts(
        in days: ClosedRange<ReportDay>? = nil, where filter: ReportFilter = .all
    ) -> SubscriptionEventCounts {
        var sum = SubscriptionEventCounts()
        each(in: days, where: filter) { _, _, cell in sum.add(cell.counts) }
        return sum
    }

    /// Returns the counts of every day of a range, one element a day, in order.
    public func series(_ days: ClosedRange<ReportDay>, where filter: ReportFilter = .all) -> [Day] {
        var byDay: [ReportDay: SubscriptionEventCounts] = [:]
        each(in: days, where: filter) { _, day, cell in byDay.add(cell.counts, to: day) }
        return ReportDay.all(days).map { Day(day: $0, counts: byDay[$0] ?? SubscriptionEventCounts()) }
    }

    /// Returns the amount that refunds gave back, less that of reversed ones, by currency.
    public func refunded(
        in days: ClosedRange<ReportDay>? = nil, where filter: ReportFilter = .all
    ) -> [String: MoneySum] {
        money(\.refunded, in: days, where: filter)
    }

    /// Returns the amount that upgrades gave back for unused parts of periods, by currency.
    public func prorated(
        in days: ClosedRange<ReportDay>? = nil, where filter: ReportFilter = .all
    ) -> [String: MoneySum] {
        money(\.prorated, in: days, where: filter)
    }

    private func money(
        _ path: KeyPath<Cell, MoneySum>, in days: ClosedRange<ReportDay>?, where filter: ReportFilter
    ) -> [String: MoneySum] {
        var sums: [String: MoneySum] = [:]
        each(in: days, where: filter) { terms, _, cell in
            sums.add(cell[keyPath: path], to: terms.storefront.currency)
        }
        return sums
    }

    private func each(
        in days: ClosedRange<ReportDay>?, where filter: ReportFilter, _ body: (ReportTerms, ReportDay, Cell) -> Void
    ) {
        for (terms, table) in cells where filter.matches(terms) {
            for (day, cell) in table where days?.contains(day) ?? true { body(terms, day, cell) }
        }
    }
}
