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
        let (nonce, now) = transact { ($0.chance.uuid(), $0.state.now) }
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
}
