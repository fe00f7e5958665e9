#if canImport(CryptoKit)
import CryptoKit
#elseif SwiftCrypto
import Crypto
#endif

#if canImport(CryptoKit) || SwiftCrypto

/// The cryptography of the system's library.
///
/// Only this file imports it: CryptoKit and swift-crypto have the same names.
enum SystemCrypto {
    /// Returns whether a signature is valid; false if the library refused a key of this module, which cannot happen.
    static func isValidSignature(_ signature: ECDSASignature, for message: [UInt8], publicKey: P256PublicKey) -> Bool {
        guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey.x963Representation),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature.rawRepresentation)
        else { return false }
        return key.isValidSignature(signature, for: message)
    }

    static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
        Array(CryptoKit.SHA256.hash(data: bytes))
        #else
        Array(Crypto.SHA256.hash(data: bytes))
        #endif
    }

    /// Signs a message; should the library fail, which it has no reason to, with this module, which is as valid.
    static func signature(for message: [UInt8], privateKey: P256PrivateKey) -> ECDSASignature {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: privateKey.rawRepresentation),
            let made = try? key.signature(for: message),
            let signature = try? ECDSASignature(rawRepresentation: Array(made.rawRepresentation))
        else { return privateKey.signature(for: message) }
        return signature
    }
}

#endif
