/// Whose items on the agenda an event may change.
enum Concerned {
    case nobody
    case subscription(SubscriptionIndex)
    /// A subscription whose period has just begun: there is a renewal to look ahead at.
    case newPeriod(SubscriptionIndex)
    /// A subscription whose renewal may bring something else now.
    case lookAhead(SubscriptionIndex)
    /// The same, unless it is too late in the period.
    case lookAheadInTime(SubscriptionIndex)
    /// A subscription whose customer was told what there was to tell.
    case looked(SubscriptionIndex)
    case subscriptions([SubscriptionIndex])
    /// All that would renew with a product.
    case product(ProductIndex)
    case everybody(looksAhead: Bool)
    /// A customer's payment method, and all that it pays for.
    case payments(CustomerID, looksAhead: Bool)
}

extension StoreState {
    /// Whose items on the agenda an event may change that is about to be applied.
    func concerned(by event: StoreEvent.Kind) -> Concerned {
        switch event {
        case .clockMoved, .customerAdded, .riskCheckChanged, .firstDownloadSet, .failureRateChanged,
            .gracePeriodChanged,
            .keyRegistered, .keyRevoked, .keyGenerated, .keyDownloaded, .silentRiseUsed, .offerSwitched, .offerCreated,
            .offerChanged, .offerDeleted, .imageChanged, .codesCreated, .codesDeactivated,
            .streamlinedPurchasingChanged,
            .appApproved, .installationAsked, .intentMade, .genericMessageMade, .messageSent, .messageShown,
            .purchaseRequested, .purchaseRefused, .purchaseDeferred, .purchaseConfirmed, .codeRefused, .codeRedeemed,
            .termsCaptured, .tokenNoted, .transactionFinished, .subscriptionRecovered, .refundRequested,
            .refundDeclined,
            .familyMemberAdded, .familyMemberRemoved, .accessShared, .accessRevoked:
            .nobody
        case .paymentMethodChanged(let customer, let method, _): .payments(customer, looksAhead: method == .declining)
        case .chargePlanChanged(let customer, _): .payments(customer, looksAhead: false)
        case .paceChanged(_, let countsAnew): .everybody(looksAhead: countsAnew)
        case .basePriceChanged(let product, _, _), .saleChanged(let product, _, _): .product(product)
        case .transactionMade(let record, _): record.subscription.map(Concerned.newPeriod) ?? .nobody
        case .autoRenewChanged(let index, _, _), .renewalExtended(let index, _): .lookAhead(index)
        case .renewalPlanned(let index, _, _): .lookAheadInTime(index)
        case .renewalAnnounced(let index), .paymentUpdateAsked(let index): .looked(index)
        case .transactionUpgraded(_, let index, _), .renewalFailed(let index, _, _, _, _),
            .customerContacted(let index, _),
            .graceEnded(let index), .recoveryFailed(let index, _), .subscriptionLapsed(let index, _, _),
            .periodEnded(let index), .priceTermsChanged(let index, _), .priceRiseNotified(let index, _),
            .priceRiseAgreed(let index):
            .subscription(index)
        case .transactionRefunded(let id, _, _), .refundReversed(let id, _):
            ledger[id]?.subscription.map(Concerned.subscription) ?? .nobody
        case .transactionsErased(let ids, _):
            .subscriptions(Set(ids.compactMap { ledger[$0]?.subscription }).sorted())
        }
    }
}
