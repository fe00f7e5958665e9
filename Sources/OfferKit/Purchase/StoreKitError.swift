public import Foundation

/// What can go wrong with a call to the store, apart from the reasons to refuse a purchase.
public enum StoreKitError: Error, Sendable {
    /// Something unexpected.
    case unknown
    /// The customer cancelled.
    case userCancelled
    /// The network failed.
    case networkError(URLError)
    /// The system failed; with its error.
    case systemError(any Error)
    /// The product is not sold in this storefront.
    case notAvailableInStorefront
    /// The app may not use this call.
    case notEntitled
    /// The call does not exist here.
    case unsupported
}
