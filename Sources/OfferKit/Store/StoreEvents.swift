import OfferKitCore

/// What happens in a store from the moment ``Store/events`` was read, one entry after another.
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
public struct StoreEvents: AsyncSequence, Sendable {
    /// What an iterator yields.
    public typealias Element = LogEntry
    /// A loop never throws.
    public typealias Failure = Never

    private let store: Store
    /// The listener that waits for the first loop.
    private let first: Locked<Subscription?>

    init(_ store: Store) {
        self.store = store
        first = Locked(Subscription(store))
    }

    /// Starts a loop.
    public func makeAsyncIterator() -> Iterator {
        let waiting = first.withLock { first in
            defer { first = nil }
            return first
        }
        return Iterator(subscription: waiting ?? Subscription(store))
    }

    /// One listener.
    public struct Iterator: AsyncIteratorProtocol {
        let subscription: Subscription

        /// The next entry; nil once the task is cancelled.
        public mutating func next() async -> LogEntry? {
            await subscription.next()
        }

        /// The next entry; nil once the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> LogEntry? {
            await subscription.next()
        }
    }

    /// Leaves the store's list when the last iterator that uses it is gone.
    final class Subscription: Sendable {
        private let store: Store
        private let id: Listeners.ID

        init(_ store: Store) {
            self.store = store
            id = store.addListener()
        }

        deinit {
            store.removeListener(id)
        }

        func next() async -> LogEntry? {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    if Task.isCancelled {
                        continuation.resume(returning: nil)
                    } else {
                        store.nextEntry(for: id, continuation)
                    }
                }
            } onCancel: {
                store.removeListener(id)
            }
        }
    }
}
