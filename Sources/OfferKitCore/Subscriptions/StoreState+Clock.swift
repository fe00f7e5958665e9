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
        [.subscriptionLapsed(subscription, self[subscription].willAutoRenew ? .other : .autoRenewDisabled)]
    }
}
