import ArgumentParser
import AsyncHTTPClient
import Foundation
import Logging
import OfferBackend
import ServerParts
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
    @Flag(help: "Asks the App Store for what was missed, once the server listens.")
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
        var configuration = HTTPClient.Configuration()
        configuration.refuseImpossibleStatuses()
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            try await serve(client, Logger(label: "offer-backend"))
            try await client.shutdown()
        } catch {
            try await client.shutdown()
            let words = WebRules.whyNotListening(error, host: host, port: port) ?? "\(error)"
            try? FileHandle.standardError.write(contentsOf: Data("offer-backend: \(words)\n".utf8))
            throw ExitCode.failure
        }
    }

    private func serve(_ client: HTTPClient, _ logger: Logger) async throws {
        // Before anything is kept: a start that is refused leaves nothing behind.
        try await checkPort(port, at: host)
        let backend = try Backend(
            reading: URL(fileURLWithPath: configuration), database: data, client: client, logger: logger)
        let (ports, running) = AsyncStream.makeStream(of: Int.self)
        let application = backend.application(host: host, port: port) { port in
            print("offer-backend listens at http://\(WebRules.place(host: host, port: port))")
            fflush(nil)
            running.yield(port)
        }
        var services: [any Service] = [application]
        if catchUp { services.append(CatchUpService(backend, listeningAt: ports)) }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
        try backend.close()
    }
}
