import OfferKitCore
import OfferKitCrypto

/// A certificate chain that a verifier has verified already, with the header it came in.
///
/// Data signed with it costs one check of a signature, with a prepared key, instead of three, two of them without.
struct ExpectedChain: Sendable {
    /// The JWS that the header was taken from.
    let header: ParsedJWS
    private let validity: Certificate.Validity
    private let key: PreparedP256PublicKey
    /// The SHA-256 state after header and full stop.
    private let hash: SHA256

    init(_ jws: ParsedJWS, _ chain: VerifiedCertificateChain) {
        header = jws
        validity = chain.validity
        key = chain.publicKey.prepared()
        hash = SHA256(jws.headerText + [CompactJWS.fullStop])
    }

    /// Returns whether a JWS comes with this chain, at an instant at which the whole chain is valid.
    func isChain(of jws: ParsedJWS, at instant: Instant) -> Bool {
        jws.headerText == header.headerText && validity.contains(milliseconds: instant.millisecondsSince1970)
    }

    /// Returns whether the leaf's key signed a JWS with this header.
    func isSigner(of jws: ParsedJWS) -> Bool {
        guard let signature = try? ECDSASignature(rawRepresentation: jws.signature) else { return false }
        var hash = hash
        hash.update(jws.payloadText)
        return key.isValidSignature(signature, for: hash)
    }
}
