import Foundation
import Logging
import NIOConcurrencyHelpers
import OfferKit

/// A store of the server with what stands beside it: devices, keys, what happens to deliveries and to API requests.
final class HostedStore: Sendable {
    struct State {
        var store: Store
        var api: AppStoreServerAPI
        /// Lets one call deliver notifications of this store, or move its clock.
        let deliveries = Turnstile()
        /// Tells this store from one that was there before it, in this process or another.
        let generation = UUID().uuidString.lowercased()
        /// The devices by the numbers of their customers.
        var devices: [UInt32: [Device]] = [:]
        /// Private halves of offer keys, of which the store makes some on request.
        var signers: [String: OfferSigner] = [:]
        var apiKeys: [AppStoreServerKey]
        /// The keys of the API that requests brought, as they are kept.
        var keptAPIKeys: [KeptSetup.Key] = []
        /// The same of the offer keys that the store made.
        var keptOfferKeys: [KeptSetup.Key] = []
        var delivery: DeliveryPlan
        var failures: [PlannedFailure] = []
        /// What was sent, in order.
        var sent = SentLog()
        /// Whether it was deleted: requests that waited meanwhile find nothing.
        var isRemoved = false
        /// Whether its file could not be opened again after a reset failed.
        var isClosed = false
    }

    /// An error that the next API requests are answered with.
    struct PlannedFailure {
        let code: Int
        var remaining: Int
    }

    let name: String
    let options: StoreOptions
    let seed: UInt64
    let keys: BackendKeys
    let warnings: [String]
    /// Where it is kept; nil for nowhere.
    let files: KeptFiles?
    /// Whether it began with this start of the server.
    let isNew: Bool
    /// The wall clock.
    let wallClock: @Sendable () -> Date
    let logger: Logger
    /// What becomes of a file with damage in it.
    private let recovery: JournalOptions.Recovery
    /// Lets one request at a time change something.
    let turn = Turnstile()
    private let state: NIOLockedValueBox<State>
    private let snapshots: NIOLockedValueBox<SnapshotShelf>

    /// A store that begins, or goes on where it is kept.
    ///
    /// - Parameters:
    ///   - name: What it is called in paths.
    ///   - options: How it begins; one that is kept goes on as it was begun, but for its clocks and the URL.
    ///   - insisting: Which options were asked for: one that is kept and was begun with another is refused.
    ///   - seed: The seed where the options say none.
    ///   - files: Where it is kept.
    ///   - recovery: What becomes of a file with damage in it.
    ///   - wallClock: The wall clock.
    ///   - logger: Hears of deliveries.
    /// - Throws: ``ControlError``, or what the library throws of a file that it cannot read.
    init(
        _ name: String, _ options: StoreOptions, insisting: Set<StoreOptions.Lasting> = [], seed: UInt64,
        files: KeptFiles?, recovery: JournalOptions.Recovery = .refusesDamage,
        wallClock: @escaping @Sendable () -> Date, logger: Logger
    ) throws {
        (self.name, self.files, self.wallClock, self.logger) = (name, files, wallClock, logger)
        self.recovery = recovery
        let journal = files?.journal(of: name)
        isNew = journal.map { !FileManager.default.fileExists(atPath: $0.path) } ?? true
        let kept = isNew ? nil : try files?.readSetup(of: name)
        var begun = options
        begun.seed = options.seed ?? seed
        if let kept, let journal {
            guard (try? journal.resourceValues(forKeys: [.fileSizeKey]).fileSize) != 0 else {
                throw ControlError(
                    409, "emptyJournal",
                    "The file \(journal.path) is empty, and it held a store. Put it back, or delete it to begin anew.",
                    at: "data")
            }
            if let other = insisting.sorted().first(where: { begun.differs(from: kept.options, in: $0) }) {
                throw ControlError(
                    409, "otherOptions",
                    "The store in \(journal.path) was begun with another \(other.words). Leave that out, or keep the new "
                        + "store elsewhere.", at: other.rawValue)
            }
            begun = kept.options
            (begun.followsSystemClock, begun.signatureClock) = (options.followsSystemClock, options.signatureClock)
        }
        self.seed = begun.seed ?? seed
        begun.seed = self.seed
        self.options = begun
        keys = try BackendKeys(seed: self.seed)
        let first = try begun.makeStore(seed: self.seed, now: wallClock())
        warnings = first.warnings
        // Before the journal: one that stood alone would go on with the options of whoever takes its name next.
        if isNew { try files?.write(KeptSetup(options: begun, delivery: DeliveryPlan(begun)), of: name) }
        let store: Store
        var opened: State
        do {
            if let journal {
                let kept = KeptJournal(at: journal, recovery, logger)
                store = try isNew ? kept.begin(with: first.store) : kept.open()
            } else {
                store = first.store
            }
            opened = try HostedStore.opened(store, begun, keys, kept?.delivery.version)
        } catch {
            if isNew { files?.remove(name) }
            throw error
        }
        if let kept {
            opened.delivery = kept.delivery
            // What the command line says now counts; of the other stores the options are as old as what requests set since.
            if name == LocalAppStore.defaultName, let url = options.notificationURL { opened.delivery.url = url }
            try opened.take(kept)
        }
        state = NIOLockedValueBox(opened)
        snapshots = NIOLockedValueBox(SnapshotShelf(in: files?.snapshots(of: name)))
        if !isNew { try keep(opened) }
        if let files, let journal, !isNew, kept == nil {
            logger.warning(
                "a journal without the file beside it: deliveries and keys are as the command line says",
                metadata: ["file": "\(journal.path)", "missing": "\(files.setup(of: name).path)"])
        }
    }

    private static func opened(
        _ store: Store, _ options: StoreOptions, _ keys: BackendKeys, _ version: NotificationVersion?
    ) throws -> State {
        store.setKeepsNotifications(true, version: version ?? options.notificationVersion)
        guard store.keepsNotifications else { throw ControlError.notRecorded(store.journalError) }
        let signer = try OfferSigner(keyIdentifier: keys.offer.id, pem: keys.offer.pem)
        if !store.keys.contains(where: { $0.id == keys.offer.id }) { try store.registerKeys(of: signer) }
        let apiKey = try AppStoreServerKey(id: keys.api.id, issuerID: keys.issuerID, pem: keys.api.pem)
        if options.followsSystemClock { store.follow(ContinuousClock()) }
        return State(
            store: store, api: try store.appStoreServerAPI(keys: [apiKey]), signers: [keys.offer.id: signer],
            apiKeys: [apiKey], delivery: DeliveryPlan(options))
    }

    /// Runs `body`, which must not wait for anything, alone.
    func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try state.withLockedValue { try body(&$0) }
    }

    var store: Store { withState { $0.store } }

    /// What the clock shows that judges the timestamps of signatures.
    var signatureClock: Date { options.signatureClock == .real ? wallClock() : store.now }

    /// Changes what no journal holds, once it is written: what cannot be written is not in force.
    ///
    /// - Parameter change: Changes a copy first, which is written, and then the state; it does the same both times.
    /// - Throws: ``ControlError`` with the status 507, and what `change` throws; nothing has changed then.
    func changeSetup(_ change: (inout State) throws -> Void) throws {
        var next = withState { $0 }
        try change(&next)
        try keep(next)
        try withState(change)
    }

    /// Writes what no journal holds.
    ///
    /// - Throws: ``ControlError`` with the status 507.
    private func keep(_ state: State) throws {
        let setup = KeptSetup(
            options: options, delivery: state.delivery.lasting, apiKeys: state.keptAPIKeys,
            offerKeys: state.keptOfferKeys)
        try files?.write(setup, of: name)
    }

    /// Runs a command of the library that cannot throw, and sees that it was written.
    ///
    /// - Throws: ``ControlError`` with the status 507.
    func recording<Result>(_ body: (Store) -> Result) throws -> Result {
        let store = store
        let result = body(store)
        if let error = store.journalError { throw ControlError.notRecorded(error) }
        return result
    }
}

extension HostedStore.State {
    /// Takes the keys that are kept of the store, as far as the store still knows them.
    fileprivate mutating func take(_ kept: KeptSetup) throws {
        let known = Set(store.keys.map(\.id))
        for key in kept.offerKeys where known.contains(key.id) {
            signers[key.id] = try OfferSigner(keyIdentifier: key.id, pem: key.pem)
            keptOfferKeys.append(key)
        }
        for key in kept.apiKeys { try addAPIKey(key) }
    }

    /// Lets another key ask the API.
    mutating func addAPIKey(_ kept: KeptSetup.Key) throws {
        let key = try AppStoreServerKey(id: kept.id, issuerID: kept.issuerID ?? "", pem: kept.pem)
        guard !apiKeys.contains(key) else { return }
        api = try store.appStoreServerAPI(keys: apiKeys + [key])
        apiKeys.append(key)
        keptAPIKeys.append(kept)
    }
}

// MARK: - Another store in the place of the one before

extension HostedStore {
    /// Begins again, as the store was made; deliveries, snapshots and keys of the API stay as they are set.
    func reset() throws {
        try replace(with: try options.makeStore(seed: seed, now: wallClock()).store)
    }

    /// The names of the snapshots.
    var snapshotNames: [String] { snapshots.withLockedValue { $0.names } }

    /// Keeps the store as it is now under a name.
    ///
    /// - Returns: Whether it took the place of another one.
    func takeSnapshot(_ name: String) throws -> Bool {
        let data = try store.snapshot()
        return try snapshots.withLockedValue { shelf in
            let isThere = shelf.names.contains(name)
            try shelf.put(data, as: name)
            return isThere
        }
    }

    /// Deletes a snapshot.
    func removeSnapshot(_ name: String) throws {
        try snapshots.withLockedValue { try $0.remove(name) }
    }

    /// Goes back to how the store was.
    ///
    /// Devices are new, the same by their identifiers.
    func restore(_ name: String) throws {
        try replace(with: try Store(snapshot: try snapshots.withLockedValue { try $0.data(of: name) }))
    }

    /// Puts another store in the place of this one; whoever calls has the turn.
    private func replace(with fresh: Store) throws {
        let store = try files.map { try takeFile($0.journal(of: name), for: fresh) } ?? fresh
        let before = withState { $0 }
        var next = try HostedStore.opened(store, options, keys, before.delivery.version)
        let setup = KeptSetup(
            options: options, delivery: before.delivery, apiKeys: before.keptAPIKeys, offerKeys: before.keptOfferKeys)
        try next.take(setup)
        let replacement = next
        withState { state in
            var next = replacement
            next.delivery = state.delivery
            state = next
        }
    }

    /// Puts a store's file in the place of the one that is there: at each moment one of both stands there as a whole.
    private func takeFile(_ journal: URL, for fresh: Store) throws -> Store {
        let new = try PrivateFile.write(try fresh.snapshot(), beside: journal)
        // One journal belongs to one store.
        store.closeJournal()
        do {
            try PrivateFile.move(new, to: journal)
        } catch {
            // The one before goes on, now or with the next request.
            withState { $0.isClosed = true }
            try? reopen()
            throw error
        }
        return try Store(journal: journal)
    }

    /// Reads the store again from its file, where a reset that failed has closed it.
    ///
    /// - Throws: ``ControlError`` with the status 507 while the file cannot be read.
    func reopen() throws {
        guard let files, withState({ $0.isClosed }) else { return }
        let version = withState { $0.delivery.version }
        let store: Store
        do { store = try KeptJournal(at: files.journal(of: name), recovery, logger).open() } catch {
            throw ControlError.refused(error)
        }
        let opened = try HostedStore.opened(store, options, keys, version)
        try withState { state in
            state.store = opened.store
            state.api = try opened.store.appStoreServerAPI(keys: state.apiKeys)
            (state.devices, state.isClosed) = ([:], false)
        }
    }

    /// Deletes what is kept of it, once nobody changes anything any more.
    func remove() async throws {
        try await turn.alone {
            withState { state in
                // What is under way has nowhere to go any more.
                (state.isRemoved, state.delivery.url) = (true, nil)
            }
            store.closeJournal()
            files?.remove(name)
        }
    }

    /// Lets nobody change a store that was deleted, and opens again one that was closed.
    func checkIsThere() throws {
        if withState({ $0.isRemoved }) {
            throw ControlError(404, "unknownStore", "The store \"\(name)\" was deleted meanwhile.", at: "store")
        }
        try reopen()
    }
}
