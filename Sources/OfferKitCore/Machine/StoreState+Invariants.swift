extension StoreState {
    /// The laws that are broken and must hold after every event, each as a sentence.
    ///
    /// The list is empty in a sound store. Debug builds look at the end of every turn of the lock in which something
    /// happened, in stores of few subscriptions and codes; the tests of this module look after every event.
    func brokenInvariants() -> [String] {
        var broken: [String] = []
        for place in ledger.subscriptions.indices { judge(SubscriptionIndex(place), into: &broken) }
        if let fault = codes.fault(in: shop) { broken.append(fault) }
        return broken
    }

    private func judge(_ index: SubscriptionIndex, into broken: inout [String]) {
        let (subscription, place) = (self[index], index.index)
        var (next, found, isAmong) = (ledger.firstSubscription(of: subscription.customer), [GroupIndex: Int](), false)
        while let own = next {
            if own == index { isAmong = true }
            guard let group = group(of: own) else {
                broken.append("Subscription \(own.rawValue) is to a product without a group.")
                break
            }
            if let other = found.updateValue(own.index, forKey: group) {
                broken.append(
                    "Subscriptions \(own.index) and \(other) of \(subscription.customer) are in one group (B0-2).")
                break
            }
            next = self[own].nextOfCustomer
        }
        if isAmong == subscription.latest.isErased {
            let fault = isAmong ? "was erased, and is in its customer's list" : "is missing in its customer's list"
            broken.append("Subscription \(place) \(fault) (C-124).")
        }
        let latest = subscription.latest
        let isOfChain =
            latest.id == latest.originalID
            || ledger[latest.originalID].map { $0.originalID == latest.originalID } ?? true
        if ledger[latest.id] != latest || !isOfChain {
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
            if ledger.next(of: index).terms != nil {
                broken.append("Subscription \(place) is over and has an offer queued (C-13).")
            }
            if priceRises[index] != nil { broken.append("Subscription \(place) is over and keeps a price (C-54).") }
        }
        if subscription.isRetrying != (charges.retry(of: index) != nil) {
            let fault =
                subscription.isRetrying
                ? "is retried, and the retries do not have it" : "is not retried, and stands among the retries"
            broken.append("Subscription \(place) \(fault).")
        }
    }
}

extension StoreMachine {
    /// The laws of the state and of the agenda that are broken, each as a sentence.
    package func brokenInvariants() -> [String] {
        var broken = state.brokenInvariants()
        if let due = nextDue, due < state.now {
            broken.append("The agenda's head was due at \(due), before \(state.now).")
        }
        // Changes of payment methods come before what else is due at their instant (C-43).
        var first: Agenda.Item?
        // A loop, because a debug build takes as long to make the list of customers as for all the rest.
        for place in 0..<state.customers.count {
            let customer = CustomerID(rawValue: UInt32(truncatingIfNeeded: place))
            let change = state.charges.nextChange(of: customer)?.instant
            if agenda.paymentMethodChange(of: customer) != change {
                broken.append("The agenda has not the next change of \(customer)'s payment method.")
            }
            if let change, change < first?.due ?? .distantFuture { first = .paymentMethod(customer, due: change) }
        }
        for place in state.ledger.subscriptions.indices {
            let index = SubscriptionIndex(place)
            let (said, due) = (agenda.due(of: index), state.nextDue(of: index, agenda.look(of: index))?.due)
            if said != due {
                broken.append(
                    "The agenda says \(String(describing: said)) of subscription \(place), due is \(String(describing: due))."
                )
            }
            if let due, due < first?.due ?? .distantFuture { first = .subscription(index, due: due) }
        }
        if agenda.first != first {
            let (said, due) = (String(describing: agenda.first), String(describing: first))
            broken.append("The agenda begins with \(said), and what is due first is \(due).")
        }
        return broken
    }
}
