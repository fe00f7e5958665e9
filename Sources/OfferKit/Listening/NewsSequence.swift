/// News of a device or a store as they come, one after another: messages, changes of status, entries of the log.
///
/// The first loop gets everything since the sequence was asked for. Each further loop over the same value is a listener
/// of its own, with its own buffer, from the moment it starts. A loop ends when its task is cancelled, and one of a
/// device when the app terminates.
public struct NewsSequence<Element: Sendable>: AsyncSequence, Sendable {
    /// A loop never throws.
    public typealias Failure = Never

    private let feed: NewsFeed<Element>

    init(_ feed: NewsFeed<Element>) { self.feed = feed }

    /// Starts a loop.
    public func makeAsyncIterator() -> Iterator {
        Iterator(listener: feed.take())
    }

    /// The iterator of a loop, which is a listener of its own.
    public struct Iterator: AsyncIteratorProtocol {
        let listener: Listener<Element>

        /// Returns the next of the news; nil once the task is cancelled or the app terminated.
        public mutating func next() async -> Element? {
            await listener.next()
        }

        /// Returns the next of the news; nil once the task is cancelled or the app terminated.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await listener.next()
        }
    }
}

extension SubscriptionStatus {
    /// Changes in the status of a customer's subscriptions, one after another.
    public typealias Statuses = NewsSequence<SubscriptionStatus>
}

extension Storefront {
    /// Changes of a device's storefront, one after another.
    public typealias Storefronts = NewsSequence<Storefront>
}
