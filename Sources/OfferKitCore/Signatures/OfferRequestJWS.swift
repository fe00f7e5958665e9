package import OfferKitEssentials

/// A signed request in its compact form, as far as it can be read (B2-17…21).
///
/// Reading needs no key, and judges only the form: the store judges what the request asks for.
package struct OfferRequestJWS: Hashable, Sendable {
    /// The purposes of a request, by its `aud` claim (B2-19).
    package enum Purpose: String, Hashable, Sendable, CaseIterable {
        /// A promotional offer.
        case promotionalOffer = "promotional-offer"
        /// Whether the customer may have the introductory offer.
        case introductoryEligibility = "introductory-offer-eligibility"
    }

    /// The purpose for which the request came.
    package let purpose: Purpose
    /// The text of the request as it came.
    package let text: String
    /// Header and claims as JSON text, in that order; each is empty where it cannot be read.
    package var decoded: [String] = []
    /// The mistakes in the form, in the order of ``JWSMistake``.
    package var mistakes: [JWSMistake] = []

    /// The header's `kid`.
    package var keyIdentifier: String?
    /// The claim `aud`.
    package var audience: String?
    /// The claim `bid`.
    package var bundleID: String?
    /// The claim `nonce` as it is written.
    package var nonceText: String?
    /// The claim `nonce`, where it is a UUID in either case.
    package var nonce: UUID?
    /// The claim `iat`, cut to whole milliseconds (C-94).
    package var issuedAt: Instant?
    /// The claim `productId`.
    package var productID: String?
    /// The claim `offerIdentifier`.
    package var offerID: String?
    /// The claim `allowIntroductoryOffer`.
    package var allowsIntroductoryOffer: Bool?
    /// The claim `transactionId`.
    package var transactionID: String?

    /// A request that was not read yet: only its text is known.
    package init(_ text: String, for purpose: Purpose) {
        self.text = text
        self.purpose = purpose
    }
}

/// The claims that a signed request must have for one purchase (B2-18…21).
package struct JWSClaims {
    /// The bundle identifier of the running app.
    let bundleID: String
    /// The identifier of the product that is bought.
    let productID: String
    /// The promotional offer asked for; nil where none is.
    let offerID: String?

    /// The claims for a purchase of a product.
    package init(bundleID: String, productID: String, offerID: String?) {
        self.bundleID = bundleID
        self.productID = productID
        self.offerID = offerID
    }

    /// Returns the claims that are present but say something else, compared byte by byte (C-64).
    package func mistakes(of jws: OfferRequestJWS) -> [SignatureMistake] {
        var mistakes: [SignatureMistake] = []
        if let signed = jws.audience, !signed.hasBytes(of: jws.purpose.rawValue) {
            mistakes.append(.jws(.otherAudience(signed: signed, expected: jws.purpose.rawValue)))
        }
        if let signed = jws.bundleID, !signed.hasBytes(of: bundleID) {
            mistakes.append(.otherBundle(signed: signed, sent: bundleID))
        }
        if let signed = jws.productID, !signed.hasBytes(of: productID) {
            mistakes.append(.otherProduct(signed: signed, sent: productID))
        }
        if let signed = jws.offerID, let offerID, !signed.hasBytes(of: offerID) {
            mistakes.append(.otherOffer(signed: signed, sent: offerID))
        }
        return mistakes
    }

    /// Returns the claims that the store compares, each as `name: value`.
    package func expected(of purpose: OfferRequestJWS.Purpose) -> [String] {
        var expected = ["aud: \(purpose.rawValue)", "bid: \(bundleID)", "productId: \(productID)"]
        if let offerID { expected.append("offerIdentifier: \(offerID)") }
        return expected
    }
}
