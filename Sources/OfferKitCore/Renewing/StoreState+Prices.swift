extension StoreState {
    /// Changes the base price in one territory, or everywhere; a rise reaches subscribers as the policy says (B9).
    ///
    /// A lower price simply applies from the next renewal on (B9-8).
    package func decideBasePrice(
        of productID: String, _ amount: Amount, in territory: Territory?, policy: PriceRisePolicy = .automatic
    ) -> ConfigurationDecision {
        guard let place = shop.place(of: productID) else { return Decision(refusal: .unknownProduct(productID)) }
        if let territory, territory.storefrontID == nil { return Decision(refusal: .unknownTerritory(territory)) }
        guard Amount.zero...Amount.largest ~= amount else { return Decision(refusal: .priceOutOfRange(amount)) }
        var events: [StoreEvent.Kind] = []
        var usesSilentRise = false
        for number in ledger.subscriptions.indices {
            let index = SubscriptionIndex(number)
            guard let rise = rise(of: place, to: amount, in: territory, for: index, policy) else { continue }
            events.append(.priceTermsChanged(index, rise.terms))
            usesSilentRise = usesSilentRise || rise.usesSilentRise
        }
        if usesSilentRise { events.append(.silentRiseUsed(place)) }
        return Decision([.basePriceChanged(place, in: territory, to: amount)] + events, ())
    }

    /// What a new base price means for one subscriber; nil when it changes nothing for them.
    private func rise(
        of product: ProductIndex, to amount: Amount, in territory: Territory?, for index: SubscriptionIndex,
        _ policy: PriceRisePolicy
    ) -> (terms: PriceTerms?, usesSilentRise: Bool)? {
        let record = self[index]
        // Whoever is about to change to the product pays its price of that day like any new subscriber.
        guard record.isRunning, record.product == product, territory == nil || record.latest.territory == territory,
            let old = shop[product].basePrice(in: record.latest.territory)
        else { return nil }
        let paid = paidPrice(of: index, base: old)
        guard amount > paid else {
            // As low as what the customer pays, or lower: there is nothing left to preserve or to agree to.
            return priceRises[index] == nil ? nil : (nil, false)
        }
        // A lower price raises nobody's: what was preserved stays so, and a rise on its way is a smaller one.
        guard amount > old else { return nil }
        switch policy {
        case .preservesPrice: return (.preserved(paid), false)
        case .requiresConsent: return (.rising(PriceRise(from: paid, needsConsent: true)), false)
        case .needsNoConsent: return (.rising(PriceRise(from: paid, needsConsent: false)), false)
        case .automatic:
            let isSmall = isSmallRise(of: product, from: paid, to: amount, currency: record.latest.territory.currency)
            return (.rising(PriceRise(from: paid, needsConsent: !isSmall)), isSmall)
        }
    }

    /// Whether a rise needs no consent: at most half, at most 5 US dollars (50 for a year) where they are the currency, and
    /// none of the kind in the year before (B9-2).
    private func isSmallRise(of product: ProductIndex, from old: Amount, to new: Amount, currency: String?) -> Bool {
        guard let period = shop[product].period else { return false }
        if let last = priceRises.lastSilentRise(of: product),
            settings.pace.end(of: .yearly, from: last, product: period) > now
        {
            return false
        }
        let rise = new.milliunits - old.milliunits
        guard rise <= old.milliunits / 2 else { return false }
        return currency != "USD" || rise <= (period.isSameLength(as: .yearly) ? 50_000 : 5_000)
    }

    /// What a subscriber paid until now, whatever they were told of a rise.
    private func paidPrice(of index: SubscriptionIndex, base: Amount) -> Amount {
        switch priceRises[index] {
        case nil: base
        case .preserved(let amount): min(amount, base)
        case .rising(let rise): min(rise.from, base)
        }
    }

    /// What a subscriber pays for the next period of their product at no offer: the base price, or what it was before a
    /// rise that has not reached them (B6-7).
    func customersPrice(of index: SubscriptionIndex, base: Amount) -> Amount {
        switch priceRises[index] {
        case nil: base
        case .preserved(let amount): min(amount, base)
        case .rising(let rise): rise.stage == .planned ? min(rise.from, base) : base
        }
    }

    /// How a rise of the price stands for a subscriber (B9-3, B9-4); nil when none is on its way that they know of.
    package func priceRise(of index: SubscriptionIndex) -> PriceRise? {
        // A subscriber who will change to another product does not renew at this price.
        guard case .rising(let rise) = priceRises[index], rise.stage != .planned,
            ledger.next(of: index).product == self[index].product
        else { return nil }
        return rise
    }

    /// When a subscriber is told of a rise: 7 days before the renewal of a weekly product, 30 before that of a product of
    /// six months or more, else 10 (B9-9); nil when there is nothing to tell in this period.
    ///
    /// A rise for which it is too late in this period waits for the next one, and the renewal in between is at the old
    /// price (C-85).
    func priceNotice(of index: SubscriptionIndex) -> Instant? {
        guard case .rising(let rise) = priceRises[index], rise.stage == .planned,
            case .active(let until) = self[index].standing, self[index].willAutoRenew,
            ledger.next(of: index).product == self[index].product, let charge = nextCharge(of: index),
            charge.offer == nil,
            let period = shop[charge.product].period
        else { return nil }
        let isWeekly = period.isSameLength(as: .weekly)
        let isLong = period.isSameLength(as: .everySixMonths) || period.isSameLength(as: .yearly)
        return until.adding(milliseconds: -settings.pace.lead(days: isWeekly ? 7 : isLong ? 30 : 10, product: period))
    }

    /// Whether a new transaction settles what its subscriber's own price was: a rise that was charged, and everything about
    /// another product's price.
    func settlesPrice(of index: SubscriptionIndex, _ record: TransactionRecord) -> Bool {
        guard let terms = priceRises[index] else { return false }
        if record.product != self[index].product { return true }
        guard case .rising(let rise) = terms else { return false }
        return rise.stage != .planned && record.offer == nil
    }

    /// The customer agrees to a rise, or declines it, which turns auto-renew off (B9-3).
    package func decideConsent(
        _ agrees: Bool, of customer: CustomerID, in groupID: String
    ) -> ConfigurationDecision {
        guard let index = subscription(of: customer, inGroupNamed: groupID), let rise = priceRise(of: index),
            rise.stage == .pending
        else { return Decision(refusal: .noPriceRisePending(group: groupID)) }
        guard agrees else {
            var declined = rise
            declined.stage = .declined
            return Decision([.priceTermsChanged(index, .rising(declined))] + renewalOff(of: index), ())
        }
        return Decision([.priceRiseAgreed(index)], ())
    }

    /// Asks a subscriber for consent to the price as it is, whether or not it rose (C-123).
    package func decideConsentRequest(of customer: CustomerID, in groupID: String) -> ConfigurationDecision {
        guard let index = subscription(of: customer, inGroupNamed: groupID), self[index].isRunning else {
            return Decision(refusal: .notSubscribed(group: groupID))
        }
        let place = self[index].product
        let territory = self[index].latest.territory
        guard let base = shop[place].basePrice(in: territory) else {
            return Decision(refusal: .noPrice(product: shop[place].product.id, in: territory))
        }
        let terms = PriceTerms.rising(PriceRise(from: customersPrice(of: index, base: base), needsConsent: true))
        return Decision([.priceTermsChanged(index, terms), .priceRiseNotified(index, needsConsent: true)], ())
    }
}
