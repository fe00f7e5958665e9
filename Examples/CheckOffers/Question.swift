import Foundation
import LineProtocol
import OfferKit

/// One line of input: a purchase with a promotional offer, and the knowledge of the store that judges it.
struct Question: ClosedObject {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case bundleID, product, offer, keyID, publicKeyPEM, userName, token, nonce, signature, timestamp
        case compactJWS, eligibilityJWS, now, allowedClockSkew, known
    }

    var bundleID: String
    var product: String
    var offer: String?
    var keyID: String?
    /// The public key of `keyID`; without it the store has no such key.
    var publicKeyPEM: String?
    var userName: String?
    var token: UUIDText?
    var nonce: NonceText?
    var signature: String?
    var timestamp: TimestampText?
    /// The signature in the newer form, in place of `nonce`, `signature` and `timestamp`.
    var compactJWS: String?
    /// A decision on the introductory offer, in place of an offer.
    var eligibilityJWS: String?
    /// The store's clock; the system's unless given.
    var now: DateText?
    /// The milliseconds by which a signature may be ahead of the store's clock.
    var allowedClockSkew: Whole<Int64>?
    var known: Closed<Known>?

    /// The store's further knowledge: an explanation names nothing else.
    struct Known: ClosedObject {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case keys, products, bundleIDs, userNames, tokens, revoked, nonces
        }

        /// Other registered keys, PEM texts by identifier.
        var keys: [String: String]?
        /// The identifiers of each product's offers.
        var products: [String: [String]]?
        var bundleIDs: [String]?
        var userNames: [String]?
        var tokens: [UUIDText]?
        /// Identifiers of revoked keys.
        var revoked: [String]?
        /// Nonces that came with earlier purchases.
        var nonces: [UUIDText]?
    }

    /// Returns the account of the purchase.
    func account() throws(LineError) -> AppAccount {
        switch (token, userName) {
        case (nil, nil): return .notSet
        case (let token?, nil): return .token(token.uuid)
        case (nil, let name?): return .userName(name)
        case (_?, _?): throw .notTogether(["token", "userName"])
        }
    }

    /// Returns the offer of the purchase.
    func purchaseOffer() throws -> PurchaseOffer {
        let forms = [("signature", signature), ("compactJWS", compactJWS), ("eligibilityJWS", eligibilityJWS)]
        let given = forms.filter { $0.1 != nil }.map(\.0)
        if given.count > 1 { throw LineError.notTogether(given) }
        if eligibilityJWS != nil { return .automatic }
        if let compactJWS { return .promotionalJWS(offerID: offer ?? "", compactJWS: compactJWS) }
        return .promotional(
            try PaymentDiscount(
                offer: offer, keyIdentifier: keyID, nonce: nonce?.text, signature: signature,
                timestamp: timestamp?.digits))
    }
}

extension Question {
    /// Returns the members for a part of a purchase.
    static func members(_ part: OfferParameter) -> [String] {
        switch part {
        case .identifier: ["offer"]
        case .keyIdentifier: ["keyID"]
        case .applicationUsername: ["userName", "token"]
        case .nonce: ["nonce"]
        case .timestamp: ["timestamp"]
        case .signature: ["signature"]
        case .compactJWS: ["compactJWS"]
        }
    }

    /// Returns the advice on what to write in a line for the missing parts.
    static func advice(_ missing: [OfferParameter]) -> String {
        let names = missing.map { members($0).joined(separator: " or ") }.joined(separator: "; ")
        guard missing.contains(.applicationUsername) else { return "\(names)." }
        return "\(names). Where your server signs without either, say so with an empty user name, \"userName\": \"\"."
    }
}
