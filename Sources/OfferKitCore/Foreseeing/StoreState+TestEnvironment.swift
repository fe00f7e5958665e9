// Actions of Apple's test environment, which the App Store does not have: a running subscription's period ends now.

extension StoreState {
    /// Lets a subscription expire at once: its period ends now, and auto-renew is off (C-122).
    ///
    /// In grace and in billing retry, where no period runs, it has the effect of the customer's cancellation (B7-13).
    package func decideExpiration(of customer: CustomerID, in groupID: String) -> SubscriptionDecision {
        Decision { () throws(SubscriptionRefusal) in
            let index = try runningSubscription(of: customer, in: groupID)
            guard !self[index].isRetrying else { return Decision(ledger.renewalOff(of: index, at: now), ()) }
            let off = self[index].willAutoRenew ? [StoreEvent.Kind.autoRenewChanged(of: index, isOn: false)] : []
            return Decision(
                [.periodEnded(of: index)] + off + [.subscriptionLapsed(index, because: .autoRenewDisabled, on: now)], ()
            )
        }
    }

    /// Lets a subscription renew at once: its period ends now, as every period ends (B6, C-122).
    ///
    /// Auto-renew is on, and no rise of the price waits for an answer. A charge may fail, and billing retry follow.
    ///
    /// In grace and in billing retry no period runs that could end, and nothing changes, except that grace ends where
    /// there is to be none any more.
    package func decideForcedRenewal(of customer: CustomerID, in groupID: String) -> SubscriptionDecision {
        Decision { () throws(SubscriptionRefusal) in
            let index = try runningSubscription(of: customer, in: groupID)
            if case .inGrace = self[index].standing, settings.gracePeriod == nil {
                return Decision([.graceEnded(of: index)], ())
            }
            guard !self[index].isRetrying else { return Decision([], ()) }
            var events = [StoreEvent.Kind.periodEnded(of: index)]
            if !self[index].willAutoRenew { events.append(priceRises.renewalOn(of: index)) }
            if case .rising = priceRises[index] { events.append(.priceTermsChanged(of: index, to: nil)) }
            // The end of the period is decided on the state after these events.
            var rehearsal = Rehearsal(self, of: index)
            rehearsal.record(events)
            rehearsal.state.decideExpiry(of: index, into: &events)
            return Decision(events, ())
        }
    }

    /// Lets a customer have introductory offers of a group again, whether or not one was used (C-243).
    package func decideIntroductoryReset(of customer: CustomerID, in groupID: String) -> SubscriptionDecision {
        guard let group = shop.group(named: groupID) else {
            return Decision(refusal: .unknownGroup(shop.unknownGroup(groupID)))
        }
        guard let index = subscription(of: customer, in: group), self[index].usedIntroductoryOffer else {
            return Decision([], ())
        }
        return Decision([.introductoryOfferReset(of: index)], ())
    }

    /// Makes one attempt, now, on every failed renewal of a customer, or on that of one subscription (B7-8, B7-9).
    package func decideAttempts(
        of customer: CustomerID, only wanted: SubscriptionIndex? = nil
    ) -> Decision<Void, Never> {
        var rehearsal = Rehearsal(self, of: nil)
        for index in subscriptions(of: customer).sorted()
        where self[index].isRetrying && (wanted == nil || wanted == index) {
            var events: [StoreEvent.Kind] = []
            rehearsal.state.decideAttempt(of: index, into: &events)
            rehearsal.record(events)
        }
        return Decision(rehearsal.kinds, ())
    }
}

extension StoreState {
    /// Returns whether only time, and purchases taken out again, tell the store from what it was when it opened.
    ///
    /// Nonces (C-5) and codes (C-124), which a purchase uses up for good, are other differences.
    ///
    /// - Parameter opening: The store as it was then.
    /// - Returns: Whether the next customer could not tell the difference.
    package func differsOnlyInPurchases(from opening: StoreState) -> Bool {
        shop == opening.shop && keyring == opening.keyring && settings == opening.settings
            && customers == opening.customers && families == opening.families
            && charges.isSame(as: opening.charges) && codes == opening.codes
            && desk.hasSpentTheSame(as: opening.desk) && mail.hasSameGeneric(as: opening.mail)
    }
}
