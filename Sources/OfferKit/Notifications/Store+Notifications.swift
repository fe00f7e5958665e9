public import Foundation
public import OfferKitCore

// Notifications to the developer's server (B11). They are made only where somebody asks: a store that keeps them, a
// loop over `notificationUpdates`, or a call that delivers them.

extension Store {
    /// Whether every notification is kept, with the attempts to deliver it.
    public var keepsNotifications: Bool { read { $0.outbox.keeping == .everything } }

    /// Begins to keep every notification, or stops: then those that are kept are forgotten.
    ///
    /// - Parameters:
    ///   - isOn: Whether they are kept.
    ///   - version: The version that they are read in; nil for the one before, which is 2 at first. Those for version 1
    ///     hold the customer's whole receipt, which takes time and memory for each; others can be read in version 1
    ///     with the one transaction they tell of (C-151).
    public func setKeepsNotifications(_ isOn: Bool, version: NotificationVersion? = nil) {
        perform {
            $0.outbox.decideKeeping(isOn ? .everything : .nothing, for: version ?? $0.outbox.version)
                as Decision<Void, Never>
        }
    }

    /// The notifications that are kept, in the order in which they were made.
    public var notifications: [ServerNotification] { notifications(since: NotificationMark(number: 0)) }

    /// The mark of the present: notifications that are made later stand after it.
    public var notificationMark: NotificationMark { NotificationMark(number: read { $0.outbox.count }) }

    /// Returns the notifications that were made since a mark, as far as they are kept.
    ///
    /// ```swift
    /// let mark = store.notificationMark
    /// try store.advance(by: .months(1))
    /// for notification in store.notifications(since: mark) { … }
    /// ```
    ///
    /// - Parameter mark: An earlier ``notificationMark`` of this store.
    /// - Returns: The notifications in the order in which they were made.
    public func notifications(since mark: NotificationMark) -> [ServerNotification] {
        deliveries(since: mark).map(\.notification)
    }

    /// The notifications that are kept, each with the attempts to deliver it, in the order in which they were made.
    public var notificationDeliveries: [NotificationDelivery] { deliveries(since: NotificationMark(number: 0)) }

    private func deliveries(since mark: NotificationMark) -> [NotificationDelivery] {
        let outbox = read { $0.outbox }
        return outbox.numbers(from: mark.number).compactMap { number in
            outbox[number].map { NotificationDelivery($0, number: number, of: self) }
        }
    }

    /// Every notification that is made from the moment this is read.
    ///
    /// Each loop is a listener of its own, with its own buffer, and ends when its task is cancelled.
    /// `await store.settled()` returns when each has seen all there is.
    public var notificationUpdates: NotificationUpdates { NotificationUpdates(self, .ofCaller()) }

    /// Makes a notification of the type `TEST`, which is about nothing: to try the way to the server with.
    ///
    /// It is kept, or delivered, like any other; a store that keeps nothing keeps it until it is delivered.
    ///
    /// - Returns: The notification.
    /// - Throws: ``NotificationRefusal/notRecorded``.
    @discardableResult
    public func requestTestNotification() throws(NotificationRefusal) -> ServerNotification {
        try make { $0.testNotification(after: $1) }
    }

    /// Makes a notification that nothing in the store brought about.
    ///
    /// For types that no life of a customer reaches, or to see what a server makes of one that does not fit. Its JSON
    /// says `isSynthetic`.
    ///
    /// - Parameters:
    ///   - type: What it is about.
    ///   - subtype: What it says besides.
    ///   - transactionID: The transaction that it tells of, as it is now.
    /// - Returns: The notification.
    /// - Throws: ``NotificationRefusal/unknownTransaction(_:among:)``, ``NotificationRefusal/notRecorded``;
    ///   ``NotificationRefusal/unreachable(_:_:reason:)`` for the summary of an extension for everybody, which tells of
    ///   no transaction.
    @discardableResult
    public func makeSyntheticNotification(
        _ type: NotificationType, _ subtype: NotificationSubtype? = nil, of transactionID: UInt64
    ) throws(NotificationRefusal) -> ServerNotification {
        guard type != .renewalExtension || subtype != .summary else {
            throw .unreachable(
                type, subtype,
                reason: "it tells of no transaction. extendRenewalDates(of:byDays:in:requestIdentifier:) brings one.")
        }
        return try make { state, number throws(NotificationRefusal) in
            guard let id = state.transaction(shownAs: transactionID),
                let made = state.syntheticNotification(type, subtype, of: id, after: number)
            else {
                throw .unknownTransaction(transactionID, among: state.knownTransactions)
            }
            return made
        }
    }

    /// Sends a notification that is kept once more, with the same `notificationUUID`: as if the App Store had not heard
    /// the answer.
    ///
    /// - Parameter id: Its `notificationUUID`.
    /// - Returns: The notification.
    /// - Throws: ``NotificationRefusal/unknownNotification(_:kept:)``, ``NotificationRefusal/notRecorded``.
    @discardableResult
    public func resendNotification(_ id: UUID) throws(NotificationRefusal) -> ServerNotification {
        let all = notifications
        guard let kept = all.first(where: { $0.id == id }) else {
            throw .unknownNotification(id, kept: KnownNumbers(first: 1, count: all.count))
        }
        return try make { _, _ in kept.record }
    }

    private func make(
        _ body: (StoreState, Int) throws(NotificationRefusal) -> NotificationRecord
    ) throws(NotificationRefusal) -> ServerNotification {
        let record = try transact { contents -> Result<NotificationRecord, NotificationRefusal> in
            Result { () throws(NotificationRefusal) in
                let state = contents.state
                let keeping: [StoreEvent.Kind] =
                    state.outbox.keeping == .nothing
                    ? [.notificationKeepingChanged(to: .undelivered, version: state.outbox.version)] : []
                let record = try body(state, contents.happened)
                let kinds = keeping + [.notificationMade(Boxed(record))]
                guard contents.writeAhead(kinds) else { throw .notRecorded }
                for kind in kinds { contents.record(StoreEvent(at: state.now, kind), isWritten: true) }
                contents.tell(record)
                return record
            }
        }.get()
        return ServerNotification(record: record, store: self)
    }
}

/// A mark that tells earlier notifications of a store from later ones.
public struct NotificationMark: Hashable, Sendable {
    let number: Int
}

/// The reasons why a notification could not be made or delivered.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum NotificationRefusal: Error, Hashable, Sendable {
    /// No notification with that `notificationUUID` is kept.
    case unknownNotification(UUID, kept: KnownNumbers = KnownNumbers())
    /// There is no such transaction.
    case unknownTransaction(UInt64, among: KnownNumbers = KnownNumbers())
    /// No life of a customer in this store ends in such a notification.
    case unreachable(NotificationType, NotificationSubtype?, reason: String)
    /// The store's journal could not be written, so nothing has happened; the store says why.
    case notRecorded
}

extension NotificationRefusal: StoreRefusal, CustomStringConvertible {
    /// The reason in a sentence, and advice on what can be done.
    public var description: String {
        switch self {
        case .unknownNotification(let id, let kept):
            "No notification \(id.uuidString.lowercased()) is kept"
                + (kept.count.map { $0 == 0 ? ", nor any other" : "; store.notifications has \($0)" } ?? "")
                + ". A store keeps all of them after"
                + " setKeepsNotifications(true), and otherwise those alone that are still to be delivered."
        case .unknownTransaction(let id, let known):
            "There is no transaction \(id).\(known.ofTransactions(id)) Ask the device for its transactions."
        case .unreachable(let type, let subtype, let reason):
            "Nothing that can happen now ends in \([type.rawValue, subtype?.rawValue].compactMap { $0 }.joined(separator: "/")):"
                + " \(reason)"
        case .notRecorded: NotRecorded.sentence
        }
    }
}

/// The notifications of a store from the moment ``Store/notificationUpdates`` was read, one after another.
public struct NotificationUpdates: AsyncSequence, Sendable {
    /// The element that an iterator yields.
    public typealias Element = ServerNotification
    /// A loop never throws.
    public typealias Failure = Never

    private let store: Store
    private let feed: NewsFeed<NotificationRecord>

    init(_ store: Store, _ place: CallPlace) {
        self.store = store
        feed = NewsFeed("store.notificationUpdates", place, of: store) { Listening(to: store, \.notifications, $0) }
    }

    /// Starts a loop.
    public func makeAsyncIterator() -> Iterator {
        Iterator(store: store, listener: feed.take())
    }

    /// The iterator of a loop, which is a listener of its own.
    public struct Iterator: AsyncIteratorProtocol {
        let store: Store
        let listener: Listener<NotificationRecord>

        /// Returns the next notification; nil once the task is cancelled.
        public mutating func next() async -> ServerNotification? {
            await listener.next().map { ServerNotification(record: $0, store: store) }
        }

        /// Returns the next notification; nil once the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> ServerNotification? {
            await listener.next().map { ServerNotification(record: $0, store: store) }
        }
    }
}
