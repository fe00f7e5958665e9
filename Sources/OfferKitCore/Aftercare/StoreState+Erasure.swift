// Taking purchases out of a customer's history, as Apple's test environment does when transactions are deleted (C-124).

extension StoreState {
    /// Takes everything a customer has bought, and what is pending, out of their history (C-124).
    package func decideErasure(ofAll customer: CustomerID) -> Decision<[TransactionID], Never> {
        let ids = transactions(of: customer).map(\.id)
        let pending = openAttempts.values.filter { $0.customer == customer && $0.wait != nil }.map(\.id).sorted()
        let ended = pending.flatMap { id -> [StoreEvent.Kind] in
            let decision: Decision<Void, PurchaseRefusal> = decideRejection(of: id)
            return decision.events
        }
        return Decision(ended + erasure(of: ids, from: customer), ids)
    }

    /// Takes one transaction out of its customer's history, the first of a subscription with all that followed (C-124).
    ///
    /// - Returns: The events and the transactions taken out; none for one that is not kept, or was taken out before.
    package func decideErasure(of id: TransactionID) -> Decision<[TransactionID], Never> {
        guard let record = transactions[id], !record.isErased else { return Decision([], []) }
        // What the family shares goes as a whole: it has no end of its own.
        let first = record.isFamilyShared ? record.originalID : id
        let chain = transactions(of: record.customer).filter {
            $0.originalID == first && $0.isFamilyShared == record.isFamilyShared
        }
        let ids = chain.isEmpty ? [id] : chain.map(\.id)
        return Decision(erasure(of: ids, from: record.customer), ids)
    }

    private func erasure(of ids: [TransactionID], from customer: CustomerID) -> [StoreEvent.Kind] {
        guard !ids.isEmpty else { return [] }
        var events: [StoreEvent.Kind] = []
        // Nobody shares what its buyer never bought.
        for index in subscriptions(of: customer).sorted() where ids.contains(self[index].latestTransaction) {
            revokeShares(of: index, into: &events)
        }
        return events + [.transactionsErased(ids, of: customer)]
    }

    /// Whether a subscription was taken out of its customer's history: then its latest transaction was.
    package func isErased(_ index: SubscriptionIndex) -> Bool {
        latestTransaction(of: index)?.isErased ?? false
    }

    mutating func applyErasure(of ids: [TransactionID], from customer: CustomerID) {
        for id in ids { transactions.change(id, of: transactions[id]?.subscription) { $0.marks.insert(.erased) } }
        for index in Array(subscriptions(of: customer)) where isErased(index) { applyErasure(of: index) }
        families.shares = families.shares.filter { key, share in
            key.member != customer || transactions[share.latest].map { !$0.isErased } ?? true
        }
        lastOutright[customer] = lastOutright[customer].flatMap { lastKept(before: $0, of: nil) }?.id
        owned = owned.filter { transactions[$0.value].map { !$0.isErased } ?? true }
    }

    /// The latest transaction of a chain that is left, from one of it on backwards.
    private func lastKept(before id: TransactionID, of index: SubscriptionIndex?) -> TransactionRecord? {
        var next = id
        while next > 0, let record = index.map({ transactions[next, of: $0] }) ?? transactions[next] {
            if !record.isErased { return record }
            next = record.previous
        }
        return nil
    }

    /// The subscription ends; and where nothing of it is left, its customer never had it.
    private mutating func applyErasure(of index: SubscriptionIndex) {
        let latest = latestTransaction(of: index)
        let kept = lastKept(before: self[index].latestTransaction, of: index)
        let end = kept?.expires ?? now
        applyEnd(of: index, .lapsed(on: min(end, now), reason: .unknown))
        if let latest { self[index].paidService.refundLatest(from: latest.purchased) }
        guard let kept else { return unlink(index) }
        self[index].latestTransaction = kept.id
        self[index].product = kept.product
        self[index].next = NextRenewal(product: kept.product, offer: nil)
    }

    private mutating func unlink(_ index: SubscriptionIndex) {
        let (customer, group) = (self[index].customer, self[index].group)
        let place = Int(customer.rawValue)
        if customers[place].firstSubscription == index {
            customers[place].firstSubscription = self[index].nextOfCustomer
        } else if let before = subscriptions(of: customer).first(where: { self[$0].nextOfCustomer == index }) {
            self[before].nextOfCustomer = self[index].nextOfCustomer
        }
        self[index].nextOfCustomer = nil
        extensions[index] = nil
        redemptions = redemptions.filter { $0.key.customer != customer || shop[$0.key.product].group != group }
        sentMessages[customer]?.removeAll { $0.subscription == index }
        shownMessages[customer]?.removeAll { $0.subscription == index }
    }
}

extension StoreState {
    /// The app says that it has given a customer what a transaction bought.
    ///
    /// What is unknown, no longer kept, somebody else's or finished already changes nothing.
    package func decideFinish(_ id: TransactionID, by customer: CustomerID) -> Decision<Void, Never> {
        guard let record = transactions[id], record.customer == customer, !record.isFinished,
            !record.isErased
        else {
            return Decision([], ())
        }
        return Decision([.transactionFinished(id)], ())
    }
}
