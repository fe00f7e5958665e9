import Foundation
import OfferKit

extension LocalAppStore {
    static let serverRoutes: [Route] = [
        Route(
            "GET", "/_control/health", "Whether the server answers.",
            answer: [
                .needed("status", .choice(["ok"]), "That it does."),
                .needed("stores", .list(.text), "The stores' names."),
            ]
        ) { _, server in
            ControlAnswer(["status": "ok", "stores": .list(server.all.map { .text($0.name) })])
        },
        Route("GET", "/_control/openapi.json", "This description.") { _, _ in
            ControlAnswer(body: OpenAPI.text, contentType: "application/json")
        },
        Route(
            "GET", "/_control/stores", "The stores, without their keys.",
            answer: [.needed("stores", .list(.named("StoreSummary")), "The stores, the default one first.")]
        ) { request, server in
            ControlAnswer(["stores": .list(server.all.map { $0.summary(request.baseURL) })])
        },
        Route(
            "POST", "/_control/stores", "Makes a store, and answers all that a backend needs.",
            body: StoreOptions.members, answer: [.all("Store")]
        ) {
            request, server in
            let options = try StoreOptions(request, like: server.configuration.options)
            return ControlAnswer(
                try server.add(request.text("name"), options).description(request.baseURL), status: 201)
        },
        Route("GET", Route.base, "A store with its keys.", answer: [.all("Store")]) { request, server in
            ControlAnswer(try server.store(request.variable("store")).description(request.baseURL))
        },
        Route("DELETE", Route.base, "Deletes a store; the default one stays.") { request, server in
            try await server.remove(request.variable("store"))
            return ControlAnswer([:])
        },
        Route("GET", Route.base + "/root-certificate.pem", "The root that signed values are trusted by, as PEM.") {
            request, server in
            let root = try server.store(request.variable("store")).store.signingChain.root
            return ControlAnswer(body: Data(root.pem.utf8), contentType: "application/x-pem-file")
        },
    ]

    static let storeRoutes: [Route] = [
        .change(
            "POST", "/reset",
            "Begins again, as the store was made, with the same numbers: a backend's tables have to be emptied with it."
        ) { _, hosted, _ in
            try hosted.reset()
            return [:]
        },
        .read(
            "/snapshots", "The names of the snapshots.", answer: [.needed("snapshots", .list(.label), "Their names.")]
        ) { _, hosted in ["snapshots": .list(hosted.snapshotNames.map(JSONValue.text))] },
        .change(
            "POST", "/snapshots", "Keeps the store as it is now: with --data on the disk, otherwise in memory.",
            body: [.needed("name", .label, "What the snapshot is called.")],
            answer: [.needed("replaced", .flag, "Whether it took the place of one of that name.")]
        ) { request, hosted, _ in
            ["replaced": .flag(try hosted.takeSnapshot(try request.neededText("name")))]
        },
        .change("DELETE", "/snapshots/{name}", "Deletes a snapshot.") { request, hosted, _ in
            try hosted.removeSnapshot(request.variable("name"))
            return [:]
        },
        .change(
            "POST", "/restore",
            "Goes back to a snapshot. What happens next has the numbers of what happened after it before, so a backend's tables go back, too.",
            body: [.needed("name", .label, "What the snapshot is called.")]
        ) { request, hosted, _ in
            try hosted.restore(try request.neededText("name"))
            return [:]
        },
        .read(
            "/root-certificate", "The root that signed values are trusted by.",
            answer: [.needed("pem", .text, "As PEM."), .needed("der", .text, "Its bytes, in Base64.")]
        ) { _, hosted in
            let root = hosted.store.signingChain.root
            return ["pem": .text(root.pem), "der": .text(Data(root.der).base64EncodedString())]
        },
        .change(
            "POST", "/api-keys", "Another key may ask the App Store Server API.",
            body: [
                .needed("keyID", .text, "The key's identifier."), .needed("issuerID", .text, "Its issuer."),
                .needed("pem", .text, "The public key, or the private one, of which the public half is kept."),
            ]
        ) { request, hosted, _ in
            let key = KeptSetup.Key(
                id: try request.neededText("keyID"), issuerID: try request.neededText("issuerID"),
                pem: try request.neededText("pem"))
            try hosted.changeSetup { try $0.addAPIKey(key) }
            return [:]
        },
    ]
}

extension HostedStore {
    /// Where Apple's paths begin.
    func baseURL(_ server: String) -> String {
        name == LocalAppStore.defaultName ? server : "\(server)/stores/\(name)"
    }

    func summary(_ server: String) -> JSONValue {
        let (store, delivery) = withState { ($0.store, $0.delivery) }
        return .row([
            "name": .text(name), "baseURL": .text(baseURL(server)), "bundleID": .text(store.bundleID),
            "appAppleID": .whole(store.appAppleID), "environment": .text(store.environment.rawValue),
            "now": .date(store.now), "customers": .count(store.customers.count),
            "notify": delivery.url.map(JSONValue.text),
        ])
    }

    /// All that a backend needs, its private keys among it.
    func description(_ server: String) -> JSONValue {
        var members = summary(server).object ?? [:]
        let store = store
        members["controlURL"] = .text("\(server)/_control/stores/\(name)")
        members["rootCertificatePEM"] = .text(store.signingChain.root.pem)
        members["issuerID"] = .text(keys.issuerID)
        members["keyID"] = .text(keys.api.id)
        members["privateKeyPEM"] = .text(keys.api.pem)
        members["offerKey"] = ["keyID": .text(keys.offer.id), "privateKeyPEM": .text(keys.offer.pem)]
        members["sharedSecret"] = .text(store.sharedSecret)
        members["seed"] = .text("\(seed)")
        members["products"] = products
        members["warnings"] = .list(warnings.map(JSONValue.text))
        return .object(members)
    }
}
