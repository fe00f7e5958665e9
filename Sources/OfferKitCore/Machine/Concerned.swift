/// The subscriptions and customers whose items on the agenda an event may change, and the reason.
enum Concerned {
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
    var concerned: Concerned {
        switch self {
        case .clockMoved, .customerAdded, .riskCheckChanged, .firstDownloadSet, .failureRateChanged,
            .gracePeriodChanged,
            .keyRegistered, .keyRevoked, .keyGenerated, .keyDownloaded, .silentRiseUsed, .offerSwitched, .offerCreated,
            .offerChanged, .offerDeleted, .imageChanged, .codesCreated, .codesDeactivated,
            .streamlinedPurchasingChanged,
            .appApproved, .installationAsked, .intentMade, .genericMessageMade, .messageSent, .messageShown,
            .purchaseRequested, .purchaseRefused, .purchaseDeferred, .purchaseConfirmed, .codeRefused, .codeRedeemed,
            .termsCaptured, .tokenNoted, .accountTokenSet, .transactionFinished, .introductoryOfferReset,
            .subscriptionRecovered,
            .historyCleared, .refundRequested,
            .consumptionSent,
            .refundDeclined,
            .extensionFailed, .massExtensionDone, .familyMemberAdded, .familyMemberRemoved, .accessShared,
            .accessRevoked, .notificationKeepingChanged, .notificationMade, .notificationSent, .notificationPassedOver:
            .nobody
        case .paymentMethodChanged(let customer, let method, _):
            .payments(customer, method == .declining ? .lookAhead : .change)
        case .chargePlanChanged(let customer, _): .payments(customer, .change)
        case .paceChanged(_, let countsAnew): .everybody(countsAnew ? .lookAhead : .change)
        case .basePriceChanged(let product, _, _), .saleChanged(let product, _, _): .product(product)
        case .transactionMade(let record, _, _): record.subscription.map { .subscription($0, .newPeriod) } ?? .nobody
        case .autoRenewChanged(let index, _, _), .renewalExtended(let index, _): .subscription(index, .lookAhead)
        case .renewalPlanned(let index, _, _): .subscription(index, .lookAheadInTime)
        case .renewalAnnounced(let index), .paymentUpdateAsked(let index): .subscription(index, .looked)
        case .transactionUpgraded(_, let index, _), .renewalFailed(let index, _, _, _, _),
            .customerContacted(let index, _),
            .graceEnded(let index), .recoveryFailed(let index, _, _), .subscriptionLapsed(let index, _, _),
            .periodEnded(let index), .priceTermsChanged(let index, _), .priceRiseNotified(let index, _),
            .priceRiseAgreed(let index):
            .subscription(index, .change)
        case .transactionRefunded(let id, _, _, _, _), .refundReversed(let id, _, _): .transactions([id])
        case .transactionsErased(let ids, _): .transactions(ids)
        }
    }
}
