import Foundation
import OfferKit

/// What becomes of notifications on their way.
struct DeliveryPlan: Sendable, Codable {
    enum Mode: String, CaseIterable, Sendable, Codable {
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

    /// The plan that a store begins with.
    init(_ options: StoreOptions) {
        url = options.notificationURL
        version = options.notificationVersion
    }

    /// The plan without a count, which is of this run of the server alone.
    var lasting: DeliveryPlan {
        guard remaining != nil else { return self }
        var plan = self
        (plan.mode, plan.remaining) = (.send, nil)
        return plan
    }

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
    /// `sent`, `doubled`, `dropped`, `unanswered`, or `cancelled` for one that was not made.
    let outcome: String
    var status: Int?
    /// The beginning of what the backend answered, where it took nothing.
    var answer: String?
    var error: String?

    var json: JSONValue {
        .row([
            "date": .date(date), "outcome": .text(outcome), "status": status.map(JSONValue.count),
            "answer": answer.map(JSONValue.text), "error": error.map(JSONValue.text),
        ])
    }
}

/// What was sent since the server was started, the latest attempts of all.
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
}

/// What moving the clock came to.
struct MoveTally: Sendable {
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
