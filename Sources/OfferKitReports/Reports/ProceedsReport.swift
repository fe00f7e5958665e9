import OfferKitCore

/// Proceeds: what was charged, and what of it the developer gets (B17-7…B17-13, C-30, C-60, C-175…C-180).
///
/// Of a charge the developer gets 70 %, and 85 % once the subscriber had completed 365 days of paid service in the group before
/// the period began that is paid for; in the Small Business Program always 85 % (B17-12). Anything that is not a subscription
/// brings 70 %, or 85 % in the program. Each share is rounded down to thousandths of a unit, charge by charge.
///
/// What a refund gives back is taken off at the rate of its charge, rounded down in the same way, in the month of the refund.
/// All money stands by terms, and terms have a storefront: currencies are never added up.
public struct ProceedsReport: Hashable, Sendable {
    /// When money moved, and of whom it is.
    package struct Key: Hashable, Sendable {
        /// The month in UTC in which money moved.
        package var month: ReportMonth
        /// The month of the subscriber's first subscription in the group; nil for what is not a subscription.
        package var cohort: ReportMonth?

        /// Money that moved in a month, of the subscribers of another.
        package init(_ month: ReportMonth, cohort: ReportMonth?) {
            self.month = month
            self.cohort = cohort
        }
    }

    /// Money of one currency.
    public struct Counts: Hashable, Sendable, ReportSum {
        /// How many charges there were, free periods not among them.
        public package(set) var charges = 0
        /// How many of them brought 85 %.
        public package(set) var chargesAtHighRate = 0
        /// How many free periods began.
        public package(set) var freePeriods = 0
        /// How many refunds there were, those of unused parts of periods among them, less those that were taken back.
        public package(set) var refunds = 0
        /// What was charged.
        public package(set) var charged = MoneySum()
        /// What was given back.
        public package(set) var refunded = MoneySum()
        /// What the developer gets of the charges.
        public package(set) var earned = MoneySum()
        /// What the developer gives back of it.
        public package(set) var givenBack = MoneySum()

        /// Nothing.
        package init() {}

        /// What was charged less what was given back.
        public var revenue: MoneySum { charged - refunded }
        /// What the developer has in the end.
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

    /// The money, by terms, month and cohort; nothing where none moved.
    package internal(set) var cells: [ReportTerms: [Key: Counts]] = [:]

    /// The month of the latest event of any kind; nil without events.
    package internal(set) var latestMonth: ReportMonth?

    /// A report of nothing.
    package init() {}

    /// Adds the money of another report, of other customers.
    package mutating func merge(_ other: ProceedsReport) {
        cells.add(other.cells)
        latestMonth = latest(latestMonth, other.latestMonth)
    }

    /// The months from the first in which money moved to the latest event of any kind; nil where none moved.
    public var months: ClosedRange<ReportMonth>? {
        cells.values.lazy.flatMap { $0.keys.lazy.map(\.month) }.range(upTo: latestMonth)
    }

    /// The money of some months, by currency.
    public func totals(
        in months: ClosedRange<ReportMonth>? = nil, where filter: ReportFilter = .all
    ) -> [String: Counts] {
        totals(in: months, where: filter) { terms, _ in terms.storefront.currency }
    }

    /// The money of some months, by terms: product, offer and storefront.
    public func totalsByTerms(
        in months: ClosedRange<ReportMonth>? = nil, where filter: ReportFilter = .all
    ) -> [ReportTerms: Counts] {
        totals(in: months, where: filter) { terms, _ in terms }
    }

    /// The money of one currency by cohort: the month of the first subscription; under nil what is not a subscription.
    public func totalsByCohort(
        in currency: String, in months: ClosedRange<ReportMonth>? = nil, where filter: ReportFilter = .all
    ) -> [ReportMonth?: Counts] {
        var filter = filter
        filter.currency = currency
        return totals(in: months, where: filter) { _, key in key.cohort }
    }

    /// The money of one currency by the month in which it moved.
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

/// What the developer gets of a charge (C-30).
enum ProceedsRate {
    /// Days of paid service after which a charge brings 85 % (C-30), in milliseconds.
    static let yearOfService = 365 * Instant.millisecondsPerDay

    /// The developer's share of an amount, rounded down (C-60, C-179): for amounts below nothing, away from it.
    static func share(of milliunits: Int64, isHigh: Bool) -> Int64 {
        var (hundreds, rest) = milliunits.quotientAndRemainder(dividingBy: 100)
        if rest < 0 { (hundreds, rest) = (hundreds - 1, rest + 100) }
        // No product can overflow: a hundredth of the amount times less than a hundred.
        return isHigh ? hundreds * 85 + rest * 85 / 100 : hundreds * 70 + rest * 70 / 100
    }
}
