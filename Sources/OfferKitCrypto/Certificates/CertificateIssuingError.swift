/// Why a certificate or a revocation list cannot be issued.
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

extension CertificateIssuingError: CustomStringConvertible {
    /// What is wrong, and what to do.
    package var description: String {
        switch self {
        case .nameLength(let length, let limit): "a part of a name has \(length) characters; use 1 to \(limit)"
        case .keyMismatch: "the private key does not belong to the issuer's certificate; use the one it was made for"
        case .notAllowed(let role, let issuer):
            "\(issuer) may not issue a certificate for the \(role.rawValue); use an authority with room in its path"
        case .missingKeyUsage(let usage, let issuer): "the key of \(issuer) may not be used for \(usage)"
        case .rootIssued: "a root signs itself; make one with CertificateAuthority.root"
        case .timeOutOfRange(let seconds): "\(seconds) s since 1970 is not in the years 0 to 9999"
        case .unreadable(let error): "what would be issued could not be read: \(error)"
        }
    }
}
