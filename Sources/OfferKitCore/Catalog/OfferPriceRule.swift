/// The App Store's check of a promotional offer's price at redemption (S0-68…70, B3-2…4).
///
/// A pay-as-you-go offer must cost less than the subscription's base price in the customer's storefront at that
/// moment; the same price fails. Pay-up-front offers are never compared, so that bundles are possible (S0-69, C-6), and
/// neither are free ones (C-7).
package struct OfferPriceRule {
    package init() {}

    /// The two prices, when they make the offer unredeemable; nil when it may go through.
    package func violation(
        _ terms: Catalog.Offer.Terms, basePrice: Amount, in territory: Territory
    ) -> (offerPrice: Amount, basePrice: Amount)? {
        guard case .payAsYouGo(let prices, _) = terms, let offerPrice = prices.amount(in: territory) else { return nil }
        return offerPrice < basePrice ? nil : (offerPrice, basePrice)
    }
}
