public import Foundation
public import OfferKitCore
public import OfferKitServer

/// A whole App Store for one app, inside the process: catalogue, keys, customers, clock and log.
///
/// ```swift
/// let store = try Store(contentsOf: url)                  // a .storekit file, or Store(catalog: …)
/// let device = store.addCustomer().addDevice()
/// let transaction = try device.purchase("pro.monthly")
/// try store.advance(by: .months(2))
/// ```
///
/// Nothing in a store waits, sleeps or asks the system for time or chance: every call is done when it returns, and the
/// same calls on two stores with the same seed give the same results. The one exception is a store that was told to
/// ``follow(_:)`` a clock. Stores share nothing, so tests may run in parallel, each with its own. A store may be used
/// from any thread.
public final class Store: Sendable {
    /// The values that the lock protects.
    struct Contents: Sendable {
        var machine: StoreMachine
        /// Whether all events are kept, in the log: as the store's setup says, which never changes.
        ///
        /// It stands here because a debug build copies the whole state to ask the machine for it.
        let keepsEvents: Bool
        var log = EventLog()
        /// The number of events so far, kept or not.
        var eventCount = 0
        /// The number of them that count as something that happened, which tells notifications apart.
        var happened = 0
        /// The buffer for the events that fall due.
        var dueEvents: [StoreEvent.Kind] = []
        var listeners = Listeners()
        /// The notices of the present decision to the developer's server, where somebody asks for them.
        var noticing = Noticing()
        /// The events collected for reports, where somebody collects them.
        var collecting: CollectedEvents?
        /// Whether a call is delivering notifications, and perhaps waits for an answer.
        var isDelivering = false
        /// The only source of nonces, codes and keys.
        var chance: SplitMix64
        /// The moves of the clock that hand over their entries.
        var streams = Streams()
        /// The clock that this one follows; nil while it is moved by hand.
        var following: Following?
        /// Whether the clock stands later than the last event says, as only a clock that follows another can.
        var isAheadOfLog = false
        /// The journal; nil for a store in memory.
        var journal: Journal?
        /// The sleeps that are not needed any more, to be cancelled once the lock is free: that runs code of the
        /// clock's owner.
        var outdated: [Following.Alarm] = []

        /// The store as it is now.
        var state: StoreState {
            _read { yield machine.state }
        }
    }

    /// The values for tests that neither a snapshot nor a journal keeps, under a lock that nothing is called under.
    struct Remarks: Sendable {
        /// The failures of the next calls of `verifyReceipt` that a test asked for.
        var armedReceiptOutage: ArmedFailures.Armed<ReceiptOutage>?
        /// The names that were asked for and that the store does not know.
        var askedInVain = AskedInVain()
        /// The latest refusal of a purchase on any device, also one that leaves no entry in the log.
        var latestRefusal: LatestRefusal?
    }

    /// The number that tells a device from its customer's others.
    struct DeviceNumber: Hashable, Sendable {
        let customer: CustomerID
        var number: Int
    }

    private let contents: Locked<Contents>
    /// The numbers of the devices that are there.
    ///
    /// They have a lock of their own, under which nothing is called: a device may go at any moment, also while the
    /// store's lock is held.
    let deviceNumbers = Locked<Set<DeviceNumber>>([])
    /// The desk that checks signatures, and explains those that fail.
    let desk: SignatureDesk

    /// The signer of everything that the store hands out.
    let signer: StoreSigner

    /// The values that devices start with unless told otherwise.
    let defaults: Defaults

    /// The values that the store was opened with.
    let setup: StoreSetup

    /// The values for tests that are no part of the store's state.
    let remarks = Locked(Remarks())

    /// The mark of a test store, held so that the binary has it among its constants.
    private let mark = LinkMark.text

    /// The app's bundle identifier, which is part of every signed offer (B2-1).
    public var bundleID: String { setup.bundleID }
    /// The app's number in the App Store, which links carry.
    public var appAppleID: Int64 { setup.appAppleID }
    /// The environment of Apple's that signed values name.
    public var environment: StoreEnvironment { setup.environment }
    /// The store's decisions where the documents leave a choice.
    public var rules: StoreRules { setup.rules }
    /// The numbers that a store's first transaction can have (C-155).
    public static let firstTransactionIDs: ClosedRange<UInt64> = StoreSetup.firstTransactionIDs
    /// The number of the first transaction (C-155).
    public var firstTransactionID: UInt64 { setup.firstTransactionID }

    /// The bundle identifier of a store that was not given one: a `.storekit` file holds none.
    public static let defaultBundleID = StoreSetup.defaultBundleID
    /// The number of an app that was not given one.
    public static let defaultAppAppleID = StoreSetup.defaultAppAppleID
    /// The start of time in a store that was not told another: 1 January 2026, 00:00 UTC, never the system's clock.
    public static let defaultStart = Date(timeIntervalSince1970: 1_767_225_600)

    /// Returns the beginning of time; the usual one where the date is no number (C-249).
    static func beginning(at date: Date) -> Instant {
        Instant(date.timeIntervalSince1970.isNaN ? defaultStart : date)
    }

    /// Creates a store that sells a catalogue.
    ///
    /// - Parameters:
    ///   - catalog: What is for sale.
    ///   - bundleID: The app's bundle identifier.
    ///   - appAppleID: The app's number in the App Store, which links carry.
    ///   - otherBundleIDs: Those of its other builds, for development for instance. Offers signed for them are refused,
    ///     and the explanation can say so.
    ///   - rules: How to decide where the documents leave a choice.
    ///   - environment: Which of Apple's environments transactions name.
    ///   - pace: How long periods, grace and billing retry last.
    ///   - gracePeriod: The app's billing grace period; none unless given (S3-19).
    ///   - start: When time starts.
    ///   - seed: Where nonces, codes, keys and certificates come from. The same seed gives the same ones again.
    ///   - chain: The certificates and the key that transactions are signed with; made from the seed unless given.
    ///   - retention: How much of the past is kept.
    ///   - firstTransactionID: The number of the first transaction, from 1 to 4,000,000,000; what is less or more is
    ///     held at these bounds. Stores that begin far enough from one another have no identifier of a transaction or
    ///     of an app transaction in common, so one database can hold what they say (C-155).
    ///   - keepsNotifications: Whether the notifications to the developer's server are kept
    ///     (``setKeepsNotifications(_:version:)``).
    public convenience init(
        catalog: Catalog, bundleID: String = Store.defaultBundleID, appAppleID: Int64 = Store.defaultAppAppleID,
        otherBundleIDs: [String] = [], rules: StoreRules = .documents, environment: StoreEnvironment = .xcode,
        pace: Pace = .realTime, gracePeriod: BillingGracePeriod? = nil, startingAt start: Date = Store.defaultStart,
        seed: UInt64 = 1, signingWith chain: SigningChain? = nil, keeping retention: HistoryRetention = .everything,
        firstTransactionID: UInt64 = 1, keepsNotifications: Bool = false
    ) {
        let setup = StoreSetup(
            bundleID: bundleID, appAppleID: appAppleID, rules: rules, retention: retention, environment: environment,
            startingAt: Store.beginning(at: start), firstTransactionID: firstTransactionID)
        self.init(
            StoreMachine(StoreState(setup, selling: catalog, pace: pace, gracePeriod: gracePeriod)),
            otherBundleIDs: otherBundleIDs, chance: SplitMix64(seed: seed),
            signer: StoreSigner(seed: seed, chain: chain), defaults: .standard)
        if keepsNotifications { setKeepsNotifications(true) }
    }

    init(
        _ machine: consuming StoreMachine, otherBundleIDs: [String], chance: SplitMix64, signer: StoreSigner,
        defaults: Defaults
    ) {
        self.defaults = defaults
        self.signer = signer
        setup = machine.state.setup
        desk = SignatureDesk(otherBundleIDs: otherBundleIDs, rules: setup.rules)
        contents = Locked(
            Contents(machine: machine, keepsEvents: setup.retention == .everything, chance: chance))
    }

    deinit {
        // Nobody is left to wake.
        contents.withLock { $0.following?.alarm?.task }?.cancel()
    }

    /// The state as it is now.
    ///
    /// A value: what happens later does not show in it.
    package var state: StoreState {
        transact { $0.state }
    }

    // MARK: - Commands

    /// Judges a command, records its events and tells the listeners; all or nothing, in one turn of the lock.
    ///
    /// - Parameters:
    ///   - decide: Judges the command.
    ///   - prepare: Told what the command comes to once that is safe, and before any listener hears of it; not told
    ///     where the journal cannot take it.
    /// - Returns: What the command came to.
    /// - Throws: Its refusal, or that the journal cannot take it.
    @discardableResult
    func perform<Outcome: Sendable, Refusal: Error>(
        _ decide: (StoreState) -> Decision<Outcome, Refusal>,
        beforeDelivery prepare: (Result<Outcome, Refusal>) -> Void = { _ in }
    ) throws(Refusal) -> Outcome {
        try transact { contents in
            var decision = decide(contents.state)
            // Without a journal there is nothing to be safe first: what to tell of is read off the state as it comes to
            // be.
            guard contents.journal != nil else {
                prepare(decision.result)
                contents.happen(decision.events, isHistory: decision.makesHistory)
                return decision.result
            }
            let notifications = contents.notifications(of: decision)
            if contents.machine.keepsNotifications {
                decision.events += notifications.map { .notificationMade($0) }
            }
            // The answer is made another one at the end of the turn.
            guard contents.writeAhead(decision.events) else { return decision.result }
            prepare(decision.result)
            for kind in decision.events { contents.record(StoreEvent(at: contents.machine.now, kind), isWritten: true) }
            for notification in notifications { contents.tell(notification.value) }
            return decision.result
        }.get()
    }

    /// Runs `body` with the contents, between two times of doing whatever is due by now.
    ///
    /// Before it, because time may have passed on a clock that is followed, and another thread's move of the clock may
    /// have paused in the middle of an instant, of which the clock's own events come first (C-43). After it, because a
    /// command may make something due at once. Where nothing is due, each costs one comparison.
    func transact<Result>(_ body: (inout Contents) -> Result) -> Result {
        var reading: FollowedClock.Reading?
        while true {
            let (outcome, isRecorded) = turn { contents -> TurnOutcome<Result> in
                if let following = contents.following {
                    guard let reading, reading.clock === following.clock else { return .needs(following.clock) }
                    contents.keepUp(with: reading)
                }
                contents.catchUp()
                let result = body(&contents)
                contents.catchUp()
                contents.setAlarm(of: self)
                return .done(result)
            }
            switch consume outcome {
            // A clock is code of its owner, so it is read between two turns of the lock, never in one.
            case .needs(let clock): reading = clock.read()
            case .done(let result):
                // In two steps: nothing at all, cast to an optional result, would be a result.
                guard !isRecorded, let answer = result as? any Refusable else { return result }
                return answer.notRecorded as? Result ?? result
            }
        }
    }

    /// The outcome of a turn of the lock: the answer, or that a clock has to be read first.
    private enum TurnOutcome<Result> {
        case done(Result)
        case needs(FollowedClock)
    }

    /// Looks at the state as it is now, without a copy of it.
    package func read<Answer, Failure: Error>(
        _ body: (StoreState) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        // No closure within the closure, because one copies the contents in a debug build.
        try transact { contents -> Result<Answer, Failure> in
            do throws(Failure) { return .success(try body(contents.state)) } catch { return .failure(error) }
        }.get()
    }

    /// Runs `body` in a turn of the lock for the store's own bookkeeping, which no time precedes; then does what it
    /// left to do.
    func withContents<Result>(_ body: (inout Contents) -> Result) -> Result {
        turn(body).result
    }

    /// Runs `body` in a turn of the lock; false when the journal could not take its events, of which none has happened
    /// then.
    ///
    /// A debug build checks the laws of the state at the end of the turn, if anything happened.
    func turn<Result>(_ body: (inout Contents) -> Result) -> (result: Result, isRecorded: Bool) {
        let (result, isRecorded, resumptions, outdated) = contents.withLock { contents in
            let first = contents.eventCount
            let result = body(&contents)
            assert(
                contents.eventCount == first || contents.faults.isEmpty,
                "After events \(first)..<\(contents.eventCount): \(contents.faults.joined(separator: " "))")
            return (
                result, contents.endTurn(archive(of:)), contents.listeners.takeResumptions(), contents.takeOutdated()
            )
        }
        for resume in resumptions { resume() }
        for alarm in outdated { alarm.task.cancel() }
        return (result, isRecorded)
    }
}

extension Store.Contents {
    /// Returns whether nobody would read an event of now: no journal, log, stream or listener.
    func isUnheard(comesOfTime: Bool) -> Bool {
        journal == nil && !keepsEvents && listeners.noDeviceListens
            && listeners.isEmpty && !(comesOfTime && streams.want(machine.now))
    }

    /// Records an event, keeps it if events are kept, and hands it to those who listen.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - comesOfTime: Whether the clock brought it about, and not a command.
    ///   - isWritten: Whether the journal has it already.
    mutating func record(_ event: consuming StoreEvent, comesOfTime: Bool = false, isWritten: Bool = false) {
        if journal != nil, !isWritten {
            guard canRecord() else { return }
            takeCheckpoint()
            journal?.note(event, chance: chance)
        }
        let news = listeners.noDeviceListens ? [] : listeners.news(of: event, before: state)
        let queues = listeners.noDeviceListens ? [] : listeners.queues(concernedBy: event.kind, before: state)
        collecting?.note(event, number: eventCount, before: machine.state)
        // No closure, because one copies the contents in a debug build.
        let buyer = if let attempt = event.kind.attempt { state.desk[attempt]?.customer } else { nil as CustomerID? }
        machine.apply(event)
        isAheadOfLog = false
        let number = eventCount
        eventCount += 1
        if event.kind.isCounted { happened += 1 }
        for news in news { listeners.deliver(news, in: state) }
        let isStreamed = comesOfTime && streams.want(event.instant)
        if isStreamed || !listeners.isEmpty || !queues.isEmpty {
            let entry = LogEntry(number: number, copy event, in: state, buyer: buyer)
            if isStreamed { streams.send(entry, at: event.instant) }
            if !listeners.isEmpty { listeners.send(entry, to: nil) }
            for device in queues { listeners.send(entry, to: device) }
        }
        // The last use of the event, which is moved there and not copied.
        if keepsEvents { log.append(event) }
    }
}

extension Store.Contents {
    /// The laws that are broken, each as a sentence.
    ///
    /// The check looks at everything, so a store that is larger than a test's is not checked, and the list is empty.
    fileprivate var faults: [String] {
        machine.isSmall ? machine.brokenInvariants() : []
    }

    /// Takes out the sleeps that are not needed any more.
    fileprivate mutating func takeOutdated() -> [Following.Alarm] {
        if outdated.isEmpty { return [] }
        return exchange(&outdated, with: [])
    }
}
