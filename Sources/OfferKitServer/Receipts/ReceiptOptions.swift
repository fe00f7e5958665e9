/// The choices that the documents leave open for a call of `verifyReceipt`, and the outage to simulate.
///
/// ```swift
/// var options = ReceiptOptions()
/// options.marksEveryFreePeriodAsTrial = true
/// let response = store.verifyReceipt(body, options: options)
/// ```
public struct ReceiptOptions: Hashable, Sendable {
    /// The app's shared secret, where the server under test has one of its own; nil for the store's.
    public var sharedSecret: String?
    /// The outage to simulate in the call; nil for none but the store's own.
    public var outage: ReceiptOutage?
    /// Whether free periods of promotional offers and codes have `is_trial_period` true (C-11).
    ///
    /// Those of introductory offers always do.
    ///
    /// False unless changed.
    public var marksEveryFreePeriodAsTrial = false
    /// Whether a transaction that an upgrade replaced has a `cancellation_date`, beside `is_upgraded` (C-23).
    ///
    /// True unless changed.
    public var marksUpgradesAsCancelled = true

    /// The options that the documents describe, without an outage.
    public init(sharedSecret: String? = nil, outage: ReceiptOutage? = nil) {
        self.sharedSecret = sharedSecret
        self.outage = outage
    }
}

/// A failure of `verifyReceipt` on the App Store's side (S2-33, C-138).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ReceiptOutage: Error, Hashable, Sendable {
    /// An answer that holds only this status.
    ///
    /// For a status from 21100 to 21199 it says whether to try again; for others it does not.
    case status(ReceiptStatus, isRetryable: Bool = true)
    /// A page for people in place of JSON, with this HTTP status: 200 has been seen, and 503.
    case notJSON(httpStatus: Int = 200)

    /// Receipts are lost for a while: status 21199, to be tried again (S2-33).
    public static let lostReceipts = ReceiptOutage.status(.internalDataAccess())
    /// An internal error: status 21009.
    public static let internalError = ReceiptOutage.status(.internalError)
    /// The server could not provide the receipt: status 21005.
    public static let unavailable = ReceiptOutage.status(.serverUnavailable)
}
