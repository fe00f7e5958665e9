import OfferKitCore

/// What happens in a store from now on, one entry after another.
///
/// Each iterator is a subscription of its own with its own buffer: two loops over one value both see everything from
/// the moment they started. A loop ends when its task is cancelled.
public struct StoreEvents: AsyncSequence, Sendable {
    /// What an iterator yields.
    public typealias Element = LogEntry
    /// A loop never throws.
    public typealias Failure = Never

    let store: Store

    /// Starts to listen.
    public func makeAsyncIterator() -> Iterator {
        Iterator(subscription: Subscription(store))
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
