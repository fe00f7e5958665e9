import OfferKitCore

/// The places outside the app where a customer finds a win-back offer (S4-8, S4-28).
public enum WinBackPlace: Hashable, Sendable, CaseIterable {
    /// The developer's direct link (S4-13).
    case link
    /// The App Store, where the offer is promoted (S4-14).
    case appStore
    /// The subscriptions in the settings of the customer's account, where the purchase is always completed (S4-19).
    case subscriptionSettings
}

/// What became of a purchase that the customer began outside the app.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum OutsidePurchase: Hashable, Sendable {
    /// The purchase is done. The transaction comes in ``Device/App/updates``, or is found at the next launch (S4-17).
    case completed(Transaction)
    /// The app is to complete it: the intent is in ``Device/App/purchaseIntents``, or will be when the app listens
    /// (S4-32).
    case handedToApp
    /// The app is not on the device, and the customer did not install it.
    case installationDeclined
}

extension Device {
    /// Redeems a win-back offer as the customer does who finds it outside the app.
    ///
    /// With Streamlined Purchasing, which is on unless turned off, the purchase is completed there, with the payment
    /// sheet answered as ``sheetAnswer`` says. Without it the app gets a ``PurchaseIntent``. In the settings (S4-19),
    /// and on systems that know no intents (C-102), the purchase is always completed there. The App Store only
    /// shows offers that the developer promotes there (S4-14, C-99).
    ///
    /// - Parameters:
    ///   - offerID: The offer's identifier.
    ///   - productID: The product it belongs to.
    ///   - place: Where the customer found it.
    /// - Returns: What became of it.
    /// - Throws: ``PurchaseRefusal``, as for a purchase with the offer in the app.
    @discardableResult
    public func redeemWinBackOffer(
        _ offerID: String, of productID: String, at place: WinBackPlace
    ) throws(PurchaseRefusal) -> OutsidePurchase {
        if place == .appStore, let refusal = store.state.shop.promotionRefusal(of: offerID, on: productID) {
            throw noted(refusal)
        }
        var request = request(for: productID, offer: .winBack(offerID))
        request.isFromOutside = true
        let isCompleted =
            place == .subscriptionSettings || store.state.settings.isStreamlined || !system.has(.purchaseIntents)
        guard isCompleted else { return try handToApp(request) }
        return .completed(try complete(request))
    }

    /// Buys a product that is promoted in the App Store, as the customer does who taps it there: the app has to
    /// complete the purchase, whether Streamlined Purchasing is on or not (B15-16).
    ///
    /// - Parameter productID: The product.
    /// - Returns: What became of it.
    /// - Throws: ``PurchaseRefusal``; ``PurchaseRefusal/unsupportedSystem(_:)`` where the system has no purchase
    ///   intents.
    @discardableResult
    public func startPromotedPurchase(of productID: String) throws(PurchaseRefusal) -> OutsidePurchase {
        if let shortfall = system.shortfall(of: .purchaseIntents) { throw noted(.unsupportedSystem(shortfall)) }
        return try handToApp(request(for: productID))
    }

    /// Makes a purchase with a payment sheet that is not the app's: its transaction comes by itself.
    func complete(
        _ request: PurchaseRequest, _ conditions: SheetConditions = SheetConditions()
    ) throws(PurchaseRefusal) -> Transaction {
        try buy(request, conditions, resultArrives: false)
    }
}
