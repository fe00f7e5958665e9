import Foundation
import LineProtocol
import OfferKit

/// A line of input that asks for a signature in the newer form, as a developer's server makes it.
struct SigningOrder: ClosedObject {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case privateKeyPEM, keyID, issuerID, bundleID, product, offer, allowsIntroductoryOffer, transactionID, nonce
        case issuedAt
    }

    var privateKeyPEM: String
    var keyID: String
    var issuerID: String
    var bundleID: String
    var product: String
    /// The promotional offer; absent for a decision on the introductory offer.
    var offer: String?
    var allowsIntroductoryOffer: Bool?
    var transactionID: String?
    var nonce: UUIDText
    /// The date of the signature, in seconds since 1970.
    var issuedAt: Whole<Int64>

    /// Returns the compact JWS.
    func jws() throws -> String {
        if offer != nil, allowsIntroductoryOffer != nil {
            throw LineError.notTogether(["sign.offer", "sign.allowsIntroductoryOffer"])
        }
        let subject: OfferJWSRequest.Subject =
            if let offer { .promotionalOffer(offer) } else {
                .introductoryOffer(isAllowed: allowsIntroductoryOffer ?? false)
            }
        let request = OfferJWSRequest(
            issuerID: issuerID, bundleID: bundleID, productID: product, subject: subject, transactionID: transactionID)
        do throws(OfferSigningError) {
            return try OfferSigner(keyIdentifier: keyID, pem: privateKeyPEM)
                .compactJWS(request, nonce: nonce.uuid, iat: issuedAt.value)
        } catch {
            guard case .malformedKey(_, let reason) = error else { throw error }
            throw LineError.unreadableKey(at: "sign.privateKeyPEM", reason: reason)
        }
    }
}

/// A line of input with an order.
struct SigningLine: ClosedObject {
    enum CodingKeys: String, CodingKey, CaseIterable { case sign }

    var sign: Closed<SigningOrder>
}
