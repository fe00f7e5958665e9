import Foundation
import LineProtocol
import OfferKit

/// A notification with the attempts to deliver it.
struct NotificationRow: Encodable {
    struct Attempt: Encodable {
        let date: DateText
        let result: String
    }

    let number: Int
    let uuid: String
    let type: String
    let subtype: String?
    let date: DateText
    let status: Int?
    let transaction: String?
    let signedPayload: String
    let attempts: [Attempt]
    let nextAttempt: DateText?

    init(_ delivery: NotificationDelivery) {
        let notification = delivery.notification
        number = delivery.number
        uuid = notification.id.uuidString.lowercased()
        type = notification.type.rawValue
        subtype = notification.subtype?.rawValue
        date = DateText(notification.signedDate)
        status = notification.status?.rawValue
        transaction = notification.transaction.map { String($0.transactionID) }
        signedPayload = notification.signedPayload
        attempts = delivery.attempts.map { Attempt(date: DateText($0.date), result: $0.result.rawValue) }
        nextAttempt = delivery.nextAttempt.map { DateText($0) }
    }
}

extension Bench {
    /// Returns the row of a notification that the store has just made.
    fileprivate func row(_ notification: ServerNotification) throws -> NotificationRow {
        guard let delivery = store.notificationDeliveries.last(where: { $0.notification == notification }) else {
            throw NotificationRefusal.unknownNotification(notification.id)
        }
        return NotificationRow(delivery)
    }
}

/// `keepNotifications`: decides whether the store keeps its notifications to the developer's server.
struct KeepNotifications: Command {
    static let name = "keepNotifications"
    enum CodingKeys: String, CodingKey, CaseIterable { case isOn, version }

    var isOn: Bool
    var version: Whole<Int>?

    func run(in session: inout Session) throws -> Done {
        let version = try version.map { try NotificationVersion(number: $0.value, at: CodingKeys.version) }
        try session.currentBench().store.setKeepsNotifications(isOn, version: version)
        return Done()
    }
}

extension NotificationVersion {
    /// Makes the version that a member of a command names.
    fileprivate init(number: Int, at key: some CodingKey) throws {
        guard let version = NotificationVersion(rawValue: number) else {
            throw LineError.wrongValue(
                at: key.stringValue, String(number), known: NotificationVersion.allCases.map { String($0.rawValue) })
        }
        self = version
    }
}

/// `notifications`: lists the notifications that are kept, from a number on.
struct ReadNotifications: Command {
    static let name = "notifications"
    enum CodingKeys: String, CodingKey, CaseIterable { case from, count }

    var from: Whole<Int>?
    var count: Whole<Int>?

    func run(in session: inout Session) throws -> [String: [NotificationRow]] {
        let kept = try session.currentBench().store.notificationDeliveries.filter { $0.number >= from?.value ?? 0 }
        // A notification is signed when it is read.
        return ["notifications": kept.prefix(max(0, count?.value ?? .max)).map { NotificationRow($0) }]
    }
}

/// `deliverNotifications`: delivers those that are due, with one HTTP status; in version 1 it shows the bodies sent.
struct DeliverNotifications: Command {
    static let name = "deliverNotifications"
    enum CodingKeys: String, CodingKey, CaseIterable { case status, version }

    struct Delivered: Encodable {
        let attempts: Int
        let bodies: [String]?
    }

    var status: Whole<Int>
    var version: Whole<Int>?

    func run(in session: inout Session) async throws -> Delivered {
        let status = status.value
        let version = try version.map { try NotificationVersion(number: $0.value, at: CodingKeys.version) } ?? .v2
        let bodies = Bodies()
        let attempts = try await session.currentBench().store.deliverNotifications(version: version) { notification in
            if version == .v1, let body = notification.version1Body() { await bodies.add(body) }
            return status
        }
        return Delivered(attempts: attempts, bodies: version == .v1 ? await bodies.all : nil)
    }

    private actor Bodies {
        private(set) var all: [String] = []

        func add(_ body: Data) { all.append(String(decoding: body, as: UTF8.self)) }
    }
}

/// `triggerNotification`: plays the shortest life that ends in a notification.
struct TriggerNotification: Command {
    static let name = "triggerNotification"
    enum CodingKeys: String, CodingKey, CaseIterable { case type, subtype, customer }

    var type: String
    var subtype: String?
    var customer: Whole<Int>?

    func run(in session: inout Session) throws -> NotificationRow {
        let bench = try session.currentBench()
        let owner = try customer.map { try bench.customer($0.value) }
        // The beginning of an unknown type is enough for the message.
        return try bench.row(
            bench.store.triggerNotification(
                NotificationType(rawValue: type.beginning), subtype.map { NotificationSubtype(rawValue: $0.beginning) },
                for: owner))
    }
}

/// `resendNotification`: sends a notification again.
struct ResendNotification: Command {
    static let name = "resendNotification"
    enum CodingKeys: String, CodingKey, CaseIterable { case uuid }

    var uuid: UUIDText

    func run(in session: inout Session) throws -> NotificationRow {
        let bench = try session.currentBench()
        return try bench.row(bench.store.resendNotification(uuid.uuid))
    }
}
