extension Transaction {
    /// Transactions as the app gets them, one after another, each with the verdict on its signature.
    ///
    /// Either a list that ends, read when a loop begins, or those that come to a device by themselves.
    public struct Transactions: AsyncSequence, Sendable {
        /// The element that an iterator yields.
        public typealias Element = VerificationResult<Transaction>
        /// A loop never throws.
        public typealias Failure = Never

        private let begin: @Sendable () -> Iterator

        init(list: @escaping @Sendable () -> [Element]) {
            begin = { Iterator(rest: list()[...], listener: nil) }
        }

        init(updates: NewsFeed<Element>) {
            begin = { Iterator(rest: [], listener: updates.take()) }
        }

        /// Starts a loop.
        public func makeAsyncIterator() -> Iterator {
            begin()
        }

        /// The iterator of a loop.
        public struct Iterator: AsyncIteratorProtocol {
            var rest: ArraySlice<Element>
            let listener: Listener<Element>?

            /// Returns the next transaction; nil at the end of a list, and once the task is cancelled or the app
            /// terminated.
            public mutating func next() async -> Element? {
                if let listener { return await listener.next() }
                return rest.popFirst()
            }

            /// Returns the next transaction; nil at the end of a list, and once the task is cancelled or the app
            /// terminated.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
                if let listener { return await listener.next() }
                return rest.popFirst()
            }
        }
    }

    /// Finishes the transaction: the app has given the customer what was bought.
    ///
    /// The transaction leaves ``Device/unfinished`` on every device of the customer (C-83), and is not delivered again
    /// at launch. No effect on one that is finished.
    public func finish() async {
        device.finish(self)
    }
}
