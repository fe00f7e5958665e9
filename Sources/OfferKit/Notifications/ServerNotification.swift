public import Foundation
public import OfferKitCore
public import OfferKitServer

/// A notification to the developer's server (B11).
///
/// It says how things stood right after its cause, however much later it is read or delivered.
///
/// ```swift
/// for notification in store.notifications where notification.type == .didFailToRenew {
///     post(notification.body)                              // {"signedPayload":"…"}
/// }
/// ```
///
/// Everything here is of version 2, but ``version1Type`` and ``version1Body(options:appVersion:)``. Nothing is signed
/// until somebody reads it; reading gives the same bytes every time.
public struct ServerNotification: Sendable, Identifiable {
    let record: NotificationRecord
    /// The store that the notification is from.
    public let store: Store

    /// The `notificationUUID`: the same at each attempt to deliver it, and in every run from the same seed (B11-3).
    public var id: UUID { store.signer.notificationUUID(record.id) }
    /// The type of notification.
    public var type: NotificationType { record.type }
    /// The subtype; nil for most types.
    public var subtype: NotificationSubtype? { record.subtype }
    /// The date on which it was made and signed, on the store's clock.
    public var signedDate: Date { Date(record.date) }
    /// The status of the subscription; nil where there is none, and in a test.
    public var status: SubscriptionStatusCode? { record.renewal.map { SubscriptionStatusCode($0.standing) } }
    /// The customer; nil in a test, and in a summary.
    public var customer: CustomerID? { record.transaction?.record.customer }
    /// Whether it was asked for by hand, so that nothing like it happened: its JSON says `isSynthetic` then.
    public var isSynthetic: Bool { record.isSynthetic }

    /// The result of a request to put off everybody's renewal dates; nil in all but `RENEWAL_EXTENSION`/`SUMMARY`
    /// (C-146).
    public var massExtension: Store.MassExtension? {
        record.summary.map { Store.MassExtension($0, in: store.state) }
    }

    /// The transaction that it is about, as it was; nil in a test, and in a summary.
    public var transaction: TransactionPayload? { NotificationPayload.transaction(of: record, in: store.state) }
    /// The renewal info of the subscription, as it was; nil where there is none, and in a test.
    public var renewalInfo: RenewalInfoPayload? { NotificationPayload.renewalInfo(of: record, in: store.state) }

    /// The payload, with transaction and renewal info signed.
    public var payload: NotificationPayload {
        let chain = store.signer.chain
        return NotificationPayload(record, id, in: store.state) { chain.jws(of: $0) }
    }

    /// The JWS that a server is sent.
    public var signedPayload: String { store.signer.chain.jws(of: payload.json) }

    /// The body of the request that a server is sent: a JSON object with `signedPayload`.
    public var body: Data { Data("{\"signedPayload\":\"\(signedPayload)\"}".utf8) }

    /// The type that version 1 calls it; nil where version 1 sends nothing (B11-5, C-150).
    public var version1Type: NotificationType? { record.version1Type(in: store.state) }

    /// Returns the body of the request that a server is sent in version 1.
    ///
    /// It holds the shared secret and the customer's receipt, as it was when the notification was made (B11-5, S1-50).
    ///
    /// The receipt is whole where the store keeps or delivers notifications of version 1
    /// (``Store/setKeepsNotifications(_:version:)``, ``Store/advance(to:version:timeout:delivering:)``); otherwise it
    /// holds the one transaction that the notification tells of.
    ///
    /// ```swift
    /// if let body = notification.version1Body() { post(body) }       // {"notification_type":"DID_RENEW",…}
    /// ```
    ///
    /// ``NotificationBodyV1`` reads it.
    ///
    /// - Parameters:
    ///   - options: Another shared secret, and the switches of receipts (C-11, C-23), as for
    ///     ``Store/verifyReceipt(_:at:method:options:)``; an outage in it changes nothing.
    ///   - appVersion: The version of the app that the receipt names; always `1.0` in the sandbox.
    /// - Returns: The body; nil where version 1 sends nothing (``version1Type``). The same bytes every time, except
    ///   that transactions which the store does not keep any more (``HistoryRetention``) are left out.
    public func version1Body(options: ReceiptOptions = ReceiptOptions(), appVersion: String = "1.0") -> Data? {
        let (state, log) = store.transact { ($0.state, $0.log) }
        let body = NotificationBodyV1(
            record, store.signer.receiptKeys, options, installed: appVersion, in: state,
            graceEnd: { log.graceEnd(of: $0, after: $1) })
        return body.map { Data($0.json) }
    }
}

extension ServerNotification: Hashable {
    /// Returns whether they are the same notification of the same store.
    public static func == (first: ServerNotification, second: ServerNotification) -> Bool {
        first.record == second.record && first.store === second.store
    }

    /// Hashes the number that tells it from others.
    public func hash(into hasher: inout Hasher) { hasher.combine(record.id) }
}

extension ServerNotification: CustomStringConvertible {
    /// The type, subtype and date, and the transaction or product that it is about.
    public var description: String {
        let name = [type.rawValue, subtype?.rawValue].compactMap { $0 }.joined(separator: "/")
        let subject =
            transaction.map { " \($0.productID) #\($0.transactionID)" }
            ?? massExtension.map { " \($0.productID), \($0.succeededCount) and not \($0.failedCount)" } ?? ""
        return "\(Instant(signedDate)) \(name)\(subject)"
    }
}

/// A notification to the developer's server, with the attempts to deliver it.
public struct NotificationDelivery: Sendable, Hashable {
    /// The notification.
    public let notification: ServerNotification
    /// The notification's place among all that the store has kept, from 0.
    public let number: Int
    /// The attempts that were made, the oldest first.
    public let attempts: [Attempt]
    /// The date on which the next attempt is due; nil when there is none to come.
    public let nextAttempt: Date?

    /// One attempt to deliver it.
    public struct Attempt: Sendable, Hashable {
        /// The date of the attempt, on the store's clock.
        public let date: Date
        /// The result of the attempt.
        public let result: SendAttemptResult
    }

    init(_ delivery: Delivery, number: Int, of store: Store) {
        notification = ServerNotification(record: delivery.notification, store: store)
        self.number = number
        attempts = delivery.attempts.map { Attempt(date: Date($0.date), result: $0.result) }
        nextAttempt = delivery.due.map { Date($0) }
    }
}
