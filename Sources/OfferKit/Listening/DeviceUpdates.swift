import OfferKitCore

extension Device {
    func listenToUpdates(_ origin: ListenerOrigin) -> Listening<VerificationResult<Transaction>> {
        Listening(to: store, \.transactions, of: self, origin) { contents in
            isRunning ? backlog(in: contents.state) : nil
        }
    }

    func listenToStatuses(_ origin: ListenerOrigin) -> Listening<SubscriptionStatus> {
        Listening(to: store, \.statuses, of: self, origin) { _ in isRunning ? [] : nil }
    }

    func listenToStorefronts(_ origin: ListenerOrigin) -> Listening<Storefront> {
        Listening(to: store, \.storefronts, of: self, origin) { _ in isRunning ? [] : nil }
    }

    /// Returns the transactions that a listener finds first: unfinished ones that are no result of a purchase of this
    /// run.
    private func backlog(in state: StoreState) -> [VerificationResult<Transaction>] {
        let waiting = listedRecords(.unfinished, in: state).filter { !bought($0.id) }
        let ordered = quirks.catchesUpNewestFirst ? waiting.reversed() : waiting
        return ordered.map { signed(Transaction($0, in: state, on: self)) }
    }
}
