import Foundation
import OfferKitCore
import OfferKitCrypto
import OfferKitServer

/// One line of input: a purchase with a promotional offer, and what the store that judges it knows.
struct Question: Decodable {
    var bundleID: String
    var product: String
    var offer: String?
    var keyID: String?
    /// The public key of `keyID`; without it the store has no such key.
    var publicKeyPEM: String?
    var userName: String?
    var token: String?
    var nonce: String?
    var signature: String?
    var timestamp: String?
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
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        bundleID = try fields.decode(String.self, forKey: .bundleID)
        product = try fields.decode(String.self, forKey: .product)
        offer = try fields.decodeIfPresent(String.self, forKey: .offer)
        keyID = try fields.decodeIfPresent(String.self, forKey: .keyID)
        publicKeyPEM = try fields.decodeIfPresent(String.self, forKey: .publicKeyPEM)
        userName = try fields.decodeIfPresent(String.self, forKey: .userName)
        token = try fields.decodeIfPresent(String.self, forKey: .token)
        nonce = try fields.decodeIfPresent(String.self, forKey: .nonce)
        signature = try fields.decodeIfPresent(String.self, forKey: .signature)
        if let number = try? fields.decode(Int64.self, forKey: .timestamp) {
            timestamp = String(number)
        } else {
            timestamp = try fields.decodeIfPresent(String.self, forKey: .timestamp)
        }
        now = try fields.decodeIfPresent(Int64.self, forKey: .now)
        known = try fields.decodeIfPresent(Known.self, forKey: .known)
    }

    func claim() throws -> OfferClaim {
        var account = AppAccount.notSet
        if let userName { account = .userName(userName) }
        if let token {
            guard let uuid = UUID(uuidString: token) else {
                throw OfferExchangeError.malformed(.accountToken, token)
            }
            account = .token(uuid)
        }
        let discount = try PaymentDiscount(
            offer: offer, keyIdentifier: keyID, nonce: nonce, signature: signature, timestamp: timestamp)
        return OfferClaim(bundleID: bundleID, productID: product, account: account, discount: discount)
    }

    func knowledge(_ claim: OfferClaim) throws -> OfferVerifier.Knowledge {
        var pems = known?.keys ?? [:]
        if let keyID, let publicKeyPEM { pems[keyID] = publicKeyPEM }
        let keys = try pems.sorted { $0.key < $1.key }.map { id, pem in
            OfferVerifier.Knowledge.Key(
                id: id, publicKey: try P256PublicKey(pem: pem).x963Representation,
                isRevoked: known?.revoked?.contains(id) ?? false)
        }
        let products = (known?.products ?? [:]).sorted { $0.key < $1.key }
        return OfferVerifier.Knowledge(
            bundleIDs: known?.bundleIDs ?? [], products: products.map { .init($0.key, offers: $0.value) }, keys: keys,
            accounts: (known?.userNames ?? []).map(AppAccount.userName) + (known?.tokens ?? []).map(AppAccount.token),
            seen: (known?.nonces ?? []).map { .init(nonce: $0, timestamp: nil) },
            now: Instant(millisecondsSince1970: now ?? claim.discount.timestamp ?? 0))
    }
}
