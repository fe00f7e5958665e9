import OfferKitCore

// Changes to a running subscription between its periods.

extension SubscriptionTable {
    /// Applies an event that is neither a new period nor a refund.
    @inline(never)
    mutating func change(_ event: ReportEvent, _ names: ReportNames) -> Transition? {
        guard let place = event.subscriptionPlace, var facts = facts(at: place) else {
            // An erased transaction may be no subscription's, or a family member's share: those are not counted.
            return event.kind == .erased ? nil : skip(\.unknownSubscription)
        }
        var result = transition(event.kind, facts.history.terms, from: facts.history)
        guard isFitting(event, facts) else {
            // A refund ends a period and then turns auto-renew off, which is no cancellation (C-24).
            return event.kind == .autoRenewTurnedOff ? nil : skip(\.unfitting)
        }
        switch event.kind {
        case .autoRenewTurnedOff:
            // Once a renewal has failed the period is over, and nothing is left of it (S3-29).
            result.elapsed = max(0, facts.history.end.milliseconds(since: event.instant))
        case .renewalPlanned:
            guard let next = book.place(of: event, guess: facts.history.terms, names) else {
                return skip(\.unknownName)
            }
            result.planChange = book.change(from: facts.history.terms, to: next)
            result.redeems = event.offer != nil
        case .renewalFailed:
            facts.history.standing = event.graceEndInstant.map { $0 > event.instant } ?? false ? .grace : .retry
            failures[place] = event.instant
        case .graceEnded: facts.history.standing = .retry
        case .renewalExtended: extend(&facts, to: event.endInstant)
        case .periodEnded: cutShort(&facts, to: event.endInstant ?? event.instant)
        case .periodProrated: prorate(event, place, &facts.history, &result)
        case .lapsed:
            let (reason, cause) = reasons.look(up: event.reason, names)
            end(&facts, place, at: event.endInstant ?? event.instant, cause, reason, &result)
        case .erased:
            let isOver = facts.history.standing == .ended
            if !isOver { end(&facts, place, at: event.instant, .other, ReasonBook.erased, &result) }
            forget(place)
            return isOver ? nil : result
        default: break
        }
        set(place, facts)
        (result.after, result.termsAfter) = (facts.history.standing, facts.history.terms)
        return result
    }

    /// Returns whether an event fits the subscription's standing; one that does not is skipped (C-185).
    private func isFitting(_ event: ReportEvent, _ facts: SubscriptionFacts) -> Bool {
        let standing = facts.history.standing
        return switch event.kind {
        case .autoRenewTurnedOn, .renewalPlanned, .erased: true
        case .renewalFailed: standing == .active
        case .graceEnded: standing == .grace
        case .autoRenewTurnedOff, .lapsed, .renewalExtended, .periodEnded: standing != .ended
        case .periodProrated: standing != .ended && (event.transaction ?? 0) == facts.history.transaction
        default: false
        }
    }

    /// Extends the end of the period; the added days are no paid service (B10-9, B17-8).
    private mutating func extend(_ facts: inout SubscriptionFacts, to end: Instant?) {
        guard let end else { return }
        if !facts.history.flags.contains(.isExtended) {
            facts.history.flags.insert(.isExtended)
            endsBeforeExtension[facts.history.transaction] = facts.history.end
        }
        facts.history.end = end
    }

    /// Ends the period early, as the test environment does: paid service, and its part in a refund, end then too.
    private mutating func cutShort(_ facts: inout SubscriptionFacts, to end: Instant) {
        let transaction = facts.history.transaction
        facts.history.end = min(facts.history.end, end)
        facts.history.flags.insert(.isExtended)
        endsBeforeExtension[transaction] = min(endsBeforeExtension[transaction] ?? facts.history.end, facts.history.end)
    }

    /// Refunds the unused part of a period that an upgrade ends, at the rate of its charge (C-23, C-179).
    private mutating func prorate(
        _ event: ReportEvent, _ place: Int, _ history: inout SubscriptionHistory, _ result: inout Transition
    ) {
        result.isHighRate = hasHighRate(history.transaction, history, place)
        (result.flow, result.takings) = (.proration, Takings(event.amount, isHighRate: result.isHighRate))
        (result.phase, result.phaseTerms) = phase(of: history.transaction, history.terms, history)
        history.takings.add(result.takings.opposite)
    }

    /// Ends a subscription.
    ///
    /// - Parameters:
    ///   - facts: The subscription's facts.
    ///   - place: Its place.
    ///   - date: The date when access ends, unless the period ends before.
    ///   - cause: The cause of the end.
    ///   - reason: The place of the reason.
    ///   - result: The transition, which is completed.
    mutating func end(
        _ facts: inout SubscriptionFacts, _ place: Int, at date: Instant, _ cause: Transition.Cause, _ reason: Int32,
        _ result: inout Transition
    ) {
        if facts.history.standing.isFailing { failures[place] = nil }
        closePeriod(&facts, before: date)
        facts.history.end = min(facts.history.end, date)
        facts.history.standing = .ended
        (result.cause, result.reason) = (cause, reason)
        (result.after, result.termsAfter) = (.ended, facts.history.terms)
        guard facts.history.offer >= 0 else { return }
        let offer = offers[facts.history.offer]
        guard offer.isCurrent else { return }
        result.endedUnderOffer = book.entries[Int(facts.history.terms)].hasOffer
        result.offerLeft = offer.terms
        result.millisecondsSinceOffer = max(0, date.milliseconds(since: offer.date))
    }

    /// Returns the phase of a transaction's money, for the offer that the subscriber belongs to (C-181).
    func phase(
        of transaction: UInt64, _ terms: TermsBook.Place, _ history: SubscriptionHistory
    ) -> (Transition.Phase, TermsBook.Place) {
        guard history.offer >= 0 else { return (.none, -1) }
        let offer = offers[history.offer]
        if transaction < offer.transaction {
            return book.haveSameCurrency(offer.terms, terms) ? (.before, offer.terms) : (.none, -1)
        }
        if book.entries[Int(terms)].hasOffer { return (.during, terms) }
        guard book.haveSameCurrency(offer.terms, terms), transaction < offer.left else { return (.none, -1) }
        return (.after, offer.terms)
    }
}
