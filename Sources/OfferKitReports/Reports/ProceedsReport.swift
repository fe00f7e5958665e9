import OfferKitCore

/// The money charged, and the developer's share of it (B17-7…B17-13, C-30, C-60, C-175…C-180).
///
/// The developer's share of a charge is 70 %, and 85 % once the subscriber had completed 365 days of paid service in
/// the group before the period began; in the Small Business Program it is always 85 % (B17-12). That of a purchase that
/// is no subscription is 70 %, or 85 % in the program. Each share is rounded down to thousandths of a unit, charge by
/// charge.
///
/// A refund is taken off at the rate of its charge, rounded down in the same way, in the month of the refund. All
/// money is counted by terms, and terms have a storefront: currencies are never added up.
public struct ProceedsReport: Hashable, Sendable {
    /// The month of a movement of money, and the cohort of its subscriber.
    package struct Key: Hashable, Sendable {
        /// The month in UTC in which money moved.
        var month: ReportMonth
        /// The month of the subscriber's first subscription in the group; nil for other purchases.
        var cohort: ReportMonth?
    }

    /// Money of one currency.
    public struct Counts: Hashable, Sendable, ReportSum {
        /// The number of charges, without free periods.
        public package(set) var charges = 0
        /// The number of charges that brought 85 %.
        public package(set) var chargesAtHighRate = 0
        /// The number of free periods that began.
        public package(set) var freePeriods = 0
        /// The number of refunds, those of unused parts of periods included, less those reversed.
        public package(set) var refunds = 0
        /// The amount charged.
        public package(set) var charged = MoneySum()
        /// The amount refunded.
        public package(set) var refunded = MoneySum()
        /// The developer's share of the charges.
        public package(set) var earned = MoneySum()
        /// The developer's share of the refunds.
        public package(set) var givenBack = MoneySum()

        /// Counts and sums of zero.
        package init() {}

        /// The amount charged less the amount refunded.
        public var revenue: MoneySum { charged - refunded }
        /// The developer's share of the charges less that of the refunds.
        public var proceeds: MoneySum { earned - givenBack }

        /// Adds other money of the same currency.
        package mutating func add(_ other: Counts) {
            charges &+= other.charges
            chargesAtHighRate &+= other.chargesAtHighRate
            freePeriods &+= other.freePeriods
            refunds &+= other.refunds
            charged.add(other.charged)
            refunded.add(other.refunded)
            earned.add(other.earned)
            givenBack.add(other.givenBack)
        }
    }

    /// The money, by terms, month and cohort, where any moved.
    package internal(set) var cells: [ReportTerms: [Key: Counts]] = [:]

    /// The month of the latest event of any kind; nil without events.
    var latestMonth: ReportMonth?

    /// An empty report.
    package init() {}

    /// Adds the money of another report, of other customers.
    mutating func merge(_ other: ProceedsReport) {
        cells.add(other.cells)
        latestMonth = latest(latestMonth, other.latestMonth)
    }

    /// The months from the first in which money moved to the latest event of any kind; nil where none moved.
    public var months: ClosedRange<ReportMonth>? {
        cells.values.lazy.flatMap { $0.keys.lazy.map(\.month) }.range(upTo: latestMonth)
    }

    /// Returns the money of some months, by currency.
    public func totals(
        in months: ClosedRange<ReportMonth>? = nil, where filter: ReportFilter = .all
    ) -> [String: Counts] {
        totals(in: months, where: filter) { terms, _ in terms.storefront.currency }
    }

    /// Returns the money of some months, by terms: product, offer and storefront.
    public func totalsByTerms(
        in months: ClosedRange<ReportMonth>? = nil, where filter: ReportFilter = .all
    ) -> [ReportTerms: Counts] {
        totals(in: months, where: filter) { terms, _ in terms }
    }

    /// Returns the money of one currency by cohort: the month of the first subscription; nil for other purchases.
    public func totalsByCohort(
        in currency: String, in months: ClosedRange<ReportMonth>? = nil, where filter: ReportFilter = .all
    ) -> [ReportMonth?: Counts] {
        var filter = filter
        filter.currency = currency
        return totals(in: months, where: filter) { _, key in key.cohort }
    }

    /// Returns the money of one currency by the month in which it moved.
    public func totalsByMonth(
        in currency: String, where filter: ReportFilter = .all
    ) -> [ReportMonth: Counts] {
        var filter = filter
        filter.currency = currency
        return totals(in: nil, where: filter) { _, key in key.month }
    }

    private func totals<Group: Hashable>(
        in months: ClosedRange<ReportMonth>?, where filter: ReportFilter, by group: (ReportTerms, Key) -> Group
    ) -> [Group: Counts] {
        var sums: [Group: Counts] = [:]
        for (terms, table) in cells where filter.matches(terms) {
            for (key, counts) in table where months?.contains(key.month) ?? true {
                sums.add(counts, to: group(terms, key))
            }
        }
        return sums
    }
}

/// The rate of the developer's share of a charge (C-30).
enum ProceedsRate {
    /// The paid service after which a charge brings 85 %: 365 days, in milliseconds (C-30).
    static let yearOfService = 365 * Instant.millisecondsPerDay

    /// Returns the developer's share of an amount, rounded down (C-60, C-179); a negative amount's away from it.
    static func share(of milliunits: Int64, isHigh: Bool) -> Int64 {
        var (hundreds, rest) = milliunits.quotientAndRemainder(dividingBy: 100)
        if rest < 0 { (hundreds, rest) = (hundreds - 1, rest + 100) }
        // No product overflows: it is a hundredth of the amount times less than a hundred.
        return isHigh ? hundreds * 85 + rest * 85 / 100 : hundreds * 70 + rest * 70 / 100
    }
}
