/// One reason why a customer may not have an offer.
///
/// The first five concern the product and the offer, whoever asks; the others the customer.
public enum Ineligibility: Hashable, Sendable, Codable {
    /// The device's system is too old for offers of that kind (B3-9).
    case unsupportedSystem(SystemShortfall)
    /// The product is off sale, or has no price in the storefront (B3 step 2, B15-1).
    case productUnavailable(ProductDiagnosis)
    /// The developer disabled the offer (S0-67, B1-6).
    case offerDisabled
    /// The offer has no price in the storefront, or is not meant for it (C-49, S4-5).
    case notOffered(in: Territory)
    /// The offer has not started yet, or is over; nil where a side has no limit (B15-1).
    case outsideItsDates(from: Instant?, until: Instant?)
    /// A promotional offer that is paid as you go costs no less than the product does now (S0-68).
    case priceNotLower(OfferPriceDiagnosis)
    /// Has used an introductory offer in this subscription group before (S1-16, B4-1).
    case usedIntroductoryOffer(group: String)
    /// Is subscribed in this group now (S1-21, B4-2).
    case currentlySubscribed(group: String)
    /// Has never subscribed to anything in this app (S0-75).
    case neverSubscribed
    /// Is of a class of customers that the offer is not for (B4-10).
    case wrongCustomerClass(CustomerClass, allowed: Set<CustomerClass>)
    /// Has redeemed a code of this offer before (B4-11).
    case alreadyRedeemed(offer: String)
    /// Would move to a lower level of service, which a code cannot do (B16-8).
    case wouldDowngrade(fromLevel: Int, toLevel: Int)
    /// Has never had a subscription of their own in this group to come back to (B15-2).
    case neverSubscribedInGroup(group: String)
    /// Has not left: the subscription runs, or its last period, a refunded one's too, is not over (S4-2, B15-3).
    case notLapsed(group: String)
    /// Is in grace or billing retry: a renewal failed, and the store goes on trying (B15-4).
    case renewalFailed(group: String)
    /// Has the service all the same, because the family shares it (B15-5).
    case sharedByFamily(group: String)
    /// The offer is for nobody: the file's switch says *Not Eligible* (B15-10).
    case offerIsForNobody
    /// Has paid for too few months of service in a row (B15-6).
    case tooFewPaidMonths(Int, minimum: Int)
    /// The subscription ended too recently, or too long ago (B15-7).
    case lapseOutsideRange(months: Int, allowed: ClosedRange<Int>)
    /// Has redeemed this offer too recently (B15-8).
    case redeemedTooRecently(months: Int, minimum: Int)
}
