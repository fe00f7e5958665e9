import OfferKitCrypto

/// The library that makes the signatures of an ``OfferSigner``.
public struct SigningBackend: Hashable, Sendable {
    let backend: CryptoBackend

    /// OfferKit's own code, on every platform: the same request has the same signature every time (RFC 6979).
    public static let pure = SigningBackend(backend: .pure)

    #if canImport(CryptoKit) || SwiftCrypto
    /// The system's library, for a server that holds a production key.
    ///
    /// It is CryptoKit on Apple systems, swift-crypto where the package trait `SwiftCrypto` is on. Its signatures
    /// differ every time.
    public static let system = SigningBackend(backend: .system)
    #endif
}
