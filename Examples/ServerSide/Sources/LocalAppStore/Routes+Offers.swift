import Foundation
import OfferKit

extension LocalAppStore {
    static let offerRoutes: [Route] = [
        .change(
            "POST", "/codes", "Makes offer codes.",
            body: [
                .needed("product", .text, "The product."),
                .needed("offer", .text, "The offer-code offer's reference name."),
                .optional("count", .whole(1...25_000), "So many codes that work once."),
                .optional("custom", .text, "One code of your own."),
                .optional("limit", .whole(1...150_000), "How often the custom code works; 1 unless given."),
            ], need: .exactlyOne(["count", "custom"]), answer: [.needed("codes", .list(.text), "The codes.")]
        ) { request, hosted, _ in
            let (store, product) = (hosted.store, try request.neededText("product"))
            try hosted.requireProduct(product)
            let offer = try request.neededText("offer")
            let known = try store.offers(of: product).filter { $0.type == .code }.map(\.name)
            guard known.contains(offer) else {
                throw ControlError.unknown("offer", offer, at: "offer", known: known)
            }
            if let custom = request.text("custom") {
                try store.createCustomCode(custom, for: offer, of: product, limit: request.count("limit") ?? 1)
                return ["codes": [.text(custom)]]
            }
            let codes = try store.createCodes(request.count("count") ?? 1, for: offer, of: product)
            return ["codes": .list(codes.map(JSONValue.text))]
        },
        .change(
            "POST", "/offer-keys", "A key of yours signs offers from now on.",
            body: [
                .needed("keyID", .text, "Its identifier."), .needed("pem", .text, "Its public half, or all of it."),
            ]
        ) { request, hosted, _ in
            try hosted.store.registerKey(request.neededText("keyID"), pem: request.neededText("pem"))
            return [:]
        },
        .change(
            "POST", "/generated-offer-keys", "The store makes a key, and signs with it too.",
            body: [.optional("name", .text, "What the key is called.")],
            answer: [
                .needed("keyID", .text, "Its identifier."),
                .needed("privateKeyPEM", .text, "Its private half, as PEM."),
            ]
        ) { request, hosted, _ in
            let key = try hosted.store.generateKey(named: request.text("name") ?? "Offers")
            let pem = try hosted.store.downloadKey(key.id)
            let signer = try OfferSigner(keyIdentifier: key.id, pem: pem)
            do {
                try hosted.changeSetup { state in
                    state.signers[key.id] = signer
                    state.keptOfferKeys.append(KeptSetup.Key(id: key.id, pem: pem))
                }
            } catch {
                // Nobody has its private half.
                try? hosted.store.revokeKey(key.id)
                throw error
            }
            return ["keyID": .text(key.id), "privateKeyPEM": .text(pem)]
        },
        .change("DELETE", "/offer-keys/{key}", "Revokes a key: none of its signatures is good any more.") {
            request, hosted, _ in
            try hosted.store.revokeKey(request.variable("key"))
            return [:]
        },
        .change(
            "POST", "/offer-signatures",
            "Signs an offer, as a backend does before a purchase; also with a key that was revoked, which the purchase refuses.",
            body: [
                .optional(
                    "kind", .choice(["promotional", "promotionalJWS", "introductoryEligibility"]),
                    "The form; promotional unless given."),
                .needed("product", .text, "The product."), .optional("offer", .text, "The promotional offer."),
                .optional("customer", .whole(Member.anyCount), "For whom; of the two forms of JWS."),
                .optional("allows", .flag, "Of introductoryEligibility: whether the offer applies."),
                .optional("appAccountToken", .uuid, "StoreKit 2's token."),
                .optional("userName", .text, "StoreKit 1's applicationUsername."),
                .optional("keyID", .text, "The key; the store's own unless given."),
            ], need: .atMostOne(["appAccountToken", "userName"]),
            answer: [.needed("offer", .anyObject, "What \"offer\" of a purchase takes.")]
        ) { request, hosted, _ in ["offer": try hosted.signature(request)] },
    ]
}

extension HostedStore {
    /// What `offer` of a purchase takes.
    fileprivate func signature(_ request: ControlRequest) throws -> JSONValue {
        let (store, product) = (store, try request.neededText("product"))
        try requireProduct(product)
        let signer = try signer(request.text("keyID"))
        let kind = request.text("kind") ?? "promotional"
        let customer = try request.whole("customer").map { try self.customer("\($0)") }
        let clock = signatureClock
        if kind == "introductoryEligibility" {
            guard let customer else { throw ControlError.missing("customer") }
            guard let allows = request.flag("allows") else { throw ControlError.missing("allows") }
            let jws = try signer.compactJWS(
                .introductoryOffer(
                    isAllowed: allows, of: product, transactionID: customer.appTransactionID, bundleID: store.bundleID),
                nonce: UUID(), issuedAt: clock)
            return ["kind": .text(kind), "jws": .text(jws)]
        }
        let offer = try request.neededText("offer")
        let known = try store.offers(of: product).filter { $0.type == .promotional }.map(\.name)
        guard known.contains(offer) else { throw ControlError.unknown("offer", offer, at: "offer", known: known) }
        if kind == "promotionalJWS" {
            let jws = try signer.compactJWS(
                .promotionalOffer(
                    offer, of: product, transactionID: customer?.appTransactionID, bundleID: store.bundleID),
                nonce: UUID(), issuedAt: clock)
            return ["kind": .text(kind), "id": .text(offer), "jws": .text(jws)]
        }
        let answer = try signer.sign(
            OfferSignatureRequest(
                bundleID: store.bundleID, productID: product, offerID: offer,
                account: LocalAppStore.account(request)),
            nonce: UUID(), timestamp: Int64(clock.timeIntervalSince1970 * 1_000))
        return [
            "kind": .text(kind), "id": .text(offer), "keyID": .text(answer.keyIdentifier),
            "nonce": .text(answer.nonce.uuidString.lowercased()), "signature": .text(answer.signature),
            "timestamp": .whole(answer.timestamp),
        ]
    }
}
