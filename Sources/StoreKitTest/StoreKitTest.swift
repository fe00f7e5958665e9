// The module's name, and nothing else: on Linux no system has one of it. What it has is in OfferKitStoreKitTest.
@_exported public import OfferKitStoreKitTest
@_exported public import StoreKit
