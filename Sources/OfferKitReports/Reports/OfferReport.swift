public import OfferKitCore

/// The results of offers: takers, money, and length of stay (B17-2, S0-134, S0-137, S0-138, C-181, C-182).
///
/// A subscriber belongs to the offer that they redeemed last, until they come back after an end without one. **Before**
/// is the subscriber's money in the group from before the first period under the offer, in that storefront's currency;
/// **during** is that of the periods under the offer; **after** is that of the periods at the standard price that
/// follow, until the next redemption or the end of the subscription. A refund is taken off where its charge counts; one
/// of a charge from before the latest redemption is taken off the latest offer's "before", and an earlier offer's own
/// money stays (C-181).
public struct OfferReport: Hashable, Sendable {
    /// Money of one currency, less refunds.
    public struct Money: Hashable, Sendable, ReportSum {
        /// The money that customers paid.
        public package(set) var revenue = MoneySum()
        /// The developer's share of it (``ProceedsReport``).
        public package(set) var proceeds = MoneySum()

        /// Sums of zero.
        package init() {}

        /// Adds other money of the same currency.
        package mutating func add(_ other: Money) {
            revenue.add(other.revenue)
            proceeds.add(other.proceeds)
        }
    }

    /// The results of an offer, in one currency.
    public struct Counts: Hashable, Sendable, ReportSum {
        /// The number of times its first period began: at a purchase, or at the renewal that it waited for.
        public package(set) var redeemed = 0
        /// The number of times a period at the standard price followed the offer's last one without a lapse (C-172).
        public package(set) var converted = 0
        /// The number of subscribers belonging to it who left.
        public package(set) var churned = 0
        /// The number of them who left while a period under the offer was their last.
        public package(set) var churnedDuring = 0
        /// The number who left by the time since the first period under it began; only bounds by which somebody left.
        ///
        /// Each of ``OfferReport/bounds`` holds those who left later than the bound before and not later than it;
        /// `Int.max` holds all later ones.
        public package(set) var churnedWithin: [Int: Int] = [:]
        /// The time from redemption to the end, summed over all who left, and limited to the range.
        public var timeToChurn: TimeStep { TimeStep(millisecondsToChurn) }
        /// ``timeToChurn`` in milliseconds.
        package var millisecondsToChurn: Int64 = 0
        /// The subscribers' money from before.
        public package(set) var before = Money()
        /// The money of the periods under the offer.
        public package(set) var during = Money()
        /// The money of the periods at the standard price that followed.
        public package(set) var after = Money()

        /// Counts of zero.
        package init() {}

        /// The share of redemptions that were converted; nil without redemptions.
        public var conversion: Double? { ratio(converted, of: redeemed) }
        /// Returns the number who had left so many days after the redemption, one of ``OfferReport/bounds``.
        public func left(within days: Int) -> Int {
            churnedWithin.reduce(0) { $1.key <= days ? $0 &+ $1.value : $0 }
        }
        /// The average number of days that those who left had stayed since the redemption.
        ///
        /// It is nil where nobody left, or where the sum of their times is out of range.
        public var meanDaysToChurn: Double? {
            churned == 0 || millisecondsToChurn == .max
                ? nil : Double(millisecondsToChurn) / 86_400_000 / Double(churned)
        }

        /// Adds other results of the offer, in the same currency.
        package mutating func add(_ other: Counts) {
            redeemed &+= other.redeemed
            converted &+= other.converted
            churned &+= other.churned
            churnedDuring &+= other.churnedDuring
            churnedWithin.add(other.churnedWithin)
            millisecondsToChurn = millisecondsToChurn.addingClamping(other.millisecondsToChurn)
            before.add(other.before)
            during.add(other.during)
            after.add(other.after)
        }
    }

    /// The days after the redemption by which those who left are counted, bounds included (C-182).
    ///
    /// They are a week, two, a month, two, three, half a year, a year, two years and three.
    public static let bounds = [7, 14, 31, 62, 92, 183, 366, 731, 1_096]

    /// Returns the bound for a subscriber who left so many milliseconds after the redemption.
    static func bound(ofMilliseconds elapsed: Int64) -> Int {
        bounds.first { elapsed <= Int64($0) * Instant.millisecondsPerDay } ?? .max
    }

    /// The results of each offer, by terms: product, offer, storefront; only terms with an offer.
    var cells: [ReportTerms: Counts] = [:]

    /// An empty report.
    package init() {}

    /// Adds the results of another report, of other subscribers.
    mutating func merge(_ other: OfferReport) { cells.add(other.cells) }

    /// Returns the results of all offers that match, by currency.
    public func totals(where filter: ReportFilter = .all) -> [String: Counts] {
        var sums: [String: Counts] = [:]
        for (terms, counts) in cells where filter.matches(terms) { sums.add(counts, to: terms.storefront.currency) }
        return sums
    }

    /// Returns the results of each offer in one currency, for all products and storefronts together.
    public func totalsByOffer(in currency: String, where filter: ReportFilter = .all) -> [ReportNames.Offer: Counts] {
        var filter = filter
        filter.currency = currency
        var sums: [ReportNames.Offer: Counts] = [:]
        for (terms, counts) in cells where filter.matches(terms) {
            if let offer = terms.offer { sums.add(counts, to: offer) }
        }
        return sums
    }
}
