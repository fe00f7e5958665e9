import Foundation
import LineProtocol
import OfferKit

/// A store with the knowledge that a question gives it, and a customer who may have any promotional offer.
struct Bench {
    private static let anythingElse = "check-offers.coins"

    let question: Question
    let device: Device
    private let account: AppAccount

    /// - Parameters:
    ///   - question: The purchase, and the store's knowledge.
    ///   - now: The reading of the store's clock.
    /// - Throws: ``LineError`` for a key that cannot be read, and errors of the store.
    init(_ question: Question, at now: Date) throws {
        self.question = question
        account = try question.account()
        let known = question.known?.value
        var rules = StoreRules.documents
        rules.allowedClockSkew = .milliseconds(Int(clamping: question.allowedClockSkew?.value ?? 0))
        let store = Store(
            catalog: try Bench.catalog(for: question), bundleID: question.bundleID,
            otherBundleIDs: known?.bundleIDs ?? [], rules: rules, startingAt: now)
        var keys = ByteText.keyed(known?.keys).mapValues { (pem: $0, place: "known.keys") }
        if let keyID = question.keyID, !keyID.isEmpty, let pem = question.publicKeyPEM {
            keys[ByteText(keyID)] = (pem, "publicKeyPEM")
        }
        for (id, key) in keys.sorted(by: { ByteText.precedes($0.key, $1.key) }) {
            try Bench.register(
                id.text, key.pem, at: key.place == "publicKeyPEM" ? key.place : "\(key.place).\(id)", in: store)
        }
        for id in known?.revoked ?? [] { try store.revokeKey(id) }
        device = store.addCustomer().addDevice()
        try device.purchase(question.product)
        try store.addCustomer().addDevice().purchase(Bench.anythingElse)
        try rememberPast(of: known)
    }

    private static func register(_ id: String, _ pem: String, at place: String, in store: Store) throws {
        do throws(KeyRefusal) {
            try store.registerKey(id, pem: pem)
        } catch {
            guard case .unreadableKey(let reason) = error else { throw error }
            throw LineError.unreadableKey(at: place, reason: reason)
        }
    }

    /// Makes a catalogue of the product, its offer and the other known products, each in its own group.
    private static func catalog(for question: Question) throws -> Catalog {
        var products = ByteText.keyed(question.known?.value.products)
        var offers = products[ByteText(question.product)] ?? []
        if let offer = question.offer, !offer.isEmpty, !offers.contains(bytesOf: offer) { offers.append(offer) }
        products[ByteText(question.product)] = offers
        let groups = products.sorted { ByteText.precedes($0.key, $1.key) }.map { id, offers in
            Catalog.Group.group(
                id.text,
                [
                    .subscription(
                        id.text, level: 1, period: .monthly, price: 9.99,
                        offers: offers.map { .promotional($0, .freeTrial(.monthly)) })
                ])
        }
        return try Catalog(groups: groups, products: [.consumable(anythingElse, price: 0.99)])
    }

    /// Makes earlier purchases: the customer's other names and tokens, and nonces that are used up.
    private func rememberPast(of known: Question.Known?) throws {
        let accounts =
            (known?.userNames ?? []).map(AppAccount.userName) + (known?.tokens ?? []).map { AppAccount.token($0.uuid) }
        for account in accounts.reversed() { try device.purchase(Bench.anythingElse, account: account) }
        // A claim without a user name would be refused before its nonce is used up.
        let account = account == .notSet ? AppAccount.userName("somebody") : account
        for nonce in known?.nonces ?? [] {
            let spent = PaymentDiscount(
                identifier: "another offer", keyIdentifier: "a key", nonce: nonce.uuid, signature: "-", timestamp: 0)
            _ = try? device.purchase(question.product, offer: .promotional(spent), account: account)
        }
    }

    /// Buys with the offer, and returns the refusal; nil for a success.
    func refusal() throws -> PurchaseRefusal? {
        let offer = try question.purchaseOffer()
        do throws(PurchaseRefusal) {
            try device.purchase(
                question.product, offer: offer, account: account, introductoryEligibility: question.eligibilityJWS)
            return nil
        } catch {
            return error
        }
    }
}

extension ByteText {
    /// Returns known values by their names, which are compared by bytes.
    fileprivate static func keyed<Value>(_ known: [String: Value]?) -> [ByteText: Value] {
        (known ?? [:]).reduce(into: [:]) { $0[ByteText($1.key)] = $1.value }
    }
}
