public import AsyncHTTPClient
public import Foundation
public import Logging
import NIOConcurrencyHelpers
import OfferKit

/// Several stores behind one address: what the routes work on.
public final class LocalAppStore: Sendable {
    /// How the server is set up.
    public struct Configuration: Sendable {
        /// How stores begin unless a request says otherwise.
        public var options = StoreOptions()
        /// The file that the default store is kept in; nowhere unless given.
        public var journal: URL?
        /// What the control API has to be told in `Authorization: Bearer …`; nothing unless given.
        public var token: String?
        /// How long a backend has for an answer to a notification.
        public var webhookTimeout = Duration.seconds(30)
        /// The longest body of a request, in bytes.
        public var longestBody = 1_048_576
        /// Who vouches for the server over TLS; nil for plain HTTP.
        public var authority: LocalAuthority?
        /// How long a client may take between two parts of a request, and a connection may be idle.
        public var idleTimeout = Duration.seconds(30)
        /// The clock that tokens are judged by.
        public var wallClock: @Sendable () -> Date = { Date() }

        /// A server of one store without a webhook.
        public init() {}
    }

    /// The name of the store that Apple's paths belong to.
    static let defaultName = "default"
    /// More stores than this are a mistake.
    static let mostStores = 1_000

    let configuration: Configuration
    let webhook: Webhook
    let logger: Logger
    /// How many streams of events are open.
    let openStreams = NIOLockedValueBox(0)
    private let stores: NIOLockedValueBox<(byName: [String: HostedStore], made: UInt64)>

    /// A server with its default store.
    ///
    /// - Parameters:
    ///   - configuration: How it is set up.
    ///   - client: What notifications are posted with; whoever makes it shuts it down.
    ///   - logger: Where it says what it does.
    /// - Throws: ``ControlError``, or what the store throws of a catalogue or a file that it cannot read.
    public init(_ configuration: Configuration, client: HTTPClient, logger: Logger) throws {
        self.configuration = configuration
        self.logger = logger
        webhook = Webhook(client: client, timeout: configuration.webhookTimeout)
        if let url = configuration.options.notificationURL { try Member.Shape.url.check(.text(url), at: "notify") }
        let first = try HostedStore(
            LocalAppStore.defaultName, configuration.options, seed: 1, journal: configuration.journal,
            wallClock: configuration.wallClock)
        stores = NIOLockedValueBox(([first.name: first], 1))
    }

    var now: Date { configuration.wallClock() }

    /// `http`, or `https`.
    public var scheme: String { configuration.authority == nil ? "http" : "https" }

    /// The stores, the default one first.
    var all: [HostedStore] {
        let byName = stores.withLockedValue { $0.byName }
        let others = byName.values.filter { $0.name != LocalAppStore.defaultName }.sorted { $0.name < $1.name }
        return [byName[LocalAppStore.defaultName]].compactMap { $0 } + others
    }

    /// The store of a name.
    func store(_ name: String) throws -> HostedStore {
        let byName = stores.withLockedValue { $0.byName }
        guard let store = byName[name] else {
            throw ControlError.unknown("store", name, at: "store", known: byName.keys.sorted())
        }
        return store
    }

    /// Makes a store beside the others.
    func add(_ name: String?, _ options: StoreOptions) throws -> HostedStore {
        let number = stores.withLockedValue { stores in
            stores.made += 1
            return stores.made
        }
        let name = name ?? "store-\(number)"
        // In a path these two mean something else.
        guard ![".", ".."].contains(name) else {
            throw ControlError.wrongType("name", expected: Member.Shape.name.words)
        }
        let store = try HostedStore(name, options, seed: number, journal: nil, wallClock: configuration.wallClock)
        try stores.withLockedValue { stores in
            guard stores.byName[name] == nil else {
                throw ControlError(409, "duplicateName", "There is a store \"\(name)\" already.", at: "name")
            }
            guard stores.byName.count < LocalAppStore.mostStores else {
                throw ControlError(409, "tooManyStores", "There are \(LocalAppStore.mostStores) stores. Delete some.")
            }
            stores.byName[name] = store
        }
        logger.info("store made", metadata: ["store": "\(name)"])
        return store
    }

    /// Deletes a store; the default one stays.
    func remove(_ name: String) throws {
        guard name != LocalAppStore.defaultName else {
            throw ControlError(409, "defaultStore", "The default store stays. Reset it.", at: "store")
        }
        _ = try store(name)
        stores.withLockedValue { stores in _ = stores.byName.removeValue(forKey: name) }
    }

    /// Lets go of the file.
    public func close() {
        for hosted in all { hosted.store.closeJournal() }
    }

    /// Begins to deliver what fell due in stores whose clock runs by itself, and waits for no backend.
    ///
    /// A store that is still at it is passed over: a backend that never answers keeps no other store waiting.
    public func deliverByTheClock() {
        for hosted in all where hosted.options.followsSystemClock && hosted.beginsToDeliver() {
            Task {
                await deliver(hosted)
                hosted.withState { $0.isDelivering = false }
            }
        }
    }

    /// Delivers what is due in a store, where nobody waits for the answer.
    func deliver(_ hosted: HostedStore) async {
        do {
            _ = try await hosted.settle(webhook)
        } catch {
            logger.warning("delivery failed", metadata: ["store": "\(hosted.name)", "error": "\(error)"])
        }
    }
}
