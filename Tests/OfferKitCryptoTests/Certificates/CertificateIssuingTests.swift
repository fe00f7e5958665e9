import OfferKitCrypto
import OfferKitTestHarness
import Testing

/// Certificates that are issued here.
struct CertificateIssuingTests {
    /// From 1950-01-01 00:00:00 to 9999-12-31 23:59:59: both ways of writing a time.
    static let always = Certificate.Validity(notBefore: -631_152_000, notAfter: 253_402_300_799)

    static func key(_ number: UInt8) throws -> P256PrivateKey {
        try P256PrivateKey(rawRepresentation: [UInt8](repeating: 0, count: 31) + [number])
    }

    static func root() throws -> CertificateAuthority {
        try CertificateAuthority.root(
            subject: try DistinguishedName(commonName: "Example Root", organization: "Example"), serial: [1],
            validity: always, privateKey: try key(1))
    }

    static func intermediate() throws -> CertificateAuthority {
        let certificate = try root().issue(
            .intermediate, subject: try DistinguishedName(commonName: "Example Intermediate"), serial: [0x80],
            validity: always, publicKey: try key(2).publicKey)
        return try CertificateAuthority(certificate: certificate, privateKey: try key(2))
    }

    static func leaf() throws -> Certificate {
        try intermediate().issue(
            .leaf, subject: try DistinguishedName(commonName: "Größe 例"),
            serial: [0, 0, 0x7f] + [UInt8](repeating: 0xff, count: 19), validity: always,
            publicKey: try key(3).publicKey)
    }

    static func list() throws -> CertificateRevocationList {
        try intermediate().revocationList(
            number: 258, thisUpdate: 0, nextUpdate: 253_402_300_799,
            revoked: [.init(serialNumber: [0x80], date: -1), .init(serialNumber: [0, 7], date: 2_524_608_000)])
    }

    // OpenSSL 3.0 has been asked about these bytes: `openssl verify -x509_strict -CAfile root.pem -untrusted
    // intermediate.pem leaf.pem` says OK with `-attime` in the years 1951, 2025 and 9998, and with `-crl_check
    // -CRLfile list.pem` in the last two.
    @Test("The same input gives the same bytes, which OpenSSL has taken")
    func bytes() throws {
        try expectEqual(Self.root().certificate.pem, IssuedCertificates.root)
        try expectEqual(Self.intermediate().certificate.pem, IssuedCertificates.intermediate)
        try expectEqual(Self.leaf().pem, IssuedCertificates.leaf)
        try expectEqual(Self.list().pem, IssuedCertificates.list)
    }

    @Test("What is issued makes a chain that is believed, from its first millisecond to its last")
    func chain() throws {
        let chain = CertificateChain(
            leaf: try Self.leaf(), intermediate: try Self.intermediate().certificate,
            root: try Self.root().certificate)
        for instant in [-631_152_000_000, 0, 253_402_300_799_999] as [Int64] {
            let verified = try chain.verified(by: TrustedRoot(chain.root), at: instant, revoked: try Self.list())
            try expectEqual(verified.publicKey, Self.key(3).publicKey)
        }
        expectEqual(chain.leaf.serialNumber, [0x7f] + [UInt8](repeating: 0xff, count: 19))
        expectEqual(chain.leaf.validity, Self.always)
        expectEqual(chain.leaf.subject.commonName, "Größe 例")
    }

    @Test("Each role has the extensions of its profile, and no others")
    func profile() throws {
        let root = try Self.root().certificate
        expectEqual(root.basicConstraints, .authority(pathLength: nil))
        expectEqual(root.keyUsage, [.certificateSigning, .revocationListSigning])
        expectNil(root.authorityKeyIdentifier)
        let intermediate = try Self.intermediate().certificate
        expectEqual(intermediate.basicConstraints, .authority(pathLength: 0))
        expectEqual(intermediate.keyUsage, [.certificateSigning, .revocationListSigning])
        expectEqual(intermediate.authorityKeyIdentifier, root.subjectKeyIdentifier)
        let leaf = try Self.leaf()
        expectEqual(leaf.basicConstraints, .endEntity)
        expectEqual(leaf.keyUsage, .digitalSignature)
        expectEqual(leaf.authorityKeyIdentifier, intermediate.subjectKeyIdentifier)
        expectEqual([root, intermediate, leaf].map(\.markers), [[], [.intermediateMarker], [.leafMarker]])
        expectEqual(
            [root, intermediate, leaf].map { $0.extensions.map(\.isCritical) },
            [[true, true, false], [true, true, false, false, false], [true, true, false, false, false]])
    }

    @Test("A list that is issued holds what it was given, and an empty one nothing")
    func revocation() throws {
        let list = try Self.list()
        expectEqual(list.revoked.map(\.serialNumber), [[0x80], [7]])
        expectEqual(list.revoked.map(\.date), [-1, 2_524_608_000])
        expectEqual(list.number, [1, 2])
        let empty = try Self.intermediate().revocationList(number: 0, thisUpdate: 5, nextUpdate: 5, revoked: [])
        expectEqual(empty.revoked, [])
        expectEqual(empty.number, [])
        let chain = CertificateChain(
            leaf: try Self.intermediate().issue(
                .leaf, subject: try DistinguishedName(commonName: "B"), serial: [7], validity: Self.always,
                publicKey: try Self.key(4).publicKey),
            intermediate: try Self.intermediate().certificate, root: try Self.root().certificate)
        #expect(throws: CertificateChainError.revoked(serialNumber: [7], date: 2_524_608_000)) {
            try chain.verified(by: TrustedRoot(chain.root), at: 0, revoked: list)
        }
    }

    @Test("Who may not issue, does not")
    func refusals() throws {
        let root = try Self.root()
        let intermediate = try Self.intermediate()
        let leaf = try Self.leaf()
        let key = try Self.key(3)
        let name = try DistinguishedName(commonName: "A")
        #expect(throws: CertificateIssuingError.notAllowed(.leaf, issuer: leaf.subject)) {
            try CertificateAuthority(certificate: leaf, privateKey: key)
        }
        #expect(throws: CertificateIssuingError.keyMismatch) {
            try CertificateAuthority(certificate: root.certificate, privateKey: key)
        }
        #expect(throws: CertificateIssuingError.notAllowed(.intermediate, issuer: intermediate.certificate.subject)) {
            try intermediate.issue(
                .intermediate, subject: name, serial: [1], validity: Self.always, publicKey: key.publicKey)
        }
        #expect(throws: CertificateIssuingError.rootIssued) {
            try root.issue(.root, subject: name, serial: [1], validity: Self.always, publicKey: key.publicKey)
        }
    }

    // RFC 5280, section 4.2.1.3: the verifier asks the same of authorities.
    @Test("An authority that does not say what its key is for issues nothing and revokes nothing")
    func silentAuthority() throws {
        var draft = DraftCertificate()
        draft.extensions = DraftCertificate.extensions([DraftCertificate.constraints])
        // Its key is the generator, which belongs to the number 1.
        let authority = try CertificateAuthority(certificate: Certificate(der: draft.der), privateKey: Self.key(1))
        let name = authority.certificate.subject
        #expect(throws: CertificateIssuingError.missingKeyUsage(.certificateSigning, issuer: name)) {
            try authority.issue(
                .leaf, subject: name, serial: [1], validity: Self.always, publicKey: Self.key(3).publicKey)
        }
        #expect(throws: CertificateIssuingError.missingKeyUsage(.revocationListSigning, issuer: name)) {
            try authority.revocationList(number: 1, thisUpdate: 0, nextUpdate: 1, revoked: [])
        }
    }

    // Offsets: the certificate, its signed part and the version take 4 + 4 + 5 bytes.
    static let serials: [(bytes: [UInt8], error: CertificateError)] = [
        ([], .serialNumberZero(offset: 13)), ([0, 0], .serialNumberZero(offset: 13)),
        ([UInt8](repeating: 0xff, count: 20), .serialNumberTooLong(offset: 13)),
        ([UInt8](repeating: 1, count: 21), .serialNumberTooLong(offset: 13)),
    ]

    @Test("A serial number that certificates cannot have is refused", arguments: serials)
    func serial(_ bytes: [UInt8], _ error: CertificateError) throws {
        let root = try Self.root()
        let name = try DistinguishedName(commonName: "A")
        #expect(throws: CertificateIssuingError.unreadable(error)) {
            try root.issue(
                .leaf, subject: name, serial: bytes, validity: Self.always, publicKey: root.certificate.publicKey)
        }
    }

    @Test("Times and names that certificates cannot have are refused")
    func timesAndNames() throws {
        let root = try Self.root()
        let name = try DistinguishedName(commonName: "A")
        for (time, error) in [
            (Certificate.Validity(notBefore: 0, notAfter: 253_402_300_800), 253_402_300_800),
            (Certificate.Validity(notBefore: -62_167_219_201, notAfter: 0), -62_167_219_201),
            (Certificate.Validity(notBefore: .min, notAfter: .max), .min),
        ] as [(Certificate.Validity, Int64)] {
            #expect(throws: CertificateIssuingError.timeOutOfRange(error)) {
                try root.issue(
                    .leaf, subject: name, serial: [1], validity: time, publicKey: root.certificate.publicKey)
            }
        }
        #expect(throws: CertificateIssuingError.timeOutOfRange(.max)) {
            try root.revocationList(
                number: 1, thisUpdate: 0, nextUpdate: 1, revoked: [.init(serialNumber: [1], date: .max)])
        }
        #expect(throws: CertificateIssuingError.nameLength(0, limit: 64)) { try DistinguishedName(commonName: "") }
        #expect(throws: CertificateIssuingError.nameLength(65, limit: 64)) {
            try DistinguishedName(commonName: "A", organization: String(repeating: "é", count: 65))
        }
    }

    @Test("An authority does not print its private key")
    func redaction() throws {
        expectContains("\(try Self.root())", "P256PrivateKey(redacted)")
    }
}
