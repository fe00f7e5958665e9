import Foundation
public import OfferKitCore
public import OfferKitServer

// What StoreKit calls `localizedDescription`: a name for people. The names are English, whatever the system's language,
// but for units of time.

extension TransactionPayload.ProductType {
    /// The type's name for people.
    public var localizedDescription: String { rawValue }
}

extension ProductDiscount.OfferType {
    /// The kind's name for people.
    public var localizedDescription: String {
        switch self {
        case .introductory: "Introductory Offer"
        case .promotional: "Promotional Offer"
        case .winBack: "Win-Back Offer"
        default: rawValue
        }
    }
}

extension ProductDiscount.PaymentMode {
    /// The mode's name for people.
    public var localizedDescription: String {
        switch self {
        case .payAsYouGo: "Pay As You Go"
        case .payUpFront: "Pay Up Front"
        case .freeTrial: "Free Trial"
        default: rawValue
        }
    }
}

extension SubscriptionPeriod.Unit {
    /// The unit's name for people, in the system's language where the library knows it: `Month`.
    public var localizedDescription: String {
        let name = PeriodWords.words(for: .current).name(of: self)
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}

extension Product.SubscriptionInfo.RenewalState {
    /// The state's name for people.
    public var localizedDescription: String {
        switch self {
        case .subscribed: "Subscribed"
        case .expired: "Expired"
        case .inBillingRetryPeriod: "In Billing Retry Period"
        case .inGracePeriod: "In Grace Period"
        case .revoked: "Revoked"
        default: "State \(rawValue)"
        }
    }
}

extension RenewalInfoPayload.ExpirationIntent {
    /// The reason's name for people.
    public var localizedDescription: String {
        switch self {
        case .autoRenewDisabled: "Auto-Renew Disabled"
        case .billingError: "Billing Error"
        case .didNotConsentToPriceIncrease: "Did Not Consent to Price Increase"
        case .productUnavailable: "Product Unavailable"
        case .unknown: "Unknown"
        default: "Reason \(rawValue)"
        }
    }
}

extension RenewalInfo.PriceIncreaseStatus {
    /// The status's name for people.
    public var localizedDescription: String {
        switch self {
        case .noIncreasePending: "No Increase Pending"
        case .pending: "Pending"
        case .agreed: "Agreed"
        }
    }
}

extension TransactionPayload.RevocationReason {
    /// The reason's name for people.
    public var localizedDescription: String {
        switch self {
        case .developerIssue: "Developer Issue"
        case .other: "Other"
        default: "Reason \(rawValue)"
        }
    }
}

extension OfferType {
    /// The kind's name for people.
    public var localizedDescription: String {
        switch self {
        case .intro: "Introductory Offer"
        case .promo: "Promotional Offer"
        case .code: "Offer Code"
        case .winBack: "Win-Back Offer"
        default: "Offer Type \(rawValue)"
        }
    }
}

extension TransactionPayload.OwnershipType {
    /// The type's name for people.
    public var localizedDescription: String {
        switch self {
        case .purchased: "Purchased"
        case .familyShared: "Family Shared"
        case .assigned: "Assigned"
        default: rawValue
        }
    }
}

extension Message.Reason {
    /// The reason's name for people.
    public var localizedDescription: String {
        switch self {
        case .generic: "Generic"
        case .priceIncreaseConsent: "Price Increase Consent"
        case .billingIssue: "Billing Issue"
        case .winBackOffer: "Win-Back Offer"
        default: "Reason \(rawValue)"
        }
    }
}
