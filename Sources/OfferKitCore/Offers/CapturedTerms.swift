/// An offer's terms as they were when it was redeemed.
///
/// Later changes to the offer, its price or the base price do not touch them (C-45).
package struct CapturedTerms: Hashable, Sendable, Codable {
    /// The payment mode of an offer (S1-2).
    package enum Mode: UInt8, Hashable, Sendable, Codable {
        /// Nothing is paid for the whole offer.
        case freeTrial
        /// Each period of the offer is paid for when it begins.
        case payAsYouGo
        /// The whole offer is paid for at once.
        case payUpFront
    }

    /// The kind of offer.
    package let type: OfferType
    private let id: ByteText?
    /// The payment mode.
    package let mode: Mode
    /// The length of one charge: a subscription period when paying as you go, else the whole offer.
    package let period: SubscriptionPeriod
    /// The number of charges: 1 unless paying as you go.
    package let periodCount: Int
    /// The price of one charge.
    package let price: Amount

    /// The terms of an offer in a territory, or nil when it has no price there (C-49).
    package init?(_ offer: Catalog.Offer, of subscription: Catalog.Subscription, in territory: Territory) {
        guard let price = offer.terms.price(in: territory) else { return nil }
        type = offer.type
        id = offer.id.map { ByteText($0) }
        self.price = price
        switch offer.terms {
        case .freeTrial(let length): (mode, period, periodCount) = (.freeTrial, length, 1)
        case .payUpFront(_, let length): (mode, period, periodCount) = (.payUpFront, length, 1)
        case .payAsYouGo(_, let periods): (mode, period, periodCount) = (.payAsYouGo, subscription.period, periods)
        }
    }

    private enum CodingKeys: String, CodingKey {
        case type, mode, period, periodCount, price
        case id = "offerID"
    }

    /// The offer's identifier; nil for introductory offers (S0-58).
    package var offerID: String? { id?.text }

    /// The length of the whole offer: one month twice is two months (B0-8).
    package var wholePeriod: SubscriptionPeriod {
        period.multiplied(by: periodCount)
    }
}

extension CapturedTerms {
    /// Whether the numbers are possible for an offer; those of saved terms may not be.
    var isPossible: Bool {
        Catalog.Offer.Terms.periodCounts ~= periodCount && 1...4 ~= type.rawValue
            && Amount.zero...Amount.largest ~= price && (offerID == nil) == (type == .intro)
    }
}
