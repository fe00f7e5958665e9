public import Foundation

// The domains that these errors have as `NSError` with Apple's module; the codes are the places among the cases, as there.

extension StoreKitError: CustomNSError {
    /// The domain that it has with Apple's module.
    public static var errorDomain: String { "StoreKit.StoreKitError" }
}

extension Product.PurchaseError: CustomNSError {
    /// The domain that it has with Apple's module.
    public static var errorDomain: String { "StoreKit.Product.PurchaseError" }
}

extension Transaction.RefundRequestError: CustomNSError {
    /// The domain that it has with Apple's module.
    public static var errorDomain: String { "StoreKit.Transaction.RefundRequestError" }
}
