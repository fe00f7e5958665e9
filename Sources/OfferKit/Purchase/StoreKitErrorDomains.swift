public import Foundation

// The domains that these errors have as `NSError` with Apple's module; the codes are the compiler's, as there. An error that
// names its domain has to name its texts too: Foundation on Linux asks a `LocalizedError` for them only where it does not.

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
    /// The domain that it has with Apple's module.
    public static var errorDomain: String { "StoreKit.StoreKitError" }
    /// Its texts, with Foundation's keys.
    public var errorUserInfo: [String: Any] { texts }
}

extension Product.PurchaseError: CustomNSError {
    /// The domain that it has with Apple's module.
    public static var errorDomain: String { "StoreKit.Product.PurchaseError" }
    /// Its texts, with Foundation's keys.
    public var errorUserInfo: [String: Any] { texts }
}

extension Transaction.RefundRequestError: CustomNSError {
    /// The domain that it has with Apple's module.
    public static var errorDomain: String { "StoreKit.Transaction.RefundRequestError" }
    /// Its texts, with Foundation's keys.
    public var errorUserInfo: [String: Any] { texts }
}
