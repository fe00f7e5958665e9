public import OfferKitCore
public import OfferKitServer

extension Store {
    /// Has a request signed with a nonce from the store's seed and the time of the store's clock.
    ///
    /// - Parameters:
    ///   - request: What to sign, and for whom.
    ///   - signer: Who signs.
    /// - Returns: The answer an app would get from its server.
    /// - Throws: ``OfferSigningError``.
    public func sign(
        _ request: OfferSignatureRequest, with signer: OfferSigner
    ) throws(OfferSigningError) -> OfferSignatureAnswer {
        let (nonce, now) = transact { ($0.chance.uuid(), $0.machine.now) }
        desk.noteSigning(for: request.account)
        return try signer.sign(request, nonce: nonce, timestamp: now.millisecondsSince1970)
    }

    /// Has an offer signed for a purchase in this store, and makes the claim for it.
    ///
    /// - Parameters:
    ///   - offerID: The promotional offer's identifier.
    ///   - productID: The product.
    ///   - account: The user name or token that the purchase will carry.
    ///   - signer: Who signs.
    /// - Returns: The claim to send with the purchase.
    /// - Throws: ``OfferSigningError``.
    public func sign(
        offer offerID: String, of productID: String, for account: AppAccount, with signer: OfferSigner
    ) throws(OfferSigningError) -> PaymentDiscount {
        let request = OfferSignatureRequest(
            bundleID: bundleID, productID: productID, offerID: offerID, account: account)
        return PaymentDiscount(offer: offerID, answer: try sign(request, with: signer))
    }

    /// Has a request signed in the compact form, with a nonce from the store's seed and the time of the store's clock.
    ///
    /// - Parameters:
    ///   - request: What to sign.
    ///   - signer: Who signs.
    /// - Returns: The JWS an app would get from its server.
    /// - Throws: ``OfferSigningError``.
    func compactJWS(_ request: OfferJWSRequest, with signer: OfferSigner) throws(OfferSigningError) -> String {
        let (nonce, now) = transact { ($0.chance.uuid(), $0.machine.now) }
        return try signer.compactJWS(
            request, nonce: nonce, iat: now.millisecondsSince1970 / Instant.millisecondsPerSecond)
    }

    /// Has a promotional offer signed for a customer of this store, in the compact form (B2-20).
    ///
    /// - Parameters:
    ///   - offerID: The promotional offer's identifier.
    ///   - productID: The product.
    ///   - customer: Who is to have it: their app transaction is signed along.
    ///   - signer: Who signs.
    /// - Returns: The JWS for ``PurchaseOffer/promotionalJWS(offerID:compactJWS:)``, or for StoreKit 2's option.
    /// - Throws: ``OfferSigningError``.
    public func compactJWS(
        offer offerID: String, of productID: String, for customer: Customer, with signer: OfferSigner
    ) throws(OfferSigningError) -> String {
        try compactJWS(
            .promotionalOffer(offerID, of: productID, transactionID: customer.appTransactionID, bundleID: bundleID),
            with: signer)
    }

    /// Has a decision on the introductory offer signed for a customer of this store (B2-21).
    ///
    /// - Parameters:
    ///   - isAllowed: Whether the customer may have the introductory offer.
    ///   - productID: The product.
    ///   - customer: Whom it concerns: their app transaction is signed along.
    ///   - signer: Who signs.
    /// - Returns: The JWS for ``Device/purchase(_:quantity:offer:account:introductoryEligibility:)``, or for StoreKit
    ///   2's option.
    /// - Throws: ``OfferSigningError``.
    public func compactJWS(
        allowingIntroductoryOffer isAllowed: Bool, of productID: String, for customer: Customer,
        with signer: OfferSigner
    ) throws(OfferSigningError) -> String {
        try compactJWS(
            .introductoryOffer(
                isAllowed: isAllowed, of: productID, transactionID: customer.appTransactionID, bundleID: bundleID),
            with: signer)
    }
}
