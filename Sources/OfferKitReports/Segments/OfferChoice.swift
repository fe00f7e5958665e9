public import OfferKitCore

/// The offer for a customer, or the reason why there is none.
public struct OfferChoice: Hashable, Sendable {
    /// The result of a choice.
    public enum Result: Hashable, Sendable {
        /// The plan has this offer for the customer.
        case offer(SegmentOffer)
        /// The plan has no offer for the customer; with the reason.
        case none(Reason)
    }

    /// The reasons why there is no offer.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Reason: Hashable, Sendable {
        /// The customer belongs to no segment.
        case noSegment
        /// The customer's payment is being tried again, or the segment gets no offers for another reason (S3-42).
        case nothingIsOffered(Segment.Name)
        /// The plan has no offer for the segment.
        case noOffer(for: Segment.Name)
        /// The segment has offers, but the customer is eligible for none of their types (S0-96).
        case notEligible(for: [OfferType])
        /// The upgrade offers are all on the plan that the customer has.
        case alreadyOnThatPlan
        /// Access ended too recently (S3-30): the whole days since, nil where unknown, and the number required.
        case tooSoonAfterLapse(days: Int?, first: Int)
    }

    /// The customer's segment.
    public let placement: SegmentPlacement
    /// The result of the choice.
    public let result: Result

    /// The offer; nil where there is none.
    public var offer: SegmentOffer? {
        if case .offer(let offer) = result { offer } else { nil }
    }

    /// The reason why there is none; nil where there is one.
    public var reason: Reason? {
        if case .none(let reason) = result { reason } else { nil }
    }
}

extension OfferChoice: CustomStringConvertible {
    /// The customer's segment, and the offer or the reason why there is none.
    public var explanation: String {
        switch result {
        case .offer(let offer):
            "\(placement) The offer is “\(offer.id)” on “\(offer.productID)”"
                + (offer.discount.map { ", \($0) off." } ?? ".")
        case .none(let reason): "\(placement)\(reason == .noSegment ? "\n" : " ")\(reason)"
        }
    }

    /// The explanation.
    public var description: String { explanation }
}

extension OfferChoice.Reason: CustomStringConvertible {
    /// The reason in a sentence.
    public var description: String {
        switch self {
        case .noSegment: return "There is no offer, because the customer belongs to no segment."
        case .nothingIsOffered(let name): return "There is no offer: to “\(name)” nothing is offered."
        case .noOffer(let name): return "There is no offer, because none is meant for “\(name)” now."
        case .notEligible(let types):
            let names = types.map(\.debugDescription).joined(separator: ", ")
            return "There is no offer: those for this segment are of the type \(names), "
                + "which the customer may not have."
        case .alreadyOnThatPlan: return "There is no offer: the customer has the plan that would be offered."
        case .tooSoonAfterLapse(let days, let first):
            let since = days.map { "\($0) \($0 == 1 ? "day has" : "days have") passed" } ?? "the date is not known"
            return "There is no offer yet: since the end \(since), and the first comes after \(first) days. "
                + "A discount right after the end would teach people to cancel."
        }
    }
}
