/// A revocation list of version 2 (RFC 5280, section 5), read but not verified.
package struct CertificateRevocationList: SignedDocument {
    package static let label = "X509 CRL"

    /// The longest list that is read, 1 MiB: room for some thirty thousand certificates.
    package static let longest = 1 << 20

    /// A certificate that its issuer has revoked.
    package struct RevokedCertificate: Sendable, Hashable {
        /// Its serial number: the bytes of a positive number, without a zero in front.
        package let serialNumber: [UInt8]
        /// The date when it was revoked, in seconds since 1970.
        package let date: Int64

        /// A certificate with this serial number; zeros in front of it do not count.
        package init(serialNumber: [UInt8], date: Int64) {
            self.serialNumber = Array(serialNumber.drop { $0 == 0 })
            self.date = date
        }
    }

    /// The name of the signer, who also issued the certificates on the list.
    package let issuer: DistinguishedName
    /// The date of the list, in seconds since 1970.
    package let thisUpdate: Int64
    /// The date of the next list, in seconds since 1970.
    package let nextUpdate: Int64
    /// The revoked certificates, in the list's order.
    package let revoked: [RevokedCertificate]
    /// The identifier of the key that signed it; nil if it is not stated.
    package private(set) var authorityKeyIdentifier: [UInt8]?
    /// The number of the list: the bytes of a number, none for zero; nil if it is not stated.
    package private(set) var number: [UInt8]?

    private let dates: [[UInt8]: Int64]
    private let envelope: SignedEnvelope

    /// Reads the DER of a list, of at most `longest` bytes.
    package init(der: [UInt8]) throws(CertificateError) {
        let opened = try SignedEnvelope.open(der, limit: CertificateRevocationList.longest)
        envelope = try opened.envelope()
        var fields = opened.fields
        try fields.listVersion()
        try fields.innerSignatureAlgorithm()
        issuer = try fields.name(.issuer)
        let start = fields.offset
        thisUpdate = try fields.time(.thisUpdate)
        nextUpdate = try fields.time(.nextUpdate)
        guard thisUpdate <= nextUpdate else { throw .reversedTimes(offset: start) }
        (revoked, dates) = try fields.revokedCertificates()
        for found in try fields.lastExtensions(.context(0)) { try understand(found) }
    }

    private mutating func understand(_ found: CertificateReader.ReadExtension) throws(CertificateError) {
        var contents = found.contents
        switch found.item.name {
        case .authorityKeyIdentifier: authorityKeyIdentifier = try contents.authorityKeyIdentifier().key
        case .revocationListNumber:
            number = Array(
                try contents.read(.revocationListNumber) { reader throws(DERError) in
                    try reader.readUnsignedInteger(maximumLength: CertificateReader.longestSerialNumber)
                })
            try contents.finish()
        default:
            // A list of changes only, or of some certificates only, has a critical extension.
            guard !found.item.isCritical else {
                throw .unsupportedCriticalExtension(found.item.name, offset: found.offset)
            }
        }
    }

    /// The list as DER.
    package var encoded: [UInt8] { envelope.encoded }

    /// Returns the date, in seconds since 1970, when a certificate of the list's issuer was revoked; nil if never.
    ///
    /// Zeros in front of the serial number do not count.
    package func revocationDate(of serialNumber: [UInt8]) -> Int64? {
        dates[Array(serialNumber.drop { $0 == 0 })]
    }

    /// Returns whether the signature is by this key.
    package func isSigned(by key: P256PublicKey) -> Bool {
        envelope.isSigned(by: key)
    }
}

// MARK: - Fields

extension CertificateReader {
    /// Reads the version: 1, which stands for 2, since the first one is left out.
    fileprivate mutating func listVersion() throws(CertificateError) {
        field = .version
        let start = offset
        guard nextTag == .integer else { throw .unsupportedVersion(1, expected: 2, offset: start) }
        let version = try read { reader throws(DERError) in try reader.readByte() }
        guard version == 1 else { throw .unsupportedVersion(Int(version) + 1, expected: 2, offset: start) }
    }

    /// Reads the revoked certificates; the field is left out if there are none.
    fileprivate mutating func revokedCertificates() throws(CertificateError) -> (
        list: [CertificateRevocationList.RevokedCertificate], dates: [[UInt8]: Int64]
    ) {
        field = .revokedCertificates
        guard nextTag == .sequence else { return ([], [:]) }
        let start = offset
        var list = try constructed()
        guard !list.isAtEnd else { throw .emptyList(field, offset: start) }
        var found: [CertificateRevocationList.RevokedCertificate] = []
        var dates: [[UInt8]: Int64] = [:]
        while !list.isAtEnd {
            let start = list.offset
            var entry = try list.constructed()
            let serialNumber = try entry.serialNumber()
            let date = try entry.time(.revocationDate)
            if !entry.isAtEnd {
                entry.field = .revokedCertificates
                // Reasons and the like are ignored; another issuer's certificate would have a critical extension.
                for item in try entry.extensions() where item.item.isCritical {
                    throw .unsupportedCriticalExtension(item.item.name, offset: item.offset)
                }
            }
            try entry.finish()
            guard dates.updateValue(date, forKey: serialNumber) == nil else {
                throw .duplicateSerialNumber(offset: start)
            }
            found.append(CertificateRevocationList.RevokedCertificate(serialNumber: serialNumber, date: date))
        }
        return (found, dates)
    }
}
