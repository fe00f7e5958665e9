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
            let end = pace.end(of: terms.period, from: start, product: product)
            return Period(end: end, cycle: Cycle(anchor: end))
        }
        guard var cycle = running, pace.countsFromAnchor else {
            let end = pace.end(of: product, from: start, product: product)
            return Period(end: end, cycle: Cycle(anchor: start, count: 1))
        }
        cycle.count += 1
        return Period(
            end: pace.end(of: product, times: Int(cycle.count), from: cycle.anchor, product: product), cycle: cycle)
    }

    /// The cycle that goes on when a subscription renews from the end of its period; nil where a new one starts, because
    /// the product's period is another (C-51).
    func continuedCycle(of subscription: SubscriptionIndex, to product: ProductIndex) -> Cycle? {
        let record = self[subscription]
        guard record.product != product else { return record.cycle }
        guard let old = shop[record.product].product.subscription?.period,
            let new = shop[product].product.subscription?.period, old.isSameLength(as: new)
        else { return nil }
        return record.cycle
    }
}
