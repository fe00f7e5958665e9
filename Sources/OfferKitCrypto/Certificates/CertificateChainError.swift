/// Why a chain of certificates is not believed.
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
    /// An authority may not sign certificates, or does not say by a critical extension that it may.
    case notAuthority(CertificateRole)
    /// A leaf may sign certificates.
    case leafIsAuthority
    /// There are more authorities below a certificate than it allows.
    case pathTooLong(CertificateRole, limit: Int)
    /// The key may not be used for what its role needs.
    case missingKeyUsage(CertificateRole, needed: KeyUsage)
    /// The marker of a role is not there.
    case missingMarker(CertificateRole, DERObjectIdentifier)
    /// The marker of another role is there.
    case foreignMarker(CertificateRole, DERObjectIdentifier, of: CertificateRole)
    /// The certificate was not valid yet; the date is in seconds since 1970.
    case notYetValid(CertificateRole, notBefore: Int64)
    /// The certificate was not valid any more; the date is in seconds since 1970.
    case expired(CertificateRole, notAfter: Int64)
    /// The certificate was not signed by the key above; the root's not by its own.
    case invalidSignature(CertificateRole)
    /// The revocation list is another issuer's than the intermediate's.
    case foreignRevocationList(DistinguishedName, expected: DistinguishedName)
    /// The revocation list was not signed by the intermediate's key.
    case invalidRevocationListSignature
    /// The leaf has been revoked; its serial number, and the date in seconds since 1970.
    case revoked(serialNumber: [UInt8], date: Int64)
}

extension CertificateChainError: CustomStringConvertible {
    /// What is wrong, and what to do where that is known.
    package var description: String {
        switch self {
        case .wrongCount(let count): "there are \(count) certificates; give three: leaf, intermediate, root"
        case .unreadableText(let error): "\(error)"
        case .unreadable(let role, let error): "\(role.rawValue): \(error)"
        case .foreignRoot(let found, let trusted):
            found == trusted
                ? "the root has the trusted one's name, \(found), but is another certificate"
                : "the root is \(found), but \(trusted) is trusted; is the chain for another store?"
        case .issuerMismatch(let role, let issuer, let expected):
            "\(role.rawValue): issued by \(issuer), but the next certificate is \(expected); leaf first, root last"
        case .missingSubjectKeyIdentifier(let role): "\(role.rawValue): issue it with a subjectKeyIdentifier"
        case .missingAuthorityKeyIdentifier(let role): "\(role.rawValue): issue it with an authorityKeyIdentifier"
        case .keyIdentifierMismatch(let role, _, _):
            "\(role.rawValue): signed by another key than the next certificate's, says its authorityKeyIdentifier"
        case .notAuthority(let role): "\(role.rawValue): issue it with basicConstraints = critical, CA:TRUE"
        case .leafIsAuthority: "leaf: it may sign certificates; issue it with basicConstraints = CA:FALSE"
        case .pathTooLong(let role, let limit):
            "\(role.rawValue): it allows \(limit) authorities below; issue it without pathlen"
        case .missingKeyUsage(let role, let needed): "\(role.rawValue): issue it with keyUsage = \(needed)"
        case .missingMarker(let role, let name): "\(role.rawValue): issue it with the marker \(name) = ASN1:NULL"
        case .foreignMarker(let role, let name, let other):
            "\(role.rawValue): it has the marker \(name), which is for the \(other.rawValue)"
        case .notYetValid(let role, let date): "\(role.rawValue): valid only from \(CertificateTime.text(date))"
        case .expired(let role, let date): "\(role.rawValue): valid only until \(CertificateTime.text(date))"
        case .invalidSignature(let role): "\(role.rawValue): the signature is not one of the key above"
        case .foreignRevocationList(let found, let expected):
            "the revocation list is that of \(found); the issuer of the leaf is \(expected)"
        case .invalidRevocationListSignature:
            "the signature of the revocation list is not one of the intermediate's key"
        case .revoked(_, let date): "leaf: it was revoked on \(CertificateTime.text(date))"
        }
    }
}
