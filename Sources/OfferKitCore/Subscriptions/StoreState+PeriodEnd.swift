// What Apple's test environment does to a running subscription and the App Store does not: its period ends now.

extension StoreState {
    /// Lets a subscription expire at once: its period ends now, and auto-renew is off (C-122).
    ///
    /// In grace and in billing retry, where no period runs, it is the customer's cancellation (B7-13).
    package func decideExpiration(of customer: CustomerID, in groupID: String) -> ConfigurationDecision {
        guard let index = subscription(of: customer, inGroupNamed: groupID), self[index].isRunning else {
            return Decision(refusal: .notSubscribed(group: groupID))
        }
        guard !self[index].isRetrying else { return Decision(renewalOff(of: index), ()) }
        let off = self[index].willAutoRenew ? [StoreEvent.Kind.autoRenewChanged(index, isOn: false)] : []
        return Decision([.periodEnded(index)] + off + [.subscriptionLapsed(index, .autoRenewDisabled)], ())
    }

    /// Lets a subscription renew at once: its period ends now, auto-renew is on, no rise of the price waits for an answer,
    /// and what follows is what follows every period's end (B6), a failed charge and billing retry included (C-122).
    ///
    /// In grace and in billing retry no period runs that could end, and nothing changes, but that grace ends where there is
    /// to be none any more.
    package func decideForcedRenewal(of customer: CustomerID, in groupID: String) -> ConfigurationDecision {
        guard let index = subscription(of: customer, inGroupNamed: groupID), self[index].isRunning else {
            return Decision(refusal: .notSubscribed(group: groupID))
        }
        if case .inGrace = self[index].standing, gracePeriod == nil { return Decision([.graceEnded(index)], ()) }
        guard !self[index].isRetrying else { return Decision([], ()) }
        var events = [StoreEvent.Kind.periodEnded(index)]
        if !self[index].willAutoRenew { events.append(.autoRenewChanged(index, isOn: true)) }
        if case .rising = priceTerms[index] { events.append(.priceTermsChanged(index, nil)) }
        // The end of the period is decided as it will stand then.
        var then = self
        for event in events { then.apply(StoreEvent(at: now, event)) }
        var renewal: [StoreEvent.Kind] = []
        then.decideExpiry(of: index, into: &renewal)
        return Decision(events + renewal, ())
    }

    /// Asks a subscriber for consent to the price as it is, whether or not it rose (C-123).
    package func decideConsentRequest(of customer: CustomerID, in groupID: String) -> ConfigurationDecision {
        guard let index = subscription(of: customer, inGroupNamed: groupID), self[index].isRunning,
            let latest = latestTransaction(of: index)
        else { return Decision(refusal: .notSubscribed(group: groupID)) }
        let base = shop[self[index].product].basePrice(in: latest.territory) ?? .zero
        let terms = PriceTerms.rising(PriceRise(from: customersPrice(of: index, base: base), needsConsent: true))
        return Decision([.priceTermsChanged(index, terms), .priceRiseNotified(index, needsConsent: true)], ())
    }

    /// One attempt, now, to make every failed renewal of a customer good, or that of one subscription (B7-8, B7-9).
    package func decideResolution(
        of customer: CustomerID, only wanted: SubscriptionIndex? = nil
    ) -> Decision<Void, Never> {
        var then = self
        var all: [StoreEvent.Kind] = []
        for index in subscriptions(of: customer).sorted() where self[index].isRetrying && wanted ?? index == index {
            var events: [StoreEvent.Kind] = []
            then.decideRecovery(of: index, into: &events)
            for event in events { then.apply(StoreEvent(at: now, event)) }
            all += events
        }
        return Decision(all, ())
    }

    mutating func applyPeriodEnd(of index: SubscriptionIndex, at instant: Instant) {
        guard case .active = self[index].standing else { return }
        let id = self[index].latestTransaction
        transactions.change(id, of: index) { $0.expires = instant }
        for member in members(sharing: index) {
            guard let share = families.share(of: member, in: self[index].group) else { continue }
            transactions.change(share.latest, of: nil) { $0.expires = instant }
        }
        self[index].standing = .active(until: instant)
        // What follows is a whole period, counted from here (C-51).
        self[index].cycle = Cycle(anchor: instant)
        self[index].paidService.cut(at: instant)
        agenda.add(Agenda.Item(due: instant, subscription: index, kind: .expiry))
    }
}
