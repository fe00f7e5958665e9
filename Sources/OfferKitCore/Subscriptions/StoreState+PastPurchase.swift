/// Why a purchase could not be made as of a date in the past.
package enum PastPurchaseRefusal: Error, Hashable, Sendable {
    /// The date has not come yet.
    case futureDate(now: Instant)
    /// The customer has, or had until later, a subscription of the group: what came before it cannot come after it.
    case historyGoesOn(until: Instant?)
    /// The store would have refused it then.
    case refused(PurchaseRefusal)
    /// The store's journal could not be written, so nothing has happened.
    case notRecorded
}

extension StoreState {
    /// A purchase as of a date in the past, with the renewals that followed it until now (C-125).
    ///
    /// Nothing of it is a second schedule: a copy of the state, with its clock set back and nothing else due, decides and
    /// applies what the store would have, and the events of that are recorded now. The clock itself stays where it is.
    /// Charges of the past are taken to have gone through, and an offer needs no signature.
    ///
    /// - Parameters:
    ///   - request: What the customer bought.
    ///   - date: When.
    ///   - renews: Whether it renewed until now; otherwise the customer cancelled at once.
    /// - Returns: The events and the first transaction, or the refusal.
    package func decidePastPurchase(
        _ request: PurchaseRequest, on date: Instant, renews: Bool
    ) -> Decision<PurchaseOutcome, PastPurchaseRefusal> {
        guard date <= now else { return Decision(refusal: .futureDate(now: now)) }
        let group = shop.place(of: request.productID).flatMap { shop[$0].group }
        if let index = group.flatMap({ subscription(of: request.customer, in: $0) }) {
            let end = latestTransaction(of: index)?.expires
            guard !self[index].isRunning, end.map({ $0 <= date }) ?? false else {
                return Decision(refusal: .historyGoesOn(until: self[index].isRunning ? nil : end))
            }
        }
        var past = PastPurchase(self, of: request.customer, on: date)
        do throws(PurchaseRefusal) {
            let outcome = try past.buy(request, in: group, renews: renews)
            past.goOn(until: now)
            var decision = Decision<PurchaseOutcome, PastPurchaseRefusal>(past.events, outcome)
            decision.makesHistory = true
            return decision
        } catch {
            return Decision(refusal: .refused(error))
        }
    }
}

/// The store as it was, but for what happened since.
private struct PastPurchase {
    var state: StoreState
    var events: [StoreEvent.Kind] = []

    init(_ present: StoreState, of customer: CustomerID, on date: Instant) {
        state = present
        state.now = date
        state.agenda = Agenda()
        state.assumePayment(by: customer)
    }

    mutating func record(_ kinds: [StoreEvent.Kind]) {
        for kind in kinds { state.apply(StoreEvent(at: state.now, kind)) }
        events += kinds
    }

    mutating func buy(
        _ request: PurchaseRequest, in group: GroupIndex?, renews: Bool
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        var question = request
        question.isQuestion = true
        let sheet = state.decide(question, evidence: .verifies)
        let attempt = try sheet.result.get()
        record(sheet.events)
        let purchase = state.decideConfirmation(of: attempt.id)
        let outcome = try purchase.result.get()
        record(purchase.events)
        if !renews, let index = group.flatMap({ state.subscription(of: request.customer, in: $0) }) {
            record([.autoRenewChanged(index, isOn: false)])
        }
        return outcome
    }

    mutating func goOn(until now: Instant) {
        var due: [StoreEvent.Kind] = []
        while state.decideNextDue(until: now, into: &due) != nil, !due.isEmpty { record(due) }
    }
}
