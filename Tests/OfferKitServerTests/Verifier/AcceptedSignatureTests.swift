import OfferKitCore
import OfferKitCrypto
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Good signatures verify.
///
/// What must verify although it looks unusual, with signatures made by OpenSSL 3.0 (`openssl dgst -sha256 -sign`).
struct AcceptedSignatureTests {
    private let verifier = OfferVerifier(backend: .pure, budget: 64)

    @Test("The worked example of B2.1 verifies with an empty user name, set on purpose (C-1)")
    func workedExample() {
        let signature =
            "MEUCIA+U7GAcaKwaPV4kMNCy2qQiGWWJn1ojMJKp5Hq8jthYAiEAqHuo9KgWqjafQ/RXcvfxytZx0YeSDcNofYocuN9VosY="
        let claim = SampleShop.claim(account: .userName(""), signature: signature)
        expectEqual(verifier.evidence(claim), .verifies)
        expectEqual(
            OfferPayload(claim)?.text.replacing("\u{2063}", with: "|"),
            "com.example.app|ABC1234567|pro.monthly|half3||5f2a9c1e-7b3d-4e8f-9a01-23456789abcd|1560000000000")
    }

    @Test(
        "Both s and n - s verify: low s is not demanded",
        arguments: [
            "MEQCIEi5Raxcq8DM0dZ1rT0uAjcN1c1RYSCqkL2syoaqckDQAiA9uymwKj1c3KhftqJPAEV8R3GF521y7p9oombZI6rFxA==",
            "MEUCIEi5Raxcq8DM0dZ1rT0uAjcN1c1RYSCqkL2syoaqckDQAiEAwkTWTtXCoyRXoEldsP+6g3V1dMY5pK/lixdj6di4X40=",
        ])
    func bothHalves(_ signature: String) {
        expectEqual(verifier.evidence(SampleShop.claim(signature: signature)), .verifies)
    }

    @Test(
        "A user name is signed as sent, or in lower case by ASCII or by all scripts, and in no fourth way (C-2, C-64)",
        arguments: [
            ("Anna", "Anna", true), ("Anna", "anna", true), ("Anna", "ANNA", false), ("anna", "Anna", false),
            ("ÄNNA", "Änna", true), ("ÄNNA", "änna", true),
            ("ÄNNA", "ÄNna", false),
        ])
    func userNameCase(_ sent: String, _ signed: String, _ verifies: Bool) {
        let claim = SampleShop.claim(
            account: .userName(sent), signature: SampleShop.sign(SampleShop.text(signed)))
        expectEqual(verifier.evidence(claim) == .verifies, verifies)
    }

    // S0-65, S0-71: the same user name that was signed.
    @Test("Where lower case is not accepted, the user name is signed letter by letter, and the mistake is named (C-2)")
    func exactUserName() {
        let exact = OfferVerifier(backend: .pure, budget: 64, acceptsLowercasedUserName: false)
        for (signed, verifies) in [("Anna", true), ("anna", false)] {
            let claim = SampleShop.claim(
                account: .userName("Anna"), signature: SampleShop.sign(SampleShop.text(signed)))
            expectEqual(exact.evidence(claim) == .verifies, verifies)
            let mistakes = exact.mistakes(claim, SampleShop.knowledge)
            expectEqual(mistakes, verifies ? nil : [.userNameLetterCase(signed: "anna", sent: "Anna")])
        }
    }

    @Test("Two ways to write an umlaut are two user names (C-64)")
    func composition() {
        var knowledge = SampleShop.knowledge
        let (composed, decomposed) = ("\u{E4}nna", "a\u{308}nna")
        knowledge.accounts = [.userName(composed), .userName(decomposed)]
        let claim = SampleShop.claim(
            account: .userName(composed), signature: SampleShop.sign(SampleShop.text(decomposed)))
        let mistakes = verifier.mistakes(claim, knowledge) ?? []
        expectEqual(mistakes.count, 1)
        guard case .otherAccount(let signed, let sent) = mistakes.first else {
            Issue.record("not named: \(mistakes)")
            return
        }
        expectEqual(Array(signed.utf8), Array(decomposed.utf8))
        expectEqual(Array(sent.utf8), Array(composed.utf8))
    }

    @Test("A token is signed in lower case (B2-4)")
    func token() {
        let claim = SampleShop.claim(
            account: .token(SampleShop.uuid(SampleShop.token)),
            signature: SampleShop.sign(SampleShop.text(SampleShop.token)))
        expectEqual(verifier.evidence(claim), .verifies)
    }

    @Test("A separator inside a part is refused although the signature fits (C-63)")
    func separatorInside() {
        // Five parts run into one another: product and offer could be cut elsewhere.
        var claim = SampleShop.claim(
            account: .userName("a\u{2063}b"), signature: SampleShop.sign(SampleShop.text("a\u{2063}b")))
        expectEqual(verifier.mistakes(claim), [.separatorInPart(.account)])
        claim.account = .userName("ab")
        claim.discount.identifier = "half\u{2063}3"
        expectEqual(verifier.mistakes(claim), [.separatorInPart(.offerID)])
    }

    @Test("A prepared key gives the same verdict as the key itself")
    func preparedKey() {
        let table = SampleShop.shop.publicKey.prepared()
        let prepared = OfferVerifier(backend: .pure, budget: 64, preparedKey: { _ in table })
        for text in [SampleShop.text(), SampleShop.text("someone else")] {
            let claim = SampleShop.claim(signature: SampleShop.sign(text))
            expectEqual(prepared.evidence(claim), verifier.evidence(claim))
        }
    }
}
