import OfferKitCore

extension StoreEvent.Kind {
    /// Returns the customer that an event is about, as far as the event or the ledger says.
    func customer(in state: __shared StoreState) -> CustomerID? {
        switch self {
        case .customerAdded(let id), .paymentMethodChanged(let id, _, _), .chargePlanChanged(let id, _),
            .riskCheckChanged(let id, _), .firstDownloadSet(let id, _), .installationAsked(let id),
            .intentMade(let id, _, _), .genericMessageMade(let id), .codeRefused(let id, _, _),
            .codeRedeemed(let id, _), .transactionsErased(_, let id, _), .historyCleared(let id, _),
            .familyMemberAdded(let id, _), .familyMemberRemoved(let id):
            id
        case .messageSent(let message), .messageShown(let message): message.customer
        case .purchaseRequested(let attempt, _): attempt.customer
        case .purchaseRefused(let refused): refused.customer
        // When a log is read, the sheet is long closed: see `attempt`.
        case .purchaseDeferred(let id, _), .purchaseConfirmed(let id, _): state.desk[id]?.customer
        case .transactionMade(let record, _, _), .accessShared(let record, _): record.customer
        case .transactionUpgraded(let id, _, _), .transactionFinished(let id), .refundRequested(let id),
            .refundDeclined(let id), .consumptionSent(let id, _), .transactionRefunded(let id, _, _, _, _),
            .refundReversed(let id, _, _), .accessRevoked(let id), .accountTokenSet(let id, _):
            state.ledger[id]?.customer
        case .introductoryOfferReset(let index), .autoRenewChanged(let index, _, _), .renewalPlanned(let index, _, _),
            .renewalAnnounced(let index), .paymentUpdateAsked(let index), .renewalFailed(let index, _, _, _, _),
            .customerContacted(let index, _), .graceEnded(let index), .subscriptionRecovered(let index, _),
            .recoveryFailed(let index, _, _), .subscriptionLapsed(let index, _, _), .periodEnded(let index),
            .priceTermsChanged(let index, _), .priceRiseNotified(let index, _), .priceRiseAgreed(let index),
            .renewalExtended(let index, _), .extensionFailed(let index, _):
            state[index].customer
        case .notificationMade(let notification): notification.value.transaction?.record.customer
        case .clockMoved, .failureRateChanged, .paceChanged, .gracePeriodChanged, .silentRiseUsed, .tokenNoted,
            .keyRegistered, .keyRevoked, .keyGenerated, .keyDownloaded, .basePriceChanged, .saleChanged, .offerSwitched,
            .offerCreated, .offerChanged, .offerDeleted, .imageChanged, .codesDeactivated, .codesCreated,
            .streamlinedPurchasingChanged, .appApproved, .termsCaptured, .massExtensionDone,
            .notificationKeepingChanged:
            nil
        case .notificationSent(let number, _, _), .notificationPassedOver(let number):
            state.outbox[number]?.notification.transaction?.record.customer
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
