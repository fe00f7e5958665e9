import OfferKitCore
import OfferKitCrypto

extension SigningChain {
    /// A team's own chain and the private key of its leaf.
    ///
    /// The chain must be consistent at the first moment at which all three certificates are valid, and have the
    /// extensions that Apple's server libraries look for.
    ///
    /// - Parameters:
    ///   - certificates: The DER of leaf, intermediate and root, in this order.
    ///   - privateKeyPEM: The leaf's key, `PRIVATE KEY` (PKCS #8) or `EC PRIVATE KEY` (SEC 1).
    ///   - intermediateKeyPEM: The intermediate's key, to test that a revoked leaf is refused: with it the chain has
    ///     such a leaf, and the ``revocationList`` that names it. Its `keyUsage` must allow `cRLSign`.
    /// - Throws: ``SigningChainError``, which says what is wrong.
    public init(
        certificates: [[UInt8]], privateKeyPEM: String, intermediateKeyPEM: String? = nil
    ) throws(SigningChainError) {
        try self.init(
            SigningChainError.wrapping(CertificateChain(der: certificates), SigningChainError.init), privateKeyPEM,
            intermediateKeyPEM)
    }

    /// A team's own chain, three `CERTIFICATE` documents in one text with the leaf first, and the key of its leaf.
    ///
    /// No text of PEM may have more than 4 MiB.
    ///
    /// - Throws: ``SigningChainError``, as ``init(certificates:privateKeyPEM:intermediateKeyPEM:)`` does.
    public init(
        certificatesPEM: String, privateKeyPEM: String, intermediateKeyPEM: String? = nil
    ) throws(SigningChainError) {
        try self.init(
            SigningChainError.wrapping(CertificateChain(pem: certificatesPEM), SigningChainError.init), privateKeyPEM,
            intermediateKeyPEM)
    }

    private init(
        _ chain: CertificateChain, _ privateKeyPEM: String, _ intermediateKeyPEM: String?
    ) throws(SigningChainError) {
        try SigningChainError.wrapping(chain.verifyItself(), SigningChainError.init)
        let key = try SigningChainError.quoting(P256PrivateKey(pem: privateKeyPEM)) { .malformedKey(reason: $0) }
        guard key.publicKey == chain.leaf.publicKey else { throw .keyMismatch }
        var authority: CertificateAuthority?
        if let intermediateKeyPEM { authority = try SigningChain.authority(chain.intermediate, intermediateKeyPEM) }
        self = try SigningChainError.wrapping(
            SigningChain(chain, key: key, authority: authority), SigningChainError.init)
    }

    /// Returns the intermediate of a consistent chain with its key, with which it can revoke a leaf.
    private static func authority(
        _ certificate: Certificate, _ privateKeyPEM: String
    ) throws(SigningChainError) -> CertificateAuthority {
        let key = try SigningChainError.quoting(P256PrivateKey(pem: privateKeyPEM)) {
            .malformedIntermediateKey(reason: $0)
        }
        guard certificate.allows(.revocationListSigning) else {
            throw .chain(SigningChainFault(.missingKeyUsage(.intermediate, needed: .revocationListSigning)))
        }
        // Verifying the chain has shown that it is an authority.
        return try SigningChainError.quoting(CertificateAuthority(certificate: certificate, privateKey: key)) { _ in
            .intermediateKeyMismatch
        }
    }
}

extension SigningChainError {
    fileprivate init(_ error: CertificateChainError) {
        self = .chain(SigningChainFault(error))
    }
}

extension CertificateChain {
    /// Checks that the chain leads to its own root, at the first moment at which it can.
    fileprivate func verifyItself() throws(CertificateChainError) {
        _ = try verified(by: TrustedRoot(root), at: Instant(seconds: validity.notBefore).millisecondsSince1970)
    }
}
