import OfferKitCore

/// Subscription State: the number of subscribers by day, storefront and terms (B17-1, S0-131…S0-134).
///
/// It counts at the end of each day in UTC (C-170). A subscriber is **active** while the period runs (status 1), paid
/// or free: a free trial is an introductory offer. Subscribers in grace, with access, and in billing retry, without it,
/// are counted apart and not as active. Family members are not counted: one subscription counts once (C-171).
///
/// It is stored as changes by day, so it grows with days and terms and not with subscribers.
public struct SubscriptionStateReport: Hashable, Sendable {
    /// The change in the number of subscribers on a day.
    package struct Change: Hashable, Sendable, ReportSum {
        /// Active subscribers.
        var active = 0
        /// Subscribers in grace.
        var inGrace = 0
        /// Subscribers in billing retry without grace.
        var inRetry = 0

        /// No change.
        package init() {}

        /// Adds another change.
        package mutating func add(_ other: Change) {
            active &+= other.active
            inGrace &+= other.inGrace
            inRetry &+= other.inRetry
        }
    }

    /// The number of subscribers at the end of a day.
    public struct Counts: Hashable, Sendable, ReportSum {
        /// Active at the standard price.
        public package(set) var standardPrice = 0
        /// Active under an introductory offer, free trials among them.
        public package(set) var introductory = 0
        /// Active under a promotional offer.
        public package(set) var promotional = 0
        /// Active under an offer code.
        public package(set) var code = 0
        /// Active under a win-back offer.
        public package(set) var winBack = 0
        /// Active under an offer of another type.
        public package(set) var otherOffers = 0
        /// In grace, under any terms.
        public package(set) var inGrace = 0
        /// In billing retry without grace, under any terms.
        public package(set) var inRetry = 0

        /// Counts of zero.
        package init() {}

        /// The number of active subscribers.
        public var active: Int { standardPrice &+ introductory &+ subscriptionOffers &+ otherOffers }
        /// The number of those under a subscription offer as in S0-132: promotional, code or win-back.
        public var subscriptionOffers: Int { promotional &+ code &+ winBack }

        /// Adds the subscribers of other terms.
        package mutating func add(_ other: Counts) {
            standardPrice &+= other.standardPrice
            introductory &+= other.introductory
            promotional &+= other.promotional
            code &+= other.code
            winBack &+= other.winBack
            otherOffers &+= other.otherOffers
            inGrace &+= other.inGrace
            inRetry &+= other.inRetry
        }

        /// Makes the counts of a change for some terms.
        init(_ change: Change, of terms: ReportTerms) {
            (inGrace, inRetry) = (change.inGrace, change.inRetry)
            switch terms.offer?.type {
            case nil: standardPrice = change.active
            case .intro?: introductory = change.active
            case .promo?: promotional = change.active
            case .code?: code = change.active
            case .winBack?: winBack = change.active
            default: otherOffers = change.active
            }
        }
    }

    /// The number of subscribers at the end of a day.
    public struct Day: Hashable, Sendable {
        /// The day.
        public package(set) var day: ReportDay
        /// The counts at its end.
        public package(set) var counts: Counts
    }

    /// The growth in active subscribers between two days (S0-133).
    public struct Growth: Hashable, Sendable {
        /// Active at the end of the first day.
        public package(set) var before: Int
        /// Active at the end of the second day.
        public package(set) var after: Int
        /// The difference; negative where the number fell.
        public var change: Int { after &- before }
        /// The difference as a share of the number before; nil where that is zero.
        public var rate: Double? { ratio(change, of: before) }
    }

    /// The changes, by terms and day, where there are any.
    package internal(set) var changes: [ReportTerms: [ReportDay: Change]] = [:]

    /// The day of the latest event of any kind; nil without events.
    var latestDay: ReportDay?

    /// An empty report.
    package init() {}

    /// Adds the subscribers of another report, who are others.
    mutating func merge(_ other: SubscriptionStateReport) {
        changes.add(other.changes)
        latestDay = latest(latestDay, other.latestDay)
    }

    /// The days from the first change to the latest event; nil where nothing changed.
    public var days: ClosedRange<ReportDay>? {
        changes.values.lazy.flatMap(\.keys).range(upTo: latestDay)
    }

    /// Returns the counts at the end of a day, for matching terms.
    ///
    /// After the day of the latest event they stay as they were.
    public func counts(at day: ReportDay, where filter: ReportFilter = .all) -> Counts {
        countsByTerms(at: day, where: filter).values.reduce(into: Counts()) { $0.add($1) }
    }

    /// Returns the counts at the end of a day, by terms: product, offer and storefront (S0-134).
    ///
    /// Terms without subscribers are left out.
    public func countsByTerms(at day: ReportDay, where filter: ReportFilter = .all) -> [ReportTerms: Counts] {
        var result: [ReportTerms: Counts] = [:]
        for (terms, table) in changes where filter.matches(terms) {
            var sum = Change()
            for (other, change) in table where other <= day { sum.add(change) }
            result.add(Counts(sum, of: terms), to: terms)
        }
        return result
    }

    /// Returns the number of active subscribers under each offer at the end of a day (S0-134).
    ///
    /// The key nil holds those at the standard price. All products and storefronts are added up.
    public func activeByOffer(at day: ReportDay, where filter: ReportFilter = .all) -> [ReportNames.Offer?: Int] {
        var result: [ReportNames.Offer?: Int] = [:]
        for (terms, counts) in countsByTerms(at: day, where: filter) where counts.active != 0 {
            result[terms.offer] = (result[terms.offer] ?? 0) &+ counts.active
        }
        return result
    }

    /// Returns the counts at the end of every day of a range, one element a day, in order.
    public func series(_ days: ClosedRange<ReportDay>, where filter: ReportFilter = .all) -> [Day] {
        var byDay: [ReportDay: Counts] = [:]
        for (terms, table) in changes where filter.matches(terms) {
            for (day, change) in table where day <= days.upperBound {
                byDay.add(Counts(change, of: terms), to: max(day, days.lowerBound))
            }
        }
        var sum = Counts()
        return ReportDay.all(days).map { day in
            if let change = byDay[day] { sum.add(change) }
            return Day(day: day, counts: sum)
        }
    }

    /// Returns the growth in active subscribers from the end of one day to that of another (S0-133).
    public func growth(from first: ReportDay, to second: ReportDay, where filter: ReportFilter = .all) -> Growth {
        Growth(before: counts(at: first, where: filter).active, after: counts(at: second, where: filter).active)
    }
}
