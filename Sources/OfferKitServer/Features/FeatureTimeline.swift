public import OfferKitCore
public import OfferKitEssentials

/// A paid feature of the app, with its release date (S2-11).
public struct Feature: Identifiable, Hashable, Sendable {
    /// The identifier, by which the app asks for it.
    public let id: String
    /// The name for people.
    public let name: String
    /// The date of its release.
    public let released: Date

    /// A feature.
    public init(id: String, name: String, released: Date) {
        self.id = id
        self.name = name
        self.released = released
    }
}

/// The update subscription: one payment unlocks all that there is and what is released until the paid-up date, for ever
/// (S2-2…4, B18).
///
/// ```swift
/// let timeline = try FeatureTimeline(
///     [
///         Feature(id: "themes", name: "Themes", released: themesReleased),
///         Feature(id: "widgets", name: "Widgets", released: widgetsReleased),
///     ],
///     legacy: LegacyRule(downloadedBefore: paidUntil, versionBelow: "100"))
///
/// let access = try timeline.access(for: device.transactions, download: download)
/// access.unlocked.map(\.id)           // what a server answers, and the app asks by
/// access.paidUpUntil                  // nil for somebody who never paid
/// ```
///
/// It is a value without a store, a clock or a customer: the paid periods go in, and the unlocked features come out. So
/// an unlocked feature is never locked again (B18-8), unless the records themselves change. C-27 and C-97 decide what
/// the article leaves open.
public struct FeatureTimeline: Hashable, Sendable {
    /// The features, the earliest first; those of one instant as they were given.
    public let features: [Feature]
    /// The time after the paid-up date in which a release still counts.
    public let slack: TimeStep
    /// The rule for customers who paid before there were subscriptions; nil where nobody did (S2-21).
    public let legacy: LegacyRule?
    /// Whether records that were refunded, or replaced by an upgrade, are ignored (C-27).
    ///
    /// Off unless turned on, because the article counts every record; a shop that refunds should turn it on.
    public var ignoresRefundedAndUpgraded = false

    /// A timeline.
    ///
    /// - Parameters:
    ///   - features: The features, in any order.
    ///   - slack: The time after the paid-up date in which a release still counts: a day unless given, because a
    ///     release does not reach the App Store at once (S2-13).
    ///   - legacy: The rule for customers who paid before there were subscriptions.
    /// - Throws: ``FeatureTimelineError``.
    public init(
        _ features: [Feature], slack: TimeStep = .days(1), legacy: LegacyRule? = nil
    ) throws(FeatureTimelineError) {
        var seen: Set<[UInt8]> = []
        for feature in features {
            guard !feature.id.isEmpty else { throw .emptyFeatureID(name: feature.name) }
            // Ids are compared byte by byte, as all identifiers are (C-64).
            guard seen.insert(Array(feature.id.utf8)).inserted else { throw .duplicateFeatureID(feature.id) }
        }
        guard slack.length >= 0 else { throw .negativeSlack(slack) }
        self.features = features.enumerated().sorted {
            ($0.element.released, $0.offset) < ($1.element.released, $1.offset)
        }.map(\.element)
        self.slack = slack
        self.legacy = legacy
    }

    /// Returns the features that a customer has, by the periods that they paid for.
    ///
    /// - Parameters:
    ///   - periods: Every period bought, in any order.
    ///   - download: The first download of the app; only read where there is a rule for legacy users.
    /// - Returns: The paid-up date and the features.
    /// - Throws: ``FeatureTimelineError/malformedVersion(_:)``, where the version has to decide and is no build number.
    public func access(
        for periods: [PaidPeriod], download: AppDownload? = nil
    ) throws(FeatureTimelineError) -> FeatureAccess {
        let counted = ignoresRefundedAndUpgraded ? periods.filter { !$0.isRefunded && !$0.isUpgraded } : periods
        let legacyEnd = try download.flatMap { download throws(FeatureTimelineError) in
            try legacy?.covers(download) ?? false ? Instant(download.date).adding(months: 12) : nil
        }
        let paidUp = FeatureTimeline.paidUp(counted, legacyEnd: legacyEnd)
        let limit = paidUp?.adding(slack)
        let unlocked = features.prefix { feature in limit.map { Instant(feature.released) <= $0 } ?? false }
        return FeatureAccess(
            paidUpUntil: paidUp.map { Date($0) }, isLegacy: legacyEnd != nil, unlocked: Array(unlocked),
            locked: Array(features[unlocked.endIndex...]))
    }

    /// Returns the paid-up date (B18-1…6); nil for a customer who never paid.
    ///
    /// Worked example: downloaded on 1 January 2019, so paid up until 1 January 2020. A first subscription from 1 July
    /// 2019 to 1 July 2020 begins 184 days before that, which are appended: 1 January 2021.
    private static func paidUp(_ periods: [PaidPeriod], legacyEnd: Instant?) -> Instant? {
        let periods = periods.map { (start: Instant($0.start), end: Instant($0.end)) }
        guard let last = periods.map(\.end).max() else { return legacyEnd }
        guard let legacyEnd, let first = periods.min(by: { ($0.start, $0.end) < ($1.start, $1.end) }) else {
            return last
        }
        let left = max(0, legacyEnd.milliseconds(since: first.start))
        return max(first.end.adding(milliseconds: left), last)
    }
}

/// A customer's access to the features of a ``FeatureTimeline``.
public struct FeatureAccess: Hashable, Sendable {
    /// The date until which releases are paid for, without the slack; nil for a customer who never paid.
    public let paidUpUntil: Date?
    /// Whether the customer had the app before there were subscriptions.
    public let isLegacy: Bool
    /// The features that the customer has, for ever, the earliest first.
    public let unlocked: [Feature]
    /// The features that another payment would unlock.
    public let locked: [Feature]

    /// Returns whether the customer has a feature, for the app's question (S2-11).
    public func has(_ featureID: String) -> Bool {
        unlocked.contains { $0.id.utf8.elementsEqual(featureID.utf8) }
    }
}
