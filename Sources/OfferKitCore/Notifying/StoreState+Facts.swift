// What the store has to say of transactions and subscriptions at its present: the one reading of its records. What apps see, what is
// signed, and what servers are told all come of it.

extension TransactionFacts {
    /// What a state has to say of a transaction.
    package init(_ record: TransactionRecord, in state: __shared StoreState) {
        self.init(
            record,
            originallyPurchased: record.isFamilyShared
                ? state.ledger[record.originalID]?.purchased ?? record.purchased
                : record.subscription.map { state[$0].originallyPurchased } ?? record.purchased,
            revocation: record.isRevoked ? state.adjustments.revocation(of: record.id) : nil)
    }
}

extension RenewalFacts {
    /// What a state has to say of a subscription's renewal.
    ///
    /// - Parameters:
    ///   - index: The subscription.
    ///   - latest: Its latest transaction, or that of the family member who shares it.
    ///   - state: The store.
    ///   - storefront: Where win-back offers are looked up; the chain's own unless given.
    package init(
        _ index: SubscriptionIndex, _ latest: TransactionRecord, in state: __shared StoreState,
        on storefront: Territory? = nil
    ) {
        let isShared = latest.isFamilyShared
        // Of what the family shares no more nothing renews, whatever becomes of the buyer's subscription (C-128).
        let isLost = isShared && latest.isRevoked
        let renews = state[index].willAutoRenew && !isLost
        // What nothing will renew has neither price nor offer (C-41); what is shared is charged to the buyer (C-128).
        let next = renews && state[index].isRunning && !isShared ? state.nextCharge(of: index) : nil
        self.init(
            latest, standing: state.ledger.standing(of: index, for: latest, state.adjustments),
            product: isLost ? latest.product : state.ledger.next(of: index).product, willAutoRenew: renews,
            priceStage: isShared ? nil : state.priceRises.known(to: index, state.ledger)?.stage, price: next?.price,
            offer: next?.offer,
            recentStart: state.ledger.recentStart(of: index, for: latest, state.adjustments, state.settings.pace),
            winBackOffers: isShared || state[index].isRunning
                ? []
                : state.eligibleWinBackOffers(of: latest.customer, in: state.group(of: index), on: storefront)
                    .compactMap(\.id))
    }
}
