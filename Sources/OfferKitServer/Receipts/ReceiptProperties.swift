/// What an app asks of a new receipt in the sandbox, to see what it does with such a one (C-137).
///
/// They are those of `SKReceiptRefreshRequest`. In production they count for nothing.
public struct ReceiptProperties: OptionSet, Hashable, Sendable {
    /// The properties as bits.
    public let rawValue: UInt8

    /// The properties with these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It has expired: `expiration_date` is when it was made.
    public static let expired = ReceiptProperties(rawValue: 1)
    /// It was revoked: `verifyReceipt` answers 21010.
    public static let revoked = ReceiptProperties(rawValue: 2)
    /// It is of a purchase in volume: `receipt_type` is `ProductionVPPSandbox`.
    public static let volumePurchase = ReceiptProperties(rawValue: 4)
}
