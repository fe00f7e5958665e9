import Foundation
import OfferKit

/// A line of input that asks for a signature: what a developer's server signs in the newer form.
struct SigningOrder: Decodable {
    var privateKeyPEM: String
    var keyID: String
    var issuerID: String
    var bundleID: String
    var product: String
    /// The promotional offer; absent for a decision on the introductory offer.
    var offer: String?
    var allowsIntroductoryOffer: Bool?
    var transactionID: String?
    var nonce: UUID
    /// Seconds since 1970.
    var issuedAt: Int64

    /// The compact JWS.
    func jws() throws -> String {
        let subject: OfferJWSRequest.Subject =
            if let offer { .promotionalOffer(offer) } else {
                .introductoryOffer(isAllowed: allowsIntroductoryOffer ?? false)
            }
        let request = OfferJWSRequest(
            issuerID: issuerID, bundleID: bundleID, productID: product, subject: subject, transactionID: transactionID)
        return try OfferSigner(keyIdentifier: keyID, pem: privateKeyPEM)
            .compactJWS(request, nonce: nonce, issuedAt: issuedAt)
    }
}

/// A line of input that is an order.
struct SigningLine: Decodable {
    var sign: SigningOrder?
}
