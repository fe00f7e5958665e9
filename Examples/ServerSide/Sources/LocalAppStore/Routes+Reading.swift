import Foundation
import OfferKit

extension LocalAppStore {
    static let readingRoutes: [Route] = [
        .readCustomer(
            "/transactions", "The customer's transactions, oldest first.", query: Member.page + [.device],
            answer: [.total, .needed("transactions", .list(.named("Transaction")), "Those that were asked for.")]
        ) { request, hosted, customer in
            let all = try hosted.device(request.count("device") ?? 0, of: customer).transactions
            return [
                "total": .count(all.count), "transactions": .list(request.page(of: all).map { HostedStore.row($0) }),
            ]
        },
        .readCustomer(
            "/entitlements", "What the customer is entitled to now.", query: [.device],
            answer: [.needed("entitlements", .list(.named("Transaction")), "The transactions that entitle.")]
        ) { request, hosted, customer in
            let device = try hosted.device(request.count("device") ?? 0, of: customer)
            return ["entitlements": .list(device.currentEntitlements.map { HostedStore.row($0) })]
        },
        .readCustomer(
            "/subscriptions", "How the customer's subscriptions stand.", query: [.device],
            answer: [.needed("subscriptions", .list(.named("Subscription")), "One for each group.")]
        ) { request, hosted, customer in
            let device = try hosted.device(request.count("device") ?? 0, of: customer)
            let rows = hosted.store.groups.compactMap { group -> JSONValue? in
                guard let status = device.subscriptionStatus(inGroup: group.id),
                    let info = device.renewalInfo(inGroup: group.id)
                else { return nil }
                return [
                    "group": .text(group.id), "status": .count(status.state.rawValue),
                    "signedRenewalInfo": .text(info.jwsRepresentation(failing: nil)),
                    "renewalInfo": HostedStore.decoded(info.jsonRepresentation),
                ]
            }
            return ["subscriptions": .list(rows)]
        },
        .readCustomer(
            "/eligibility", "Which offers of a product the customer may have, and why not.",
            query: [.needed("product", .text, "The product."), .device],
            answer: [.needed("offers", .list(.named("Eligibility")), "Each offer of the product.")]
        ) { request, hosted, customer in
            let product = try request.neededText("product")
            try hosted.requireProduct(product)
            let device = try hosted.device(request.count("device") ?? 0, of: customer)
            let rows = try device.eligibilities(of: product).map { answer in
                JSONValue.row([
                    "kind": .text(HostedStore.words(answer.type)), "id": answer.offerID.map(JSONValue.text),
                    "isEligible": .flag(answer.isEligible),
                    "reasons": .list(answer.reasons.map { .text("\($0)") }),
                    "eligibleFrom": answer.eligibleFrom.map(JSONValue.date),
                ])
            }
            return ["offers": .list(rows)]
        },
        .readCustomer(
            "/receipt", "The receipt on a device, in Base64; nothing while there is none.", query: [.device],
            answer: [.optional("receipt", .text, "The receipt.")]
        ) { request, hosted, customer in
            let device = try hosted.device(request.count("device") ?? 0, of: customer)
            return .row(["receipt": device.appReceipt.map { .text($0.base64EncodedString()) }])
        },
        .customer(
            "POST", "/receipt", "Signs in, and has the receipt made anew.", body: [.device],
            answer: [.needed("receipt", .text, "The receipt, in Base64.")]
        ) { request, hosted, customer in
            let device = try hosted.device(request.count("device") ?? 0, of: customer)
            return ["receipt": .text(try await device.app.refreshReceipt().base64EncodedString())]
        },
        .read(
            "/products", "What is for sale.",
            answer: [.needed("products", .list(.named("Product")), "The products.")]
        ) { _, hosted in ["products": hosted.products] },
        .read(
            "/log", "What happened in the store.",
            query: [
                .optional("from", .whole(Member.anyCount), "The number of the first entry."),
                .optional("count", .whole(0...10_000), "How many at most; 100 unless given."),
            ], answer: [.total, .needed("entries", .list(.named("LogEntry")), "Those that were asked for.")]
        ) { request, hosted in
            let store = hosted.store
            let entries = store.log(from: request.count("from") ?? 0, count: request.count("count") ?? 100)
            return ["total": .count(store.logCount), "entries": .list(entries.map { HostedStore.row($0) })]
        },
    ]
}

extension HostedStore {
    /// What is for sale now.
    var products: JSONValue {
        let catalog = store.catalog
        var groups: [String: String] = [:]
        for group in catalog.groups {
            for product in group.subscriptions { groups[product.id] = group.id }
        }
        return .list(
            catalog.allProducts.map { product in
                let offers = product.subscription?.offers.map { offer in
                    JSONValue.row(["kind": .text(HostedStore.words(offer.type)), "id": offer.id.map(JSONValue.text)])
                }
                return .row([
                    "id": .text(product.id), "name": .text(HostedStore.name(of: product)),
                    "price": product.prices.everywhere.map { .text("\($0)") },
                    "group": groups[product.id].map(JSONValue.text),
                    "type": .text(HostedStore.words(product.kind)), "offers": offers.map(JSONValue.list),
                ])
            })
    }

    /// What people call a product: the first name that it has.
    private static func name(of product: Catalog.Product) -> String {
        let names = product.localizations.map(\.displayName) + [product.referenceName]
        return names.first { !$0.isEmpty } ?? product.id
    }

    private static func words(_ kind: Catalog.Product.Kind) -> String {
        switch kind {
        case .consumable: "Consumable"
        case .nonConsumable: "Non-Consumable"
        case .nonRenewable: "Non-Renewing Subscription"
        case .autoRenewable: "Auto-Renewable Subscription"
        }
    }

    static func words(_ type: OfferType) -> String {
        switch type {
        case .introductory: "introductory"
        case .promotional: "promotional"
        case .code: "code"
        case .winBack: "winBack"
        default: "\(type.rawValue)"
        }
    }
}
