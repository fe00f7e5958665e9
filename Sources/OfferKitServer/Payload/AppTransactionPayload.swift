public import OfferKitCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a signed app transaction says: how a customer came by the app, as values of Swift.
///
/// The JSON has dates in whole milliseconds. What is nil is left out, never written as null.
public struct AppTransactionPayload: Hashable, Sendable {
    /// Which of Apple's environments the store stands for; `receiptType` in the JSON.
    public var environment: StoreEnvironment
    /// The app's number in the App Store; nil but in production.
    public var appAppleID: Int64?
    /// The bundle identifier of the app.
    public var bundleID: String
    /// The version of the app that is installed.
    public var applicationVersion: String
    /// The App Store's number for that version, where it was read; the store has no such numbers and writes none.
    public var versionExternalIdentifier: Int64?
    /// When the store signed it; `receiptCreationDate` in the JSON.
    public var signedDate: Date
    /// When the customer first got the app.
    public var originalPurchaseDate: Date
    /// The version that the customer first got.
    public var originalApplicationVersion: String
    /// The SHA-384 hash that ties the value to a device.
    public var deviceVerification: [UInt8]?
    /// The nonce of ``deviceVerification``.
    public var deviceVerificationNonce: UUID?
    /// When the customer ordered the app before it came out; nil when not.
    public var preorderDate: Date?
    /// One for each customer of the app.
    public var appTransactionID: String?
    /// The platform that the customer first got the app on, such as `iOS`.
    public var originalPlatform: String?
    /// Members that this library gives no meaning to, by their names.
    ///
    /// The store writes none. Reading what others signed keeps theirs, and they are written after all others, in
    /// alphabetical order; one that has the name of a member above is not written.
    public var otherMembers: [String: JSONText] = [:]
}
