/// The charge of a subscription's next renewal.
package struct NextCharge: Hashable, Sendable {
    /// The product that renews.
    package let product: ProductIndex
    /// The offer that applies; nil at the customer's price.
    package let terms: TermsIndex?
    /// The number of the charge under the offer, from 1; 0 without an offer.
    package let offerPeriod: UInt16
    /// The amount charged.
    package let price: Amount
}

/// The purpose of a charge.
enum ChargePurpose: Hashable, Sendable {
    case purchase, renewal, recovery
}

extension StoreState {
    /// The charge of a running subscription's next renewal (B6-7).
    ///
    /// A queued offer comes first, else the next period of a pay-as-you-go offer that still runs, else the customer's
    /// price. A stacked code waits for the offer that runs (C-50). Only charges that succeeded count as periods of an
    /// offer (C-48).
    ///
    /// - Parameters:
    ///   - index: A subscription.
    ///   - plan: An assumed next renewal; nil for the one that is planned.
    /// - Returns: The charge; nil where the product is not sold any more in the chain's storefront.
    package func nextCharge(of index: SubscriptionIndex, after plan: NextRenewal? = nil) -> NextCharge? {
        let next = plan ?? ledger.next(of: index)
        let latest = self[index].latest
        var running: TermsIndex?
        // The first of several pay-as-you-go periods is running: the second is discounted too (B5-3).
        if let terms = latest.terms, next.product == latest.product,
            Int(latest.offerPeriod) < min(offers[terms].periodCount, Int(UInt16.max))
        {
            running = terms
        }
        if let queued = next.terms, running == nil || !next.followsRunningOffer {
            return NextCharge(product: next.product, terms: queued, offerPeriod: 1, price: offers[queued].price)
        }
        if let running {
            return NextCharge(
                product: next.product, terms: running, offerPeriod: UInt16(clamping: Int(latest.offerPeriod) + 1),
                price: offers[running].price)
        }
        guard let base = basePrice(of: next.product, on: latest) else { return nil }
        // A preserved or rising price is that of the subscriber's own product.
        let isOwn = !priceRises.isEmpty && next.product == latest.product
        let price = isOwn ? priceRises.price(of: index, base: base) : base
        return NextCharge(product: next.product, terms: nil, offerPeriod: 0, price: price)
    }

    /// The base price in the storefront that a chain keeps (C-44).
    private func basePrice(of product: ProductIndex, on latest: TransactionRecord) -> Amount? {
        // Most prices are one for everywhere, and need no look at the storefront.
        let prices = shop.prices(of: product)
        return prices.own.isEmpty ? prices.common : prices.price(in: latest.territory)
    }

    /// Decides the end of a period by B6's procedure, in its order (C-4).
    ///
    /// Grace and retry are fixed here for this failure, whatever the developer configures later (B7-6).
    func decideExpiry(of index: SubscriptionIndex, into events: inout [StoreEvent.Kind]) {
        if let reason = certainLapse(of: index) {
            // The environment stops renewing by turning renewal off (B19-1).
            if self[index].willAutoRenew, reason == .autoRenewDisabled {
                events.append(.autoRenewChanged(of: index, isOn: false))
            }
            // It lapses at its end, if that was before now, as in a past that is made up (C-125).
            events.append(.subscriptionLapsed(index, because: reason, on: min(self[index].activeUntil ?? now, now)))
            return
        }
        let retryUntil = now.due(after: settings.pace.billingRetry)
        let customer = self[index].customer
        guard let charge = possibleCharge(of: index) else {
            // There is no grace: service does not go on for a product that is not sold (C-17).
            events.append(
                .renewalFailed(
                    of: index, because: .productUnavailable, graceUntil: nil, retryUntil: retryUntil, attempt: nil))
            return
        }
        if let failure = chargeFailure(of: customer, charge.price, .renewal) {
            let grace = graceLength(of: index).map { now.due(after: $0) }
            let repair = charges.ownRepair(by: customer, at: now, settings.pace)
            events.append(
                .renewalFailed(of: index, because: failure, graceUntil: grace, retryUntil: retryUntil, attempt: repair))
            return
        }
        renew(index, charge, from: now, into: &events)
    }

    /// The reason why the subscription lapses with its current period, whatever becomes of charges (B6).
    ///
    /// It is nil where the subscription would renew, or the renewal would be tried.
    func certainLapse(of index: SubscriptionIndex) -> LapseReason? {
        let stage = priceRises.isEmpty ? nil : priceRises.known(to: index, ledger)?.stage
        guard self[index].willAutoRenew else {
            return stage == .declined ? .didNotConsentToPriceIncrease : .autoRenewDisabled
        }
        if let most = settings.pace.mostRenewals, Int(self[index].renewals) >= most { return .autoRenewDisabled }
        if stage == .pending, nextCharge(of: index)?.terms == nil { return .didNotConsentToPriceIncrease }
        let isOffSale = setup.rules.expiresAtOnceWhenRemovedFromSale && possibleCharge(of: index) == nil
        return isOffSale ? .productUnavailable : nil
    }

    /// The charge of the next renewal; nil where its product is not sold, so that nothing can be charged (C-17).
    func possibleCharge(of index: SubscriptionIndex) -> NextCharge? {
        let next = ledger.next(of: index)
        return shop.isForSale(next.product) ? nextCharge(of: index, after: next) : nil
    }

    /// The length of grace for a renewal that fails now, in milliseconds; nil where there is none (B7-5, B7-7, C-20).
    private func graceLength(of index: SubscriptionIndex) -> Int64? {
        guard let grace = settings.gracePeriod,
            setup.environment != .production || grace.environments == .sandboxAndProduction,
            grace.eligibility == .allRenewals || self[index].latest.isPaid,
            let period = shop.period(of: self[index].product)
        else { return nil }
        return settings.pace.grace(grace.duration, product: period, capsWeekly: setup.rules.capsWeeklyGrace)
    }

    /// Renews a subscription: makes the transaction of another period, and shares it with the family.
    ///
    /// - Returns: Whether there is such a period; otherwise the subscription lapses.
    @discardableResult
    private func renew(
        _ index: SubscriptionIndex, _ charge: NextCharge, from start: Instant, into events: inout [StoreEvent.Kind]
    ) -> Bool {
        let terms = charge.terms.map { offers[$0] }
        let token = self[index].latest.token
        do throws(InternalFault) {
            let (record, period) = try renewal(
                of: index, charge, terms, from: start, reason: .renewal, token: token)
            events.append(.transactionMade(record, period: period))
            if !families.isEmpty { families.share(record, ledger, shop, into: &events) }
            return true
        } catch {
            // Time or numbers are at their end: the subscription ends with reason 5 (C-155, C-249).
            assert(error != .noPeriod, "Subscription \(index.rawValue) renews without a period.")
            events.append(.subscriptionLapsed(index, because: .unknown, on: now))
            return false
        }
    }

    /// The transaction of another period, and its conclusions.
    ///
    /// - Parameters:
    ///   - index: The subscription.
    ///   - charge: The charge of the period.
    ///   - terms: The terms of the offer that applies, if one does.
    ///   - start: The start of the period.
    ///   - reason: Whether the customer bought or the store renews (C-56).
    ///   - token: The account token it carries.
    /// - Returns: The transaction and its conclusions.
    /// - Throws: The fault for which no period of the product can follow.
    // Inlined, because each call copies the period: without this here and in four other functions a renewal takes a
    // tenth longer.
    @inline(__always)
    func renewal(
        of index: SubscriptionIndex, _ charge: NextCharge, _ terms: CapturedTerms?, from start: Instant,
        reason: TransactionRecord.Reason, token: TokenIndex?
    ) throws(InternalFault) -> (record: TransactionRecord, start: PeriodStart) {
        guard let length = shop.period(of: charge.product) else { throw .noPeriod }
        guard hasNumbers else { throw .endOfNumbers }
        let latest = self[index].latest
        let running = ledger.runningCycle(of: index, at: start, with: charge.product, reason, shop)
        let period = settings.pace.period(
            from: start, of: length, under: terms, continuing: running,
            calendarOffset: setup.rules.calendarOffset.length)
        guard period.end > now else { throw .endOfClock }
        let record = TransactionRecord(
            id: ledger.last + 1, originalID: latest.originalID, previous: latest.id, customer: latest.customer,
            product: charge.product, subscription: index, purchased: start, expires: period.end, price: charge.price,
            storefront: latest.storefront, reason: reason, terms: charge.terms, offerPeriod: charge.offerPeriod,
            token: token)
        return (record, periodStart(record, period.cycle, under: terms))
    }

    /// Whether there are numbers left for a transaction and for the family's transactions of it.
    var hasNumbers: Bool { ledger.last < TransactionRecord.lastNumber - TransactionID(Families.most) }
}

// MARK: - Attempts

extension StoreState {
    /// Returns the reason why a charge would fail now; nil when it goes through, as all do at a free pace (C-247).
    ///
    /// A price of zero is never charged, so it cannot fail.
    func chargeFailure(of customer: CustomerID, _ amount: Amount, _ purpose: ChargePurpose) -> RenewalFailure? {
        guard amount > .zero, !settings.pace.isFreeOfCharge else { return nil }
        if customers.paymentMethod(of: customer) == .declining { return .paymentDeclined }
        if purpose != .purchase, customers.isRisky(customer) { return .riskCheckRefused }
        if charges.plan(of: customer)?.failsNext ?? false { return .paymentDeclined }
        // The rate applies to renewals alone: an attempt after a repair goes through.
        guard purpose == .renewal, let rate = charges.rate(of: customer), rate.fails(customer: customer, at: now)
        else { return nil }
        return .paymentDeclined
    }

    /// Decides one attempt to make a failed renewal good (B7-8, B7-9).
    ///
    /// Within grace the cycle goes on, and the new period starts where the last one ended; afterwards a new cycle
    /// starts now.
    func decideAttempt(of index: SubscriptionIndex, into events: inout [StoreEvent.Kind]) {
        let record = self[index]
        guard let charge = possibleCharge(of: index) else {
            return events.append(.recoveryFailed(of: index, because: .productUnavailable, replacesReason: false))
        }
        if let failure = chargeFailure(of: record.customer, charge.price, .recovery) {
            let replaces = record.isReasonReplaced(by: failure)
            return events.append(.recoveryFailed(of: index, because: failure, replacesReason: replaces))
        }
        let place = events.count
        let start = recoveryStart(of: index, charge, charge.terms.map { offers[$0] })
        if renew(index, charge, from: start, into: &events) {
            // The recovery comes before the transaction that makes it good.
            events.insert(.subscriptionRecovered(index, from: start), at: place)
        }
    }

    /// The start of a period that makes a failed renewal good.
    ///
    /// It is within grace the end of the last period, else now (C-18); it is now, too, where the period would be over
    /// already (C-89).
    func recoveryStart(of index: SubscriptionIndex, _ charge: NextCharge, _ terms: CapturedTerms?) -> Instant {
        guard case .inGrace = self[index].standing, let expired = self[index].latest.expires,
            let length = shop.period(of: charge.product)
        else { return now }
        let cycle = ledger.runningCycle(of: index, at: expired, with: charge.product, .renewal, shop)
        let end = settings.pace.period(
            from: expired, of: length, under: terms, continuing: cycle,
            calendarOffset: setup.rules.calendarOffset.length
        ).end
        // Grace may be longer than a short period; one that is over already would be charged for nothing.
        return end > now ? expired : now
    }
}

// MARK: - The conclusions about a period

extension StoreState {
    /// The conclusions about a new period that it brings to its subscription (B14-1, C-28, C-34, B9, C-56).
    ///
    /// - Parameters:
    ///   - record: The transaction.
    ///   - cycle: The cycle, this period counted.
    ///   - terms: The terms of the offer that applies, if one does.
    /// - Returns: The conclusions.
    // Inlined as `renewal` is.
    @inline(__always)
    func periodStart(_ record: TransactionRecord, _ cycle: Cycle, under terms: CapturedTerms?) -> PeriodStart {
        var effects = PeriodStart.Effects.empty
        var closedMonths: Int32 = 0
        if let index = record.subscription, ledger.contains(index) {
            let before = self[index]
            if adjustments.isLongGap(from: before.latest, to: record, longest: settings.pace.longestGap) {
                effects.set(.startsSeries)
            }
            if before.paidService.hasLapsed { effects.set(.startsRun) }
            if !priceRises.isEmpty, priceRises.isSettled(by: record, of: index, ledger) {
                effects.set(.settlesPrice)
            }
            // The offer that runs goes on, whether the store renews or, after a failure, the customer buys (C-56).
            if record.offerPeriod > 1, ledger.next(of: index).followsRunningOffer { effects.set(.keepsQueuedOffer) }
            closedMonths = before.paidService.closing(from: record.purchased, isPaid: record.isPaid)
        }
        let isFirstCharge = record.offerPeriod == 1
        if isFirstCharge, terms?.type == .intro { effects.set(.usesIntroductoryOffer) }
        return PeriodStart(
            cycle: cycle, closedMonths: closedMonths, effects: effects,
            redemptionEnds: isFirstCharge
                ? settings.pace.redemptionEnd(terms, on: shop.period(of: record.product), from: record.purchased) : nil)
    }
}
