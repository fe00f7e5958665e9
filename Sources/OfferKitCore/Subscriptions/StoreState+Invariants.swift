extension StoreState {
    /// What must hold after every event, whatever happened; each broken law as a sentence.
    ///
    /// Checked after every event in debug builds and by the tests; the list is empty in a sound store.
    package func brokenInvariants() -> [String] {
        var broken: [String] = []
        if let due = nextDue, due < now { broken.append("The agenda's head was due at \(due), before \(now).") }
        for (place, subscription) in subscriptions.enumerated() {
            let chain = self[subscription.customer]?.subscriptions ?? []
            if !chain.contains(SubscriptionIndex(place)) {
                broken.append("Subscription \(place) is not among its customer's.")
            }
            if Set(chain.map { self[$0].group }).count != chain.count {
                broken.append("A customer has two subscriptions in one group (B0-2).")
            }
            guard let latest = transactions[subscription.latestTransaction] else {
                broken.append("Subscription \(place) has lost its latest transaction.")
                continue
            }
            if latest.originalID != subscription.originalTransaction {
                broken.append("Transaction \(latest.id) does not belong to its subscription's chain (C-22).")
            }
            switch subscription.standing {
            case .active(let until):
                if until < now { broken.append("Subscription \(place) is active after its end.") }
                if latest.expires != until { broken.append("Subscription \(place) ends otherwise than its period.") }
            case .lapsed:
                if subscription.willAutoRenew { broken.append("Subscription \(place) has lapsed and would renew.") }
                if subscription.next.offer != nil { broken.append("A lapsed subscription has an offer queued (C-13).") }
            }
        }
        for (code, record) in codes where record.redeemed > record.limit {
            broken.append("Code \(code) was redeemed more often than its limit.")
        }
        return broken
    }
}
