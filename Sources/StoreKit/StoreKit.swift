// The module's name, and nothing else: on Linux no system has one of it. What it has is in OfferKitStoreKit.
@_exported public import OfferKitStoreKit
