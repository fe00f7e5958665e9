public import OfferKitEssentials

/// A refusal of a request about one customer's subscription; an unknown group comes with the known ones (C-234).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SubscriptionRefusal: Error, StoreRefusal, Hashable, Sendable {
    /// The store has no subscription group of that identifier or name.
    case unknownGroup(UnknownName)
    /// The customer has no running subscription in the group.
    case notSubscribed(group: String)
    /// No rise of the price waits for this customer's answer; with the date on which the customer is asked, where the
    /// store knows one (B9-9).
    case noPriceIncreasePending(group: String, askedOn: Date? = nil)
    /// The product has no price in the storefront of its subscriber.
    case noPrice(product: String, in: Territory)
    /// The store's journal could not be written, so nothing has happened; the store says why.
    case notRecorded
}

extension SubscriptionRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .unknownGroup(let group):
            "unknownGroup: the store has no subscription group \(VisibleText.quoted(group.name)). \(group.advice)"
        case .notSubscribed(let group):
            "notSubscribed: the customer has no running subscription in the group \(VisibleText.quoted(group)). "
                + "Buy one first."
        case .noPriceIncreasePending(let group, let date):
            "noPriceIncreasePending: no rise of the price in the group \(VisibleText.quoted(group)) waits for the customer's "
                + "answer. "
                + (date.map { "The customer is asked on \($0.utcText): move the clock there first." }
                    ?? "The customer is asked some days before a renewal of the same product, and only of a rise that needs consent; no such day is known now.")
        case .noPrice(let product, let territory):
            "noPrice: the product \(VisibleText.quoted(product)) has no price in \(territory). Set one first."
        case .notRecorded: NotRecorded.sentence
        }
    }
}
