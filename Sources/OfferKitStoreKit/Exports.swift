// The aliases are exactly the names of Apple's module: with the whole of OfferKit, a test's own `Store`, `OfferType` or
// `Device` would be ambiguous. Beside an app's own `Product`, aliases behave as declarations of this module; re-exports
// of single declarations would outrank it.
//
// Only the empty enumeration is re-exported from OfferKit. It makes the members of the aliased types visible to files
// that say `import StoreKit` alone, also with `MemberImportVisibility`.
//
// Apple's module brings Foundation, too, and Apple's Foundation brings parts that other platforms have in separate
// modules: networking, and the macro `@Observable`.
@_exported public import Foundation
public import OfferKit
@_exported public import enum OfferKit._AppleNames
@_exported public import OfferKitStoreKitEnums

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
#if !canImport(Darwin)
@_exported public import Observation
#endif

/// The App Store's pages, and an app's requests to it.
public typealias AppStore = OfferKit.AppStore
/// An error of StoreKit 2.
public typealias StoreKitError = OfferKit.StoreKitError
/// A signed value, with the result of checking its signature.
public typealias VerificationResult = OfferKit.VerificationResult
/// A product that the developer's server describes with each purchase.
public typealias AdvancedCommerceProduct = OfferKit.AdvancedCommerceProduct
/// The purchase of the app itself.
public typealias AppTransaction = OfferKit.AppTransaction
/// A request that the App Store cannot read.
public typealias InvalidRequestError = OfferKit.InvalidRequestError
/// A message of the App Store to the customer.
public typealias Message = OfferKit.Message
/// A product as a device sees it.
public typealias Product = OfferKit.Product
/// A purchase that the customer began outside the app.
public typealias PurchaseIntent = OfferKit.PurchaseIntent
/// The App Store of one country or region.
public typealias Storefront = OfferKit.Storefront
/// A purchase, or one period of a subscription.
public typealias Transaction = OfferKit.Transaction

/// StoreKit's short name for a length of time.
public typealias SubscriptionPeriod = Product.SubscriptionPeriod
/// StoreKit's short name for the properties that only a subscription has.
public typealias SubscriptionInfo = Product.SubscriptionInfo
/// StoreKit's short name for the state of a subscription.
public typealias SubscriptionRenewalState = Product.SubscriptionInfo.RenewalState
/// StoreKit's short name for the status of a subscription.
public typealias SubscriptionStatus = Product.SubscriptionInfo.Status
/// StoreKit's short name for the renewal info of a subscription.
public typealias SubscriptionRenewalInfo = Product.SubscriptionInfo.RenewalInfo
