import Foundation
import OfferKit

/// What a receipt says of one subscription (S0-85…90).
struct SubscriptionInReceipt {
    let originalTransactionID: UInt64
    let periods: [Period]
    private let latest: ReceiptTransaction
    private let pending: PendingRenewalInfo?
    private let date: Int64

    /// Every subscription of an answer.
    ///
    /// - Parameters:
    ///   - answer: The answer of `verifyReceipt`.
    ///   - date: When it was given, in milliseconds since 1970.
    /// - Returns: One for each original transaction.
    static func all(of answer: ReceiptAnswer, at date: Int64) -> [SubscriptionInReceipt] {
        let purchases = answer.purchases.filter(\.isSubscription)
        return Dictionary(grouping: purchases, by: \.originalTransactionID).compactMap {
            number, purchases -> SubscriptionInReceipt? in
            guard let latest = purchases.last else { return nil }
            return SubscriptionInReceipt(
                originalTransactionID: number, periods: purchases.compactMap { Period($0, at: date) }, latest: latest,
                pending: answer.pendingRenewalInfo?.first { $0.originalTransactionID == number }, date: date)
        }.sorted { $0.originalTransactionID < $1.originalTransactionID }
    }

    /// What it says, by the numbers of the App Store Server API (S0-85, B12-1).
    var status: SubscriptionStatusCode {
        if latest.isRefunded { return .revoked }
        if latest.expiresDate?.milliseconds ?? .max > date { return .active }
        guard pending?.isInBillingRetryPeriod == true else { return .expired }
        return pending?.gracePeriodExpiresDate?.milliseconds ?? 0 > date ? .gracePeriod : .billingRetry
    }

    /// What it says as an entry of the log, for the user who sent the receipt.
    func statement(of user: String) throws -> StoreStatement {
        StoreStatement(
            uuid: "receipt-\(UUID().uuidString.lowercased())", type: StoreStatement.receiptType, signedDate: date,
            originalTransactionId: "\(originalTransactionID)", appAccountToken: user, status: status.rawValue,
            renewalInfo: try JSONEncoder().encode(Renewal(pending)))
    }
}
