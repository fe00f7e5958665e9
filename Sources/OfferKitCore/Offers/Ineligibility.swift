public import OfferKitEssentials

/// One reason why a customer may not have an offer.
///
/// The cases up to `priceNotLower` and `offerIsForNobody` concern the device, the product and the offer, whoever asks;
/// the others concern the customer.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
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
    case outsideItsDates(from: Date?, until: Date?)
    /// A promotional offer that is paid as you go costs no less than the product does now (S0-68).
    case priceNotLower(OfferPriceDiagnosis)
    /// The customer has used an introductory offer in this subscription group before (S1-16, B4-1).
    case usedIntroductoryOffer(group: String)
    /// The customer is subscribed in this group now (S1-21, B4-2).
    case currentlySubscribed(group: String)
    /// The customer has never subscribed to anything in this app (S0-75).
    case neverSubscribed
    /// The customer is of a class that the offer is not for (B4-10).
    case wrongCustomerClass(CustomerClass, allowed: Set<CustomerClass>)
    /// The customer has redeemed a code of this offer before (B4-11).
    case alreadyRedeemed(offer: String)
    /// The customer would move to a lower level of service, which a code cannot do (B16-8).
    case wouldDowngrade(fromLevel: Int, toLevel: Int)
    /// The customer has never had a subscription of their own in this group to come back to (B15-2).
    case neverSubscribedInGroup(group: String)
    /// The customer has not left: the subscription runs, or its (even refunded) last period is not over (S4-2, B15-3).
    case notLapsed(group: String)
    /// The customer is in grace or billing retry: a renewal failed, and the store goes on trying (B15-4).
    case renewalFailed(group: String)
    /// The customer has the service all the same, because the family shares it (B15-5).
    case sharedByFamily(group: String)
    /// The offer is for nobody: the file's switch says *Not Eligible* (B15-10).
    case offerIsForNobody
    /// The customer has paid for too few months of service in a row (B15-6).
    case tooFewPaidMonths(Int, minimum: Int)
    /// The subscription ended too recently, or too long ago (B15-7).
    case lapseOutsideRange(months: Int, allowed: ClosedRange<Int>)
    /// The customer has redeemed this offer too recently (B15-8).
    case redeemedTooRecently(months: Int, minimum: Int)
}

extension Ineligibility: CustomStringConvertible {
    /// The reason in a sentence.
    public var description: String {
        switch self {
        case .unsupportedSystem(let shortfall): "The device's system lacks it: \(shortfall)"
        case .productUnavailable(let diagnosis): "The product cannot be bought: \(diagnosis)"
        case .offerDisabled: "The offer was disabled."
        case .notOffered(let territory): "The offer is not offered in the storefront \(territory)."
        case .outsideItsDates(let start, let end): "The offer runs \(Ineligibility.span(start, end))."
        case .priceNotLower(let diagnosis): "The offer is no cheaper: \(diagnosis)"
        case .usedIntroductoryOffer(let group):
            "The customer has used an introductory offer in the group \(VisibleText.quoted(group)) before; there is one "
                + "for a customer and a group."
        case .currentlySubscribed(let group):
            "The customer is subscribed in the group \(VisibleText.quoted(group)) now; an introductory offer is not for "
                + "present subscribers."
        case .neverSubscribed:
            "The customer has never subscribed to anything in this app; a promotional offer is for present and former "
                + "subscribers. Offer an introductory offer instead."
        case .wrongCustomerClass(let actual, let allowed):
            "The customer is \(actual) in this group, and the offer is for \(Ineligibility.list(allowed)) customers only."
        case .alreadyRedeemed(let offer): "The customer has redeemed the offer \(VisibleText.quoted(offer)) before."
        case .wouldDowngrade(let from, let to):
            "The customer is subscribed at level \(from), and the offer is for level \(to), a lower level of service."
        case .neverSubscribedInGroup(let group):
            "The customer has never had a subscription of their own in the group \(VisibleText.quoted(group)); a win-back "
                + "offer is for customers who left."
        case .notLapsed(let group):
            "The customer's subscription in the group \(VisibleText.quoted(group)) runs, or its last period, a refunded one "
                + "too, is not over; a win-back offer is for customers who left."
        case .renewalFailed(let group):
            "A renewal in the group \(VisibleText.quoted(group)) has failed and is still tried; a win-back offer is for "
                + "customers who left."
        case .sharedByFamily(let group):
            "The customer's family shares a subscription of the group \(VisibleText.quoted(group)); a win-back offer is for "
                + "customers without service."
        case .offerIsForNobody: "The offer is set to be for nobody."
        case .tooFewPaidMonths(let months, let minimum):
            "The customer has paid for \(Ineligibility.months(months)) of service in a row; the offer asks for \(minimum)."
        case .lapseOutsideRange(let months, let allowed):
            "The subscription ended \(Ineligibility.months(months)) ago; the offer is for \(allowed.lowerBound) to "
                + "\(allowed.upperBound) months."
        case .redeemedTooRecently(let months, let minimum):
            "The last redemption's offer period ended \(Ineligibility.months(months)) ago or is not over; the offer asks for \(minimum) "
                + "months between."
        }
    }

    private static func months(_ count: Int) -> String {
        count == 1 ? "1 month" : "\(count) months"
    }

    private static func span(_ start: Date?, _ end: Date?) -> String {
        let words = [start.map { "from \($0.utcText)" }, end.map { "until \($0.utcText)" }].compactMap { $0 }
        return words.isEmpty ? "always" : words.joined(separator: " ")
    }

    private static func list(_ classes: Set<CustomerClass>) -> String {
        CustomerClass.allCases.filter(classes.contains).map { "\($0)" }.joined(separator: " or ")
    }
}
