/// A request that a developer's server signs in the newer form, a compact JWS (B2-17…21).
///
/// ```swift
/// let request = OfferJWSRequest.promotionalOffer(
///     "half3", of: "pro.monthly", transactionID: transaction, bundleID: bundleID, issuerID: issuer)
/// let jws = try signer.compactJWS(request, nonce: nonce, issuedAt: Date())
/// ```
public struct OfferJWSRequest: Hashable, Sendable {
    /// The subject of a request.
    public enum Subject: Hashable, Sendable {
        /// The customer may have a promotional offer.
        case promotionalOffer(String)
        /// The customer may have the introductory offer, or may not (B2-23).
        case introductoryOffer(isAllowed: Bool)
    }

    /// The issuer identifier of App Store Connect.
    public var issuerID: String
    /// The app's bundle identifier.
    public var bundleID: String
    /// The product's identifier.
    public var productID: String
    /// The subject of the request.
    public var subject: Subject
    /// Any transaction of the customer, or their app transaction; optional, but recommended, for a promotional offer.
    public var transactionID: String?

    /// An issuer identifier for servers without their own: a store accepts any.
    public static let exampleIssuerID = "5d1f3a7e-0c42-4b8e-9f6a-2b7c8d9e0f11"

    /// A request from its parts.
    public init(
        issuerID: String = OfferJWSRequest.exampleIssuerID, bundleID: String, productID: String, subject: Subject,
        transactionID: String?
    ) {
        self.issuerID = issuerID
        self.bundleID = bundleID
        self.productID = productID
        self.subject = subject
        self.transactionID = transactionID
    }

    /// A request for a promotional offer (B2-20).
    public static func promotionalOffer(
        _ offerID: String, of productID: String, transactionID: String? = nil, bundleID: String,
        issuerID: String = OfferJWSRequest.exampleIssuerID
    ) -> OfferJWSRequest {
        OfferJWSRequest(
            issuerID: issuerID, bundleID: bundleID, productID: productID, subject: .promotionalOffer(offerID),
            transactionID: transactionID)
    }

    /// A request that decides on the introductory offer (B2-21).
    public static func introductoryOffer(
        isAllowed: Bool, of productID: String, transactionID: String, bundleID: String,
        issuerID: String = OfferJWSRequest.exampleIssuerID
    ) -> OfferJWSRequest {
        OfferJWSRequest(
            issuerID: issuerID, bundleID: bundleID, productID: productID,
            subject: .introductoryOffer(isAllowed: isAllowed), transactionID: transactionID)
    }
}
