import Foundation
import GRDB
import OfferKit

/// What the App Store said once, verified: a notification, or an answer of the status API.
///
/// The table of these is the log. The rows of users are worked out from it, so the order of arrival counts only between what was signed at
/// the same instant.
struct Said: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "said"
    /// The type under which answers of the status API stand.
    static let statusType = "STATUS"

    /// The notification's UUID in lower case; the transaction and the date for a status.
    var uuid: String
    var type: String
    var subtype: String?
    /// Milliseconds since 1970, as all dates here.
    var signedDate: Int64
    var originalTransactionId: String?
    var appAccountToken: String?
    var status: Int?
    var transactionInfo: Data?
    var renewalInfo: Data?

    var transaction: TransactionPayload? { transactionInfo.flatMap { try? TransactionPayload(json: Array($0)) } }
    var renewal: RenewalInfoPayload? { renewalInfo.flatMap { try? RenewalInfoPayload(json: Array($0)) } }
}

/// What is known of one subscription of a user: the table of the documents (S0-94…96), worked out from what was said.
struct UserRow: Codable, FetchableRecord, PersistableRecord, Sendable, Equatable {
    static let databaseTableName = "user"

    var originalTransactionId: String
    var userId: String?
    var productId: String
    var groupId: String?
    /// As in the App Store Server API: 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
    var status: Int
    var autoRenewStatus: Bool
    /// The product that the next renewal is of: an upcoming change shows here (S0-124).
    var autoRenewProductId: String?
    var isInBillingRetry: Bool
    var expirationIntent: Int?
    var purchaseDate: Int64
    var expiresDate: Int64?
    var gracePeriodExpiresDate: Int64?
    var autoRenewOffSince: Int64?
    var lapsedAt: Int64?
    var lapsedFromFreeTrial: Bool
    var wasRefunded: Bool
    var renewals: Int
    var renewalsInARow: Int
    var billingErrors: Int
    var offersRedeemed: Int
    var currentOfferId: String?
    var eligibleForIntroductory: Bool
    var eligibleForPromotional: Bool
    var eligibleForWinBack: Bool
    /// When the App Store signed the latest of what this is made of.
    var signedDate: Int64

    /// Whether the user has service now (S0-89): the status says so, and the period or the grace period is not over.
    func isEntitled(at now: Int64) -> Bool {
        guard status == 1 || status == 4 else { return false }
        return max(expiresDate ?? .max, gracePeriodExpiresDate ?? 0) > now
    }
}

extension UserRow {
    /// The row of one subscription; nil where no transaction of one was said, as with consumables.
    ///
    /// - Parameter log: All that was said of it, in the order of the signatures' dates.
    init?(_ log: [Said]) {
        guard let first = log.lazy.compactMap(\.transaction).first, first.type == .autoRenewable else { return nil }
        self.init(
            originalTransactionId: "\(first.originalTransactionID)", productId: first.productID, status: 1,
            autoRenewStatus: false, isInBillingRetry: false, purchaseDate: first.purchaseDate.milliseconds,
            lapsedFromFreeTrial: false, wasRefunded: false, renewals: 0, renewalsInARow: 0, billingErrors: 0,
            offersRedeemed: 0, eligibleForIntroductory: false, eligibleForPromotional: false,
            eligibleForWinBack: false, signedDate: 0)
        for said in log { take(said) }
        // Whoever has or had a subscription may have a promotional offer; an introductory one is only for those who never had one.
        eligibleForPromotional = true
    }

    private mutating func take(_ said: Said) {
        signedDate = max(signedDate, said.signedDate)
        let transaction = said.transaction
        if let transaction {
            productId = transaction.productID
            groupId = transaction.subscriptionGroupID
            userId = transaction.appAccountToken?.uuidString.lowercased() ?? userId
            purchaseDate = transaction.purchaseDate.milliseconds
            expiresDate = transaction.expiresDate?.milliseconds
            currentOfferId = transaction.offerIdentifier
        }
        if let renewal = said.renewal {
            autoRenewStatus = renewal.willAutoRenew
            autoRenewProductId = renewal.autoRenewProductID
            isInBillingRetry = renewal.isInBillingRetryPeriod ?? false
            expirationIntent = renewal.expirationIntent?.rawValue
            gracePeriodExpiresDate = renewal.gracePeriodExpiresDate?.milliseconds
            eligibleForWinBack = !renewal.eligibleWinBackOfferIDs.isEmpty
        }
        if let status = said.status { self.status = status }
        count(said, transaction)
        // What the end of a subscription says also follows from a status, where the notification was lost.
        if status == 2 || status == 5 {
            lapsedAt = lapsedAt ?? transaction?.revocationDate?.milliseconds ?? expiresDate
            if let transaction { lapsedFromFreeTrial = transaction.offerDiscountType == .freeTrial }
        } else {
            (lapsedAt, lapsedFromFreeTrial) = (nil, false)
        }
        if autoRenewStatus {
            autoRenewOffSince = nil
        } else if autoRenewOffSince == nil {
            autoRenewOffSince = said.signedDate
        }
    }

    private mutating func count(_ said: Said, _ transaction: TransactionPayload?) {
        switch NotificationType(rawValue: said.type) {
        case .subscribed: (renewalsInARow, wasRefunded) = (0, false)
        case .didRenew: (renewals, renewalsInARow) = (renewals + 1, renewalsInARow + 1)
        case .didFailToRenew: billingErrors += 1
        case .offerRedeemed: offersRedeemed += 1
        case .refund: wasRefunded = true
        case .refundReversed: wasRefunded = false
        default: break
        }
    }
}

/// What the App Store does not know of a user: the developer's own columns (S0-92, S0-95).
struct Activity: Codable, FetchableRecord, PersistableRecord, Sendable, Equatable {
    static let databaseTableName = "activity"

    var userId: String
    /// Videos watched, articles read.
    var contentConsumed = 0
    /// The share of all there is that was used, from 0 to 1; nil where nobody knows.
    var contentShare: Double?
    /// An agent marked the user for an offer (S0-127).
    var isMarkedByAgent = false
}

/// An offer that was signed for a user.
struct SignedOffer: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "signedOffer"

    var nonce: String
    var userId: String
    var offerId: String
    var productId: String
    var keyId: String
    var segment: String?
    var timestamp: Int64
}

/// A user's receipt, and what the last valid answer to it came to.
struct KnownReceipt: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "receipt"

    var userId: String
    var receipt: Data
    /// The identifiers of the features that it unlocks, as JSON.
    var features: Data
    /// The identifiers of the products to sell, as JSON.
    var products: Data
    var isLegacy: Bool
    /// When it was verified last; nil for never yet.
    var verifiedAt: Int64?
}

extension Date {
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded()) }

    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
