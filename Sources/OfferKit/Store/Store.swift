public import Foundation
public import OfferKitCore
import OfferKitServer

/// A whole App Store for one app, inside the process: catalogue, keys, customers, clock and log.
///
/// ```swift
/// let store = try Store(contentsOf: url)                  // a .storekit file, or Store(catalog: …)
/// let device = store.device(for: store.addCustomer())
/// let transaction = try device.purchase("pro.monthly")
/// try store.advance(by: .months(2))
/// ```
///
/// Nothing in a store waits, sleeps or asks the system for time or chance: every call is done when it returns, and the
/// same calls on two stores with the same seed give the same results. Stores share nothing, so tests may run in parallel,
/// each with its own. A store may be used from any thread.
public final class Store: Sendable {
    /// What the lock protects.
    struct Contents: Sendable {
        var state: StoreState
        var log = EventLog()
        /// How many events there were, kept or not.
        var eventCount = 0
        var listeners = Listeners()
        /// The only source of nonces, codes and keys.
        var chance: SplitMix64
    }

    private let contents: Locked<Contents>
    /// Checks signatures, and explains those that fail.
    let desk: SignatureDesk

    /// What devices start with unless told otherwise.
    let defaults: Defaults

    /// The app's bundle identifier, which is part of every signed offer (B2-1).
    public let bundleID: String
    /// How the store decides where the documents leave a choice.
    public let rules: StoreRules

    /// The bundle identifier of a store that was not given one: a `.storekit` file holds none.
    public static let defaultBundleID = StoreState.defaultBundleID
    /// When time starts in a store that was not told: 1 January 2026, 00:00 UTC, never the system's clock.
    public static let defaultStart = Date(timeIntervalSince1970: 1_767_225_600)

    /// A store that sells a catalogue.
    ///
    /// - Parameters:
    ///   - catalog: What is for sale.
    ///   - bundleID: The app's bundle identifier.
    ///   - otherBundleIDs: Those of its other builds, for development for instance. Offers signed for them are refused,
    ///     and the explanation can say so.
    ///   - rules: How to decide where the documents leave a choice.
    ///   - environment: Which of Apple's environments transactions name.
    ///   - pace: How long periods, grace and billing retry last.
    ///   - gracePeriod: The app's billing grace period; none unless given (S3-19).
    ///   - start: When time starts.
    ///   - seed: Where nonces, codes and keys come from. The same seed gives the same ones again.
    ///   - retention: How much of the past is kept.
    public convenience init(
        catalog: Catalog, bundleID: String = Store.defaultBundleID, otherBundleIDs: [String] = [],
        rules: StoreRules = .documents, environment: StoreEnvironment = .xcode, pace: Pace = .realTime,
        gracePeriod: BillingGracePeriod? = nil, startingAt start: Date = Store.defaultStart, seed: UInt64 = 1,
        keeping retention: Retention = .everything
    ) {
        let state = StoreState(
            catalog: catalog, bundleID: bundleID, rules: rules, retention: retention, environment: environment,
            pace: pace, gracePeriod: gracePeriod, startingAt: Instant(start))
        self.init(state, otherBundleIDs: otherBundleIDs, seed: seed, defaults: Defaults())
    }

    init(_ state: StoreState, otherBundleIDs: [String], seed: UInt64, defaults: Defaults) {
        self.defaults = defaults
        bundleID = state.bundleID
        rules = state.rules
        desk = SignatureDesk(otherBundleIDs: otherBundleIDs)
        contents = Locked(Contents(state: state, chance: SplitMix64(seed: seed)))
    }

    /// The state as it is now.
    ///
    /// A value: what happens later does not show in it.
    var state: StoreState {
        contents.withLock { $0.state }
    }

    // MARK: - Commands

    /// Judges a command, records its events and tells the listeners; all or nothing, in one turn of the lock.
    @discardableResult
    func perform<Outcome: Sendable, Refusal: Error>(
        _ decide: (StoreState) -> Decision<Outcome, Refusal>
    ) throws(Refusal) -> Outcome {
        try transact { contents, record in
            let decision = decide(contents.state)
            record(&contents, contents.state.now, decision.events)
            return decision.result
        }.get()
    }

    /// Runs `body` with the contents and a way to record events, then wakes whom the events woke.
    func transact<Result>(
        _ body: (inout Contents, (inout Contents, Instant, [StoreEvent.Kind]) -> Void) -> Result
    ) -> Result {
        var wakes: [Wake] = []
        let result = contents.withLock { contents in
            body(&contents) { contents, instant, kinds in
                for kind in kinds { contents.record(StoreEvent(at: instant, kind), &wakes) }
            }
        }
        for wake in wakes { wake.resume() }
        return result
    }

    /// A turn of the lock that records nothing, for the store's own bookkeeping.
    func withContents<Result>(_ body: (inout Contents) -> Result) -> Result {
        contents.withLock(body)
    }
}

extension Store.Contents {
    fileprivate mutating func record(_ event: StoreEvent, _ wakes: inout [Wake]) {
        let news = listeners.news(of: event, before: state)
        state.apply(event)
        #if DEBUG
        // The check looks at everything, so it is kept to stores of the size of a test.
        if state.subscriptions.count <= 32, state.codes.count <= 256 {
            let broken = state.brokenInvariants()
            assert(broken.isEmpty, "After \(event): \(broken.joined(separator: " "))")
        }
        #endif
        let number = eventCount
        eventCount += 1
        if state.retention == .everything { log.append(event) }
        if let news { wakes += listeners.deliver(news, in: state) }
        guard !listeners.isEmpty else { return }
        wakes += listeners.send(LogEntry(number: number, event, in: state))
    }
}
