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

    private static func span(_ start: Instant?, _ end: Instant?) -> String {
        let words = [start.map { "from \($0)" }, end.map { "until \($0)" }].compactMap { $0 }
        return words.isEmpty ? "always" : words.joined(separator: " ")
    }

    private static func list(_ classes: Set<CustomerClass>) -> String {
        CustomerClass.allCases.filter(classes.contains).map { "\($0)" }.joined(separator: " or ")
    }
}
