// What importers of OfferKit see of the floors below. Nothing of OfferKitCrypto.
@_exported public import OfferKitCore
@_exported public import OfferKitServer
