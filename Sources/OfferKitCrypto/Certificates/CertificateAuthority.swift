/// A certificate and its private key, with which other certificates are issued.
///
/// The same input gives the same bytes every time: the DER is canonical, the signatures are those of RFC 6979.
package struct CertificateAuthority: Sendable, Hashable {
    /// The certificate.
    package let certificate: Certificate
    /// Its private key.
    package let privateKey: P256PrivateKey

    /// An authority with an existing certificate, whose basic constraints must allow it to issue.
    package init(certificate: Certificate, privateKey: P256PrivateKey) throws(CertificateIssuingError) {
        guard certificate.publicKey == privateKey.publicKey else { throw .keyMismatch }
        guard certificate.basicConstraints?.isAuthority == true else {
            throw .notAllowed(.leaf, issuer: certificate.subject)
        }
        self.certificate = certificate
        self.privateKey = privateKey
    }

    /// A root, which signs itself.
    ///
    /// The serial number is the bytes of a positive number of at most 20 bytes; zeros in front do not count.
    package static func root(
        subject: DistinguishedName, serial: [UInt8], validity: Certificate.Validity, privateKey: P256PrivateKey
    ) throws(CertificateIssuingError) -> CertificateAuthority {
        let draft = CertificateDraft(
            role: .root, serialNumber: serial, issuer: subject, validity: validity, subject: subject,
            publicKey: privateKey.publicKey, authorityKey: privateKey.publicKey.keyIdentifier)
        return try CertificateAuthority(certificate: draft.signed(with: privateKey), privateKey: privateKey)
    }

    /// Issues a certificate for an intermediate or a leaf.
    ///
    /// The serial number is the bytes of a positive number of at most 20 bytes; zeros in front do not count. The caller
    /// must use each number only once.
    package func issue(
        _ role: CertificateRole, subject: DistinguishedName, serial: [UInt8], validity: Certificate.Validity,
        publicKey: P256PublicKey
    ) throws(CertificateIssuingError) -> Certificate {
        guard role != .root else { throw .rootIssued }
        let room = certificate.basicConstraints?.pathLength ?? .max
        guard role == .leaf || room > role.authoritiesBelow else {
            throw .notAllowed(role, issuer: certificate.subject)
        }
        try require(.certificateSigning)
        let draft = CertificateDraft(
            role: role, serialNumber: serial, issuer: certificate.subject, validity: validity,
            subject: subject, publicKey: publicKey, authorityKey: keyIdentifier)
        return try draft.signed(with: privateKey)
    }

    /// The identifier of its key in the certificates that it issues.
    var keyIdentifier: [UInt8] { certificate.subjectKeyIdentifier ?? certificate.publicKey.keyIdentifier }

    /// Checks that the key may be used in this way.
    func require(_ usage: KeyUsage) throws(CertificateIssuingError) {
        guard certificate.allows(usage) else { throw .missingKeyUsage(usage, issuer: certificate.subject) }
    }
}

/// The fields of a certificate that is not signed yet.
private struct CertificateDraft {
    let role: CertificateRole
    let serialNumber: [UInt8]
    let issuer: DistinguishedName
    let validity: Certificate.Validity
    let subject: DistinguishedName
    let publicKey: P256PublicKey
    let authorityKey: [UInt8]

    func signed(with key: P256PrivateKey) throws(CertificateIssuingError) -> Certificate {
        try CertificateTime.check(validity.notBefore, validity.notAfter)
        return try CertificateIssuingError.wrapping(Certificate(der: SignedEnvelope.sign(encoded, with: key))) {
            .unreadable($0)
        }
    }

    private var encoded: [UInt8] {
        var writer = DERWriter()
        writer.write(.sequence) { fields in
            fields.write(.context(0)) { $0.writeUnsignedInteger([2]) }
            fields.writeUnsignedInteger(serialNumber)
            fields.writeSignatureAlgorithm()
            fields.write(encoded: issuer.encoded)
            fields.write(.sequence) { times in
                times.writeTime(validity.notBefore)
                times.writeTime(validity.notAfter)
            }
            fields.write(encoded: subject.encoded)
            fields.write(encoded: publicKey.spkiRepresentation)
            fields.write(.context(3)) { wrapper in
                wrapper.writeExtensions(
                    role.extensions(subjectKey: publicKey.keyIdentifier, authorityKey: authorityKey))
            }
        }
        return writer.bytes
    }
}

extension CertificateTime {
    /// Checks that certificates can have these times.
    static func check(_ seconds: Int64...) throws(CertificateIssuingError) {
        for second in seconds where !range.contains(second) { throw .timeOutOfRange(second) }
    }
}
