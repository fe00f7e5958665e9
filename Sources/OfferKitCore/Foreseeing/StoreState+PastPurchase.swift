import OfferKitEssentials

extension StoreState {
    /// The most ends of periods between a purchase in the past and now (C-125).
    ///
    /// They are years of the shortest real period, and keep a date of long ago at a fast pace from taking all time and
    /// memory.
    static let mostPastPeriods = 10_000

    /// Decides a purchase as of a date in the past, with the renewals that followed it until now (C-125).
    ///
    /// There is no second schedule: a ``Rehearsal`` with its clock set back decides and applies what the store would
    /// have, and its events are recorded now. The clock itself stays where it is. Charges of the past are taken to have
    /// gone through, and an offer needs no signature.
    ///
    /// - Parameters:
    ///   - request: The customer's request.
    ///   - date: The date of the purchase.
    ///   - renews: Whether it renewed until now; otherwise the customer cancelled at once.
    /// - Returns: The events and the first transaction, or the refusal.
    package func decidePastPurchase(
        _ request: PurchaseRequest, on date: Instant, renews: Bool
    ) -> Decision<PurchaseOutcome, PastPurchaseRefusal> {
        guard date <= now else { return Decision(refusal: .futureDate(now: Date(now))) }
        let tooLongAgo = PastPurchaseRefusal.tooLongAgo(mostPeriods: StoreState.mostPastPeriods)
        guard date.millisecondsSince1970 >= 0 else { return Decision(refusal: tooLongAgo) }
        let group = shop.place(of: request.productID).flatMap { shop[$0].group }
        let index = group.flatMap { subscription(of: request.customer, in: $0) }
        if let index {
            let end = self[index].latest.expires
            guard !self[index].isRunning, end.map({ $0 <= date }) ?? false else {
                return Decision(refusal: .historyGoesOn(until: self[index].isRunning ? nil : end.map { Date($0) }))
            }
        }
        // The store as it is now, with its clock set back.
        var past = Rehearsal(assumingPayment(by: request.customer, at: date), of: index)
        let outcome: PurchaseOutcome
        do throws(PurchaseRefusal) {
            outcome = try past.buy(request)
        } catch {
            return Decision(refusal: .refused(error))
        }
        if !renews, let index = group.flatMap({ past.state.subscription(of: request.customer, in: $0) }) {
            past.record([.autoRenewChanged(of: index, isOn: false)])
        }
        var count = 0
        while past.doNextDue(until: now) {
            count += 1
            guard count <= StoreState.mostPastPeriods else { return Decision(refusal: tooLongAgo) }
        }
        var decision = Decision<PurchaseOutcome, PastPurchaseRefusal>(past.kinds, outcome)
        decision.makesHistory = true
        return decision
    }
}
