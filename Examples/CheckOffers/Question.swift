import Foundation
import OfferKit

/// One line of input: a purchase with a promotional offer, and what the store that judges it knows.
struct Question: Decodable {
    var bundleID: String
    var product: String
    var offer: String?
    var keyID: String?
    /// The public key of `keyID`; without it the store has no such key.
    var publicKeyPEM: String?
    var userName: String?
    var token: UUID?
    var nonce: String?
    var signature: String?
    var timestamp: String?
    /// The offer's proof in the newer form, in place of `nonce`, `signature` and `timestamp`.
    var compactJWS: String?
    /// A decision on the introductory offer, in place of an offer.
    var eligibilityJWS: String?
    /// The store's clock in milliseconds; the time of the signature unless given.
    var now: Int64?
    var known: Known?

    /// What else the store knows: an explanation names nothing else.
    struct Known: Decodable {
        /// Other registered keys, PEM texts by identifier.
        var keys: [String: String]?
        /// The identifiers of each product's offers.
        var products: [String: [String]]?
        var bundleIDs: [String]?
        var userNames: [String]?
        var tokens: [UUID]?
        /// Identifiers of revoked keys.
        var revoked: [String]?
        /// Nonces that came with earlier purchases.
        var nonces: [UUID]?
    }

    private enum CodingKeys: String, CodingKey {
        case bundleID, product, offer, keyID, publicKeyPEM, userName, token, nonce, signature, timestamp, now, known
        case compactJWS, eligibilityJWS
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        bundleID = try fields.decode(String.self, forKey: .bundleID)
        product = try fields.decode(String.self, forKey: .product)
        offer = try fields.decodeIfPresent(String.self, forKey: .offer)
        keyID = try fields.decodeIfPresent(String.self, forKey: .keyID)
        publicKeyPEM = try fields.decodeIfPresent(String.self, forKey: .publicKeyPEM)
        userName = try fields.decodeIfPresent(String.self, forKey: .userName)
        token = try fields.decodeIfPresent(UUID.self, forKey: .token)
        nonce = try fields.decodeIfPresent(String.self, forKey: .nonce)
        signature = try fields.decodeIfPresent(String.self, forKey: .signature)
        // Servers answer the timestamp as a number or as text.
        if let number = try? fields.decodeIfPresent(Int64.self, forKey: .timestamp) {
            timestamp = String(number)
        } else {
            timestamp = try fields.decodeIfPresent(String.self, forKey: .timestamp)
        }
        compactJWS = try fields.decodeIfPresent(String.self, forKey: .compactJWS)
        eligibilityJWS = try fields.decodeIfPresent(String.self, forKey: .eligibilityJWS)
        now = try fields.decodeIfPresent(Int64.self, forKey: .now)
        known = try fields.decodeIfPresent(Known.self, forKey: .known)
    }

    var account: AppAccount {
        if let token { return .token(token) }
        return userName.map(AppAccount.userName) ?? .notSet
    }

    /// The offer that the purchase comes with.
    func purchaseOffer() throws -> PurchaseOffer {
        if let eligibilityJWS { return .introductoryEligibility(compactJWS: eligibilityJWS) }
        if let compactJWS { return .promotionalJWS(offerID: offer ?? "", compactJWS: compactJWS) }
        return .promotional(
            try PaymentDiscount(
                offer: offer, keyIdentifier: keyID, nonce: nonce, signature: signature, timestamp: timestamp))
    }
}
