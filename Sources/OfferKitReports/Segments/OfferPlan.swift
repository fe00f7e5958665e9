import OfferKitCore
public import OfferKitEssentials

/// A plan of offers by segment.
///
/// ```swift
/// let plan = try OfferPlan([
///     SegmentOffer("stay50", on: "com.example.app.monthly", for: .retention, discount: 0.5),
///     SegmentOffer("back25", .winBack, on: "com.example.app.monthly", for: .winBack, discount: 0.25, daysAfterLapse: 30),
///     SegmentOffer("back50", .winBack, on: "com.example.app.monthly", for: .winBack, discount: 0.5, daysAfterLapse: 90),
/// ])
/// let choice = plan.choice(for: facts, at: now)
/// choice.offer?.id                       // stay50
/// print(choice)                          // why that one, or why none
/// ```
///
/// The store still has to allow the chosen offer: it does not know segments (B4-13).
public struct OfferPlan: Hashable, Sendable {
    /// The most promotional offers of a product (S0-97).
    public static let mostOffers = 10

    /// The offers; the first counts of several that fit equally.
    public let offers: [SegmentOffer]
    /// The segments.
    public let segmentation: Segmentation
    /// The waiting times.
    public let timing: RetentionTiming

    /// A plan.
    ///
    /// - Parameters:
    ///   - offers: The offers, in order of preference.
    ///   - segmentation: The segments; those of the documents unless given.
    ///   - timing: The waiting times.
    /// - Throws: ``OfferPlanError``.
    public init(
        _ offers: [SegmentOffer], segmentation: Segmentation = .documents, timing: RetentionTiming = RetentionTiming()
    ) throws(OfferPlanError) {
        try OfferPlan.check(offers, against: segmentation)
        self.offers = offers
        self.segmentation = segmentation
        self.timing = timing
    }

    /// Returns the offer for a customer at an instant, or the reason why there is none (C-163).
    ///
    /// Among the offers for the customer's segment, of a type that the customer may have, it prefers the latest step
    /// whose day has come; then one on the customer's own plan; then the first. An upgrade is never on the plan that
    /// the customer has.
    public func choice(for facts: SubscriberFacts, at now: Date) -> OfferChoice {
        let placement = segmentation.placement(of: facts, at: now)
        return OfferChoice(placement: placement, result: result(for: facts, at: now, placement))
    }

    /// Returns the offer, or the first of the reasons against one.
    private func result(
        for facts: SubscriberFacts, at now: Date, _ placement: SegmentPlacement
    ) -> OfferChoice.Result {
        guard let segment = placement.deciding?.segment else { return .none(.noSegment) }
        guard segment.isOffered else { return .none(.nothingIsOffered(segment.id)) }
        let meant = offers.filter { $0.segment == segment.id }
        guard !meant.isEmpty else { return .none(.noOffer(for: segment.id)) }
        let allowed = meant.filter { facts.eligibleOffers.contains($0.type) }
        guard !allowed.isEmpty else { return .none(.notEligible(for: OfferPlan.types(of: meant))) }
        let fitting = allowed.filter { segment.id != .upgrade || !$0.isOnPlan(of: facts) }
        guard !fitting.isEmpty else { return .none(.alreadyOnThatPlan) }
        let ripe = ripe(fitting, for: facts, at: now, in: segment.id)
        guard let latest = ripe.map(\.daysAfterLapse).max() else {
            guard facts.hasLapsed else { return .none(.noOffer(for: segment.id)) }
            let first = fitting.map { wait(for: $0, in: segment.id) }.min() ?? 0
            return .none(.tooSoonAfterLapse(days: facts.daysSinceLapse(at: now), first: first))
        }
        // The discount grows with time, so the latest step counts; then an offer on the customer's own plan (C-163).
        let steps = ripe.filter { $0.daysAfterLapse == latest }
        return (steps.first { $0.isOnPlan(of: facts) } ?? steps.first).map(OfferChoice.Result.offer)
            ?? .none(.noOffer(for: segment.id))
    }

    /// Returns the offers whose time has come; it always has before access ends, and for customers marked by an agent.
    private func ripe(
        _ offers: [SegmentOffer], for facts: SubscriberFacts, at now: Date, in segment: Segment.Name
    ) -> [SegmentOffer] {
        guard facts.hasLapsed else { return offers.filter { $0.daysAfterLapse <= 0 } }
        // A customer whose end of access is unknown may have left just now.
        let days = facts.daysSinceLapse(at: now)
        return offers.filter { offer in
            let wait = wait(for: offer, in: segment)
            return wait <= 0 || days.map { $0 >= wait } ?? false
        }
    }

    /// Returns the number of days without access after which an offer is made.
    ///
    /// An apology does not wait: nobody cancels to be marked by an agent (C-162).
    private func wait(for offer: SegmentOffer, in segment: Segment.Name) -> Int {
        max(offer.daysAfterLapse, segment == .customerService ? 0 : timing.daysAfterLapse)
    }

    private static func types(of offers: [SegmentOffer]) -> [OfferType] {
        Set(offers.map(\.type)).sorted { $0.rawValue < $1.rawValue }
    }
}

extension SegmentOffer {
    /// Returns whether it is an offer on the customer's current or last plan.
    fileprivate func isOnPlan(of facts: SubscriberFacts) -> Bool { facts.plan?.productID == productID }
}
