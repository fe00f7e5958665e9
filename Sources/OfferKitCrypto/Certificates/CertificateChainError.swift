/// The reasons why a chain of certificates is refused.
///
/// It has no texts of its own: callers put it into words for people.
package enum CertificateChainError: Error, Hashable, Sendable {
    /// The number of certificates is not three.
    case wrongCount(Int)
    /// The text is not PEM, or has no certificate.
    case unreadableText(CertificateError)
    /// A certificate could not be read.
    case unreadable(CertificateRole, CertificateError)
    /// The root is not the trusted one, though it may have the same name.
    case foreignRoot(DistinguishedName, trusted: DistinguishedName)
    /// The issuer's name is not that of the certificate above, or for the root not its own.
    case issuerMismatch(CertificateRole, issuer: DistinguishedName, expected: DistinguishedName)
    /// An authority does not state the identifier of its key.
    case missingSubjectKeyIdentifier(CertificateRole)
    /// A certificate does not state the identifier of the key that signed it.
    case missingAuthorityKeyIdentifier(CertificateRole)
    /// The identifier of the signing key is not that of the key above, or for the root not that of its own.
    case keyIdentifierMismatch(CertificateRole, authority: [UInt8], expected: [UInt8])
    /// The certificate above is not the one named as the issuer's: its issuer differs.
    case authorityIssuerMismatch(CertificateRole, issuer: DistinguishedName, expected: DistinguishedName)
    /// The certificate above is not the one named as the issuer's: its serial number differs.
    case authorityNumberMismatch(CertificateRole, serialNumber: [UInt8], expected: [UInt8])
    /// An authority may not sign certificates, or does not say by a critical extension that it may.
    case notAuthority(CertificateRole)
    /// A leaf may sign certificates.
    case leafIsAuthority
    /// There are more authorities below a certificate than it allows.
    case pathTooLong(CertificateRole, limit: Int)
    /// The key lacks a use that its role needs.
    case missingKeyUsage(CertificateRole, needed: KeyUsage)
    /// The key has a use that only an authority's may have (RFC 5280, section 4.2.1.3).
    case forbiddenKeyUsage(CertificateRole, KeyUsage)
    /// The marker of the role is missing.
    case missingMarker(CertificateRole, DERObjectIdentifier)
    /// The marker of another role is present.
    case foreignMarker(CertificateRole, DERObjectIdentifier, of: CertificateRole)
    /// The certificate was not valid yet; the date is in seconds since 1970.
    case notYetValid(CertificateRole, notBefore: Int64)
    /// The certificate was no longer valid; the date is in seconds since 1970.
    case expired(CertificateRole, notAfter: Int64)
    /// One certificate had ended before another began, so the three were never valid together.
    case neverValid(CertificateRole, notAfter: Int64, CertificateRole, notBefore: Int64)
    /// The certificate was not signed by the key above, or the root not by its own.
    case invalidSignature(CertificateRole)
    /// The revocation list is not the intermediate's.
    case foreignRevocationList(DistinguishedName, expected: DistinguishedName)
    /// The revocation list was not signed by the intermediate's key.
    case invalidRevocationListSignature
    /// The leaf has been revoked; its serial number, and the date in seconds since 1970.
    case revoked(serialNumber: [UInt8], date: Int64)
}
