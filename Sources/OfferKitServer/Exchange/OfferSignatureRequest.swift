public import OfferKitCore

/// An app's request to its developer's server to sign an offer on a product for a customer (S0-27).
public struct OfferSignatureRequest: Hashable, Sendable {
    /// The bundle identifier of the app.
    ///
    /// The server knows it too and should not trust the app for it (S0-61).
    public var bundleID: String
    /// The product's identifier.
    public var productID: String
    /// The offer's identifier.
    public var offerID: String
    /// The user name's salted hash (``CustomerHash``), or the account token; exactly what the purchase will carry.
    public var account: AppAccount

    /// A request from its four parts.
    public init(bundleID: String, productID: String, offerID: String, account: AppAccount) {
        self.bundleID = bundleID
        self.productID = productID
        self.offerID = offerID
        self.account = account
    }
}

extension OfferSignatureRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case bundleID, productID, offerID, userName, accountToken
        /// The names in the sample code (S1-34).
        case product
        case offerIDOfSample = "offer_id"
    }

    /// Reads a request, with this type's own names or those of the sample code (S1-34).
    ///
    /// The keys are `bundleID`, `productID`, `offerID` and either `userName` or `accountToken`; the sample code sends
    /// `product` and `offer_id`.
    ///
    /// - Throws: ``OfferExchangeError`` that names the missing or malformed field. A text that is not JSON is an error
    ///   of the decoder.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.fields(CodingKeys.self)
        bundleID = try fields.text([.bundleID], .bundleID)
        productID = try fields.text([.productID, .product], .productID)
        offerID = try fields.text([.offerID, .offerIDOfSample], .offerID)
        let userName = try fields.optionalText(.userName, .userName)
        let token = try fields.optionalText(.accountToken, .accountToken)
        switch (userName, token) {
        case (nil, nil): account = .notSet
        case (let name?, nil): account = .userName(name)
        case (nil, let text?): account = .token(try UUIDText.read(text, .accountToken))
        case (_?, _?): throw OfferExchangeError.malformed(.accountToken, "sent together with a user name")
        }
    }

    /// Writes `bundleID`, `productID`, `offerID`, and `userName` or `accountToken` where one is set.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(bundleID, forKey: .bundleID)
        try fields.encode(productID, forKey: .productID)
        try fields.encode(offerID, forKey: .offerID)
        switch account {
        case .notSet: break
        case .userName(let name): try fields.encode(name, forKey: .userName)
        case .token: try fields.encode(account.signedText, forKey: .accountToken)
        }
    }
}
