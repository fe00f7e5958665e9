extension CertificateAuthority {
    /// Signs a list of certificates that this authority has issued and revokes.
    ///
    /// `number` rises with every list of an authority; times are seconds since 1970.
    package func revocationList(
        number: UInt64, thisUpdate: Int64, nextUpdate: Int64,
        revoked: [CertificateRevocationList.RevokedCertificate]
    ) throws(CertificateIssuingError) -> CertificateRevocationList {
        try require(.revocationListSigning)
        try CertificateTime.check(thisUpdate, nextUpdate)
        for item in revoked { try CertificateTime.check(item.date) }
        var writer = DERWriter()
        writer.write(.sequence) { fields in
            fields.writeUnsignedInteger([1])
            fields.writeSignatureAlgorithm()
            fields.write(encoded: certificate.subject.encoded)
            fields.writeTime(thisUpdate)
            fields.writeTime(nextUpdate)
            if !revoked.isEmpty { fields.writeRevoked(revoked) }
            fields.write(.context(0)) { wrapper in
                wrapper.writeExtensions([
                    .authorityKeyIdentifier(keyIdentifier),
                    CertificateExtension(.revocationListNumber, isCritical: false) { value in
                        value.writeUnsignedInteger(number.bigEndianBytes)
                    },
                ])
            }
        }
        return try CertificateIssuingError.wrapping(
            CertificateRevocationList(der: SignedEnvelope.sign(writer.bytes, with: privateKey))
        ) { .unreadable($0) }
    }
}

extension DERWriter {
    fileprivate mutating func writeRevoked(_ revoked: [CertificateRevocationList.RevokedCertificate]) {
        write(.sequence) { list in
            for item in revoked {
                list.write(.sequence) { entry in
                    entry.writeUnsignedInteger(item.serialNumber)
                    entry.writeTime(item.date)
                }
            }
        }
    }
}
