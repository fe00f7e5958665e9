import Foundation
import NIOConcurrencyHelpers
import OfferKit

/// What becomes of notifications on their way.
struct DeliveryPlan: Sendable {
    enum Mode: String, CaseIterable, Sendable {
        /// Each is sent once, in order.
        case send
        /// None is sent until `release`.
        case hold
        /// Each is sent twice.
        case double
        /// What a request brings about is sent newest first.
        case reorder
        /// None arrives: the App Store hears no answer, and tries again where it would.
        case drop
    }

    var url: String?
    var mode = Mode.send
    /// How many notifications are doubled or dropped before the rest is sent; nil for all.
    var remaining: Int?
    var version = NotificationVersion.v2

    /// The mode for the next notification.
    mutating func next() -> Mode {
        guard let left = remaining else { return mode }
        let mode = mode
        remaining = left > 1 ? left - 1 : nil
        if left <= 1 { self.mode = .send }
        return mode
    }
}

/// One attempt to deliver a notification, as it went over the wire.
struct SendRecord: Sendable {
    let notification: UUID
    /// By the store's clock.
    let date: Date
    let outcome: String
    let status: Int?
    let error: String?

    var json: JSONValue {
        .row([
            "date": .date(date), "outcome": .text(outcome), "status": status.map(JSONValue.count),
            "error": error.map(JSONValue.text),
        ])
    }
}

/// What was sent, the latest attempts of all.
struct SentLog: Sendable {
    /// So many are remembered.
    static let longest = 10_000

    private(set) var count = 0
    private var records: [SendRecord] = []

    mutating func add(_ record: SendRecord) {
        count += 1
        records.append(record)
        if records.count >= 2 * SentLog.longest { records.removeFirst(SentLog.longest) }
    }

    /// The attempts since there were so many.
    func since(_ mark: Int) -> [SendRecord] { Array(records.suffix(max(0, count - mark))) }

    /// The attempts of one notification.
    func of(_ id: UUID) -> [SendRecord] { records.filter { $0.notification == id } }
}

/// What moving the clock came to.
struct Moved: Sendable {
    var (renewed, failed, recovered, lapsed, entries) = (0, 0, 0, 0, 0)

    mutating func add(_ advance: Store.Advance) {
        renewed += advance.renewed
        failed += advance.failed
        recovered += advance.recovered
        lapsed += advance.lapsed
        entries += advance.entries.count
    }

    var json: [String: JSONValue] {
        [
            "renewed": .count(renewed), "failed": .count(failed), "recovered": .count(recovered),
            "lapsed": .count(lapsed), "entries": .count(entries),
        ]
    }
}

extension HostedStore {
    /// The most entries of the log that one request brings about.
    static let mostEntries = 100_000

    /// Delivers what is due, and moves the clock before that where a date is given.
    ///
    /// No lock is held while a webhook is waited for. One call at a time delivers for a store; another one waits for a moment, and then
    /// leaves its notifications to the first.
    ///
    /// - Parameters:
    ///   - target: Where the clock goes; nil for nowhere.
    ///   - webhook: Posts.
    /// - Returns: What the move brought about.
    /// - Throws: ``ControlError``.
    func settle(movingTo target: Date? = nil, _ webhook: Webhook) async throws -> Moved {
        let (store, plan) = withState { ($0.store, $0.delivery) }
        guard let url = plan.url, plan.mode != .hold else {
            var moved = Moved()
            if let target { try await HostedStore.retrying { try await move(store, to: target, &moved, nil) } }
            return moved
        }
        if plan.mode == .reorder {
            var moved = Moved()
            if let target { try await HostedStore.retrying { try await move(store, to: target, &moved, nil) } }
            try await deliverNewestFirst(store, url, plan.version, webhook)
            return moved
        }
        let handler: Store.NotificationHandler = { notification in
            try await self.post(notification, url, plan.version, webhook)
        }
        var moved = Moved()
        if let target {
            try await HostedStore.retrying {
                try await move(store, to: target, &moved, (plan.version, webhook.storeTimeout, handler))
            }
        } else {
            do {
                try await HostedStore.retrying {
                    try await store.deliverNotifications(
                        version: plan.version, timeout: webhook.storeTimeout, to: handler)
                }
            } catch ClockRefusal.advancing {
                // The call under way takes these notifications, too.
            }
        }
        return moved
    }

    /// Tries again for a moment while another call delivers.
    private static func retrying(_ body: () async throws -> Void) async throws {
        for _ in 0..<100 {
            do {
                return try await body()
            } catch ClockRefusal.advancing {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        try await body()
    }

    /// Moves the clock stop by stop, so that a request for thousands of years ends.
    private func move(
        _ store: Store, to target: Date, _ moved: inout Moved,
        _ sending: (NotificationVersion, Duration, Store.NotificationHandler)?
    ) async throws {
        func advance(to date: Date) async throws {
            if let (version, timeout, handler) = sending {
                moved.add(try await store.advance(to: date, version: version, timeout: timeout, delivering: handler))
            } else {
                moved.add(try store.advance(to: date))
            }
        }
        while let due = store.nextDue, due <= target {
            guard moved.entries < HostedStore.mostEntries else {
                throw ControlError(
                    409, "tooMuchDue",
                    "More than \(HostedStore.mostEntries) things happened on the way. The clock stands at "
                        + "\(store.now.controlText); send the request again to go on.", at: "clock")
            }
            try await advance(to: max(due, store.now))
        }
        try await advance(to: target)
    }

    /// Posts one notification as the plan says.
    private func post(
        _ notification: ServerNotification, _ url: String, _ version: NotificationVersion, _ webhook: Webhook
    ) async throws -> Int {
        let mode = withState { $0.delivery.next() }
        let body = version == .v1 ? notification.version1Body() ?? Data() : notification.body
        let date = notification.store.now
        func send() async throws -> Int {
            do {
                let status = try await webhook.post(body, to: url)
                note(notification, date, mode == .double ? "doubled" : "sent", status: status)
                return status
            } catch {
                note(notification, date, "unanswered", error: Webhook.words(error))
                // The store ends this in a moment, and then knows that it was time that ran out.
                if Webhook.isTimeout(error) { try await Task.sleep(for: .seconds(60)) }
                throw error
            }
        }
        switch mode {
        case .drop:
            note(notification, date, "dropped")
            throw DroppedOnTheWay()
        case .double:
            _ = try? await send()
            return try await send()
        case .send, .hold, .reorder: return try await send()
        }
    }

    private func note(
        _ notification: ServerNotification, _ date: Date, _ outcome: String, status: Int? = nil, error: String? = nil
    ) {
        let record = SendRecord(
            notification: notification.id, date: date, outcome: outcome, status: status, error: error)
        withState { $0.sent.add(record) }
    }

    /// Posts what is due newest first, and then tells the store how each was answered.
    private func deliverNewestFirst(
        _ store: Store, _ url: String, _ version: NotificationVersion, _ webhook: Webhook
    ) async throws {
        let now = store.now
        let due = store.notificationDeliveries.filter { $0.nextAttempt.map { $0 <= now } ?? false }
        let answers = NIOLockedValueBox<[UUID: Int]>([:])
        for delivery in due.reversed() where version == .v2 || delivery.notification.version1Type != nil {
            let notification = delivery.notification
            guard let status = try? await post(notification, url, version, webhook) else { continue }
            answers.withLockedValue { $0[notification.id] = status }
        }
        try await HostedStore.retrying {
            try await store.deliverNotifications(version: version) { notification in
                guard let status = answers.withLockedValue({ $0[notification.id] }) else { throw DroppedOnTheWay() }
                return status
            }
        }
    }
}

/// A notification that was dropped, or that nobody answered.
private struct DroppedOnTheWay: Error {}
