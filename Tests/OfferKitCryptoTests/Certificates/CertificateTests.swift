import OfferKitCrypto
import OfferKitTestHarness
import Testing

/// What OpenSSL says of its certificates (`openssl x509 -text`, `openssl asn1parse`) is what is read.
struct CertificateTests {
    @Test("A leaf by OpenSSL has the fields that OpenSSL says it has")
    func leaf() throws {
        let leaf = try Certificate(pem: OpenSSLCertificates.leaf)
        expectEqual(hexText(leaf.serialNumber), "7e61944cd96b522cdc93a593ce8b41c55b4c8aad")
        expectEqual(leaf.issuer.commonName, "Example Intermediate")
        expectEqual(leaf.subject.commonName, "Example Signing")
        expectEqual(leaf.validity, Certificate.Validity(notBefore: 1_704_067_200, notAfter: 1_767_225_599))
        expectEqual(
            hexText(leaf.publicKey.x963Representation),
            "0482c2131ed12c4a5f2f1181a244c7ee676a553fd735fffe735326cad4c95f3cf8"
                + "a8539f64436816eaaa0e38cdabe09805e11db61fc5bafc0ae906b8f6a932c3fa")
        expectEqual(leaf.basicConstraints, .endEntity)
        expectEqual(leaf.keyUsage, .digitalSignature)
        expectEqual(leaf.subjectKeyIdentifier, hex("199c9c4f8842230f0ad7b9fad8f6dfc6015c6470"))
        expectEqual(leaf.authorityKeyIdentifier, hex("f9942cd329486000a019c8e5fbdfb70b3e38487b"))
        expectEqual(leaf.markers.map(\.description), ["1.2.840.113635.100.6.11.1"])
        expectEqual(leaf.extensions.map(\.isCritical), [true, true, false, false, false])
        expectEqual(leaf.extensions.last?.value, hex("0500"))
        expectEqual(leaf.encoded.count, 469)
    }

    @Test("An intermediate and a root by OpenSSL have the fields that OpenSSL says they have")
    func authorities() throws {
        let intermediate = try Certificate(pem: OpenSSLCertificates.intermediate)
        expectEqual(intermediate.basicConstraints, .authority(pathLength: 0))
        expectEqual(intermediate.keyUsage, [.certificateSigning, .revocationListSigning])
        expectEqual(intermediate.keyUsage?.description, "keyCertSign, cRLSign")
        expectEqual(intermediate.markers, [.intermediateMarker])
        let root = try Certificate(pem: OpenSSLCertificates.root)
        expectEqual(hexText(root.serialNumber), "201dd0b6344c3464e2cb1c44339c065a5a0113")
        expectEqual(root.basicConstraints, .authority(pathLength: nil))
        expectNil(root.authorityKeyIdentifier)
        expectEqual(root.markers, [])
        expectEqual(root.issuer, root.subject)
        // The first is written with two digits of the year, the second with four.
        expectEqual(root.validity, Certificate.Validity(notBefore: 946_684_800, notAfter: 2_840_140_800))
        expectEqual(intermediate.issuer, root.subject)
        expectEqual(root.publicKey.keyIdentifier, hex("54e9ef495a1edc47681780a7d4cbb6c3e9a05e1e"))
    }

    @Test("Extensions that nothing here needs are kept, and names are read in every script")
    func richLeaf() throws {
        let leaf = try Certificate(pem: OpenSSLCertificates.richLeaf)
        expectEqual(leaf.subject.commonName, "Größe 例")
        expectEqual(leaf.keyUsage, [.digitalSignature, .contentCommitment])
        expectEqual(
            leaf.markers.map(\.description),
            ["2.5.29.37", "2.5.29.17", "2.5.29.32", "1.3.6.1.5.5.7.1.1", "2.5.29.31", "1.2.840.113635.100.6.11.1"])
        expectEqual(leaf.extensions.count, 10)
    }

    @Test("Flags of the second byte of the key usage are read")
    func decipherOnly() throws {
        try expectEqual(Certificate(pem: OpenSSLCertificates.misusedLeaf).keyUsage, [.keyAgreement, .decipherOnly])
    }

    @Test("An authority key identifier that also names the issuer's certificate is read")
    func issuerOfIssuer() throws {
        let intermediate = try Certificate(pem: OpenSSLCertificates.bareIntermediate)
        expectEqual(intermediate.authorityKeyIdentifier, hex("54e9ef495a1edc47681780a7d4cbb6c3e9a05e1e"))
        expectEqual(intermediate.basicConstraints, .authority(pathLength: nil))
        expectEqual(intermediate.keyUsage, .certificateSigning)
    }

    @Test("A certificate is signed by the key of its issuer, and by no other")
    func signatures() throws {
        let root = try Certificate(pem: OpenSSLCertificates.root)
        let intermediate = try Certificate(pem: OpenSSLCertificates.intermediate)
        let leaf = try Certificate(pem: OpenSSLCertificates.leaf)
        let other = try Certificate(pem: OpenSSLCertificates.otherIntermediate)
        #expect(root.isSigned(by: root.publicKey))
        #expect(intermediate.isSigned(by: root.publicKey))
        #expect(leaf.isSigned(by: intermediate.publicKey))
        #expect(!leaf.isSigned(by: root.publicKey))
        #expect(!leaf.isSigned(by: other.publicKey))
        #expect(!root.isSigned(by: leaf.publicKey))
    }

    @Test("A certificate written as PEM is byte for byte what OpenSSL wrote", arguments: ["leaf", "root"])
    func pem(_ name: String) throws {
        let text = name == "leaf" ? OpenSSLCertificates.leaf : OpenSSLCertificates.root
        try expectEqual(Certificate(pem: text).pem, text)
        try expectEqual(Certificate(pem: "Subject: \(name)\n" + TestKeys.pkcs8 + text).pem, text)
    }

    // Offsets are those of `openssl asn1parse`.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let text: String
        let error: CertificateError

        init(_ text: String, _ error: CertificateError) {
            self.text = text
            self.error = error
        }

        var testDescription: String { error.description }
    }

    static let refusals = [
        Refusal(OpenSSLCertificates.p384Root, .unsupportedAlgorithm(name("2a8648ce3d040303"), offset: 355)),
        Refusal(
            OpenSSLCertificates.p384RootWithSHA256,
            .unsupportedKey(.unsupportedCurve(name("2b81040022")), offset: 167)
        ),
        Refusal(OpenSSLCertificates.rsaRoot, .unsupportedAlgorithm(name("2a864886f70d01010b"), offset: 532)),
        Refusal(OpenSSLCertificates.oldLeaf, .unsupportedVersion(1, expected: 3, offset: 7)),
        Refusal(OpenSSLCertificates.criticalLeaf, .unsupportedCriticalExtension(.leafMarker, offset: 365)),
        Refusal(OpenSSLCertificates.list, .noDocumentInPEM(expected: "CERTIFICATE", labels: ["X509 CRL"])),
        Refusal("", .malformedPEM(.noDocument)),
    ]

    static func name(_ bytes: String) -> DERObjectIdentifier {
        DERObjectIdentifier(encoded: hex(bytes)) ?? .p256
    }

    @Test("Another algorithm, curve, version or document is refused by its name", arguments: refusals)
    func refusal(_ refusal: Refusal) {
        #expect(throws: refusal.error) { try Certificate(pem: refusal.text) }
    }

    @Test("A refusal says where and what to do")
    func texts() {
        let texts = Self.refusals.map(\.error.description)
        expectEqual(
            texts[0],
            "it is signed with algorithm 1.2.840.10045.4.3.3; sign it with a P-256 key and SHA-256, "
                + "ecdsa-with-SHA256 (byte 355)")
        expectEqual(
            texts[4],
            "the marker 1.2.840.113635.100.6.11.1 is critical, which Apple's libraries refuse; mark it as not "
                + "critical (byte 365)")
        let error = CertificateError.malformedDER(.unexpectedTag(.null, expected: .utcTime, offset: 90), in: .notBefore)
        expectEqual(
            error.description,
            "start of validity: UTCTime belongs here, but NULL stands here (byte 90); is it DER, and all of it?")
    }
}
