// The checks of a request that need nothing but the catalogue and an instant: of its product and its offer.

extension Shop {
    /// The reason why a product cannot be bought in a storefront; nil when it can (B3 step 2).
    func unavailability(of place: ProductIndex, in territory: Territory) -> ProductDiagnosis? {
        guard isForSale(place) else { return .removedFromSale(self[place].product.id) }
        guard basePrice(of: place, in: territory) != nil else {
            return .notSold(self[place].product.id, in: territory)
        }
        return nil
    }

    /// Carries out step 5 for the offer asked for, if one is: on the device, and where it will be charged.
    func findOffer(
        in request: PurchaseRequest, on place: ProductIndex, chargedIn territory: Territory, at now: Instant
    ) throws(PurchaseRefusal) -> (id: String, offer: Catalog.Offer, terms: CapturedTerms)? {
        guard let (type, id) = request.offerName else { return nil }
        _ = try findOffer(type, id, on: place, in: request.territory, at: now)
        let (offer, terms) = try findOffer(type, id, on: place, in: territory, at: now)
        return (id, offer, terms)
    }

    /// Carries out step 5: finds the product's offer of that identifier, active and with a price here (S0-67, C-49).
    private func findOffer(
        _ type: OfferType, _ id: String, on place: ProductIndex, in territory: Territory, at now: Instant
    ) throws(PurchaseRefusal) -> (Catalog.Offer, CapturedTerms) {
        let available = self[place].available(type, in: territory, at: now)
        if let offer = available.first(where: { $0.id?.hasBytes(of: id) ?? false }),
            let subscription = self[place].product.subscription,
            let terms = CapturedTerms(offer, of: subscription, in: territory)
        {
            return (offer, terms)
        }
        throw .invalidOfferIdentifier(diagnosis(of: id, type, on: place, in: territory, at: now))
    }

    /// The diagnosis of an offer's identifier that was not found among the offers that can be had.
    func diagnosis(
        of id: String, _ type: OfferType, on place: ProductIndex, in territory: Territory, at now: Instant
    ) -> OfferIdentifierDiagnosis {
        OfferIdentifierDiagnosis(
            offer: id.beginning, product: self[place].product.id,
            reason: reason(against: OfferName(type: type, id: id), on: place, in: territory, at: now),
            available: self[place].available(type, in: territory, at: now).compactMap(\.id))
    }

    private func reason(
        against name: OfferName, on place: ProductIndex, in territory: Territory, at now: Instant
    ) -> OfferIdentifierDiagnosis.Reason {
        guard self[place].period != nil else { return .productHasNoOffers }
        if let listed = self[place].listed(name) {
            let rule = OfferAvailability(territory: territory, instant: now)
            let reasons = rule.judge(listed.offer, isDisabled: listed.isDisabled).reasons
            return reasons.lazy.compactMap(OfferIdentifierDiagnosis.Reason.init).first ?? .notOffered(in: territory)
        }
        // A deleted offer's name is not used again (C-100), so nothing else can be meant.
        if self[place].hasDeleted(name) { return .deleted }
        if let other = self[place].offers.first(where: { $0.offer.id?.hasBytes(of: name.id) ?? false }) {
            return .isOfKind(other.name.type)
        }
        let owner = entries.first { $0.offer(name) != nil }
        return owner.map { .belongsToProduct($0.product.id) } ?? .unknown
    }

    /// Carries out step 7: returns the prices that make a pay-as-you-go offer unredeemable (S0-68); nil for none.
    ///
    /// They make it so where it does not cost less than the base price here and now.
    func priceDiagnosis(
        of offer: Catalog.Offer, named id: String, on place: ProductIndex, in territory: Territory
    ) -> OfferPriceDiagnosis? {
        guard let basePrice = self.basePrice(of: place, in: territory),
            let prices = OfferPriceRule.violation(offer.terms, basePrice: basePrice, in: territory)
        else { return nil }
        return OfferPriceDiagnosis(
            offer: id, offerPrice: prices.offerPrice, basePrice: prices.basePrice, territory: territory)
    }

    /// The refusal where the App Store does not show a win-back offer; nil where it does, or the product has none.
    ///
    /// Showing takes a developer who promotes the offer, and an approved image of the subscription (S4-14, B1-19,
    /// B15-21, C-99). Links and the sheet in the app do without.
    package func promotionRefusal(of offer: String, on productID: String) -> PurchaseRefusal? {
        guard let place = place(of: productID), let subscription = self[place].product.subscription,
            case .winBack(_, let settings) = self[place].offer(OfferName(type: .winBack, id: offer))?.kind,
            settings.promotion == .notPromoted || !subscription.hasApprovedImage
        else { return nil }
        return .invalidOfferIdentifier(
            OfferIdentifierDiagnosis(offer: offer, product: productID, reason: .notPromoted, available: []))
    }
}
