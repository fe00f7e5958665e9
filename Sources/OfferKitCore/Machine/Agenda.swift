/// The items that fall due: the next of each subscription, and the planned changes of customers' payment methods.
///
/// It is worked out from the state, item by item as events change it. The looks ahead that are planned are all that it
/// holds and the state does not.
package struct Agenda: Hashable, Sendable {
    /// An item of the agenda.
    package enum Item: Hashable, Sendable {
        /// A change of a customer's payment method that was set for this instant, and that its charges see (C-88).
        case paymentMethod(CustomerID, due: Instant)
        /// The next thing that falls due for a subscription; the state says what it is.
        case subscription(SubscriptionIndex, due: Instant)

        /// The instant at which it falls due.
        var due: Instant {
            switch self {
            case .paymentMethod(_, let due), .subscription(_, let due): due
            }
        }
    }

    private var dates = DueTable()
    private var looks = ChunkedArray<LookAhead>()
    private var paymentMethods = DueTable()

    /// An empty agenda.
    init() {}

    /// The item that falls due first (C-43).
    ///
    /// Items are ordered by instant; then changes of payment methods come first, so that charges of the same instant
    /// see them; then subscriptions follow in their order.
    package var first: Item? {
        let method = paymentMethods.nextDue
        guard let next = dates.first, method.map({ next.due < $0 }) ?? true else {
            return paymentMethods.first.map {
                .paymentMethod(CustomerID(rawValue: UInt32(clamping: $0.place)), due: $0.due)
            }
        }
        return .subscription(SubscriptionIndex(next.place), due: next.due)
    }

    /// The instant at which the first item falls due.
    package var nextDue: Instant? {
        guard let method = paymentMethods.nextDue else { return dates.nextDue }
        return dates.nextDue.map { min($0, method) } ?? method
    }

    /// The instant at which the next item of a subscription falls due; nil for none.
    func due(of index: SubscriptionIndex) -> Instant? { dates[index.index] }

    /// The look ahead that is planned for a subscription.
    func look(of index: SubscriptionIndex) -> LookAhead {
        guard index.index < looks.count else { return .none }
        let place = ChunkPlace(index.index)
        return looks.pages[place.page][place.chunk][place.offset]
    }

    /// The instant of the next planned change of a customer's payment method; nil where none is planned.
    func paymentMethodChange(of customer: CustomerID) -> Instant? { paymentMethods[Int(customer.rawValue)] }

    /// The subscriptions for which a look ahead is planned.
    var planned: [(SubscriptionIndex, LookAhead)] {
        looks.indices.compactMap { looks[$0] == .none ? nil : (SubscriptionIndex($0), looks[$0]) }
    }

    mutating func set(_ entry: AgendaEntry, of index: SubscriptionIndex) {
        dates.set(index.index, to: entry.due)
        while looks.count <= index.index { looks.append(.none) }
        // Most looks are the same again: nothing is written then.
        if look(of: index) != entry.look { looks[index.index] = entry.look }
    }

    mutating func forgetLook(of index: SubscriptionIndex) { looks[index.index] = .none }

    mutating func setPaymentMethodChange(of customer: CustomerID, to due: Instant?) {
        paymentMethods.set(Int(customer.rawValue), to: due)
    }
}
