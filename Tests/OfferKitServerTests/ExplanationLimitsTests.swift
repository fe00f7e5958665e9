import OfferKitCore
import OfferKitCrypto
import OfferKitServer
import Testing

/// What an explanation may cost, and what it says when it finds nothing (C-65).
@Suite("Limits of an explanation")
struct ExplanationLimitsTests {
    private static func findings(
        _ claim: OfferClaim, _ knowledge: OfferVerifier.Knowledge = SampleShop.knowledge,
        budget: Int = OfferVerifier.defaultBudget
    ) -> SignatureFindings {
        OfferVerifier(backend: .pure, budget: budget).findings(for: claim, knowledge: knowledge)
    }

    /// Signed over a user name that the store has never seen.
    private static let unprovable = SampleShop.claim(signature: SampleShop.sign(SampleShop.text("never seen")))

    @Test("What cannot be proved is not named; what was tried is ruled out")
    func nothingProved() {
        let findings = ExplanationLimitsTests.findings(ExplanationLimitsTests.unprovable)
        #expect(findings.mistakes == [])
        // Without a token there is no token in another form, and a timestamp in milliseconds was not sent in seconds.
        let absent: Set<SignatureMistake.Kind> = [
            .tokenUpperCase, .tokenOtherForm, .accountNotSent, .timestampSentInSeconds, .otherOrder,
        ]
        #expect(Set(findings.ruledOut) == Set(SignatureMistake.Kind.allCases).subtracting(absent))
        #expect(findings.partlyTried == [.otherOrder])
    }

    @Test("With budget enough, every order of the parts is tried, and one far from the right one is named")
    func everyOrder() {
        let order: [OfferPart] = [.timestamp, .account, .nonce, .offerID, .bundleID, .productID, .keyIdentifier]
        let text =
            "1560000000000|4bd1c2c3e8a0|5f2a9c1e-7b3d-4e8f-9a01-23456789abcd|half3|com.example.app|pro.monthly|ABC1234567"
        let claim = SampleShop.claim(signature: SampleShop.sign(text))
        #expect(ExplanationLimitsTests.findings(claim, budget: 30_000).mistakes == [.otherOrder(order)])
        let all = ExplanationLimitsTests.findings(ExplanationLimitsTests.unprovable, budget: 30_000)
        #expect(all.ruledOut.contains(.otherOrder))
        #expect(all.partlyTried == [])
    }

    @Test("Without a budget nothing about the text is claimed")
    func noBudget() {
        let findings = ExplanationLimitsTests.findings(ExplanationLimitsTests.unprovable, budget: 0)
        #expect(findings.mistakes == [])
        #expect(findings.ruledOut.allSatisfy { $0.stage == .encoding || $0 == .separatorInPart })
        #expect(findings.partlyTried.contains(.otherSeparator))
    }

    @Test("A catalogue of 10,000 products is tried in part, and that is said")
    func largeCatalogue() {
        var knowledge = SampleShop.knowledge
        knowledge.products += (0..<10_000).map { .init("product.\($0)", offers: ["offer.\($0)"]) }
        let findings = ExplanationLimitsTests.findings(ExplanationLimitsTests.unprovable, knowledge)
        #expect(findings.mistakes == [])
        #expect(findings.partlyTried.contains(.otherProduct))
        #expect(findings.partlyTried.contains(.otherOffer))
        #expect(!findings.ruledOut.contains(.otherProduct))
        // A product that has the offer comes first, wherever it stands in the catalogue.
        knowledge.products.append(.init("last.of.all", offers: [SampleShop.offer]))
        let text =
            "com.example.app|ABC1234567|last.of.all|half3|4bd1c2c3e8a0|5f2a9c1e-7b3d-4e8f-9a01-23456789abcd|1560000000000"
        let claim = SampleShop.claim(signature: SampleShop.sign(text))
        #expect(
            ExplanationLimitsTests.findings(claim, knowledge).mistakes
                == [.otherProduct(signed: "last.of.all", sent: "pro.monthly")])
    }

    @Test("Fifty keys cost no more than one, and the one that signed is named")
    func manyKeys() throws {
        var knowledge = SampleShop.knowledge
        for number in UInt8(1)...48 {
            let key = try P256PrivateKey(rawRepresentation: Array(repeating: number, count: 32))
            knowledge.keys.append(.init(id: "KEY\(number)", publicKey: key.publicKey.x963Representation))
        }
        let key = try P256PrivateKey(rawRepresentation: Array(repeating: 48, count: 32))
        let claim = SampleShop.claim(signature: SampleShop.sign(SampleShop.text().lowercased(), key: key))
        // The text in lower case changes the key identifier, which stands in capitals.
        #expect(
            ExplanationLimitsTests.findings(claim, knowledge).mistakes
                == [
                    .otherKeySigned(signedWith: "KEY48", sent: "ABC1234567"),
                    .letterCase(.keyIdentifier, signed: "abc1234567"),
                ])
    }

    @Test("With more keys than are tried, the others are left open")
    func tooManyKeys() throws {
        var knowledge = SampleShop.knowledge
        for number in UInt8(1)...70 {
            let key = try P256PrivateKey(rawRepresentation: Array(repeating: number, count: 32))
            knowledge.keys.append(.init(id: "KEY\(number)", publicKey: key.publicKey.x963Representation))
        }
        let findings = ExplanationLimitsTests.findings(ExplanationLimitsTests.unprovable, knowledge, budget: 10)
        #expect(findings.partlyTried.contains(.otherKeySigned))
        #expect(!findings.ruledOut.contains(.otherKeySigned))
    }

    @Test("A key that the store knows under two names is not another key")
    func sameKeyTwice() {
        var knowledge = SampleShop.knowledge
        knowledge.keys.insert(
            .init(id: "COPY", publicKey: SampleShop.shop.publicKey.x963Representation), at: 0)
        let claim = SampleShop.claim(signature: SampleShop.sign(SampleShop.text(), separator: " "))
        #expect(ExplanationLimitsTests.findings(claim, knowledge).mistakes == [.otherSeparator(" ")])
    }

    @Test("A claim that lacks a part is not explained: the store answers with what is missing (S0-72)")
    func missingParts() {
        var claims = Array(repeating: SampleShop.claim(signature: SampleShop.sign("x")), count: 6)
        claims[0].account = .notSet
        claims[1].discount.identifier = nil
        claims[2].discount.keyIdentifier = nil
        claims[3].discount.nonce = nil
        claims[4].discount.signature = nil
        claims[5].discount.timestamp = nil
        for claim in claims {
            #expect(OfferVerifier(backend: .pure).evidence(claim) == .fails(SignatureFindings()))
        }
    }

    @Test("A user name of a million letters is tried with a handful of texts, and the rest is left open")
    func longText() {
        let name = String(repeating: "a", count: 1_000_000)
        let claim = SampleShop.claim(account: .userName(name), signature: SampleShop.sign("x"))
        let findings = ExplanationLimitsTests.findings(claim)
        #expect(findings.mistakes == [])
        #expect(findings.partlyTried.contains(.otherSeparator))
        #expect(!findings.ruledOut.contains(.otherSeparator))
    }

    @Test("Odd purchases are refused without harm")
    func oddities() {
        let verifier = OfferVerifier(backend: .pure, budget: 64)
        let good = SampleShop.claim(signature: SampleShop.sign(SampleShop.text()))
        for timestamp in [Int64.min, .max, 0, -1, 999, 253_402_300_800_000] {
            var claim = good
            claim.discount.timestamp = timestamp
            #expect(verifier.evidence(claim) != .verifies)
        }
        for signature in [
            String(repeating: "\"", count: 100_000), String(repeating: "%25", count: 30_000),
            String(repeating: "A", count: 1_000_000), "\u{0}", "🙂", "=", "====", "0x", ":", " ", "\n",
        ] {
            var claim = good
            claim.discount.signature = signature
            #expect(verifier.evidence(claim) != .verifies)
        }
        var claim = good
        claim.productID = ""
        claim.bundleID = ""
        claim.account = .userName(String(repeating: "é", count: 10_000))
        #expect(verifier.evidence(claim) != .verifies)
        #expect(verifier.evidence(for: good, key: [1, 2, 3], knowledge: .init(now: .epoch)) != .verifies)
    }

    @Test("No truncation and no single wrong bit of a good signature's text verifies")
    func damagedSignatures() {
        let verifier = OfferVerifier(backend: .pure, budget: 0)
        let good = SampleShop.sign(SampleShop.text())
        let bytes = Array(good.utf8)
        for end in 0..<bytes.count {
            let text = String(decoding: bytes[..<end], as: UTF8.self)
            #expect(verifier.evidence(SampleShop.claim(signature: text)) != .verifies)
        }
        for position in bytes.indices {
            for bit in [UInt8(0), 5] {
                var damaged = bytes
                damaged[position] ^= 1 << bit
                let text = String(decoding: damaged, as: UTF8.self)
                #expect(verifier.evidence(SampleShop.claim(signature: text)) != .verifies)
            }
        }
    }
}
