/// A store that runs: its state, and the agenda of what falls due.
///
/// Commands are decided on the state. Events are applied here, so that the agenda follows the state.
package struct StoreMachine: Hashable, Sendable {
    package private(set) var state: StoreState
    package private(set) var agenda = Agenda()
    /// The one subscription whose agenda is kept, in a rehearsal; nil for all.
    private let only: SubscriptionIndex?

    package init(_ state: StoreState) {
        self.init(state, planned: [])
    }

    /// A store with the agenda that follows from its state.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - planned: The looks ahead that are planned.
    init(_ state: StoreState, planned: [(SubscriptionIndex, LookAhead)]) {
        self.state = state
        only = nil
        let looks = Dictionary(planned, uniquingKeysWith: { first, _ in first })
        for place in state.ledger.subscriptions.indices {
            let index = SubscriptionIndex(place)
            let look = state.stillPlanned(looks[index] ?? .none, of: index)
            agenda.set(state.nextDue(of: index, look), look, of: index)
        }
        for customer in state.charges.customersWithPlans {
            agenda.setPaymentMethodChange(of: customer, to: state.charges.nextChange(of: customer)?.instant)
        }
    }

    /// The store with the agenda of one subscription alone, for a rehearsal: it costs what that one does.
    init(rehearsing state: StoreState, only index: SubscriptionIndex, _ look: LookAhead) {
        self.state = state
        only = index
        if state.ledger.contains(index) { set(state.stillPlanned(look, of: index), of: index) }
    }

    // MARK: - Time

    /// When the next thing falls due; nil when nothing will.
    package var nextDue: Instant? { agenda.first?.due }

    /// What falls due first, up to and including an instant, decided at its own instant.
    ///
    /// At one instant the clock's own events come before anything a customer does (C-43).
    ///
    /// - Parameters:
    ///   - instant: The instant.
    ///   - events: Emptied, and filled with what happens; the caller keeps it, so that a year of renewals needs one buffer.
    /// - Returns: When it happens; nil when nothing is due.
    package mutating func decideNextDue(until instant: Instant, into events: inout [StoreEvent.Kind]) -> Instant? {
        guard let item = agenda.first, item.due <= instant else { return nil }
        events.removeAll(keepingCapacity: true)
        // Judged at its own instant; the events that follow record the same instant.
        if state.now < item.due { state.apply(StoreEvent(at: item.due, .clockMoved)) }
        switch item {
        case .subscription(let index, let item): state.decide(item.kind, of: only ?? index, into: &events)
        case .paymentMethod(let customer, _):
            if let change = state.charges.nextChange(of: customer) {
                events.append(state.paymentMethodChange(to: change.method, of: customer))
            }
        }
        return state.now
    }

    // MARK: - Events

    /// Records what happened, and brings the agenda after it.
    package mutating func apply(_ event: StoreEvent) {
        let concerned = state.concerned(by: event.kind)
        state.apply(event)
        switch concerned {
        case .nobody: break
        case .subscription(let index): reschedule(index)
        case .newPeriod(let index): set(state.lookAhead(of: index, planned: .none), of: index)
        case .lookAhead(let index): lookAhead(at: index)
        case .lookAheadInTime(let index):
            // Within the last ten days the customer has just seen what will be charged.
            if let due = state.renewalCheckDate(of: index), due > state.now {
                lookAhead(at: index)
            } else {
                reschedule(index)
            }
        case .looked(let index): set(.none, of: index)
        case .subscriptions(let indices): for index in indices { reschedule(index) }
        case .product(let product):
            for place in state.ledger.subscriptions.indices
            where state.ledger.next(of: SubscriptionIndex(place)).product == product {
                lookAhead(at: SubscriptionIndex(place))
            }
        case .everybody(let looksAhead):
            for place in state.ledger.subscriptions.indices where state.ledger.subscriptions[place].isRunning {
                if looksAhead { lookAhead(at: SubscriptionIndex(place)) } else { reschedule(SubscriptionIndex(place)) }
            }
        case .payments(let customer, let looksAhead):
            let change = state.charges.nextChange(of: customer)?.instant
            if only == nil { agenda.setPaymentMethodChange(of: customer, to: change) }
            for index in Array(state.subscriptions(of: customer)) {
                if looksAhead { lookAhead(at: index) } else { reschedule(index) }
            }
        }
    }

    /// Plans a look ahead at a renewal, where there is something to say.
    private mutating func lookAhead(at index: SubscriptionIndex) {
        let planned = state.stillPlanned(agenda.look(of: place(of: index)), of: index)
        set(state.lookAhead(of: index, planned: planned), of: index)
    }

    /// Works a subscription's next item out anew.
    private mutating func reschedule(_ index: SubscriptionIndex) {
        set(state.stillPlanned(agenda.look(of: place(of: index)), of: index), of: index)
    }

    private mutating func set(_ look: LookAhead, of index: SubscriptionIndex) {
        guard only == nil || only == index else { return }
        agenda.set(state.nextDue(of: index, look), look, of: place(of: index))
    }

    /// Where a subscription stands in the agenda: a rehearsal's has one place.
    private func place(of index: SubscriptionIndex) -> SubscriptionIndex {
        only == nil ? index : SubscriptionIndex(0)
    }
}
