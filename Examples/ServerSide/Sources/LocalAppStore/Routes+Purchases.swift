import Foundation
import OfferKit

extension LocalAppStore {
    /// An offer of a purchase: which members it has depends on its kind.
    private static let offer = Member.Shape.variants([
        (
            "promotional",
            [
                .optional("id", .text, "The offer's identifier."), .optional("keyID", .text, "The key that signed."),
                .optional("nonce", .text, "The nonce."), .optional("signature", .text, "The signature, in Base64."),
                .optional("timestamp", .either([.whole(0...Int64.max), .text]), "Milliseconds since 1970."),
            ]
        ),
        (
            "promotionalJWS",
            [.needed("id", .text, "The offer's identifier."), .needed("jws", .text, "What was signed.")]
        ),
        ("introductoryEligibility", [.needed("jws", .text, "What was signed.")]),
        ("winBack", [.needed("id", .text, "The offer's identifier.")]),
    ])

    private static let bought: [Member] = [.needed("transaction", .named("Transaction"), "The transaction.")]

    static let purchaseRoutes: [Route] = [
        .customer(
            "POST", "/purchases", "Buys a product, with an offer or without one.",
            body: [
                .needed("product", .text, "The product's identifier."), .device,
                .optional("quantity", .whole(1...1_000), "How many."),
                .optional("appAccountToken", .uuid, "StoreKit 2's token."),
                .optional(
                    "userName", .text, "StoreKit 1's applicationUsername; empty where a server signs without one."),
                .optional("offer", offer, "The offer asked for."),
            ], need: .atMostOne(["appAccountToken", "userName"]),
            answer: bought + [
                .needed(
                    "effect", .choice(["now", "atRenewal", "alreadyOwned"]),
                    "When it takes effect; alreadyOwned where the customer has it already, and the transaction is an older one."
                ),
                .optional("effectDate", .date, "The renewal at which it does."),
            ]
        ) { request, hosted, customer in
            let device = try hosted.device(request.count("device") ?? 0, of: customer)
            try hosted.requireProduct(request.neededText("product"))
            let (offer, decision) = try purchaseOffer(request.members["offer"])
            // A backend that signs with the system's clock is right by that clock.
            device.signatureClock = hosted.signatureClock
            let transaction = try device.purchase(
                request.neededText("product"), quantity: request.count("quantity") ?? 1, offer: offer,
                account: account(request), introductoryEligibility: decision)
            var effect: [String: JSONValue] = ["effect": .text("now")]
            switch device.lastPurchase?.effect {
            case .alreadyOwned?: effect["effect"] = "alreadyOwned"
            case .atRenewal(let date)?: effect = ["effect": "atRenewal", "effectDate": .date(date)]
            default: break
            }
            return effect.merging(["transaction": HostedStore.row(transaction)]) { first, _ in first }
        },
        .customer(
            "POST", "/redemptions", "Types an offer code in.",
            body: [.needed("code", .text, "The code."), .device], answer: bought
        ) { request, hosted, customer in
            let device = try hosted.device(request.count("device") ?? 0, of: customer)
            return ["transaction": HostedStore.row(try device.redeem(code: request.neededText("code")))]
        },
        .customer(
            "POST", "/refund-requests", "Asks for the money back in the app.",
            body: [
                .needed("transaction", .transaction, "The transaction's number."),
                .optional(
                    "answer", .choice(["grant", "decline", "wait"]), "What the App Store says; grant unless given."),
            ]
        ) { request, hosted, customer in
            let answers: [String: Customer.RefundAnswer] = ["grant": .grant, "decline": .decline, "wait": .wait]
            try customer.requestRefund(
                of: hosted.transactionID(request.neededText("transaction")),
                answer: request.text("answer").flatMap { answers[$0] } ?? .grant)
            return [:]
        },
    ]

    static let aftercareRoutes: [Route] = [
        .change(
            "POST", "/transactions/{transaction}/refund", "Gives the money back.",
            body: [.optional("reason", .choice(["other", "developerIssue"]), "Why; other unless given.")]
        ) { request, hosted, _ in
            try hosted.store.refund(
                hosted.transactionID(request.variable("transaction")),
                reason: request.text("reason") == "developerIssue" ? .developerIssue : .other)
            return [:]
        },
        .change("POST", "/transactions/{transaction}/refund-decline", "Declines a refund.") {
            request, hosted, _ in
            try hosted.store.declineRefund(of: hosted.transactionID(request.variable("transaction")))
            return [:]
        },
        .change("POST", "/transactions/{transaction}/refund-reversal", "Takes a refund back.") { request, hosted, _ in
            try hosted.store.reverseRefund(of: hosted.transactionID(request.variable("transaction")))
            return [:]
        },
        .change(
            "PUT", "/products/{product}/price", "Changes a price, for new buyers and for subscribers.",
            body: [
                .needed("price", .sum, "The price, in units of the currency."),
                .optional("storefront", .storefront, "Where; everywhere unless given."),
                .optional(
                    "subscribers", .choice(["automatic", "requiresConsent", "needsNoConsent", "preservesPrice"]),
                    "What becomes of those who subscribe already; automatic unless given."),
            ], answer: [.all("Product")]
        ) { request, hosted, _ in
            let product = request.variable("product")
            try hosted.requireProduct(product)
            let policies: [String: PriceIncreasePolicy] = [
                "requiresConsent": .requiresConsent, "needsNoConsent": .needsNoConsent,
                "preservesPrice": .preservesPrice,
            ]
            try hosted.store.setBasePrice(
                of: product, to: request.sum("price") ?? 0,
                in: request.text("storefront").flatMap { Territory(code: $0) },
                policy: request.text("subscribers").flatMap { policies[$0] } ?? .automatic)
            return hosted.products.list?.first { $0["id"]?.text == product }?.object ?? [:]
        },
        .change(
            "PUT", "/products/{product}/sale", "Takes a product off sale, or puts it back.",
            body: [.needed("isForSale", .flag, "Whether it can be bought.")],
            answer: [.needed("isForSale", .flag, "Whether it can be bought.")]
        ) { request, hosted, _ in
            let (product, isForSale) = (request.variable("product"), try request.neededFlag("isForSale"))
            try hosted.requireProduct(product)
            try hosted.store.setForSale(isForSale, of: product)
            return ["isForSale": .flag(isForSale)]
        },
    ]

    /// The account that comes with a purchase: a token, a user name, or neither.
    static func account(_ request: ControlRequest) -> AppAccount {
        if let token = request.uuid("appAccountToken") { return .token(token) }
        return request.text("userName").map(AppAccount.userName) ?? .notSet
    }

    private static func purchaseOffer(_ value: JSONValue?) throws -> (PurchaseOffer, decision: String?) {
        guard let value, let kind = value["kind"]?.text else { return (.automatic, nil) }
        func needed(_ name: String) throws -> String {
            guard let text = value[name]?.text else { throw ControlError.missing("offer.\(name)") }
            return text
        }
        switch kind {
        case "promotional":
            do {
                let timestamp = value["timestamp"].flatMap { $0.text ?? $0.whole.map { "\($0)" } }
                return (
                    .promotional(
                        try PaymentDiscount(
                            offer: value["id"]?.text, keyIdentifier: value["keyID"]?.text, nonce: value["nonce"]?.text,
                            signature: value["signature"]?.text, timestamp: timestamp)),
                    nil
                )
            } catch {
                throw ControlError(400, ControlError.caseName(of: error), "\(error)", at: "offer")
            }
        case "promotionalJWS": return (.promotionalJWS(offerID: try needed("id"), compactJWS: try needed("jws")), nil)
        case "introductoryEligibility": return (.automatic, try needed("jws"))
        default: return (.winBack(try needed("id")), nil)
        }
    }
}

extension HostedStore {
    /// A transaction as Apple's libraries verify it, and what is in it.
    static func row(_ transaction: Transaction) -> JSONValue {
        [
            "transactionId": .text("\(transaction.id)"), "productId": .text(transaction.productID),
            "signedTransactionInfo": .text(transaction.jwsRepresentation(failing: nil)),
            "payload": decoded(transaction.jsonRepresentation),
        ]
    }

    static func decoded(_ json: Data) -> JSONValue {
        JSONValue.read(json) ?? .null
    }
}
