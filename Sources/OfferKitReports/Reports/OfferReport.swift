public import OfferKitCore

/// Offers: who takes each, what it brings, and how long they stay (B17-2, S0-134, S0-137, S0-138, C-181, C-182).
///
/// A subscriber belongs to the offer that they redeemed last, until they come back after an end without one. **Before** is what the
/// subscriber had brought in the group when the first period under the offer began, in that storefront's currency; **during**
/// what the periods under the offer bring; **after** what the periods at the standard price bring that follow, until the next
/// redemption or the end of the subscription. Refunds are taken off where their charge stands; of a charge from before the latest redemption
/// that is "before" of the latest offer, and what an earlier offer counted as its own stays (C-181).
public struct OfferReport: Hashable, Sendable {
    /// Money of one currency, refunds taken off.
    public struct Money: Hashable, Sendable, ReportSum {
        /// What customers paid.
        public package(set) var revenue = MoneySum()
        /// What the developer gets of it (``ProceedsReport``).
        public package(set) var proceeds = MoneySum()

        /// Nothing.
        package init() {}

        /// Adds other money of the same currency.
        package mutating func add(_ other: Money) {
            revenue.add(other.revenue)
            proceeds.add(other.proceeds)
        }
    }

    /// What came of an offer, in one currency.
    public struct Counts: Hashable, Sendable, ReportSum {
        /// How often its first period began: at a purchase, or at the renewal that it waited for.
        public package(set) var redeemed = 0
        /// How often a period at the standard price followed the offer's last without a lapse between (C-172).
        public package(set) var converted = 0
        /// How many subscribers left who belonged to it.
        public package(set) var churned = 0
        /// How many of them left while a period under the offer was their last.
        public package(set) var churnedDuring = 0
        /// How many left how soon after the first period under it began; only bounds by which somebody left.
        ///
        /// Under each of ``OfferReport/bounds`` stand those who left later than the bound before and not later than it; under
        /// `Int.max` all later ones.
        public package(set) var churnedWithin: [Int: Int] = [:]
        /// The time from redemption to the end, of all who left together, held at the end of the range.
        public var timeToChurn: TimeStep { TimeStep(millisecondsToChurn) }
        /// ``timeToChurn`` in milliseconds.
        package var millisecondsToChurn: Int64 = 0
        /// What the subscribers had brought before.
        public package(set) var before = Money()
        /// What the periods under the offer brought.
        public package(set) var during = Money()
        /// What the periods at the standard price brought that followed.
        public package(set) var after = Money()

        /// Nothing.
        package init() {}

        /// The share of redemptions that were converted; nil where nobody redeemed.
        public var conversion: Double? { ratio(converted, of: redeemed) }
        /// How many had left so many days after the redemption, one of ``OfferReport/bounds``.
        public func left(within days: Int) -> Int {
            churnedWithin.reduce(0) { $1.key <= days ? $0 &+ $1.value : $0 }
        }
        /// How many days those who left had stayed since the redemption, on average; nil where nobody left, or where all together had
        /// stayed for longer than can be counted.
        public var meanDaysToChurn: Double? {
            churned == 0 || millisecondsToChurn == .max
                ? nil : Double(millisecondsToChurn) / 86_400_000 / Double(churned)
        }

        /// Adds what came of the offer elsewhere, in the same currency.
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

    /// The days after the redemption by which those who left are counted, bounds included: a week, two, a month, two, three,
    /// half a year, a year, two years and three (C-182).
    public static let bounds = [7, 14, 31, 62, 92, 183, 366, 731, 1_096]

    /// The bound under which somebody is counted who left so many milliseconds after the redemption.
    static func bound(ofMilliseconds elapsed: Int64) -> Int {
        bounds.first { elapsed <= Int64($0) * Instant.millisecondsPerDay } ?? .max
    }

    /// What came of each offer, by terms: product, offer, storefront; only terms with an offer.
    package internal(set) var cells: [ReportTerms: Counts] = [:]

    /// A report of nothing.
    package init() {}

    /// Adds what came of the offers with the subscribers of another report, who are others.
    package mutating func merge(_ other: OfferReport) { cells.add(other.cells) }

    /// What came of all offers that a question is about, by currency.
    public func totals(where filter: ReportFilter = .all) -> [String: Counts] {
        var sums: [String: Counts] = [:]
        for (terms, counts) in cells where filter.matches(terms) { sums.add(counts, to: terms.storefront.currency) }
        return sums
    }

    /// What came of each offer in one currency, of all products and storefronts together.
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
