extension StoreState {
    /// What must hold after every event, whatever happened; each broken law as a sentence.
    ///
    /// Checked after every event in debug builds and by the tests; the list is empty in a sound store.
    package func brokenInvariants() -> [String] {
        var broken: [String] = []
        if let due = nextDue, due < now { broken.append("The agenda's head was due at \(due), before \(now).") }
        for place in subscriptions.indices { broken += brokenLaws(of: SubscriptionIndex(place)) }
        for (code, record) in codes where record.redeemed > record.limit {
            broken.append("Code \(code) was redeemed more often than its limit.")
        }
        return broken
    }

    private func brokenLaws(of index: SubscriptionIndex) -> [String] {
        var broken: [String] = []
        let (subscription, place) = (self[index], index.index)
        let chain = Array(subscriptions(of: subscription.customer))
        if chain.contains(index) == isErased(index) {
            broken.append("Subscription \(place) is not among its customer's, or it is although it was erased (C-124).")
        }
        if Set(chain.map { self[$0].group }).count != chain.count {
            broken.append("A customer has two subscriptions in one group (B0-2).")
        }
        guard let latest = latestTransaction(of: index) else {
            return broken + ["Subscription \(place) has lost its latest transaction."]
        }
        if latest.originalID != subscription.originalTransaction {
            broken.append("Transaction \(latest.id) does not belong to its subscription's chain (C-22).")
        }
        switch subscription.standing {
        case .active(let until):
            if until < now { broken.append("Subscription \(place) is active after its end.") }
            if latest.expires != until { broken.append("Subscription \(place) ends otherwise than its period.") }
        case .inGrace(let until, let retryUntil):
            if until < now || until > retryUntil {
                broken.append("The grace of \(place) lies outside billing retry (B7-4).")
            }
        case .inRetry(let until, _):
            if until < now { broken.append("Subscription \(place) is in retry after its end.") }
        case .lapsed, .revoked:
            if subscription.willAutoRenew { broken.append("Subscription \(place) is over and would renew.") }
            if subscription.next.offer != nil {
                broken.append("Subscription \(place) is over and has an offer queued (C-13).")
            }
            if priceTerms[index] != nil { broken.append("Subscription \(place) is over and keeps a price (C-54).") }
        }
        if subscription.isRetrying != (retries[index] != nil) {
            broken.append("Subscription \(place) is retried, or it is not, and the table says otherwise.")
        }
        return broken
    }
}
