import OfferKitCore
import OfferKitCrypto
import OfferKitServer
import Testing

/// Forgeries, each refused for its own reason, by a verifier that knows the chain and by one that does not.
@Suite("Forged signed data")
struct SignedDataForgeryTests {
    /// What both verifiers say; a failure if they differ.
    static func refusal(
        _ text: String, revoked: String? = nil, _ location: SourceLocation = #_sourceLocation
    ) throws -> SignedDataRefusal? {
        let plain = SignedDataVerifier(
            root: try SigningCertificate(pem: TeamChain.root), bundleID: "com.example.app", environment: .sandbox,
            revocationList: try revoked.map { try SigningRevocationList(pem: $0) })
        let expecting = try plain.expectingMore(like: TeamChain.tokenOfPyJWT)
        let refusals = [plain, expecting].map { verifier -> SignedDataRefusal? in
            do throws(SignedDataRefusal) {
                _ = try verifier.transaction(text)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusals[0] == refusals[1], sourceLocation: location)
        return refusals[0]
    }

    @Test("the good text is believed, so that what follows proves something")
    func good() throws {
        #expect(try SignedDataForgeryTests.refusal(SignedForge.text()) == nil)
        #expect(try SignedDataForgeryTests.refusal(SignedForge.text(), revoked: TeamChain.revocations) == nil)
    }

    @Test("a chain in which one certificate is another is refused for what is wrong with it")
    func chains() throws {
        typealias T = TeamChain
        let teamRoot = "\"Team Root\""
        for (certificates, refusal) in [
            ([T.otherLeaf, T.intermediate, T.root], .signature),
            (
                [T.foreignLeaf, T.foreignIntermediate, T.foreignRoot],
                .chain(.foreignRoot(found: teamRoot, trusted: teamRoot))
            ),
            (
                [T.leaf, T.root, T.intermediate],
                .chain(.foreignRoot(found: "\"Team Intermediate\"", trusted: teamRoot))
            ),
            ([T.unmarkedLeaf, T.intermediate, T.root], .chain(.missingMarker(.leaf, "1.2.840.113635.100.6.11.1"))),
            (
                [T.leaf, T.unmarkedIntermediate, T.root],
                .chain(.missingMarker(.intermediate, "1.2.840.113635.100.6.2.1"))
            ),
            (
                [T.shortLeaf, T.intermediate, T.root],
                .chain(.expired(.leaf, on: Instant(millisecondsSince1970: 1_609_459_199_000)))
            ),
        ] as [([String], SignedDataRefusal)] {
            let text = try SignedForge.text { $0.certificates = certificates }
            #expect(try SignedDataForgeryTests.refusal(text) == refusal)
        }
    }

    @Test("a chain whose lower half is foreign, under the trusted root, is refused where it breaks")
    func mixed() throws {
        typealias T = TeamChain
        for (certificates, role) in [
            ([T.foreignLeaf, T.intermediate, T.root], .leaf), ([T.leaf, T.foreignIntermediate, T.root], .intermediate),
            ([T.foreignLeaf, T.foreignIntermediate, T.root], .intermediate),
        ] as [([String], SigningCertificate.Role)] {
            let text = try SignedForge.text { $0.certificates = certificates }
            guard case .chain(.misfit(let found, _))? = try SignedDataForgeryTests.refusal(text) else {
                return #expect(try SignedDataForgeryTests.refusal(text) == nil)
            }
            #expect(found == role)
        }
    }

    @Test("a certificate that cannot be read is named")
    func unreadable() throws {
        let good = try SignedForge.der(TeamChain.intermediate)
        let texts = [try SignedForge.der(TeamChain.leaf), Array(good.dropLast()), try SignedForge.der(TeamChain.root)]
            .map { "\"" + Base64.standard.encode($0) + "\"" }
        let text = try SignedForge.text { $0.header = #"{"alg":"ES256","x5c":[\#(texts.joined(separator: ","))]}"# }
        guard case .chain(.unreadable(.intermediate, _))? = try SignedDataForgeryTests.refusal(text) else {
            return #expect(try SignedDataForgeryTests.refusal(text) == nil)
        }
    }

    @Test("a leaf that is revoked is refused with its number, as soon as the list is there")
    func revoked() throws {
        let text = try SignedForge.text {
            $0.certificates[0] = TeamChain.otherLeaf
            $0.key = TeamChain.otherLeafKey
        }
        #expect(try SignedDataForgeryTests.refusal(text) == nil)
        guard
            case .chain(.revoked(let number, _))? = try SignedDataForgeryTests.refusal(
                text, revoked: TeamChain.revocations)
        else { return #expect(Bool(false), "believed") }
        #expect(number == "04")
    }

    @Test("alg none, HS256, two or four certificates and a DER signature are refused by their form")
    func forms() throws {
        let x5c = try SignedForge().x5c
        for (text, error) in [
            (try SignedForge.text { $0.header = #"{"alg":"none","x5c":\#(x5c)}"# }, .otherAlgorithm("none")),
            (try SignedForge.text { $0.header = #"{"alg":"HS256","x5c":\#(x5c)}"# }, .otherAlgorithm("HS256")),
            (try SignedForge.text { $0.certificates.removeLast() }, .certificateCount(2)),
            (try SignedForge.text { $0.certificates.append(TeamChain.root) }, .certificateCount(4)),
        ] as [(String, JWSFormatError)] {
            #expect(try SignedDataForgeryTests.refusal(text) == .format(error))
        }
        let der = try SignedForge.text { $0.sign = { $1.signature(for: $0).derRepresentation } }
        guard case .format(.derSignature)? = try SignedDataForgeryTests.refusal(der) else {
            return #expect(try SignedDataForgeryTests.refusal(der) == nil)
        }
    }

    @Test("a payload, header or signature that is not what was signed is refused for the signature")
    func signatures() throws {
        let good = try SignedForge.text()
        let parts = good.split(separator: ".").map(String.init)
        let price = PayloadSamples.fullTransaction.replacing("4990", with: "990")
        let header = text(try Base64.url.decode(parts[0]))
        let other = try SignedForge.text { $0.payload = price }.split(separator: ".").map(String.init)
        let texts = [
            "\(parts[0]).\(other[1]).\(parts[2])", "\(parts[0]).\(parts[1]).\(other[2])",
            "\(Base64.url.encode(Array((header + " ").utf8))).\(parts[1]).\(parts[2])",
            try SignedForge.text { $0.sign = { _, _ in [UInt8](repeating: 0, count: 64) } },
            try SignedForge.text { $0.sign = { _, _ in [UInt8](repeating: 0xFF, count: 64) } },
            try SignedForge.text { $0.sign = { Array($1.signature(for: $0).rawRepresentation.reversed()) } },
            try SignedForge.text { $0.key = TeamChain.otherLeafKey },
        ]
        for text in texts { #expect(try SignedDataForgeryTests.refusal(text) == .signature) }
    }

    @Test("what was signed and is no payload is refused as that, once the signature is believed")
    func payloads() throws {
        for (payload, error) in [
            ("{}", .missing(member: "signedDate")), ("", .notJSON(reason: "it is empty")),
            (String(PayloadSamples.fullTransaction.dropLast()), .notJSON(reason: "it ends too early at offset 970")),
            (
                PayloadSamples.replacing(PayloadSamples.fullTransaction, "signedDate", "1767225600123", with: "1.5"),
                .malformed(member: "signedDate", expected: .milliseconds, found: "the number 1.5")
            ),
            (
                PayloadSamples.fullTransaction.replacing("\"productId\"", with: "\"product\""),
                .missing(member: "productId")
            ),
        ] as [(String, PayloadError)] {
            let text = try SignedForge.text { $0.payload = payload }
            #expect(try SignedDataForgeryTests.refusal(text) == .payload(error))
        }
        // Nobody learns from a forged text what a payload must be like.
        let forged = try SignedForge.text {
            $0.payload = $0.payload.replacing("\"productId\"", with: "\"product\"")
            $0.key = TeamChain.otherLeafKey
        }
        #expect(try SignedDataForgeryTests.refusal(forged) == .signature)
    }

    @Test("a text with any bit flipped is refused")
    func flips() throws {
        let chain = SigningChain(seed: 3)
        let payload = try PayloadSamples.appTransaction(PayloadSamples.minimalAppTransaction)
        let good = Array(chain.jws(of: payload.json).utf8)
        let verifier = SignedDataVerifier(chain: chain, bundleID: "com.example.app", environment: .sandbox)
        #expect(try verifier.appTransaction(text(good)) == payload)
        let first = try #require(good.firstIndex(of: UInt8(ascii: ".")))
        // Payload and signature to the last bit, and every seventeenth bit of the header.
        let bits = Array(stride(from: 0, to: first * 8, by: 17)) + Array(first * 8..<good.count * 8)
        for bit in bits {
            var damaged = good
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: SignedDataRefusal.self, "bit \(bit)") { try verifier.appTransaction(text(damaged)) }
        }
    }
}

/// What is wrong on purpose is wrong in that way.
@Suite("Flaws made on purpose")
struct SignedDataFlawTests {
    @Test("every flaw is refused for its own reason, and nothing else is wrong", arguments: SignedDataFlaw.allCases)
    func refused(flaw: SignedDataFlaw) throws {
        let chain = SigningChain(seed: 5)
        let verifier = SignedDataVerifier(
            chain: chain, bundleID: "com.example.app", environment: .sandbox,
            deviceVerificationID: SignedDataVerifierTests.device)
        var payload = try PayloadSamples.transaction()
        let device =
            flaw == .invalidDeviceVerification
            ? SignedDataVerifierTests.otherDevice : SignedDataVerifierTests.device
        payload.bind(to: device, nonce: SampleShop.uuid(SampleShop.nonce))
        let text = chain.jws(of: payload, failing: flaw)
        do throws(SignedDataRefusal) {
            _ = try verifier.transaction(text)
            Issue.record("believed")
        } catch {
            switch (flaw, error) {
            case (.revokedCertificate, .chain(.revoked)), (.invalidCertificateChain, .chain(.foreignRoot)),
                (.invalidSignature, .signature), (.invalidEncoding, .payload(.notJSON)),
                (.missingRequiredProperties, .payload(.missing(member: "bundleId"))),
                (.invalidDeviceVerification, .otherDevice):
                break
            default: Issue.record("\(flaw): \(error)")
            }
        }
        #expect(chain.jws(of: payload, failing: flaw) == text)
    }

    @Test("renewal info and app transactions lack what Apple's libraries look at")
    func missing() throws {
        let chain = SigningChain(seed: 5)
        let verifier = SignedDataVerifier(chain: chain, bundleID: "com.example.app", environment: .production)
        #expect(throws: SignedDataRefusal.payload(.missing(member: "environment"))) {
            try verifier.renewalInfo(
                chain.jws(of: PayloadSamples.renewalInfo(), failing: .missingRequiredProperties))
        }
        #expect(throws: SignedDataRefusal.payload(.missing(member: "bundleId"))) {
            try verifier.appTransaction(
                chain.jws(of: PayloadSamples.appTransaction(), failing: .missingRequiredProperties))
        }
    }

    @Test("the revoked leaf signs rightly but for the list, which is the intermediate's, in DER and PEM")
    func revocations() throws {
        let chain = SigningChain(seed: 5)
        let payload = try PayloadSamples.transaction()
        let text = chain.jws(of: payload, failing: .revokedCertificate)
        let unaware = SignedDataVerifier(root: chain.root, bundleID: "com.example.app", environment: .sandbox)
        #expect(try unaware.transaction(text) == payload)
        let list = try #require(chain.revocationList)
        #expect(try SigningRevocationList(der: list.der) == list)
        #expect(try SigningRevocationList(pem: list.pem) == list)
        let foreign = SignedDataVerifier(
            root: chain.root, bundleID: "com.example.app", environment: .sandbox,
            revocationList: SigningChain(seed: 6).revocationList)
        // The other store's intermediate has the same name and another key.
        do throws(SignedDataRefusal) {
            _ = try foreign.transaction(text)
            Issue.record("believed")
        } catch {
            if case .chain(.unusableRevocationList) = error { return }
            Issue.record("\(error)")
        }
    }

    @Test("what a team's own chain cannot fail for is refused for its root")
    func team() throws {
        let chain = try SigningChainTests.team()
        let verifier = try SignedDataVerifierTests.team()
        let payload = try PayloadSamples.transaction()
        for flaw in [SignedDataFlaw.revokedCertificate, .invalidCertificateChain] {
            #expect(throws: SignedDataRefusal.chain(.foreignRoot(found: "\"Team Root\"", trusted: "\"Team Root\""))) {
                try verifier.transaction(chain.jws(of: payload, failing: flaw))
            }
        }
        #expect(throws: SignedDataRefusal.signature) {
            try verifier.transaction(chain.jws(of: payload, failing: .invalidSignature))
        }
        #expect(try verifier.transaction(chain.jws(of: payload.json)) == payload)
    }
}
