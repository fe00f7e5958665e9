import ArgumentParser
import AsyncHTTPClient
import Foundation
import LocalAppStore
import Logging
import OfferKit
import ServiceLifecycle
import UnixSignals

@main
struct LocalAppStoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "local-app-store", abstract: "An App Store on this machine, for tests of a backend.",
        subcommands: [Serve.self, Describe.self], defaultSubcommand: Serve.self)
}

/// `openapi`: prints the description of the control API.
struct Describe: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi", abstract: "Prints the OpenAPI description of the control API.")

    func run() throws {
        print(String(decoding: OpenAPI.text, as: UTF8.self), terminator: "")
    }
}

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Serves (the default).")

    @Argument(help: "The .storekit file with products, prices and offers; a sample shop unless given.")
    var catalogue: String?
    @Option(help: "Where notifications are posted to.")
    var notify: String?
    @Option(help: "The port; 0 for any.")
    var port = 8080
    @Option(help: "The address to listen at. Any but the loopback address needs --token.")
    var host = "127.0.0.1"
    @Option(help: "What requests to /_control have to say in \"Authorization: Bearer …\".")
    var token: String?
    @Option(help: "The app's bundle identifier.")
    var bundleID = Store.defaultBundleID
    @Option(help: "Sandbox, Production or Xcode.")
    var environment = "Sandbox"
    @Option(help: "What keys, identifiers and signatures follow from.")
    var seed: UInt64 = 1
    @Option(help: "When the store's time begins, in UTC, such as 2026-01-31T09:00:00Z; now unless given.")
    var start: String?
    @Option(help: "manual: time is moved by requests. system: it runs.")
    var clock = "manual"
    @Option(help: "Which clock judges the timestamps of offer signatures: real or store.")
    var signatureClock = "real"
    @Option(help: "How many seconds a backend has for an answer to a notification.")
    var webhookTimeout = 30
    @Option(help: "A file of control requests, one JSON object a line, that are played at the start.")
    var scenario: String?
    @Option(help: "The file that the default store is kept in.")
    var data: String?
    @Flag(help: "Speaks TLS, with a certificate of an authority of its own, whose root is printed.")
    var tls = false
    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel = "notice"

    func validate() throws {
        guard 0...65_535 ~= port else { throw ValidationError("--port is a number from 0 to 65535.") }
        guard ["127.0.0.1", "localhost", "::1"].contains(host) || token?.isEmpty == false else {
            throw ValidationError("--host \(host) lets others in: it needs --token.")
        }
        guard ["Sandbox", "Production", "Xcode"].contains(environment) else {
            throw ValidationError("--environment is Sandbox, Production or Xcode.")
        }
        guard ["manual", "system"].contains(clock) else { throw ValidationError("--clock is manual or system.") }
        guard StoreOptions.SignatureClock(rawValue: signatureClock) != nil else {
            throw ValidationError("--signature-clock is real or store.")
        }
        guard 1...3_600 ~= webhookTimeout else { throw ValidationError("--webhook-timeout is 1 to 3600 seconds.") }
        guard Logger.Level(rawValue: logLevel) != nil else { throw ValidationError("--log-level is no such level.") }
        if let start, (try? Date(utc: start)) == nil { throw ValidationError("--start is no date in UTC.") }
    }

    func run() async throws {
        let level = Logger.Level(rawValue: logLevel) ?? .notice
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
        let logger = Logger(label: "local-app-store")
        do {
            try await serve(logger)
        } catch let error as ControlError {
            StandardError.say("local-app-store: \(error.message)")
            throw ExitCode.failure
        } catch let error as JournalError {
            StandardError.say("local-app-store: \(error)")
            throw ExitCode.failure
        }
    }

    private func serve(_ logger: Logger) async throws {
        let life = try scenario.map { path in try Scenario(Data(contentsOf: URL(fileURLWithPath: path))) }
        let client = LocalAppStore.makeClient()
        let authority = tls ? try LocalAuthority(at: Date()) : nil
        let server: LocalAppStore
        do {
            server = try LocalAppStore(configuration(authority), client: client, logger: logger)
        } catch {
            try await client.shutdown()
            throw error
        }
        let (addresses, running) = AsyncStream.makeStream(of: String.self)
        let application = try server.application(host: host, port: port) { port in
            running.yield("\(server.scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)")
        }
        let start = StartService(server, playing: life, at: addresses) { address in
            if let root = authority?.rootPEM { print(root) }
            print("local-app-store listens at \(address)")
            // Whoever started it waits for this line.
            fflush(nil)
        }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [DeliveryService(server, client: client), application, start],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
    }

    private func configuration(_ authority: LocalAuthority?) throws -> LocalAppStore.Configuration {
        var configuration = LocalAppStore.Configuration()
        var options = StoreOptions()
        if let catalogue { options.catalogue = try Data(contentsOf: URL(fileURLWithPath: catalogue)) }
        options.bundleID = bundleID
        options.environment = StoreEnvironment(rawValue: environment)
        options.seed = seed
        options.start = try start.map { try Date(utc: $0) }
        options.followsSystemClock = clock == "system"
        options.notificationURL = notify
        options.signatureClock = StoreOptions.SignatureClock(rawValue: signatureClock) ?? .real
        configuration.options = options
        configuration.token = token
        configuration.authority = authority
        configuration.webhookTimeout = .seconds(webhookTimeout)
        configuration.journal = data.map { URL(fileURLWithPath: $0) }
        return configuration
    }
}

/// What is said to people beside the log.
enum StandardError {
    static func say(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
    }
}
