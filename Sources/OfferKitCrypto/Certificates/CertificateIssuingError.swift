/// The reasons why a certificate or a revocation list cannot be issued.
///
/// It is never shown to people: only the package itself issues certificates.
package enum CertificateIssuingError: Error, Hashable, Sendable {
    /// A part of a name is empty or too long, in characters.
    case nameLength(Int, limit: Int)
    /// The private key is not that of the issuer's certificate.
    case keyMismatch
    /// The issuer may not sign it: it is no authority, or allows no other below it.
    case notAllowed(CertificateRole, issuer: DistinguishedName)
    /// The issuer's key may not be used for it.
    case missingKeyUsage(KeyUsage, issuer: DistinguishedName)
    /// A root cannot be issued: it signs itself.
    case rootIssued
    /// Certificates cannot have a time, in seconds since 1970: it is outside the years 0 to 9999.
    case timeOutOfRange(Int64)
    /// The result could not be read again: a serial number of zero or too long, reversed times …
    case unreadable(CertificateError)
}
