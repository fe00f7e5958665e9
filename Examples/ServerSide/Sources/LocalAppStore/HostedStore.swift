import Foundation
import NIOConcurrencyHelpers
import OfferKit

/// A store of the server with what stands beside it: devices, keys, what happens to deliveries and to API requests.
final class HostedStore: Sendable {
    struct State {
        var store: Store
        var api: AppStoreServerAPI
        /// The devices by the numbers of their customers.
        var devices: [UInt32: [Device]] = [:]
        /// Private halves of offer keys that the store made on request.
        var signers: [String: OfferSigner] = [:]
        var apiKeys: [AppStoreServerKey]
        var delivery: DeliveryPlan
        var failures: [PlannedFailure] = []
        var snapshots: [String: Data] = [:]
        /// Whether what fell due by itself is being delivered.
        var isDelivering = false
        /// What was sent, in order.
        var sent = SentLog()
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
    /// The file that it is kept in; nil for none.
    let journal: URL?
    /// The wall clock.
    let wallClock: @Sendable () -> Date
    private let state: NIOLockedValueBox<State>

    init(
        _ name: String, _ options: StoreOptions, seed: UInt64, journal: URL?, wallClock: @escaping @Sendable () -> Date
    ) throws {
        self.name = name
        self.options = options
        self.journal = journal
        self.wallClock = wallClock
        self.seed = options.seed ?? seed
        keys = try BackendKeys(seed: self.seed)
        let begun = try options.makeStore(seed: seed, now: wallClock())
        warnings = begun.warnings
        var store = begun.store
        if let journal { store = try Store(journal: journal, startingWith: store) }
        state = NIOLockedValueBox(try HostedStore.opened(store, options, keys))
    }

    private static func opened(_ store: Store, _ options: StoreOptions, _ keys: BackendKeys) throws -> State {
        store.setKeepsNotifications(true, version: options.notificationVersion)
        let signer = try OfferSigner(keyIdentifier: keys.offer.id, pem: keys.offer.pem)
        if !store.keys.contains(where: { $0.id == keys.offer.id }) { try store.registerKeys(of: signer) }
        let apiKey = try AppStoreServerKey(id: keys.api.id, issuerID: keys.issuerID, pem: keys.api.pem)
        if options.followsSystemClock { store.follow(ContinuousClock()) }
        var delivery = DeliveryPlan()
        delivery.url = options.notificationURL
        delivery.version = options.notificationVersion
        return State(
            store: store, api: try store.appStoreServerAPI(keys: [apiKey]), signers: [keys.offer.id: signer],
            apiKeys: [apiKey], delivery: delivery)
    }

    /// Runs `body`, which must not wait for anything, alone.
    func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try state.withLockedValue { try body(&$0) }
    }

    var store: Store { withState { $0.store } }

    /// Lets one task deliver what fell due by itself.
    func beginsToDeliver() -> Bool {
        withState { state in
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
    }

    /// What the clock shows that judges the timestamps of signatures.
    var signatureClock: Date { options.signatureClock == .real ? wallClock() : store.now }
}

// MARK: - Another store in the place of the one before

extension HostedStore {
    /// Begins again, as the store was made; deliveries, failures, snapshots and keys of the API stay as they are set.
    func reset() throws {
        try replace(with: try options.makeStore(seed: seed, now: wallClock()).store)
    }

    /// Keeps the store as it is now under a name.
    func takeSnapshot(_ name: String) throws {
        let data = try store.snapshot()
        withState { $0.snapshots[name] = data }
    }

    /// Goes back to how the store was.
    ///
    /// Devices are new, the same by their identifiers.
    func restore(_ name: String) throws {
        let snapshots = withState { $0.snapshots }
        guard let data = snapshots[name] else {
            throw ControlError.unknown("snapshot", name, at: "name", known: snapshots.keys.sorted())
        }
        try replace(with: try Store(snapshot: data))
    }

    private func replace(with fresh: Store) throws {
        var store = fresh
        if let journal {
            // One journal belongs to one store: the old one lets go of the file before the new one begins it.
            self.store.closeJournal()
            try FileManager.default.removeItem(at: journal)
            store = try Store(journal: journal, startingWith: fresh)
        }
        let known = Set(store.keys.map(\.id))
        let opened = try HostedStore.opened(store, options, keys)
        try withState { state in
            var next = opened
            (next.delivery, next.failures, next.snapshots) = (state.delivery, state.failures, state.snapshots)
            next.isDelivering = state.isDelivering
            next.signers.merge(state.signers.filter { known.contains($0.key) }, uniquingKeysWith: { first, _ in first })
            next.apiKeys = state.apiKeys
            next.api = try store.appStoreServerAPI(keys: state.apiKeys)
            state = next
        }
    }
}

// MARK: - Looking things up by what a request names

extension HostedStore {
    /// The customer of a number in a path or a body.
    func customer(_ number: String, at place: String = "customer") throws -> Customer {
        let customers = store.customers
        guard let index = UInt32(number), let customer = customers.first(where: { $0.id.rawValue == index }) else {
            throw ControlError.unknown(
                "customer", number, at: place, known: customers.prefix(21).map { "\($0.id.rawValue)" })
        }
        return customer
    }

    /// A device of a customer, who has one at least.
    func device(_ number: Int = 0, of customer: Customer) throws -> Device {
        let devices = devices(of: customer)
        guard devices.indices.contains(number) else {
            throw ControlError.unknown(
                "device", "\(number)", at: "device", known: devices.indices.map { "\($0)" })
        }
        return devices[number]
    }

    /// The devices of a customer; somebody whom the store added by itself gets one here.
    func devices(of customer: Customer) -> [Device] {
        withState { state in
            let devices = state.devices[customer.id.rawValue] ?? [customer.addDevice()]
            state.devices[customer.id.rawValue] = devices
            return devices
        }
    }

    func add(_ device: Device, of customer: Customer) -> Int {
        withState { state in
            state.devices[customer.id.rawValue, default: []].append(device)
            return (state.devices[customer.id.rawValue]?.count ?? 1) - 1
        }
    }

    /// The group that a request names; where it names none, the only one there is.
    func group(_ name: String?) throws -> String {
        let groups = store.groups
        guard let name else {
            guard let only = groups.first, groups.count == 1 else {
                throw ControlError(
                    400, "missingMember", "The store has \(groups.count) subscription groups: say which one.",
                    at: "group", known: groups.map(\.id))
            }
            return only.id
        }
        guard let group = groups.first(where: { $0.id == name || $0.referenceName == name }) else {
            throw ControlError.unknown("group", name, at: "group", known: groups.map(\.id))
        }
        return group.id
    }

    func requireProduct(_ id: String) throws {
        let known = store.productIDs
        guard known.contains(id) else { throw ControlError.unknown("product", id, at: "product", known: known) }
    }

    /// The number of a transaction in a path.
    func transactionID(_ text: String) throws -> UInt64 {
        guard let id = UInt64(text), String(id) == text else {
            throw ControlError.wrongType("transaction", expected: "the number of a transaction")
        }
        return id
    }

    /// Who signs offers with a key; with the store's own where none is named.
    func signer(_ keyID: String?) throws -> OfferSigner {
        let signers = withState { $0.signers }
        guard let signer = signers[keyID ?? keys.offer.id] else {
            throw ControlError.unknown("private key", keyID ?? "", at: "keyID", known: signers.keys.sorted())
        }
        return signer
    }
}
