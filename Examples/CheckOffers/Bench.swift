import Foundation
import OfferKit

/// A store that knows what a question says it knows, with a customer who may have any promotional offer.
struct Bench {
    private static let anythingElse = "check-offers.coins"

    let question: Question
    let device: Device

    init(_ question: Question) throws {
        self.question = question
        let known = question.known
        let clock = Instant(
            millisecondsSince1970: question.now ?? question.timestamp.flatMap { Int64($0) } ?? 0)
        let store = Store(
            catalog: try Bench.catalog(for: question), bundleID: question.bundleID,
            otherBundleIDs: known?.bundleIDs ?? [], startingAt: Date(clock))
        var keys = known?.keys ?? [:]
        if let keyID = question.keyID, !keyID.isEmpty, let pem = question.publicKeyPEM { keys[keyID] = pem }
        for (id, pem) in keys.sorted(by: { $0.key < $1.key }) { try store.registerKey(id, pem: pem) }
        for id in known?.revoked ?? [] { try store.revokeKey(id) }
        device = store.device(for: store.addCustomer())
        try device.purchase(question.product)
        try store.device(for: store.addCustomer()).purchase(Bench.anythingElse)
        try rememberPast(of: known)
    }

    /// Sells the product and the offer asked for, and what else is known; each product in a group of its own.
    private static func catalog(for question: Question) throws -> Catalog {
        var products = question.known?.products ?? [:]
        var offers = products[question.product] ?? []
        if let offer = question.offer, !offer.isEmpty, !offers.contains(offer) { offers.append(offer) }
        products[question.product] = offers
        let groups = products.sorted { $0.key < $1.key }.map { id, offers in
            Catalog.Group.group(
                id,
                [
                    .subscription(
                        id, level: 1, period: .monthly, price: 9.99,
                        offers: offers.map { .promotional($0, .freeTrial(.monthly)) })
                ])
        }
        return try Catalog(groups: groups, products: [.consumable(anythingElse, price: 0.99)])
    }

    /// Earlier purchases: the customer's other names and tokens, and nonces that are used up.
    private func rememberPast(of known: Question.Known?) throws {
        let accounts = (known?.userNames ?? []).map(AppAccount.userName) + (known?.tokens ?? []).map(AppAccount.token)
        for account in accounts.reversed() { try device.purchase(Bench.anythingElse, account: account) }
        // A claim without a user name would not get far enough to use its nonce up.
        let account = question.account == .notSet ? AppAccount.userName("somebody") : question.account
        for nonce in known?.nonces ?? [] {
            let spent = PaymentDiscount(
                identifier: "another offer", keyIdentifier: "a key", nonce: nonce, signature: "-", timestamp: 0)
            _ = try? device.purchase(question.product, offer: .promotional(spent), account: account)
        }
    }

    /// Buys with the offer; nil when it goes through.
    func refusal() throws -> PurchaseRefusal? {
        let offer = try question.purchaseOffer()
        do throws(PurchaseRefusal) {
            try device.purchase(question.product, offer: offer, account: question.account)
            return nil
        } catch {
            return error
        }
    }
}
