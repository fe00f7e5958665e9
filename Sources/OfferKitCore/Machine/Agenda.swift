/// The items that fall due: the next of each subscription, and the planned changes of customers' payment methods.
///
/// It is worked out from the state, item by item as events change it. The looks ahead that are planned are all that it
/// holds and the state does not.
package struct Agenda: Hashable, Sendable {
    /// An item of the agenda.
    package enum Item: Hashable, Sendable {
        /// A change of a customer's payment method that was set for this instant, and that its charges see (C-88).
        case paymentMethod(CustomerID, due: Instant)
        /// The next thing that falls due for a subscription.
        case subscription(SubscriptionIndex, DueItem)

        /// The instant at which it falls due.
        var due: Instant {
            switch self {
            case .paymentMethod(_, let due): due
            case .subscription(_, let item): item.due
            }
        }
    }

    /// The kind of a subscription's item, and the look ahead that is planned for it, in one byte.
    private struct Plan: Hashable, Sendable {
        private let bits: UInt8

        var look: LookAhead { LookAhead(rawValue: bits >> 4) ?? .none }
        var kind: DueItem.Kind { DueItem.Kind(rawValue: bits & 15) ?? .expiry }

        init(_ entry: AgendaEntry) {
            bits = entry.look.rawValue << 4 | (entry.item?.kind.rawValue ?? 0)
        }
    }

    private var dates = DueTable()
    private var plans = ChunkedArray<Plan>()
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
        return .subscription(SubscriptionIndex(next.place), DueItem(due: next.due, kind: plan(at: next.place).kind))
    }

    /// The instant at which the first item falls due.
    package var nextDue: Instant? {
        guard let method = paymentMethods.nextDue else { return dates.nextDue }
        return dates.nextDue.map { min($0, method) } ?? method
    }

    /// The next item of a subscription; nil for none.
    func item(of index: SubscriptionIndex) -> DueItem? {
        guard let due = dates[index.index] else { return nil }
        return DueItem(due: due, kind: plan(at: index.index).kind)
    }

    /// The look ahead that is planned for a subscription.
    func look(of index: SubscriptionIndex) -> LookAhead {
        index.index < plans.count ? plan(at: index.index).look : .none
    }

    private func plan(at place: Int) -> Plan {
        let place = ChunkPlace(place)
        return plans.pages[place.page][place.chunk][place.offset]
    }

    /// The instant of the next planned change of a customer's payment method; nil where none is planned.
    func paymentMethodChange(of customer: CustomerID) -> Instant? { paymentMethods[Int(customer.rawValue)] }

    /// The subscriptions for which a look ahead is planned.
    var planned: [(SubscriptionIndex, LookAhead)] {
        plans.indices.compactMap { plans[$0].look == .none ? nil : (SubscriptionIndex($0), plans[$0].look) }
    }

    mutating func set(_ entry: AgendaEntry, of index: SubscriptionIndex) {
        dates.set(index.index, to: entry.item?.due)
        let plan = Plan(entry)
        while plans.count <= index.index { plans.append(Plan(AgendaEntry(item: nil, look: .none))) }
        // Most plans are the same again: nothing is written then.
        if self.plan(at: index.index) != plan { plans[index.index] = plan }
    }

    mutating func forgetLook(of index: SubscriptionIndex) {
        plans[index.index] = Plan(AgendaEntry(item: item(of: index), look: .none))
    }

    mutating func setPaymentMethodChange(of customer: CustomerID, to due: Instant?) {
        paymentMethods.set(Int(customer.rawValue), to: due)
    }
}
