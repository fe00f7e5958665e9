// Exactly the names that Apple's module has, one by one: with the whole of OfferKit, a test's own `Store`, `OfferType` or
// `Device` would be ambiguous.
//
// Apple's module brings Foundation, too, and Apple's Foundation brings what other platforms have in modules of their own:
// networking, and the macro `@Observable`.
@_exported public import Foundation
@_exported public import FoundationNetworking
@_exported public import Observation
@_exported public import enum OfferKit.AppStore
@_exported public import enum OfferKit.StoreKitError
@_exported public import enum OfferKit.VerificationResult
@_exported public import struct OfferKit.AdvancedCommerceProduct
@_exported public import struct OfferKit.AppTransaction
@_exported public import struct OfferKit.InvalidRequestError
@_exported public import struct OfferKit.Message
@_exported public import struct OfferKit.Product
@_exported public import struct OfferKit.PurchaseIntent
@_exported public import struct OfferKit.Storefront
@_exported public import struct OfferKit.Transaction

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
