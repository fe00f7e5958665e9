/// The properties that an app requests of a new receipt in the sandbox, for a test of how it handles them (C-137).
///
/// They are those of `SKReceiptRefreshRequest`. In production they have no effect.
public struct ReceiptProperties: OptionSet, Hashable, Sendable {
    /// The properties as bits.
    public let rawValue: UInt8

    /// The properties with these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The receipt has expired: `expiration_date` is the date when it was made.
    public static let expired = ReceiptProperties(rawValue: 1)
    /// The receipt was revoked: `verifyReceipt` answers 21010.
    public static let revoked = ReceiptProperties(rawValue: 2)
    /// The receipt is for a purchase in volume: `receipt_type` is `ProductionVPPSandbox`.
    public static let volumePurchase = ReceiptProperties(rawValue: 4)
}
