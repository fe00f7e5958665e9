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
            let end = pace.end(of: terms.period, from: start, product: product, calendarOffset: rules.calendarOffset)
            return Period(end: end, cycle: Cycle(anchor: end))
        }
        guard var cycle = running, pace.countsFromAnchor else {
            let end = pace.end(of: product, from: start, product: product, calendarOffset: rules.calendarOffset)
            return Period(end: end, cycle: Cycle(anchor: start, count: 1))
        }
        cycle.count += 1
        return Period(
            end: pace.end(
                of: product, times: Int(cycle.count), from: cycle.anchor, product: product,
                calendarOffset: rules.calendarOffset), cycle: cycle)
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
    func cycle(
        of index: SubscriptionIndex, from start: Instant, to product: ProductIndex, _ reason: TransactionRecord.Reason
    ) -> Cycle? {
        guard latestTransaction(of: index)?.expires == start else { return nil }
        return switch self[index].standing {
        case .active where reason == .renewal: continuedCycle(of: index, to: product)
        case .inGrace where reason == .renewal || product == self[index].product:
            continuedCycle(of: index, to: product)
        case .active, .inGrace, .inRetry, .lapsed, .revoked: nil
        }
    }

    /// The cycle that goes on at the end of a period, unless the product's period is another (C-51).
    private func continuedCycle(of subscription: SubscriptionIndex, to product: ProductIndex) -> Cycle? {
        let record = self[subscription]
        guard record.product != product else { return record.cycle }
        guard let old = shop[record.product].product.subscription?.period,
            let new = shop[product].product.subscription?.period, old.isSameLength(as: new)
        else { return nil }
        return record.cycle
    }
}
