import OfferKitCore

// Refunds, and purchases of other products than subscriptions (B10-1, B10-4, C-24, C-179, C-180).

extension SubscriptionTable {
    /// Counts a purchase of another product than a subscription, at 70 % or the Small Business Program's 85 % (C-180).
    mutating func purchase(_ event: ReportEvent, _ names: ReportNames) -> Transition? {
        guard let terms = book.place(of: event, guess: -1, names) else { return skip(\.unknownName) }
        var result = Transition(kind: event.kind, terms: terms)
        result.takings = Takings(event.amount, isHighRate: isSmallBusiness)
        (result.flow, result.isHighRate) = (.charge, isSmallBusiness)
        return result
    }

    /// Refunds a transaction (C-178).
    mutating func refund(_ event: ReportEvent, _ names: ReportNames) -> Transition? {
        let transaction = event.transaction ?? 0
        guard refunds[transaction] == nil else { return skip(\.unfitting) }
        let isPurchase = event.subscription == nil && event.subscriptionPlace == nil
        if isPurchase { return refundPurchase(event, transaction, names) }
        guard let place = event.subscriptionPlace, var facts = facts(at: place) else {
            return skip(\.unknownSubscription)
        }
        guard let terms = book.place(of: event, guess: facts.history.terms, names) else { return skip(\.unknownName) }
        // Transactions are numbered in order, so one above the latest was not made.
        guard transaction <= facts.history.transaction else { return skip(\.unfitting) }
        var result = transition(event.kind, terms, from: facts.history)
        let isCurrent = transaction == facts.history.transaction && facts.history.standing != .ended
        let wasPaid = isCurrent && facts.history.flags.contains(.isPaid)
        let paid =
            isCurrent ? serviceSoFar(facts, until: event.instant) : service(of: event, transaction, facts.history)
        // The share is rounded down as a whole, even where only a part is refunded (C-179).
        let isHigh = hasHighRate(transaction, facts.history, place)
        let takings = Takings(event.amount, isHighRate: isHigh)
        refunds[transaction] = RememberedRefund(
            takings: takings, isHighRate: isHigh, terms: terms, paid: paid, wasPaid: wasPaid)
        (result.flow, result.takings, result.isHighRate) = (.refund, takings, isHigh)
        (result.phase, result.phaseTerms) = phase(of: transaction, terms, facts.history)
        take(takings, terms, from: &facts.history, place)
        if isCurrent {
            facts.history.flags.remove(.isPaid)
            end(&facts, place, at: event.instant, .refund, ReasonBook.refunded, &result)
            facts.history.flags.insert(.isEndedByRefund)
        } else {
            facts.history.paid = max(0, facts.history.paid.addingClamping(-paid))
        }
        set(place, facts)
        return result
    }

    private mutating func refundPurchase(
        _ event: ReportEvent, _ transaction: UInt64, _ names: ReportNames
    ) -> Transition? {
        if let product = event.product, names.products.indices.contains(product), names.products[product].group != nil {
            // A subscription's transaction can be refunded only with its subscription.
            return skip(\.unknownSubscription)
        }
        guard var result = purchase(event, names) else { return nil }
        result.flow = .refund
        refunds[transaction] = RememberedRefund(
            takings: result.takings, isHighRate: isSmallBusiness, terms: result.terms, paid: 0, wasPaid: false)
        return result
    }

    /// Reverses a refund: the money, the paid service, and the subscription where its period still runs.
    mutating func reverseRefund(_ event: ReportEvent, _ names: ReportNames) -> Transition? {
        let transaction = event.transaction ?? 0
        guard let refund = refunds.removeValue(forKey: transaction) else { return skip(\.unfitting) }
        let known = event.subscriptionPlace.flatMap { facts(at: $0) }
        var result =
            known.map { transition(event.kind, refund.terms, from: $0.history) }
            ?? Transition(kind: event.kind, terms: refund.terms)
        (result.flow, result.takings, result.isHighRate) = (.reversal, refund.takings, refund.isHighRate)
        guard let place = event.subscriptionPlace, var facts = known else { return result }
        (result.phase, result.phaseTerms) = phase(of: transaction, refund.terms, facts.history)
        take(refund.takings.opposite, refund.terms, from: &facts.history, place)
        let isLatest = transaction == facts.history.transaction && facts.history.flags.contains(.isEndedByRefund)
        if isLatest, let start = event.startInstant, let end = event.endInstant {
            (facts.start, facts.history.end) = (start, end)
            if refund.wasPaid { facts.history.flags.insert(.isPaid) }
            facts.history.flags.remove(.isEndedByRefund)
            if end > event.instant {
                facts.history.standing = .active
                (result.after, result.termsAfter) = (.active, facts.history.terms)
                result.isReinstated = true
            } else {
                // A subscription whose period has ended since stays over (C-24).
                closePeriod(&facts, before: end)
            }
        } else if (event.startInstant ?? .epoch) >= facts.history.countingSince {
            facts.history.paid = facts.history.paid.addingClamping(refund.paid)
        }
        set(place, facts)
        return result
    }

    /// Returns the paid service of the current period until its refund, in milliseconds; 0 where it was free.
    ///
    /// It is not counted yet, but kept: it counts where the refund is reversed after another purchase (C-178).
    private func serviceSoFar(_ facts: SubscriptionFacts, until stop: Instant) -> Int64 {
        guard facts.history.flags.contains(.isPaid) else { return 0 }
        let end = endsBeforeExtension[facts.history.transaction] ?? facts.history.end
        return closingService(facts, end, before: stop)
    }

    /// Returns the paid service of a transaction refunded after its period, of the run that counts; in milliseconds.
    private func service(of event: ReportEvent, _ transaction: UInt64, _ history: SubscriptionHistory) -> Int64 {
        guard let start = event.startInstant, start >= history.countingSince else { return 0 }
        if let service = unusualService[transaction] { return service }
        guard let end = event.endInstant, event.amount?.milliunits ?? 0 > 0 else { return 0 }
        return max(0, end.milliseconds(since: start))
    }

    /// Takes money off a subscriber's sum in its currency.
    private mutating func take(
        _ takings: Takings, _ terms: TermsBook.Place, from history: inout SubscriptionHistory, _ place: Int
    ) {
        if book.haveSameCurrency(terms, history.terms) {
            history.takings.add(takings.opposite)
        } else {
            otherCurrencies[place]?[book.entries[Int(terms)].currency]?.add(takings.opposite)
        }
    }
}
