extension SubscriptionStatus {
    /// Changes in the status of a customer's subscriptions, one after another.
    public struct Statuses: AsyncSequence, Sendable {
        /// The element that an iterator yields.
        public typealias Element = SubscriptionStatus
        /// A loop never throws.
        public typealias Failure = Never

        private let feed: NewsFeed<SubscriptionStatus>

        init(_ feed: NewsFeed<SubscriptionStatus>) { self.feed = feed }

        /// Starts a loop.
        public func makeAsyncIterator() -> Iterator {
            Iterator(listener: feed.take())
        }

        /// The iterator of a loop, which is a listener of its own.
        public struct Iterator: AsyncIteratorProtocol {
            let listener: Listener<SubscriptionStatus>

            /// Returns the next status; nil once the task is cancelled or the app terminated.
            public mutating func next() async -> SubscriptionStatus? {
                await listener.next()
            }

            /// Returns the next status; nil once the task is cancelled or the app terminated.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> SubscriptionStatus? {
                await listener.next()
            }
        }
    }
}

extension Storefront {
    /// Changes of a device's storefront, one after another.
    public struct Storefronts: AsyncSequence, Sendable {
        /// The element that an iterator yields.
        public typealias Element = Storefront
        /// A loop never throws.
        public typealias Failure = Never

        private let feed: NewsFeed<Storefront>

        init(_ feed: NewsFeed<Storefront>) { self.feed = feed }

        /// Starts a loop.
        public func makeAsyncIterator() -> Iterator {
            Iterator(listener: feed.take())
        }

        /// The iterator of a loop, which is a listener of its own.
        public struct Iterator: AsyncIteratorProtocol {
            let listener: Listener<Storefront>

            /// Returns the next storefront; nil once the task is cancelled or the app terminated.
            public mutating func next() async -> Storefront? {
                await listener.next()
            }

            /// Returns the next storefront; nil once the task is cancelled or the app terminated.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Storefront? {
                await listener.next()
            }
        }
    }
}
