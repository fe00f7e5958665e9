import OfferKitCore
import OfferKitCrypto

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension OfferSigner {
    /// Signs a request in the compact form, with the key in use (B2-17…21).
    ///
    /// The same request, nonce and time give the same text, unless the system's library signs.
    ///
    /// - Parameters:
    ///   - request: What to sign.
    ///   - nonce: A UUID of version 4 that was never used before, for either form of offers (C-3).
    ///   - seconds: When it is signed, in seconds since 1970; it is good for 24 hours from then (C-3).
    /// - Returns: Header, claims and signature in Base64URL, with full stops between them.
    /// - Throws: ``OfferSigningError/emptyClaim(_:)``, ``OfferSigningError/negativeTimestamp(_:)``.
    public func compactJWS(
        _ request: OfferJWSRequest, nonce: UUID, issuedAt seconds: Int64
    ) throws(OfferSigningError) -> String {
        let key = try privateKey(keyIdentifier)
        guard seconds >= 0 else { throw .negativeTimestamp(seconds) }
        let claims = try OfferSigner.claims(request, nonce, seconds)
        var header = JSONWriter()
        header.add("alg", "ES256")
        header.add("kid", keyIdentifier)
        header.add("typ", "JWT")
        let text = Base64.url.encode(header.bytes) + "." + Base64.url.encode(claims.bytes)
        let signature = signature(for: Array(text.utf8), key)
        return text + "." + Base64.url.encode(signature.rawRepresentation)
    }

    /// Signs a request with a new nonce from the system's generator, and the time of the system's clock.
    ///
    /// For real servers. Tests hand in both, so that they can be repeated.
    public func compactJWSNow(_ request: OfferJWSRequest) throws(OfferSigningError) -> String {
        let (nonce, milliseconds) = OfferSigner.chanceAndTime()
        return try compactJWS(request, nonce: nonce, issuedAt: milliseconds / Instant.millisecondsPerSecond)
    }

    private static func claims(
        _ request: OfferJWSRequest, _ nonce: UUID, _ seconds: Int64
    ) throws(OfferSigningError) -> JSONWriter {
        var claims = JSONWriter()
        func add(_ name: String, _ text: String) throws(OfferSigningError) {
            guard !text.isEmpty else { throw .emptyClaim(name) }
            claims.add(name, text)
        }
        try add("iss", request.issuerID)
        claims.add("iat", seconds)
        claims.add("aud", request.purpose.rawValue)
        try add("bid", request.bundleID)
        claims.add("nonce", OfferPayload.text(nonce))
        try add("productId", request.productID)
        switch request.subject {
        case .promotionalOffer(let offer):
            try add("offerIdentifier", offer)
            if let transaction = request.transactionID { try add("transactionId", transaction) }
        case .introductoryOffer(let isAllowed):
            claims.add("allowIntroductoryOffer", isAllowed)
            try add("transactionId", request.transactionID ?? "")
        }
        return claims
    }
}

extension OfferJWSRequest {
    /// The audience it is for (B2-19).
    fileprivate var purpose: OfferRequestJWS.Purpose {
        switch subject {
        case .promotionalOffer: .promotionalOffer
        case .introductoryOffer: .introductoryEligibility
        }
    }
}
