// The lower modules that importers of OfferKit see, too. OfferKitCrypto is not among them.
@_exported public import OfferKitCore
@_exported public import OfferKitServer

/// An empty type: re-exporting it alone makes the members of this module's types visible, but none of its other names.
///
/// The modules with Apple's names re-export it (Documentation/Architecture.md).
public enum _AppleNames {}
