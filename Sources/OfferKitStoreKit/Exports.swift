// Exactly the names that Apple's module has, as aliases: with the whole of OfferKit, a test's own `Store`, `OfferType` or
// `Device` would be ambiguous. Aliases behave as declarations of this module do beside an app's own `Product`; re-exports of
// one declaration each would outrank it.
//
// The empty enumeration is all that is re-exported of OfferKit. It makes the members of what the aliases stand for visible
// to files that say `import StoreKit` alone, also where those are compiled with `MemberImportVisibility`.
//
// Apple's module brings Foundation, too, and Apple's Foundation brings what other platforms have in modules of their own:
// networking, and the macro `@Observable`.
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

/// The App Store's pages and what an app asks of it.
public typealias AppStore = OfferKit.AppStore
/// What goes wrong in StoreKit 2.
public typealias StoreKitError = OfferKit.StoreKitError
/// A signed value and whether its signature is good.
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
/// StoreKit's short name for what only a subscription has.
public typealias SubscriptionInfo = Product.SubscriptionInfo
/// StoreKit's short name for how a subscription stands.
public typealias SubscriptionRenewalState = Product.SubscriptionInfo.RenewalState
/// StoreKit's short name for where a subscription stands.
public typealias SubscriptionStatus = Product.SubscriptionInfo.Status
/// StoreKit's short name for what will happen at the end of the period.
public typealias SubscriptionRenewalInfo = Product.SubscriptionInfo.RenewalInfo
