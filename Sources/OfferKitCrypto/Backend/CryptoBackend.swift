/// The library that does the cryptography: this module, or the system's.
///
/// Both accept the same signatures and give the same hashes. Only the signatures that they make differ: this module's
/// are the same every time, the system's are not.
package struct CryptoBackend: Sendable, Hashable {
    private enum Kind: Sendable, Hashable {
        case pure
        #if canImport(CryptoKit) || SwiftCrypto
        case system
        #endif
    }

    private let kind: Kind

    /// This module, on every platform.
    package static let pure = CryptoBackend(kind: .pure)

    #if canImport(CryptoKit) || SwiftCrypto
    /// CryptoKit on Apple systems, swift-crypto where the trait `SwiftCrypto` is on.
    package static let system = CryptoBackend(kind: .system)
    #endif

    /// The default for verification: the system's library where there is one.
    package static var preferred: CryptoBackend {
        #if canImport(CryptoKit) || SwiftCrypto
        .system
        #else
        .pure
        #endif
    }

    /// Returns whether this is a signature of the message by the key, over its SHA-256 hash.
    package func isValidSignature(
        _ signature: ECDSASignature, for message: [UInt8], publicKey: P256PublicKey
    ) -> Bool {
        switch kind {
        case .pure: publicKey.isValidSignature(signature, for: message)
        #if canImport(CryptoKit) || SwiftCrypto
        case .system: SystemCrypto.isValidSignature(signature, for: message, publicKey: publicKey)
        #endif
        }
    }

    /// The SHA-256 hash of `bytes`, 32 bytes.
    package func sha256(_ bytes: [UInt8]) -> [UInt8] {
        switch kind {
        case .pure: SHA256.hash(bytes)
        #if canImport(CryptoKit) || SwiftCrypto
        case .system: SystemCrypto.sha256(bytes)
        #endif
        }
    }

    /// Signs the SHA-256 hash of a message.
    package func signature(for message: [UInt8], privateKey: P256PrivateKey) -> ECDSASignature {
        switch kind {
        case .pure: privateKey.signature(for: message)
        #if canImport(CryptoKit) || SwiftCrypto
        case .system: SystemCrypto.signature(for: message, privateKey: privateKey)
        #endif
        }
    }
}
