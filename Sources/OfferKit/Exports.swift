// What importers of OfferKit see of the floors below. Nothing of OfferKitCrypto.
@_exported public import OfferKitCore
@_exported public import OfferKitServer

/// Empty: whoever re-exports it alone makes the members of all types of this module visible, and no other name of it.
///
/// The modules with Apple's names do (Documentation/Architecture.md).
public enum _AppleNames {}
