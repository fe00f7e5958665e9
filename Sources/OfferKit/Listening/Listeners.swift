import OfferKitCore

/// The listeners to a store: to its log, or to the news of a customer's devices.
struct Listeners: Sendable {
    /// The listeners of one device; or, without a device, of the store itself.
    struct OfDevice: Sendable {
        /// The listeners to log entries; of a device, its payment queues, which hear only what concerns them.
        var entries = Mailboxes<LogEntry>()
        var transactions = Mailboxes<VerificationResult<Transaction>>()
        var statuses = Mailboxes<SubscriptionStatus>()
        var storefronts = Mailboxes<Storefront>()
        var intents = Mailboxes<PurchaseIntent>()
        /// The listeners to intents that are shown and not taken, for the original API's queue.
        var waitingIntents = Mailboxes<PurchaseIntent>()
        var messages = Mailboxes<Message>()
        /// The listeners to the notifications to the developer's server.
        var notifications = Mailboxes<NotificationRecord>()

        var isEmpty: Bool {
            entries.isEmpty && transactions.isEmpty && statuses.isEmpty && storefronts.isEmpty && intents.isEmpty
                && waitingIntents.isEmpty && messages.isEmpty && notifications.isEmpty
        }

        var busyListeners: [BusyListener] {
            entries.busyListeners + transactions.busyListeners + statuses.busyListeners + storefronts.busyListeners
                + intents.busyListeners + waitingIntents.busyListeners + messages.busyListeners
                + notifications.busyListeners
        }
    }

    /// A kind of news.
    typealias Kind<News: Sendable> = any WritableKeyPath<OfDevice, Mailboxes<News>> & Sendable

    private var ofDevices: [Device?: OfDevice] = [:]
    /// The devices that listen, by customer, so that an event finds those whom it concerns.
    private var devices: [CustomerID: Set<Device>] = [:]
    /// The number of listeners that have not asked for more than they were sent.
    private var busy = 0
    private var lastNumber: UInt64 = 0
    /// Whether nobody listens to the log; kept, because it is asked at every step of the clock.
    private(set) var isEmpty = true
    /// Whether somebody listens to notifications; kept for the same reason.
    private(set) var hearNotifications = false
    /// The calls that wait until no listener is busy, by number; told whether that came about.
    private var settling: [UInt64: AnswerWait<Bool>] = [:]
    /// The calls that wait until a loop over updates has begun on a device, or on any, by number; told whether one has.
    private var awaiting: [UInt64: (device: Device?, wait: AnswerWait<Bool>)] = [:]
    /// Whether a loop over updates or a payment queue has listened, or has been given the time to begin (C-215).
    private var hasHadItsTime = false
    /// The number of times that a listener got on: began, asked for more, or was handed what it waited for.
    private(set) var step: UInt64 = 0
    /// The closures that resume the calls whose wait is over, once the lock is free.
    private var resumptions: [@Sendable () -> Void] = []

    /// Goes back to earlier listeners and their buffers; numbers that were given out since are never given out again.
    mutating func restore(_ earlier: Listeners) {
        let last = lastNumber
        self = earlier
        lastNumber = last
    }

    /// Whether no device listens to anything.
    var noDeviceListens: Bool { devices.isEmpty }

    /// Returns the devices of a customer that listen to something.
    func devices(of customer: CustomerID) -> Set<Device> {
        devices[customer] ?? []
    }

    /// Returns whether somebody on a device listens to one kind of news.
    func hears<News>(_ kind: Kind<News>, on device: Device) -> Bool {
        ofDevices[device].map { !$0[keyPath: kind].isEmpty } ?? false
    }

    func has<News>(_ id: ListenerID, _ kind: Kind<News>, of device: Device?) -> Bool {
        ofDevices[device]?[keyPath: kind].has(id) ?? false
    }

    mutating func add<News>(
        _ kind: Kind<News>, of device: Device?, _ origin: ListenerOrigin, _ backlog: [News] = []
    ) -> ListenerID {
        // Numbers are never used twice: a loop that was ended must not take what a later one is sent.
        lastNumber += 1
        let id = ListenerID(number: lastNumber)
        let step = nextStep()
        // Loops over statuses and the like begin beside the one that the purchase is for.
        if device != nil, kind as AnyKeyPath == \OfDevice.transactions || kind as AnyKeyPath == \OfDevice.entries {
            hasHadItsTime = true
        }
        change(kind, of: device) { $0.add(id, origin, backlog, at: step) }
        if let device { devices[device.customer.id, default: []].insert(device) }
        // A payment queue listens from here on; a loop over updates once it asks for the first.
        if device != nil, kind as AnyKeyPath == \OfDevice.entries { resumeAwaiting { $0 == nil } }
        noteListenersToStore()
        return id
    }

    mutating func remove<News>(_ id: ListenerID, _ kind: Kind<News>, of device: Device?) {
        guard has(id, kind, of: device) else { return }
        resume(change(kind, of: device) { $0.remove(id) }, with: nil)
        forgetIfEmpty(device)
        noteListenersToStore()
    }

    private mutating func noteListenersToStore() {
        isEmpty = ofDevices[nil].map { $0.entries.isEmpty } ?? true
        hearNotifications = ofDevices[nil].map { !$0.notifications.isEmpty } ?? false
    }

    /// Moves a device's listeners to another account that is about to be signed in there: its news comes to them from
    /// now on.
    mutating func move(_ device: Device, to customer: CustomerID) {
        guard ofDevices[device] != nil else { return }
        let old = device.customer.id
        devices[old]?.remove(device)
        if devices[old]?.isEmpty ?? false { devices[old] = nil }
        devices[customer, default: []].insert(device)
    }

    /// Ends every loop on a device; a payment queue stays, and sees for itself that the app was ended.
    mutating func removeAll(of device: Device) {
        end(\.transactions, on: device)
        end(\.statuses, on: device)
        end(\.storefronts, on: device)
        end(\.intents, on: device)
        end(\.waitingIntents, on: device)
        end(\.messages, on: device)
        forgetIfEmpty(device)
    }

    private mutating func end<News>(_ kind: Kind<News>, on device: Device) {
        guard hears(kind, on: device) else { return }
        for waiting in change(kind, of: device, { $0.removeAll() }) { resume(waiting, with: nil) }
    }

    /// Hands an entry of the log to everybody who listens to the log, or to the payment queues on a device.
    mutating func send(_ entry: LogEntry, to device: Device?) {
        send(entry, \.entries, to: device)
    }

    /// Hands news to each listener on a device: into the hands of those who wait, into the buffers of the others.
    mutating func send<News>(_ news: News, _ kind: Kind<News>, to device: Device?) {
        guard ofDevices[device] != nil else { return }
        let step = nextStep()
        for waiting in change(kind, of: device, { $0.send(news, at: step) }) { resume(waiting, with: news) }
    }

    /// Returns the next news for a listener, if there is any; otherwise the listener waits.
    mutating func next<News>(
        for id: ListenerID, _ kind: Kind<News>, of device: Device?, in task: TaskMark?,
        _ continuation: CheckedContinuation<News?, Never>
    ) {
        let step = nextStep()
        guard has(id, kind, of: device) else { return resume(continuation, with: nil) }
        switch change(kind, of: device, { $0.next(for: id, in: task, at: step, continuation) }) {
        case .gone: resume(continuation, with: nil)
        case .news(let news): resume(continuation, with: news)
        case .waits(let other): resume(other, with: nil)
        }
        if !awaiting.isEmpty, let device { resumeAwaiting(device) }
    }

    /// Returns whether a loop over updates has begun on a device.
    func hasBegun(on device: Device) -> Bool { ofDevices[device]?.transactions.hasBegun ?? false }

    /// Waits until a loop over updates has begun on a device; where none is named, until one begins anywhere.
    mutating func awaitLoop(_ number: UInt64, on device: Device?, _ wait: AnswerWait<Bool>) {
        awaiting[number] = (device, wait)
        if let device { resumeAwaiting(device) }
    }

    /// Returns whether the first loop may still be about to begin; true once.
    mutating func takeFirstTime() -> Bool {
        !exchange(&hasHadItsTime, with: true)
    }

    private mutating func resumeAwaiting(_ device: Device) {
        guard hasBegun(on: device) else { return }
        resumeAwaiting { $0 == nil || $0 === device }
    }

    private mutating func resumeAwaiting(where isMet: (Device?) -> Bool) {
        for (number, waiter) in awaiting where isMet(waiter.device) {
            awaiting[number] = nil
            resumptions.append { waiter.wait.end(with: true) }
        }
    }

    // MARK: - Until nobody is busy

    /// Waits until no listener has anything left to take.
    mutating func settle(_ number: UInt64, _ wait: AnswerWait<Bool>) {
        settling[number] = wait
        resumeSettling()
    }

    /// Ends a wait that is not wanted any more.
    mutating func stopWaiting(_ number: UInt64) {
        let waiting = [settling.removeValue(forKey: number), awaiting.removeValue(forKey: number)?.wait]
        for case let wait? in waiting { resumptions.append { wait.end(with: false) } }
    }

    mutating func nextSettleNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Whether every listener has taken all it was sent and asked for more.
    var isSettled: Bool { busy == 0 }

    /// The listeners that have not asked for more than they were sent, in the order in which they began.
    var busyListeners: [BusyListener] {
        ofDevices.flatMap { device, listeners in
            listeners.busyListeners.map { busy in
                var busy = busy
                busy.customer = device?.customer.id
                busy.sheets = device?.withSettings { $0.sheets.all.count } ?? 0
                return busy
            }
        }.sorted { $0.id.number < $1.id.number }
    }

    /// Takes out the closures that resume the calls whose wait is over, to be called once the lock is free.
    mutating func takeResumptions() -> [@Sendable () -> Void] {
        if resumptions.isEmpty { return [] }
        return exchange(&resumptions, with: [])
    }

    // MARK: -

    private mutating func nextStep() -> UInt64 {
        step &+= 1
        return step
    }

    @discardableResult
    private mutating func change<News, Result>(
        _ kind: Kind<News>, of device: Device?, _ body: (inout Mailboxes<News>) -> Result
    ) -> Result {
        let before = ofDevices[device]?[keyPath: kind].busy ?? 0
        let result = body(&ofDevices[device, default: OfDevice()][keyPath: kind])
        busy += (ofDevices[device]?[keyPath: kind].busy ?? 0) - before
        resumeSettling()
        return result
    }

    private mutating func resume<News: Sendable>(
        _ continuation: CheckedContinuation<News?, Never>?, with news: News?
    ) {
        if let continuation { resumptions.append { continuation.resume(returning: news) } }
    }

    private mutating func resumeSettling() {
        guard busy == 0, !settling.isEmpty else { return }
        for wait in settling.values { resumptions.append { wait.end(with: true) } }
        settling = [:]
    }

    private mutating func forgetIfEmpty(_ device: Device?) {
        if let listeners = ofDevices[device], !listeners.isEmpty { return }
        ofDevices[device] = nil
        guard let device else { return }
        devices[device.customer.id]?.remove(device)
        if devices[device.customer.id]?.isEmpty ?? false { devices[device.customer.id] = nil }
    }
}
