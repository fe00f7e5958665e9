#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension StoreState {
    /// Changes the base price in one territory, or everywhere; a rise reaches subscribers as the policy says (B9).
    ///
    /// A lower price simply applies from the next renewal on (B9-8).
    package func decideBasePrice(
        of productID: String, _ price: Decimal, in territory: Territory?, policy: PriceRisePolicy = .automatic
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
            let old = shop.basePrice(of: product, in: record.latest.territory)
        else { return nil }
        let paid = priceRises.paidPrice(of: index, base: old)
        guard amount > paid else {
            // As low as what the customer pays, or lower: there is nothing left to preserve or to agree to.
            return priceRises[index] == nil ? nil : (nil, false)
        }
        // A lower price raises nobody's: what was preserved stays so, and a rise on its way is a smaller one.
        guard amount > old else { return nil }
        let isSmall =
            policy == .automatic
            && priceRises.isSmallRise(
                of: product, lasting: shop[product].period, from: paid, to: amount,
                in: record.latest.territory.currency, at: now, settings.pace)
        return switch policy {
        case .preservesPrice: (.preserved(paid), false)
        case .requiresConsent: (.rising(PriceRise(from: paid, needsConsent: true)), false)
        case .needsNoConsent: (.rising(PriceRise(from: paid, needsConsent: false)), false)
        case .automatic: (.rising(PriceRise(from: paid, needsConsent: !isSmall)), isSmall)
        }
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
}

extension PriceRises {
    /// Whether a rise needs no consent: at most half, at most 5 US dollars (50 for a year) where they are the currency, and
    /// none of the kind in the year before (B9-2).
    fileprivate func isSmallRise(
        of product: ProductIndex, lasting period: SubscriptionPeriod?, from old: Amount, to new: Amount,
        in currency: String?, at now: Instant, _ pace: Pace
    ) -> Bool {
        guard let period else { return false }
        if let last = lastSilentRise(of: product), pace.end(of: .yearly, from: last, product: period) > now {
            return false
        }
        let rise = new.milliunits - old.milliunits
        guard rise <= old.milliunits / 2 else { return false }
        return currency != "USD" || rise <= (period.isSameLength(as: .yearly) ? 50_000 : 5_000)
    }

    /// What a subscriber paid until now, whatever they were told of a rise.
    fileprivate func paidPrice(of index: SubscriptionIndex, base: Amount) -> Amount {
        switch self[index] {
        case nil: base
        case .preserved(let amount): min(amount, base)
        case .rising(let rise): min(rise.from, base)
        }
    }

    /// What a subscriber pays for the next period of their product at no offer: the base price, or what it was before a
    /// rise that has not reached them (B6-7).
    func price(of index: SubscriptionIndex, base: Amount) -> Amount {
        if case .rising(let rise) = self[index], rise.stage != .planned { return base }
        return paidPrice(of: index, base: base)
    }

    /// How a rise of the price stands for a subscriber (B9-3, B9-4); nil when none is on its way that they know of.
    package func known(to index: SubscriptionIndex, _ ledger: Ledger) -> PriceRise? {
        // A subscriber who will change to another product does not renew at this price.
        guard case .rising(let rise) = self[index], rise.stage != .planned,
            ledger.next(of: index).product == ledger[index].product
        else { return nil }
        return rise
    }

    /// Whether a new transaction settles what its subscriber's own price was: a rise that was charged, and everything about
    /// another product's price.
    func isSettled(by record: TransactionRecord, of index: SubscriptionIndex, _ ledger: Ledger) -> Bool {
        guard let terms = self[index] else { return false }
        if record.product != ledger[index].product { return true }
        guard case .rising(let rise) = terms else { return false }
        return rise.stage != .planned && record.offer == nil
    }
}
