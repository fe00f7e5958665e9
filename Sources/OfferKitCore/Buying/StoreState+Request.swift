import OfferKitEssentials

extension StoreState {
    /// Judges a request to buy: B3 steps 1 to 8, in that order; the first step that fails answers (C-4).
    ///
    /// On success a payment sheet is open. Steps 1 to 4 leave no trace when they fail; later ones leave one event,
    /// which spends the nonce (C-5).
    ///
    /// - Parameters:
    ///   - request: The request that the device sent.
    ///   - evidence: The result of the cryptographic check of the promotional offer's signature; ignored without one.
    ///   - eligibilityEvidence: That of the developer's decision on the introductory offer; ignored without one.
    /// - Returns: The events and the attempt that waits for the customer's answer, or the refusal.
    package func decide(
        _ request: PurchaseRequest, evidence: SignatureEvidence,
        eligibilityEvidence: SignatureEvidence = .fails(SignatureFindings())
    ) -> Decision<PurchaseAttempt, PurchaseRefusal> {
        let request = passingOverOffer(in: request)
        let (place, territory): (ProductIndex, Territory)
        do throws(PurchaseRefusal) {
            (place, territory) = try judgeRequest(request)
        } catch {
            return Decision(refusal: error)
        }
        let id = desk.nextAttempt
        let claims = request.claimsSpent
        do throws(PurchaseRefusal) {
            let terms = try judgeOffer(in: request, on: place, territory, evidence, eligibilityEvidence)
            let attempt = PurchaseAttempt(
                id: id, customer: request.customer, product: place, territory: territory,
                quantity: request.quantity, account: request.account, terms: terms,
                allowsIntroductoryOffer: request.introductoryEligibility?.allowsIntroductoryOffer)
            return Decision([.purchaseRequested(attempt, spending: claims)], attempt)
        } catch {
            let refused = RefusedPurchase(
                attempt: id, customer: request.customer, product: request.productID, refusal: error,
                spending: claims.filter { !desk.hasSpent($0.nonce) })
            return Decision([.purchaseRefused(refused)], refusal: error)
        }
    }

    /// Judges a purchase that begins outside the app and is to end in it (S4-18, S4-32).
    ///
    /// B3 steps 1 to 5, 7 and 8 apply, as for a purchase in the app, so that nobody is sent there for nothing. Nothing
    /// is captured: the app's own purchase is judged anew.
    ///
    /// - Parameters:
    ///   - request: The customer's request.
    ///   - installation: The customer's answer where the app is not on the device and the system asks to install it;
    ///     nil where the app is on the device.
    /// - Returns: The events, or the refusal, which leaves no trace.
    package func decideIntent(
        of request: PurchaseRequest, installation: Bool? = nil
    ) -> Decision<ProductIndex, PurchaseRefusal> {
        Decision { () throws(PurchaseRefusal) in
            let (place, territory) = try judgeRequest(request)
            // No such purchase carries a signature.
            _ = try judgeOffer(in: request, on: place, territory, .verifies, .verifies)
            var events: [StoreEvent.Kind] = installation == nil ? [] : [.installationAsked(of: request.customer)]
            let offer = request.offerName.flatMap { $0.type == .winBack ? $0.id : nil }
            // Without the app there is nothing to hand it to (C-103).
            if installation ?? true { events.append(.intentMade(by: request.customer, product: place, winBack: offer)) }
            return Decision(events, place)
        }
    }

    /// The request without a promotional offer that the product can never have, where that is passed over (C-220).
    private func passingOverOffer(in request: PurchaseRequest) -> PurchaseRequest {
        guard setup.rules.passesOverOffersOnOtherProducts, request.offerName?.type == .promo,
            let place = shop.place(of: request.productID), shop.period(of: place) == nil
        else { return request }
        var request = request
        request.offer = .none
        return request
    }

    /// Carries out steps 1 to 4, which concern the request as such.
    ///
    /// Returns the product, and the storefront where it is charged.
    private func judgeRequest(_ request: PurchaseRequest) throws(PurchaseRefusal) -> (ProductIndex, Territory) {
        if let shortfall = request.shortfall { throw .unsupportedSystem(shortfall) }
        guard request.canMakePayments, customers.contains(request.customer) else { throw .purchaseNotAllowed }
        guard let place = shop.place(of: request.productID) else {
            throw .productUnavailable(.unknown(request.productID, known: shop.entries.map(\.product.id)))
        }
        let charged = chargingTerritory(of: request.customer, for: place, on: request.territory)
        if let diagnosis = shop.unavailability(of: place, in: request.territory)
            ?? shop.unavailability(of: place, in: charged)
        {
            throw .productUnavailable(diagnosis)
        }
        let allowed = shop[place].group == nil ? 1...10 : 1...1
        guard allowed ~= request.quantity else { throw .invalidQuantity(request.quantity, allowed: allowed) }
        if case .several(let offers) = request.offer { throw .conflictingOffers(offers) }
        let missing = request.missingParameters(setup.rules)
        guard missing.isEmpty else { throw .missingOfferParams(missing) }
        return (place, charged)
    }

    /// The storefront a purchase is charged in: a running subscription keeps that of its chain (C-44), else it is the
    /// device's.
    func chargingTerritory(
        of customer: CustomerID, for place: ProductIndex, on territory: Territory, at instant: Instant? = nil
    ) -> Territory {
        guard let index = subscription(of: customer, forProduct: place), runs(index, at: instant ?? now) else {
            return territory
        }
        return self[index].latest.territory
    }

    /// Returns whether a request gets as far as the check of its signature, B3 step 6.
    ///
    /// Other requests are refused for an earlier reason, so nobody asks why their signature is bad.
    package func judgesSignature(of request: PurchaseRequest) -> Bool {
        let request = passingOverOffer(in: request)
        do throws(PurchaseRefusal) {
            let (place, territory) = try judgeRequest(request)
            _ = try shop.findOffer(in: request, on: place, chargedIn: territory, at: now)
            return true
        } catch {
            return false
        }
    }

    /// Carries out steps 5 to 8, which concern the offer asked for, on the device and where it will be charged.
    ///
    /// Returns its terms, which hold from now on (C-45).
    private func judgeOffer(
        in request: PurchaseRequest, on place: ProductIndex, _ territory: Territory, _ evidence: SignatureEvidence,
        _ eligibilityEvidence: SignatureEvidence
    ) throws(PurchaseRefusal) -> CapturedTerms? {
        let found = try shop.findOffer(in: request, on: place, chargedIn: territory, at: now)
        if request.isSigned, !request.needsNoSignature {
            try judgeSignatures(in: request, evidence, eligibilityEvidence)
        }
        guard let (id, offer, terms) = found else { return nil }
        if terms.type == .promo, let diagnosis = shop.priceDiagnosis(of: offer, named: id, on: place, in: territory) {
            throw .invalidOfferPrice(diagnosis)
        }
        try judgeEligibility(for: offer, named: id, on: place, of: request.customer)
        return terms
    }

    /// Carries out step 6: judges every signature that came, the offer's first (C-95).
    private func judgeSignatures(
        in request: PurchaseRequest, _ evidence: SignatureEvidence, _ eligibilityEvidence: SignatureEvidence
    ) throws(PurchaseRefusal) {
        var diagnosis: SignatureDiagnosis?
        var used: UUID?
        switch request.offer {
        case .promotional(let discount):
            diagnosis = self.diagnosis(of: discount, in: request, evidence: evidence)
            used = discount.nonce
        case .promotionalJWS(let id, let jws):
            diagnosis = self.diagnosis(of: jws, in: request, offer: id, evidence: evidence)
            used = jws.nonce
        case .none, .winBack, .several: break
        }
        if diagnosis == nil, let jws = request.introductoryEligibility {
            diagnosis = self.diagnosis(of: jws, in: request, offer: nil, alsoUsed: used, evidence: eligibilityEvidence)
        }
        if let diagnosis { throw .invalidSignature(diagnosis) }
    }

    /// Carries out step 8: the customer must be eligible for the offer (S0-75, B4).
    func judgeEligibility(
        for offer: Catalog.Offer, named id: String, on place: ProductIndex, of customer: CustomerID
    ) throws(PurchaseRefusal) {
        guard let reasons = eligibility(of: customer, for: offer, on: place)?.reasons else {
            throw PurchaseRefusal(.offerWithoutPeriods)
        }
        guard reasons.isEmpty else { throw .ineligibleForOffer(offer: id, because: reasons) }
    }
}
