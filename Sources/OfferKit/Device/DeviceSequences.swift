extension SubscriptionStatus {
    /// Changes of how a customer's subscriptions stand, one after another.
    public struct Statuses: AsyncSequence, Sendable {
        /// What an iterator yields.
        public typealias Element = SubscriptionStatus
        /// A loop never throws.
        public typealias Failure = Never

        private let first: FirstSubscription<SubscriptionStatus>

        init(_ first: FirstSubscription<SubscriptionStatus>) {
            self.first = first
        }

        /// Starts a loop.
        public func makeAsyncIterator() -> Iterator {
            Iterator(subscription: first.take())
        }

        /// One listener.
        public struct Iterator: AsyncIteratorProtocol {
            let subscription: Subscription<SubscriptionStatus>

            /// The next status; nil once the task is cancelled or the app terminated.
            public mutating func next() async -> SubscriptionStatus? {
                await subscription.next()
            }

            /// The next status; nil once the task is cancelled or the app terminated.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> SubscriptionStatus? {
                await subscription.next()
            }
        }
    }
}

extension Storefront {
    /// Changes of a device's storefront, one after another.
    public struct Storefronts: AsyncSequence, Sendable {
        /// What an iterator yields.
        public typealias Element = Storefront
        /// A loop never throws.
        public typealias Failure = Never

        private let first: FirstSubscription<Storefront>

        init(_ first: FirstSubscription<Storefront>) {
            self.first = first
        }

        /// Starts a loop.
        public func makeAsyncIterator() -> Iterator {
            Iterator(subscription: first.take())
        }

        /// One listener.
        public struct Iterator: AsyncIteratorProtocol {
            let subscription: Subscription<Storefront>

            /// The next storefront; nil once the task is cancelled or the app terminated.
            public mutating func next() async -> Storefront? {
                await subscription.next()
            }

            /// The next storefront; nil once the task is cancelled or the app terminated.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Storefront? {
                await subscription.next()
            }
        }
    }
}
