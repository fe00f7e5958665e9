import OfferKitCrypto
import OfferKitTestHarness
import Testing

/// Chains put together from the certificates of `Harness/Certificates/OpenSSL/README.md`.
struct CertificateChainTests {
    /// 2025-01-01 00:00:00, when all good certificates are valid.
    static let now: Int64 = 1_735_689_600_000

    static func chain(
        leaf: String = OpenSSLCertificates.leaf, intermediate: String = OpenSSLCertificates.intermediate,
        root: String = OpenSSLCertificates.root
    ) throws -> CertificateChain {
        try CertificateChain(pem: leaf + intermediate + root)
    }

    static func name(_ pem: String) throws -> DistinguishedName {
        try Certificate(pem: pem).subject
    }

    @Test("A good chain hands out the key of its leaf")
    func good() throws {
        let chain = try Self.chain()
        let verified = try chain.verified(by: TrustedRoot(Certificate(pem: OpenSSLCertificates.root)), at: Self.now)
        expectEqual(verified.publicKey, chain.leaf.publicKey)
        expectEqual(verified.chain, chain)
        expectEqual(verified.validity, Certificate.Validity(notBefore: 1_704_067_200, notAfter: 1_767_225_599))
        try expectEqual(CertificateChain(der: chain.encoded), chain)
        expectEqual(chain.encoded.map(\.count), [469, 475, 411])
    }

    static let tolerated = [
        try? chain(leaf: OpenSSLCertificates.bareLeaf), try? chain(leaf: OpenSSLCertificates.richLeaf),
        try? chain(intermediate: OpenSSLCertificates.bareIntermediate),
    ]

    @Test("Chains with no more than Apple's verifiers need, and with more, are taken", arguments: tolerated)
    func toleration(_ chain: CertificateChain?) throws {
        let chain = try #require(chain)
        try expectEqual(chain.verified(by: TrustedRoot(chain.root), at: Self.now).publicKey, chain.leaf.publicKey)
    }

    @Test("A chain of another number than three is refused, and so is a certificate that cannot be read")
    func count() throws {
        let good = try Self.chain().encoded
        #expect(throws: CertificateChainError.wrongCount(0)) { try CertificateChain(der: []) }
        #expect(throws: CertificateChainError.wrongCount(1)) { try CertificateChain(der: [good[0]]) }
        #expect(throws: CertificateChainError.wrongCount(2)) { try CertificateChain(der: Array(good[..<2])) }
        #expect(throws: CertificateChainError.wrongCount(4)) { try CertificateChain(der: good + [good[2]]) }
        #expect(throws: CertificateChainError.wrongCount(2)) {
            try CertificateChain(pem: OpenSSLCertificates.leaf + OpenSSLCertificates.root)
        }
        #expect(throws: CertificateChainError.unreadableText(.malformedPEM(.noDocument))) {
            try CertificateChain(pem: "no")
        }
        let empty = CertificateError.malformedDER(.missingElement(.sequence, offset: 0), in: .whole)
        #expect(throws: CertificateChainError.unreadable(.leaf, empty)) {
            try CertificateChain(der: [[], good[1], good[2]])
        }
        #expect(throws: CertificateChainError.unreadable(.intermediate, empty)) {
            try CertificateChain(der: [good[0], [], good[2]])
        }
        #expect(throws: CertificateChainError.unreadable(.root, empty)) {
            try CertificateChain(der: [good[0], good[1], []])
        }
    }

    @Test("A root that is not the trusted one is refused, even if it has the same name, or the same name and key")
    func foreignRoot() throws {
        let chain = try Self.chain()
        for pem in [OpenSSLCertificates.otherRoot, OpenSSLCertificates.namedRoot, OpenSSLCertificates.narrowRoot] {
            let trusted = try Certificate(pem: pem)
            let error = CertificateChainError.foreignRoot(chain.root.subject, trusted: trusted.subject)
            #expect(throws: error) { try chain.verified(by: TrustedRoot(trusted), at: Self.now) }
        }
        // A whole chain of the same names, which holds in itself.
        let foreign = try Self.chain(
            intermediate: OpenSSLCertificates.foreignIntermediate, root: OpenSSLCertificates.otherRoot)
        try expectEqual(foreign.verified(by: TrustedRoot(foreign.root), at: Self.now).publicKey, foreign.leaf.publicKey)
        #expect(throws: CertificateChainError.foreignRoot(chain.root.subject, trusted: chain.root.subject)) {
            try foreign.verified(by: TrustedRoot(chain.root), at: Self.now)
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var leaf = OpenSSLCertificates.leaf
        var intermediate = OpenSSLCertificates.intermediate
        var root = OpenSSLCertificates.root
        let error: CertificateChainError
    }

    static let refusals: [Refusal] = [
        Refusal(
            testDescription: "an intermediate without its marker",
            intermediate: OpenSSLCertificates.unmarkedIntermediate,
            error: .missingMarker(.intermediate, .intermediateMarker)),
        Refusal(
            testDescription: "a leaf without its marker", leaf: OpenSSLCertificates.unmarkedLeaf,
            error: .missingMarker(.leaf, .leafMarker)),
        Refusal(
            testDescription: "a leaf with the marker of an intermediate", leaf: OpenSSLCertificates.mismarkedLeaf,
            error: .foreignMarker(.leaf, .intermediateMarker, of: .intermediate)),
        Refusal(
            testDescription: "an expired intermediate", intermediate: OpenSSLCertificates.expiredIntermediate,
            error: .expired(.intermediate, notAfter: 1_719_748_800)),
        Refusal(
            testDescription: "an intermediate that is no authority",
            intermediate: OpenSSLCertificates.powerlessIntermediate, error: .notAuthority(.intermediate)),
        Refusal(
            testDescription: "an intermediate whose constraints are not critical",
            intermediate: OpenSSLCertificates.uncriticalIntermediate, error: .notAuthority(.intermediate)),
        Refusal(
            testDescription: "an intermediate whose key may not sign certificates",
            intermediate: OpenSSLCertificates.misusedIntermediate,
            error: .missingKeyUsage(.intermediate, needed: .certificateSigning)),
        Refusal(
            testDescription: "a leaf whose key may not sign", leaf: OpenSSLCertificates.misusedLeaf,
            error: .missingKeyUsage(.leaf, needed: .digitalSignature)),
        Refusal(
            testDescription: "a leaf that is an authority", leaf: OpenSSLCertificates.powerfulLeaf,
            error: .leafIsAuthority),
        Refusal(
            testDescription: "a root that allows no intermediate", root: OpenSSLCertificates.narrowRoot,
            error: .pathTooLong(.root, limit: 0)),
        Refusal(
            testDescription: "an intermediate without a name for its key",
            intermediate: OpenSSLCertificates.namelessIntermediate,
            error: .missingSubjectKeyIdentifier(.intermediate)),
        Refusal(
            testDescription: "a leaf that does not name the key above", leaf: OpenSSLCertificates.namelessLeaf,
            error: .missingAuthorityKeyIdentifier(.leaf)),
        Refusal(
            testDescription: "a leaf of another intermediate with the same name",
            leaf: OpenSSLCertificates.swappedLeaf,
            error: .keyIdentifierMismatch(
                .leaf, authority: otherIntermediateKey, expected: hex("f9942cd329486000a019c8e5fbdfb70b3e38487b"))),
        Refusal(
            testDescription: "a leaf by an impostor, with the same names", leaf: OpenSSLCertificates.forgedLeaf,
            error: .invalidSignature(.leaf)),
        Refusal(
            testDescription: "an impostor above a true leaf", intermediate: OpenSSLCertificates.impostor,
            error: .invalidSignature(.leaf)),
    ]

    /// As `openssl x509 -ext subjectKeyIdentifier` prints it.
    static let otherIntermediateKey = hex("bfca35ac29c0e2aa5c428e55c96338823bc7b2b8")

    @Test("A chain that is not as it must be is refused, each with its own reason", arguments: refusals)
    func refusal(_ refusal: Refusal) throws {
        let chain = try Self.chain(leaf: refusal.leaf, intermediate: refusal.intermediate, root: refusal.root)
        #expect(throws: refusal.error) { try chain.verified(by: TrustedRoot(chain.root), at: Self.now) }
    }

    @Test("Names that do not lead from one certificate to the next are refused")
    func names() throws {
        let renamed = try Self.chain(intermediate: OpenSSLCertificates.namedIntermediate)
        let error = CertificateChainError.issuerMismatch(
            .leaf, issuer: try Self.name(OpenSSLCertificates.intermediate), expected: renamed.intermediate.subject)
        #expect(throws: error) { try renamed.verified(by: TrustedRoot(renamed.root), at: Self.now) }
        let foreign = try Self.chain(root: OpenSSLCertificates.namedRoot)
        let other = CertificateChainError.issuerMismatch(
            .intermediate, issuer: try Self.name(OpenSSLCertificates.root), expected: foreign.root.subject)
        #expect(throws: other) { try foreign.verified(by: TrustedRoot(foreign.root), at: Self.now) }
        // The intermediate in the place of the root: it did not sign itself.
        let cut = try Self.chain(root: OpenSSLCertificates.intermediate)
        #expect(
            throws: CertificateChainError.issuerMismatch(
                .root, issuer: try Self.name(OpenSSLCertificates.root), expected: cut.root.subject)
        ) { try cut.verified(by: TrustedRoot(cut.root), at: Self.now) }
    }

    // The leaf: from 2024-01-01 00:00:00 (1704067200) to 2025-12-31 23:59:59 (1767225599).
    @Test(
        "C-108: a certificate is valid from the first millisecond of its first second to the last of its last",
        arguments: [
            (1_704_067_199_999, .notYetValid(.leaf, notBefore: 1_704_067_200)), (1_704_067_200_000, nil),
            (1_767_225_599_000, nil), (1_767_225_599_999, nil),
            (1_767_225_600_000, .expired(.leaf, notAfter: 1_767_225_599)),
            (-1, .notYetValid(.root, notBefore: 946_684_800)), (.min, .notYetValid(.root, notBefore: 946_684_800)),
            (.max, .expired(.root, notAfter: 2_840_140_800)),
        ] as [(Int64, CertificateChainError?)])
    func dates(_ milliseconds: Int64, _ error: CertificateChainError?) throws {
        let chain = try Self.chain()
        if let error {
            #expect(throws: error) { try chain.verified(by: TrustedRoot(chain.root), at: milliseconds) }
        } else {
            #expect(
                try chain.verified(by: TrustedRoot(chain.root), at: milliseconds).validity.contains(
                    milliseconds: milliseconds))
        }
    }

    @Test("C-108: before 1970, too, a second counts to its last millisecond")
    func beforeTheEpoch() {
        let validity = Certificate.Validity(notBefore: -2, notAfter: -2)
        let inside: [Int64] = [-2_000, -1_999, -1_001]
        #expect(inside.allSatisfy { validity.contains(milliseconds: $0) })
        #expect(!validity.contains(milliseconds: -2_001))
        #expect(!validity.contains(milliseconds: -1_000))
    }

    // Validities as the issuer of `CertificateIssuingTests` can write them, in seconds: root, intermediate, leaf.
    @Test(
        "A chain is valid from when its last certificate begins until its first one ends, if there is a second between",
        arguments: [
            ([(0, 100), (10, 90), (20, 80)], (20, 80), nil), ([(20, 80), (10, 90), (0, 100)], (20, 80), nil),
            ([(0, 50), (50, 100), (0, 100)], (50, 50), nil), ([(-9, -3), (-20, -5), (-7, 9)], (-7, -5), nil),
            (
                [(0, 100), (51, 100), (0, 50)], nil,
                .neverValid(.leaf, notAfter: 50, .intermediate, notBefore: 51)
            ),
            (
                [(60, 100), (40, 70), (0, 50)], nil, .neverValid(.leaf, notAfter: 50, .root, notBefore: 60)
            ),
            (
                [(0, 5), (0, 5), (6, 9)], nil, .neverValid(.root, notAfter: 5, .leaf, notBefore: 6)
            ),
        ] as [([(Int64, Int64)], (Int64, Int64)?, CertificateChainError?)])
    func overlap(_ dates: [(Int64, Int64)], _ expected: (Int64, Int64)?, _ error: CertificateChainError?) throws {
        let validities = dates.map { Certificate.Validity(notBefore: $0.0, notAfter: $0.1) }
        let key = try CertificateIssuingTests.key(1)
        let name = try DistinguishedName(commonName: "A")
        let root = try CertificateAuthority.root(
            subject: name, serial: [1], validity: validities[0], privateKey: key)
        let intermediate = try CertificateAuthority(
            certificate: root.issue(
                .intermediate, subject: name, serial: [2], validity: validities[1], publicKey: key.publicKey),
            privateKey: key)
        let leaf = try intermediate.issue(
            .leaf, subject: name, serial: [3], validity: validities[2], publicKey: key.publicKey)
        let chain = CertificateChain(leaf: leaf, intermediate: intermediate.certificate, root: root.certificate)
        if let error {
            #expect(throws: error) { try chain.validity }
            return
        }
        let validity = try chain.validity
        expectEqual(validity.notBefore, expected?.0)
        expectEqual(validity.notAfter, expected?.1)
        for second in [validity.notBefore, validity.notAfter] {
            try expectEqual(chain.verified(by: TrustedRoot(chain.root), at: second * 1_000).validity, validity)
        }
        #expect(throws: CertificateChainError.self) {
            try chain.verified(by: TrustedRoot(chain.root), at: validity.notBefore * 1_000 - 1)
        }
        #expect(throws: CertificateChainError.self) {
            try chain.verified(by: TrustedRoot(chain.root), at: validity.notAfter * 1_000 + 1_000)
        }
    }
}
