package import OfferKitCore
import OfferKitCrypto
import OfferKitEssentials

extension NotificationType {
    /// Returns the type of version 1 for a type of version 2; nil where version 1 sends nothing (B11-5, C-150).
    ///
    /// Apple's table of events decides.
    ///
    /// - Parameters:
    ///   - type: The type of version 2.
    ///   - subtype: Its subtype.
    ///   - product: The type of the product.
    ///   - isShared: Whether the notification is about a family member who only shares.
    ///   - isSameProduct: Whether the customer had the same product in the period before.
    /// - Returns: The type of version 1.
    static func version1(
        _ type: NotificationType, _ subtype: NotificationSubtype?, of product: TransactionPayload.ProductType,
        isShared: Bool, isSameProduct: Bool
    ) -> NotificationType? {
        switch (type, subtype) {
        // Family members get a notification of what the buyer does, but not of a first purchase: they made none.
        case (.subscribed, .initialBuy?), (.offerRedeemed, .initialBuy?): isShared ? nil : .initialBuy
        case (.subscribed, .resubscribe?), (.offerRedeemed, .resubscribe?):
            isSameProduct ? .didChangeRenewalStatus : .interactiveRenewal
        case (.didRenew, .billingRecovery?): .didRecover
        case (.didRenew, _): .didRenew
        case (.didFailToRenew, _): .didFailToRenew
        case (.didChangeRenewalPref, .upgrade?), (.offerRedeemed, .upgrade?): .interactiveRenewal
        case (.didChangeRenewalPref, _), (.offerRedeemed, .downgrade?): .didChangeRenewalPref
        // A subscriber lost after billing retry will not renew, and no other type of version 1 says so.
        case (.didChangeRenewalStatus, _), (.expired, .billingRetry?): .didChangeRenewalStatus
        case (.priceIncrease, .pending?): .priceIncreaseConsent
        case (.consumptionRequest, _): product == .consumable ? .consumptionRequest : nil
        case (.refund, _): product == .autoRenewable ? .cancel : .refund
        case (.revoke, _): .revoke
        default: nil
        }
    }
}

extension NotificationRecord {
    /// Returns the notification's type in version 1; nil where version 1 sends nothing.
    ///
    /// - Parameter state: The store then or later. Where it no longer keeps the transaction before, the product counts
    ///   as the same (C-150).
    /// - Returns: The type.
    package func version1Type(in state: StoreState) -> NotificationType? {
        guard let record = transaction?.record else { return nil }
        return NotificationType.version1(
            type, subtype, of: TransactionPayload.ProductType(state.shop[record.product].product.kind),
            isShared: record.isFamilyShared,
            isSameProduct: state.ledger[record.previous].map { $0.product == record.product } ?? true)
    }
}

extension NotificationBodyV1 {
    /// Makes the body of a notification in version 1; nil where version 1 sends nothing.
    ///
    /// - Parameters:
    ///   - record: The notification.
    ///   - keys: The keys with which the store seals receipts, and its shared secret.
    ///   - options: Another shared secret, and the switches of receipts.
    ///   - version: The version of the app.
    ///   - state: The store then or later.
    ///   - graceEnd: The end of the grace period that followed a period of a subscription; nil where there was none, or
    ///     it is no longer known.
    package init?(
        _ record: NotificationRecord, _ keys: ReceiptKeys, _ options: ReceiptOptions, installed version: String,
        in state: StoreState, graceEnd: (SubscriptionIndex, TransactionRecord) -> Instant?
    ) {
        guard let transaction = record.transaction, let type = record.version1Type(in: state) else { return nil }
        let renewal = NotificationPayload.renewalInfo(of: record, in: state)
        let endpoint = ReceiptEndpoint(of: state.setup.environment)
        let transactions = record.receiptTransactions(in: state)
        let receipt = AppReceipt(
            of: record, transactions, transaction.record.customer, installed: version, in: state)
        unifiedReceipt = ReceiptAnswer(status: .valid)
        unifiedReceipt.environment = endpoint.environment
        unifiedReceipt.latestReceipt = Base64.standard.encode(receipt.bytes(sealedWith: keys))
        unifiedReceipt.latestReceiptInfo = transactions.map { facts, upgraded in
            ReceiptTransaction(
                TransactionPayload(facts, signed: record.date, in: state), upgraded: upgraded.map { Date($0) },
                options)
        }
        let subscriptions = record.subscriptions
        if !subscriptions.isEmpty {
            unifiedReceipt.pendingRenewalInfo = subscriptions.compactMap { facts in
                let latest = facts.latest.record
                return PendingRenewalInfo(
                    facts.renewal, of: latest, in: state, graceEnd: latest.subscription.flatMap { graceEnd($0, latest) }
                )
            }
        }
        notificationType = type
        environment = endpoint.environment
        password = options.sharedSecret ?? keys.sharedSecret
        bundleID = state.setup.bundleID
        bundleVersion = receipt.applicationVersion
        autoRenewProductID = renewal?.autoRenewProductID
        willAutoRenew = renewal?.willAutoRenew
        autoRenewStatusChangeDate = type == .didChangeRenewalStatus ? Date(record.date) : nil
        expirationIntent = renewal?.expirationIntent
        originalTransactionID = state.shownNumber(of: transaction.record.originalID)
        isSynthetic = record.isSynthetic
    }
}
