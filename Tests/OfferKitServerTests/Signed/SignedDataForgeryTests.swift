import OfferKitCore
import OfferKitCrypto
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Forged signed data.
///
/// Forgeries, each refused for its own reason, by a verifier that knows the chain and by one that does not.
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
        expectEqual(refusals[0], refusals[1], sourceLocation: location)
        return refusals[0]
    }

    @Test("the good text is believed, so that what follows proves something")
    func good() throws {
        expectNil(try SignedDataForgeryTests.refusal(SignedForge.text()))
        expectNil(try SignedDataForgeryTests.refusal(SignedForge.text(), revoked: TeamChain.revocations))
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
                .chain(.expired(.leaf, on: Date(millisecondsSince1970: 1_609_459_199_000)))
            ),
        ] as [([String], SignedDataRefusal)] {
            let text = try SignedForge.text { $0.certificates = certificates }
            try expectEqual(SignedDataForgeryTests.refusal(text), refusal)
        }
    }

    @Test("a chain whose lower half is foreign, under the trusted root, is refused where it breaks")
    func mixed() throws {
        typealias T = TeamChain
        // As `openssl x509 -ext subjectKeyIdentifier` prints them.
        let intermediate = hexBytes("69602dfc9994c3c07d4b44c6102dd18acf3aa0a8")
        let foreignIntermediate = hexBytes("cb8e7a6c7e3cdac9fca475a5642ba6addd540442")
        let root = hexBytes("1a0998d4ba96d960e78463d597ac70f338df0c28")
        let foreignRoot = hexBytes("001bfd91f360ee64f45879290752a98859352ceb")
        let broken = SigningChainFault.misfit(
            .intermediate, .authorityKeyIdentifier(found: foreignRoot, expected: root))
        for (certificates, fault) in [
            (
                [T.foreignLeaf, T.intermediate, T.root],
                .misfit(.leaf, .authorityKeyIdentifier(found: foreignIntermediate, expected: intermediate))
            ),
            ([T.leaf, T.foreignIntermediate, T.root], broken),
            ([T.foreignLeaf, T.foreignIntermediate, T.root], broken),
        ] as [([String], SigningChainFault)] {
            let text = try SignedForge.text { $0.certificates = certificates }
            try expectEqual(SignedDataForgeryTests.refusal(text), .chain(fault))
        }
    }

    @Test("a certificate that cannot be read is named")
    func unreadable() throws {
        let good = try SignedForge.der(TeamChain.intermediate)
        let texts = [try SignedForge.der(TeamChain.leaf), Array(good.dropLast()), try SignedForge.der(TeamChain.root)]
            .map { "\"" + Base64.standard.encode($0) + "\"" }
        let text = try SignedForge.text { $0.header = #"{"alg":"ES256","x5c":[\#(texts.joined(separator: ","))]}"# }
        let refusal = try SignedDataForgeryTests.refusal(text)
        guard case .chain(.unreadable(.intermediate, let reason))? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        expectContains(reason, "is it DER, and all of it?")
    }

    @Test("a leaf that is revoked is refused with its number, as soon as the list is there")
    func revoked() throws {
        let text = try SignedForge.text {
            $0.certificates[0] = TeamChain.otherLeaf
            $0.key = TeamChain.otherLeafKey
        }
        expectNil(try SignedDataForgeryTests.refusal(text))
        // 2026-11-22T01:55:11Z, as `openssl crl -text` prints it.
        let date = Date(millisecondsSince1970: 1_795_312_511_000)
        try expectEqual(
            SignedDataForgeryTests.refusal(text, revoked: TeamChain.revocations),
            .chain(.revoked(serialNumber: "04", on: date)))
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
            try expectEqual(SignedDataForgeryTests.refusal(text), .format(error))
        }
        let der = try SignedForge.text { $0.sign = { $1.signature(for: $0).derRepresentation } }
        let refusal = try SignedDataForgeryTests.refusal(der)
        guard case .format(.derSignature(let count))? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(68...72 ~= count)
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
        for text in texts { try expectEqual(SignedDataForgeryTests.refusal(text), .signature) }
    }

    @Test("what was rightly signed and is no payload is refused as that")
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
            try expectEqual(SignedDataForgeryTests.refusal(text), .payload(error))
        }
    }

    @Test("the payload's JSON and its date come before chain and signature, its other members after both")
    func order() throws {
        let full = PayloadSamples.fullTransaction
        let foreign = SignedDataRefusal.chain(.foreignRoot(found: "\"Team Root\"", trusted: "\"Team Root\""))
        for (payload, forged, foreignly) in [
            ("[]", .payload(.noObject(found: "an array")), .payload(.noObject(found: "an array"))),
            (#"{"a":1,"a":1}"#, .payload(.repeatedName("a")), .payload(.repeatedName("a"))),
            (
                full.replacing("\"signedDate\"", with: "\"date\""), .payload(.missing(member: "signedDate")),
                .payload(.missing(member: "signedDate"))
            ),
            // Nobody learns from a forged text what else a payload must be like.
            (full.replacing("\"productId\"", with: "\"product\""), .signature, foreign),
            (full.replacing("com.example.app", with: "com.example.b"), .signature, foreign),
        ] as [(String, SignedDataRefusal, SignedDataRefusal)] {
            let badlySigned = try SignedForge.text {
                $0.payload = payload
                $0.key = TeamChain.otherLeafKey
            }
            try expectEqual(SignedDataForgeryTests.refusal(badlySigned), forged)
            let badlyChained = try SignedForge.text {
                $0.payload = payload
                $0.certificates = [TeamChain.foreignLeaf, TeamChain.foreignIntermediate, TeamChain.foreignRoot]
                $0.key = TeamChain.otherLeafKey
            }
            try expectEqual(SignedDataForgeryTests.refusal(badlyChained), foreignly)
        }
    }
}
