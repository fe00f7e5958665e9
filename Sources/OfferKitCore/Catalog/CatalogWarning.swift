/// A setting of a catalogue that breaks no limit and will still surprise somebody.
public struct CatalogWarning: Hashable, Sendable {
    /// The product it is in.
    public let product: String
    /// The offer it is in: its identifier or reference name, or `introductory`.
    public let offer: String
    /// The kind of offer it is.
    public let offerType: OfferType
    /// The territories it concerns, in the order of their codes; at least one.
    public let territories: [Territory]
    /// The kind of warning.
    package let kind: Kind

    /// The kinds of warning.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    package enum Kind: Hashable, Sendable {
        /// An offer that is paid as you go costs no less than its product. The store refuses promotional offers for
        /// that when they are redeemed (S0-68), and sells others at their price.
        case notCheaper
    }
}

extension CatalogWarning: CustomStringConvertible {
    /// One sentence that names the place and says what will happen.
    public var description: String {
        let few = territories.prefix(3).map(\.code).joined(separator: ", ")
        let place = territories.count > 3 ? "\(few) and \(territories.count - 3) more territories" : few
        let consequence = offerType == .promo ? ", and will be refused there" : ""
        return "offer '\(offer)' costs no less than its product '\(product)' in \(place)\(consequence)"
    }
}

extension Catalog {
    /// The warnings: offers, paid as you go, that cost no less than their product.
    ///
    /// They are no errors, because base prices change: the store judges promotional offers when they are redeemed
    /// (S0-68).
    public var warnings: [CatalogWarning] {
        groups.flatMap(\.subscriptions).flatMap { product in
            (product.subscription?.offers ?? []).compactMap { offer in
                // Other offers are not compared, which also spares a look at every territory.
                guard case .payAsYouGo = offer.terms else { return nil }
                let dear = Territory.all.filter { product.isDear(offer, in: $0) }
                guard !dear.isEmpty else { return nil }
                return CatalogWarning(
                    product: product.id, offer: offer.id ?? "introductory", offerType: offer.type, territories: dear,
                    kind: .notCheaper)
            }
        }
    }
}

extension Catalog.Product {
    /// Returns whether an offer breaks the price rule in a territory, which the store enforces for promotional offers.
    fileprivate func isDear(_ offer: Catalog.Offer, in territory: Territory) -> Bool {
        guard offer.isOffered(in: territory), let base = prices.price(in: territory) else { return false }
        return OfferPriceRule.violation(offer.terms, basePrice: base, in: territory) != nil
    }
}
