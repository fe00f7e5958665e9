import Foundation
import LineProtocol
import OfferKit

/// `makeKey`: makes a key in the store, and keeps its private half in this program, too.
struct MakeKey: Command {
    static let name = "makeKey"
    enum CodingKeys: String, CodingKey, CaseIterable { case name }

    var name: String

    struct Answer: Encodable {
        let id: String
        let privateKeyPEM: String
    }

    func run(in session: inout Session) throws -> Answer {
        let bench = try session.currentBench()
        let key = try bench.store.generateKey(named: name)
        let pem = try bench.store.downloadKey(key.id)
        bench.keep(try OfferSigner(keyIdentifier: key.id, pem: pem))
        return Answer(id: key.id, privateKeyPEM: pem)
    }
}

/// `registerKey`: makes the store accept the signatures of somebody else's key.
struct RegisterKey: Command {
    static let name = "registerKey"
    enum CodingKeys: String, CodingKey, CaseIterable { case keyID, id, pem }

    var keyID: String?
    /// The older name of `keyID`; beside `keyID` it is the line's own `id`.
    var id: LineValue?
    var pem: String

    func run(in session: inout Session) throws -> Done {
        let (store, key) = (try session.currentBench().store, try KeyName.of(keyID, id))
        do throws(KeyRefusal) {
            try store.registerKey(key, pem: pem)
        } catch {
            if case .unreadableKey(let reason) = error {
                throw LineError.unreadableKey(at: CodingKeys.pem.rawValue, reason: reason)
            }
            // A key may be registered twice; a revoked key stays revoked.
            guard error == .duplicateKey(key), store.keys.contains(where: { $0.id == key && $0.isActive }),
                try isHeld(by: store, key)
            else { throw error }
        }
        return Done()
    }

    /// Returns whether the store has this very key under its identifier.
    private func isHeld(by store: Store, _ key: String) throws -> Bool {
        let other = Store(catalog: try Catalog(groups: []))
        try other.registerKey(key, pem: pem)
        return other.state.keyring[key]?.publicKey == store.state.keyring[key]?.publicKey
    }
}

/// The name of the member with a key's identifier: `keyID`, or the older `id`.
private enum KeyName {
    static func of(_ keyID: String?, _ id: LineValue?) throws(LineError) -> String {
        if let keyID { return keyID }
        if case .text(let id)? = id { return id }
        throw .missingMember(at: "keyID")
    }
}

/// `revokeKey`: makes the store refuse all signatures of a key.
struct RevokeKey: Command {
    static let name = "revokeKey"
    enum CodingKeys: String, CodingKey, CaseIterable { case keyID, id }

    var keyID: String?
    var id: LineValue?

    func run(in session: inout Session) throws -> Done {
        try session.currentBench().store.revokeKey(KeyName.of(keyID, id))
        return Done()
    }
}

/// `signOffer`: signs a promotional offer, as the developer's server does before a purchase.
struct SignOffer: Command {
    static let name = "signOffer"
    enum CodingKeys: String, CodingKey, CaseIterable {
        case keyID, product, offer, token, userName, compactJWS, customer
    }

    var keyID: String?
    var product: String
    var offer: String
    var token: UUIDText?
    var userName: String?
    var compactJWS: Bool?
    var customer: Whole<Int>?

    struct Answer: Encodable {
        var keyID: String?
        var nonce: String?
        var signature: String?
        var timestamp: Int64?
        var jws: String?
        /// The value for `offer` of `purchase`.
        var offer: ReadyOffer
    }

    /// An offer of a purchase, as the app would send it.
    struct ReadyOffer: Encodable {
        let kind: String
        let id: String
        var keyID: String?
        var nonce: String?
        var signature: String?
        var timestamp: Int64?
        var jws: String?
    }

    func run(in session: inout Session) throws -> Answer {
        let bench = try session.currentBench()
        let signer = try bench.signer(keyID)
        let account = try AppAccount(token: token, userName: userName)
        if compactJWS ?? false {
            guard let customer else { throw LineError.missingMember(at: "customer") }
            let jws = try bench.store.compactJWS(
                offer: offer, of: product, for: bench.customer(customer.value), with: signer)
            return Answer(jws: jws, offer: ReadyOffer(kind: "promotionalJWS", id: offer, jws: jws))
        }
        let request = OfferSignatureRequest(
            bundleID: bench.store.bundleID, productID: product, offerID: offer, account: account)
        let answer = try bench.store.sign(request, with: signer)
        let nonce = answer.nonce.uuidString.lowercased()
        return Answer(
            keyID: answer.keyIdentifier, nonce: nonce, signature: answer.signature, timestamp: answer.timestamp,
            offer: ReadyOffer(
                kind: "promotional", id: offer, keyID: answer.keyIdentifier, nonce: nonce, signature: answer.signature,
                timestamp: answer.timestamp))
    }
}

/// `signIntroductoryEligibility`: signs the developer's decision on the introductory offer.
struct SignIntroductoryEligibility: Command {
    static let name = "signIntroductoryEligibility"
    enum CodingKeys: String, CodingKey, CaseIterable { case keyID, product, customer, allows }

    var keyID: String?
    var product: String
    var customer: Whole<Int>
    var allows: Bool

    func run(in session: inout Session) throws -> [String: String] {
        let bench = try session.currentBench()
        let jws = try bench.store.compactJWS(
            allowingIntroductoryOffer: allows, of: product, for: bench.customer(customer.value),
            with: bench.signer(keyID))
        return ["jws": jws]
    }
}

/// `createCodes`: creates codes for an offer-code offer, one-time ones or a custom word.
struct CreateCodes: Command {
    static let name = "createCodes"
    enum CodingKeys: String, CodingKey, CaseIterable { case product, offer, count, custom, limit }

    var product: String
    var offer: String
    var count: Whole<Int>?
    var custom: String?
    var limit: Whole<Int>?

    func run(in session: inout Session) throws -> [String: [String]] {
        let bench = try session.currentBench()
        try bench.requireCodeOffer(offer, of: product)
        let store = bench.store
        switch (count, custom, limit) {
        case (let count?, nil, nil): return ["codes": try store.createCodes(count.value, for: offer, of: product)]
        case (nil, let custom?, let limit?):
            try store.createCustomCode(custom, for: offer, of: product, limit: limit.value)
            return ["codes": [custom]]
        case (nil, _?, nil): throw LineError.missingMember(at: "limit")
        default:
            let given = [count.map { _ in "count" }, custom.map { _ in "custom" }].compactMap { $0 }
            throw LineError.notOneOf(["count", "custom"], given: given)
        }
    }
}
