import OfferKitCore
public import OfferKitServer

extension Store {
    /// Has a request signed in the compact form, with a nonce from the store's seed and the time of the store's clock.
    ///
    /// - Parameters:
    ///   - request: What to sign.
    ///   - signer: Who signs.
    /// - Returns: The JWS an app would get from its server.
    /// - Throws: ``OfferSigningError``.
    public func compactJWS(
        _ request: OfferJWSRequest, with signer: OfferSigner
    ) throws(OfferSigningError) -> String {
        let (nonce, now) = transact { ($0.chance.uuid(), $0.state.now) }
        return try signer.compactJWS(
            request, nonce: nonce, issuedAt: now.millisecondsSince1970 / Instant.millisecondsPerSecond)
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
            .promotionalOffer(
                offerID, of: productID, transactionID: customer.appTransactionID, bundleID: bundleID),
            with: signer)
    }

    /// Has a decision on the introductory offer signed for a customer of this store (B2-21).
    ///
    /// - Parameters:
    ///   - isAllowed: Whether the customer may have the introductory offer.
    ///   - productID: The product.
    ///   - customer: Whom it concerns: their app transaction is signed along.
    ///   - signer: Who signs.
    /// - Returns: The JWS for ``PurchaseOffer/introductoryEligibility(compactJWS:)``, or for StoreKit 2's option.
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
