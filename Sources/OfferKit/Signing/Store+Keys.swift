public import OfferKitCore
import OfferKitCrypto
public import OfferKitServer

extension Store {
    /// Registers a key, so that its signatures are accepted from now on (S0-15).
    ///
    /// - Parameters:
    ///   - id: The key's identifier. Identifiers are never used twice, not even after a revocation.
    ///   - pem: The public key (`PUBLIC KEY`), or the private one, of which only the public part is kept; a text
    ///     of at most 4 MiB.
    /// - Throws: ``ConfigurationRefusal`` for a text that is no P-256 key, an empty identifier or one that is taken.
    public func registerKey(_ id: String, pem: String) throws(ConfigurationRefusal) {
        let publicKey: P256PublicKey
        do throws(P256KeyError) {
            publicKey = try Store.publicKey(in: pem)
        } catch {
            throw .unreadableKey("\(error)")
        }
        try perform { $0.keyring.decideKey(id: id, publicKey: publicKey.x963Representation) }
    }

    /// The public key of a text, or the public part of its private key.
    private static func publicKey(in pem: String) throws(P256KeyError) -> P256PublicKey {
        do throws(P256KeyError) {
            return try P256PrivateKey(pem: pem).publicKey
        } catch .noKeyInPEM(let labels) where labels.contains("PUBLIC KEY") {
            return try P256PublicKey(pem: pem)
        }
    }

    /// Registers every key that a signer holds and the store does not know yet (S0-19).
    ///
    /// - Parameter signer: The developer's server side.
    /// - Throws: ``ConfigurationRefusal`` for an empty identifier, and for one that stands for another key here.
    public func registerKeys(of signer: OfferSigner) throws(ConfigurationRefusal) {
        let keys = signer.keyIdentifiers.compactMap { id in
            // The signer holds the key it names, so it always has the public part of it.
            (try? signer.publicKeyBytes(for: id)).map { (id: id, publicKey: $0) }
        }
        try perform { $0.keyring.decideKeys(keys) }
    }
}
