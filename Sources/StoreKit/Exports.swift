// Exactly the names that Apple's module has, one by one: with the whole of OfferKit, a test's own `Store`, `OfferType` or
// `Device` would be ambiguous. Apple's module brings Foundation, too.
@_exported public import Foundation
@_exported public import enum OfferKit.StoreKitError
@_exported public import enum OfferKit.VerificationResult
@_exported public import struct OfferKit.AppTransaction
@_exported public import struct OfferKit.Message
@_exported public import struct OfferKit.Product
@_exported public import struct OfferKit.PurchaseIntent
@_exported public import struct OfferKit.Storefront
@_exported public import struct OfferKit.Transaction
