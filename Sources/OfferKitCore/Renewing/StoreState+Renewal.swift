/// What the next renewal of a subscription charges.
package struct NextCharge: Hashable, Sendable {
    package let product: ProductIndex
    /// The offer that applies; nil at the customer's price.
    package let offer: TermsIndex?
    /// Which charge under the offer it is, from 1; 0 without an offer.
    package let offerPeriod: UInt16
    package let price: Amount
}

extension StoreState {
    /// What the next renewal of a running subscription charges (B6-7): a queued offer first, else the next period of a
    /// pay-as-you-go offer that still runs, else the customer's price.
    ///
    /// A stacked code waits for the offer that runs (C-50). Only charges that succeeded count as periods of an offer (C-48).
    ///
    /// - Parameters:
    ///   - index: A subscription.
    ///   - plan: What would renew next; nil for what does.
    /// - Returns: What it charges; nil where the product is not sold any more in the chain's storefront.
    package func nextCharge(of index: SubscriptionIndex, after plan: NextRenewal? = nil) -> NextCharge? {
        let next = plan ?? ledger.next(of: index)
        let latest = self[index].latest
        var running: TermsIndex?
        // The first of several pay-as-you-go periods is running: the second is discounted too (B5-3).
        if let offer = latest.offer, next.product == latest.product,
            Int(latest.offerPeriod) < min(offers[offer].periodCount, Int(UInt16.max))
        {
            running = offer
        }
        if let queued = next.offer, running == nil || !next.followsRunningOffer {
            return NextCharge(product: next.product, offer: queued, offerPeriod: 1, price: offers[queued].price)
        }
        if let running {
            return NextCharge(
                product: next.product, offer: running, offerPeriod: UInt16(clamping: Int(latest.offerPeriod) + 1),
                price: offers[running].price)
        }
        guard let base = basePrice(of: next.product, on: latest) else { return nil }
        // What was preserved, or is rising, is the price of the subscriber's own product.
        let isOwn = !priceRises.isEmpty && next.product == self[index].product
        let price = isOwn ? customersPrice(of: index, base: base) : base
        return NextCharge(product: next.product, offer: nil, offerPeriod: 0, price: price)
    }

    /// The base price in the storefront that a chain keeps (C-44).
    private func basePrice(of product: ProductIndex, on latest: TransactionRecord) -> Amount? {
        // Most prices are one for everywhere, and need no look at the storefront.
        let prices = shop[product].product.prices
        return prices.byTerritory.isEmpty ? prices.everywhere : prices.amount(in: latest.territory)
    }

    /// The end of a period: B6's procedure, in its order (C-4).
    ///
    /// Grace and retry are fixed here for this failure, whatever the developer configures later (B7-6).
    func decideExpiry(of index: SubscriptionIndex, into events: inout [StoreEvent.Kind]) {
        if let reason = certainLapse(of: index) {
            // The environment stops renewing by turning renewal off (B19-1).
            if self[index].willAutoRenew, reason == .autoRenewDisabled {
                events.append(.autoRenewChanged(index, isOn: false))
            }
            events.append(.subscriptionLapsed(index, reason, on: lapseDate(of: index)))
            return
        }
        guard let charge = possibleCharge(of: index) else {
            decideUnavailable(index, into: &events)
            return
        }
        if let failure = chargeFailure(of: self[index].customer, charge.price, .renewal) {
            decideFailure(failure, of: index, into: &events)
            return
        }
        guard renew(index, charge, from: now, into: &events) else {
            // Time itself is over, or the numbers are: no period fits before the last instant that the clock can show.
            events = [.subscriptionLapsed(index, .unknown, on: now)]
            return
        }
    }

    /// Why the subscription lapses with its current period, whatever becomes of charges; nil where it would renew, or be
    /// tried to (B6).
    func certainLapse(of index: SubscriptionIndex) -> LapseReason? {
        let stage = priceRises.isEmpty ? nil : priceRise(of: index)?.stage
        guard self[index].willAutoRenew else {
            return stage == .declined ? .didNotConsentToPriceIncrease : .autoRenewDisabled
        }
        if let most = settings.pace.mostRenewals, Int(self[index].renewals) >= most { return .autoRenewDisabled }
        if stage == .pending, nextCharge(of: index)?.offer == nil { return .didNotConsentToPriceIncrease }
        let isOffSale = setup.rules.expiresAtOnceWhenRemovedFromSale && possibleCharge(of: index) == nil
        return isOffSale ? .productUnavailable : nil
    }

    /// What the next renewal charges; nil where what would renew is not sold, so that nothing can be charged (C-17).
    func possibleCharge(of index: SubscriptionIndex) -> NextCharge? {
        shop[ledger.next(of: index).product].isForSale ? nextCharge(of: index) : nil
    }

    private func decideUnavailable(_ index: SubscriptionIndex, into events: inout [StoreEvent.Kind]) {
        // No grace: service does not go on for what is not sold (C-17).
        events.append(
            .renewalFailed(
                index, .productUnavailable, graceUntil: nil,
                retryUntil: later(by: settings.pace.billingRetry), attempt: nil))
    }

    private func decideFailure(
        _ failure: RenewalFailure, of index: SubscriptionIndex, into events: inout [StoreEvent.Kind]
    ) {
        events.append(
            .renewalFailed(
                index, failure, graceUntil: graceLength(of: index).map { later(by: $0) },
                retryUntil: later(by: settings.pace.billingRetry),
                attempt: ownRepair(by: self[index].customer)))
    }

    /// How long grace lasts for a renewal that fails now; nil where there is none (B7-5, B7-7, C-20).
    private func graceLength(of index: SubscriptionIndex) -> Int64? {
        guard let grace = settings.gracePeriod,
            setup.environment != .production || grace.environments == .sandboxAndProduction,
            grace.eligibility == .allRenewals || self[index].latest.price > .zero,
            let period = shop[self[index].product].period
        else { return nil }
        return settings.pace.grace(grace.duration, product: period)
    }

    /// When a customer whose renewal fails now will have repaired the payment method by themselves; nil where never.
    private func ownRepair(by customer: CustomerID) -> Instant? {
        charges.rate(of: customer)?.recoversAfterDays.map { later(by: retryDays($0)) }
    }

    /// So many milliseconds from now, or the end of the clock, after which nothing falls due.
    private func later(by milliseconds: Int64) -> Instant { min(now.adding(milliseconds: milliseconds), .endOfClock) }

    /// When a subscription lapses that does so now: at its end, if that was before, as in a past that is made up (C-125).
    func lapseDate(of index: SubscriptionIndex) -> Instant {
        min(self[index].activeUntil ?? now, now)
    }

    /// Renews: makes the transaction of another period, and hands it to the family.
    ///
    /// - Returns: Whether there is such a period: time and numbers come to an end.
    func renew(
        _ index: SubscriptionIndex, _ charge: NextCharge, from start: Instant, into events: inout [StoreEvent.Kind]
    ) -> Bool {
        let terms = charge.offer.map { offers[$0] }
        let token = self[index].latest.token
        guard let (record, period) = renewal(of: index, charge, terms, from: start, reason: .renewal, token: token)
        else { return false }
        events.append(.transactionMade(record, period))
        if !families.isEmpty { share(record, into: &events) }
        return true
    }

    /// The transaction of another period, and what it brings.
    ///
    /// - Parameters:
    ///   - index: The subscription.
    ///   - charge: What it charges.
    ///   - terms: The terms of the offer that applies, if one does.
    ///   - start: When the period starts.
    ///   - reason: Whether the customer bought or the store renews (C-56).
    ///   - token: The account token it carries.
    /// - Returns: The transaction; nil where no period of the product can follow.
    func renewal(
        of index: SubscriptionIndex, _ charge: NextCharge, _ terms: CapturedTerms?, from start: Instant,
        reason: TransactionRecord.Reason, token: TokenIndex?
    ) -> (record: TransactionRecord, start: PeriodStart)? {
        guard let length = shop[charge.product].period, hasNumbers else { return nil }
        let latest = self[index].latest
        let running = runningCycle(of: index, at: start, with: charge.product, reason)
        let period = self.period(from: start, of: length, under: terms, continuing: running)
        guard period.end > now else { return nil }
        let record = TransactionRecord(
            id: ledger.last + 1, originalID: latest.originalID, previous: latest.id, customer: latest.customer,
            product: charge.product, subscription: index, purchased: start, expires: period.end, price: charge.price,
            storefront: latest.storefront, reason: reason, offer: charge.offer, offerPeriod: charge.offerPeriod,
            token: token)
        return (record, periodStart(record, period.cycle, under: terms))
    }

    /// Whether there are numbers left for a transaction and for what a family shares of it.
    var hasNumbers: Bool { ledger.last < TransactionRecord.lastNumber - TransactionID(Families.most) }
}
