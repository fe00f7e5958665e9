import OfferKitEssentials

/// The request that a device sends when its customer wants to buy.
package struct PurchaseRequest: Hashable, Sendable {
    /// The offer asked for.
    ///
    /// An introductory offer is never asked for: it applies by itself (B3-7).
    package enum Offer: Hashable, Sendable {
        /// No offer.
        case none
        /// A promotional offer with its signature in the original form.
        indirect case promotional(PaymentDiscount)
        /// A promotional offer by its identifier, with a signed request in the compact form (B2-22).
        indirect case promotionalJWS(String, OfferRequestJWS)
        /// A win-back offer, by its identifier.
        case winBack(String)
        /// Several offers, which is a mistake of the caller (C-8).
        case several([String])
    }

    /// The customer who wants to buy.
    package var customer: CustomerID
    /// The identifier of the product asked for.
    package var productID: String
    /// The device's storefront.
    package var territory: Territory
    /// The quantity of the product; more than one only outside groups.
    package var quantity: Int
    /// The user name or token that came with the request.
    package var account: AppAccount
    /// The offer asked for.
    package var offer: Offer
    /// The developer's own decision on the introductory offer; no offer by itself (B2-23, C-95).
    package var introductoryEligibility: OfferRequestJWS?
    /// Whether the device allows purchases at all.
    package var canMakePayments: Bool
    /// The device's system, which may be too old for the offer (B3-9).
    var system: DeviceSystem
    /// Whether the customer asks in the App Store or the settings, and not in the app.
    package var isFromOutside = false
    /// Whether nothing is signed, so that steps 4 and 6 are passed over (C-96, C-126).
    ///
    /// It is a question about what the purchase would come to, or a purchase in a test session.
    package var needsNoSignature = false
    /// The clock that timestamps of signatures are judged by; nil for the store's (C-250).
    package var signatureClock: Instant?
    /// Whether an account token that was not set is the empty part of the signed string, as StoreKit 2 reads it (C-1).
    package var readsAbsentAccountAsEmpty: Bool

    /// Whether there is a signature to look at.
    package var isSigned: Bool {
        switch offer {
        case .promotional, .promotionalJWS: true
        case .none, .winBack, .several: introductoryEligibility != nil
        }
    }

    /// A request for one of a product, without an offer unless told otherwise.
    package init(
        customer: CustomerID, productID: String, territory: Territory, quantity: Int = 1, account: AppAccount = .notSet,
        offer: Offer = .none, introductoryEligibility: OfferRequestJWS? = nil, canMakePayments: Bool = true,
        system: DeviceSystem = .newest,
        readsAbsentAccountAsEmpty: Bool = false
    ) {
        self.customer = customer
        self.productID = productID
        self.territory = territory
        self.quantity = quantity
        self.account = account
        self.offer = offer
        self.introductoryEligibility = introductoryEligibility
        self.canMakePayments = canMakePayments
        self.system = system
        self.readsAbsentAccountAsEmpty = readsAbsentAccountAsEmpty
    }
}

extension PurchaseRequest {
    /// The claim of the original form, whose signature is checked before the request is judged; nil without one.
    package func claim(forBundleID bundleID: String) -> OfferClaim? {
        guard case .promotional(let discount) = offer else { return nil }
        let isEmptyPart = account == .notSet && readsAbsentAccountAsEmpty
        return OfferClaim(
            bundleID: bundleID, productID: productID, account: isEmptyPart ? .userName("") : account,
            discount: discount)
    }

    /// The claims that the request uses up once it is past B3 step 4, each nonce once (C-3, C-5).
    var claimsSpent: [SpentClaim] {
        var claims: [SpentClaim] = []
        // Hashes are far shorter, and what is remembered of a refusal must not grow by whatever somebody sends.
        let account =
            if case .userName(let name) = account, name.utf8.count > 4_096 { AppAccount.notSet } else { account }
        func add(_ nonce: UUID?, _ timestamp: Int64?) {
            guard let nonce, !claims.contains(where: { $0.nonce == nonce }) else { return }
            claims.append(SpentClaim(nonce: nonce, timestamp: timestamp, account: account))
        }
        switch offer {
        case .promotional(let discount): add(discount.nonce, discount.timestamp)
        case .promotionalJWS(_, let jws): add(jws.nonce, jws.issuedAt?.millisecondsSince1970)
        case .none, .winBack, .several: break
        }
        if let jws = introductoryEligibility { add(jws.nonce, jws.issuedAt?.millisecondsSince1970) }
        return claims
    }

    /// The kind and the identifier of the offer asked for; nil without one.
    var offerName: (type: OfferType, id: String)? {
        switch offer {
        case .none, .several: nil
        case .promotional(let discount): (.promo, discount.identifier ?? "")
        case .promotionalJWS(let id, _): (.promo, id)
        case .winBack(let id): (.winBack, id)
        }
    }

    /// The feature that the device's system lacks; nil where it has every call that the request takes (B3-9).
    var shortfall: SystemShortfall? {
        let feature: SystemFeature? =
            switch offer {
            case .none, .several: nil
            case .promotional: .promotionalOffers
            case .promotionalJWS: .signedRequests
            // Where an offer is redeemed outside the app, the App Store itself takes it (B15-22).
            case .winBack: isFromOutside ? nil : .winBackOffers
            }
        if let shortfall = feature.flatMap({ system.shortfall(of: $0) }) { return shortfall }
        return introductoryEligibility == nil ? nil : system.shortfall(of: .signedRequests)
    }

    /// Step 4: the parts of the payload that are absent or empty, in the order of ``OfferParameter`` (S0-72, C-1).
    func missingParameters(_ rules: StoreRules) -> [OfferParameter] {
        // Nothing is signed for a question (C-96).
        guard isSigned, !needsNoSignature else { return [] }
        var missing: Set<OfferParameter> = []
        if case .promotionalJWS(let id, let jws) = offer {
            if id.isEmpty { missing.insert(.identifier) }
            if jws.text.isEmpty { missing.insert(.compactJWS) }
        }
        if introductoryEligibility?.text.isEmpty ?? false { missing.insert(.compactJWS) }
        if case .promotional(let discount) = offer {
            missing.formUnion(discount.missingParameters)
            if account == .notSet && !readsAbsentAccountAsEmpty
                || account == .userName("") && rules.emptyUserName == .missing
            {
                missing.insert(.applicationUsername)
            }
        }
        return OfferParameter.allCases.filter(missing.contains)
    }
}
