public import Foundation

extension Product.PurchaseError: LocalizedError {
    /// The failure, in a few words.
    public var errorDescription: String? {
        switch self {
        case .productUnavailable: "Item Unavailable"
        case .purchaseNotAllowed: "Purchases Not Allowed"
        case .invalidQuantity: "Invalid Quantity"
        case .ineligibleForOffer: "Not Eligible for the Offer"
        case .invalidOfferIdentifier, .invalidOfferPrice, .invalidOfferSignature, .missingOfferParameters:
            "Offer Unavailable"
        }
    }

    /// The reason, without the details that only ``Device/lastRefusal`` has.
    public var failureReason: String? {
        switch self {
        case .invalidQuantity: "The quantity is not allowed for this product."
        case .productUnavailable: "The product is not for sale in this storefront."
        case .purchaseNotAllowed: "Purchases are not allowed on this device."
        case .ineligibleForOffer: "The customer is not eligible for the offer."
        case .invalidOfferIdentifier: "The product has no such offer, or it was disabled."
        case .invalidOfferPrice: "The offer's price is not below the product's present price."
        case .invalidOfferSignature: "The offer's signature is not valid for this purchase."
        case .missingOfferParameters: "Parts of the offer are missing."
        }
    }

    /// The place of the whole diagnosis.
    public var recoverySuggestion: String? {
        "The device's lastRefusal has the whole diagnosis."
    }
}

extension StoreKitError: LocalizedError {
    /// The failure, in a few words.
    public var errorDescription: String? {
        switch self {
        case .unknown, .unsupported: "Unable to Complete Request"
        case .userCancelled: "Request Canceled"
        case .networkError(let error): error.localizedDescription
        case .systemError(let error): error.localizedDescription
        case .notAvailableInStorefront: "Not Available in This Storefront"
        case .notEntitled: "Not Entitled"
        }
    }
}

// The domains that these errors have as `NSError` with Apple's module; the codes are the compiler's, as there. An error
// that names its domain has to name its texts too: Foundation on Linux asks a `LocalizedError` for them only where it
// does not.

extension LocalizedError {
    fileprivate var texts: [String: Any] {
        var texts: [String: Any] = [:]
        texts[NSLocalizedDescriptionKey] = errorDescription
        texts[NSLocalizedFailureReasonErrorKey] = failureReason
        texts[NSLocalizedRecoverySuggestionErrorKey] = recoverySuggestion
        return texts
    }
}

extension StoreKitError: CustomNSError {
    /// The domain of the error in Apple's module.
    public static var errorDomain: String { "StoreKit.StoreKitError" }
    /// The error's texts, with Foundation's keys.
    public var errorUserInfo: [String: Any] { texts }
}

extension Product.PurchaseError: CustomNSError {
    /// The domain of the error in Apple's module.
    public static var errorDomain: String { "StoreKit.Product.PurchaseError" }
    /// The error's texts, with Foundation's keys.
    public var errorUserInfo: [String: Any] { texts }
}

extension Transaction.RefundRequestError: CustomNSError {
    /// The domain of the error in Apple's module.
    public static var errorDomain: String { "StoreKit.Transaction.RefundRequestError" }
    /// The error's texts, with Foundation's keys.
    public var errorUserInfo: [String: Any] { texts }
}

/// The errors of calls to the store, apart from the reasons to refuse a purchase.
public enum StoreKitError: Error, Sendable {
    /// An unexpected failure.
    case unknown
    /// The customer cancelled.
    case userCancelled
    /// The network failed.
    case networkError(URLError)
    /// The system failed, with this error.
    case systemError(any Error)
    /// The product is not sold in this storefront.
    case notAvailableInStorefront
    /// The app may not use this call.
    case notEntitled
    /// The call does not exist here.
    case unsupported
}
