public import OfferKitCore

/// The offer that comes with a purchase.
public enum PurchaseOffer: Hashable, Sendable {
    /// No offer is asked for: the introductory offer applies by itself where the customer is eligible (S1-14).
    case automatic
    /// A promotional offer with its proof.
    case promotional(PaymentDiscount)
    /// A promotional offer with its proof in the newer form, a compact JWS (B2-22); no user name or token is part of
    /// it.
    case promotionalJWS(offerID: String, compactJWS: String)
    /// A win-back offer, by its identifier.
    case winBack(String)
}

extension Device {
    /// Buys a product, and answers the payment sheet as ``sheetAnswer`` says.
    ///
    /// A subscriber who redeems an offer on the product they have is charged nothing now: the offer waits for the next
    /// renewal, and the transaction returned is the current one (C-16).
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - quantity: How many; 1 for subscriptions, else 1 to 10.
    ///   - offer: The offer asked for.
    ///   - account: The user name or token that belongs to the purchase, and to the offer's signature.
    ///   - compactJWS: The developer's decision on whether the introductory offer applies (B2-23); nil for none. A no
    ///     suppresses it. A yes gives it also to those who used one in the group before, but not to present subscribers
    ///     (C-10). An offer may come with it (C-95).
    /// - Returns: The new transaction, or the one the customer has already.
    /// - Throws: ``PurchaseRefusal`` with its diagnosis; the customer then has what they had before.
    @discardableResult
    public func purchase(
        _ productID: String, quantity: Int = 1, offer: PurchaseOffer = .automatic, account: AppAccount = .notSet,
        introductoryEligibility compactJWS: String? = nil
    ) throws(PurchaseRefusal) -> Transaction {
        try buy(purchaseRequest(productID, quantity, offer, account, compactJWS))
    }

    /// Asks to buy a product and leaves the payment sheet open.
    ///
    /// The store has judged everything about the request by then (B3 steps 1 to 8). The clock, prices and keys may
    /// change while the sheet is open: a confirmation judges only availability and eligibility again (C-47).
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - quantity: How many; 1 for subscriptions, else 1 to 10.
    ///   - offer: The offer asked for.
    ///   - account: The user name or token that belongs to the purchase, and to the offer's signature.
    ///   - compactJWS: The developer's decision on whether the introductory offer applies (B2-23); nil for none. A no
    ///     suppresses it. A yes gives it also to those who used one in the group before, but not to present subscribers
    ///     (C-10). An offer may come with it (C-95).
    /// - Returns: The open sheet.
    /// - Throws: ``PurchaseRefusal`` with its diagnosis.
    public func requestPurchase(
        _ productID: String, quantity: Int = 1, offer: PurchaseOffer = .automatic, account: AppAccount = .notSet,
        introductoryEligibility compactJWS: String? = nil
    ) throws(PurchaseRefusal) -> PaymentSheet {
        try open(purchaseRequest(productID, quantity, offer, account, compactJWS))
    }

    private func purchaseRequest(
        _ productID: String, _ quantity: Int, _ offer: PurchaseOffer, _ account: AppAccount, _ decision: String?
    ) -> PurchaseRequest {
        var request = request(
            for: productID, quantity: quantity, account: account, offer: PurchaseRequest.Offer(offer))
        request.introductoryEligibility = decision.map { OfferRequestJWS(reading: $0, for: .introductoryEligibility) }
        return completingIntent(request)
    }

    /// Returns a request for a product by the device's customer, as the device is now.
    func request(
        for productID: String, quantity: Int = 1, account: AppAccount = .notSet, offer: PurchaseRequest.Offer = .none
    ) -> PurchaseRequest {
        let (storefront, canMakePayments, clock) = withSettings {
            ($0.storefront, $0.canMakePayments, $0.signatureClock)
        }
        var request = PurchaseRequest(
            customer: customer.id, productID: productID, territory: storefront, quantity: quantity, account: account,
            offer: offer, canMakePayments: canMakePayments, system: system)
        request.signatureClock = clock
        return request
    }

    /// Redeems an offer code (S1-41), as the customer would in the app's sheet, or outside the app.
    ///
    /// Outside, the app need not run, nor even be there: the system then asks to install it, and the app finds the
    /// transaction at its first launch (S1-51, B16-4). A new transaction comes in ``App/updates``, on this device too
    /// (B16-6); for a present subscriber there is none yet: the offer waits in renewal info (C-16). Typing it in is the
    /// customer's yes: no payment sheet follows (C-105).
    ///
    /// - Parameters:
    ///   - code: The code, exactly as it was created.
    ///   - point: Where the customer types it in.
    /// - Returns: The new transaction; for a subscriber to the same product the current one, with the offer waiting for
    ///   the next renewal (B16-7).
    /// - Throws: ``CodeRefusal``; the customer then has what they had before.
    @discardableResult
    public func redeem(code: String, at point: CodeEntryPoint = .appSheet) throws(CodeRefusal) -> Transaction {
        let (territory, canMakePayments, id) = (storefront, canMakePayments, customer.id)
        let entry = CodeEntry(point, system: system, appRuns: isRunning)
        let outcome = try store.perform { state in
            state.decideRedemption(of: code, by: id, in: territory, canMakePayments: canMakePayments, entry: entry)
        }
        let transaction = noted(outcome)
        if point != .appSheet { askForInstallation() }
        return transaction
    }
}

extension PurchaseRequest.Offer {
    fileprivate init(_ offer: PurchaseOffer) {
        switch offer {
        case .automatic: self = .none
        case .promotionalJWS(let id, let jws):
            self = .promotionalJWS(id, OfferRequestJWS(reading: jws, for: .promotionalOffer))
        case .promotional(let discount): self = .promotional(discount)
        case .winBack(let id): self = .winBack(id)
        }
    }
}
