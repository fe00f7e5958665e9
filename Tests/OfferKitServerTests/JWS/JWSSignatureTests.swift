import OfferKitCore
import OfferKitCrypto
import OfferKitServer
import OfferKitTestHarness
import Testing

/// A request whose signature is wrong, and what is proved.
struct SignatureCase: Sendable {
    let name: String
    let text: String
    let mistakes: [SignatureMistake]

    init(_ name: String, _ mistakes: [SignatureMistake], _ change: (inout JWSForge) -> Void) {
        self.name = name
        self.mistakes = mistakes
        text = JWSForge.text(change)
    }

    /// The right parts, but something else was signed.
    init(signed what: JWSMistake.SignedText, _ signed: @escaping (String, String) -> [UInt8]) {
        self.init(what.rawValue, [.jws(.otherTextSigned(what))]) { $0.signed = signed }
    }
}

private func encoded(_ text: String) -> String {
    Base64.url.encode(Array(text.utf8))
}

/// The signature of a compact JWS.
///
/// What is said of a signature that does not fit (C-65).
struct JWSSignatureTests {
    @Test(
        "What can be proved is named",
        arguments: [
            SignatureCase("DER", [.jws(.derSignature)]) { $0.write = { Base64.url.encode($0.derRepresentation) } },
            SignatureCase("another key", [.otherKeySigned(signedWith: "ZYX7654321", sent: "ABC1234567")]) {
                $0.key = SampleShop.spare
            },
            SignatureCase(
                "DER by another key",
                [.jws(.derSignature), .otherKeySigned(signedWith: "ZYX7654321", sent: "ABC1234567")]
            ) {
                $0.key = SampleShop.spare
                $0.write = { Base64.url.encode($0.derRepresentation) }
            },
            SignatureCase("one byte short", [.jws(.signatureLength(63))]) {
                $0.write = { Base64.url.encode(Array($0.rawRepresentation.dropLast())) }
            },
            SignatureCase("empty", [.jws(.signatureLength(0))]) { $0.write = { _ in "" } },
            SignatureCase("zeros", [.impossibleSignature]) {
                $0.write = { _ in Base64.url.encode([UInt8](repeating: 0, count: 64)) }
            },
            SignatureCase(signed: .claimsPart) { Array(encoded($1).utf8) },
            SignatureCase(signed: .claimsJSON) { Array($1.utf8) },
            SignatureCase(signed: .plainJSON) { Array("\($0).\($1)".utf8) },
            SignatureCase(signed: .plainJSON) { Array("\($0)\($1)".utf8) },
            SignatureCase(signed: .noFullStop) { Array((encoded($0) + encoded($1)).utf8) },
            SignatureCase(signed: .moreAtTheEnd) { Array("\(encoded($0)).\(encoded($1))\n".utf8) },
            SignatureCase(signed: .otherBase64) {
                Array("\(Base64.standard.encode(Array($0.utf8))).\(Base64.standard.encode(Array($1.utf8)))".utf8)
            },
            SignatureCase(signed: .claimsWrittenAnew) { header, _ in
                Array("\(encoded(header)).\(encoded(JWSForge.sorted))".utf8)
            },
            SignatureCase(signed: .headerWrittenAnew) {
                Array("\(encoded($0.replacing(":", with: ": ").replacing(",", with: ", "))).\(encoded($1))".utf8)
            },
            SignatureCase("a hash of a hash", [.hashedTwice(.bytes)]) {
                $0.signed = { SHA256.hash(Array("\(encoded($0)).\(encoded($1))".utf8)) }
            },
        ])
    func proved(row: SignatureCase) {
        expectEqual(jwsMistakes(row.text), row.mistakes, "\(row.name)")
    }

    @Test("What cannot be proved is not named: it is said what it is not")
    func unproved() {
        let text = JWSForge.text { $0.signed = { _, _ in Array("something else".utf8) } }
        let jws = OfferRequestJWS(reading: text, for: .promotionalOffer)
        let findings = OfferVerifier(backend: .pure).findings(for: jws, knowledge: SampleShop.knowledge)
        expectEqual(findings.mistakes, [])
        expectContains(findings.ruledOut, .jwsDERSignature)
        expectEqual(findings.partlyTried, [.otherKeySigned, .otherHash, .hashedTwice, .jwsOtherTextSigned])
        expectEqual(findings.mismatch?.keyIdentifier, "ABC1234567")
    }

    @Test("C-65: what is too long to be read is not explained either", arguments: [(11_000, true), (12_000, false)])
    func longText(padding: Int, isRead: Bool) {
        let text = JWSForge.text {
            $0.claims = $0.claims.replacing("{", with: #"{"pad":"\#(String(repeating: "a", count: padding))","#)
            $0.write = { Base64.url.encode($0.derRepresentation) }
        }
        // Base64 makes four of three, and 500 are header, claims and signature.
        expectEqual(text.utf8.count <= 16_384, isRead)
        let jws = OfferRequestJWS(reading: text, for: .promotionalOffer)
        let findings = OfferVerifier(backend: .pure).findings(for: jws, knowledge: SampleShop.knowledge)
        expectEqual(jws.mistakes.isEmpty, isRead)
        expectEqual(findings.mistakes, isRead ? [.jws(.derSignature)] : [])
    }

    @Test("A key that the store does not have: another one that signed is named, and none is invented")
    func unknownKey() {
        let text = JWSForge.text { $0.header = #"{"alg":"ES256","kid":"NEWKEY1234","typ":"JWT"}"# }
        expectEqual(jwsMistakes(text), [.otherKeySigned(signedWith: "ABC1234567", sent: "NEWKEY1234")])
        var knowledge = SampleShop.knowledge
        knowledge.keys = []
        let jws = OfferRequestJWS(reading: text, for: .promotionalOffer)
        let findings = OfferVerifier(backend: .pure).findings(for: jws, knowledge: knowledge)
        expectEqual(findings, SignatureFindings(ruledOut: findings.ruledOut))
        expectLacks(findings.ruledOut, .otherKeySigned)
    }

    @Test("A diagnosis of this form shows what was expected, what came, and the claims as text")
    func words() {
        let text = JWSForge.replacing("com.example.app", with: "com.example.other")
        let jws = OfferRequestJWS(reading: text, for: .promotionalOffer)
        let claims = JWSClaims(bundleID: "com.example.app", productID: "pro.monthly", offerID: "half3")
        let diagnosis = SignatureDiagnosis(
            causes: claims.mistakes(of: jws).map(SignatureCause.signature), ruledOut: [], form: .compactJWS,
            expected: claims.expected(of: .promotionalOffer), received: jws.decoded, signature: "eyJ.eyJ.MEU",
            warnings: [])
        #expect(
            diagnosis.description == """
                The signature was made for the app "com.example.other", the purchase is for "com.example.app". Ask the \
                server to sign exactly what is bought.
                Expected claims: aud: promotional-offer, bid: com.example.app, productId: pro.monthly, offerIdentifier: half3
                Header that came: {"alg":"ES256","kid":"ABC1234567","typ":"JWT"}
                Claims that came: {"iss":"issuer-1","iat":1560000000,"aud":"promotional-offer","bid":"com.example.other",\
                "nonce":"5f2a9c1e-7b3d-4e8f-9a01-23456789abcd","productId":"pro.monthly","offerIdentifier":"half3",\
                "transactionId":"12"}
                JWS that came: "eyJ.eyJ.MEU"
                """)
    }

    @Test("A damaged text never traps and is never in order", arguments: UInt64(1)...8)
    func mutations(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let good = Array(JWSForge.text().utf8)
        let letters = Array("ABCxyz019-_=+/. \n{}[]\":,\\\u{0}é".utf8)
        for round in 0..<150 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                let letter = letters[Int.random(in: 0..<letters.count, using: &random)]
                switch Int.random(in: 0..<6, using: &random) {
                case 0: bytes[place] = letter
                case 1: bytes.insert(letter, at: place)
                case 2: bytes.remove(at: place)
                case 3: bytes.removeLast(bytes.count - max(1, place))
                case 4: bytes.append(contentsOf: bytes[place...].prefix(9))
                default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
                }
            }
            guard bytes != good else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!isInOrder(text), "seed \(seed), round \(round): \(text)")
            // The explanation, too, stands whatever comes, on a sample of them.
            if round % 15 == 0 { _ = jwsMistakes(text) }
        }
    }

    @Test("A damaged object of header or claims never traps and is never in order as it was", arguments: UInt64(1)...4)
    func damagedObjects(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let letters = Array("{}[]\":,\\u0e-9tfn \n".utf8)
        for round in 0..<100 {
            var bytes = Array(JWSForge.promotional.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = letters[Int.random(in: 0..<letters.count, using: &random)]
            }
            let text = JWSForge.text { $0.claims = String(decoding: bytes, as: UTF8.self) }
            let jws = OfferRequestJWS(reading: text, for: .promotionalOffer)
            // Whatever is left of it either has a fault, or says all that a request must say.
            let isWhole =
                jws.keyIdentifier != nil && jws.audience != nil && jws.bundleID != nil && jws.nonceText != nil
                && jws.issuedAt != nil && jws.productID != nil && jws.offerID != nil
            #expect(!jws.mistakes.isEmpty || isWhole, "seed \(seed), round \(round): \(text)")
        }
    }
}
