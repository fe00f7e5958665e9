extension StoreState {
    /// A period of service: its end, and the cycle after it has begun.
    struct Period: Hashable, Sendable {
        let end: Instant
        let cycle: Cycle
    }

    /// The period that starts at an instant (C-19, C-51).
    ///
    /// Worked example: monthly from 31 January. The first period ends on 28 February; the second is counted from
    /// 31 January too and ends on 31 March. A free trial of three days from 31 January ends on 3 February, and the months
    /// that follow are counted from there.
    ///
    /// - Parameters:
    ///   - start: When it starts.
    ///   - product: The product's own period.
    ///   - terms: The offer that applies, if one does.
    ///   - running: The cycle that goes on; nil where a new one starts.
    /// - Returns: The end, and the cycle to keep.
    func period(
        from start: Instant, of product: SubscriptionPeriod, under terms: CapturedTerms?, continuing running: Cycle?
    ) -> Period {
        if let terms, !terms.period.isSameLength(as: product) {
            // An offer of another length is counted from its own start, and the cycle begins anew at its end.
            let end = settings.pace.end(
                of: terms.period, from: start, product: product, calendarOffset: setup.rules.calendarOffset)
            return Period(end: end, cycle: Cycle(anchor: end))
        }
        guard var cycle = running, settings.pace.countsFromAnchor else {
            let end = settings.pace.end(
                of: product, from: start, product: product, calendarOffset: setup.rules.calendarOffset)
            return Period(end: end, cycle: Cycle(anchor: start, count: 1))
        }
        cycle.count += 1
        return Period(
            end: settings.pace.end(
                of: product, times: Int(cycle.count), from: cycle.anchor, product: product,
                calendarOffset: setup.rules.calendarOffset), cycle: cycle)
    }

    /// The cycle that goes on in a period from an instant; nil where a new one starts.
    ///
    /// It goes on where the last period ended: with a renewal in time, or one made good within grace (B7-8), by the store
    /// or by the customer (C-12). After billing retry a new one starts, even when the retry lasted no time at all (B7-9).
    ///
    /// - Parameters:
    ///   - index: The subscription, as it was before.
    ///   - start: When the period starts.
    ///   - product: The product of the period.
    ///   - reason: Whether the customer bought or the store renews.
    /// - Returns: The cycle, not yet counting the period.
    func runningCycle(
        of index: SubscriptionIndex, at start: Instant, with product: ProductIndex, _ reason: TransactionRecord.Reason
    ) -> Cycle? {
        guard self[index].latest.expires == start else { return nil }
        return switch self[index].standing {
        case .active where reason == .renewal: continuedCycle(of: index, with: product)
        case .inGrace where reason == .renewal || product == self[index].product:
            continuedCycle(of: index, with: product)
        case .active, .inGrace, .inRetry, .lapsed, .revoked: nil
        }
    }

    /// The cycle that goes on at the end of a period, unless the product's period is another (C-51).
    private func continuedCycle(of subscription: SubscriptionIndex, with product: ProductIndex) -> Cycle? {
        let record = self[subscription]
        guard record.product != product else { return record.cycle }
        guard let old = shop[record.product].period,
            let new = shop[product].period, old.isSameLength(as: new)
        else { return nil }
        return record.cycle
    }
}

// MARK: - What a period brings to its subscription

extension StoreState {
    /// What a new period brings to its subscription besides itself (B14-1, C-28, C-34, B9, C-56).
    ///
    /// - Parameters:
    ///   - record: The transaction.
    ///   - cycle: The cycle, this period counted.
    ///   - terms: The terms of the offer that applies, if one does.
    /// - Returns: The conclusions.
    func periodStart(_ record: TransactionRecord, _ cycle: Cycle, under terms: CapturedTerms?) -> PeriodStart {
        var effects: PeriodStart.Effects = []
        var closedMonths: Int32 = 0
        if let index = record.subscription, ledger.contains(index) {
            let before = self[index]
            if isLongGap(from: before.latest, to: record) { effects.insert(.startsSeries) }
            if before.paidService.hasLapsed { effects.insert(.startsRun) }
            if !priceRises.isEmpty, settlesPrice(of: index, record) { effects.insert(.settlesPrice) }
            // By the store or, after a failure, by the customer's own purchase (C-56): the offer that runs goes on.
            if record.offerPeriod > 1, ledger.next(of: index).followsRunningOffer { effects.insert(.keepsQueuedOffer) }
            closedMonths = before.paidService.closing(from: record.purchased, isPaid: record.price > .zero)
        }
        let isFirstCharge = record.offerPeriod == 1
        if isFirstCharge, terms?.type == .intro { effects.insert(.usesIntroductoryOffer) }
        return PeriodStart(
            cycle: cycle, closedMonths: closedMonths, effects: effects,
            redemptionEnds: isFirstCharge
                ? terms.flatMap { redemptionEnd($0, on: record.product, from: record.purchased) } : nil)
    }

    /// When an offer ends that is redeemed from an instant on, if its use counts: a code's or a win-back offer's (B4-11,
    /// B15-8).
    func redemptionEnd(_ terms: CapturedTerms, on product: ProductIndex, from start: Instant) -> Instant? {
        guard terms.type == .code || terms.type == .winBack, let period = shop[product].period else { return nil }
        return settings.pace.end(of: terms.wholePeriod, from: start, product: period)
    }

    /// Whether there was no service for too long between two transactions to be of one series (B14-1, C-28).
    func isLongGap(from last: TransactionRecord, to next: TransactionRecord) -> Bool {
        guard !last.isUpgraded, let expires = last.expires else { return false }
        // Service that was refunded, or shared no more, ended with that.
        let end =
            last.isRevoked ? adjustments.revocation(of: last.id).map { min($0.date, expires) } ?? expires : expires
        return next.purchased.milliseconds(since: end) > settings.pace.longestGap
    }
}
