/// A store that runs: its state, and the agenda of what falls due.
///
/// Commands are decided on the state. Events are applied here, so that the agenda follows the state.
package struct StoreMachine: Hashable, Sendable {
    /// The store as it is.
    package private(set) var state: StoreState
    /// The items that fall due.
    package private(set) var agenda = Agenda()
    /// The one subscription whose agenda is kept, in a rehearsal; nil for all.
    private let only: SubscriptionIndex?

    /// A store with the agenda that follows from its state, without a planned look ahead.
    package init(_ state: consuming StoreState) {
        self.init(state, planned: [])
    }

    /// A store with the agenda that follows from its state.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - planned: The looks ahead that are planned.
    init(_ state: consuming StoreState, planned: [(SubscriptionIndex, LookAhead)]) {
        self.state = state
        only = nil
        let looks = Dictionary(planned, uniquingKeysWith: { first, _ in first })
        for place in self.state.ledger.subscriptions.indices {
            let index = SubscriptionIndex(place)
            agenda.set(self.state.agendaEntry(of: index, planned: looks[index] ?? .none, .change), of: index)
        }
        for customer in self.state.charges.customersWithPlans {
            agenda.setPaymentMethodChange(of: customer, to: self.state.charges.nextChange(of: customer)?.instant)
        }
    }

    /// The store with the agenda of one subscription alone, or of none, for a rehearsal: it costs what that subscription
    /// does.
    init(rehearsing state: StoreState, only index: SubscriptionIndex?) {
        self.state = state
        only = index
        if let index, state.ledger.contains(index) {
            agenda.set(state.agendaEntry(of: index, planned: .none, .change), of: place(of: index))
        }
    }

    // MARK: - Values that the store asks for

    // A debug build copies the whole state where another module reads a value of it through the machine.

    /// The instant that the store's clock shows.
    package var now: Instant { state.now }
    /// Whether notifications are kept.
    package var keepsNotifications: Bool { state.outbox.isKeeping }
    /// Whether the store has few subscriptions and codes, as a test's does.
    package var isSmall: Bool { state.ledger.subscriptionCount <= 32 && state.codes.count <= 256 }

    // MARK: - Time

    /// The instant at which the next item falls due; nil when none will.
    package var nextDue: Instant? { agenda.nextDue }

    /// Moves the clock to the item that falls due first, up to and including an instant, and decides its events.
    ///
    /// At one instant the clock's own events come before anything a customer does (C-43).
    ///
    /// - Parameters:
    ///   - instant: The instant.
    ///   - events: Gets the events; the caller keeps it, so that a year of renewals needs one buffer.
    /// - Returns: The instant at which they happen; nil when nothing is due.
    package mutating func takeNextDue(until instant: Instant, into events: inout [StoreEvent.Kind]) -> Instant? {
        guard let item = agenda.first, item.due <= instant else { return nil }
        // Judged at its own instant; the events that follow record the same instant.
        if state.now < item.due { state.apply(StoreEvent(at: item.due, .clockMoved)) }
        switch item {
        case .subscription(let place, _):
            // They are worked out first: within the call, a debug build would copy the whole state before them.
            let (look, index) = (agenda.look(of: place), only ?? place)
            // What the state says is due later waits: nothing is decided before its time.
            if let due = state.nextDue(of: index, look), due.due <= state.now {
                state.decide(due.kind, of: index, into: &events)
            }
        case .paymentMethod(let customer, _):
            if let change = state.charges.nextChange(of: customer) {
                events.append(state.ledger.paymentMethodChange(to: change.method, of: customer, state.shop))
            }
        }
        return state.now
    }

    // MARK: - Events

    /// Applies an event to the state, and brings the agenda up to date.
    package mutating func apply(_ event: StoreEvent) {
        let concerned = event.kind.concerned
        var touched: [SubscriptionIndex] = []
        if case .transactions(let ids) = concerned {
            touched = Set(ids.compactMap { state.ledger[$0]?.subscription }).sorted()
        }
        switch concerned {
        case .subscription(let index, _): forgetPassedLook(at: index, event.instant)
        case .transactions: for index in touched { forgetPassedLook(at: index, event.instant) }
        case .everybody:
            for place in state.ledger.subscriptions.indices {
                forgetPassedLook(at: SubscriptionIndex(place), event.instant)
            }
        case .nobody, .product, .payments: break
        }
        state.apply(event)
        switch concerned {
        case .nobody: break
        case .subscription(let index, let reason): reschedule(index, reason)
        case .transactions: for index in touched { reschedule(index, .change) }
        case .product(let product):
            for place in state.ledger.subscriptions.indices
            where state.ledger.next(of: SubscriptionIndex(place)).product == product {
                reschedule(SubscriptionIndex(place), .lookAhead)
            }
        case .everybody(let reason):
            for place in state.ledger.subscriptions.indices where state.ledger.subscriptions[place].isRunning {
                reschedule(SubscriptionIndex(place), reason)
            }
        case .payments(let customer, let reason):
            let change = state.charges.nextChange(of: customer)?.instant
            if only == nil { agenda.setPaymentMethodChange(of: customer, to: change) }
            var next = state.ledger.firstSubscription(of: customer)
            while let index = next {
                reschedule(index, reason)
                next = state[index].nextOfCustomer
            }
        }
    }

    /// Records that a notification was made now, as ``apply(_:)`` does with the event of it.
    ///
    /// It is for cases where nobody else wants that event: making the event takes longer than keeping the notification.
    package mutating func keep(_ notification: Boxed<NotificationRecord>) {
        state.keep(notification, at: state.now)
    }

    /// Records that the notification of a renewal was made now, as the event of it does, where there is no more to tell.
    ///
    /// - Parameter noticing: The decision's notifications, from which it is taken.
    /// - Returns: Whether it was.
    package mutating func keepRenewal(of noticing: inout Noticing) -> Bool {
        guard let notice = noticing.takeRenewal(in: state) else { return false }
        state.keep(notice)
        return true
    }

    /// Forgets a look ahead that is planned and whose time has passed with nothing to say.
    ///
    /// An event that moves the renewal's date must not bring it back: a store that was restored since would not have it.
    private mutating func forgetPassedLook(at index: SubscriptionIndex, _ instant: Instant) {
        guard only == nil || only == index, state.ledger.contains(index) else { return }
        let place = place(of: index)
        let planned = agenda.look(of: place)
        if planned == .inTime, state.hasPassed(planned, of: index, at: instant) { agenda.forgetLook(of: place) }
    }

    /// Works out a subscription's item on the agenda anew.
    private mutating func reschedule(_ index: SubscriptionIndex, _ reason: AgendaReason) {
        guard only == nil || only == index else { return }
        let place = place(of: index)
        // Read first: within the call, a debug build would copy the whole state before it.
        let planned = agenda.look(of: place)
        agenda.set(state.agendaEntry(of: index, planned: planned, reason), of: place)
    }

    /// The place of a subscription in the agenda; a rehearsal's agenda has one place.
    private func place(of index: SubscriptionIndex) -> SubscriptionIndex {
        only == nil ? index : SubscriptionIndex(0)
    }
}

// MARK: - What an event concerns

/// The subscriptions and customers whose items on the agenda an event may change, and the reason.
private enum Concerned {
    case nobody
    case subscription(SubscriptionIndex, AgendaReason)
    /// The subscriptions of these transactions, as they were before the event.
    case transactions([TransactionID])
    /// All subscriptions that would renew with a product.
    case product(ProductIndex)
    case everybody(AgendaReason)
    /// A customer's payment method, and all subscriptions that it pays for.
    case payments(CustomerID, AgendaReason)
}

extension StoreEvent.Kind {
    /// The subscriptions and customers whose items on the agenda it may change.
    ///
    /// Where no case says otherwise, that is the subscription that the event happened to.
    fileprivate var concerned: Concerned {
        switch self {
        case .paymentMethodChanged(let customer, let method, _):
            .payments(customer, method == .declining ? .lookAhead : .change)
        case .chargePlanChanged(let customer, _): .payments(customer, .change)
        case .paceChanged(_, let countsAnew): .everybody(countsAnew ? .lookAhead : .change)
        case .basePriceChanged(let product, _, _), .saleChanged(let product, _, _): .product(product)
        case .transactionMade(let record, _, _): record.subscription.map { .subscription($0, .newPeriod) } ?? .nobody
        case .transactionRefunded(let id, _, _, _, _), .refundReversed(let id, _, _): .transactions([id])
        case .transactionsErased(let ids, _, _): .transactions(ids)
        case .autoRenewChanged(let index, _, _), .renewalExtended(let index, _): .subscription(index, .lookAhead)
        case .renewalPlanned(let index, _, _): .subscription(index, .lookAheadInTime)
        case .renewalAnnounced(let index), .paymentUpdateAsked(let index): .subscription(index, .looked)
        case .introductoryOfferReset, .subscriptionRecovered, .extensionFailed: .nobody
        default: if case .subscription(let index) = subject { .subscription(index, .change) } else { .nobody }
        }
    }
}
