import ArgumentParser
import AsyncHTTPClient
import Foundation
import LocalAppStore
import Logging
import OfferKit
import ServerParts
import ServiceLifecycle
import UnixSignals

@main
struct LocalAppStoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "local-app-store", abstract: "An App Store on this machine, for tests of a backend.",
        discussion: "Its options: local-app-store serve --help. The word serve may be left out.",
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
    @Option(help: "The address to listen at. Any but the loopback address needs --token-file or --token.")
    var host = "127.0.0.1"
    @Option(
        help:
            "What requests to /_control have to say in \"Authorization: Bearer …\"; others on this machine can read it here."
    )
    var token: String?
    @Option(help: "A file that holds this token and nothing else.")
    var tokenFile: String?
    @Option(help: "The app's bundle identifier; \(Store.defaultBundleID) unless given.")
    var bundleID: String?
    @Option(help: "Sandbox, Production or Xcode; Sandbox unless given.")
    var environment: String?
    @Option(help: "What keys, identifiers and signatures follow from; 1 unless given.")
    var seed: UInt64?
    @Option(help: "When the store's time begins, in UTC, such as 2026-01-31T09:00:00Z; now unless given.")
    var start: String?
    @Option(help: "The billing grace period: \(StoreOptions.gracePeriods.keys.sorted().joined(separator: ", ")).")
    var gracePeriod: String?
    @Option(help: "How long a month takes: \(StoreOptions.paces.keys.sorted().joined(separator: ", ")).")
    var pace: String?
    @Option(help: "manual: time is moved by requests. system: it runs.")
    var clock = "manual"
    @Option(help: "Which clock judges the timestamps of offer signatures: real or store.")
    var signatureClock = "real"
    @Option(help: "How many seconds a backend has for an answer to a notification.")
    var webhookTimeout = 30
    @Option(help: "A file of control requests, one JSON object a line, that are played when the default store begins.")
    var scenario: String?
    @Option(
        help:
            "Where stores are kept: the file of the default one, with the rest in a folder beside it; or a folder for all."
    )
    var data: String?
    @Flag(
        help:
            "With --data: opens a store whose file is damaged as it was before the damage; the whole file is kept beside it, as .damaged."
    )
    var dropDamage = false
    @Flag(help: "Speaks TLS, with a certificate of an authority of its own, whose root is printed; kept with --data.")
    var tls = false
    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel = "notice"

    func validate() throws {
        guard 0...65_535 ~= port else { throw ValidationError("--port is a number from 0 to 65535.") }
        guard token == nil || tokenFile == nil else { throw ValidationError("Give --token or --token-file, not both.") }
        guard token?.isEmpty != true else { throw ValidationError("--token is empty: leave it out, or give a token.") }
        guard data?.isEmpty != true else { throw ValidationError("--data is empty: leave it out, or name a file.") }
        guard data != nil || !dropDamage else { throw ValidationError("--drop-damage goes with --data.") }
        guard ["127.0.0.1", "localhost", "::1"].contains(host) || token?.isEmpty == false || tokenFile != nil else {
            throw ValidationError("--host \(host) lets others in: it needs --token or --token-file.")
        }
        guard [nil, "Sandbox", "Production", "Xcode"].contains(environment) else {
            throw ValidationError("--environment is Sandbox, Production or Xcode.")
        }
        try Serve.check(gracePeriod, among: StoreOptions.gracePeriods, "--grace-period")
        try Serve.check(pace, among: StoreOptions.paces, "--pace")
        guard ["manual", "system"].contains(clock) else { throw ValidationError("--clock is manual or system.") }
        guard StoreOptions.SignatureClock(rawValue: signatureClock) != nil else {
            throw ValidationError("--signature-clock is real or store.")
        }
        guard 1...3_600 ~= webhookTimeout else { throw ValidationError("--webhook-timeout is 1 to 3600 seconds.") }
        guard Logger.Level(rawValue: logLevel) != nil else { throw ValidationError("--log-level is no such level.") }
        if let start, (try? Date(utc: start)) == nil { throw ValidationError("--start is no date in UTC.") }
    }

    private static func check(_ name: String?, among known: [String: some Any], _ option: String) throws {
        guard name.map({ known[$0] == nil }) ?? false else { return }
        throw ValidationError("\(option) is one of \(known.keys.sorted().joined(separator: ", ")).")
    }

    func run() async throws {
        let level = Logger.Level(rawValue: logLevel) ?? .notice
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
        let logger = Logger(label: "local-app-store")
        let client = LocalAppStore.makeClient()
        do {
            try await serve(logger, client)
        } catch {
            // A service that ended has shut it down already.
            try? await client.shutdown()
            StandardError.say("local-app-store: \(words(error))")
            throw ExitCode.failure
        }
    }

    /// Why it did not start, or ended.
    private func words(_ error: any Error) -> String {
        switch error {
        case let error as ControlError: error.message
        case let error as JournalError: ControlError.words(error)
        case let error as StartError: error.message
        default: WebRules.whyNotListening(error, host: host, port: port) ?? "\(error)"
        }
    }

    private func serve(_ logger: Logger, _ client: HTTPClient) async throws {
        let life = try scenario.map { path in
            try StartError.naming(path) { try Scenario(read(path)) }
        }
        // Before anything is kept: a start that is refused leaves nothing behind.
        try await checkPort(port, at: host)
        let authority = tls ? try LocalAuthority(keptWith: data.map { place($0) }, at: Date()) : nil
        let server = try LocalAppStore(configuration(authority), client: client, logger: logger)
        if life != nil, !server.isNew {
            StandardError.say(
                "local-app-store: the store has begun before, so the scenario is not played. To play it, keep a new store elsewhere with --data, or delete this one's file."
            )
        }
        let (addresses, running) = AsyncStream.makeStream(of: String.self)
        let application = try server.application(host: host, port: port) { port in
            running.yield("\(server.scheme)://\(WebRules.place(host: host, port: port))")
        }
        let start = StartService(server, playing: life, at: addresses) { address in
            if let root = authority?.rootPEM { print(root) }
            print("local-app-store listens at \(address)")
            // Whoever started it waits for this line.
            fflush(nil)
        }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(service: DeliveryService(server, client: client)), .init(service: application),
                    // What is wrong with a scenario is said once: the others end as they do at other times.
                    .init(service: start, failureTerminationBehavior: .gracefullyShutdownGroup),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
    }

    private func configuration(_ authority: LocalAuthority?) throws -> LocalAppStore.Configuration {
        var configuration = LocalAppStore.Configuration()
        var options = StoreOptions()
        if let catalogue { options.catalogue = try readCatalogue(catalogue) }
        if let bundleID { options.bundleID = bundleID }
        if let environment { options.environment = StoreEnvironment(rawValue: environment) }
        options.seed = seed ?? 1
        options.start = try start.map { try Date(utc: $0) }
        options.gracePeriod = gracePeriod.flatMap { StoreOptions.gracePeriods[$0] }.map { BillingGracePeriod($0) }
        options.pace = pace.flatMap { StoreOptions.paces[$0] }
        options.followsSystemClock = clock == "system"
        options.notificationURL = notify
        options.signatureClock = StoreOptions.SignatureClock(rawValue: signatureClock) ?? .real
        configuration.options = options
        let asked: [(StoreOptions.Lasting, Bool)] = [
            (.catalogue, catalogue != nil), (.bundleID, bundleID != nil), (.environment, environment != nil),
            (.seed, seed != nil), (.start, start != nil), (.gracePeriod, gracePeriod != nil), (.pace, pace != nil),
        ]
        configuration.insisting = Set(asked.filter(\.1).map(\.0))
        configuration.token = try tokenFile.map { try readToken($0) } ?? token
        configuration.authority = authority
        configuration.webhookTimeout = .seconds(webhookTimeout)
        configuration.data = data.map { place($0) }
        configuration.dropsDamage = dropDamage
        return configuration
    }

    private func place(_ path: String) -> URL {
        path.hasSuffix("/") ? URL(fileURLWithPath: path, isDirectory: true) : URL(fileURLWithPath: path)
    }

    private func read(_ path: String) throws -> Data {
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            let isThere = FileManager.default.fileExists(atPath: path)
            throw StartError(
                message: isThere ? "The file \(path) cannot be read." : "There is no file \(path).")
        }
    }

    private func readCatalogue(_ path: String) throws -> Data {
        let data = try read(path)
        return try StartError.naming(path) {
            try StoreOptions.checkCatalogue(data)
            return data
        }
    }

    private func readToken(_ path: String) throws -> String {
        let token = String(decoding: try read(path), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty else { throw StartError(message: "The file \(path) holds no token.") }
        return token
    }
}

/// Why the server does not start.
private struct StartError: Error {
    let message: String

    /// Names the file where what is in it is wrong.
    static func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as ControlError {
            throw StartError(message: "The file \(path): \(error.message)")
        }
    }
}

/// What is said to people beside the log.
enum StandardError {
    static func say(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
    }
}
