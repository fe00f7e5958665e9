public import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Posts notifications to a backend.
struct Webhook: Sendable {
    let client: HTTPClient
    /// How long a backend has for an answer.
    let timeout: Duration

    /// How long the store waits: a little longer, so that what is told of an attempt is complete.
    var storeTimeout: Duration { timeout + .milliseconds(250) }

    /// Posts a body of JSON.
    ///
    /// - Returns: The HTTP status.
    func post(_ body: Data, to url: String) async throws -> Int {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "User-Agent", value: "local-app-store")
        request.body = .bytes(ByteBuffer(bytes: body))
        let response = try await client.execute(request, timeout: TimeAmount(timeout))
        return Int(response.status.code)
    }

    /// Whether a text is the URL of a backend.
    static func isURL(_ text: String) -> Bool {
        guard text.utf8.count <= 2_048, let url = URL(string: text), let scheme = url.scheme?.lowercased() else {
            return false
        }
        return ["http", "https"].contains(scheme) && url.host?.isEmpty == false
    }

    static func isTimeout(_ error: any Error) -> Bool {
        guard let error = error as? HTTPClientError else { return error is CancellationError }
        return [.cancelled, .deadlineExceeded, .readTimeout].contains(error)
    }

    /// Why nobody answered.
    static func words(_ error: any Error) -> String {
        isTimeout(error) ? "no answer in time" : "\(error)".shortened
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
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}
