import OfferKitCore

extension StoreEvent.Kind {
    /// Returns the customer that an event is about, as far as the event or the ledger says.
    func customer(in state: __shared StoreState) -> CustomerID? {
        switch self {
        case .customerAdded(let id): id
        // When a log is read, the sheet is long closed: see `attempt`.
        case .purchaseDeferred(let id, _), .purchaseConfirmed(let id, _): state.desk[id]?.customer
        // The ledger may not have it yet.
        case .transactionMade(let record, _, _), .accessShared(let record, _): record.customer
        case .notificationMade(let notification): notification.value.transaction?.record.customer
        case .notificationSent(let number, _, _), .notificationPassedOver(let number):
            state.outbox[number]?.notification.transaction?.record.customer
        default:
            switch subject {
            case .customer(let id): id
            case .subscription(let index): state[index].customer
            case .transaction(let id): state.ledger[id]?.customer
            case .clock, .notifications, .store, .product: nil
            }
        }
    }

    /// The attempt to buy whose answer an event is; the request with that number has the customer (C-240).
    var attempt: AttemptID? {
        switch self {
        case .purchaseDeferred(let id, _), .purchaseConfirmed(let id, _): id
        default: nil
        }
    }

    /// Returns the currency of the price or refund of an event.
    func currency(in state: __shared StoreState) -> String? {
        switch self {
        case .transactionMade(let record, _, _): record.territory.currency
        case .transactionUpgraded(let id, _, _), .transactionRefunded(let id, _, _, _, _):
            state.ledger[id]?.territory.currency
        case .basePriceChanged(_, let territory, _): territory?.currency
        default: nil
        }
    }
}
