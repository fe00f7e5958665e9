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

extension StoreState {
    /// Whether only time and what was bought and taken back tells the store from what it was when it opened.
    ///
    /// What a purchase uses up for good tells them apart as well: nonces (C-5) and codes (C-124).
    ///
    /// - Parameter opening: The store as it was then.
    /// - Returns: Whether the next customer could not tell.
    package func differsOnlyInPurchases(from opening: StoreState) -> Bool {
        let isSameShop = shop == opening.shop && keys == opening.keys && outside == opening.outside
        let isSameTime = pace == opening.pace && gracePeriod == opening.gracePeriod
        let isSamePublic =
            customers.count == opening.customers.count && families == opening.families
            && downloads == opening.downloads
            && customers.map(\.isRisky) == opening.customers.map(\.isRisky)
            && customers.map(\.paymentMethod) == opening.customers.map(\.paymentMethod)
        let isSameLuck =
            failureRate == opening.failureRate && !chargePlans.values.contains { $0 != ChargePlan() }
        let isUnused =
            spentNonces == opening.spentNonces && codes == opening.codes
            && genericMessages == opening.genericMessages
        return isSameShop && isSameTime && isSamePublic && isSameLuck && isUnused
    }
}

extension StoreState {
    /// How a customer first came by the app (C-110).
    ///
    /// Unless something else was set: in the sandbox what Apple's says of everybody; elsewhere version 1.0 at the moment
    /// the store's time began.
    package func firstDownload(of customer: CustomerID) -> FirstDownload {
        if let download = downloads[customer] { return download }
        return environment == .sandbox ? .inSandbox : FirstDownload(version: "1.0", date: opened)
    }

    package func decideFirstDownload(of customer: CustomerID, _ download: FirstDownload) -> Decision<Void, Never> {
        guard self[customer] != nil, downloads[customer] != download else { return Decision([], ()) }
        return Decision([.firstDownloadSet(customer, download)], ())
    }
}
