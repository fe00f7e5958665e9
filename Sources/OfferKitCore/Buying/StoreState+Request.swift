#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StoreState {
    /// Judges a request to buy: B3 steps 1 to 8, in that order; the first step that fails answers (C-4).
    ///
    /// On success a payment sheet is open. Steps 1 to 4 leave no trace when they fail; later ones leave one event, which
    /// spends the nonce (C-5).
    ///
    /// - Parameters:
    ///   - request: What the device sent.
    ///   - evidence: What the cryptography says of the promotional offer's signature; not looked at without one.
    ///   - eligibilityEvidence: What it says of the developer's decision on the introductory offer; not looked at without
    ///     one.
    /// - Returns: The events and the attempt that waits for the customer's answer, or the refusal.
    package func decide(
        _ request: PurchaseRequest, evidence: SignatureEvidence,
        eligibilityEvidence: SignatureEvidence = .fails(SignatureFindings())
    ) -> Decision<PurchaseAttempt, PurchaseRefusal> {
        let place: ProductIndex
        do throws(PurchaseRefusal) {
            place = try judgeRequest(request)
        } catch {
            return Decision(refusal: error)
        }
        let id = desk.nextAttempt
        let claims = request.claimsSpent
        do throws(PurchaseRefusal) {
            let territory = chargingTerritory(of: request.customer, for: place, on: request.territory)
            let offer = try judgeOffer(in: request, on: place, territory, evidence, eligibilityEvidence)
            let attempt = PurchaseAttempt(
                id: id, customer: request.customer, product: place, territory: territory,
                quantity: request.quantity, account: request.account, offer: offer,
                allowsIntroductoryOffer: request.introductoryEligibility?.allowsIntroductoryOffer)
            return Decision([.purchaseRequested(attempt, spending: claims)], attempt)
        } catch {
            let refused = RefusedPurchase(
                attempt: id, customer: request.customer, product: request.productID, refusal: error,
                spending: claims.filter { !desk.hasSpent($0.nonce) })
            return Decision([.purchaseRefused(refused)], refusal: error)
        }
    }

    /// The same steps for a purchase that begins outside the app and ends in it.
    ///
    /// A customer who would be refused at once is not sent there. No such purchase carries a signature.
    func judgeIntent(_ request: PurchaseRequest) throws(PurchaseRefusal) -> ProductIndex {
        let place = try judgeRequest(request)
        let territory = chargingTerritory(of: request.customer, for: place, on: request.territory)
        _ = try judgeOffer(in: request, on: place, territory, .verifies, .verifies)
        return place
    }

    /// The kind and the identifier of the offer asked for; nil without one.
    private func offerName(in request: PurchaseRequest) -> (type: OfferType, id: String)? {
        switch request.offer {
        case .none, .several: nil
        case .promotional(let discount): (.promo, discount.identifier ?? "")
        case .promotionalJWS(let id, _): (.promo, id)
        case .winBack(let id): (.winBack, id)
        }
    }

    /// Steps 1 to 4: what concerns the request as such.
    private func judgeRequest(_ request: PurchaseRequest) throws(PurchaseRefusal) -> ProductIndex {
        try judgeSystem(of: request)
        guard request.canMakePayments, customers.contains(request.customer) else { throw .purchaseNotAllowed }
        guard let place = shop.place(of: request.productID) else {
            throw .productUnavailable(.unknown(request.productID, known: shop.entries.map(\.product.id)))
        }
        let charged = chargingTerritory(of: request.customer, for: place, on: request.territory)
        let diagnosis =
            unavailability(of: place, in: request.territory)
            ?? (charged == request.territory ? nil : unavailability(of: place, in: charged))
        if let diagnosis { throw .productUnavailable(diagnosis) }
        let allowed = shop[place].group == nil ? 1...10 : 1...1
        guard allowed ~= request.quantity else { throw .invalidQuantity(request.quantity, allowed: allowed) }
        if case .several(let offers) = request.offer { throw .conflictingOffers(offers) }
        let missing = missingParameters(in: request)
        guard missing.isEmpty else { throw .missingOfferParams(missing) }
        return place
    }

    /// Before any step: an older system does not have the call at all (B3-9).
    private func judgeSystem(of request: PurchaseRequest) throws(PurchaseRefusal) {
        let offer: SystemFeature? =
            switch request.offer {
            case .none, .several: nil
            case .promotional: .promotionalOffers
            case .promotionalJWS: .signedRequests
            // Where an offer is redeemed outside the app, the App Store itself takes it (B15-22).
            case .winBack: request.isFromOutside ? nil : .winBackOffers
            }
        let decision = request.introductoryEligibility.map { _ in SystemFeature.signedRequests }
        let shortfall = [offer, decision].compactMap(\.self).lazy.compactMap { request.system.shortfall(of: $0) }.first
        if let shortfall { throw .unsupportedSystem(shortfall) }
    }

    /// Why a product cannot be bought in a storefront; nil when it can (B3 step 2).
    package func unavailability(of place: ProductIndex, in territory: Territory) -> ProductDiagnosis? {
        guard shop[place].isForSale else { return .removedFromSale(shop[place].product.id) }
        guard shop[place].basePrice(in: territory) != nil else {
            return .notSold(shop[place].product.id, in: territory)
        }
        return nil
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

    /// Whether a request gets as far as the check of its signature, B3 step 6.
    ///
    /// One that does not is refused for an earlier reason, and nobody asks why its signature is bad.
    package func judgesSignature(of request: PurchaseRequest) -> Bool {
        do throws(PurchaseRefusal) {
            let place = try judgeRequest(request)
            let territory = chargingTerritory(of: request.customer, for: place, on: request.territory)
            _ = try findOffer(in: request, on: place, territory)
            return true
        } catch {
            return false
        }
    }

    /// Step 4: the parts of the payload that are absent or empty, in the order of ``OfferParameter`` (S0-72, C-1).
    private func missingParameters(in request: PurchaseRequest) -> [OfferParameter] {
        // Nothing is signed for a question (C-96).
        guard !request.isQuestion else { return [] }
        var missing: Set<OfferParameter> = []
        if case .promotionalJWS(let id, let jws) = request.offer {
            if id.isEmpty { missing.insert(.identifier) }
            if jws.text.isEmpty { missing.insert(.compactJWS) }
        }
        if request.introductoryEligibility?.text.isEmpty ?? false { missing.insert(.compactJWS) }
        if case .promotional(let discount) = request.offer {
            missing.formUnion(discount.missingParameters)
            switch request.account {
            case .notSet where !request.readsAbsentAccountAsEmpty: missing.insert(.applicationUsername)
            case .userName("") where setup.rules.emptyUserName == .missing: missing.insert(.applicationUsername)
            default: break
            }
        }
        return OfferParameter.allCases.filter(missing.contains)
    }

    /// Steps 5 to 8: what concerns the offer asked for, on the device and where it will be charged.
    ///
    /// Returns its terms, which hold from now on (C-45).
    private func judgeOffer(
        in request: PurchaseRequest, on place: ProductIndex, _ territory: Territory, _ evidence: SignatureEvidence,
        _ eligibilityEvidence: SignatureEvidence
    ) throws(PurchaseRefusal) -> CapturedTerms? {
        let found = try findOffer(in: request, on: place, territory)
        if !request.isQuestion { try judgeSignatures(in: request, evidence, eligibilityEvidence) }
        guard let (id, offer, terms) = found else { return nil }
        if terms.type == .promo { try judgePrice(of: offer, named: id, on: place, in: territory) }
        try judgeEligibility(for: offer, named: id, on: place, of: request.customer)
        return terms
    }

    /// Step 5 for the offer asked for, if one is: on the device, and where it will be charged.
    private func findOffer(
        in request: PurchaseRequest, on place: ProductIndex, _ territory: Territory
    ) throws(PurchaseRefusal) -> (id: String, offer: Catalog.Offer, terms: CapturedTerms)? {
        guard let (type, id) = offerName(in: request) else { return nil }
        _ = try findOffer(type, id, on: place, in: request.territory)
        let (offer, terms) = try findOffer(type, id, on: place, in: territory)
        return (id, offer, terms)
    }

    /// Step 6: every signature that came, the offer's first (C-95).
    private func judgeSignatures(
        in request: PurchaseRequest, _ evidence: SignatureEvidence, _ eligibilityEvidence: SignatureEvidence
    ) throws(PurchaseRefusal) {
        var diagnosis: SignatureDiagnosis?
        var used: UUID?
        switch request.offer {
        case .promotional(let discount):
            diagnosis = signatureFault(of: discount, in: request, evidence: evidence)
            used = discount.nonce
        case .promotionalJWS(let id, let jws):
            diagnosis = fault(of: jws, in: request, offer: id, evidence: evidence)
            used = jws.nonce
        case .none, .winBack, .several: break
        }
        if diagnosis == nil, let jws = request.introductoryEligibility {
            diagnosis = fault(of: jws, in: request, offer: nil, alsoUsed: used, evidence: eligibilityEvidence)
        }
        if let diagnosis { throw .invalidSignature(diagnosis) }
    }

    /// Step 5: the offer of that identifier on this product, active and with a price here (S0-67, C-49).
    func findOffer(
        _ type: OfferType, _ id: String, on place: ProductIndex, in territory: Territory
    ) throws(PurchaseRefusal) -> (Catalog.Offer, CapturedTerms) {
        let entry = shop[place]
        let available = entry.available(type, in: territory, at: now)
        if let offer = available.first(where: { $0.id?.hasBytes(of: id) ?? false }),
            let subscription = entry.product.subscription,
            let terms = CapturedTerms(offer, of: subscription, in: territory)
        {
            return (offer, terms)
        }
        throw .invalidOfferIdentifier(
            OfferIdentifierDiagnosis(
                offer: id, product: entry.product.id, reason: reason(against: type, id, on: entry, in: territory),
                available: available.compactMap(\.id)))
    }

    func reason(
        against type: OfferType, _ id: String, on entry: Shop.Entry, in territory: Territory
    ) -> OfferIdentifierDiagnosis.Reason {
        guard entry.period != nil else { return .productHasNoOffers }
        let name = Shop.OfferName(type: type, id: id)
        if let listed = entry.listed(name) {
            let rule = OfferAvailability(in: territory, at: now)
            let reasons = rule.judge(listed.offer, isDisabled: listed.isDisabled).reasons
            return reasons.lazy.compactMap(OfferIdentifierDiagnosis.Reason.init).first ?? .unknown
        }
        // A deleted offer's name is not used again (C-100), so nothing else can be meant.
        if entry.hasDeleted(name) { return .deleted }
        if let other = entry.offers.first(where: { $0.offer.id?.hasBytes(of: id) ?? false }) {
            return .isOfKind(other.name.type)
        }
        let owner = shop.entries.first { $0.offer(name) != nil }
        return owner.map { .belongsToProduct($0.product.id) } ?? .unknown
    }

    /// Step 7: a pay-as-you-go offer must cost less than the base price here and now (S0-68).
    private func judgePrice(
        of offer: Catalog.Offer, named id: String, on place: ProductIndex, in territory: Territory
    ) throws(PurchaseRefusal) {
        if let fault = priceFault(of: offer, named: id, on: place, in: territory) { throw .invalidOfferPrice(fault) }
    }

    /// The prices that make a promotional offer unredeemable now (S0-68); nil when they do not.
    func priceFault(
        of offer: Catalog.Offer, named id: String, on place: ProductIndex, in territory: Territory
    ) -> OfferPriceDiagnosis? {
        guard let basePrice = shop[place].basePrice(in: territory),
            let prices = OfferPriceRule().violation(offer.terms, basePrice: basePrice, in: territory)
        else { return nil }
        return OfferPriceDiagnosis(
            offer: id, offerPrice: prices.offerPrice, basePrice: prices.basePrice, territory: territory)
    }

    /// Step 8: the customer may have the offer (S0-75, B4).
    func judgeEligibility(
        for offer: Catalog.Offer, named id: String, on place: ProductIndex, of customer: CustomerID
    ) throws(PurchaseRefusal) {
        let reasons = eligibility(of: customer, for: offer, on: place).reasons
        guard reasons.isEmpty else { throw .ineligibleForOffer(offer: id, because: reasons) }
    }
}
