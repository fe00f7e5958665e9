import Foundation
public import OfferKitServer

extension FeatureTimeline {
    /// Returns the features that a customer has by their transactions; those of products that do not expire do not
    /// count.
    ///
    /// - Parameters:
    ///   - transactions: All of the customer's transactions, in any order.
    ///   - download: The first download of the app; only looked at where there is a rule for legacy users.
    /// - Returns: The paid-up date and the features.
    /// - Throws: ``FeatureTimelineError/malformedVersion(_:)``, where the version has to decide and is no number.
    public func access(
        for transactions: [Transaction], download: AppDownload? = nil
    ) throws(FeatureTimelineError) -> FeatureAccess {
        var periods: [PaidPeriod] = []
        for transaction in transactions {
            guard let end = transaction.expirationDate else { continue }
            periods.append(
                try PaidPeriod(
                    from: transaction.purchaseDate, to: end,
                    isRefunded: transaction.revocationDate != nil, isUpgraded: transaction.isUpgraded))
        }
        return try access(for: periods, download: download)
    }
}

extension AppDownload {
    /// Creates the first download of the app that an app transaction tells of.
    public init(_ transaction: AppTransaction) {
        self.init(
            on: transaction.payload.originalPurchaseDate, version: transaction.originalAppVersion,
            environment: transaction.environment)
    }
}

extension FeatureTimelineError: DescribedError {}
