// The registered names that certificates and revocation lists use (RFC 5280, sections 4.1.2.4, 4.2.1 and 5.2).

extension DERObjectIdentifier {
    /// 2.5.29.14: the identifier of the certificate's key.
    package static let subjectKeyIdentifier = DERObjectIdentifier(known: [0x55, 0x1d, 0x0e])
    /// 2.5.29.15: the allowed uses of the key.
    package static let keyUsage = DERObjectIdentifier(known: [0x55, 0x1d, 0x0f])
    /// 2.5.29.17: the other names of the key's owner.
    package static let subjectAlternativeName = DERObjectIdentifier(known: [0x55, 0x1d, 0x11])
    /// 2.5.29.19: the key's right to sign certificates.
    package static let basicConstraints = DERObjectIdentifier(known: [0x55, 0x1d, 0x13])
    /// 2.5.29.20: the number of a revocation list.
    package static let revocationListNumber = DERObjectIdentifier(known: [0x55, 0x1d, 0x14])
    /// 2.5.29.30: the names that certificates signed by the key may have.
    package static let nameConstraints = DERObjectIdentifier(known: [0x55, 0x1d, 0x1e])
    /// 2.5.29.35: the identifier of the key that signed.
    package static let authorityKeyIdentifier = DERObjectIdentifier(known: [0x55, 0x1d, 0x23])

    /// 2.5.4.3: a part of a name, the common name.
    static let commonName = DERObjectIdentifier(known: [0x55, 0x04, 0x03])
    /// 2.5.4.10: a part of a name, the organization.
    static let organizationName = DERObjectIdentifier(known: [0x55, 0x04, 0x0a])
}
