/// The answer to whether a customer may have an offer.
public enum Eligibility: Hashable, Sendable {
    /// The customer may have it.
    case eligible
    /// The customer may not, for each of these reasons.
    case ineligible(because: [Ineligibility])

    /// Eligible when there is no reason against it.
    package init(_ reasons: [Ineligibility]) {
        self = reasons.isEmpty ? .eligible : .ineligible(because: reasons)
    }

    /// The reasons against it; empty when there is none.
    package var reasons: [Ineligibility] {
        switch self {
        case .eligible: []
        case .ineligible(let reasons): reasons
        }
    }
}

/// One reason why a customer may not have an offer.
public enum Ineligibility: Hashable, Sendable, Codable {
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
    /// Has not churned: the subscription runs, or would renew (S4-2).
    case notChurned(group: String)
    /// The offer is for nobody: the file's switch says *Not Eligible* (B15-10).
    case offerIsForNobody
    /// Has paid for too few months of service in a row (B15-6).
    case tooFewPaidMonths(Int, minimum: Int)
    /// The subscription ended too recently, or too long ago (B15-7).
    case lapseOutsideRange(months: Int, allowed: ClosedRange<Int>)
    /// Has redeemed this offer too recently (B15-8).
    case redeemedTooRecently(months: Int, minimum: Int)
}
