extension StoreState {
    /// Whether a customer may have an offer of a product now: the one answer that purchases, codes and questions share.
    ///
    /// In the sandbox, and where a month takes minutes, whoever churned may have a win-back offer (C-91).
    package func eligibility(
        of customer: CustomerID, for offer: Catalog.Offer, on place: ProductIndex
    ) -> Eligibility {
        guard let group = shop[place].group, let subscription = shop[place].product.subscription else {
            return .ineligible(because: [.neverSubscribed])
        }
        let history = history(of: customer, in: group)
        let groupID = shop.groupID(group)
        let lastRedemption = offer.id.flatMap { redemptionEnd(of: customer, offer.type, $0, on: place) }
        switch offer.kind {
        case .introductory:
            return IntroductoryEligibility().judge(history, group: groupID)
        case .promotional:
            return PromotionalEligibility().judge(history)
        case .code(let settings):
            return CodeEligibility(settings, offer: offer.referenceName).judge(
                history, hasRedeemed: lastRedemption != nil,
                downgrade: downgrade(of: customer, in: group, to: subscription.level))
        case .winBack(_, let settings):
            return WinBackEligibility(settings).judge(
                history, group: groupID, monthsSinceRedemption: lastRedemption.map { now.wholeMonths(since: $0) },
                // Calendar months mean nothing where a month takes minutes.
                ignoresCriteria: environment == .sandbox || !pace.countsFromAnchor)
        }
    }

    /// What the eligibility rules look at.
    ///
    /// Who fell out of billing retry has churned like who cancelled (C-35). The months since are counted from the end of the
    /// customer's own last period, a refunded one's too (C-53).
    package func history(of customer: CustomerID, in group: GroupIndex) -> CustomerHistory {
        var history = CustomerHistory()
        history.hasSubscribedInApp = self[customer]?.firstSubscription != nil || hasSharedAccessThatCounts(customer)
        guard let index = subscription(of: customer, in: group) else { return history }
        let subscription = self[index]
        history.usedIntroductoryOffer = subscription.usedIntroductoryOffer
        guard !subscription.isRunning else {
            history.customerClass = .existing
            return history
        }
        history.customerClass = .expired
        // A refunded period's end counts too (B15-3); access that the family shares stands against it (B15-5).
        if let ended = latestTransaction(of: index)?.expires, ended <= now, activeShare(of: customer, in: group) == nil
        {
            history.churn = CustomerHistory.Churn(
                paidMonths: subscription.paidService.months, monthsSinceLapse: now.wholeMonths(since: ended))
        }
        return history
    }

    /// Whether the customer had access through the family, in a store where that counts (C-9).
    private func hasSharedAccessThatCounts(_ customer: CustomerID) -> Bool {
        guard rules.familySharedCountsForPromotionalOffers else { return false }
        return shop.groups.indices.contains { families.share(of: customer, in: GroupIndex($0)) != nil }
    }

    private func redemptionEnd(
        of customer: CustomerID, _ type: OfferType, _ id: String, on place: ProductIndex
    ) -> Instant? {
        redemptions[
            Redemption(customer: customer, product: place, offer: Shop.OfferName(type: type, id: id))]
    }

    /// The levels of a move down that redeeming would be; nil for any other move (B8-2).
    private func downgrade(of customer: CustomerID, in group: GroupIndex, to level: Int) -> (from: Int, to: Int)? {
        guard let index = subscription(of: customer, in: group), self[index].isRunning,
            let current = shop[self[index].product].product.subscription?.level, current < level
        else { return nil }
        return (current, level)
    }

    /// The introductory offer that a purchase of the product gets by itself now; nil when there is none for this
    /// customer (B3-7, B4, C-36).
    package func automaticIntroductoryOffer(
        for customer: CustomerID, on place: ProductIndex, in territory: Territory
    ) -> CapturedTerms? {
        guard let subscription = shop[place].product.subscription,
            let offer = shop[place].available(.intro, in: territory, at: now).first,
            eligibility(of: customer, for: offer, on: place) == .eligible
        else { return nil }
        return CapturedTerms(offer, of: subscription, in: territory)
    }
}
