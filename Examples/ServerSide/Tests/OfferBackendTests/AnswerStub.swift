import Foundation
import Hummingbird
import Logging
import NIOCore
import ServerBench

/// A server that answers everything alike.
struct AnswerStub {
    let body: Data
    var delay = Duration.zero

    static func whileAnswering<Result: Sendable>(
        _ body: Data, after delay: Duration = .zero, _ use: @Sendable @escaping (String) async throws -> Result
    ) async throws -> Result {
        try await whileListening({ AnswerStub(body: body, delay: delay).application($0, $1, $2) }, use)
    }

    private func application(
        _ host: String, _ port: Int, _ onRunning: @escaping @Sendable (Int) async -> Void
    ) -> some ApplicationProtocol {
        let router = Router()
        router.post("/") { [body, delay] _, _ in
            try await Task.sleep(for: delay)
            return ByteBuffer(bytes: body)
        }
        return Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
            logger: Logger(label: "stub") { _ in SwiftLogNoOpLogHandler() })
    }
}
