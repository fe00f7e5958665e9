public import OfferKitCore
public import OfferKitEssentials

/// The payload of a signed app transaction: how a customer came by the app, as Swift values.
///
/// The JSON has dates in whole milliseconds. A property that is nil is left out, never written as null.
public struct AppTransactionPayload: Hashable, Sendable {
    /// The environment of Apple's that the store stands for; `receiptType` in the JSON.
    public var environment: StoreEnvironment
    /// The app's number in the App Store; in production only.
    public var appAppleID: Int64?
    /// The bundle identifier of the app.
    public var bundleID: String
    /// The version of the app that is installed.
    public var applicationVersion: String
    /// The App Store's number for that version in data that was read; the store has no such numbers and writes none.
    public var versionExternalIdentifier: Int64?
    /// The date when the store signed it; `receiptCreationDate` in the JSON.
    public var signedDate: Date
    /// The date when the customer first got the app.
    public var originalPurchaseDate: Date
    /// The version that the customer first got.
    public var originalApplicationVersion: String
    /// The SHA-384 hash that ties the value to a device.
    public var deviceVerification: [UInt8]?
    /// The nonce of ``deviceVerification``.
    public var deviceVerificationNonce: UUID?
    /// The date when the customer ordered the app before its release; nil for no such order.
    public var preorderDate: Date?
    /// The identifier of the app transaction, one for each customer of the app.
    public var appTransactionID: String?
    /// The platform that the customer first got the app on, such as `iOS`.
    public var originalPlatform: String?
    /// Members that this library gives no meaning to, by their names.
    ///
    /// The store writes none. Members in data that others signed are kept, and written after all others, in
    /// alphabetical order; one with the name of a property above is not written.
    public var otherMembers: [String: JSONText] = [:]
}
