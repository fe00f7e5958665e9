/// Why a purchase could not be made as of a date in the past.
package enum PastPurchaseRefusal: Error, Hashable, Sendable {
    /// The date has not come yet.
    case futureDate(now: Instant)
    /// The date is before 1970, or more periods would have ended since than the number says.
    case tooLongAgo(mostPeriods: Int)
    /// The customer has, or had until later, a subscription of the group: what came before it cannot come after it.
    case historyGoesOn(until: Instant?)
    /// The store would have refused it then.
    case refused(PurchaseRefusal)
    /// The store's journal could not be written, so nothing has happened.
    case notRecorded
}

extension StoreState {
    /// How many ends of periods there can be between a purchase in the past and now: years of the shortest real period,
    /// and what keeps a date of long ago at a fast pace from taking all time and memory (C-125).
    package static let mostPastPeriods = 10_000

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
        let tooLongAgo = PastPurchaseRefusal.tooLongAgo(mostPeriods: StoreState.mostPastPeriods)
        guard date.millisecondsSince1970 >= 0 else { return Decision(refusal: tooLongAgo) }
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
            guard past.goOn(until: now, atMost: StoreState.mostPastPeriods) else {
                return Decision(refusal: tooLongAgo)
            }
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

    /// Does what fell due since; false where that was more than so many things.
    mutating func goOn(until now: Instant, atMost limit: Int) -> Bool {
        var due: [StoreEvent.Kind] = []
        var count = 0
        while state.decideNextDue(until: now, into: &due) != nil, !due.isEmpty {
            guard count < limit else { return false }
            count += 1
            record(due)
        }
        return true
    }
}
