/// A thing that falls due for one subscription.
package struct DueItem: Hashable, Sendable {
    /// The kinds of thing that fall due, in the order in which they happen to one subscription at one instant (C-43).
    ///
    /// Commands of customers and developers at that instant come after all of them (C-58).
    enum Kind: Hashable, Sendable {
        /// The customer is to be told of a rise of the price.
        case priceNotice
        /// The look ahead at the coming renewal (B6-1).
        case lookAhead
        /// The end of a period.
        case expiry
        case graceEnd
        case retryEnd
        /// The store writes to a customer whose renewal failed (S3-14).
        case outreach
        /// The customer of a failed renewal repairs the payment method by themselves, or it is tried again.
        case attempt
    }

    /// The instant at which it falls due.
    let due: Instant
    /// The kind of thing.
    let kind: Kind
}

/// The look ahead at a renewal that is planned, if one is.
///
/// One is planned only where there was a reason for it, not wherever one would have something to say.
enum LookAhead: UInt8, Hashable, Sendable, Codable {
    case none
    /// Ten days before the renewal.
    case inTime
    /// At once, because the reason came later than that.
    case atOnce
}

/// The agenda's entry for a subscription.
struct AgendaEntry: Hashable, Sendable {
    /// The instant at which the first item falls due; nil where none does.
    let due: Instant?
    /// The look ahead that is planned.
    let look: LookAhead
}

/// The reason why the agenda's entry for a subscription is worked out anew.
enum AgendaReason {
    /// Something changed that brings no look ahead.
    case change
    /// A period has just begun: there is a renewal to look ahead at.
    case newPeriod
    /// The renewal may bring something else now.
    case lookAhead
    /// The renewal may bring something else now, but it may be too late in the period to say so: within the last ten
    /// days the customer has just seen what will be charged.
    case lookAheadInTime
    /// The look ahead has told the customer all that there was to tell.
    case looked
}

extension StoreState {
    /// Works out the agenda's entry for a subscription anew.
    func agendaEntry(
        of index: SubscriptionIndex, planned: LookAhead, _ reason: AgendaReason
    ) -> AgendaEntry {
        let look: LookAhead
        switch reason {
        case .change: look = stillPlanned(planned, of: index)
        case .newPeriod: look = lookAhead(of: index, planned: .none)
        case .lookAhead: look = lookAhead(of: index, planned: stillPlanned(planned, of: index))
        case .lookAheadInTime:
            let still = stillPlanned(planned, of: index)
            let isInTime = lookAheadDate(of: index).map { $0 > now } ?? false
            look = isInTime ? lookAhead(of: index, planned: still) : still
        case .looked: look = .none
        }
        return AgendaEntry(due: nextDue(of: index, look)?.due, look: look)
    }

    /// The item that falls due first for a subscription; nil where none does.
    func nextDue(of index: SubscriptionIndex, _ look: LookAhead) -> DueItem? {
        guard let until = self[index].activeUntil else { return nextRetryDue(of: index) }
        var next = DueItem(due: until, kind: .expiry)
        if look != .none, let due = lookAheadDue(of: index, look), due <= until {
            next = DueItem(due: due, kind: .lookAhead)
        }
        // A notice for which it is too late in this period waits for the next one (C-85).
        if !priceRises.isEmpty, let due = priceNotice(of: index), due >= now, due <= next.due {
            next = DueItem(due: due, kind: .priceNotice)
        }
        return next
    }

    private func nextRetryDue(of index: SubscriptionIndex) -> DueItem? {
        var next: DueItem
        switch self[index].standing {
        case .inGrace(let until, _): next = DueItem(due: until, kind: .graceEnd)
        case .inRetry(let until, _): next = DueItem(due: until, kind: .retryEnd)
        case .active, .lapsed, .revoked: return nil
        }
        guard let retry = charges.retry(of: index) else { return next }
        if let letter = charges.problem(with: index, ledger)?.nextOutreach(setup.rules.outreach, settings.pace),
            max(letter.due, now) < next.due
        {
            next = DueItem(due: max(letter.due, now), kind: .outreach)
        }
        if let due = retry.attemptDue, due < next.due { next = DueItem(due: due, kind: .attempt) }
        return next
    }

    /// The instant of a planned look ahead that has something to say; nil where it has nothing, or its time has passed.
    private func lookAheadDue(of index: SubscriptionIndex, _ look: LookAhead) -> Instant? {
        guard let due = lookAheadDate(of: index), look == .atOnce || due >= now, !lookAheadNews(of: index).isEmpty
        else {
            return nil
        }
        return look == .atOnce ? now : due
    }

    /// The look ahead that a new reason plans; the one planned before where a look ahead would have nothing to say.
    private func lookAhead(of index: SubscriptionIndex, planned: LookAhead) -> LookAhead {
        guard let due = lookAheadDate(of: index), !lookAheadNews(of: index).isEmpty else { return planned }
        return due > now ? .inTime : .atOnce
    }

    /// The look ahead that is still planned: none once its time has passed, or it had nothing to say at once.
    func stillPlanned(_ look: LookAhead, of index: SubscriptionIndex) -> LookAhead {
        switch look {
        case .none: .none
        case .inTime: hasPassed(look, of: index, at: now) ? .none : .inTime
        case .atOnce: lookAheadDate(of: index) == nil || lookAheadNews(of: index).isEmpty ? .none : .atOnce
        }
    }

    /// Returns whether the time of a look ahead has passed at an instant; one at once is due until it has looked.
    func hasPassed(_ look: LookAhead, of index: SubscriptionIndex, at instant: Instant) -> Bool {
        look == .inTime && lookAheadDate(of: index).map { $0 < instant } ?? true
    }

    /// The instant ten days before the renewal; nil where there is none to look ahead at.
    private func lookAheadDate(of index: SubscriptionIndex) -> Instant? {
        let row = self[index]
        guard let until = row.activeUntil, let period = shop.period(of: row.product) else { return nil }
        return until.adding(milliseconds: -settings.pace.lead(days: 10, product: period))
    }

    /// Decides the events of an item that is due now.
    func decide(_ kind: DueItem.Kind, of index: SubscriptionIndex, into events: inout [StoreEvent.Kind]) {
        switch kind {
        case .expiry: decideExpiry(of: index, into: &events)
        case .graceEnd: events.append(.graceEnded(of: index))
        case .retryEnd:
            // The end of billing retry (B7-12).
            let isOffSale = self[index].renewalFailure == .productUnavailable
            let reason: LapseReason = isOffSale ? .productUnavailable : .billingError
            events.append(.subscriptionLapsed(index, because: reason, on: now))
        case .attempt: decideAttempt(of: index, into: &events)
        case .outreach:
            if let next = charges.problem(with: index, ledger)?.nextOutreach(setup.rules.outreach, settings.pace) {
                events.append(.customerContacted(about: index, by: next.channel))
            }
        case .lookAhead:
            let news = lookAheadNews(of: index)
            if news.has(.asksForPayment) { events.append(.paymentUpdateAsked(of: index)) }
            if news.has(.announces) { events.append(.renewalAnnounced(of: index)) }
        case .priceNotice:
            if case .rising(let rise) = priceRises[index] {
                events.append(.priceRiseNotified(of: index, needsConsent: rise.needsConsent))
            }
        }
    }
}

// MARK: - The look ahead

extension StoreState {
    /// The things that the store says when it looks ahead at a renewal (B6-1, S3-32…35).
    struct LookAheadNews: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        /// The payment method is bad: the customer is asked for another (S3-33).
        static let asksForPayment = LookAheadNews(rawValue: 1)
        /// The renewal is announced (S3-35).
        static let announces = LookAheadNews(rawValue: 2)
    }

    /// Returns what a look ahead at the coming renewal would say now; empty when it would say nothing, or has said it.
    ///
    /// A renewal is announced where it brings a change: another product or price, the end or the beginning of an offer,
    /// or that the product is not for sale any more; and always for products of a year, which are easily forgotten. The
    /// documents only say "where applicable" (C-87).
    func lookAheadNews(of index: SubscriptionIndex) -> LookAheadNews {
        let record = self[index]
        guard case .active = record.standing, record.willAutoRenew else { return .empty }
        var news = LookAheadNews.empty
        if !settings.pace.isFreeOfCharge, !record.wasAskedForPayment,
            customers.paymentMethod(of: record.customer) == .declining
        {
            news.set(.asksForPayment)
        }
        if !record.wasAnnounced, bringsChange(index) { news.set(.announces) }
        return news
    }

    private func bringsChange(_ index: SubscriptionIndex) -> Bool {
        guard let charge = possibleCharge(of: index) else { return true }
        let latest = self[index].latest
        if charge.product != latest.product || charge.terms != latest.terms || charge.price != latest.price {
            return true
        }
        return shop.period(of: latest.product)?.isSameLength(as: .yearly) ?? false
    }
}
