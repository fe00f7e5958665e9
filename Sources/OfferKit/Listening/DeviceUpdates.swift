import OfferKitCore

extension Device {
    /// The transactions that come to this device by themselves, from the moment this is read (B15-15).
    ///
    /// ```swift
    /// let updates = device.updates
    /// let listening = Task { for await result in updates { … } }
    /// try store.advance(by: .months(1))
    /// await store.settled()                // the loop has seen what came
    /// ```
    ///
    /// First come those not finished, oldest first: what the app bought before it was launched, and what came when nobody
    /// listened. Then what happens: renewals, redeemed codes, refunds, outcomes of Ask to Buy and purchases on the
    /// customer's other devices. What this run of the app buys is the result of its purchase and does not come here, unless
    /// the answer was lost on the way.
    ///
    /// Each loop is a listener of its own, with its own buffer, and starts with those not finished (C-81). A loop ends when
    /// its task is cancelled, or the app is terminated; while it does not run, there is nothing to hear.
    public var updates: Transaction.Transactions {
        Transaction.Transactions(
            updates: NewsFeed("device.updates", .ofCaller(), of: store) { self.listenToUpdates($0) })
    }

    /// Every change of how a subscription of the customer stands, from the moment this is read.
    ///
    /// Loops live as long as those over ``updates``.
    public var statusUpdates: SubscriptionStatus.Statuses {
        SubscriptionStatus.Statuses(
            NewsFeed("device.statusUpdates", .ofCaller(), of: store) { self.listenToStatuses($0) })
    }

    /// Every change of ``storefront``, from the moment this is read.
    ///
    /// Loops live as long as those over ``updates``.
    public var storefrontUpdates: Storefront.Storefronts {
        Storefront.Storefronts(
            NewsFeed("device.storefrontUpdates", .ofCaller(), of: store) { self.listenToStorefronts($0) })
    }

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

    /// What a listener finds first: what is not finished and was not the result of a purchase of this run.
    private func backlog(in state: StoreState) -> [VerificationResult<Transaction>] {
        let waiting = records(.unfinished, in: state).filter { !bought($0.id) }
        let ordered = habits.catchesUpNewestFirst ? waiting.reversed() : waiting
        return ordered.map { signed(Transaction($0, in: state, on: self)) }
    }
}
