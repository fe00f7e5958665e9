/// Subscription Event: what subscribers do over time (B17-2, S0-131, S0-135…S0-137).
///
/// Events are counted on the day in UTC on which they happened (C-170), under the terms that ``SubscriptionEventCounts`` names;
/// so any of them can be asked for by offer, product and storefront. Family members' events are not counted (C-171).
public struct SubscriptionEventReport: Hashable, Sendable {
    /// What happened on a day to subscriptions with the same terms, and so in one currency.
    package struct Cell: Hashable, Sendable, ReportSum {
        /// How often what happened.
        package var counts = SubscriptionEventCounts()
        /// What refunds gave back, less what was taken back again.
        package var refunded = MoneySum()
        /// What upgrades gave back for the unused parts of periods.
        package var prorated = MoneySum()

        /// Nothing happened.
        package init() {}

        /// Adds what happened elsewhere in the same currency.
        package mutating func add(_ other: Cell) {
            counts.add(other.counts)
            refunded.add(other.refunded)
            prorated.add(other.prorated)
        }
    }

    /// What happened on a day.
    public struct Day: Hashable, Sendable {
        /// The day.
        public package(set) var day: ReportDay
        /// How often what happened on it.
        public package(set) var counts: SubscriptionEventCounts
    }

    /// What happened, by terms and day; nothing where nothing did.
    package internal(set) var cells: [ReportTerms: [ReportDay: Cell]] = [:]

    /// The day of the latest event of any kind; nil without events.
    package internal(set) var latestDay: ReportDay?

    /// A report of nothing.
    package init() {}

    /// Adds what happened to the subscriptions of another report, which are others.
    package mutating func merge(_ other: SubscriptionEventReport) {
        cells.add(other.cells)
        latestDay = latest(latestDay, other.latestDay)
    }

    /// The days from the first event that is counted here to the latest of any kind; nil where nothing is counted.
    public var days: ClosedRange<ReportDay>? {
        cells.values.lazy.flatMap(\.keys).range(upTo: latestDay)
    }

    /// How often what happened on some days, of that which a question is about.
    ///
    /// - Parameters:
    ///   - days: The days; nil for all.
    ///   - filter: What the question is about.
    /// - Returns: How often.
    public func counts(
        in days: ClosedRange<ReportDay>? = nil, where filter: ReportFilter = .all
    ) -> SubscriptionEventCounts {
        var sum = SubscriptionEventCounts()
        each(in: days, where: filter) { _, _, cell in sum.add(cell.counts) }
        return sum
    }

    /// How often what happened on every day of a range, one element a day, in order.
    public func series(_ days: ClosedRange<ReportDay>, where filter: ReportFilter = .all) -> [Day] {
        var byDay: [ReportDay: SubscriptionEventCounts] = [:]
        each(in: days, where: filter) { _, day, cell in byDay.add(cell.counts, to: day) }
        return ReportDay.all(days).map { Day(day: $0, counts: byDay[$0] ?? SubscriptionEventCounts()) }
    }

    /// What refunds gave back, less what was taken back again, by currency.
    public func refunded(
        in days: ClosedRange<ReportDay>? = nil, where filter: ReportFilter = .all
    ) -> [String: MoneySum] {
        money(\.refunded, in: days, where: filter)
    }

    /// What upgrades gave back for unused parts of periods, by currency.
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
