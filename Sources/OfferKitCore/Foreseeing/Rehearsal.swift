/// A store's own future, or past, tried out on a copy: quotes, purchases of long ago, and what a test session does at once.
///
/// There is no second schedule. The copy decides and applies exactly what the store would, and its agenda holds one
/// subscription alone. So it costs what is asked, not what the store holds.
struct Rehearsal: Sendable {
    private(set) var machine: StoreMachine
    /// What happened, in order.
    private(set) var events: [StoreEvent] = []

    var state: StoreState { machine.state }
    var kinds: [StoreEvent.Kind] { events.map(\.kind) }

    /// A rehearsal of what becomes of one subscription.
    ///
    /// - Parameters:
    ///   - state: The store's state, or one that is assumed.
    ///   - index: The subscription; nil for one that a purchase would begin.
    ///   - look: The look ahead that is planned for it.
    init(_ state: StoreState, of index: SubscriptionIndex?, _ look: LookAhead = .none) {
        let place = index ?? SubscriptionIndex(state.ledger.subscriptionCount)
        machine = StoreMachine(rehearsing: state, only: place, look)
    }

    mutating func record(_ kinds: [StoreEvent.Kind]) {
        for kind in kinds {
            let event = StoreEvent(at: machine.state.now, kind)
            machine.apply(event)
            events.append(event)
        }
    }

    /// Carries out what was decided.
    mutating func perform<Outcome, Refusal>(
        _ decision: Decision<Outcome, Refusal>
    ) throws(Refusal) -> Outcome {
        record(decision.events)
        return try decision.result.get()
    }

    /// Asks for a purchase of which nothing is signed, and confirms it (C-96, C-125).
    mutating func buy(_ request: PurchaseRequest) throws(PurchaseRefusal) -> PurchaseOutcome {
        var question = request
        question.isQuestion = true
        let attempt = try perform(state.decide(question, evidence: .verifies))
        return try perform(state.decideConfirmation(of: attempt.id))
    }

    /// Lets happen what falls due first, unless that is after an instant; false where nothing is.
    mutating func doNextDue(until instant: Instant) -> Bool {
        var due: [StoreEvent.Kind] = []
        guard machine.decideNextDue(until: instant, into: &due) != nil, !due.isEmpty else { return false }
        record(due)
        return true
    }
}
