import AsyncHTTPClient
import Foundation
import Hummingbird
import HTTPTypes
import LocalAppStore
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import OfferKit
import ServerBench

/// What came back.
struct Answer: Sendable {
    let status: Int
    let headers: [String: String]
    let body: Data

    var json: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: body)) ?? .null }
    var text: String { String(decoding: body, as: UTF8.self) }
    /// The code of an error.
    var code: String? { json["error"]?["code"]?.text }
}

/// A server on the loopback address, and a client that asks it.
struct Bench: Sendable {
    let url: String
    let client: HTTPClient
    let server: LocalAppStore

    /// The path of the default store.
    static let store = "/_control/stores/default"

    /// Runs `body` beside a server that listens.
    static func run<Result: Sendable>(
        _ configuration: LocalAppStore.Configuration = .init(),
        _ body: @Sendable @escaping (Bench) async throws -> Result
    ) async throws -> Result {
        let client = LocalAppStore.makeClient()
        do {
            let server = try LocalAppStore(
                configuration, client: client, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let result = try await whileListening(server.application(host:port:onRunning:)) { url in
                try await body(Bench(url: "\(server.scheme)://\(url)", client: client, server: server))
            }
            server.close()
            try await client.shutdown()
            return result
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    /// Asks; a path without a leading slash is that of the default store's control API.
    func ask(
        _ method: String, _ path: String, _ body: JSONValue? = nil, raw: Data? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: url + (path.hasPrefix("/") ? path : "\(Bench.store)/\(path)"))
        request.method = HTTPMethod(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let data = raw ?? body?.data { request.body = .bytes(ByteBuffer(bytes: data)) }
        let response = try await client.execute(request, timeout: TimeAmount(testPatience))
        let bytes = try await response.body.collect(upTo: 16_777_216)
        let names = response.headers.map { ($0.name.lowercased(), $0.value) }
        return Answer(
            status: Int(response.status.code), headers: Dictionary(names, uniquingKeysWith: { first, _ in first }),
            body: Data(bytes.readableBytesView))
    }

    func get(_ path: String) async throws -> JSONValue { try await ask("GET", path).json }
    func post(_ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        try await ask("POST", path, body).json
    }
    func put(_ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        try await ask("PUT", path, body).json
    }

    /// The header that a backend asks the App Store Server API with.
    func authorization(at date: Date = Date()) async throws -> [String: String] {
        let store = try await get(Bench.store)
        let signer = try AppStoreServerTokenSigner(
            keyID: store["keyID"]?.text ?? "", issuerID: store["issuerID"]?.text ?? "",
            bundleID: store["bundleID"]?.text ?? "", pem: store["privateKeyPEM"]?.text ?? "")
        return ["Authorization": try signer.authorization(at: date)]
    }
}

/// A backend that takes notifications, and answers each with the next of some statuses, and a text.
final class Backend: Sendable {
    /// Stands among the statuses for no answer at all.
    static let never = -1

    private let state: NIOLockedValueBox<(statuses: [Int], bodies: [JSONValue])>
    private let saying: String

    init(answering statuses: [Int] = [], saying: String = "") {
        state = NIOLockedValueBox((statuses, []))
        self.saying = saying
    }

    /// The notifications that came, in order, verified by nobody.
    var bodies: [JSONValue] { state.withLockedValue { $0.bodies } }

    /// The payload of each, read without trust.
    var payloads: [JSONValue] {
        bodies.compactMap { (body: JSONValue) -> JSONValue? in
            let parts = (body["signedPayload"]?.text ?? "").split(separator: ".").map(String.init)
            guard parts.count == 3 else { return nil }
            var base64 = parts[1].replacing("-", with: "+").replacing("_", with: "/")
            base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
            return Data(base64Encoded: base64).flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) }
        }
    }

    var types: [String] { payloads.map { $0["notificationType"]?.text ?? "" } }

    /// Runs `body` while the backend listens, which acts before it answers.
    func run<Result: Sendable>(
        onNotification act: @escaping @Sendable () async -> Void = {},
        _ body: @Sendable @escaping (String) async throws -> Result
    ) async throws -> Result {
        try await whileListening(
            { host, port, onRunning in
                Application(
                    responder: CallbackResponder<BasicRequestContext> { [self] request, _ in
                        let bytes = try await request.body.collect(upTo: 1_048_576)
                        let json = try JSONDecoder().decode(JSONValue.self, from: Data(bytes.readableBytesView))
                        let status = state.withLockedValue { state in
                            state.bodies.append(json)
                            return state.statuses.isEmpty ? 200 : state.statuses.removeFirst()
                        }
                        await act()
                        if status == Backend.never { try await Task.sleep(for: .seconds(600)) }
                        return Response(
                            status: HTTPResponse.Status(code: status),
                            body: ResponseBody(byteBuffer: ByteBuffer(string: saying)))
                    },
                    configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
                    onServerRunning: { await onRunning($0.localAddress?.port ?? 0) },
                    logger: Logger(label: "backend") { _ in SwiftLogNoOpLogHandler() })
            }, { try await body("http://\($0)/notifications") })
    }
}
