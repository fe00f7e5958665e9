import Foundation
public import OfferKit
public import Testing

// StoreKit's open sets print as numbers; here they have words for failing expectations.

extension Product.SubscriptionInfo.RenewalState: CustomTestStringConvertible {
    /// The state, in StoreKit's word.
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
    /// The reason, in StoreKit's word.
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

extension Transaction.RevocationReason: CustomTestStringConvertible {
    /// The reason, in StoreKit's word.
    public var testDescription: String {
        switch self {
        case .developerIssue: "developerIssue"
        case .other: "other"
        default: "RevocationReason(\(rawValue))"
        }
    }
}

extension OfferType: CustomTestStringConvertible {
    /// The kind of offer: `introductory offer`.
    public var testDescription: String { words }
}

// The texts of values in failing expectations: one line for each, where a value's own text would be its JSON or all
// parts.

extension Transaction: CustomTestStringConvertible {
    /// Number, product, price, period, offer and what else is not as usual:
    /// `#3 com.example.pro.monthly $9.99, 2026-02-01 – 2026-03-01, introductory offer`.
    public var testDescription: String {
        let end = expirationDate.map { " – \($0.dayText)" } ?? ""
        var parts = [shortText, purchaseDate.dayText + end]
        if let offer { parts.append(offer.type.testDescription + (offer.id.map { " \"\($0)\"" } ?? "")) }
        if ownershipType == .familyShared { parts.append("family shared") }
        if isUpgraded { parts.append("upgraded") }
        if let revocationDate { parts.append("revoked \(revocationDate.dayText)") }
        return parts.joined(separator: ", ")
    }
}

extension Product: CustomTestStringConvertible {
    /// Identifier and price: `com.example.pro.monthly $9.99`.
    public var testDescription: String { shortText }
}

extension RenewalInfo: CustomTestStringConvertible {
    /// The product and the date of the renewal: `renews as com.example.pro.monthly on 2026-02-01T00:00:00Z $9.99`.
    public var testDescription: String { shortText }
}

extension SubscriptionStatus: CustomTestStringConvertible {
    /// The state and the transaction of the period: `subscribed, #1 com.example.pro.monthly $1.99, 2026-01-01 – 2026-02-01`.
    public var testDescription: String { "\(state.testDescription), \(transaction.testDescription)" }
}

extension VerificationResult: CustomTestStringConvertible {
    /// The value's text if it passed the check, else `unverified`, the text and the reason.
    public var testDescription: String { shortText { String(describingForTest: $0) } }
}

extension Product.PurchaseResult: CustomTestStringConvertible {
    /// `success` with the transaction, `userCancelled` or `pending`.
    public var testDescription: String {
        switch self {
        case .success(let result): "success(\(result.testDescription))"
        case .userCancelled: "userCancelled"
        case .pending: "pending"
        }
    }
}

extension Store: CustomTestStringConvertible {
    /// The app, the clock, and the numbers of products, customers and transactions.
    public var testDescription: String { description }
}

extension Customer: CustomTestStringConvertible {
    /// The number in the store, and the app.
    public var testDescription: String { description }
}

extension Device: CustomTestStringConvertible {
    /// The device's customer, storefront and system.
    public var testDescription: String { description }
}

extension LogEntry: CustomTestStringConvertible {
    /// The date and what happened.
    public var testDescription: String { description }
}

extension Date {
    /// The day, and the time where it is not midnight: `2026-01-31`.
    fileprivate var dayText: String {
        let text = utcText
        return text.hasSuffix("T00:00:00Z") ? String(text.prefix(10)) : text
    }
}
