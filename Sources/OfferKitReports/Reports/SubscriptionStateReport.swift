import OfferKitCore

/// Subscription State: who subscribes on which day, where, and under what (B17-1, S0-131…S0-134).
///
/// It counts at the end of each day in UTC (C-170). A subscriber is **active** while the period runs (status 1), paid or free: a free
/// trial is an introductory offer. Whoever is in grace, with service, and whoever is in billing retry, without, is counted apart
/// and not as active. Family members are not counted: one subscription counts once (C-171).
///
/// It is kept as changes by day, so it grows with days and terms and not with subscribers.
public struct SubscriptionStateReport: Hashable, Sendable {
    /// How many more or fewer there are after a day than before it.
    package struct Change: Hashable, Sendable, ReportSum {
        /// Active subscribers.
        package var active = 0
        /// Subscribers in grace.
        package var inGrace = 0
        /// Subscribers in billing retry without grace.
        package var inRetry = 0

        /// No change.
        package init() {}

        /// Adds another change.
        package mutating func add(_ other: Change) {
            active &+= other.active
            inGrace &+= other.inGrace
            inRetry &+= other.inRetry
        }
    }

    /// How many subscribers there are at the end of a day.
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
        /// Active under an offer of a type that has no name here.
        public package(set) var otherOffers = 0
        /// In grace, under whatever terms.
        public package(set) var inGrace = 0
        /// In billing retry without grace, under whatever terms.
        public package(set) var inRetry = 0

        /// Nobody.
        package init() {}

        /// All who are active.
        public var active: Int { standardPrice &+ introductory &+ subscriptionOffers &+ otherOffers }
        /// All who are active under what S0-132 calls a subscription offer: promotional, code or win-back.
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

        /// The change of subscribers with some terms, where it belongs.
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

    /// How many there are at the end of a day.
    public struct Day: Hashable, Sendable {
        /// The day.
        public package(set) var day: ReportDay
        /// How many there are at its end.
        public package(set) var counts: Counts
    }

    /// How the number of active subscribers grew between two days (S0-133).
    public struct Growth: Hashable, Sendable {
        /// Active at the end of the first day.
        public package(set) var before: Int
        /// Active at the end of the second day.
        public package(set) var after: Int
        /// How many more, or with a minus fewer.
        public var change: Int { after &- before }
        /// The change as a share of those before; nil where there was nobody.
        public var rate: Double? { ratio(change, of: before) }
    }

    /// The changes, by terms and day; none where nothing changed.
    package internal(set) var changes: [ReportTerms: [ReportDay: Change]] = [:]

    /// The day of the latest event of any kind; nil without events.
    package internal(set) var latestDay: ReportDay?

    /// A report of nobody.
    package init() {}

    /// Adds the subscribers of another report, which are others.
    package mutating func merge(_ other: SubscriptionStateReport) {
        changes.add(other.changes)
        latestDay = latest(latestDay, other.latestDay)
    }

    /// The days from the first change to the latest event; nil where nothing changed.
    public var days: ClosedRange<ReportDay>? {
        changes.values.lazy.flatMap(\.keys).range(upTo: latestDay)
    }

    /// How many there are at the end of a day, of those that a question is about; of a day after the latest event, as things stood then.
    public func counts(at day: ReportDay, where filter: ReportFilter = .all) -> Counts {
        counts(at: day, where: filter.matches)
    }

    /// How many there are at the end of a day, by terms: product, offer and storefront (S0-134).
    ///
    /// Terms of nobody are left out.
    public func countsByTerms(at day: ReportDay, where filter: ReportFilter = .all) -> [ReportTerms: Counts] {
        var result: [ReportTerms: Counts] = [:]
        for (terms, table) in changes where filter.matches(terms) {
            var sum = Change()
            for (other, change) in table where other <= day { sum.add(change) }
            result.add(Counts(sum, of: terms), to: terms)
        }
        return result
    }

    /// How many are active under each offer at the end of a day: which offers customers choose (S0-134).
    ///
    /// Under the key nil stand those at the standard price. The offers of all products, and all storefronts, come together.
    public func activeByOffer(at day: ReportDay, where filter: ReportFilter = .all) -> [ReportNames.Offer?: Int] {
        var result: [ReportNames.Offer?: Int] = [:]
        for (terms, counts) in countsByTerms(at: day, where: filter) where counts.active != 0 {
            result[terms.offer] = (result[terms.offer] ?? 0) &+ counts.active
        }
        return result
    }

    /// How many there are at the end of every day of a range, one element a day, in order.
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

    /// How the number of active subscribers grew from the end of one day to that of another (S0-133).
    public func growth(from first: ReportDay, to second: ReportDay, where filter: ReportFilter = .all) -> Growth {
        Growth(before: counts(at: first, where: filter).active, after: counts(at: second, where: filter).active)
    }

    private func counts(at day: ReportDay, where matches: (ReportTerms) -> Bool) -> Counts {
        var result = Counts()
        for (terms, table) in changes where matches(terms) {
            for (other, change) in table where other <= day { result.add(Counts(change, of: terms)) }
        }
        return result
    }
}
