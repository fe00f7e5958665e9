import OfferKitCore

extension Store {
    /// Everything that happened so far, the oldest first.
    ///
    /// Empty unless the store keeps ``Retention/everything``.
    public var log: [LogEntry] {
        let (events, state) = transact { ($0.log.all, $0.state) }
        return events.enumerated().map { LogEntry(number: $0.offset, $0.element, in: state) }
    }

    /// What happens from now on: the store remembers it for the value that is returned, until that is gone.
    public var events: StoreEvents { StoreEvents(self) }

    /// Returns when every listener has taken all it was sent and asked for more.
    ///
    /// So a test never sleeps: after `await store.settled()`, each loop over ``events`` has worked through everything that
    /// had happened, and so has each loop over ``Device/updates``, ``Device/statusUpdates`` and
    /// ``Device/storefrontUpdates``. A listener that is kept and never asks, such as a value of ``events`` without a loop,
    /// keeps it waiting, until the task is cancelled.
    public func settled() async {
        let number = transact { $0.listeners.nextSettleNumber() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume()
                } else {
                    withContents { $0.listeners.settle(number, continuation) }.resume()
                    // Cancelled between the question and the answer, the task would never be woken.
                    if Task.isCancelled { withContents { $0.listeners.stopSettling(number) }.resume() }
                }
            }
        } onCancel: {
            withContents { $0.listeners.stopSettling(number) }.resume()
        }
    }
}

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

    private let feed: NewsFeed<LogEntry>

    init(_ store: Store) {
        feed = NewsFeed { Subscription(store, \.entries) }
    }

    /// Starts a loop.
    public func makeAsyncIterator() -> Iterator {
        Iterator(source: feed.take())
    }

    /// One listener.
    public struct Iterator: AsyncIteratorProtocol {
        let source: NewsSource<LogEntry>

        /// The next entry; nil once the task is cancelled.
        public mutating func next() async -> LogEntry? {
            await source.next()
        }

        /// The next entry; nil once the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> LogEntry? {
            await source.next()
        }
    }
}
