import OfferKitCore
import OfferKitEssentials

extension ReceiptTransaction {
    /// Makes the receipt's entry for a transaction.
    ///
    /// It is made from the payload, the only reading of the record, so a receipt and a signed transaction cannot
    /// differ.
    ///
    /// - Parameters:
    ///   - payload: The transaction.
    ///   - upgraded: The date when an upgrade replaced it; nil where none did.
    ///   - options: The switches of C-11 and C-23.
    init(_ payload: TransactionPayload, upgraded: Date?, _ options: ReceiptOptions) {
        let isFree = payload.offerDiscountType == .freeTrial
        let isIntroductory = payload.offerType == .intro
        let isSubscription = payload.type == .autoRenewable
        quantity = Int(payload.quantity)
        productID = payload.productID
        transactionID = payload.transactionID
        originalTransactionID = payload.originalTransactionID
        webOrderLineItemID = payload.webOrderLineItemID
        purchaseDate = payload.purchaseDate
        originalPurchaseDate = payload.originalPurchaseDate
        expiresDate = payload.expiresDate
        isTrialPeriod = isFree && (isIntroductory || options.marksEveryFreePeriodAsTrial)
        isInIntroOfferPeriod = isSubscription ? isIntroductory && !isFree : nil
        if let date = payload.revocationDate {
            cancellationDate = date
            cancellationReason = payload.revocationReason
        } else if payload.isUpgraded, options.marksUpgradesAsCancelled, let upgraded {
            cancellationDate = upgraded
            cancellationReason = .other
        }
        promotionalOfferID = payload.offerType == .promo ? payload.offerIdentifier : nil
        appAccountToken = payload.appAccountToken
        inAppOwnershipType = payload.inAppOwnershipType
        isUpgraded = payload.isUpgraded
        offerCodeReferenceName = payload.offerType == .code ? payload.offerIdentifier : nil
        subscriptionGroupID = payload.subscriptionGroupID
    }
}
