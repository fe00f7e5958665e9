import Foundation
import GRDB
import OfferKit

/// One period of a subscription, that is one transaction: start, end, offer and refund (S0-87, S0-115).
struct Period: Codable, FetchableRecord, PersistableRecord, Sendable, Equatable {
    static let databaseTableName = "period"

    var transactionId: String
    var originalTransactionId: String
    var productId: String
    var groupId: String?
    var webOrderLineItemId: String?
    var purchaseDate: Int64
    var expiresDate: Int64?
    /// Whether the App Store renewed it by itself; nil where only a receipt told of it, which does not say.
    var isRenewal: Bool?
    var isUpgraded: Bool
    var isFamilyShared: Bool
    /// As in signed data: 1 introductory, 2 promotional, 3 code, 4 win-back.
    var offerType: Int?
    /// The offer's identifier; the reference name of a code (S1-49).
    var offerId: String?
    var isFree: Bool
    var revocationDate: Int64?
    /// 1 for a problem with the app, 0 for another reason (S0-115).
    var revocationReason: Int?
    /// When the App Store said it.
    var signedDate: Int64

    /// Nil for what is no subscription.
    init?(_ transaction: TransactionPayload) {
        guard transaction.type == .autoRenewable else { return nil }
        transactionId = "\(transaction.transactionID)"
        originalTransactionId = "\(transaction.originalTransactionID)"
        productId = transaction.productID
        groupId = transaction.subscriptionGroupID
        webOrderLineItemId = transaction.webOrderLineItemID
        purchaseDate = transaction.purchaseDate.milliseconds
        expiresDate = transaction.expiresDate?.milliseconds
        isRenewal = transaction.transactionReason == .renewal
        isUpgraded = transaction.isUpgraded
        isFamilyShared = transaction.inAppOwnershipType == .familyShared
        offerType = transaction.offerType?.rawValue
        offerId = transaction.offerIdentifier
        isFree = transaction.offerDiscountType == .freeTrial
        revocationDate = transaction.revocationDate?.milliseconds
        revocationReason = transaction.revocationReason?.rawValue
        signedDate = transaction.signedDate.milliseconds
    }

    /// Nil for what is no subscription.
    init?(_ purchase: ReceiptTransaction, at date: Int64) {
        guard let expires = purchase.expiresDate else { return nil }
        transactionId = "\(purchase.transactionID)"
        originalTransactionId = "\(purchase.originalTransactionID)"
        productId = purchase.productID
        groupId = purchase.subscriptionGroupID
        webOrderLineItemId = purchase.webOrderLineItemID
        purchaseDate = purchase.purchaseDate.milliseconds
        expiresDate = expires.milliseconds
        isUpgraded = purchase.isUpgraded
        isFamilyShared = purchase.inAppOwnershipType == .familyShared
        if let offer = purchase.promotionalOfferID {
            (offerType, offerId) = (OfferType.promo.rawValue, offer)
        } else if let code = purchase.offerCodeReferenceName {
            (offerType, offerId) = (OfferType.code.rawValue, code)
        } else if purchase.isTrialPeriod || purchase.isInIntroOfferPeriod == true {
            offerType = OfferType.intro.rawValue
        }
        isFree = purchase.isTrialPeriod
        revocationDate = purchase.cancellationDate?.milliseconds
        revocationReason = purchase.cancellationReason?.rawValue
        signedDate = date
    }

    var isRefunded: Bool { revocationDate != nil && !isUpgraded && !isFamilyShared }

    /// Whether it began before another one; transactions of one instant are in the order of their numbers.
    static func < (a: Period, b: Period) -> Bool {
        (a.purchaseDate, UInt64(a.transactionId) ?? 0) < (b.purchaseDate, UInt64(b.transactionId) ?? 0)
    }

    /// Saves it, unless something later is known of it; what a receipt leaves out stays.
    ///
    /// - Throws: GRDB's errors, and ``BackendError/otherStore`` for a transaction that is known as another one's: neither the product
    ///   nor the date of a purchase changes.
    func keep(_ database: Database) throws {
        var kept = self
        if let known = try Period.fetchOne(database, key: transactionId) {
            guard known.productId == productId, known.purchaseDate == purchaseDate else {
                throw BackendError.otherStore
            }
            guard known.signedDate <= signedDate else { return }
            kept.groupId = groupId ?? known.groupId
            kept.webOrderLineItemId = webOrderLineItemId ?? known.webOrderLineItemId
            kept.isRenewal = isRenewal ?? known.isRenewal
            // No receipt tells of a win-back offer (B13-5).
            if isRenewal == nil, known.isRenewal != nil {
                (kept.offerType, kept.offerId, kept.isFree) = (known.offerType, known.offerId, known.isFree)
                kept.isFamilyShared = known.isFamilyShared
            }
        }
        try kept.save(database)
    }
}
