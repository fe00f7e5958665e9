/// A store's own future, or past, tried out on a copy: for quotes, past purchases, and actions of a test session.
///
/// There is no second schedule. The copy decides and applies exactly what the store would, and its agenda holds one
/// subscription alone. So its cost is that of the question, not of all that the store holds.
struct Rehearsal: Sendable {
    private(set) var machine: StoreMachine
    /// The events, in order.
    private(set) var events: [StoreEvent] = []

    var state: StoreState { machine.state }
    var kinds: [StoreEvent.Kind] { events.map(\.kind) }

    /// A rehearsal of the course of one subscription.
    ///
    /// - Parameters:
    ///   - state: The store's state, or one that is assumed.
    ///   - index: The subscription; nil for one that a purchase would begin.
    init(_ state: StoreState, of index: SubscriptionIndex?) {
        let place = index ?? SubscriptionIndex(state.ledger.subscriptionCount)
        machine = StoreMachine(rehearsing: state, only: place)
    }

    mutating func record(_ kinds: [StoreEvent.Kind]) {
        for kind in kinds {
            let event = StoreEvent(at: machine.state.now, kind)
            machine.apply(event)
            events.append(event)
        }
    }

    /// Records the events of a decision, and returns its result.
    mutating func perform<Outcome, Refusal>(
        _ decision: Decision<Outcome, Refusal>
    ) throws(Refusal) -> Outcome {
        record(decision.events)
        return try decision.result.get()
    }

    /// Asks for a purchase without signatures, and confirms it (C-96, C-125).
    mutating func buy(_ request: PurchaseRequest) throws(PurchaseRefusal) -> PurchaseOutcome {
        var question = request
        question.needsNoSignature = true
        let attempt = try perform(state.decide(question, evidence: .verifies))
        return try perform(state.decideConfirmation(of: attempt.id))
    }

    /// Carries out the item that falls due first, unless that is after an instant; false where there is
    /// none, or where nothing comes of it.
    mutating func doNextDue(until instant: Instant) -> Bool {
        var due: [StoreEvent.Kind] = []
        guard machine.takeNextDue(until: instant, into: &due) != nil, !due.isEmpty else { return false }
        record(due)
        return true
    }
}
