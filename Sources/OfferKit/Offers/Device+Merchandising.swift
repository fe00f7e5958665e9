import OfferKitCore

extension Device {
    /// A closure that chooses among the win-back offers that a customer may have, the best first; nil for none of them
    /// (B15-13).
    public typealias OfferPreference =
        (Product, Product.SubscriptionInfo, [Product.SubscriptionOffer]) -> Product.SubscriptionOffer?
}

extension Device.App {
    /// Returns the offer that StoreKit's own views show beside a product, for an app to merchandise to this customer
    /// now (B15-13).
    ///
    /// The best win-back offer the customer may have, unless `preference` chooses another or none; without one the
    /// introductory offer, where the customer may have it. Never anything while a renewal has failed: those customers
    /// need their payment method repaired, and no offer (S3-42).
    ///
    /// ```swift
    /// let offer = device.app.merchandisedOffer(for: product) { _, _, offers in
    ///     offers.first { $0.paymentMode == .freeTrial } ?? offers.first
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - product: A subscription.
    ///   - preference: Chooses among the win-back offers; the first unless given. Only asked where there is one to
    ///     choose.
    /// - Returns: The offer; nil for none.
    public func merchandisedOffer(
        for product: Product, preference: Device.OfferPreference? = nil
    ) -> Product.SubscriptionOffer? {
        guard let info = product.subscription else { return nil }
        let state = device.store.state
        let index = state.subscription(of: device.customer.id, inGroupNamed: info.subscriptionGroupID)
        if state.ledger.hasFailedRenewal(device.customer.id) { return nil }
        let names = index.map { index in
            state.eligibleWinBackChoices(after: index, on: device.storefront)
                .filter { state.shop[$0.product].product.id == product.id }.compactMap(\.offer.id)
        }
        let offers = (names ?? []).compactMap { name in info.winBackOffers.first { $0.id == name } }
        if !offers.isEmpty {
            guard let preference else { return offers.first }
            if let chosen = preference(product, info, offers) { return chosen }
        }
        return device.isEligibleForIntroductoryOffer(inGroup: info.subscriptionGroupID) ? info.introductoryOffer : nil
    }
}
