/// The notifications that a store keeps.
package enum NotificationKeeping: UInt8, Hashable, Sendable, Codable, Comparable {
    /// None: notifications are made only for those who listen.
    case nothing
    /// The notifications that were not delivered yet.
    case undelivered
    /// All notifications.
    case everything

    /// Returns whether the first keeps less than the second.
    package static func < (first: NotificationKeeping, second: NotificationKeeping) -> Bool {
        first.rawValue < second.rawValue
    }
}

/// A notification on its way to the developer's server.
package struct Delivery: Hashable, Sendable {
    private enum Form: Sendable {
        /// The short form of the notification of a renewal, due when it was made and not tried yet.
        ///
        /// Most notifications that are kept are such.
        case renewal(RenewalNotice)
        /// A whole record, shared with others that have it; its attempts, and the instant at which the next is due.
        case whole(Boxed<NotificationRecord>, [SendAttempt], due: Instant?)
    }

    private var form: Form

    fileprivate init(_ notification: Boxed<NotificationRecord>, due: Instant) {
        form = .whole(notification, [], due: due)
    }

    @inline(__always)
    fileprivate init(_ notice: RenewalNotice) { form = .renewal(notice) }

    /// The notification.
    package var notification: NotificationRecord {
        switch form {
        case .renewal(let notice): notice.notification
        case .whole(let box, _, _): box.value
        }
    }

    /// The attempts that were made.
    package var attempts: [SendAttempt] {
        switch form {
        case .renewal: []
        case .whole(_, let attempts, _): attempts
        }
    }

    /// The instant at which the next attempt is due; nil when there is none to come.
    package var due: Instant? {
        switch form {
        case .renewal(let notice): notice.date
        case .whole(_, _, let due): due
        }
    }

    /// Records an attempt, or that none will be made, and when the next one is due.
    fileprivate mutating func note(_ attempt: SendAttempt?, again: Instant?) {
        switch form {
        case .renewal(let notice):
            form = .whole(Boxed(notice.notification), attempt.map { [$0] } ?? [], due: again)
        case .whole(let box, var attempts, _):
            if let attempt { attempts.append(attempt) }
            form = .whole(box, attempts, due: again)
        }
    }

    /// Returns whether two deliveries are equal, in whatever form they are kept.
    package static func == (first: Delivery, second: Delivery) -> Bool {
        first.due == second.due && first.attempts == second.attempts && first.notification == second.notification
    }

    /// Hashes the identity of the notification.
    package func hash(into hasher: inout Hasher) { hasher.combine(notification.id) }
}

extension Delivery: Codable {
    private enum CodingKeys: String, CodingKey {
        case notification = "box"
        case attempts, due
    }

    /// Reads the notification and its attempts.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        form = .whole(
            try container.decode(Boxed<NotificationRecord>.self, forKey: .notification),
            try container.decode([SendAttempt].self, forKey: .attempts),
            due: try container.decodeIfPresent(Instant.self, forKey: .due))
    }

    /// Writes the notification, in whatever form it is kept, and its attempts.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(notification, forKey: .notification)
        try container.encode(attempts, forKey: .attempts)
        try container.encodeIfPresent(due, forKey: .due)
    }
}

/// The notifications that were made to the developer's server, and the attempts to deliver them (B11-2).
///
/// They are numbered from 0, in the order in which they were made.
package struct Outbox: Hashable, Sendable, Codable {
    /// The notifications that are kept.
    package private(set) var keeping = NotificationKeeping.nothing
    /// Whether any are kept.
    package var isKeeping: Bool { if case .nothing = keeping { false } else { true } }
    /// The version that they are kept for: those for version 1 have the customer's receipt, too (C-151).
    package private(set) var version = NotificationVersion.v2
    /// The first notification that was neither tried nor passed over; nor were any after it.
    private var firstUntried = 0
    private var deliveries = NumberTable<Compartment>()
    private var retries = RetryQueue()

    private struct Compartment: OptionalPlace, Sendable {
        let value: Delivery?
        @inline(__always)
        init(_ value: consuming Delivery?) { self.value = value }
    }

    /// An outbox that keeps nothing.
    init() {}

    /// The number of notifications since they have been kept.
    package var count: Int { deliveries.count }

    /// A notification by its number; nil where it is not kept any more.
    package subscript(number: Int) -> Delivery? { deliveries[number] }

    /// The numbers of those that are kept, from one on, the oldest first.
    package func numbers(from first: Int = 0) -> [Int] {
        // The latest are found without a list of all.
        first > 0
            ? (min(first, count)..<count).filter { deliveries[$0] != nil } : deliveries.ordered.map(\.number)
    }

    /// The identity of the next notification that somebody asks for.
    func idOfNext(after number: Int) -> NotificationID { NotificationID(cause: number, ordinal: -1 - count) }

    /// The attempt that is due first, and its instant; of two at one instant, that of the older notification.
    package var next: (number: Int, due: Instant)? {
        let untried = firstUntried < count ? deliveries[firstUntried]?.due.map { (firstUntried, $0) } : nil
        guard let retry = retries.first else { return untried }
        guard let untried else { return (retry.number, retry.due) }
        return retry.due <= untried.1 ? (retry.number, retry.due) : untried
    }

    // MARK: - Decisions

    /// Returns whether a notification is the one to be sent now.
    ///
    /// It is no more where somebody else delivered it, or stopped keeping notifications, while the server answered.
    func expects(_ number: Int) -> Bool { next?.number == number }

    /// Keeps more notifications than so far, or none any more.
    package func decideKeeping<Refusal>(
        _ keeping: NotificationKeeping, for version: NotificationVersion
    ) -> Decision<Void, Refusal> {
        let isSame = keeping == self.keeping && version == self.version
        return Decision(isSame ? [] : [.notificationKeepingChanged(to: keeping, version: version)], ())
    }

    /// Keeps at least the notifications not delivered yet, for a version that is about to be delivered.
    package func decideDelivering<Refusal>(_ version: NotificationVersion) -> Decision<Void, Refusal> {
        decideKeeping(max(keeping, .undelivered), for: version == .v1 ? .v1 : self.version)
    }

    /// Records an attempt, and says when the next one is due.
    ///
    /// - Parameters:
    ///   - number: The notification.
    ///   - result: The result of the attempt.
    ///   - version: The form in which it was sent, which decides when it is sent again (B11-2).
    ///   - now: The instant at which it was made.
    ///   - environment: The environment: the sandbox sends nothing twice (C-130).
    /// - Returns: The event; none where nobody waits for the attempt any more.
    package func decideAttempt(
        on number: Int, _ result: SendAttemptResult, of version: NotificationVersion, at now: Instant,
        in environment: StoreEnvironment
    ) -> Decision<Void, ClockRefusal> {
        guard expects(number), let delivery = deliveries[number] else { return Decision([], ()) }
        var again: Instant?
        let hours = version.hoursBetweenAttempts
        if result != .success, environment != .sandbox, delivery.attempts.count < hours.count {
            again = now.due(after: hours[delivery.attempts.count] * 3_600_000)
        }
        return Decision([.notificationSent(number: number, result: result, again: again)], ())
    }

    /// Passes over a notification, because the version that is delivered has none like it (C-152).
    ///
    /// - Parameter number: The notification.
    /// - Returns: The event; none where nobody waits for the notification any more.
    package func decidePassingOver(_ number: Int) -> Decision<Void, ClockRefusal> {
        Decision(expects(number) ? [.notificationPassedOver(number: number)] : [], ())
    }

    // MARK: - Events

    mutating func set(_ keeping: NotificationKeeping, for version: NotificationVersion) {
        (self.keeping, self.version) = (keeping, version)
        guard keeping != .everything else { return }
        let kept = keeping == .nothing ? [] : deliveries.ordered.filter { $0.value.due != nil }
        deliveries = NumberTable(kept, count: count)
        if keeping == .nothing { (firstUntried, retries) = (count, RetryQueue()) }
    }

    mutating func add(_ notification: Boxed<NotificationRecord>, at instant: Instant) {
        deliveries.append(Delivery(notification, due: instant))
    }

    @inline(__always)
    mutating func add(_ notice: RenewalNotice) { deliveries.append(Delivery(notice)) }

    /// Records an attempt on the notification that is to be sent now, or that none will be made.
    mutating func note(_ attempt: SendAttempt?, on number: Int, again: Instant? = nil) {
        guard var delivery = deliveries[number] else { return }
        if number == firstUntried { firstUntried += 1 } else { retries.removeFirst() }
        if let again { retries.insert(RetryQueue.Retry(due: again, number: number)) }
        if keeping == .undelivered, again == nil {
            deliveries.remove(number)
        } else {
            delivery.note(attempt, again: again)
            deliveries.change(number, to: delivery)
        }
    }

    // MARK: - Soundness

    func fault(_ knows: (NotificationRecord) -> Bool) -> String? {
        guard 0...Int.max / 2 ~= count, 0...count ~= firstUntried else {
            return "The notifications are more than a store can count."
        }
        let kept = deliveries.ordered
        guard keeping != .nothing || (kept.isEmpty && firstUntried == count) else {
            return "Notifications are kept, and none should be."
        }
        var waiting: [RetryQueue.Retry] = []
        for (number, delivery) in kept {
            if let fault = fault(of: delivery, number, knows) { return "Notification \(number) \(fault)" }
            if number < firstUntried, let due = delivery.due {
                waiting.append(RetryQueue.Retry(due: due, number: number))
            }
        }
        if let missing = (firstUntried..<count).first(where: { deliveries[$0] == nil }) {
            return "Notification \(missing) is missing, which nobody tried to deliver yet."
        }
        return retries.misplaced(waiting).map { "Notification \($0) is in a wrong place of the outbox's retries." }
    }

    private func fault(
        of delivery: Delivery, _ number: Int, _ knows: (NotificationRecord) -> Bool
    ) -> String? {
        let (attempts, wasTried) = (delivery.attempts.count, number < firstUntried)
        guard 0..<count ~= number else { return "is not one of the \(count) that were made." }
        guard knows(delivery.notification) else { return "names something that does not exist." }
        guard attempts <= NotificationVersion.v2.hoursBetweenAttempts.count + 1 else {
            return "was attempted \(attempts) times, more often than any is."
        }
        guard let due = delivery.due else {
            guard wasTried else { return "was not attempted, and is not due." }
            return keeping == .everything ? nil : "is not due again, and the outbox keeps only those that are."
        }
        guard due <= .endOfClock else { return "is due at \(due), after the clock's end." }
        if wasTried { return attempts > 0 ? nil : "is due again, and was never attempted." }
        guard attempts == 0 else { return "was attempted before those in front of it." }
        return due >= delivery.notification.date ? nil : "is due at \(due), before it was made."
    }
}

/// The notifications that are to be sent again, as a heap with the one that is due first on top.
struct RetryQueue: Hashable, Sendable, Codable {
    struct Retry: Hashable, Sendable, Codable, Comparable {
        let due: Instant
        let number: Int

        static func < (a: Retry, b: Retry) -> Bool { (a.due, a.number) < (b.due, b.number) }
    }

    private var heap = ChunkedArray<Retry>()

    var first: Retry? { heap.first }

    mutating func insert(_ retry: Retry) {
        heap.append(retry)
        rise(retry, from: heap.count - 1)
    }

    /// Removes the one that is due first.
    mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        var place = 0
        while 2 * place + 1 < heap.count {
            let (left, right) = (2 * place + 1, 2 * place + 2)
            let child = right < heap.count && heap[right] < heap[left] ? right : left
            guard heap[child] < last else { break }
            heap[place] = heap[child]
            place = child
        }
        heap[place] = last
    }

    /// Puts one at a place, or above it where those above are due later.
    private mutating func rise(_ retry: Retry, from start: Int) {
        var place = start
        while place > 0, retry < heap[(place - 1) / 2] {
            heap[place] = heap[(place - 1) / 2]
            place = (place - 1) / 2
        }
        heap[place] = retry
    }

    /// Returns a notification that waits and should not, or should and does not; nil where all is in order.
    ///
    /// All is in order where exactly these wait, at these instants, in an order that a heap can have.
    func misplaced(_ retries: [Retry]) -> Int? {
        let (waiting, due) = (heap.sorted(), retries.sorted())
        let place = (0..<max(waiting.count, due.count)).first {
            $0 >= waiting.count || $0 >= due.count || waiting[$0] != due[$0]
        }
        if let place { return (place < waiting.count ? waiting : due)[place].number }
        return heap.indices.dropFirst().first { heap[($0 - 1) / 2] > heap[$0] }.map { heap[$0].number }
    }
}
