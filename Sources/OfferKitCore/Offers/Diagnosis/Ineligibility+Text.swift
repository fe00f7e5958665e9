extension Ineligibility: CustomStringConvertible {
    /// The reason in a sentence.
    public var description: String {
        switch self {
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
        case .notChurned(let group):
            "The customer's subscription in the group \(VisibleText.quoted(group)) runs or would renew, or there was "
                + "none; a win-back offer is for customers who left."
        case .offerIsForNobody: "The offer is set to be for nobody."
        case .tooFewPaidMonths(let months, let minimum):
            "The customer has paid for \(months) months of service in a row; the offer asks for \(minimum)."
        case .lapseOutsideRange(let months, let allowed):
            "The subscription ended \(months) months ago; the offer is for \(allowed.lowerBound) to "
                + "\(allowed.upperBound) months."
        case .redeemedTooRecently(let months, let minimum):
            "The customer redeemed this offer \(months) months ago; the offer asks for \(minimum) months between."
        }
    }

    private static func list(_ classes: Set<CustomerClass>) -> String {
        CustomerClass.allCases.filter(classes.contains).map { "\($0)" }.joined(separator: " or ")
    }
}
