import OfferKitCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What one buyer is told from another by, against shared accounts for instance (S2-36).
public enum PurchaserKey: Hashable, Sendable {
    /// `original_transaction_id`: unique, and what Apple recommends (S2-38).
    case transaction(UInt64)
    /// `original_purchase_date_ms`, for an app without in-app purchases: rough, two buyers may share it (S2-37).
    case firstDownload(Date)

    /// The best key that there is, or nil where there is none.
    ///
    /// - Parameters:
    ///   - originalTransactionID: Of the first purchase in the app; nil without one.
    ///   - download: The first download; in the sandbox it is everybody's and no key.
    public init?(originalTransactionID: UInt64?, download: AppDownload?) {
        if let originalTransactionID {
            self = .transaction(originalTransactionID)
        } else if let download, download.environment == .production {
            self = .firstDownload(download.date)
        } else {
            return nil
        }
    }

    /// Whether no two buyers can have the same.
    public var isUnique: Bool {
        if case .transaction = self { true } else { false }
    }
}

extension ReceiptAnswer {
    /// What the buyer is told from others by; nil where the answer says nothing of the kind (S2-37, S2-38).
    public var purchaserKey: PurchaserKey? {
        PurchaserKey(originalTransactionID: purchases.first?.originalTransactionID, download: download)
    }
}
