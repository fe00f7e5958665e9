@_exported public import OfferKitStoreKit
@_exported public import OfferKitStoreKitEnums
