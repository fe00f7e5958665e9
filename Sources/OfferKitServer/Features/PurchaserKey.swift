import OfferKitCore
public import OfferKitEssentials

/// The key by which one buyer is told from another, for instance against shared accounts (S2-36).
public enum PurchaserKey: Hashable, Sendable {
    /// `original_transaction_id`: unique, and what Apple recommends (S2-38).
    case transaction(UInt64)
    /// `original_purchase_date_ms`, for an app without in-app purchases: two buyers may share it (S2-37).
    case firstDownload(Date)

    /// Makes the best key available, or nil where there is none.
    ///
    /// - Parameters:
    ///   - originalTransactionID: The original transaction of the first purchase in the app; nil without one.
    ///   - download: The first download; in the sandbox it is the same for everybody and no key.
    public init?(originalTransactionID: UInt64?, download: AppDownload?) {
        if let originalTransactionID {
            self = .transaction(originalTransactionID)
        } else if let download, download.environment == .production {
            self = .firstDownload(download.date)
        } else {
            return nil
        }
    }

    /// Whether no two buyers can have the same key.
    public var isUnique: Bool {
        if case .transaction = self { true } else { false }
    }
}

extension ReceiptAnswer {
    /// The key of the buyer; nil where the answer holds none (S2-37, S2-38).
    public var purchaserKey: PurchaserKey? {
        PurchaserKey(originalTransactionID: purchases.first?.originalTransactionID, download: download)
    }
}
