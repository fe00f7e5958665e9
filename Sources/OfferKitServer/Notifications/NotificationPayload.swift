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
    /// The app and the purchase that it is about.
    public var data: Content
    /// The version of notifications: 2.0.
    public var version = "2.0"
    /// When the store signed it.
    public var signedDate: Instant
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
}

/// How a subscription stands, in the numbers of the App Store's servers (B12-1).
///
/// An open set: a `switch` needs a `default`.
public struct SubscriptionStatusCode: RawRepresentable, Hashable, Sendable {
    /// The number in signed data and answers, 1 to 5.
    public let rawValue: Int

    /// The status with that number, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Service was paid for.
    public static let active = SubscriptionStatusCode(rawValue: 1)
    /// The subscription ended.
    public static let expired = SubscriptionStatusCode(rawValue: 2)
    /// The renewal failed and is tried again; there is no service.
    public static let billingRetry = SubscriptionStatusCode(rawValue: 3)
    /// The renewal failed, and service goes on in the grace period.
    public static let gracePeriod = SubscriptionStatusCode(rawValue: 4)
    /// The current period was refunded, or is shared no more.
    public static let revoked = SubscriptionStatusCode(rawValue: 5)

    /// The number for how a subscription stands.
    package init(_ standing: Standing) {
        switch standing {
        case .active: self = .active
        case .lapsed: self = .expired
        case .inRetry: self = .billingRetry
        case .inGrace: self = .gracePeriod
        case .revoked: self = .revoked
        }
    }
}
