import OfferKitCore
import OfferKitCrypto
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Chains that sign.
///
/// The chain that a store signs with: made from a seed, or a team's own.
struct SigningChainTests {
    static let chain = SigningChain(seed: 7)
    static let transaction = Array(PayloadSamples.fullTransaction.utf8)

    /// A team's own chain of these certificates.
    static func team(
        _ leaf: String = TeamChain.leaf, _ intermediate: String = TeamChain.intermediate,
        _ root: String = TeamChain.root, key: String = TeamChain.leafKey
    ) throws(SigningChainError) -> SigningChain {
        try SigningChain(certificatesPEM: "\(leaf)\n\(intermediate)\n\(root)", privateKeyPEM: key)
    }

    @Test("the same seed gives the same bytes, another seed other keys and other numbers")
    func seeds() {
        let (same, other) = (SigningChain(seed: 7), SigningChain(seed: 8))
        expectEqual(same, SigningChainTests.chain)
        expectEqual(same.jws(of: [1]), SigningChainTests.chain.jws(of: [1]))
        #expect(other.root != same.root)
        let keys = [same, other].flatMap { [$0.root, $0.intermediate, $0.leaf] }.map(\.certificate.publicKey)
        expectEqual(Set(keys).count, 6)
        let numbers = [same, other].flatMap { [$0.root, $0.intermediate, $0.leaf] }.map(\.certificate.serialNumber)
        expectEqual(Set(numbers).count, 6)
        expectEqual(numbers.map(\.count), [16, 16, 16, 16, 16, 16])
    }

    @Test("the bytes of a seed stay what they are: servers may have kept its root")
    func pinned() {
        // Keys and serial numbers were worked out again with Python's hashlib, the JWS with the deterministic signatures of
        // its cryptography; `openssl verify -x509_strict -crl_check` says OK to the chain.
        expectEqual(
            hexText(SHA256.hash(SigningChain(seed: 0).root.der)),
            "35f11187a7974b00568627668cd6c4bee6cf34e54116bf28069c98c59d41346e")
        expectEqual(
            hexText(SHA256.hash(Array(SigningChain(seed: 0).jws(of: SigningChainTests.transaction).utf8))),
            "e668bcb171ac7b22b9cf415612262b322dbca077ae94b2c7c10aa3b64531200c")
    }

    @Test("a made chain is valid from 1950 to the end of the year 9999, and says so")
    func dates() {
        let chain = SigningChainTests.chain
        for certificate in [chain.root, chain.intermediate, chain.leaf] {
            expectEqual(certificate.validFrom.utcText, "1950-01-01T00:00:00Z")
            expectEqual(certificate.validUntil.utcText, "9999-12-31T23:59:59Z")
        }
        #expect(!chain.covers(Instant(millisecondsSince1970: -631_152_000_001)))
        #expect(chain.covers(Instant(millisecondsSince1970: -631_152_000_000)))
        #expect(chain.covers(Instant(millisecondsSince1970: 253_402_300_799_999)))
        #expect(!chain.covers(Instant(millisecondsSince1970: 253_402_300_800_000)))
        expectEqual(
            chain.description,
            "OfferKit Simulated App Store Signing < OfferKit Simulated Intermediate CA"
                + " < OfferKit Simulated Root CA")
    }

    @Test("B14: header and payload are written as Apple's are, and the signature is the leaf's")
    func text() throws {
        let chain = SigningChainTests.chain
        let jws = chain.jws(of: SigningChainTests.transaction)
        let parts = jws.split(separator: ".").map { Array($0.utf8) }
        let x5c = [chain.leaf, chain.intermediate, chain.root].map { "\"\(Base64.standard.encode($0.der))\"" }
        expectEqual(
            String(decoding: try Base64.url.decode(ascii: parts[0]), as: UTF8.self),
            #"{"alg":"ES256","x5c":[\#(x5c.joined(separator: ","))]}"#)
        try expectEqual(Base64.url.decode(ascii: parts[1]), SigningChainTests.transaction)
        let signature = try ECDSASignature(rawRepresentation: Base64.url.decode(ascii: parts[2]))
        #expect(
            chain.leaf.certificate.publicKey.isValidSignature(
                signature, for: parts[0] + Array(".".utf8) + parts[1]))
    }

    @Test("a chain brought along signs as it is, from DER or PEM, with a key in either form")
    func team() throws {
        let chain = try SigningChainTests.team()
        expectEqual(chain.leaf.commonName, "Team Signing")
        expectNil(chain.revocationList)
        expectNil(chain.intermediateKeyPEM)
        #expect(!chain.covers(.epoch))
        #expect(chain.covers(Instant(millisecondsSince1970: 1_767_225_600_000)))
        let sec1 = try P256PrivateKey(pem: TeamChain.leafKey).pemRepresentation(.sec1)
        let other = try SigningChain(
            certificates: [chain.leaf.der, chain.intermediate.der, chain.root.der], privateKeyPEM: sec1)
        expectEqual(other, chain)
        expectEqual(other.jws(of: [2]), chain.jws(of: [2]))
        try expectEqual(SigningCertificate(pem: chain.root.pem), chain.root)
        try expectEqual(SigningCertificate(der: chain.root.der), chain.root)
    }

    @Test("a chain that does not hold, or a key that is not the leaf's, is refused with what is wrong")
    func refusals() throws {
        typealias T = TeamChain
        for (certificates, error) in [
            ([T.unmarkedLeaf, T.intermediate, T.root], .chain(.missingMarker(.leaf, "1.2.840.113635.100.6.11.1"))),
            (
                [T.leaf, T.unmarkedIntermediate, T.root],
                .chain(.missingMarker(.intermediate, "1.2.840.113635.100.6.2.1"))
            ),
            ([T.leaf, T.root], .chain(.wrongCount(2))),
            ([T.leaf, T.intermediate, T.root, T.root], .chain(.wrongCount(4))),
            // The other way round: the leaf in the root's place did not issue itself.
            (
                [T.root, T.intermediate, T.leaf],
                .chain(
                    .misfit(.root, .issuer(found: "\"Team Intermediate\"", expected: "\"Team Signing\"")))
            ),
            (
                [T.foreignLeaf, T.intermediate, T.root],
                .chain(
                    .misfit(
                        .leaf,
                        .authorityKeyIdentifier(
                            found: hexBytes("cb8e7a6c7e3cdac9fca475a5642ba6addd540442"),
                            expected: hexBytes("69602dfc9994c3c07d4b44c6102dd18acf3aa0a8"))))
            ),
        ] as [([String], SigningChainError)] {
            #expect(throws: error) {
                try SigningChain(certificatesPEM: certificates.joined(separator: "\n"), privateKeyPEM: T.leafKey)
            }
        }
        #expect(throws: SigningChainError.keyMismatch) { try SigningChainTests.team(key: T.otherLeafKey) }
        let noText = "the text cannot be read as PEM: no line such as -----BEGIN CERTIFICATE----- begins a document"
        #expect(throws: SigningChainError.malformedKey(reason: noText)) { try SigningChainTests.team(key: "no key") }
        let noBytes = "structure: SEQUENCE is missing (byte 0); is it DER, and all of it?"
        #expect(throws: SigningChainError.chain(.unreadable(nil, reason: noText))) {
            try SigningChain(certificatesPEM: "no certificate", privateKeyPEM: T.leafKey)
        }
        #expect(throws: SigningChainError.chain(.unreadable(.leaf, reason: noBytes))) {
            try SigningChain(certificates: [[], [0x30], []], privateKeyPEM: T.leafKey)
        }
    }

    @Test("a chain shows no key: not in its description, its reflection or its dump; nor does what holds it")
    func secrets() throws {
        let team = try SigningChain(
            certificatesPEM: DatedTeam.certificates, privateKeyPEM: DatedTeam.leafKey,
            intermediateKeyPEM: DatedTeam.intermediateKey)
        for chain in [SigningChain(seed: 7), team] {
            let verifier = SignedDataVerifier(chain: chain, bundleID: "com.example.app", environment: .sandbox)
            var shown = "\(chain) \(String(reflecting: chain)) \([chain]) \(verifier)"
            dump(chain, to: &shown)
            dump(verifier, to: &shown)
            expectLacks(shown, "Scalar")
            for pem in [chain.privateKeyPEM, try #require(chain.intermediateKeyPEM)] {
                let key = try P256PrivateKey(pem: pem)
                expectLacks(shown, String(pem.split(separator: "\n")[1]))
                expectLacks(shown, hexText(key.rawRepresentation))
                expectLacks(shown, "\(key.rawRepresentation)")
            }
            #expect(Mirror(reflecting: chain).children.isEmpty)
        }
    }
}

/// Two hexadecimal digits for every byte.
func hexText(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// The bytes of hexadecimal digits, of which there are two for each.
func hexBytes(_ text: String) -> [UInt8] {
    Array(text).indices.filter { $0.isMultiple(of: 2) }.compactMap { UInt8(text.dropFirst($0).prefix(2), radix: 16) }
}
