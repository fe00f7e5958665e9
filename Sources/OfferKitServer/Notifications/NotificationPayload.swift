public import OfferKitCore
public import OfferKitEssentials

/// The payload of a notification to the developer's server: Apple's `responseBodyV2DecodedPayload` (B11).
///
/// Values are in the units of the JSON. A property that is nil is left out of it, never written as null.
public struct NotificationPayload: Hashable, Sendable {
    /// The type of the notification.
    public var notificationType: NotificationType
    /// The subtype of the notification; nil for most types.
    public var subtype: NotificationSubtype?
    /// The identifier of the notification, the same at each attempt to deliver it (B11-3).
    public var notificationUUID: UUID
    /// The app and the purchase that the notification is about; nil in a summary.
    public var data: Content?
    /// The result of a request that concerned all subscribers of a product; nil in all other notifications.
    public var summary: Summary?
    /// The version of notifications: 2.0.
    public var version = "2.0"
    /// The date when the store signed the notification.
    public var signedDate: Date
    /// Members that this library gives no meaning to, by their names.
    ///
    /// The store writes none but `isSynthetic`, in a notification that was asked for by hand. Members in data that
    /// others signed are kept, and written after all others, in alphabetical order.
    public var otherMembers: [String: JSONText] = [:]

    /// The app and the purchase that a notification is about.
    public struct Content: Hashable, Sendable {
        /// The environment of Apple's that the store stands for.
        public var environment: StoreEnvironment
        /// The app's number in the App Store; in production only.
        public var appAppleID: Int64?
        /// The app's bundle identifier.
        public var bundleID: String
        /// The version of the app's build.
        public var bundleVersion: String?
        /// The transaction, signed; nil in a test notification.
        public var signedTransactionInfo: String?
        /// The subscription's renewal info, signed; nil for a product that does not renew, and in a test notification.
        public var signedRenewalInfo: String?
        /// The status of the subscription (B12-1).
        public var status: SubscriptionStatusCode?
        /// The reason why the customer wants a refund.
        public var consumptionRequestReason: String?
        /// Members that this library gives no meaning to, by their names.
        public var otherMembers: [String: JSONText] = [:]
    }
    /// The result of a request to extend the renewal dates of all subscribers of a product: Apple's `summary` (C-146).
    public struct Summary: Hashable, Sendable {
        /// The environment of Apple's that the store stands for.
        public var environment: StoreEnvironment
        /// The app's number in the App Store; in production only.
        public var appAppleID: Int64?
        /// The app's bundle identifier.
        public var bundleID: String
        /// The product.
        public var productID: String
        /// The developer's name for the request.
        public var requestIdentifier: String
        /// The codes of the storefronts that the request was limited to; nil for all.
        public var storefrontCountryCodes: [String]?
        /// The number of renewal dates that were extended.
        public var succeededCount: Int64
        /// The number of renewal dates that were not extended.
        public var failedCount: Int64
        /// Members that this library gives no meaning to, by their names.
        public var otherMembers: [String: JSONText] = [:]
    }
}
