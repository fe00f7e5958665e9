import OfferKitCore

extension Device {
    /// A closure that chooses among the win-back offers that a customer may have, the best first; nil for none of them
    /// (B15-13).
    public typealias OfferPreference =
        (Product, Product.SubscriptionInfo, [Product.SubscriptionOffer]) -> Product.SubscriptionOffer?

    /// Returns the offer that StoreKit's views show (``App/merchandisedOffer(for:preference:)``).
    func merchandisedOffer(
        for product: Product, preference: OfferPreference?
    ) -> Product.SubscriptionOffer? {
        guard let info = product.subscription else { return nil }
        let state = store.state
        let index = state.subscription(of: customer.id, inGroupNamed: info.subscriptionGroupID)
        if state.ledger.hasFailedRenewal(customer.id) { return nil }
        let names = index.map { index in
            state.eligibleWinBackChoices(of: customer.id, in: state.group(of: index), on: storefront)
                .filter { state.shop[$0.product].product.id == product.id }.compactMap(\.offer.id)
        }
        let offers = (names ?? []).compactMap { name in info.winBackOffers.first { $0.id == name } }
        if !offers.isEmpty {
            guard let preference else { return offers.first }
            if let chosen = preference(product, info, offers) { return chosen }
        }
        return isEligibleForIntroductoryOffer(inGroup: info.subscriptionGroupID) ? info.introductoryOffer : nil
    }
}
