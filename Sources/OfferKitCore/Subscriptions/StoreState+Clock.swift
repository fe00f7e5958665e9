extension StoreState {
    /// When the next thing falls due; nil when nothing will.
    package var nextDue: Instant? {
        agenda.first?.due
    }

    /// What falls due first, up to and including an instant, decided at its own instant; nil when nothing is.
    ///
    /// At one instant the clock's own events come before anything a customer does (C-43).
    package func decideNextDue(until instant: Instant) -> (due: Instant, events: [StoreEvent.Kind])? {
        guard let item = agenda.first, item.due <= instant else { return nil }
        switch item.kind {
        case .expiry: return (item.due, decideExpiry(of: item.subscription))
        }
    }

    /// The end of a period.
    ///
    /// The store does not renew yet, so every subscription ends at the end of its period, whether or not the customer
    /// wanted it to renew.
    private func decideExpiry(of subscription: SubscriptionIndex) -> [StoreEvent.Kind] {
        [.subscriptionLapsed(subscription, self[subscription].willAutoRenew ? .unknown : .autoRenewDisabled)]
    }
}

extension StoreState {
    /// What the next renewal of a running subscription would charge (B6-7): a queued offer first, else the next period of
    /// a pay-as-you-go offer that still runs, else the base price.
    ///
    /// A stacked code waits for the offer that runs (C-50).
    ///
    /// - Parameters:
    ///   - subscription: A subscription that is to renew.
    ///   - latest: The transaction of its current period.
    /// - Returns: The terms of the offer that applies, if one does, and the price; nil where the product is not sold any
    ///   more in the chain's storefront.
    package func nextCharge(
        of subscription: SubscriptionRecord, _ latest: TransactionRecord
    ) -> (terms: CapturedTerms?, price: Amount?) {
        var running: CapturedTerms?
        // The first of several pay-as-you-go periods is running: the second is discounted too (B5-3).
        if subscription.next.product == latest.product, let terms = latest.offer.map({ terms($0) }),
            terms.mode == .payAsYouGo, terms.periodCount > 1
        {
            running = terms
        }
        let queued = subscription.next.offer.map { terms($0) }
        let first = subscription.next.followsRunningOffer ? running ?? queued : queued ?? running
        if let first { return (first, first.price) }
        return (nil, shop[subscription.next.product].basePrice(in: latest.territory))
    }
}
