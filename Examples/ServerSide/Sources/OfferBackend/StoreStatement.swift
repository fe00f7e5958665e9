import Foundation
import GRDB
import OfferKit

/// What the App Store said once, verified: a notification, an answer of the status API, or what a receipt says of a subscription.
///
/// The table of these is the log. The rows of users are worked out from it, so the order of arrival counts only between what was signed at
/// the same instant; there the status API decides (``Backend/settle(_:)``).
struct StoreStatement: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "said"
    /// The type under which answers of the status API stand.
    static let statusType = "STATUS"
    /// The type under which receipts stand.
    static let receiptType = "RECEIPT"

    /// The notification's UUID in lower case; one of our own for the others.
    var uuid: String
    var type: String
    var subtype: String?
    /// Milliseconds since 1970, as all dates here.
    var signedDate: Int64
    var originalTransactionId: String?
    /// The user: by the token of the purchase, or whoever sent the receipt.
    var appAccountToken: String?
    var status: Int?
    /// The transaction's JSON as it was signed; nil in a receipt, which tells of many.
    var transactionInfo: Data?
    /// The renewal's JSON as it was signed; in a receipt that of a ``Renewal``.
    var renewalInfo: Data?

    /// Whether the App Store sent it by itself.
    var isNotification: Bool { type != StoreStatement.statusType && type != StoreStatement.receiptType }

    /// Whether what receipts hold may have changed with it.
    var changesPurchases: Bool {
        let types: Set<NotificationType> = [
            .subscribed, .didRenew, .offerRedeemed, .expired, .gracePeriodExpired, .refund, .refundReversed, .revoke,
            .renewalExtended, NotificationType(rawValue: "ONE_TIME_CHARGE"),
        ]
        return type == StoreStatement.statusType || types.contains(NotificationType(rawValue: type))
    }

    /// Whether it says the same as another one of the same UUID.
    func isSame(as other: StoreStatement) -> Bool {
        (type, subtype, originalTransactionId, appAccountToken)
            == (other.type, other.subtype, other.originalTransactionId, other.appAccountToken)
    }

    var transaction: TransactionPayload? { transactionInfo.flatMap { try? TransactionPayload(json: Array($0)) } }

    var renewal: Renewal? {
        guard let renewalInfo else { return nil }
        if type == StoreStatement.receiptType { return try? JSONDecoder().decode(Renewal.self, from: renewalInfo) }
        return (try? RenewalInfoPayload(json: Array(renewalInfo))).map { Renewal($0) }
    }

    /// Adds what was signed.
    mutating func add(_ transaction: TransactionPayload?, _ renewal: RenewalInfoPayload?) {
        transactionInfo = transaction.map { Data($0.json) }
        renewalInfo = renewal.map { Data($0.json) }
        originalTransactionId = (transaction?.originalTransactionID ?? renewal?.originalTransactionID).map { "\($0)" }
        appAccountToken = transaction?.appAccountToken?.uuidString.lowercased()
    }
}

/// What is said of a subscription's next renewal, whoever says it.
struct Renewal: Codable, Sendable {
    var willAutoRenew: Bool
    var productId: String?
    var isInBillingRetry: Bool
    var expirationIntent: Int?
    var gracePeriodExpiresDate: Int64?
    /// Nil where nothing is said of them, as in receipts (B13-5).
    var winBackOfferIds: [String]?
    /// The reference name of a code that waits for the next renewal (S1-50).
    var offerCodeName: String?
    /// The offer that the next renewal has, as the App Store names it: its type, and its identifier or the code's reference name.
    var offerType: Int?
    var offerIdentifier: String?

    init(_ payload: RenewalInfoPayload) {
        willAutoRenew = payload.willAutoRenew
        productId = payload.autoRenewProductID
        isInBillingRetry = payload.isInBillingRetryPeriod ?? false
        expirationIntent = payload.expirationIntent?.rawValue
        gracePeriodExpiresDate = payload.gracePeriodExpiresDate?.milliseconds
        winBackOfferIds = payload.eligibleWinBackOfferIDs
        offerCodeName = payload.offerType == .code ? payload.offerIdentifier : nil
        (offerType, offerIdentifier) = (payload.offerType?.rawValue, payload.offerIdentifier)
    }

    /// Of a receipt, which says nothing of a subscription that has nothing to renew (B13-6).
    init(_ pending: PendingRenewalInfo?) {
        willAutoRenew = pending?.willAutoRenew ?? false
        productId = pending?.autoRenewProductID
        isInBillingRetry = pending?.isInBillingRetryPeriod ?? false
        expirationIntent = pending?.expirationIntent?.rawValue
        gracePeriodExpiresDate = pending?.gracePeriodExpiresDate?.milliseconds
        offerCodeName = pending?.offerCodeReferenceName
        if let offer = pending?.promotionalOfferID {
            (offerType, offerIdentifier) = (OfferType.promo.rawValue, offer)
        } else if let code = offerCodeName {
            (offerType, offerIdentifier) = (OfferType.code.rawValue, code)
        }
    }
}

/// What has to be counted over all statements of a subscription: it goes on from here when the old ones are gone.
struct Tally: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "tally"

    var originalTransactionId: String
    var userId: String?
    var billingErrors = 0
    var autoRenewOffSince: Int64?
    /// What was last said of the status; nil where nothing was.
    var status: Int?
    /// What was last said of the next renewal, as JSON.
    var renewal: Data?

    /// What was last said of the next renewal; nil where nothing was.
    var lastRenewal: Renewal? { renewal.flatMap { try? JSONDecoder().decode(Renewal.self, from: $0) } }

    mutating func add(_ statement: StoreStatement) {
        if let token = statement.appAccountToken {
            // The token of the purchase counts before whoever sent its receipt.
            userId = statement.type == StoreStatement.receiptType ? userId ?? token : token
        }
        if statement.type == NotificationType.didFailToRenew.rawValue { billingErrors += 1 }
        status = statement.status ?? status
        guard var renewal = statement.renewal else { return }
        renewal.winBackOfferIds = renewal.winBackOfferIds ?? lastRenewal?.winBackOfferIds
        self.renewal = try? JSONEncoder().encode(renewal)
        autoRenewOffSince = renewal.willAutoRenew ? nil : autoRenewOffSince ?? statement.signedDate
    }
}

extension Date {
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded()) }

    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
