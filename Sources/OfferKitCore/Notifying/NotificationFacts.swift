// The facts about transactions and subscriptions at the store's present, read from its records here alone: what apps
// see, what is signed, and what servers are told all come of them.

extension TransactionFacts {
    /// The facts about a transaction in a state.
    package init(_ record: TransactionRecord, in state: __shared StoreState) {
        self.init(
            record, originallyPurchased: state.start(ofChainWith: record),
            revocation: record.isRevoked ? state.adjustments.revocation(of: record.id) : nil)
    }
}

extension RenewalFacts {
    /// The facts about a subscription's renewal in a state.
    ///
    /// - Parameters:
    ///   - index: The subscription.
    ///   - latest: Its latest transaction, or that of the family member who shares it.
    ///   - state: The store.
    ///   - storefront: The storefront in which win-back offers are looked up; the chain's own unless given.
    package init(
        _ index: SubscriptionIndex, _ latest: TransactionRecord, in state: __shared StoreState,
        on storefront: Territory? = nil
    ) {
        let subscription = state[index]
        let isShared = latest.isFamilyShared
        let rises = !isShared && !state.priceRises.isEmpty
        self.init(
            latest, RenewalNumbers(index, subscription, latest, in: state),
            priceRise: rises ? state.priceRises.known(to: index, state.ledger) : nil,
            winBackOffers: isShared || subscription.isRunning
                ? []
                : state.eligibleWinBackChoices(after: index, on: storefront).compactMap(\.offer.id))
    }
}

extension RenewalNumbers {
    /// The numbers of a subscription's renewal in a state.
    ///
    /// - Parameters:
    ///   - index: The subscription.
    ///   - subscription: Its row.
    ///   - latest: Its latest transaction, or that of the family member who shares it.
    ///   - state: The store.
    @inline(__always)
    init(
        _ index: SubscriptionIndex, _ subscription: SubscriptionRecord, _ latest: TransactionRecord,
        in state: __shared StoreState
    ) {
        let isShared = latest.isFamilyShared
        // A share that was taken back does not renew, whatever becomes of the buyer's subscription (C-128).
        let isLost = isShared && latest.isRevoked
        let renews = subscription.willAutoRenew && !isLost
        let plan = state.ledger.next(of: index)
        // Without a renewal there is neither price nor offer (C-41); that of a shared one is charged to the buyer
        // (C-128).
        let next = renews && subscription.isRunning && !isShared ? state.nextCharge(of: index, after: plan) : nil
        self.init(
            standing: state.ledger.standing(of: index, for: latest, state.adjustments), willAutoRenew: renews,
            failedToRenew: subscription.failedToRenew && !isLost,
            product: isLost ? latest.product : plan.product, terms: .init(next?.terms), price: next?.price,
            recentStart: state.ledger.recentStart(of: index, for: latest, state.adjustments, state.settings.pace))
    }
}

extension ReceiptFacts {
    /// The contents of the receipt of a transaction's customer, at a state's present.
    init(about record: TransactionRecord, in state: __shared StoreState) {
        let held = Array(
            state.transactions(of: record.customer).reversed().lazy.filter { state.belongsInReceipt($0) }
                .prefix(ReceiptFacts.most))
        var revocations = SideTable<TransactionID, Revocation>()
        for held in held where held.isRevoked { revocations[held.id] = state.adjustments.revocation(of: held.id) }
        let others = state.latestTransactions(of: record.customer).filter { $0.latest.id != record.id }
        self.init(
            held.map(\.id), revocations,
            others.map { index, latest in
                SubscriptionFacts(TransactionFacts(latest, in: state), RenewalFacts(index, latest, in: state))
            })
    }
}

extension NotificationRecord {
    /// The customer's subscriptions as they stood when the notification was made.
    ///
    /// Where it was made for version 2, there is only the one that it tells of.
    package var subscriptions: [SubscriptionFacts] {
        guard let receipt else {
            return transaction.flatMap { told in renewal.map { [SubscriptionFacts(told, $0)] } } ?? []
        }
        guard let transaction, let renewal, !receipt.others.contains(where: { $0.isOf(transaction.record) }) else {
            return receipt.others
        }
        return ([SubscriptionFacts(transaction, renewal)] + receipt.others)
            .sorted { $0.latest.record.stands(before: $1.latest.record) }
    }

    /// The transactions that the customer's receipt held when the notification was made, as they were then.
    ///
    /// Where it was made for version 2, there is only the one that it tells of.
    ///
    /// - Parameter state: The store then or later. Transactions that it keeps no more are left out, except those that
    ///   the notification has.
    /// - Returns: The transactions, the newest first; each with the instant at which an upgrade had replaced it.
    package func receiptTransactions(in state: __shared StoreState) -> [(facts: TransactionFacts, upgraded: Instant?)] {
        guard let transaction else { return [] }
        guard let receipt else { return [(transaction, nil)] }
        var captured = [transaction.record.id: transaction]
        for other in receipt.others { captured[other.latest.record.id] = other.latest }
        let records = receipt.transactions.compactMap { captured[$0]?.record ?? state.ledger[$0] }
            .filter { $0.customer == transaction.record.customer }
        var followed: [TransactionID: Instant] = [:]
        for record in records where record.previous > 0 { followed[record.previous] = record.purchased }
        return records.map { record in
            let upgraded = record.isUpgraded ? followed[record.id] : nil
            if let facts = captured[record.id] { return (facts, upgraded) }
            var then = record
            // The marks also show what was done since.
            then.marks.subtract(upgraded == nil ? [.upgraded, .revoked, .erased] : [.revoked, .erased])
            let facts = TransactionFacts(
                then, originallyPurchased: TransactionFacts(then, in: state).originallyPurchased,
                revocation: receipt.revocations[record.id])
            return (facts, upgraded)
        }
    }
}

extension SubscriptionFacts {
    /// Returns whether a transaction is of the same subscription and the same customer.
    fileprivate func isOf(_ record: TransactionRecord) -> Bool {
        latest.record.subscription == record.subscription && latest.record.customer == record.customer
    }
}
