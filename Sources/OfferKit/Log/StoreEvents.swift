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
