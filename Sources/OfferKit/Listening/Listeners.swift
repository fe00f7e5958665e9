import OfferKitCore

/// Everybody who listens to a store: to its log, or to what the devices of a customer hear.
struct Listeners: Sendable {
    /// The listeners of one device; or, without a device, of the store itself.
    struct Ears: Sendable {
        var entries = Mailboxes<LogEntry>()
        var transactions = Mailboxes<VerificationResult<Transaction>>()
        var statuses = Mailboxes<SubscriptionStatus>()
        var storefronts = Mailboxes<Storefront>()
        var intents = Mailboxes<PurchaseIntent>()
        /// Intents that are shown and not taken, for the original API's queue.
        var waitingIntents = Mailboxes<PurchaseIntent>()
        var messages = Mailboxes<Message>()
        /// What the developer's server is told.
        var notifications = Mailboxes<NotificationRecord>()

        var isEmpty: Bool {
            entries.isEmpty && transactions.isEmpty && statuses.isEmpty && storefronts.isEmpty && intents.isEmpty
                && waitingIntents.isEmpty && messages.isEmpty && notifications.isEmpty
        }

        var isSettled: Bool {
            entries.isSettled && transactions.isSettled && statuses.isSettled && storefronts.isSettled
                && intents.isSettled && waitingIntents.isSettled && messages.isSettled && notifications.isSettled
        }
    }

    /// A kind of news.
    typealias Kind<News: Sendable> = any WritableKeyPath<Ears, Mailboxes<News>> & Sendable

    private var ears: [Device?: Ears] = [:]
    /// The devices that listen, by customer, so that an event finds those whom it concerns.
    private var devices: [CustomerID: Set<Device>] = [:]
    private var lastNumber: UInt64 = 0

    /// Goes back to earlier listeners and their buffers; numbers that were given out since are never given out again.
    mutating func restore(_ earlier: Listeners) {
        let last = lastNumber
        self = earlier
        lastNumber = last
    }
    private var settling: [UInt64: CheckedContinuation<Void, Never>] = [:]

    /// Whether nobody listens to the log.
    var isEmpty: Bool { ears[nil].map { $0.entries.isEmpty } ?? true }

    /// Whether somebody listens to notifications; kept, because it is asked at every step of the clock.
    private(set) var hearNotifications = false

    /// Whether no device listens to anything.
    var noDeviceListens: Bool { devices.isEmpty }

    /// The devices of a customer that listen to something.
    func devices(of customer: CustomerID) -> Set<Device> {
        devices[customer] ?? []
    }

    /// Whether somebody on a device listens to one kind of news.
    func hears<News>(_ kind: Kind<News>, on device: Device) -> Bool {
        ears[device].map { !$0[keyPath: kind].isEmpty } ?? false
    }

    func has<News>(_ id: ListenerID, _ kind: Kind<News>, of device: Device?) -> Bool {
        ears[device]?[keyPath: kind].has(id) ?? false
    }

    mutating func add<News>(_ kind: Kind<News>, of device: Device?, _ backlog: [News] = []) -> ListenerID {
        // Numbers are never used twice: a loop that was ended must not take what a later one is sent.
        lastNumber += 1
        let id = ListenerID(number: lastNumber)
        ears[device, default: Ears()][keyPath: kind].add(id, backlog)
        if let device { devices[device.customer.id, default: []].insert(device) }
        hearNotifications = ears[nil].map { !$0.notifications.isEmpty } ?? false
        return id
    }

    mutating func remove<News>(_ id: ListenerID, _ kind: Kind<News>, of device: Device?) -> Wake {
        let waiting = ears[device]?[keyPath: kind].remove(id)
        forgetIfEmpty(device)
        hearNotifications = ears[nil].map { !$0.notifications.isEmpty } ?? false
        return Wake(waiting, nil, settled: takeSettled())
    }

    /// Another account is about to be signed in on a device: what concerns that one is news there from now on.
    mutating func move(_ device: Device, to customer: CustomerID) {
        guard ears[device] != nil else { return }
        let old = device.customer.id
        devices[old]?.remove(device)
        if devices[old]?.isEmpty ?? false { devices[old] = nil }
        devices[customer, default: []].insert(device)
    }

    /// Ends every loop on a device.
    mutating func removeAll(of device: Device) -> [Wake] {
        guard var ending = ears.removeValue(forKey: device) else { return [] }
        forgetIfEmpty(device)
        return ending.transactions.removeAll().map { Wake($0, nil) } + ending.statuses.removeAll().map { Wake($0, nil) }
            + ending.storefronts.removeAll().map { Wake($0, nil) } + ending.intents.removeAll().map { Wake($0, nil) }
            + ending.waitingIntents.removeAll().map { Wake($0, nil) }
            + ending.messages.removeAll().map { Wake($0, nil) } + [Wake(settled: takeSettled())]
    }

    /// Hands an entry of the log to everybody who listens to it.
    mutating func send(_ entry: LogEntry) -> [Wake] {
        send(entry, \.entries, to: nil)
    }

    /// Hands news to each listener on a device: into the hands of those who wait, into the buffers of the others.
    mutating func send<News>(_ news: News, _ kind: Kind<News>, to device: Device?) -> [Wake] {
        (ears[device]?[keyPath: kind].send(news) ?? []).map { Wake($0, news) }
    }

    /// The next news for a listener, if there is some; otherwise it waits.
    mutating func next<News>(
        for id: ListenerID, _ kind: Kind<News>, of device: Device?, _ taker: CheckedContinuation<News?, Never>
    ) -> Wake {
        switch ears[device]?[keyPath: kind].next(for: id, taker) ?? .gone {
        case .gone: Wake(taker, nil)
        case .news(let news): Wake(taker, news)
        case .waits(let overtaken): Wake(overtaken, nil, settled: takeSettled())
        }
    }

    /// Waits until nobody has anything left to take.
    mutating func settle(_ number: UInt64, _ continuation: CheckedContinuation<Void, Never>) -> Wake {
        settling[number] = continuation
        return Wake(settled: takeSettled())
    }

    mutating func stopSettling(_ number: UInt64) -> Wake {
        Wake(settled: settling.removeValue(forKey: number).map { [$0] } ?? [])
    }

    mutating func nextSettleNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    private mutating func forgetIfEmpty(_ device: Device?) {
        if let ears = ears[device], !ears.isEmpty { return }
        ears[device] = nil
        guard let device else { return }
        devices[device.customer.id]?.remove(device)
        if devices[device.customer.id]?.isEmpty ?? false { devices[device.customer.id] = nil }
    }

    private mutating func takeSettled() -> [CheckedContinuation<Void, Never>] {
        guard !settling.isEmpty, ears.values.allSatisfy(\.isSettled) else { return [] }
        defer { settling = [:] }
        return Array(settling.values)
    }
}
