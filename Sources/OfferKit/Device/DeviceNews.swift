import OfferKitCore

/// What an event of the store means to the devices of a customer.
///
/// The devices keep no record of their own of what happened: what they hear is worked out event by event, where somebody
/// listens, and whatever happened unheard is read off the store's state.
struct DeviceNews: Sendable {
    let customer: CustomerID
    /// The transaction that is new or was changed.
    let transaction: TransactionID?
    /// Whether the transaction is new: then the device that bought it has it as the result of its purchase.
    ///
    /// A change comes to every device.
    let isNew: Bool
    /// The subscription that may stand otherwise than before.
    let subscription: SubscriptionIndex?
    /// How it stood, for each device that follows.
    fileprivate(set) var before: [Device: SubscriptionStatus] = [:]

    /// What an event means; nil where it is no news to devices.
    ///
    /// Every kind of event is named, so that a new kind has to be decided on.
    init?(_ kind: StoreEvent.Kind, before state: StoreState) {
        switch kind {
        case .transactionMade(let record):
            (customer, transaction, isNew) = (record.customer, record.id, true)
            subscription = record.subscription
        case .autoRenewChanged(let index, _), .renewalPlanned(let index, _), .subscriptionLapsed(let index, _):
            (customer, transaction, isNew) = (state[index].customer, nil, false)
            subscription = index
        // The transaction that replaces it follows in the same breath (C-83).
        case .transactionUpgraded: return nil
        case .clockMoved, .customerAdded, .paymentMethodChanged, .keyRegistered, .keyRevoked, .basePriceChanged,
            .saleChanged, .offerSwitched, .codesCreated, .purchaseRequested, .purchaseRefused, .purchaseConfirmed,
            .codeRefused, .codeRedeemed, .termsCaptured, .transactionFinished:
            return nil
        }
    }
}

extension Listeners {
    /// What an event that is about to be recorded will mean to those who listen; nil where nobody does.
    func news(of event: StoreEvent, before state: StoreState) -> DeviceNews? {
        guard !noDeviceListens, var news = DeviceNews(event.kind, before: state) else { return nil }
        let devices = devices(of: news.customer)
        guard !devices.isEmpty else { return nil }
        if let subscription = news.subscription, subscription.index < state.subscriptions.count {
            for device in devices where hears(\.statuses, on: device) {
                news.before[device] = SubscriptionStatus(subscription, in: state, on: device)
            }
        }
        return news
    }

    /// Tells the customer's devices, once the event is recorded.
    mutating func deliver(_ news: DeviceNews, in state: StoreState) -> [Wake] {
        var wakes: [Wake] = []
        for device in devices(of: news.customer) {
            if let id = news.transaction, hears(\.transactions, on: device), let record = state.transactions[id],
                !(news.isNew && device.bought(id))
            {
                wakes += send(
                    device.signed(Transaction(record, in: state, on: device)), \.transactions, to: device)
            }
            guard let subscription = news.subscription, hears(\.statuses, on: device),
                let after = SubscriptionStatus(subscription, in: state, on: device)
            else { continue }
            let before = news.before[device]
            guard before != after else { continue }
            if let before, news.isNew, device.saysExpiredBefore(news.transaction, in: state) {
                wakes += send(device.signed(before.expired), \.statuses, to: device)
            }
            wakes += send(device.signed(after), \.statuses, to: device)
        }
        return wakes
    }
}
