/// Why a certificate or a revocation list cannot be issued.
///
/// Nobody is shown one: what is issued is the package's own.
package enum CertificateIssuingError: Error, Hashable, Sendable {
    /// A part of a name that is empty or too long, in characters.
    case nameLength(Int, limit: Int)
    /// The private key is not the one of the issuer's certificate.
    case keyMismatch
    /// The issuer may not sign that: it is no authority, or one without room for another below it.
    case notAllowed(CertificateRole, issuer: DistinguishedName)
    /// The issuer's key may not be used for that.
    case missingKeyUsage(KeyUsage, issuer: DistinguishedName)
    /// A root signs itself; nobody issues it.
    case rootIssued
    /// A time that certificates cannot have, in seconds since 1970: outside the years 0 to 9999.
    case timeOutOfRange(Int64)
    /// What would be written could not be read again: a serial number of zero or too long, reversed times …
    case unreadable(CertificateError)
}
