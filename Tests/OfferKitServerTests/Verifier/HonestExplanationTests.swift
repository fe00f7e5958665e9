import OfferKitCore
import OfferKitCrypto
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// An explanation says nothing that was not tried.
///
/// Whatever a store was not told: what it calls proved happened, and what it rules out did not (C-65).
struct HonestExplanationTests {
    /// Enough for every mistake alone; what is left of the budget goes into pairs.
    private static let budget = Effort.isFull ? OfferVerifier.defaultBudget : 420
    private static let seeds: [UInt64] = Effort.isFull ? [3, 14, 15, 92, 65, 35, 89, 79] : [3, 14]

    @Test("C-65: over random situations with random knowledge withheld, all that is said is true", arguments: seeds)
    func original(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let verifier = OfferVerifier(backend: .pure, budget: HonestExplanationTests.budget)
        for round in 0..<(Effort.isFull ? 30 : 15) {
            let situation = SecretSituation(&random, mistakes: Int.random(in: 0...2, using: &random))
            let place: Comment =
                "seed \(seed), round \(round): truly \(situation.truth), damaged \(situation.isDamaged)"
            let findings: SignatureFindings
            switch verifier.evidence(situation.claim, situation.knowledge) {
            case .verifies:
                #expect(situation.isRight && !situation.isDamaged, place)
                continue
            case .fails(let found): findings = found
            }
            let named = Set(findings.mistakes.map(\.kind))
            if situation.isDamaged {
                #expect(named.isSubset(of: [.impossibleSignature]), place)
            } else {
                #expect(named.isSubset(of: situation.truth), place)
                if situation.truth.count == 1, let kind = situation.truth.first {
                    expectLacks(findings.ruledOut, kind, place)
                }
            }
            HonestExplanationTests.check(findings, situation, place)
        }
    }

    /// What is said of the keys.
    private static func check(_ findings: SignatureFindings, _ situation: SecretSituation, _ place: Comment) {
        let isKeyKnown = situation.knowledge.keys.contains { $0.id == SampleShop.shopKey }
        guard let mismatch = findings.mismatch else {
            #expect(!findings.mistakes.isEmpty || !isKeyKnown, place)
            return
        }
        #expect(isKeyKnown, place)
        expectEqual(mismatch.keyIdentifier, SampleShop.shopKey, place)
        expectEqual(mismatch.registered, SecretSituation.fingerprint(SampleShop.shop), place)
        #expect(!situation.isRight || situation.isDamaged, place)
        if situation.isTextRight, !situation.isDamaged {
            let signer = SecretSituation.fingerprint(SecretSituation.keys[situation.signer])
            expectContains(mismatch.signers, signer, place)
        } else {
            expectLacks(mismatch.signers, mismatch.registered, place)
        }
    }

    @Test("C-65: the same of a compact JWS", arguments: seeds)
    func compact(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for round in 0..<(Effort.isFull ? 40 : 20) {
            let situation = SecretSituation(&random, mistakes: 0)
            var truth: [SignatureMistake.Kind] = []
            var signer = 0
            let text = JWSForge.text { forge in
                switch Int.random(in: 0..<6, using: &random) {
                case 0:
                    signer = Int.random(in: 1...3, using: &random)
                    forge.key = SecretSituation.keys[signer]
                    truth = [.otherKeySigned]
                case 1:
                    let texts: [(String, String) -> [UInt8]] = [
                        { _, claims in Array(claims.utf8) }, { header, claims in Array("\(header)!\(claims)".utf8) },
                    ]
                    forge.signed = texts.randomElement(using: &random)
                    truth = [.jwsOtherTextSigned]
                case 2:
                    forge.write = { Base64.url.encode($0.derRepresentation) }
                    // Without the key it is only known to have another length.
                    truth = [.jwsDERSignature, .jwsSignatureLength]
                case 3:
                    forge.header =
                        ["[1]", "{", #"{"alg":"ES256","kid":"ABC1234567","typ":"X"}"#].randomElement(using: &random)
                        ?? ""
                    truth = []
                default: break
                }
            }
            let place: Comment = "seed \(seed), round \(round): truly \(truth) in \(text)"
            let jws = OfferRequestJWS(reading: text, for: .promotionalOffer)
            let key = situation.knowledge.keys.first { $0.id == jws.keyIdentifier }?.publicKey
            let evidence = OfferVerifier(backend: .pure).evidence(for: jws, key: key, knowledge: situation.knowledge)
            guard case .fails(let findings) = evidence else { continue }
            #expect(Set(findings.mistakes.map(\.kind)).isSubset(of: truth), place)
            if let kind = truth.first { #expect(!findings.ruledOut.contains(kind), place) }
            // Of a header that could not be read nothing is ruled out that stands in it.
            if jws.decoded.contains("") { #expect(!findings.ruledOut.contains(.jwsOtherAlgorithm), place) }
            if let mismatch = findings.mismatch, truth == [.otherKeySigned] {
                expectContains(mismatch.signers, SecretSituation.fingerprint(SecretSituation.keys[signer]), place)
            }
        }
    }

    @Test("C-66: a unit of time is only named where it is the one that was meant, at whatever clock", arguments: seeds)
    func units(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for round in 0..<2_000 {
            // Signed between 1974 and 2100; the store's clock stands anywhere, often at its start or near the moment.
            let signed = Int64.random(in: 126_230_400...4_102_444_800, using: &random)
            let clocks: [Int64] = [
                0, Int64.random(in: 0...7_258_118_400_000, using: &random),
                signed * 1_000 + Int64.random(in: -90_000_000...90_000_000, using: &random), signed, signed * 1_000_000,
            ]
            let clock = Instant(millisecondsSince1970: clocks.randomElement(using: &random) ?? 0)
            let factor: Int64 = [1, 1_000, 1_000_000, 1_000_000_000].randomElement(using: &random) ?? 1
            let window = SignatureWindow(allowedClockSkew: 0)
            let number = signed * factor
            let (product, clamped) = number.multipliedReportingOverflow(by: 1_000)
            let place: Comment = "seed \(seed), round \(round): \(number) at \(clock)"
            let causes = [
                window.judge(timestamp: number, storeClock: clock),
                window.judge(
                    issuedAt: Instant(millisecondsSince1970: clamped ? .max : product),
                    storeClock: clock),
            ]
            for cause in causes {
                switch cause {
                case .timestampInSeconds?: expectEqual(factor, 1, place)
                case .issuedAtInMilliseconds?: expectEqual(factor, 1_000, place)
                case .timestampInFinerUnit(_, let unit, _)?:
                    expectEqual(factor, unit == .microseconds ? 1_000_000 : 1_000_000_000, place)
                default: break
                }
            }
        }
    }

    @Test("C-66: at a clock of 1970 an iat in seconds is ahead of it, and no unit is blamed")
    func clockAtZero() {
        let window = SignatureWindow(allowedClockSkew: 0)
        let issued = Instant(millisecondsSince1970: 1_763_800_000_000)
        expectEqual(
            window.judge(issuedAt: issued, storeClock: .epoch),
            .timestampInFuture(Date(issued), storeClock: Date(.epoch)))
    }
}
