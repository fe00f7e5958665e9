// Taking purchases out of a customer's history, as Apple's test environment does when transactions are deleted (C-124).

extension StoreState {
    /// Takes everything a customer has bought, and all pending purchases, out of their history (C-124).
    package func decideErasure(ofAll customer: CustomerID) -> Decision<[TransactionID], Never> {
        let ids = transactions(of: customer).map(\.id)
        let pending = desk.openAttempts.filter { $0.customer == customer && $0.wait != nil }.map(\.id).sorted()
        var events = pending.flatMap { desk.decideRejection(of: $0, in: shop).events }
        events += erasure(of: ids, from: customer)
        if let counted {
            let restarts = counted.canRestart(ledger, desk, without: Set(ids), ending: Set(pending))
            events.append(.historyCleared(of: customer, restartsNumbers: restarts))
        }
        return Decision(events, ids)
    }

    /// Takes one transaction out of its customer's history, the first of a subscription with all that followed (C-124).
    ///
    /// - Returns: The events and the transactions taken out; none for one that is not kept, or was taken out before.
    package func decideErasure(of id: TransactionID) -> Decision<[TransactionID], Never> {
        guard let record = ledger[id], !record.isErased else { return Decision([], []) }
        // A family member's transactions of a share go as a whole: a share has no end of its own.
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
        // Nobody shares a subscription that its buyer never bought.
        for index in subscriptions(of: customer).sorted() where ids.contains(self[index].latest.id) {
            families.revokeShares(of: index, ledger, shop, into: &events)
        }
        return events + [
            .transactionsErased(ids, of: customer, leaving: remainders(of: customer, without: Set(ids), at: now))
        ]
    }

    /// The remainders of a customer's subscriptions whose latest transaction is among those that are erased.
    ///
    /// Such a subscription has ended: with the period that is left, or now.
    package func remainders(
        of customer: CustomerID, without erased: Set<TransactionID>, at now: Instant
    ) -> [ChainRemainder] {
        subscriptions(of: customer).sorted().filter { erased.contains(self[$0].latest.id) }.map { index in
            let kept = ledger.chain(endingWith: self[index].latest.id).first { !erased.contains($0.id) }
            return ChainRemainder(subscription: index, latest: kept?.id, ended: min(kept?.end ?? now, now))
        }
    }
}
