import OfferKitCrypto
import OfferKitTestHarness
import Testing

/// What OpenSSL's strict checks refuse, held against the certificates of
/// `Harness/Certificates/OpenSSL/make-strict-vectors`.
struct StrictChainTests {
    typealias Vectors = StrictOpenSSLCertificates

    static func error(
        leaf: String = Vectors.leaf, intermediate: String = Vectors.intermediate
    ) throws -> CertificateChainError? {
        do throws(CertificateChainError) {
            let chain = try CertificateChain(pem: leaf + intermediate + Vectors.root)
            _ = try chain.verified(by: TrustedRoot(chain.root), at: CertificateChainTests.now)
            return nil
        } catch {
            return error
        }
    }

    @Test("A leaf that names the certificate above it is taken, as OpenSSL takes it")
    func issuerNamed() throws {
        expectNil(try Self.error())
        expectNil(try Self.error(leaf: Vectors.issuerLeaf))
        let named = try #require(try Certificate(pem: Vectors.issuerLeaf).authorityCertificate)
        expectEqual(named.issuer?.commonName, "Example Root")
        expectEqual(named.serialNumber, hex("26f18ae874995a22889a5d9b7610d17ba715bffd"))
        expectNil(try Certificate(pem: Vectors.leaf).authorityCertificate)
    }

    @Test("RFC 5280, 4.2.1.1: a leaf that names another certificate of the same key is refused")
    func otherIssuerNamed() throws {
        try expectEqual(
            Self.error(leaf: Vectors.twinLeaf),
            .authorityNumberMismatch(
                .leaf, serialNumber: hex("73e1a70e8f86cbc1536b02d3c6a7a37ade56b7b2"),
                expected: hex("26f18ae874995a22889a5d9b7610d17ba715bffd")))
        let issuers = [Vectors.strangeLeaf, Vectors.issuerLeaf].map {
            try? Certificate(pem: $0).authorityCertificate?.issuer
        }
        expectEqual(issuers.map { $0?.commonName }, ["Another Root", "Example Root"])
        try expectEqual(
            Self.error(leaf: Vectors.strangeLeaf),
            .authorityIssuerMismatch(
                .leaf, issuer: try #require(issuers[0]), expected: try Certificate(pem: Vectors.root).subject))
    }

    @Test("RFC 5280, 4.2.1.3: a leaf whose key may sign certificates is refused, authority or not")
    func signingLeaf() throws {
        try expectEqual(Self.error(leaf: Vectors.signingLeaf), .forbiddenKeyUsage(.leaf, .certificateSigning))
    }

    @Test("RFC 5280, 4.2.1.1 and 4.2.1.2: a key identifier that is critical is refused")
    func criticalIdentifiers() throws {
        for (leaf, intermediate, role, field) in [
            (Vectors.criticalKeyLeaf, Vectors.intermediate, .leaf, .subjectKeyIdentifier),
            (Vectors.criticalAuthorityLeaf, Vectors.intermediate, .leaf, .authorityKeyIdentifier),
            (Vectors.leaf, Vectors.criticalIntermediate, .intermediate, .subjectKeyIdentifier),
        ] as [(String, String, CertificateRole, CertificateField)] {
            guard case .unreadable(role, let reason)? = try Self.error(leaf: leaf, intermediate: intermediate),
                case .criticalKeyIdentifier(field, _) = reason
            else {
                Issue.record("\(field) of the \(role) is not refused as critical")
                continue
            }
            #expect(
                reason.description.hasPrefix(
                    "\(field.rawValue): it is critical, and OpenSSL's strict checks refuse that; mark it as not critical"
                ))
        }
    }

    @Test("Name constraints are refused by their name, on an intermediate and on a leaf, critical or not")
    func nameConstraints() throws {
        for (leaf, intermediate, role) in [
            (Vectors.constrainedLeaf, Vectors.intermediate, .leaf),
            (Vectors.leaf, Vectors.constrainedIntermediate, .intermediate),
        ] as [(String, String, CertificateRole)] {
            guard case .unreadable(role, let reason)? = try Self.error(leaf: leaf, intermediate: intermediate),
                case .nameConstraints(let offset) = reason
            else {
                Issue.record("the name constraints of the \(role) are not refused")
                continue
            }
            expectEqual(
                reason.description,
                "it has name constraints (2.5.29.30), which are not supported; issue it without (byte \(offset))")
        }
    }

    @Test("RFC 5280, 4.2.1.6: an alternative name that is empty, no DER, or of no kind that there is, is refused")
    func alternativeNames() throws {
        func reason(_ leaf: String) throws -> CertificateError? {
            guard case .unreadable(.leaf, let reason)? = try Self.error(leaf: leaf) else { return nil }
            return reason
        }
        guard case .emptyList(.subjectAlternativeName, _)? = try reason(Vectors.emptyNameLeaf),
            case .malformedDER(.unexpectedTag(let tag, expected: .sequence, _), in: .subjectAlternativeName)? =
                try reason(Vectors.brokenNameLeaf),
            case .unknownAlternativeName(let kind, _)? = try reason(Vectors.strangeNameLeaf)
        else {
            Issue.record("an alternative name is not refused for what it is")
            return
        }
        // The first byte of "example" in place of a list, and the tag [12].
        expectEqual(tag.rawValue, 0x65)
        expectEqual(kind.rawValue, 0x8C)
    }
}
