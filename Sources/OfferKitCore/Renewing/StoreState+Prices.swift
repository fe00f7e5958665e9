package import OfferKitEssentials

extension StoreState {
    /// Changes the base price in one territory, or everywhere; a rise reaches subscribers as the policy says (B9).
    ///
    /// A lower price simply applies from the next renewal on (B9-8).
    package func decideBasePrice(
        of productID: String, _ price: Decimal, in territory: Territory?, policy: PriceIncreasePolicy = .automatic
    ) -> ConfigurationDecision {
        guard let place = shop.place(of: productID) else {
            return Decision(refusal: .unknownProduct(shop.unknownProduct(productID)))
        }
        if let territory, territory.storefrontID == nil { return Decision(refusal: .unknownTerritory(territory)) }
        guard let amount = Amount(price), Amount.zero...Amount.largest ~= amount else {
            return Decision(refusal: .priceOutOfRange(price))
        }
        var events: [StoreEvent.Kind] = []
        var usesSilentRise = false
        for number in ledger.subscriptions.indices {
            let index = SubscriptionIndex(number)
            guard let rise = rise(of: place, to: amount, in: territory, for: index, policy) else { continue }
            events.append(.priceTermsChanged(of: index, to: rise.terms))
            usesSilentRise = usesSilentRise || rise.usesSilentRise
        }
        if usesSilentRise { events.append(.silentRiseUsed(of: place)) }
        return Decision([.basePriceChanged(of: place, in: territory, to: amount)] + events, ())
    }

    /// The price terms that a new base price brings one subscriber; nil when it changes nothing for them.
    private func rise(
        of product: ProductIndex, to amount: Amount, in territory: Territory?, for index: SubscriptionIndex,
        _ policy: PriceIncreasePolicy
    ) -> (terms: PriceTerms?, usesSilentRise: Bool)? {
        let record = self[index]
        // A subscriber who is about to change to the product pays its price of that day, like any new subscriber.
        guard record.isRunning, record.product == product, territory == nil || record.latest.territory == territory,
            let old = shop.basePrice(of: product, in: record.latest.territory)
        else { return nil }
        let paid = priceRises.paidPrice(of: index, base: old)
        guard amount > paid else {
            // The new price is as low as what the customer pays, or lower: nothing is left to preserve or to agree to.
            return priceRises[index] == nil ? nil : (nil, false)
        }
        // A lower base price raises nobody's price: a preserved one stays so, and a rise on its way is a smaller one.
        guard amount > old else { return nil }
        if policy == .preservesPrice { return (.preserved(paid), false) }
        let isSmall =
            policy == .automatic
            && isSmallRise(of: product, from: paid, to: amount, in: record.latest.territory.currency)
        let needsConsent = policy != .needsNoConsent && !isSmall
        return (.rising(PriceRise(from: paid, needsConsent: needsConsent)), isSmall)
    }

    /// Returns whether a rise needs no consent (B9-2).
    ///
    /// It is at most half, at most 5 US dollars (50 for a year) where they are the currency, and none of the kind came
    /// in the year before.
    private func isSmallRise(of product: ProductIndex, from old: Amount, to new: Amount, in currency: String?) -> Bool {
        guard let period = shop.period(of: product) else { return false }
        if let last = priceRises.lastSilentRise(of: product),
            settings.pace.end(of: .yearly, from: last, product: period) > now
        {
            return false
        }
        let rise = new.milliunits - old.milliunits
        guard rise <= old.milliunits / 2 else { return false }
        return currency != "USD" || rise <= (period.isSameLength(as: .yearly) ? 50_000 : 5_000)
    }

    /// The instant at which a subscriber is told of a rise; nil when there is nothing to tell in this period (B9-9).
    ///
    /// It is 7 days before the renewal of a weekly product, 30 before that of a product of six months or more, else 10.
    ///
    /// A rise for which it is too late in this period waits for the next one, and the renewal in between is at the old
    /// price (C-85).
    func priceNotice(of index: SubscriptionIndex) -> Instant? {
        guard case .rising(let rise) = priceRises[index], rise.stage == .planned,
            case .active(let until) = self[index].standing, self[index].willAutoRenew,
            ledger.next(of: index).product == self[index].product, let charge = nextCharge(of: index),
            charge.terms == nil, let period = shop.period(of: charge.product)
        else { return nil }
        let isWeekly = period.isSameLength(as: .weekly)
        let isLong = period.isSameLength(as: .everySixMonths) || period.isSameLength(as: .yearly)
        return until.adding(milliseconds: -settings.pace.lead(days: isWeekly ? 7 : isLong ? 30 : 10, product: period))
    }

    /// The instant at which a subscriber is asked for consent to a rise; nil where that does not come in this period.
    func consentQuestion(to index: SubscriptionIndex) -> Instant? {
        guard case .rising(let rise) = priceRises[index], rise.needsConsent, let notice = priceNotice(of: index) else {
            return nil
        }
        return notice >= now ? notice : nil
    }
}

extension PriceRises {
    /// The price that a subscriber paid until now, whatever they were told of a rise.
    fileprivate func paidPrice(of index: SubscriptionIndex, base: Amount) -> Amount {
        switch self[index] {
        case nil: base
        case .preserved(let amount): min(amount, base)
        case .rising(let rise): min(rise.from, base)
        }
    }

    /// The price that a subscriber pays for the next period of their product without an offer (B6-7).
    ///
    /// It is the base price, or the one before a rise that has not reached them.
    func price(of index: SubscriptionIndex, base: Amount) -> Amount {
        if case .rising(let rise) = self[index], rise.stage != .planned { return base }
        return paidPrice(of: index, base: base)
    }

    /// The rise that a subscriber knows of, with its stage (B9-3, B9-4); nil when none of these is on its way.
    package func known(to index: SubscriptionIndex, _ ledger: Ledger) -> PriceRise? {
        // A subscriber who will change to another product does not renew at this price.
        guard case .rising(let rise) = self[index], rise.stage != .planned,
            ledger.next(of: index).product == ledger[index].product
        else { return nil }
        return rise
    }

    /// Returns whether a new transaction settles what its subscriber's own price was.
    ///
    /// It does where a rise was charged, or the product is another one.
    func isSettled(by record: TransactionRecord, of index: SubscriptionIndex, _ ledger: Ledger) -> Bool {
        guard let terms = self[index] else { return false }
        if record.product != ledger[index].product { return true }
        guard case .rising(let rise) = terms else { return false }
        return rise.stage != .planned && record.terms == nil
    }
}
