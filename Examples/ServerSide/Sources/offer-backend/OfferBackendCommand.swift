import ArgumentParser
import AsyncHTTPClient
import Foundation
import Logging
import OfferBackend
import ServiceLifecycle
import UnixSignals

@main
struct OfferBackendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offer-backend",
        abstract: "A developer's server: users fed by notifications, offers by segment, receipts.")

    @Argument(help: "The configuration, a JSON file; the files that it names are relative to it.")
    var configuration: String
    @Option(help: "The database; it is made where there is none.")
    var data: String
    @Option(help: "The port; 0 for any.")
    var port = 3000
    @Option(help: "The address to listen at.")
    var host = "127.0.0.1"
    @Flag(help: "Asks the App Store at the start for what was missed.")
    var catchUp = false
    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel = "notice"

    func validate() throws {
        guard 0...65_535 ~= port else { throw ValidationError("--port is a number from 0 to 65535.") }
        guard Logger.Level(rawValue: logLevel) != nil else { throw ValidationError("--log-level is no such level.") }
    }

    func run() async throws {
        let level = Logger.Level(rawValue: logLevel) ?? .notice
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        do {
            try await serve(client, Logger(label: "offer-backend"))
            try await client.shutdown()
        } catch {
            try await client.shutdown()
            try? FileHandle.standardError.write(contentsOf: Data("offer-backend: \(error)\n".utf8))
            throw ExitCode.failure
        }
    }

    private func serve(_ client: HTTPClient, _ logger: Logger) async throws {
        let file = URL(fileURLWithPath: configuration)
        let backend = try Backend(
            try BackendConfiguration.read(file), in: file.deletingLastPathComponent(), database: data, client: client,
            logger: logger)
        if catchUp {
            do {
                _ = try await backend.catchUp()
            } catch {
                // It serves with what it knows: the App Store may be out, too.
                logger.warning("not caught up", metadata: ["error": "\(error)"])
            }
        }
        let application = backend.application(host: host, port: port) { port in
            print("offer-backend listens at http://\(host):\(port)")
            fflush(nil)
        }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
        try backend.close()
    }
}
