import OfferKitCore
import OfferKitCrypto
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Limits of an explanation.
///
/// What an explanation may cost, and what it says when it finds nothing (C-65).
struct ExplanationLimitsTests {
    private static func findings(
        _ claim: OfferClaim, _ knowledge: OfferVerifier.Knowledge = SampleShop.knowledge,
        budget: Int = OfferVerifier.defaultBudget
    ) -> SignatureFindings {
        OfferVerifier(backend: .pure, budget: budget).findings(for: claim, knowledge: knowledge)
    }

    /// Signed over a user name that the store has never seen.
    private static let unprovable = SampleShop.claim(signature: SampleShop.sign(SampleShop.text("never seen")))

    /// Signed over this text, with `|` for the separator.
    private static func claim(_ text: String, separator: String = "\u{2063}") -> OfferClaim {
        SampleShop.claim(signature: SampleShop.sign(text, separator: separator))
    }

    /// What a signature's own text shows when it is plain Base64 of strict DER.
    private static let writing = SignatureMistake.Kind.allCases.filter {
        $0.stage == .encoding && !$0.isOfJWSOnly
    }
    /// What can be gone through to the end in the sample shop, for a purchase with a user name.
    private static let countable: [SignatureMistake.Kind] = [
        .separatorInPart, .noSeparator, .partMissing, .partDoubled, .leadingSeparator, .trailingSeparator,
        .nonceUpperCase,
        .accountNotSigned,
    ]
    /// What there are always more candidates for than the store knows, products, offers and keys that it was not told of
    /// among them; and the orders, which the budget cuts short.
    private static let uncountable: [SignatureMistake.Kind] = [
        .otherKeySigned, .otherKeyIdentifierInText, .otherKeyIdentifierSent, .otherSeparator, .otherOrder, .extraText,
        .otherTextEncoding, .otherHash,
        .hashedTwice, .nonceOtherForm, .userNameLetterCase, .userNameHashed, .otherAccount, .placeholder,
        .timestampSignedInSeconds, .timestampOtherForm, .otherTimestamp, .otherNonce, .otherBundle, .otherProduct,
        .otherOffer, .letterCase, .whitespaceAroundPart,
    ]

    @Test("What cannot be proved is not named, and only what was tried to the end is ruled out")
    func nothingProved() {
        let findings = ExplanationLimitsTests.findings(ExplanationLimitsTests.unprovable)
        expectEqual(findings.mistakes, [])
        expectEqual(findings.ruledOut, ExplanationLimitsTests.writing + ExplanationLimitsTests.countable)
        // Without a token there is no token in another form, and a timestamp in milliseconds was not sent in seconds.
        expectEqual(findings.partlyTried, ExplanationLimitsTests.uncountable)
    }

    @Test(
        "A mistake outside the store's candidates is not named, and its kind is not ruled out",
        arguments: [
            (claim(SampleShop.text(), separator: "@"), SignatureMistake.Kind.otherSeparator),
            (claim(SampleShop.text() + "!"), .extraText),
            (claim(SampleShop.text().replacing("com.example.app", with: "org.example")), .otherBundle),
            (claim(SampleShop.text("nobody")), .placeholder), (claim(SampleShop.text("c0ffee")), .userNameHashed),
            (claim(SampleShop.text("someone else")), .otherAccount),
            (claim(SampleShop.text("4bD1c2c3e8a0")), .userNameLetterCase),
            (claim(SampleShop.text().replacing("1560000000000", with: "1540000000000")), .otherTimestamp),
            (claim(SampleShop.text().replacing("1560000000000", with: "1560000000.0001")), .timestampSignedInSeconds),
            (claim(SampleShop.text().replacing("1560000000000", with: "16B37D6FC00")), .timestampOtherForm),
            (claim(SampleShop.text().replacing("5f2a9c1e", with: "5f2a9c1f")), .otherNonce),
            (claim(SampleShop.text().replacing("5f2a9c1e", with: "5f 2a 9c 1e")), .nonceOtherForm),
            (claim(SampleShop.text().replacing("pro.monthly", with: "Pro.Monthly")), .letterCase),
            (claim(SampleShop.text().replacing("half3", with: "\t half3")), .whitespaceAroundPart),
            (claim(SampleShop.text().replacing("ABC1234567", with: "DEF1234567")), .otherKeyIdentifierInText),
        ] as [(OfferClaim, SignatureMistake.Kind)])
    func outsideTheCandidates(_ claim: OfferClaim, _ kind: SignatureMistake.Kind) {
        let findings = ExplanationLimitsTests.findings(claim, budget: 400)
        expectEqual(findings.mistakes, [])
        expectLacks(findings.ruledOut, kind)
        expectContains(findings.partlyTried, kind)
    }

    @Test("With capitals in the user name, a kind is only ruled out when it was tried with the lower-case name too")
    func lowerCaseName() {
        let claim = SampleShop.claim(
            account: .userName("Anna"), signature: SampleShop.sign(SampleShop.text("anna"), separator: ""))
        expectEqual(ExplanationLimitsTests.findings(claim).mistakes, [.noSeparator])
        let other = SampleShop.claim(
            account: .userName("Anna"), signature: SampleShop.sign(SampleShop.text("never seen")))
        // Wherever the budget ends: between the name as sent and the one in lower case, too.
        for budget in stride(from: 0, to: 128, by: 16) {
            let findings = ExplanationLimitsTests.findings(claim, budget: budget)
            #expect(findings.mistakes == [.noSeparator] || !findings.ruledOut.contains(.noSeparator))
        }
        expectContains(ExplanationLimitsTests.findings(other, budget: 800).ruledOut, .noSeparator)
    }

    @Test("While it is open what the signature is, nothing about its writing or its text is ruled out")
    func rawAndUnknown() throws {
        let bytes = SampleShop.bytes(SampleShop.text("never seen"))
        let raw = SampleShop.shop.signature(for: bytes).rawRepresentation
        let claim = SampleShop.claim(signature: Base64.standard.encode(raw))
        let findings = ExplanationLimitsTests.findings(claim, budget: 400)
        expectEqual(findings.mistakes, [.notDER(byteCount: 64)])
        expectEqual(findings.ruledOut, [.separatorInPart])
        expectContains(findings.partlyTried, .noSeparator)
    }

    @Test("A way of writing that proves itself is named, and what else was tried is told as well")
    func hexadecimalAndUnknown() {
        let bytes = SampleShop.bytes(SampleShop.text("never seen"))
        let der = SampleShop.shop.signature(for: bytes).derRepresentation
        let text = der.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let findings = ExplanationLimitsTests.findings(SampleShop.claim(signature: text), budget: 400)
        expectEqual(findings.mistakes, [.hexadecimal])
        expectEqual(findings.ruledOut, ExplanationLimitsTests.countable)
    }

    @Test("Without the key that was sent, nothing but the writing is ruled out, and no keys are compared")
    func unknownKey() {
        var claim = ExplanationLimitsTests.unprovable
        claim.discount.keyIdentifier = "NOSUCHKEY0"
        let findings = ExplanationLimitsTests.findings(claim, budget: 400)
        expectEqual(findings.ruledOut, ExplanationLimitsTests.writing + [.separatorInPart])
        expectNil(findings.mismatch)
        // With no key at all, not even that the signature is possible was looked at.
        let keyless = ExplanationLimitsTests.findings(claim, OfferVerifier.Knowledge(now: SampleShop.now))
        expectEqual(
            keyless.ruledOut,
            ExplanationLimitsTests.writing.filter { $0 != .impossibleSignature } + [
                .separatorInPart
            ])
        expectEqual(keyless.partlyTried, [])
    }

    @Test("A revoked key is named only where no other key is the same, and is tried after the others")
    func revokedKeys() throws {
        let key = try P256PrivateKey(rawRepresentation: Array(repeating: 99, count: 32))
        let publicKey = key.publicKey.x963Representation
        let claim = SampleShop.claim(signature: SampleShop.sign(SampleShop.text(), key: key))
        var knowledge = SampleShop.knowledge
        knowledge.keys.append(.init(id: "REVOKED", publicKey: publicKey, isRevoked: true))
        expectEqual(
            ExplanationLimitsTests.findings(claim, knowledge).mistakes,
            [.otherKeySigned(signedWith: "REVOKED", sent: SampleShop.shopKey)])
        knowledge.keys.append(.init(id: "RENEWED", publicKey: publicKey))
        expectEqual(
            ExplanationLimitsTests.findings(claim, knowledge).mistakes,
            [.otherKeySigned(signedWith: "RENEWED", sent: SampleShop.shopKey)])
    }

    @Test("No clock, timestamp and signed number are too large or too small to be explained")
    func extremeClocks() {
        let clocks: [Int64] = [.min, -1, 0, 1_560_000_000_000, .max]
        let timestamps: [Int64] = [
            .min, .min + 1, -9_223_372_036_854_776, -9_223_372_036_854_775, -1_560_000_000_000, -999, -1, 0, 1, 999,
            1_560_000_000, 9_223_372_036_854_774, 9_223_372_036_854_775, 9_223_372_036_854_776, .max - 1, .max,
        ]
        var knowledge = SampleShop.knowledge
        knowledge.keys.removeLast()
        knowledge.seen += [.init(nonce: SampleShop.uuid(SampleShop.token), timestamp: .min)]
        knowledge.seen += [.init(nonce: SampleShop.uuid(SampleShop.token), timestamp: .max)]
        for (row, clock) in clocks.enumerated() {
            knowledge.now = Instant(millisecondsSince1970: clock)
            // A debug build tries each timestamp at the first clock, at the last, and at one of those between.
            for (place, timestamp) in timestamps.enumerated()
            where [.min, .max].contains(clock) || Effort.tries(place - row, oneOf: clocks.count - 2) {
                var claim = ExplanationLimitsTests.unprovable
                claim.discount.timestamp = timestamp
                let findings = ExplanationLimitsTests.findings(claim, knowledge, budget: 1)
                expectEqual(findings.mistakes, [], "\(timestamp) at \(clock)")
            }
        }
        // All 999 numbers of milliseconds that a number of seconds may stand for, as far as there are such numbers.
        knowledge.now = Instant(millisecondsSince1970: .max)
        knowledge.seen = []
        var claim = ExplanationLimitsTests.unprovable
        claim.discount.timestamp = 9_223_372_036_854_775
        expectContains(ExplanationLimitsTests.findings(claim, knowledge).partlyTried, .timestampSentInSeconds)
        let text = SampleShop.text().replacing("1560000000000", with: "\(Int64.max)")
        claim.discount.signature = SampleShop.sign(text)
        expectEqual(
            ExplanationLimitsTests.findings(claim, knowledge).mistakes,
            [.timestampSentInSeconds(signed: .max, sent: 9_223_372_036_854_775)])
    }

    @Test("With budget enough, every order of the parts is tried, and one far from the right one is named")
    func everyOrder() {
        let order: [OfferPart] = [.timestamp, .account, .nonce, .offerID, .bundleID, .productID, .keyIdentifier]
        let text =
            "1560000000000|4bd1c2c3e8a0|5f2a9c1e-7b3d-4e8f-9a01-23456789abcd|half3|com.example.app|pro.monthly|ABC1234567"
        let claim = SampleShop.claim(signature: SampleShop.sign(text))
        expectEqual(ExplanationLimitsTests.findings(claim, budget: 11_000).mistakes, [.otherOrder(order)])
        let all = ExplanationLimitsTests.findings(ExplanationLimitsTests.unprovable, budget: 11_000)
        expectContains(all.ruledOut, .otherOrder)
        expectLacks(all.partlyTried, .otherOrder)
    }

    @Test("Without a budget nothing about the text is claimed")
    func noBudget() {
        let findings = ExplanationLimitsTests.findings(ExplanationLimitsTests.unprovable, budget: 0)
        expectEqual(findings.mistakes, [])
        expectEqual(findings.ruledOut, ExplanationLimitsTests.writing + [.separatorInPart])
        expectEqual(findings.partlyTried, [])
    }

    @Test("A catalogue of 10,000 products is tried in part, and that is said")
    func largeCatalogue() {
        var knowledge = SampleShop.knowledge
        knowledge.products += (0..<10_000).map { .init("product.\($0)", offers: ["offer.\($0)"]) }
        let findings = ExplanationLimitsTests.findings(ExplanationLimitsTests.unprovable, knowledge, budget: 800)
        expectEqual(findings.mistakes, [])
        expectContains(findings.partlyTried, .otherProduct)
        expectContains(findings.partlyTried, .otherOffer)
        expectLacks(findings.ruledOut, .otherProduct)
        // A product that has the offer comes first, wherever it stands in the catalogue.
        knowledge.products.append(.init("last.of.all", offers: [SampleShop.offer]))
        let text =
            "com.example.app|ABC1234567|last.of.all|half3|4bd1c2c3e8a0|5f2a9c1e-7b3d-4e8f-9a01-23456789abcd|1560000000000"
        let claim = SampleShop.claim(signature: SampleShop.sign(text))
        expectEqual(
            ExplanationLimitsTests.findings(claim, knowledge).mistakes,
            [.otherProduct(signed: "last.of.all", sent: "pro.monthly")])
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
        expectEqual(
            ExplanationLimitsTests.findings(claim, knowledge).mistakes,
            [
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
        expectContains(findings.partlyTried, .otherKeySigned)
        expectLacks(findings.ruledOut, .otherKeySigned)
    }

    @Test("A key that the store knows under two names is not another key")
    func sameKeyTwice() {
        var knowledge = SampleShop.knowledge
        knowledge.keys.insert(
            .init(id: "COPY", publicKey: SampleShop.shop.publicKey.x963Representation), at: 0)
        let claim = SampleShop.claim(signature: SampleShop.sign(SampleShop.text(), separator: " "))
        expectEqual(ExplanationLimitsTests.findings(claim, knowledge).mistakes, [.otherSeparator(" ")])
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
            expectEqual(OfferVerifier(backend: .pure).evidence(claim), .fails(SignatureFindings()))
        }
    }

    @Test("A user name of a million letters is tried with a handful of texts, and the rest is left open")
    func longText() {
        let name = String(repeating: "a", count: 1_000_000)
        let claim = SampleShop.claim(account: .userName(name), signature: SampleShop.sign("x"))
        let findings = ExplanationLimitsTests.findings(claim)
        expectEqual(findings.mistakes, [])
        expectContains(findings.partlyTried, .otherAccount)
        expectLacks(findings.partlyTried, .noSeparator)
        expectLacks(findings.ruledOut, .noSeparator)
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
        let verifier = OfferVerifier(backend: .pure)
        let key = SampleShop.shop.publicKey.x963Representation
        let good = SampleShop.sign(SampleShop.text())
        let bytes = Array(good.utf8)
        // With no key to search with, the text of the signature is read in every way all the same.
        func evidence(_ signature: String) -> SignatureEvidence {
            verifier.evidence(
                for: SampleShop.claim(signature: signature), key: key, knowledge: .init(now: SampleShop.now))
        }
        expectEqual(evidence(good), .verifies)
        for end in 0..<bytes.count {
            let text = String(decoding: bytes[..<end], as: UTF8.self)
            #expect(evidence(text) != .verifies)
        }
        for position in bytes.indices {
            for bit in [UInt8(0), 5] {
                var damaged = bytes
                damaged[position] ^= 1 << bit
                let text = String(decoding: damaged, as: UTF8.self)
                #expect(evidence(text) != .verifies)
            }
        }
    }
}
