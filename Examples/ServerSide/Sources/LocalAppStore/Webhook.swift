public import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import ServerParts

/// Posts notifications to a backend.
struct Webhook: Sendable {
    /// What a backend answered.
    struct Reply: Sendable {
        let status: Int
        /// The beginning of the answer's body, as text.
        let beginning: String
    }

    let client: HTTPClient
    /// How long a backend has for an answer.
    let timeout: Duration
    /// How long a request that moves the clock waits for one that delivers.
    let clockPatience: Duration

    /// The longest body of an answer that is read: a connection can be used again only when it was.
    private static let longestAnswer = 65_536

    /// How long the store waits: a little longer, so that what is told of an attempt is complete.
    var storeTimeout: Duration { timeout + .milliseconds(250) }

    /// Posts a body of JSON.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - url: Where they go.
    ///   - end: When the answer must be there.
    /// - Returns: The answer.
    /// - Throws: The client's error; `CancellationError`.
    func post(_ body: Data, to url: String, until end: ContinuousClock.Instant) async throws -> Reply {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "User-Agent", value: "local-app-store")
        if let words = WebRules.basicAuthorization(of: url) { request.headers.add(name: "Authorization", value: words) }
        request.body = .bytes(ByteBuffer(bytes: body))
        let left = max(.milliseconds(1), ContinuousClock.now.duration(to: end))
        let response = try await client.execute(request, timeout: TimeAmount(left))
        // The status is the answer: what follows is for people.
        let text = (try? await response.body.collect(upTo: Webhook.longestAnswer)) ?? ByteBuffer()
        return Reply(status: Int(response.status.code), beginning: String(buffer: text).shortened)
    }

    static func isTimeout(_ error: any Error) -> Bool {
        guard let error = error as? HTTPClientError else { return false }
        return [.deadlineExceeded, .readTimeout].contains(error)
    }

    /// Why nobody answered.
    static func words(_ error: any Error) -> String {
        if isTimeout(error) { return "no answer in time" }
        if let error = error as? IOError, error.errnoCode == ECONNREFUSED { return "nothing listens there" }
        if let error = error as? NIOConnectionError {
            // Of several addresses of a host each has its own reason.
            let reasons = error.connectionErrors.map { words($0.error) }
            return reasons.first { $0 == "nothing listens there" } ?? reasons.first ?? "no connection to \(error.host)"
        }
        if let error = error as? HTTPParserError {
            return error == .headerOverflow
                ? "the headers of the answer are too long" : "what came is no answer of HTTP"
        }
        let isClosed = (error as? IOError).map { [ECONNRESET, EPIPE].contains($0.errnoCode) } ?? false
        if isClosed || (error as? HTTPClientError) == .remoteConnectionClosed {
            return "the connection was closed without an answer"
        }
        return error is NIOSSLError ? wordsOfTLS("\(error)") : "\(error)".shortened
    }

    private static func wordsOfTLS(_ text: String) -> String {
        if text.contains("WRONG_VERSION_NUMBER") { return "no TLS is spoken there: is it http, and not https?" }
        if text.contains("CERTIFICATE_VERIFY_FAILED") {
            return "the certificate there is of nobody whom this machine trusts"
        }
        return "TLS could not be agreed on with what listens there"
    }
}

extension LocalAppStore {
    /// A client that follows no redirects, as the App Store does not.
    ///
    /// Whoever makes it shuts it down.
    public static func makeClient() -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout.connect = .seconds(5)
        // A backend that does not run refuses at once, and nobody waits for another try.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Stores that wait for a backend take no connection from others that tell the same one.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = LocalAppStore.mostStores
        configuration.refuseImpossibleStatuses()
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}
