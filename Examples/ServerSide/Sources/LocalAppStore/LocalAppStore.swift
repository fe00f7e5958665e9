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
        /// What was asked for by itself: a store that is kept, and was begun with another, is refused.
        public var insisting: Set<StoreOptions.Lasting> = []
        /// Where stores are kept: the file of the default one, with the others in a folder beside it, or a folder for all; nowhere
        /// unless given.
        public var data: URL?
        /// Whether a store whose file is damaged is opened as it was before the damage, and the file kept beside it.
        public var dropsDamage = false
        /// What the control API has to be told in `Authorization: Bearer …`; nothing unless given.
        public var token: String?
        /// How long a backend has for an answer to a notification.
        public var webhookTimeout = Duration.seconds(30)
        /// How long a request that moves the clock waits for one that delivers already.
        public var clockPatience = Duration.seconds(10)
        /// The longest body of a request, in bytes.
        public var longestBody = 1_048_576
        /// Who vouches for the server over TLS; nil for plain HTTP.
        public var authority: LocalAuthority?
        /// How long a client may take between two parts of a request, and a connection may be idle.
        public var idleTimeout = Duration.seconds(30)
        /// How long a whole request may take to arrive.
        public var requestTimeout = Duration.seconds(60)
        /// The most connections at once; others wait.
        public var mostConnections = 1_000
        /// The most streams of events at once.
        public var mostStreams = 100
        /// How long the reader of a stream may take nothing of what is sent, and how long a stream is safe where all places are taken.
        public var streamPatience = Duration.seconds(30)
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
    /// The streams of events that are open.
    let eventPlaces: EventPlaces
    private struct Stores {
        var byName: [String: HostedStore] = [:]
        /// Names of stores that are being made.
        var reserved: Set<String> = []
        /// The seed of the latest store that was made without one.
        var latestSeed: UInt64 = 1
    }

    private let stores: NIOLockedValueBox<Stores>
    private let files: KeptFiles?
    private let lock: FolderLock?

    /// A server with its default store, and with those that are kept.
    ///
    /// - Parameters:
    ///   - configuration: How it is set up.
    ///   - client: What notifications are posted with; whoever makes it shuts it down.
    ///   - logger: Where it says what it does.
    /// - Throws: ``ControlError``, or what the store throws of a catalogue or a file that it cannot read.
    public init(_ configuration: Configuration, client: HTTPClient, logger: Logger) throws {
        self.configuration = configuration
        self.logger = logger
        eventPlaces = EventPlaces(most: configuration.mostStreams, patience: configuration.streamPatience)
        webhook = Webhook(
            client: client, timeout: configuration.webhookTimeout, clockPatience: configuration.clockPatience)
        if let url = configuration.options.notificationURL { try Member.Shape.url.check(.text(url), at: "notify") }
        files = configuration.data.map { KeptFiles(at: $0) }
        lock = try files?.takeHold()
        do {
            stores = NIOLockedValueBox(try LocalAppStore.opened(configuration, files, logger))
        } catch {
            files?.removeFolderIfEmpty()
            throw error
        }
    }

    /// The default store and those that are kept.
    private static func opened(
        _ configuration: Configuration, _ files: KeptFiles?, _ logger: Logger
    ) throws -> Stores {
        let recovery: JournalOptions.Recovery =
            configuration.dropsDamage ? .dropsWhatFollowsDamage : .refusesDamage
        var found = Stores()
        let first = try HostedStore(
            LocalAppStore.defaultName, configuration.options, insisting: configuration.insisting, seed: 1, files: files,
            recovery: recovery, wallClock: configuration.wallClock, logger: logger)
        found.byName[first.name] = first
        let names = files?.names() ?? []
        // It takes some seconds until it listens.
        if names.count > 100 { logger.notice("opening stores", metadata: ["count": "\(names.count)"]) }
        for name in names {
            do {
                guard let setup = try files?.readSetup(of: name) else {
                    logger.warning(
                        "a journal without its store, which is left out",
                        metadata: ["store": "\(name)", "missing": "\(files?.setup(of: name).path ?? "")"])
                    continue
                }
                found.byName[name] = try HostedStore(
                    name, setup.options, seed: 0, files: files, recovery: recovery, wallClock: configuration.wallClock,
                    logger: logger)
            } catch {
                throw files.map { ControlError.keptOut(name, $0, error) } ?? error
            }
        }
        // Seeds that were counted, and not given, are far from the largest.
        found.latestSeed = found.byName.values.map(\.seed).filter { $0 <= 1_000_000 }.max() ?? 1
        return found
    }

    /// Whether the default store began with this start, so that a scenario is to be played.
    public var isNew: Bool { (try? store(LocalAppStore.defaultName).isNew) ?? true }

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
    func add(_ wanted: String?, _ options: StoreOptions) throws -> HostedStore {
        let (name, seed) = try stores.withLockedValue { stores in
            guard stores.byName.count + stores.reserved.count < LocalAppStore.mostStores else {
                throw ControlError(409, "tooManyStores", "There are \(LocalAppStore.mostStores) stores. Delete some.")
            }
            func isFree(_ name: String) -> Bool { stores.byName[name] == nil && !stores.reserved.contains(name) }
            // A seed that a store was given by itself is passed over: no two have the same keys.
            let taken = Set(stores.byName.values.map(\.seed))
            repeat { stores.latestSeed += 1 } while taken.contains(stores.latestSeed)
            var number = stores.latestSeed
            while wanted == nil, !isFree("store-\(number)") { number += 1 }
            let name = wanted ?? "store-\(number)"
            guard isFree(name) else {
                throw ControlError(409, "duplicateName", "There is a store \"\(name)\" already.", at: "name")
            }
            stores.reserved.insert(name)
            return (name, stores.latestSeed)
        }
        defer { stores.withLockedValue { stores in _ = stores.reserved.remove(name) } }
        let store = try HostedStore(
            name, options, seed: seed, files: files, wallClock: configuration.wallClock, logger: logger)
        stores.withLockedValue { $0.byName[name] = store }
        logger.info("store made", metadata: ["store": "\(name)"])
        return store
    }

    /// Deletes a store, and what is kept of it; the default one stays.
    func remove(_ name: String) async throws {
        guard name != LocalAppStore.defaultName else {
            throw ControlError(409, "defaultStore", "The default store stays. Reset it.", at: "store")
        }
        let removed = try store(name)
        // The name is free once its files are gone: they would take those of a new store with them.
        let isMine = stores.withLockedValue { stores in
            stores.reserved.insert(name).inserted && stores.byName.removeValue(forKey: name) != nil
        }
        guard isMine else { throw ControlError.unknown("store", name, at: "store", known: all.map(\.name)) }
        defer { stores.withLockedValue { stores in _ = stores.reserved.remove(name) } }
        try await removed.remove()
    }

    /// Deletes the stores that this start made, the default one among them, with what is kept of them.
    func removeWhatBegan() async {
        for hosted in all where hosted.isNew { try? await hosted.remove() }
        files?.removeFolderIfEmpty()
    }

    /// Lets go of the files.
    public func close() {
        for hosted in all { hosted.store.closeJournal() }
        lock?.release()
    }

    /// Begins to deliver what fell due in stores whose clock runs by itself, and waits for no backend.
    ///
    /// A store that is still at it is passed over: a backend that never answers keeps no other store waiting.
    public func deliverByTheClock() {
        for hosted in all where hosted.options.followsSystemClock {
            let deliveries = hosted.withState { $0.deliveries }
            guard deliveries.enterAtOnce() else { continue }
            Task {
                defer { deliveries.leave() }
                do {
                    _ = try await hosted.settle(movingTo: nil, webhook)
                } catch {
                    complain(hosted, error)
                }
            }
        }
    }

    /// Delivers what is due in a store, where nobody waits for the answer.
    func deliver(_ hosted: HostedStore) async {
        do {
            try await hosted.settle(webhook)
        } catch {
            complain(hosted, error)
        }
    }

    private func complain(_ hosted: HostedStore, _ error: any Error) {
        logger.warning("delivery failed", metadata: ["store": "\(hosted.name)", "error": "\(error)"])
    }
}
