import Foundation
import OfferKit

/// A request as it came, before anything is known of it.
struct IncomingRequest: Sendable {
    let method: String
    /// Path and query, as they were sent.
    let target: String
    let headers: [String: String]
    let body: Data
    /// The name and port of the host that was asked; nil where the request names none.
    var authority: String?

    var path: Substring { target.prefix { $0 != "?" && $0 != "#" } }
    var query: String {
        let rest = target.dropFirst(path.count)
        return rest.first == "?" ? String(rest.dropFirst().prefix { $0 != "#" }) : ""
    }

    /// The environment whose server the request was meant for, where a hosts file leads one of Apple's names here; nil for other names.
    var environmentOfHost: StoreEnvironment? {
        let name = authority?.prefix { $0 != ":" }.lowercased() ?? ""
        return LocalAuthority.hostsOfApple.first { $0.name == name }?.environment
    }
}

/// What goes back.
struct OutgoingResponse: Sendable {
    let status: Int
    let headers: [String: String]
    let body: Data
}

/// Apple's own paths, of one store.
extension HostedStore {
    /// The App Store Server API: every method, path, query, header and body is handed on, and what comes back is handed back.
    ///
    /// - Parameters:
    ///   - request: As it came, with Apple's path.
    ///   - now: The wall clock, which judges the token.
    ///   - environment: The environment that was asked, by Apple's name of a host; nil for the store's own. The other one has none of
    ///     the store's transactions.
    /// - Returns: What the library answers.
    /// - Throws: What a key of the API cannot be read for.
    func serverAPI(
        _ request: IncomingRequest, at now: Date, of environment: StoreEnvironment? = nil
    ) throws -> OutgoingResponse {
        let (api, failure) = try withState { (try $0.api(of: environment), $0.takeFailure()) }
        let response = api.response(
            to: AppStoreServerRequest(
                method: request.method, path: request.target, headers: request.headers, body: Array(request.body)),
            at: now, failingWith: failure.map { AppStoreServerErrorCode(rawValue: $0) })
        return OutgoingResponse(status: response.status, headers: response.headers, body: Data(response.body))
    }

    /// `verifyReceipt`, at Apple's address of production or of the sandbox, or at the store's own.
    func verifyReceipt(_ request: IncomingRequest, at endpoint: ReceiptEndpoint?) -> OutgoingResponse {
        let response = store.verifyReceipt(request.body, at: endpoint, method: request.method)
        return OutgoingResponse(status: response.httpStatus, headers: response.headers, body: Data(response.body))
    }
}

extension StoreEnvironment {
    /// The address of `verifyReceipt` in the environment.
    fileprivate var receiptEndpoint: ReceiptEndpoint { self == .production ? .production : .sandbox }
}

extension HostedStore.State {
    /// The API of an environment: the store's own, or that of one where nothing was ever sold and the same keys ask.
    fileprivate func api(of environment: StoreEnvironment?) throws -> AppStoreServerAPI {
        guard let environment, environment != store.environment else { return api }
        let other = Store(
            catalog: store.catalog, bundleID: store.bundleID, appAppleID: store.appAppleID, environment: environment,
            startingAt: store.now, signingWith: store.signingChain)
        return try other.appStoreServerAPI(keys: apiKeys)
    }

    /// The code that the next API request is answered with; nil for the truth.
    fileprivate mutating func takeFailure() -> Int? {
        guard let first = failures.first else { return nil }
        if first.remaining > 1 { failures[0].remaining -= 1 } else { failures.removeFirst() }
        return first.code
    }
}

extension LocalAppStore {
    /// The body of an error as Apple's clients read it.
    ///
    /// - Parameters:
    ///   - error: What the server has to say.
    ///   - path: The path that was asked for.
    /// - Returns: A code that begins with the HTTP status behind `/inApps/` (B12-7), a status at `verifyReceipt`; nil at other paths.
    static func appleBody(of error: ControlError, at path: String) -> JSONValue? {
        var parts = path.split(separator: "/")[...]
        if parts.first == "stores" { parts = parts.dropFirst(2) }
        if parts.first == "inApps" {
            return ["errorCode": .whole(Int64(error.status) * 10_000), "errorMessage": .text(error.message)]
        }
        guard parts.last == "verifyReceipt", parts.count == 1 || ["sandbox", "production"].contains(parts.first) else {
            return nil
        }
        let status: ReceiptStatus =
            switch error.status {
            case 503: .serverUnavailable
            case 500...: .internalError
            default: .malformed
            }
        return ["status": .count(status.rawValue)]
    }

    /// Answers Apple's paths: `/inApps/…`, `/verifyReceipt`, `/sandbox/verifyReceipt`, `/production/verifyReceipt`, of the default
    /// store, and behind `/stores/{name}` of any other.
    ///
    /// - Returns: nil for other paths.
    func answerAsApple(_ request: IncomingRequest) async throws -> OutgoingResponse? {
        var rest = String(request.path)
        var name = LocalAppStore.defaultName
        if rest.hasPrefix("/stores/") {
            let parts = rest.dropFirst("/stores/".count).split(separator: "/", maxSplits: 1)
            guard let first = parts.first, parts.count == 2 else { return nil }
            (name, rest) = (String(first), "/\(parts[1])")
        }
        /// Who sends no token does not hear which stores there are.
        func store(_ name: String) throws -> HostedStore {
            do { return try self.store(name) } catch  where configuration.token != nil {
                throw ControlError(404, "unknownStore", "There is no store \"\(name.shortened)\".", at: "store")
            }
        }
        switch rest {
        case "/verifyReceipt":
            return try store(name).verifyReceipt(request, at: request.environmentOfHost?.receiptEndpoint)
        case "/sandbox/verifyReceipt": return try store(name).verifyReceipt(request, at: .sandbox)
        case "/production/verifyReceipt": return try store(name).verifyReceipt(request, at: .production)
        default: break
        }
        guard rest.hasPrefix("/inApps/") else { return nil }
        let hosted = try store(name)
        let suffix = request.target.dropFirst(request.path.count)
        let inner = IncomingRequest(
            method: request.method, target: rest + suffix, headers: request.headers, body: request.body)
        let response = try hosted.serverAPI(inner, at: now, of: request.environmentOfHost)
        // What the request brought about is told after its answer, as the App Store does it.
        if request.method != "GET", response.status < 300 { Task { await deliver(hosted) } }
        return response
    }
}
