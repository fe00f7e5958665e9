import Foundation
import GRDB
import HTTPTypes
public import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

extension Backend {
    /// The longest body of a request, in bytes.
    static let longestBody = 4_194_304

    /// The server as an application that is run, or tested.
    ///
    /// - Parameters:
    ///   - host: The address to listen at.
    ///   - port: The port; 0 for any.
    ///   - onRunning: Is told the port.
    /// - Returns: The application.
    public func application(
        host: String = "127.0.0.1", port: Int = 0, onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        return Application(
            router: router(),
            server: .http1(configuration: .init(idleTimeout: .seconds(30))),
            configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: "offer-backend"),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) }, logger: quiet)
    }

    private func router() -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        router.add(middleware: UnknownPaths())
        router.get("/health") { [self] _, _ in
            await answer {
                _ = try await database.latestSignature()
                guard let problem = keys.problem else { return ["status": "ok"] }
                return ["status": "degraded", "offerKeys": problem.message]
            }
        }
        // The App Store's: 200 once the notification is in the database.
        router.post("/notifications") { [self] request, _ in
            await answer { ["new": try await receive(body(request))] }
        }
        router.post("/catch-up") { [self] request, _ in
            await answer {
                try authorize(request)
                return try await catchUp()
            }
        }
        addUserRoutes(router)
        addAppRoutes(router)
        return router
    }

    /// For support, and for whoever runs the server: with the token.
    private func addUserRoutes(_ router: Router<BasicRequestContext>) {
        router.post("/users") { [self] request, _ in
            await answer(201) {
                try authorize(request)
                return try await addUser()
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
                return try await database.pool.write { database in
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
    private func addAppRoutes(_ router: Router<BasicRequestContext>) {
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
                return try await decide(receipt: data, of: user(sent.userId))
            }
        }
        for (path, keeps) in [("/features", \ReceiptDecision.features), ("/products", \ReceiptDecision.products)] {
            router.get(RouterPath(path)) { [self] request, _ in
                await answer {
                    let id = try user(request.uri.queryParameters.get("userId"))
                    let decision = try await decide(of: id)
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
        guard let id = UUID(uuidString: text) else { throw BackendError.unknownUser(text) }
        return id.uuidString.lowercased()
    }

    private func body(_ request: Request) async throws -> Data {
        do {
            return Data(try await request.body.collect(upTo: Backend.longestBody).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw BackendError(413, "tooLarge", "The body is longer than \(Backend.longestBody) bytes.", at: "body")
        }
    }

    private func read<Value: Codable>(_ type: Value.Type, from request: Request) async throws -> Value {
        let data = try await body(request)
        do {
            return try StrictJSON.decode(type, from: data)
        } catch let error as StrictJSON.UnknownMember {
            throw BackendError(
                400, "unknownMember", "There is no member \"\(error.place.prefix(80))\".",
                at: String(error.place.prefix(80)))
        } catch DecodingError.keyNotFound(let key, _) {
            throw BackendError(400, "missingMember", "\"\(key.stringValue)\" is missing.", at: key.stringValue)
        } catch DecodingError.typeMismatch(_, let context) {
            let place = context.codingPath.last?.stringValue ?? "body"
            throw BackendError(400, "wrongType", "\"\(place)\" is of the wrong type.", at: place)
        } catch {
            throw BackendError(400, "notJSON", "The body is no JSON object.", at: "body")
        }
    }

    private func authorize(_ request: Request) throws {
        let (sent, wanted) = (
            Array((request.headers[.authorization] ?? "").utf8), Array("Bearer \(setup.adminToken)".utf8)
        )
        // Every byte is looked at, so that time tells nothing of the token.
        var difference = sent.count == wanted.count ? UInt8(0) : 1
        for (index, byte) in wanted.enumerated() { difference |= byte ^ (index < sent.count ? sent[index] : 0) }
        guard difference == 0 else {
            throw BackendError(
                401, "unauthorized", "Send the header \"Authorization: Bearer …\" with the token of adminTokenFile.",
                at: "Authorization")
        }
    }

    private func answer<Value: Encodable>(
        _ status: Int = 200, _ body: () async throws -> Value
    ) async -> Response {
        do {
            return .json(status, try await body())
        } catch let error as BackendError {
            logger.log(
                level: error.status >= 500 ? .error : .info, "refused",
                metadata: ["status": "\(error.status)", "code": "\(error.code)"])
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

/// Answers as everything else does, where there is no such path.
private struct UnknownPaths: RouterMiddleware {
    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            return .json(
                BackendError(
                    404, "unknownPath", "There is no \(request.method) \(request.uri.path.prefix(80)).", at: "path"))
        }
    }
}

extension Response {
    fileprivate static func json(_ error: BackendError) -> Response {
        json(error.status, error.body, retryAfter: error.retryAfter)
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
