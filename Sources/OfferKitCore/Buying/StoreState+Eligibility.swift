extension StoreState {
    /// Returns whether a customer may have an offer of a product, for purchases, codes and questions alike.
    ///
    /// In the sandbox, and where a month takes minutes, every churned customer may have a win-back offer (C-91).
    ///
    /// - Parameters:
    ///   - customer: The customer.
    ///   - offer: The offer; its dates and places are judged by ``OfferAvailability``, not here.
    ///   - place: The product.
    ///   - instant: The instant, now or later: for a later one, only time has passed, and nothing else has happened.
    /// - Returns: Every condition on the customer that fails, or none; nil for a product that has no offers, because it
    ///   does not renew.
    package func eligibility(
        of customer: CustomerID, for offer: Catalog.Offer, on place: ProductIndex, at instant: Instant? = nil
    ) -> Eligibility? {
        guard let group = shop[place].group, let subscription = shop[place].product.subscription else { return nil }
        let instant = max(now, instant ?? now)
        let history = history(of: customer, in: group, at: instant)
        let groupID = shop.groupID(group)
        let lastRedemption = offer.id.flatMap {
            offers.end(of: Shop.OfferName(type: offer.type, id: $0), on: place, for: customer)
        }
        switch offer.kind {
        case .introductory:
            return IntroductoryEligibility.judge(history, group: groupID)
        case .promotional:
            return PromotionalEligibility.judge(history)
        case .code(let settings):
            return CodeEligibility(settings: settings, offer: offer.referenceName).judge(
                history, hasRedeemed: lastRedemption != nil,
                downgrade: downgrade(of: customer, in: group, to: subscription.level, at: instant))
        case .winBack(_, let settings):
            return WinBackEligibility(settings: settings).judge(
                history, group: groupID, monthsSinceRedemption: lastRedemption.map { instant.wholeMonths(since: $0) },
                // Calendar months mean nothing where a month takes minutes.
                ignoresCriteria: setup.environment == .sandbox || !self.settings.pace.countsFromAnchor)
        }
    }

    /// The history that the eligibility rules look at, as it stands at an instant.
    ///
    /// A customer who fell out of billing retry has churned like one who cancelled (C-35). The months since are counted
    /// from the end of the customer's own last period, a refunded one's too (C-53).
    ///
    /// - Parameters:
    ///   - customer: The customer.
    ///   - group: The group.
    ///   - instant: The instant, now or later. By then a subscription that would not renew has lapsed at its end, the
    ///     customer's own as well as one that the family shares; nothing else has happened.
    /// - Returns: The history.
    package func history(of customer: CustomerID, in group: GroupIndex, at instant: Instant) -> CustomerHistory {
        var history = CustomerHistory()
        history.hasSubscribedInApp =
            ledger.firstSubscription(of: customer) != nil || hasSharedAccessThatCounts(customer)
        let share = families.activeShare(of: customer, in: group, ledger)
        history.isSharedByFamily = share.map { serves($0.from, at: instant) } ?? false
        guard let index = subscription(of: customer, in: group) else { return history }
        history.hasSubscribedInGroup = true
        let subscription = self[index]
        history.usedIntroductoryOffer = subscription.usedIntroductoryOffer
        history.paidMonths = subscription.paidService.months
        guard !runs(index, at: instant) else {
            history.customerClass = .existing
            history.hasFailedRenewal = subscription.isRetrying
            return history
        }
        history.customerClass = .expired
        // Counted from the end of the last period, a refunded one's too (B15-3, C-53).
        if let ended = subscription.latest.expires, ended <= instant {
            history.monthsSinceLapse = instant.wholeMonths(since: ended)
        }
        return history
    }

    /// Returns whether the customer had access through the family, in a store where that counts (C-9).
    private func hasSharedAccessThatCounts(_ customer: CustomerID) -> Bool {
        guard setup.rules.familySharedCountsForPromotionalOffers else { return false }
        return !families.shares(of: customer, shop).isEmpty
    }

    /// Returns whether a subscription runs at an instant, if until then nobody does anything.
    func runs(_ index: SubscriptionIndex, at instant: Instant) -> Bool {
        self[index].isRunning && (instant <= now || certainEnd(of: index).map { instant < $0 } ?? true)
    }

    /// Returns whether a subscription gives service at an instant, if until then nobody does anything.
    private func serves(_ index: SubscriptionIndex, at instant: Instant) -> Bool {
        self[index].hasService && (instant <= now || certainEndOfService(of: index).map { instant < $0 } ?? true)
    }

    /// The end of a running subscription if nobody does anything; nil for one that would renew, or is over.
    ///
    /// It ends because it will not renew, for lack of consent to a price, or because its product stays off sale.
    ///
    /// The fate of a charge that failed is not certain while the product is sold, because the customer may pay; nor is
    /// that of a planned rise before the customer was told.
    func certainEnd(of index: SubscriptionIndex) -> Instant? {
        switch self[index].standing {
        case .active(let until):
            if certainLapse(of: index) != nil { return until }
            // A rise that is planned may end it before billing retry begins.
            if case .rising(let rise) = priceRises[index], rise.needsConsent, rise.stage == .planned { return nil }
            return possibleCharge(of: index) == nil ? until.adding(milliseconds: settings.pace.billingRetry) : nil
        case .inGrace(_, let until), .inRetry(let until, _): return possibleCharge(of: index) == nil ? until : nil
        case .lapsed, .revoked: return nil
        }
    }

    /// The end of a subscription's service if nobody does anything; nil where service goes on, or is over.
    ///
    /// It may come before the end of the subscription: there is no service in billing retry (B7-2).
    func certainEndOfService(of index: SubscriptionIndex) -> Instant? {
        switch self[index].standing {
        case .active(let until):
            certainLapse(of: index) == nil && possibleCharge(of: index) != nil ? nil : until
        case .inGrace(let until, _): possibleCharge(of: index) == nil ? until : nil
        case .inRetry, .lapsed, .revoked: nil
        }
    }

    /// The levels, where redeeming would be a downgrade; nil for any other move (B8-2).
    private func downgrade(
        of customer: CustomerID, in group: GroupIndex, to level: Int, at instant: Instant
    ) -> (from: Int, to: Int)? {
        guard let index = subscription(of: customer, in: group), runs(index, at: instant),
            let current = shop[self[index].product].product.subscription?.level, current < level
        else { return nil }
        return (current, level)
    }

    /// The introductory offer that a purchase of the product gets by itself now; nil for none (B3-7, B4, C-36).
    ///
    /// The App Store's rule holds where the developer has not decided who has the offer (B2-23, C-10). The developer's
    /// no suppresses the offer. A yes passes over one thing alone, that the group's offer was used before: a present
    /// subscriber gets none all the same (B4-2).
    ///
    /// - Parameters:
    ///   - customer: The customer who buys.
    ///   - place: The product.
    ///   - territory: The storefront where it is charged.
    ///   - override: The developer's signed decision; nil where there is none.
    /// - Returns: The terms, or nil when there is no such offer for this purchase.
    func introductoryOffer(
        for customer: CustomerID, on place: ProductIndex, in territory: Territory, override: Bool? = nil
    ) -> CapturedTerms? {
        guard override ?? true, let subscription = shop[place].product.subscription,
            let offer = shop[place].available(.intro, in: territory, at: now).first,
            let reasons = eligibility(of: customer, for: offer, on: place)?.reasons,
            reasons.allSatisfy({ if case .usedIntroductoryOffer = $0 { override == true } else { false } })
        else { return nil }
        return CapturedTerms(offer, of: subscription, in: territory)
    }
}
