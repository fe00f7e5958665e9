import Foundation
import HTTPTypes
public import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import ServerParts
import ServiceLifecycle

extension LocalAppStore {
    /// The server as an application that is run, or tested.
    ///
    /// - Parameters:
    ///   - host: The address to listen at.
    ///   - port: The port; 0 for any.
    ///   - onRunning: Is told the port.
    /// - Returns: The application.
    /// - Throws: What the certificates are refused for.
    public func application(
        host: String = "127.0.0.1", port: Int = 0, onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) throws -> some ApplicationProtocol {
        var limits = ClientLimits()
        limits.idleTimeout = configuration.idleTimeout
        limits.requestTimeout = configuration.requestTimeout
        let plain = limits.server
        return Application(
            responder: CallbackResponder<ConnectionContext> { [self] request, context in
                await respond(to: request, in: context)
            },
            // With an authority the same server, spoken to over TLS.
            server: try configuration.authority.map {
                try .tls(plain, tlsConfiguration: $0.serverConfiguration())
            } ?? plain,
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), serverName: "local-app-store",
                availableConnectionsDelegate: MaximumAvailableConnections(configuration.mostConnections)),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
            logger: quiet)
    }

    /// The framework's own lines matter when something is wrong.
    private var quiet: Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .warning)
        return logger
    }

    private func respond(to request: Request, in context: ConnectionContext) async -> Response {
        let begun = ContinuousClock.now
        let response: Response
        var code: String?
        do {
            let body = try await read(request, in: context)
            response = try await answer(
                IncomingRequest(
                    // What GET would answer, of which the head alone is sent.
                    method: (request.method == .head ? .get : request.method).rawValue,
                    target: request.head.path ?? "/",
                    headers: LocalAppStore.dictionary(request.headers), body: Data(body.readableBytesView),
                    authority: request.head.authority),
                authority: request.head.authority, in: context)
        } catch {
            let failure = ControlError.refused(error)
            if failure.status == 500 || failure.status == 507 {
                logger.error("request failed", metadata: ["error": "\(error)"])
            }
            code = failure.code
            response = LocalAppStore.response(failure, LocalAppStore.appleBody(of: failure, at: request.uri.path))
        }
        // The path alone: a query or a body may hold what nobody should read in a log.
        var line: Logger.Metadata = [
            "method": "\(request.method.rawValue)", "path": "\(request.uri.path.shortened)",
            "status": "\(response.status.code)", "took": "\(begun.duration(to: .now))",
        ]
        if let code { line["code"] = "\(code)" }
        logger.info("request", metadata: line)
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func read(_ request: Request, in context: ConnectionContext) async throws -> ByteBuffer {
        do {
            return try await context.body(
                of: request, upTo: configuration.longestBody, within: configuration.requestTimeout)
        } catch let error as CancellationError {
            throw error
        } catch is NIOTooManyBytesError {
            throw ControlError(
                413, "tooLarge", "The body is longer than \(configuration.longestBody) bytes.", at: "body")
        } catch {
            throw ControlError(400, "brokenBody", "The body did not arrive as a whole.", at: "body")
        }
    }

    private func answer(
        _ request: IncomingRequest, authority: String?, in context: ConnectionContext
    ) async throws -> Response {
        if let response = try await answerAsApple(request) {
            return LocalAppStore.response(response.status, response.headers, response.body)
        }
        if request.method == "GET", let file = Console.file(at: request.path) {
            return LocalAppStore.response(file.status, file.headers, file.body)
        }
        let parts = request.path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
        let host = authority ?? request.headers["host"] ?? "127.0.0.1"
        if parts.first == "_control" {
            try checkSite(request.headers, host: host)
            try authorize(request.headers["authorization"])
        }
        // Nor for a backend that does not answer: what it was not told stays due.
        let answer = try await cancelWhenGracefulShutdown {
            try await LocalAppStore.routes.answer(
                request.method, parts, query: request.query, body: request.body, baseURL: "\(self.scheme)://\(host)",
                lastEventID: request.headers["last-event-id"], on: self)
        }
        guard let stream = answer.stream else {
            return LocalAppStore.response(answer.status, ["Content-Type": answer.contentType], answer.body)
        }
        let (channel, patience) = (context.channel, TimeAmount(configuration.streamPatience))
        return Response(
            status: .ok, headers: [.contentType: answer.contentType, .cacheControl: "no-cache"],
            body: ResponseBody { writer in
                for await messages in stream.over(channel).cancelOnGracefulShutdown() {
                    // Who takes nothing in all this time is cut off, and may go on with the last entry that arrived.
                    let end = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
                    defer { end.cancel() }
                    try await writer.write(ByteBuffer(string: messages))
                }
                try await writer.finish(nil)
            })
    }

    /// Lets nobody control the server who does not know the token, where there is one.
    private func authorize(_ header: String?) throws {
        guard let token = configuration.token else { return }
        guard WebRules.isAuthorized(header, by: token) else {
            throw ControlError(
                401, "unauthorized",
                "Send the header \"Authorization: Bearer …\" with the token that the server was started with.",
                at: "Authorization")
        }
    }

    private static func dictionary(_ fields: HTTPFields) -> [String: String] {
        var headers: [String: String] = [:]
        for field in fields {
            let name = field.name.canonicalName
            headers[name] = headers[name].map { "\($0), \(field.value)" } ?? field.value
        }
        return headers
    }

    private static func response(_ error: ControlError, _ body: JSONValue?) -> Response {
        var headers = ["Content-Type": "application/json"]
        if error.status == 405, let known = error.known { headers["Allow"] = known.joined(separator: ", ") }
        if error.status == 401 { headers["WWW-Authenticate"] = "Bearer" }
        return response(error.status, headers, (body ?? error.json).data)
    }

    private static func response(_ status: Int, _ headers: [String: String], _ body: Data) -> Response {
        var fields = HTTPFields()
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return Response(
            status: HTTPResponse.Status(code: status), headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}
