/// Why a chain of certificates is not believed.
///
/// It has no words of its own: who shows it to people says it in theirs.
package enum CertificateChainError: Error, Hashable, Sendable {
    /// Another number of certificates than three.
    case wrongCount(Int)
    /// The text is not PEM, or has no certificate.
    case unreadableText(CertificateError)
    /// A certificate could not be read.
    case unreadable(CertificateRole, CertificateError)
    /// The root is not the one that is trusted, though it may have the same name.
    case foreignRoot(DistinguishedName, trusted: DistinguishedName)
    /// The name of the issuer is not that of the certificate above; the root's is not its own.
    case issuerMismatch(CertificateRole, issuer: DistinguishedName, expected: DistinguishedName)
    /// An authority does not say what its key is called.
    case missingSubjectKeyIdentifier(CertificateRole)
    /// A certificate does not say what the key is called that signed it.
    case missingAuthorityKeyIdentifier(CertificateRole)
    /// The key that signed is called otherwise than the key above; the root's is called otherwise than its own.
    case keyIdentifierMismatch(CertificateRole, authority: [UInt8], expected: [UInt8])
    /// The certificate above is another than the one that is named as the issuer's: it has another issuer.
    case authorityIssuerMismatch(CertificateRole, issuer: DistinguishedName, expected: DistinguishedName)
    /// The certificate above is another than the one that is named as the issuer's: it has another serial number.
    case authorityNumberMismatch(CertificateRole, serialNumber: [UInt8], expected: [UInt8])
    /// An authority may not sign certificates, or does not say by a critical extension that it may.
    case notAuthority(CertificateRole)
    /// A leaf may sign certificates.
    case leafIsAuthority
    /// There are more authorities below a certificate than it allows.
    case pathTooLong(CertificateRole, limit: Int)
    /// The key may not be used for what its role needs.
    case missingKeyUsage(CertificateRole, needed: KeyUsage)
    /// The key may be used for what only an authority's may (RFC 5280, section 4.2.1.3).
    case forbiddenKeyUsage(CertificateRole, KeyUsage)
    /// The marker of a role is not there.
    case missingMarker(CertificateRole, DERObjectIdentifier)
    /// The marker of another role is there.
    case foreignMarker(CertificateRole, DERObjectIdentifier, of: CertificateRole)
    /// The certificate was not valid yet; the date is in seconds since 1970.
    case notYetValid(CertificateRole, notBefore: Int64)
    /// The certificate was not valid any more; the date is in seconds since 1970.
    case expired(CertificateRole, notAfter: Int64)
    /// One certificate had ended before another began, so the three were never valid together.
    case neverValid(CertificateRole, notAfter: Int64, CertificateRole, notBefore: Int64)
    /// The certificate was not signed by the key above; the root's not by its own.
    case invalidSignature(CertificateRole)
    /// The revocation list is another issuer's than the intermediate's.
    case foreignRevocationList(DistinguishedName, expected: DistinguishedName)
    /// The revocation list was not signed by the intermediate's key.
    case invalidRevocationListSignature
    /// The leaf has been revoked; its serial number, and the date in seconds since 1970.
    case revoked(serialNumber: [UInt8], date: Int64)
}
