extension StoreState {
    /// Judges a purchase that begins outside the app and is to end in it: B3 steps 1 to 5, 7 and 8, as for a purchase
    /// there, so that nobody is sent to the app for nothing (S4-18, S4-32).
    ///
    /// Nothing is captured: the app's own purchase is judged anew.
    ///
    /// - Parameters:
    ///   - request: What the customer asked for.
    ///   - installation: Whether the app is not on the device, so that the system asks to install it, and what the customer
    ///     says to that; nil where it is there.
    /// - Returns: What happened, or the refusal, which leaves no trace.
    package func decideIntent(
        of request: PurchaseRequest, installation: Bool? = nil
    ) -> Decision<ProductIndex, PurchaseRefusal> {
        do throws(PurchaseRefusal) {
            let place = try judgeIntent(request)
            var events: [StoreEvent.Kind] = installation == nil ? [] : [.installationAsked(request.customer)]
            var offer: String?
            if case .winBack(let id) = request.offer { offer = id }
            // Without the app there is nothing to hand it to (C-103).
            if installation ?? true { events.append(.intentMade(request.customer, place, winBack: offer)) }
            return Decision(events, place)
        } catch {
            return Decision(refusal: error)
        }
    }

    /// Why the App Store does not show a win-back offer; nil where it does, or where the product is no subscription.
    ///
    /// It takes a developer who promotes the offer, and an approved image of the subscription (S4-14, B1-19, B15-21, C-99).
    /// Links and the sheet in the app do without.
    package func promotionFault(of offer: String, on productID: String) -> PurchaseRefusal? {
        guard let place = shop.place(of: productID), let subscription = shop[place].product.subscription,
            case .winBack(_, let settings) = shop[place].offer(Shop.OfferName(type: .winBack, id: offer))?.kind,
            settings.promotion == .notPromoted || !subscription.hasApprovedImage
        else { return nil }
        return .invalidOfferIdentifier(
            OfferIdentifierDiagnosis(offer: offer, product: productID, reason: .notPromoted, available: []))
    }
}
