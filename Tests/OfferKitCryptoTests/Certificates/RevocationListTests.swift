import OfferKitCrypto
import OfferKitTestHarness
import Testing

/// Revocation lists of `Harness/Certificates/OpenSSL/README.md`, read and used.
struct RevocationListTests {
    static let leafNumber = hex("7e61944cd96b522cdc93a593ce8b41c55b4c8aad")
    static let bareLeafNumber = hex("2553f8c5ee29e3152d2fa384c52e39a4867407e9")

    @Test("A list by OpenSSL has the fields that OpenSSL says it has")
    func fields() throws {
        let list = try CertificateRevocationList(pem: OpenSSLCertificates.list)
        expectEqual(list.issuer.commonName, "Example Intermediate")
        expectEqual(list.thisUpdate, 1_735_689_600)
        expectEqual(list.nextUpdate, 1_738_368_000)
        expectEqual(list.number, hex("1001"))
        expectEqual(list.authorityKeyIdentifier, hex("f9942cd329486000a019c8e5fbdfb70b3e38487b"))
        expectEqual(
            list.revoked,
            [
                .init(serialNumber: Self.bareLeafNumber, date: 1_736_937_000),
                .init(serialNumber: Self.leafNumber, date: 1_736_937_000),
            ])
        expectEqual(list.revocationDate(of: Self.leafNumber), 1_736_937_000)
        expectEqual(list.revocationDate(of: [0, 0] + Self.leafNumber), 1_736_937_000)
        expectEqual(list.revocationDate(of: Self.bareLeafNumber), 1_736_937_000)
        expectNil(list.revocationDate(of: [1]))
        expectNil(list.revocationDate(of: []))
        expectEqual(list.encoded.count, 334)
        expectEqual(list.pem, OpenSSLCertificates.list)
        try expectEqual(CertificateRevocationList(pem: OpenSSLCertificates.emptyList).revoked, [])
    }

    @Test("A list is signed by the key of its issuer, and by no other")
    func signature() throws {
        let list = try CertificateRevocationList(pem: OpenSSLCertificates.list)
        let other = try CertificateRevocationList(pem: OpenSSLCertificates.otherList)
        let intermediate = try Certificate(pem: OpenSSLCertificates.intermediate)
        #expect(list.isSigned(by: intermediate.publicKey))
        #expect(!other.isSigned(by: intermediate.publicKey))
    }

    struct Verdict: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var leaf = OpenSSLCertificates.leaf
        var list = OpenSSLCertificates.list
        var intermediate = OpenSSLCertificates.intermediate
        var error: CertificateChainError?
    }

    static let verdicts = [
        Verdict(testDescription: "an empty list", list: OpenSSLCertificates.emptyList),
        Verdict(testDescription: "a list of other leaves", leaf: OpenSSLCertificates.richLeaf),
        Verdict(
            testDescription: "a revoked leaf", error: .revoked(serialNumber: leafNumber, date: 1_736_937_000)),
        Verdict(
            testDescription: "a leaf revoked for a reason", leaf: OpenSSLCertificates.bareLeaf,
            error: .revoked(serialNumber: bareLeafNumber, date: 1_736_937_000)),
        Verdict(
            testDescription: "a list by another issuer of the same name", list: OpenSSLCertificates.otherList,
            error: .invalidRevocationListSignature),
        Verdict(
            testDescription: "an issuer that may not sign lists", list: OpenSSLCertificates.emptyList,
            intermediate: OpenSSLCertificates.listlessIntermediate,
            error: .missingKeyUsage(.intermediate, needed: .revocationListSigning)),
    ]

    // The instant is two weeks before the revocation: a list has no say in when it was made.
    @Test("C-108: what stands on the list of its issuer is refused at every instant", arguments: verdicts)
    func verdict(_ verdict: Verdict) throws {
        let chain = try CertificateChainTests.chain(leaf: verdict.leaf, intermediate: verdict.intermediate)
        let list = try CertificateRevocationList(pem: verdict.list)
        let now = CertificateChainTests.now
        if let error = verdict.error {
            #expect(throws: error) { try chain.verified(by: TrustedRoot(chain.root), at: now, revoked: list) }
        } else {
            try expectEqual(
                chain.verified(by: TrustedRoot(chain.root), at: now, revoked: list).publicKey, chain.leaf.publicKey)
        }
    }

    @Test("The list of another issuer is refused")
    func foreignList() throws {
        let chain = try CertificateChainTests.chain()
        let list = try CertificateRevocationList(pem: OpenSSLCertificates.rootList)
        let error = CertificateChainError.foreignRevocationList(
            chain.root.subject, expected: chain.intermediate.subject)
        #expect(throws: error) {
            try chain.verified(by: TrustedRoot(chain.root), at: CertificateChainTests.now, revoked: list)
        }
    }

    /// A list put together by hand; its signature is shaped rightly and no more.
    static func list(
        version: String = "020101", times: String = "170d3235303130313030303030305a170d3235303230313030303030305a",
        revoked: String = "", extensions: String = ""
    ) -> [UInt8] {
        let body = version + DraftCertificate.algorithm + DraftCertificate.name + times + revoked + extensions
        return DraftCertificate.element(
            0x30,
            DraftCertificate.element(0x30, hex(body)) + hex(DraftCertificate.algorithm + "0309003006020101020101"))
    }

    // The signed part begins at 2 or 3; version 3, algorithm 12, name 14, times 30 bytes: what is revoked is at 63, in
    // short lists, or 64 or 65.
    static let refusals: [(what: String, der: [UInt8], error: CertificateError)] = [
        ("version 1", list(version: ""), .unsupportedVersion(1, expected: 2, offset: 4)),
        ("version 3", list(version: "020102"), .unsupportedVersion(3, expected: 2, offset: 4)),
        (
            "no next update", list(times: "170d3235303130313030303030305a"),
            .malformedDER(.missingElement(.utcTime, offset: 48), in: .nextUpdate)
        ),
        (
            "reversed times", list(times: "170d3235303230313030303030305a170d3235303130313030303030305a"),
            .reversedTimes(offset: 33)
        ),
        ("an empty list", list(revoked: "3000"), .emptyList(.revokedCertificates, offset: 63)),
        (
            "a number twice",
            list(
                revoked: "3028" + "3012020107170d3235303130313030303030305a"
                    + "3012020107170d3235303130313030303030305a"),
            .duplicateSerialNumber(offset: 85)
        ),
        (
            "a list of changes only", list(extensions: "a0123010300e0603551d1b0101ff0404020200ff"),
            .unsupportedCriticalExtension(CertificateTests.name("551d1b"), offset: 67)
        ),
    ]

    @Test("A list that is not in its one form is refused", arguments: refusals)
    func refusal(_ what: String, _ der: [UInt8], _ error: CertificateError) {
        #expect(throws: error, "\(what)") { try CertificateRevocationList(der: der) }
    }
}
