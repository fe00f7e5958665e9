public import OfferKitCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a notification to the developer's server says: Apple's `responseBodyV2DecodedPayload` (B11), in the wire's own units.
///
/// What is nil is left out of the JSON, never written as null.
public struct NotificationPayload: Hashable, Sendable {
    /// What it is about.
    public var notificationType: NotificationType
    /// What it says besides; nil for most types.
    public var subtype: NotificationSubtype?
    /// The same at each attempt to deliver it (B11-3).
    public var notificationUUID: UUID
    /// The app and the purchase that it is about; nil in a summary.
    public var data: Content?
    /// What became of a request that concerned everybody who has a product; nil in all others.
    public var summary: Summary?
    /// The version of notifications: 2.0.
    public var version = "2.0"
    /// When the store signed it.
    public var signedDate: Date
    /// Members that this library gives no meaning to, by their names.
    ///
    /// The store writes none, but `isSynthetic` in a notification that was asked for by hand. Reading what others signed keeps
    /// theirs, and they are written after all others, in alphabetical order.
    public var otherMembers: [String: JSONText] = [:]

    /// The app and the purchase that a notification is about.
    public struct Content: Hashable, Sendable {
        /// Which of Apple's environments the store stands for.
        public var environment: StoreEnvironment
        /// The app's number in the App Store; in production only.
        public var appAppleID: Int64?
        /// The app's bundle identifier.
        public var bundleID: String
        /// The version of the app's build.
        public var bundleVersion: String?
        /// The transaction, signed; nil in a test.
        public var signedTransactionInfo: String?
        /// The subscription's renewal info, signed; nil for what is no subscription, and in a test.
        public var signedRenewalInfo: String?
        /// How the subscription stands (B12-1).
        public var status: SubscriptionStatusCode?
        /// Why the customer wants a refund.
        public var consumptionRequestReason: String?
        /// Members that this library gives no meaning to, by their names.
        public var otherMembers: [String: JSONText] = [:]
    }
    /// What became of a request to put off the renewal dates of everybody who has a product: Apple's `summary` (C-146).
    public struct Summary: Hashable, Sendable {
        /// Which of Apple's environments the store stands for.
        public var environment: StoreEnvironment
        /// The app's number in the App Store; in production only.
        public var appAppleID: Int64?
        /// The app's bundle identifier.
        public var bundleID: String
        /// The product.
        public var productID: String
        /// The developer's name for the request.
        public var requestIdentifier: String
        /// The storefronts it was limited to, by their codes; nil for all.
        public var storefrontCountryCodes: [String]?
        /// How many dates were put off.
        public var succeededCount: Int64
        /// How many were not.
        public var failedCount: Int64
        /// Members that this library gives no meaning to, by their names.
        public var otherMembers: [String: JSONText] = [:]
    }
}
