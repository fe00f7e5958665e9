import Foundation
import GRDB
import HTTPTypes
public import Hummingbird
import HummingbirdCore
import Logging
import NIOConcurrencyHelpers
import NIOCore
public import ServerParts
import ServiceLifecycle

extension Backend {
    /// The longest body of a request, in bytes.
    static let longestBody = 4_194_304

    /// How long a request to catch up takes at most: less than what clients wait.
    static let longestCatchUp = Duration.seconds(45)

    /// The server as an application that is run, or tested.
    ///
    /// - Parameters:
    ///   - host: The address to listen at.
    ///   - port: The port; 0 for any.
    ///   - limits: How long clients may take.
    ///   - onRunning: Is told the port.
    /// - Returns: The application.
    public func application(
        host: String = "127.0.0.1", port: Int = 0, limits: ClientLimits = ClientLimits(),
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        return Application(
            router: router(limits), server: limits.server,
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), serverName: "offer-backend",
                availableConnectionsDelegate: MaximumAvailableConnections(limits.mostConnections)),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) }, logger: quiet)
    }

    private func router(_ limits: ClientLimits) -> Router<ConnectionContext> {
        let router = Router(context: ConnectionContext.self, options: .autoGenerateHeadEndpoints)
        let routes = NIOLockedValueBox<[(path: String, method: String)]>([])
        router.add(middleware: WholeRequests(limit: limits.requestTimeout))
        router.add(middleware: UnknownPaths(routes: routes))
        router.get("/health") { [self] _, _ in
            let (status, answer) = await health()
            return Response.json(status, answer)
        }
        // The App Store's: 200 once the notification is in the database.
        router.post("/notifications") { [self] request, _ in
            await answer { ["new": try await receive(body(request))] }
        }
        router.post("/catch-up") { [self] request, _ in
            await answer {
                try authorize(request)
                try await requireNothing(in: request)
                // Whoever ends the server does not wait for the App Store.
                return try await cancelWhenGracefulShutdown { [self] in
                    try await catchUp(until: .now + Backend.longestCatchUp)
                }
            }
        }
        addUserRoutes(router)
        addAppRoutes(router)
        let known = router.routes.map { ("\($0.path)", $0.method.rawValue) }
        routes.withLockedValue { $0 = known }
        return router
    }

    /// For support, and for whoever runs the server: with the token.
    private func addUserRoutes(_ router: Router<ConnectionContext>) {
        router.post("/users") { [self] request, _ in
            await answer(201) {
                try authorize(request)
                try await requireNothing(in: request)
                return try await addUser()
            }
        }
        router.get("/offers/signed") { [self] request, _ in
            await answer {
                try authorize(request)
                return ["days": try await database.pool.read { try SignedOfferCount.all($0) }]
            }
        }
        router.get("/users/:user") { [self] request, context in
            await answer {
                try authorize(request)
                return try await self.answer(on: user(context.parameters.get("user")))
            }
        }
        router.put("/users/:user/activity") { [self] request, context in
            await answer {
                try authorize(request)
                let id = try user(context.parameters.get("user"))
                let change = try await read(ActivityChange.self, from: request)
                return try await database.write { database in
                    guard var activity = try Activity.fetchOne(database, key: id) else {
                        throw BackendError.unknownUser(id)
                    }
                    try change.apply(to: &activity)
                    try activity.update(database)
                    return activity
                }
            }
        }
    }

    /// For the app, behind the developer's own login.
    private func addAppRoutes(_ router: Router<ConnectionContext>) {
        router.post("/offers/sign") { [self] request, _ in
            await answer {
                let wish = try await read(OfferWish.self, from: request)
                return try await decideOffer(for: user(wish.userId), wanted: wish.offerId)
            }
        }
        router.post("/offers/before-managing") { [self] request, _ in
            await answer {
                let wish = try await read(UserOnly.self, from: request)
                return try await decideBeforeManaging(for: user(wish.userId))
            }
        }
        router.get("/entitlement") { [self] request, _ in
            await answer { try await entitlement(of: user(request.uri.queryParameters.get("userId"))) }
        }
        router.post("/receipts") { [self] request, _ in
            await answer {
                let sent = try await read(SentReceipt.self, from: request)
                guard let data = Data(base64Encoded: sent.receipt), !data.isEmpty else {
                    throw BackendError(400, "notBase64", "\"receipt\" is no Base64.", at: "receipt")
                }
                // Nobody waits for the App Store once the server is to end.
                return try await cancelWhenGracefulShutdown { [self] in
                    try await decide(receipt: data, of: user(sent.userId))
                }
            }
        }
        for (path, keeps) in [("/features", \ReceiptDecision.features), ("/products", \ReceiptDecision.products)] {
            router.get(RouterPath(path)) { [self] request, _ in
                await answer {
                    let id = try user(request.uri.queryParameters.get("userId"))
                    let decision = try await cancelWhenGracefulShutdown { [self] in try await decide(of: id) }
                    return Served(
                        ids: decision[keyPath: keeps], message: decision.message, action: decision.action,
                        verifiedAt: decision.verifiedAt)
                }
            }
        }
    }

    // MARK: - Reading and answering

    private struct OfferWish: Codable {
        let userId: String
        let offerId: String?
    }

    private struct UserOnly: Codable { let userId: String }

    /// An object that may have no member.
    private struct NoMembers: Codable {
        private enum CodingKeys: CodingKey {}

        init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: CodingKeys.self) }
    }

    private struct SentReceipt: Codable {
        let userId: String
        let receipt: String
    }

    private struct Served: Encodable {
        let ids: [String]
        let message: String?
        let action: String
        let verifiedAt: Int64?
    }

    /// The user of a request: a UUID, in lower case as it is kept.
    private func user(_ text: String?) throws -> String {
        guard let text else { throw BackendError(400, "missingMember", "\"userId\" is missing.", at: "userId") }
        // The initializer alone would read no further than a zero byte.
        guard text.utf8.count == 36, let id = UUID(uuidString: text) else { throw BackendError.unknownUser(text) }
        return id.uuidString.lowercased()
    }

    private func body(_ request: Request) async throws -> Data {
        Data(try await request.body.collect(upTo: Backend.longestBody).readableBytesView)
    }

    private func read<Value: Codable>(_ type: Value.Type, from request: Request) async throws -> Value {
        let data = try await body(request)
        do {
            return try StrictJSON.decode(type, from: data)
        } catch {
            throw BackendError.unreadable(error)
        }
    }

    /// Refuses a body with members, or one that is no object, where nothing is read of it.
    private func requireNothing(in request: Request) async throws {
        guard try await !body(request).isEmpty else { return }
        _ = try await read(NoMembers.self, from: request)
    }

    private func authorize(_ request: Request) throws {
        let header = request.headers[.authorization]
        guard WebRules.isAuthorized(header, by: setup.adminToken) else {
            var error = BackendError(
                401, "unauthorized", "Send the header \"Authorization: Bearer …\" with the token of adminTokenFile.",
                at: "Authorization")
            error.logged =
                header.map {
                    $0.lowercased().hasPrefix("bearer ") ? "another token" : "the header does not begin with Bearer"
                }
                ?? "no header Authorization"
            throw error
        }
    }

    private func answer<Value: Encodable>(
        _ status: Int = 200, _ body: () async throws -> Value
    ) async -> Response {
        do {
            return .json(status, try await body())
        } catch let error as BackendError {
            var line: Logger.Metadata = ["status": "\(error.status)", "code": "\(error.code)"]
            if error.status == 401 { line["reason"] = "\(error.logged ?? error.message)" }
            logger.log(
                level: error.status >= 500 ? .error : error.status == 401 ? .notice : .info, "refused", metadata: line)
            return .json(error)
        } catch let error as DatabaseError {
            logger.error("database", metadata: ["code": "\(error.resultCode)"])
            return .json(.database(error))
        } catch {
            // What it says may hold a value that nobody should read in an answer.
            logger.error("request failed", metadata: ["error": "\(type(of: error))"])
            return .json(BackendError(500, "internal", "The request failed. It was logged."))
        }
    }
}

/// Reads the whole request before anything is done with it, as long as it may take and as much as there may be of it.
private struct WholeRequests: RouterMiddleware {
    let limit: Duration

    func handle(
        _ request: Request, context: ConnectionContext,
        next: (Request, ConnectionContext) async throws -> Response
    ) async throws -> Response {
        let response = try await answer(request, context, next)
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(
        _ request: Request, _ context: ConnectionContext, _ next: (Request, ConnectionContext) async throws -> Response
    ) async throws -> Response {
        var request = request
        do {
            request.body = RequestBody(
                buffer: try await context.body(of: request, upTo: Backend.longestBody, within: limit))
        } catch is NIOTooManyBytesError {
            return .json(
                BackendError(413, "tooLarge", "The body is longer than \(Backend.longestBody) bytes.", at: "body"))
        } catch {
            return .json(BackendError(400, "brokenBody", "The body did not arrive as a whole.", at: "body"))
        }
        return try await next(request, context)
    }
}

/// Answers as everything else does, where there is no such path, or it takes another method.
private struct UnknownPaths: RouterMiddleware {
    /// All that there are, once they were added.
    let routes: NIOLockedValueBox<[(path: String, method: String)]>

    func handle(
        _ request: Request, context: ConnectionContext,
        next: (Request, ConnectionContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            let methods = methods(at: request.uri.path)
            guard !methods.isEmpty else {
                return .json(
                    BackendError(
                        404, "unknownPath", "There is no \(request.method) \(request.uri.path.prefix(80)).", at: "path")
                )
            }
            var error = BackendError(
                405, "wrongMethod", WebRules.wrongMethod(request.method.rawValue, known: methods), at: "method")
            error.methods = methods
            return .json(error)
        }
    }

    /// The methods that a path takes.
    private func methods(at path: String) -> [String] {
        let parts = path.split(separator: "/")
        let methods = routes.withLockedValue { $0 }.filter { route in
            let known = route.path.split(separator: "/")
            return known.count == parts.count
                && zip(known, parts).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
        }.map(\.method)
        // What has GET has HEAD: that one is told once, whichever way the router lists it.
        return Set(methods + (methods.contains("GET") ? ["HEAD"] : [])).sorted()
    }
}

extension Response {
    fileprivate static func json(_ error: BackendError) -> Response {
        var response = json(error.status, error.body, retryAfter: error.retryAfter)
        if !error.methods.isEmpty { response.headers[.allow] = error.methods.joined(separator: ", ") }
        if error.status == 401 { response.headers[.wwwAuthenticate] = "Bearer" }
        return response
    }

    fileprivate static func json(_ status: Int, _ value: some Encodable, retryAfter: Int? = nil) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var headers: HTTPFields = [.contentType: "application/json"]
        if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
        return Response(
            status: .init(code: status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: (try? encoder.encode(value)) ?? Data("{}".utf8))))
    }
}
