#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What to do when a customer taps the app's link to Apple's page for managing subscriptions (S0-130).
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
    /// What to show before the page for managing subscriptions opens.
    ///
    /// Only to those who are likely to leave and have not cancelled, which is what the segment “save” asks (S0-129, S0-130).
    /// Where a more urgent segment has an offer for them, it is that one: nobody is shown two.
    ///
    /// - Parameters:
    ///   - facts: The customer.
    ///   - now: When the link is tapped.
    /// - Returns: The offer, or that the page opens at once.
    public func beforeManagingSubscriptions(_ facts: SubscriberFacts, at now: Date) -> ManagePageStep {
        let choice = choice(for: facts, at: now)
        guard choice.placement.verdict(on: .save)?.isMet ?? false, let offer = choice.offer else {
            return .open(choice)
        }
        return .showFirst(offer)
    }
}
