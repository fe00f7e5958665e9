import OfferKitCore

/// The news that an event of the store is to the devices of a customer.
///
/// The devices keep no record of their own of what happened: what they hear is worked out event by event, where
/// somebody listens, and whatever happened unheard is read off the store's state.
struct DeviceNews: Sendable {
    let customer: CustomerID
    /// The transaction that is new or was changed.
    private(set) var transaction: TransactionID?
    /// Whether the transaction is new: then the device that bought it has it as the result of its purchase.
    ///
    /// A change comes to every device.
    private(set) var isNew = false
    /// The subscription that may stand otherwise than before: the customer's own, or the one that a relative shares.
    private(set) var subscription: SubscriptionIndex?
    /// The status before the event, for each device that follows.
    fileprivate(set) var before: [Device: SubscriptionStatus] = [:]
}

extension DeviceNews {
    /// Creates the news of an event; nil where it is no news to devices.
    ///
    /// Every kind of event is named, so that a new kind has to be decided on.
    init?(_ kind: StoreEvent.Kind, before state: __shared StoreState) {
        switch kind {
        case .transactionMade(let record, _, _), .accessShared(let record, _):
            (customer, transaction, isNew) = (record.customer, record.id, true)
            subscription = record.subscription
        case .transactionRefunded(let id, _, _, _, _), .refundReversed(let id, _, _), .accessRevoked(let id):
            // Where only what is alive is kept, the store may have forgotten whose it was.
            guard let record = state.ledger[id] else { return nil }
            (customer, transaction) = (record.customer, id)
            subscription = record.subscription
        // Who cancels while a renewal has failed is at the end at once (B7-13): that follows, and is the one change.
        case .autoRenewChanged(let index, false, _) where state[index].isRetrying: return nil
        case .autoRenewChanged(let index, _, _), .renewalPlanned(let index, _, _),
            .renewalFailed(let index, _, _, _, _), .graceEnded(let index), .recoveryFailed(let index, _, _),
            .subscriptionLapsed(let index, _, _), .priceTermsChanged(let index, _), .priceRiseNotified(let index, _),
            .priceRiseAgreed(let index), .renewalExtended(let index, _):
            customer = state[index].customer
            subscription = index
        // The transaction that replaces it, or makes it good, follows in the same breath (C-83); so does what comes of
        // a period that was ended. Of what was erased there is nothing to tell: it never was.
        case .transactionUpgraded, .subscriptionRecovered, .periodEnded, .transactionsErased, .historyCleared:
            return nil
        case .clockMoved, .customerAdded, .paymentMethodChanged, .chargePlanChanged, .riskCheckChanged,
            .firstDownloadSet, .failureRateChanged, .paceChanged, .gracePeriodChanged, .keyRegistered, .keyRevoked,
            .basePriceChanged, .silentRiseUsed, .saleChanged, .offerSwitched, .codesCreated, .keyGenerated,
            .keyDownloaded, .offerCreated, .offerChanged, .offerDeleted, .imageChanged, .codesDeactivated:
            return nil
        case .purchaseRequested, .purchaseRefused, .purchaseDeferred, .purchaseConfirmed, .codeRefused, .codeRedeemed,
            .termsCaptured, .tokenNoted, .transactionFinished, .introductoryOfferReset, .renewalAnnounced,
            .paymentUpdateAsked,
            .customerContacted, .refundRequested, .refundDeclined, .familyMemberAdded, .familyMemberRemoved:
            return nil
        // Between the servers alone; devices read a token with the transaction (C-144, C-145).
        case .accountTokenSet, .consumptionSent: return nil
        // Intents and messages go to the one device they are meant for, which hands them on itself.
        case .streamlinedPurchasingChanged, .appApproved, .installationAsked, .intentMade, .genericMessageMade,
            .messageSent, .messageShown:
            return nil
        case .extensionFailed, .massExtensionDone: return nil
        // The developer's server is told, and no device.
        case .notificationKeepingChanged, .notificationMade, .notificationSent, .notificationPassedOver: return nil
        }
    }

    /// Returns the news for a relative who shares the subscription, whose status may have changed.
    fileprivate func seen(by relative: CustomerID) -> DeviceNews {
        DeviceNews(customer: relative, subscription: subscription)
    }

    /// Returns the status of the subscription for a device of the customer.
    fileprivate func status(in state: StoreState, on device: Device) -> SubscriptionStatus? {
        guard let index = subscription, index.index < state.ledger.subscriptionCount else { return nil }
        if state[index].customer == customer { return SubscriptionStatus(index, in: state, on: device) }
        let share = state.group(of: index).flatMap { state.families.share(of: customer, in: $0) }
        return share.flatMap { SubscriptionStatus($0, in: state, on: device) }
    }

    /// Returns the transaction as it is now.
    fileprivate func record(in state: StoreState) -> TransactionRecord? {
        transaction.flatMap { state.ledger[$0] }
    }
}

extension StoreEvent.Kind {
    /// Whether an event concerns its customer's payment queues, as few do.
    fileprivate var concernsQueues: Bool {
        switch self {
        case .transactionMade, .accessShared, .purchaseRefused, .transactionsErased, .historyCleared,
            .purchaseDeferred, .purchaseConfirmed, .transactionFinished, .transactionRefunded, .accessRevoked:
            true
        default: false
        }
    }
}

extension Listeners {
    /// Returns the devices whose payment queues are to hear of an event that is about to be recorded.
    func queues(concernedBy kind: StoreEvent.Kind, before state: StoreState) -> [Device] {
        guard kind.concernsQueues, let customer = kind.customer(in: state) else { return [] }
        return devices(of: customer).filter { hears(\.entries, on: $0) }
    }

    /// Returns the news that an event about to be recorded will be to listeners; none where nobody listens.
    ///
    /// News of a subscription is news to the relatives who share it, too.
    func news(of event: StoreEvent, before state: StoreState) -> [DeviceNews] {
        guard let first = DeviceNews(event.kind, before: state) else { return [] }
        // A new period comes to them as a transaction of their own, which follows, and is the one change.
        let others =
            first.isNew
            ? [] : first.subscription.map { state.families.members(sharing: $0, state.ledger, state.shop) } ?? []
        let all = [first] + others.filter { $0 != first.customer }.map { first.seen(by: $0) }
        return all.compactMap { news in
            let devices = devices(of: news.customer)
            guard !devices.isEmpty else { return nil }
            var news = news
            for device in devices where hears(\.statuses, on: device) {
                news.before[device] = news.status(in: state, on: device)
            }
            return news
        }
    }

    /// Tells the customer's devices, once the event is recorded.
    mutating func deliver(_ news: DeviceNews, in state: StoreState) {
        let record = news.record(in: state)
        for device in devices(of: news.customer) {
            if let record, hears(\.transactions, on: device), !(news.isNew && device.bought(record.id)) {
                send(device.signed(Transaction(record, in: state, on: device)), \.transactions, to: device)
            }
            guard hears(\.statuses, on: device), let after = news.status(in: state, on: device) else { continue }
            let before = news.before[device]
            guard before != after else { continue }
            if let before, let record, news.isNew, device.saysExpiredBefore(record) {
                send(device.signed(before.expired), \.statuses, to: device)
            }
            send(device.signed(after), \.statuses, to: device)
        }
    }
}
