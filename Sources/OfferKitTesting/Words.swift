public import OfferKit
public import Testing

// StoreKit's open sets print as numbers, and tests compare them all day: here they have words when an expectation fails.

extension Product.SubscriptionInfo.RenewalState: CustomTestStringConvertible {
    /// The state in StoreKit's word.
    public var testDescription: String {
        switch self {
        case .subscribed: "subscribed"
        case .expired: "expired"
        case .inBillingRetryPeriod: "inBillingRetryPeriod"
        case .inGracePeriod: "inGracePeriod"
        case .revoked: "revoked"
        default: "RenewalState(\(rawValue))"
        }
    }
}

extension RenewalInfo.ExpirationReason: CustomTestStringConvertible {
    /// The reason in StoreKit's word.
    public var testDescription: String {
        switch self {
        case .autoRenewDisabled: "autoRenewDisabled"
        case .billingError: "billingError"
        case .didNotConsentToPriceIncrease: "didNotConsentToPriceIncrease"
        case .productUnavailable: "productUnavailable"
        case .unknown: "unknown"
        default: "ExpirationReason(\(rawValue))"
        }
    }
}
