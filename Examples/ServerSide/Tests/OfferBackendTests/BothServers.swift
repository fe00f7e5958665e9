import AsyncHTTPClient
import Foundation
import GRDB
import Hummingbird
import LocalAppStore
import Logging
import NIOCore
import NIOHTTP1
import OfferKit
import ServerBench

@testable import OfferBackend

/// An App Store and a backend, each at an address of its own, and a client that asks both.
struct BothServers: Sendable {
    static let token = "the admin's token"
    static let monthly = "com.example.pro.monthly"

    /// The control URL of the store.
    let store: String
    /// The store's address, with Apple's paths behind it.
    let appStore: String
    let backend: Backend
    let backendURL: String
    let client: HTTPClient
    let folder: URL

    /// Runs `body` beside both; notifications go from one to the other.
    static func run<Result: Sendable>(
        environment: String = "Sandbox", gracePeriod: BillingGracePeriod? = nil,
        changing change: [String: JSONValue] = [:],
        _ body: @Sendable @escaping (BothServers) async throws -> Result
    ) async throws -> Result {
        let client = LocalAppStore.makeClient()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("backend-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            var configuration = LocalAppStore.Configuration()
            configuration.options.environment = .init(rawValue: environment)
            configuration.options.gracePeriod = gracePeriod
            configuration.webhookTimeout = testPatience
            let server = try LocalAppStore(configuration, client: client, logger: quiet)
            let result = try await whileListening(server.application(host:port:onRunning:)) { address in
                let control = "http://\(address)/_control/stores/default"
                let (_, description) = try await ask(client, "GET", control)
                let file = try write(description, change, to: folder, at: "http://\(address)")
                let backend = try Backend(
                    BackendConfiguration.read(file), in: folder,
                    database: folder.appendingPathComponent("users.sqlite").path, client: client, logger: quiet)
                let result = try await whileListening(
                    { backend.application(host: $0, port: $1, onRunning: $2) },
                    { own in
                        let both = BothServers(
                            store: control, appStore: "http://\(address)", backend: backend,
                            backendURL: "http://\(own)", client: client, folder: folder)
                        _ = try await both.control(
                            "PUT", "delivery", ["url": .text("http://\(own)/notifications")])
                        return try await body(both)
                    })
                try backend.close()
                return result
            }
            server.close()
            try await client.shutdown()
            return result
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    /// Writes what a backend is configured with, from what the store says of itself.
    private static func write(
        _ store: JSONValue, _ change: [String: JSONValue], to folder: URL, at appStore: String
    ) throws -> URL {
        let keys = folder.appendingPathComponent("keys")
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        let keyID = store["offerKey"]?["keyID"]?.text ?? ""
        let files = [
            "root.pem": store["rootCertificatePEM"]?.text, "api.p8": store["privateKeyPEM"]?.text,
            "secret": store["sharedSecret"]?.text, "token": token, "keys/current": keyID,
            "keys/\(keyID).p8": store["offerKey"]?["privateKeyPEM"]?.text,
        ]
        for (name, text) in files {
            try Data((text ?? "").utf8).write(to: folder.appendingPathComponent(name))
        }
        var configuration: [String: JSONValue] = [
            "bundleID": store["bundleID"] ?? .null, "environment": store["environment"] ?? .null,
            "appAppleID": store["appAppleID"] ?? .null, "rootCertificate": "root.pem", "appStore": .text(appStore),
            "productionReceipts": .text("\(appStore)/production/verifyReceipt"),
            "sandboxReceipts": .text("\(appStore)/sandbox/verifyReceipt"),
            "api": ["keyID": store["keyID"] ?? .null, "issuerID": store["issuerID"] ?? .null, "keyFile": "api.p8"],
            "offerKeys": "keys", "sharedSecretFile": "secret", "adminTokenFile": "token", "clock": "notifications",
            "products": [["id": .text(monthly), "level": 1, "period": "P1M"]],
            "offers": [
                ["segment": "retention", "id": "half3", "product": .text(monthly), "discount": .number(0.5)],
                ["segment": "customer service", "id": "freemonth", "product": .text(monthly), "discount": 1],
            ],
            "features": [
                ["id": "themes", "name": "Themes", "released": "2018-05-01"],
                ["id": "later", "name": "Later", "released": "2090-01-01"],
            ],
            "updates": ["regular": .text(monthly), "legacy": "com.example.pro.yearly", "legacyVersionBelow": "0.5"],
        ]
        configuration.merge(change, uniquingKeysWith: { _, changed in changed })
        let file = folder.appendingPathComponent("backend.json")
        try JSONValue.object(configuration).data.write(to: file)
        return file
    }

    /// Sends a request, and reads JSON.
    static func ask(
        _ client: HTTPClient, _ method: String, _ url: String, _ body: Data? = nil, _ headers: [String: String] = [:]
    ) async throws -> (status: Int, JSONValue) {
        var request = HTTPClientRequest(url: url)
        request.method = HTTPMethod(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
        let response = try await client.execute(request, timeout: TimeAmount(testPatience))
        let data = Data(try await response.body.collect(upTo: 16_777_216).readableBytesView)
        return (Int(response.status.code), (try? JSONDecoder().decode(JSONValue.self, from: data)) ?? .null)
    }

    /// Sends a request to the backend, and reads the headers, too.
    func send(_ method: String, _ path: String) async throws -> (status: Int, headers: [String: String], JSONValue) {
        var request = HTTPClientRequest(url: backendURL + path)
        request.method = HTTPMethod(rawValue: method)
        let response = try await client.execute(request, timeout: TimeAmount(testPatience))
        let data = Data(try await response.body.collect(upTo: 16_777_216).readableBytesView)
        let headers = Dictionary(response.headers.map { ($0.name, $0.value) }) { first, _ in first }
        return (
            Int(response.status.code), headers, (try? JSONDecoder().decode(JSONValue.self, from: data)) ?? .null
        )
    }

    /// Controls the store.
    @discardableResult
    func control(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        let (status, answer) = try await BothServers.ask(client, method, "\(store)/\(path)", body?.data)
        guard status < 300 else { throw Unexpected(status: status, answer: answer) }
        return answer
    }

    /// Asks the backend, as its administrator.
    func ask(_ method: String, _ path: String, _ body: JSONValue? = nil, raw: Data? = nil) async throws -> (
        status: Int, JSONValue
    ) {
        try await BothServers.ask(
            client, method, backendURL + path, raw ?? body?.data, ["Authorization": "Bearer \(BothServers.token)"])
    }

    /// A new user, with a customer of the store who buys the monthly subscription for that user's account.
    func subscriber() async throws -> (user: String, customer: String) {
        let user = try await ask("POST", "/users").1["userId"]?.text ?? ""
        let customer = "customers/\(try await control("POST", "customers")["customer"]?.whole ?? -1)"
        try await control(
            "POST", "\(customer)/purchases", ["product": .text(BothServers.monthly), "appAccountToken": .text(user)])
        return (user, customer)
    }

    /// Another backend beside the same App Store, on the same table or another one.
    ///
    /// - Parameters:
    ///   - database: The name of the database's file.
    ///   - appStore: Where the App Store Server API is; the same unless given.
    ///   - receipts: Where receipts are verified; the same unless given.
    ///   - logger: What hears of it; the same unless given.
    ///   - wallClock: Its clock.
    ///   - pause: What it does where the App Store asks for time.
    /// - Returns: The backend; whoever makes it closes it.
    /// - Throws: ``BackendError``.
    func another(
        database: String = "users.sqlite", appStore: String? = nil, receipts: String? = nil, logger: Logger? = nil,
        wallClock: @escaping @Sendable () -> Date = { Date() },
        pause: @escaping @Sendable (Duration) async throws -> Void = { _ in }
    ) throws -> Backend {
        var configuration = try BackendConfiguration.read(folder.appendingPathComponent("backend.json"))
        configuration.appStore = appStore ?? configuration.appStore
        configuration.productionReceipts = receipts ?? configuration.productionReceipts
        return try Backend(
            configuration, in: folder, database: folder.appendingPathComponent(database).path, client: client,
            logger: logger ?? backend.logger, wallClock: wallClock, pause: pause)
    }

    /// Makes the backend's disk full, or larger.
    ///
    /// - Parameter count: How many pages the database may have; as many as it has where nil.
    /// - Throws: What SQLite says.
    func limitPages(to count: Int?) async throws {
        try await backend.database.pool.writeWithoutTransaction { database in
            _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(count ?? 1)")
        }
    }

    /// What the store told so far, in order.
    func payloads() async throws -> [String] {
        try await control("GET", "notifications?count=10000")["notifications"]?.list?
            .compactMap { $0["signedPayload"]?.text } ?? []
    }

    struct Unexpected: Error {
        let status: Int
        let answer: JSONValue
    }
}
