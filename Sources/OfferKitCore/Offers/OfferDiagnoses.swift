public import OfferKitEssentials

/// The fault of the product of a refused purchase.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ProductDiagnosis: Hashable, Sendable, Codable {
    /// The catalogue has no such product.
    case unknown(String, known: [String])
    /// The product has no price in the storefront of the customer.
    case notSold(String, in: Territory)
    /// The developer removed the product from sale.
    case removedFromSale(String)
}

/// The fault of the identifier of a refused offer.
public struct OfferIdentifierDiagnosis: Hashable, Sendable, Codable {
    /// The identifier that was asked for.
    public var offer: String
    /// The product it was asked for on.
    public var product: String
    /// The reason why the store does not accept it on that product.
    public var reason: Reason
    /// The identifiers of that kind that the product has in this storefront.
    public var available: [String]

    /// The reasons why an identifier is not accepted.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Reason: Hashable, Sendable, Codable {
        /// The catalogue has no offer of that name at all.
        case unknown
        /// It is an offer of another product (C-49).
        case belongsToProduct(String)
        /// It is an offer of another kind (C-49).
        case isOfKind(OfferType)
        /// The developer disabled it (S0-67, B1-6).
        case disabled
        /// The developer deleted it (B1-6).
        case deleted
        /// It has no price in, or is not meant for, the customer's storefront (C-49).
        case notOffered(in: Territory)
        /// It has not started yet, or is over.
        case outsideItsDates
        /// The product is no auto-renewable subscription, and only those have offers.
        case productHasNoOffers
        /// The App Store does not promote it: the developer does not want that, or the subscription has no approved
        /// image (S4-14, C-99).
        case notPromoted
    }

    /// A diagnosis of an identifier asked for on a product.
    package init(offer: String, product: String, reason: Reason, available: [String]) {
        self.offer = offer
        self.product = product
        self.reason = reason
        self.available = available
    }
}

extension OfferIdentifierDiagnosis.Reason {
    /// The reason against an offer's availability as a refused purchase names it; nil for reasons of other rules.
    init?(_ reason: Ineligibility) {
        switch reason {
        case .offerDisabled: self = .disabled
        case .notOffered(let territory): self = .notOffered(in: territory)
        case .outsideItsDates: self = .outsideItsDates
        default: return nil
        }
    }
}

/// The prices that made the store refuse a pay-as-you-go offer (S0-68, B3-2).
public struct OfferPriceDiagnosis: Hashable, Sendable, Codable {
    /// The offer's identifier.
    public var offer: String
    /// The price of a period under the offer.
    public var offerPrice: Decimal
    /// The price of a period without it, in this storefront, now.
    public var basePrice: Decimal
    /// The storefront.
    public var territory: Territory

    /// A diagnosis of two prices in one territory.
    package init(offer: String, offerPrice: Amount, basePrice: Amount, territory: Territory) {
        self.offer = offer
        self.offerPrice = Decimal(offerPrice)
        self.basePrice = Decimal(basePrice)
        self.territory = territory
    }
}
