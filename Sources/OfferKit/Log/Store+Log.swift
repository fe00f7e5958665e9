import OfferKitCore

extension Store {
    /// The entries of everything that happened so far, oldest first.
    ///
    /// Empty unless the store keeps ``HistoryRetention/everything``.
    public var log: [LogEntry] { log(from: 0) }

    /// The number of entries in the ``log``.
    public var logCount: Int { transact { $0.log.count } }

    /// Returns entries of the ``log``, in as much time as they take: not in that of the whole log.
    ///
    /// - Parameters:
    ///   - number: The number of the first entry (``LogEntry/number``).
    ///   - count: The most entries to return; all unless given.
    /// - Returns: The entries, oldest first; none where the log has none so late.
    public func log(from number: Int, count: Int = .max) -> [LogEntry] {
        let (log, state) = transact { ($0.log, $0.state) }
        let first = max(0, number)
        let end = first + min(max(0, count), max(0, log.count - first))
        var buyers: [AttemptID: CustomerID] = [:]
        return log[first..<end].enumerated().map { place, event in
            if case .purchaseRequested(let attempt, _) = event.kind { buyers[attempt.id] = attempt.customer }
            let buyer = event.kind.attempt.flatMap { buyers[$0] ?? log.buyer(of: $0, before: first) }
            return LogEntry(number: first + place, event, in: state, buyer: buyer)
        }
    }

    /// The entries from now on: the store remembers them for the value that is returned, until that is gone.
    public var events: StoreEvents {
        StoreEvents(NewsFeed("store.events", .ofCaller(), of: self) { Listening(to: self, \.entries, $0) })
    }
}

/// The entries of a store from the moment ``Store/events`` was read, one after another.
///
/// ```swift
/// let events = store.events            // listens from here
/// let listening = Task { for await entry in events { … } }
/// try device.purchase("pro.monthly")
/// await store.settled()                // the loop has seen the purchase
/// listening.cancel()
/// ```
///
/// The first loop sees everything since then. Each further loop over the same value is a listener of its own, with its
/// own buffer, from the moment it starts. A loop ends when its task is cancelled.
public typealias StoreEvents = NewsSequence<LogEntry>
