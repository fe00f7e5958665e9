import OfferKitCore

// The beginning and end of periods, and the sum of paid service (B17-7…B17-11, C-30, C-175…C-178).

extension SubscriptionTable {
    /// Begins a period: at a purchase, a renewal or a recovery (C-177).
    @inline(__always)
    mutating func begin(_ event: ReportEvent, _ names: ReportNames) -> Transition? {
        guard let place = event.subscriptionPlace else { return skip(\.unknownSubscription) }
        let known = facts(at: place)
        if known == nil, event.kind != .subscribed { return skip(\.unknownSubscription) }
        guard let terms = book.place(of: event, guess: known?.history.terms ?? -1, names) else {
            return skip(\.unknownName)
        }
        guard var facts = known, event.kind != .subscribed else { return beginFirst(event, place, terms) }
        guard isFittingPeriod(event, after: facts) else { return skip(\.unfitting) }
        var result = transition(event.kind, terms, from: facts.history)
        let start = event.startInstant ?? event.instant
        closePeriod(&facts, before: start)
        // A gap of more than 60 days starts the count anew (C-28, B17-10); exactly 60 days do not.
        if start.milliseconds(since: facts.history.end) > Pace.longestCalendarGap {
            (facts.history.paid, facts.history.countingSince) = (0, start)
        }
        if facts.history.standing.isFailing, let failure = failures.removeValue(forKey: place) {
            result.elapsed = event.instant.milliseconds(since: failure)
        }
        if facts.history.standing == .ended { leaveOffer(facts.history, with: event.transaction ?? 0) }
        if terms != facts.history.terms { compare(terms, facts.history, &result) }
        open(event, place, terms, start, &facts, &result)
        set(place, facts)
        return result
    }

    /// Returns whether a period can follow the latest one: a returning subscriber had left, and numbers rise (C-185).
    @inline(__always)
    private func isFittingPeriod(_ event: ReportEvent, after facts: SubscriptionFacts) -> Bool {
        guard let transaction = event.transaction, transaction > facts.history.transaction else { return false }
        let standing = facts.history.standing
        return switch event.kind {
        case .resubscribed: standing == .ended
        case .recovered: standing.isFailing
        default: standing != .ended
        }
    }

    /// Begins the first period of a subscription.
    @inline(never)
    private mutating func beginFirst(
        _ event: ReportEvent, _ place: Int, _ terms: TermsBook.Place
    ) -> Transition? {
        let start = event.startInstant ?? event.instant
        // A store's log has this only after an erasure, which has removed the earlier subscription.
        guard facts(at: place) == nil else { return skip(\.unfitting) }
        var facts = SubscriptionFacts(
            history: SubscriptionHistory(terms: terms, cohort: cohort(of: event.instant, terms)))
        facts.history.countingSince = start
        var result = transition(event.kind, terms, from: facts.history)
        result.termsBefore = -1
        open(event, place, terms, start, &facts, &result)
        set(place, facts)
        return result
    }

    /// Compares the terms of a new period with those before (C-172, C-173).
    private mutating func compare(
        _ terms: TermsBook.Place, _ history: SubscriptionHistory, _ result: inout Transition
    ) {
        guard history.standing != .ended else { return }
        result.planChange = book.change(from: history.terms, to: terms)
        result.isConversion = book.entries[Int(history.terms)].hasOffer && !book.entries[Int(terms)].hasOffer
    }

    /// Records a new period, its charge, and the offer that begins with it.
    @inline(__always)
    private mutating func open(
        _ event: ReportEvent, _ place: Int, _ terms: TermsBook.Place, _ start: Instant,
        _ facts: inout SubscriptionFacts, _ result: inout Transition
    ) {
        let transaction = event.transaction ?? 0
        if terms != facts.history.terms, !book.haveSameCurrency(terms, facts.history.terms) {
            changeCurrency(of: &facts.history, place, to: terms)
        }
        let isHigh = isSmallBusiness || facts.history.paid >= ProceedsRate.yearOfService
        if isHigh != facts.history.flags.contains(.hasHighRate) {
            switchRate(&facts.history, at: transaction, place, to: isHigh)
        }
        let takings = Takings(event.amount, isHighRate: isHigh)
        if event.offer != nil, event.offerCharge <= 1 {
            result.redeems = true
            result.takingsBefore = facts.history.takings
            let row = RedeemedOffer(terms: terms, transaction: transaction, date: start)
            if facts.history.offer >= 0 {
                offers[facts.history.offer] = row
            } else {
                facts.history.offer = offers.insert(row)
            }
        }
        (result.flow, result.takings, result.isHighRate) = (.charge, takings, isHigh)
        if event.offer != nil {
            (result.phase, result.phaseTerms) = (.during, terms)
        } else if facts.history.offer >= 0 {
            let offer = offers[facts.history.offer]
            if offer.isCurrent, book.haveSameCurrency(offer.terms, terms) {
                (result.phase, result.phaseTerms) = (.after, offer.terms)
            }
        }
        if facts.history.flags.contains(.isExtended) { endsBeforeExtension[facts.history.transaction] = nil }
        facts.history.takings.add(takings)
        facts.history.transaction = transaction
        facts.history.terms = terms
        facts.history.standing = .active
        facts.history.flags.remove([.isExtended, .isEndedByRefund, .isPaid])
        if takings.money > 0 { facts.history.flags.insert(.isPaid) }
        facts.start = start
        facts.history.end = event.endInstant ?? start
        (result.after, result.termsAfter) = (.active, terms)
    }

    /// Keeps the sums of this currency, and continues those that the subscriber had in the new one (C-181).
    @inline(never)
    private mutating func changeCurrency(
        of history: inout SubscriptionHistory, _ place: Int, to terms: TermsBook.Place
    ) {
        let (old, new) = (book.entries[Int(history.terms)].currency, book.entries[Int(terms)].currency)
        otherCurrencies[place, default: [:]][old] = history.takings
        history.takings = otherCurrencies[place]?[new] ?? Takings()
    }

    /// Returns the paid service of a period that is over (B10-9, B17-8).
    ///
    /// It lasts to the period's end, or until another period begins or access ends, and never includes the days of an
    /// extension.
    @inline(__always)
    func closingService(_ facts: SubscriptionFacts, _ end: Instant, before stop: Instant) -> Int64 {
        max(0, min(end, stop).milliseconds(since: facts.start))
    }

    /// Counts the paid service of the latest period, if it was paid for and is not counted yet (C-176).
    @inline(__always)
    mutating func closePeriod(_ facts: inout SubscriptionFacts, before stop: Instant) {
        guard facts.history.flags.contains(.isPaid) else { return }
        facts.history.flags.remove(.isPaid)
        let isPlain = !facts.history.flags.contains(.isExtended) && facts.history.end <= stop
        let service =
            isPlain
            ? closingService(facts, facts.history.end, before: stop) : closeUnusual(facts, before: stop)
        facts.history.paid = facts.history.paid.addingClamping(service)
    }

    @inline(never)
    private mutating func closeUnusual(_ facts: SubscriptionFacts, before stop: Instant) -> Int64 {
        let transaction = facts.history.transaction
        let end = endsBeforeExtension.removeValue(forKey: transaction) ?? facts.history.end
        let service = closingService(facts, end, before: stop)
        // A later refund takes off exactly this service.
        unusualService[transaction] = service
        return service
    }

    @inline(never)
    private mutating func switchRate(
        _ history: inout SubscriptionHistory, at transaction: UInt64, _ place: Int, to isHigh: Bool
    ) {
        if isHigh { history.flags.insert(.hasHighRate) } else { history.flags.remove(.hasHighRate) }
        if history.rateSwitch == 0 {
            history.rateSwitch = transaction
        } else {
            laterRateSwitches[place, default: []].append(transaction)
        }
    }

    /// Returns whether the charge of a transaction brought 85 %.
    func hasHighRate(_ transaction: UInt64, _ history: SubscriptionHistory, _ place: Int) -> Bool {
        guard !isSmallBusiness else { return true }
        guard history.rateSwitch != 0, transaction >= history.rateSwitch else { return false }
        let later = laterRateSwitches[place]?.reduce(0) { $0 + ($1 <= transaction ? 1 : 0) } ?? 0
        return later % 2 == 0
    }

    /// Removes a returning subscriber from an offer, until they redeem the next one (C-181).
    ///
    /// The offer is kept: a refund of an earlier charge is taken off its money.
    private mutating func leaveOffer(_ history: SubscriptionHistory, with transaction: UInt64) {
        guard history.offer >= 0, offers[history.offer].isCurrent else { return }
        offers[history.offer].left = transaction
    }
}
