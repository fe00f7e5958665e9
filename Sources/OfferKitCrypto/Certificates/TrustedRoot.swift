/// A root certificate that a verifier trusts, and the work that is done once for all chains that end in it.
package struct TrustedRoot: Sendable {
    /// The certificate.
    package let certificate: Certificate
    /// The root's key, which checks the signature of every intermediate.
    let publicKey: PreparedP256PublicKey
    /// Whether the certificate's signature is by its own key.
    let signsItself: Bool

    /// Prepares the key, and checks the certificate's own signature.
    package init(_ certificate: Certificate) {
        self.certificate = certificate
        publicKey = certificate.publicKey.prepared()
        signsItself = certificate.isSigned(by: publicKey)
    }
}
