/// The price that a subscriber pays for their product, where it is not simply the base price (B9).
package enum PriceTerms: Hashable, Sendable, Codable {
    /// The price from before a rise, for as long as the subscription does not lapse (B9-8, C-54, C-198).
    case preserved(Amount)
    /// A rise is on its way.
    case rising(PriceRise)
}

/// A rise of the base price on its way to one subscriber.
package struct PriceRise: Hashable, Sendable, Codable {
    /// The stages of a rise.
    package enum Stage: UInt8, Hashable, Sendable, Codable {
        /// The customer does not know of it yet, and pays the old price.
        case planned
        /// The customer was told and has to agree (B9-3).
        case pending
        /// The customer was told and does not agree: auto-renew is off, and that is why (B9-3).
        case declined
        /// The customer agreed, or was told of a rise that needs no consent (B9-4).
        case agreed
    }

    /// The price that the customer pays until the rise.
    package let from: Amount
    /// Whether the customer has to agree (B9-3).
    package let needsConsent: Bool
    /// The stage of the rise.
    package var stage: Stage

    /// A rise from a price, planned unless told otherwise.
    init(from: Amount, needsConsent: Bool, stage: Stage = .planned) {
        self.from = from
        self.needsConsent = needsConsent
        self.stage = stage
    }
}

/// The effect of a rise of the base price on present subscribers (B9-1, B9-8).
public enum PriceIncreasePolicy: Hashable, Sendable {
    /// Subscribers have to agree unless the rise is small (B9-2).
    ///
    /// It is small if it is at most half of the price, at most 5 US dollars a period (50 for a year) where the
    /// storefront counts in them, and the first such rise of the product in a year.
    case automatic
    /// Subscribers have to agree, whatever the rise.
    case requiresConsent
    /// Subscribers are told, and need not agree.
    case needsNoConsent
    /// Subscribers go on at the old price until they lapse (B9-8).
    case preservesPrice
}
