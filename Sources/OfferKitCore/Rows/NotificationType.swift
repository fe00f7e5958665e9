/// The type of a notification to the developer's server (B11): Apple's `notificationType`.
///
/// Apple adds types, so this is an open set: a `switch` needs a `default`.
public struct NotificationType: RawRepresentable, Hashable, Sendable, Codable {
    /// The text in the notification.
    public let rawValue: String

    /// The type with that text, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The developer is asked for data about a purchase that the customer wants refunded.
    public static let consumptionRequest = NotificationType(rawValue: "CONSUMPTION_REQUEST")
    /// The customer chose another plan.
    public static let didChangeRenewalPref = NotificationType(rawValue: "DID_CHANGE_RENEWAL_PREF")
    /// Auto-renew was turned on or off (S0-121).
    public static let didChangeRenewalStatus = NotificationType(rawValue: "DID_CHANGE_RENEWAL_STATUS")
    /// A renewal failed (S3-38).
    public static let didFailToRenew = NotificationType(rawValue: "DID_FAIL_TO_RENEW")
    /// A subscription renewed, in time or after a failure (S3-40).
    public static let didRenew = NotificationType(rawValue: "DID_RENEW")
    /// A subscription ended.
    public static let expired = NotificationType(rawValue: "EXPIRED")
    /// Grace ended, and the renewal is still tried (S3-53).
    public static let gracePeriodExpired = NotificationType(rawValue: "GRACE_PERIOD_EXPIRED")
    /// An offer was redeemed (S3-62).
    public static let offerRedeemed = NotificationType(rawValue: "OFFER_REDEEMED")
    /// The customer was told of a higher price, or agreed to it.
    public static let priceIncrease = NotificationType(rawValue: "PRICE_INCREASE")
    /// A transaction was refunded.
    public static let refund = NotificationType(rawValue: "REFUND")
    /// A refund that was asked for was declined.
    public static let refundDeclined = NotificationType(rawValue: "REFUND_DECLINED")
    /// A refund was taken back.
    public static let refundReversed = NotificationType(rawValue: "REFUND_REVERSED")
    /// The renewal date of one subscription was put off.
    public static let renewalExtended = NotificationType(rawValue: "RENEWAL_EXTENDED")
    /// A request to put off the renewal dates of all subscribers was carried out, or failed for one.
    public static let renewalExtension = NotificationType(rawValue: "RENEWAL_EXTENSION")
    /// A family member lost what was shared.
    public static let revoke = NotificationType(rawValue: "REVOKE")
    /// A subscription began, or began again.
    public static let subscribed = NotificationType(rawValue: "SUBSCRIBED")
    /// The developer asked for a notification to test the delivery.
    public static let test = NotificationType(rawValue: "TEST")

    // These types are of version 1 alone; its other types have the names above (B11-5).

    /// Version 1: a subscription was refunded (S0-116).
    public static let cancel = NotificationType(rawValue: "CANCEL")
    /// Version 1: a renewal that had failed was made good.
    public static let didRecover = NotificationType(rawValue: "DID_RECOVER")
    /// Version 1: the first subscription of the group.
    public static let initialBuy = NotificationType(rawValue: "INITIAL_BUY")
    /// Version 1: the customer bought a higher level, or another product after a subscription was over.
    public static let interactiveRenewal = NotificationType(rawValue: "INTERACTIVE_RENEWAL")
    /// Version 1: the customer was asked to agree to a higher price.
    public static let priceIncreaseConsent = NotificationType(rawValue: "PRICE_INCREASE_CONSENT")

    /// Every type of version 2 that Apple's libraries know: those above, and those for events that no store here has.
    package static let known: Set<NotificationType> = Set(
        [
            consumptionRequest, didChangeRenewalPref, didChangeRenewalStatus, didFailToRenew, didRenew, expired,
            gracePeriodExpired, offerRedeemed, priceIncrease, refund, refundDeclined, refundReversed, renewalExtended,
            renewalExtension, revoke, subscribed, test,
        ]
            + [
                "EXTERNAL_PURCHASE_TOKEN", "ONE_TIME_CHARGE", "RESCIND_CONSENT", "METADATA_UPDATE", "MIGRATION",
                "PRICE_CHANGE",
            ].map { NotificationType(rawValue: $0) })
}

/// The detail of a notification besides its type (B11): Apple's `subtype`.
///
/// Apple adds subtypes, so this is an open set: a `switch` needs a `default`.
public struct NotificationSubtype: RawRepresentable, Hashable, Sendable, Codable {
    /// The text in the notification.
    public let rawValue: String

    /// The subtype with that text, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The customer agreed to the price, or need not.
    public static let accepted = NotificationSubtype(rawValue: "ACCEPTED")
    /// Auto-renew was turned off.
    public static let autoRenewDisabled = NotificationSubtype(rawValue: "AUTO_RENEW_DISABLED")
    /// Auto-renew was turned on.
    public static let autoRenewEnabled = NotificationSubtype(rawValue: "AUTO_RENEW_ENABLED")
    /// A renewal that had failed was made good.
    public static let billingRecovery = NotificationSubtype(rawValue: "BILLING_RECOVERY")
    /// The time of billing retry is over.
    public static let billingRetry = NotificationSubtype(rawValue: "BILLING_RETRY")
    /// A change to a lower level, or another duration of the same level: at the next renewal (B8-2, B8-4).
    public static let downgrade = NotificationSubtype(rawValue: "DOWNGRADE")
    /// The renewal date of one subscription could not be put off.
    public static let failure = NotificationSubtype(rawValue: "FAILURE")
    /// Service goes on in the billing grace period.
    public static let gracePeriod = NotificationSubtype(rawValue: "GRACE_PERIOD")
    /// The first subscription of the group.
    public static let initialBuy = NotificationSubtype(rawValue: "INITIAL_BUY")
    /// The customer was asked to agree to the price.
    public static let pending = NotificationSubtype(rawValue: "PENDING")
    /// The customer did not agree to a higher price.
    public static let priceIncrease = NotificationSubtype(rawValue: "PRICE_INCREASE")
    /// The product was not for sale.
    public static let productNotForSale = NotificationSubtype(rawValue: "PRODUCT_NOT_FOR_SALE")
    /// The group was subscribed to before.
    public static let resubscribe = NotificationSubtype(rawValue: "RESUBSCRIBE")
    /// Renewal dates were put off for all subscribers concerned.
    public static let summary = NotificationSubtype(rawValue: "SUMMARY")
    /// A change to a higher level, or the same duration of the same level: at once (B8-1, B8-3).
    public static let upgrade = NotificationSubtype(rawValue: "UPGRADE")
    /// The customer turned auto-renew off.
    public static let voluntary = NotificationSubtype(rawValue: "VOLUNTARY")
}

/// The form of notifications, which the developer chooses in App Store Connect (B11-2, B11-5).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum NotificationVersion: Int, Hashable, Sendable, Codable, CaseIterable {
    /// A body with the shared secret and the customer's receipt; deprecated, but servers of 2019 to 2021 depend on it.
    case v1 = 1
    /// A signed body.
    case v2 = 2

    /// The hours from each failed attempt to the next: five more in version 2, three in version 1 (B11-2).
    var hoursBetweenAttempts: [Int64] {
        switch self {
        case .v1: [6, 24, 48]
        case .v2: [1, 12, 24, 48, 72]
        }
    }
}
