public import OfferKitEssentials

/// The step to take when a customer taps the app's link to Apple's page for managing subscriptions (S0-130).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ManagePageStep: Hashable, Sendable {
    /// Show the offer, and open the page when the customer still wants it.
    case showFirst(SegmentOffer)
    /// Open the page at once: the customer is not likely to leave, or there is no offer.
    case open(OfferChoice)
}

extension OfferPlan {
    /// Returns the step to take before the page for managing subscriptions opens.
    ///
    /// An offer is shown only to customers who are likely to leave and have not cancelled, as the rule of the segment
    /// “save” has it (S0-129, S0-130). Where a more urgent segment has an offer for the customer, that one is shown:
    /// nobody sees two.
    ///
    /// - Parameters:
    ///   - facts: The facts of the customer.
    ///   - now: The date when the link is tapped.
    /// - Returns: The offer, or that the page opens at once.
    public func beforeManagingSubscriptions(_ facts: SubscriberFacts, at now: Date) -> ManagePageStep {
        let choice = choice(for: facts, at: now)
        guard choice.placement.verdict(on: .save)?.isMet ?? false, let offer = choice.offer else {
            return .open(choice)
        }
        return .showFirst(offer)
    }
}
