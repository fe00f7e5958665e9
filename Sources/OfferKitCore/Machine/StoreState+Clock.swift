extension StoreState {
    /// When the next thing falls due; nil when nothing will.
    package var nextDue: Instant? {
        agenda.first?.due
    }

    /// What falls due first, up to and including an instant, decided at its own instant.
    ///
    /// At one instant the clock's own events come before anything a customer does (C-43).
    ///
    /// - Parameters:
    ///   - instant: The instant.
    ///   - events: Emptied, and filled with what happens; the caller keeps it, so that a year of renewals needs one buffer.
    /// - Returns: When it happens; nil when nothing is due.
    package mutating func decideNextDue(until instant: Instant, into events: inout [StoreEvent.Kind]) -> Instant? {
        guard let item = agenda.first, item.due <= instant else { return nil }
        events.removeAll(keepingCapacity: true)
        // Judged at its own instant; the events that follow record the same instant.
        now = max(now, item.due)
        decide(item, into: &events)
        return now
    }

    private func decide(_ item: Agenda.Item, into events: inout [StoreEvent.Kind]) {
        let index = item.subscription
        switch item.kind {
        case .expiry: decideExpiry(of: index, into: &events)
        case .graceEnd: events.append(.graceEnded(index))
        case .retryEnd: decideRetryEnd(of: index, into: &events)
        case .repair: decideRecovery(of: index, into: &events)
        case .outreach:
            if let next = nextOutreach(of: index) { events.append(.customerContacted(index, next.channel)) }
        case .renewalCheck:
            let check = renewalCheck(of: index)
            if check.contains(.asksForPayment) { events.append(.paymentUpdateAsked(index)) }
            if check.contains(.announces) { events.append(.renewalAnnounced(index)) }
        case .priceNotice:
            if case .rising(let rise) = priceTerms[index] {
                events.append(.priceRiseNotified(index, needsConsent: rise.needsConsent))
            }
        case .paymentMethod:
            if let change = chargePlans[item.customer]?.changes.first {
                events.append(.paymentMethodChanged(item.customer, change.method))
            }
        }
    }

    /// The end of billing retry (B7-12); grace that would last as long ends with it.
    private func decideRetryEnd(of index: SubscriptionIndex, into events: inout [StoreEvent.Kind]) {
        var reason = LapseReason.billingError
        switch self[index].standing {
        case .inGrace: events.append(.graceEnded(index))
        case .inRetry(_, .productUnavailable): reason = .productUnavailable
        default: break
        }
        events.append(.subscriptionLapsed(index, reason))
    }
}
