// The lengths of periods, and the cycles by which they are counted.

extension Pace {
    /// The period that starts at an instant (C-19, C-51).
    ///
    /// Worked example: monthly from 31 January. The first period ends on 28 February; the second is counted from 31
    /// January too and ends on 31 March. A free trial of three days from 31 January ends on 3 February, and the months
    /// that follow are counted from there.
    ///
    /// - Parameters:
    ///   - start: The start of the period.
    ///   - product: The product's own period.
    ///   - terms: The offer that applies, if one does.
    ///   - running: The cycle that goes on; nil where a new one starts.
    ///   - calendarOffset: The lead of the calendar's days over UTC, in milliseconds.
    /// - Returns: The end, and the cycle after the period has begun.
    func period(
        from start: Instant, of product: SubscriptionPeriod, under terms: CapturedTerms?, continuing running: Cycle?,
        calendarOffset: Int64
    ) -> (end: Instant, cycle: Cycle) {
        if let terms, !terms.period.isSameLength(as: product) {
            // An offer of another length is counted from its own start, and the cycle begins anew at its end.
            let end = end(of: terms.period, from: start, product: product, calendarOffset: calendarOffset)
            return (end, Cycle(anchor: end))
        }
        var cycle = Cycle(anchor: start)
        if let running, countsFromAnchor { cycle = running }
        cycle.count += 1
        let end = end(
            of: product, times: Int(cycle.count), from: cycle.anchor, product: product, calendarOffset: calendarOffset)
        return (end, cycle)
    }

    /// The end of a code or win-back offer that is redeemed from an instant on (B4-11, B15-8); nil for other offers.
    func redemptionEnd(_ terms: CapturedTerms?, on product: SubscriptionPeriod?, from start: Instant) -> Instant? {
        guard let terms, terms.type == .code || terms.type == .winBack, let product else { return nil }
        return end(of: terms.wholePeriod, from: start, product: product)
    }
}

extension Ledger {
    /// The cycle that goes on in a period from an instant; nil where a new one starts.
    ///
    /// It goes on where the last period ended: with a renewal in time, or one made good within grace (B7-8), by the
    /// store or by the customer (C-12); but not with a product of another period (C-51). After billing retry a new one
    /// starts, even when the retry lasted no time at all (B7-9).
    ///
    /// - Parameters:
    ///   - index: The subscription, as it was before.
    ///   - start: The start of the period.
    ///   - product: The product of the period.
    ///   - reason: Whether the customer bought or the store renews.
    ///   - shop: The shop, which knows the products' periods.
    /// - Returns: The cycle, not yet counting the period.
    func runningCycle(
        of index: SubscriptionIndex, at start: Instant, with product: ProductIndex, _ reason: TransactionRecord.Reason,
        _ shop: Shop
    ) -> Cycle? {
        let row = self[index]
        let isSame = product == row.product
        guard row.latest.expires == start else { return nil }
        if !isSame {
            guard let old = shop.period(of: row.product), let new = shop.period(of: product), old.isSameLength(as: new)
            else { return nil }
        }
        return switch row.standing {
        case .active where reason == .renewal, .inGrace where reason == .renewal || isSame: row.cycle
        case .active, .inGrace, .inRetry, .lapsed, .revoked: nil
        }
    }
}

extension Adjustments {
    /// Returns whether service was missing too long between two transactions to be of one series (B14-1, C-28, C-194).
    func isLongGap(from last: TransactionRecord, to next: TransactionRecord, longest: Int64) -> Bool {
        guard !last.isUpgraded, let expires = last.expires else { return false }
        // Service that was refunded, or shared no more, ended with that (C-194).
        let end = last.isRevoked ? revocation(of: last.id).map { min($0.date, expires) } ?? expires : expires
        return next.purchased.milliseconds(since: end) > longest
    }
}
