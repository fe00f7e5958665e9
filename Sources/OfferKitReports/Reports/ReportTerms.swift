public import OfferKitCore

/// The terms by which reports count: the product, the offer that applies, and the storefront.
///
/// It holds names instead of places, so that reports of different logs can be merged.
public struct ReportTerms: Hashable, Sendable {
    /// The product identifier.
    public var product: String
    /// The terms of the offer that applies; nil at the standard price.
    public var offer: ReportNames.Offer?
    /// The storefront, with the currency of all money that is counted with these terms.
    public var storefront: ReportNames.Storefront

    /// A product under an offer, or at the standard price, in a storefront.
    public init(product: String, offer: ReportNames.Offer? = nil, storefront: ReportNames.Storefront) {
        self.product = product
        self.offer = offer
        self.storefront = storefront
    }

    /// Returns whether the product identifiers have the same bytes (C-64), and the rest is equal.
    public static func == (a: ReportTerms, b: ReportTerms) -> Bool {
        ByteText(a.product) == ByteText(b.product) && a.offer == b.offer && a.storefront == b.storefront
    }

    /// Hashes the bytes of the product identifier, the offer and the storefront.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteText(product))
        hasher.combine(offer)
        hasher.combine(storefront)
    }
}

/// A filter for terms: those match that agree with every part that is set.
public struct ReportFilter: Hashable, Sendable {
    /// A filter for offers.
    public enum Offers: Hashable, Sendable {
        /// No offer: the standard price.
        case standardPrice
        /// Any offer, and not the standard price.
        case anyOffer
        /// Offers of one type.
        case type(OfferType)
        /// The offer with this identifier.
        case id(String)
    }

    /// The product identifier; nil for every product.
    public var product: String?
    /// The offers; nil for every offer and the standard price.
    public var offers: Offers?
    /// The territory's code of three letters; nil for every territory.
    public var territory: String?
    /// The currency's code; nil for every currency.
    public var currency: String?

    /// A filter that every term matches.
    public static let all = ReportFilter()

    /// A filter for terms that agree with every part given.
    public init(product: String? = nil, offers: Offers? = nil, territory: String? = nil, currency: String? = nil) {
        self.product = product
        self.offers = offers
        self.territory = territory
        self.currency = currency
    }

    /// Returns whether terms match the filter.
    public func matches(_ terms: ReportTerms) -> Bool {
        if let product, ByteText(terms.product) != ByteText(product) { return false }
        if let territory, terms.storefront.territory != territory { return false }
        if let currency, terms.storefront.currency != currency { return false }
        switch offers {
        case nil: return true
        case .standardPrice: return terms.offer == nil
        case .anyOffer: return terms.offer != nil
        case .type(let type): return terms.offer?.type == type
        case .id(let id): return terms.offer?.id.map({ ByteText($0) }) == ByteText(id)
        }
    }
}
