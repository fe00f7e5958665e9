public import OfferKitCore
import OfferKitCrypto
public import OfferKitServer

extension Store {
    /// Registers a key, so that its signatures are accepted from now on (S0-15).
    ///
    /// - Parameters:
    ///   - id: The key's identifier. Identifiers are never used twice, not even after a revocation.
    ///   - pem: The public key (`PUBLIC KEY`), or the private one, of which only the public part is kept.
    /// - Throws: ``ConfigurationRefusal`` for a text that is no P-256 key, an empty identifier or one that is taken.
    public func registerKey(_ id: String, pem: String) throws(ConfigurationRefusal) {
        let publicKey: P256PublicKey
        do throws(P256KeyError) {
            publicKey = try Store.publicKey(in: pem)
        } catch {
            throw .unreadableKey("\(error)")
        }
        try perform { $0.decideKey(id: id, publicKey: publicKey.x963Representation) }
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
        try perform { $0.decideKeys(keys) }
    }

    /// Makes a new key from the store's seed, registers it, and returns a signer that holds it.
    ///
    /// For tests that need no key of their own. The identifier has ten letters and digits.
    ///
    /// - Returns: The developer's server side, with that one key.
    public func makeSigner() -> OfferSigner {
        while true {
            let (id, bytes) = withContents { ($0.chance.code(length: 10), $0.chance.bytes(32)) }
            // One number in four thousand million is no key, and an identifier may be taken: then the next ones serve.
            guard let key = try? P256PrivateKey(rawRepresentation: bytes),
                let signer = try? OfferSigner(keyIdentifier: id, pem: key.pemRepresentation(.pkcs8))
            else { continue }
            do throws(ConfigurationRefusal) {
                try perform { $0.decideKey(id: id, publicKey: key.publicKey.x963Representation) }
            } catch {
                // A store that cannot write its journal knows no new key, however many are tried.
                guard error == .notRecorded else { continue }
            }
            return signer
        }
    }

    /// Has a request signed with a nonce from the store's seed and the time of the store's clock.
    ///
    /// - Parameters:
    ///   - request: What to sign, and for whom.
    ///   - signer: Who signs.
    /// - Returns: The answer an app would get from its server.
    /// - Throws: ``OfferSigningError``.
    public func sign(
        _ request: OfferSignatureRequest, with signer: OfferSigner
    ) throws(OfferSigningError) -> OfferSignatureAnswer {
        let (nonce, now) = transact { ($0.chance.uuid(), $0.state.now) }
        return try signer.sign(request, nonce: nonce, timestamp: now.millisecondsSince1970)
    }

    /// Has an offer signed for a purchase in this store, and makes the claim for it.
    ///
    /// - Parameters:
    ///   - offerID: The promotional offer's identifier.
    ///   - productID: The product.
    ///   - account: The user name or token that the purchase will carry.
    ///   - signer: Who signs.
    /// - Returns: The claim to send with the purchase.
    /// - Throws: ``OfferSigningError``.
    public func sign(
        offer offerID: String, of productID: String, for account: AppAccount, with signer: OfferSigner
    ) throws(OfferSigningError) -> PaymentDiscount {
        let request = OfferSignatureRequest(
            bundleID: bundleID, productID: productID, offerID: offerID, account: account)
        return PaymentDiscount(offer: offerID, answer: try sign(request, with: signer))
    }
}
