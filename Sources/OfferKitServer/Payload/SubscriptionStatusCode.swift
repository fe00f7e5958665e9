package import OfferKitCore

/// The status of a subscription, as a number of the App Store's servers (B12-1).
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
    /// The renewal failed and is tried again; the customer has no access.
    public static let billingRetry = SubscriptionStatusCode(rawValue: 3)
    /// The renewal failed, and the customer keeps access in the grace period.
    public static let gracePeriod = SubscriptionStatusCode(rawValue: 4)
    /// The current period was refunded, or is no longer shared.
    public static let revoked = SubscriptionStatusCode(rawValue: 5)

    /// The number for a subscription's standing.
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
