import OfferKitCore
import OfferKitCrypto
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Mistakes in a compact JWS.
///
/// Every known way to make a compact JWS wrongly is named, and nothing else (C-65).
struct JWSMistakeTests {
    @Test("The good request has none")
    func none() {
        expectEqual(jwsMistakes(JWSForge.good), [])
        expectEqual(jwsMistakes(JWSForge.text { $0.claims = JWSForge.introductory }, for: .introductoryEligibility), [])
    }

    @Test(
        "B2-17: how the text is written",
        arguments: [
            JWSCase(JWSForge.good + "." + JWSForge.parts[0], .partCount(4)),
            JWSCase(JWSForge.parts[0] + "." + JWSForge.parts[1], .partCount(2)),
            JWSCase("one", .partCount(1)), JWSCase(JWSForge.good.replacing(".", with: " "), .partCount(1)),
            JWSCase(JWSForge.good + "\n", .notBase64URL(.signature, .character("\n", offset: 86))),
            JWSCase(
                "\"\(JWSForge.good)\"", .notBase64URL(.header, .character("\"", offset: 0)),
                .notBase64URL(.signature, .character("\"", offset: 86))),
            JWSCase("Bearer " + JWSForge.good, .notBase64URL(.header, .character(" ", offset: 6))),
            JWSCase("..", .notJSONObject(.header, found: "it is empty"), .notJSONObject(.claims, found: "it is empty")),
            JWSCase(
                JWSForge.parts[0] + ".e30A." + JWSForge.parts[2],
                .notJSONObject(.claims, found: "there is an unexpected character at offset 2")),
            JWSCase(JWSForge.parts[0] + ".W10." + JWSForge.parts[2], .notJSONObject(.claims, found: "it is an array")),
            JWSCase(JWSForge.parts[0] + ".e." + JWSForge.parts[2], .notBase64URL(.claims, .length(1))),
            JWSCase(JWSForge.parts[0] + ".é." + JWSForge.parts[2], .notBase64URL(.claims, .character("é", offset: 0))),
        ])
    func writing(row: JWSCase) {
        let named = OfferRequestJWS(reading: row.text, for: .promotionalOffer).mistakes
        expectEqual(named.filter { if case .missingClaim = $0 { false } else { true } }, row.mistakes)
        #expect(!isInOrder(row.text))
    }

    @Test("C-61: padding and the standard alphabet are named, with the part, and refused")
    func alphabets() {
        func padded(_ text: String) -> String {
            let text = Base64.url.encode(Array(text.utf8))
            return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        }
        // The header's 46 bytes end in two padding characters, the claims' do not need to.
        let text = JWSForge.text { $0.encode = padded }
        let named = jwsMistakes(text)
        expectContains(named, .jws(.padding(.header)))
        #expect(named.allSatisfy { [.jwsPadding].contains($0.kind) })
        let transit = parts(padded: 0)
        expectEqual(jwsMistakes(transit), [.jws(.padding(.header))])
        #expect(!isInOrder(text) && !isInOrder(transit))
        // A signature has 64 bytes, so two padding characters.
        expectEqual(jwsMistakes(JWSForge.good + "=="), [.jws(.padding(.signature))])
        let standard = JWSForge.text { forge in
            forge.write = { Base64.standard.encode($0.rawRepresentation).replacing("=", with: "") }
            // The first of these requests whose signature has a letter that differs.
            forge.claims = JWSMistakeTests.claimsWithForeignLetters
        }
        expectEqual(jwsMistakes(standard), [.jws(.standardAlphabet(.signature))])
    }

    private func parts(padded part: Int) -> String {
        JWSForge.parts.enumerated().map { $0.offset == part ? $0.element + "==" : $0.element }
            .joined(separator: ".")
    }

    /// Claims whose signature needs `-` or `_` in Base64URL.
    private static let claimsWithForeignLetters: String = {
        for number in 0..<64 {
            let claims = JWSForge.promotional.replacing("issuer-1", with: "issuer-\(number)")
            let signature = JWSForge.text { $0.claims = claims }.split(separator: ".")[2]
            if signature.contains("-") || signature.contains("_") { return claims }
        }
        return JWSForge.promotional
    }()

    @Test(
        "B2-17, C-94: the header",
        arguments: [
            JWSCase(
                JWSForge.text { $0.header = #"{"alg":"HS256","kid":"ABC1234567","typ":"JWT"}"# },
                .otherAlgorithm("HS256")),
            JWSCase(
                JWSForge.text {
                    $0.header = #"{"alg":"none","kid":"ABC1234567","typ":"JWT"}"#; $0.write = { _ in "" }
                },
                .otherAlgorithm("none")),
            JWSCase(JWSForge.text { $0.header = #"{"kid":"ABC1234567","typ":"JWT"}"# }, .missingHeader("alg")),
            JWSCase(JWSForge.text { $0.header = #"{"alg":"ES256","typ":"JWT"}"# }, .missingHeader("kid")),
            JWSCase(JWSForge.text { $0.header = #"{"alg":"ES256","kid":"","typ":"JWT"}"# }, .missingHeader("kid")),
            JWSCase(JWSForge.text { $0.header = #"{"alg":"ES256","kid":7,"typ":"JWT"}"# }, .missingHeader("kid")),
            JWSCase(JWSForge.text { $0.header = #"{"alg":"ES256","kid":"ABC1234567"}"# }, .missingHeader("typ")),
            JWSCase(
                JWSForge.text { $0.header = #"{"alg":"ES256","kid":"ABC1234567","typ":"jwt"}"# }, .otherType("jwt")),
            JWSCase(
                JWSForge.text { $0.header = #"{"alg":"ES256","kid":"ABC1234567","typ":"JWT","crit":["exp"]}"# },
                .criticalExtension),
            JWSCase(
                JWSForge.text { $0.header = #"{"alg":"none","alg":"ES256","kid":"ABC1234567","typ":"JWT"}"# },
                .repeatedName(.header, name: "alg")),
        ])
    func header(row: JWSCase) {
        expectEqual(jwsMistakes(row.text), row.mistakes.map(SignatureMistake.jws))
        #expect(!isInOrder(row.text))
    }

    @Test(
        "B2-18…20: claims that are missing, empty, doubled or of another type",
        arguments: [
            JWSCase(JWSForge.replacing(#""iss":"issuer-1","#, with: ""), .missingClaim("iss")),
            JWSCase(JWSForge.replacing(#""issuer-1""#, with: #""""#), .missingClaim("iss")),
            JWSCase(JWSForge.replacing(#""iat":1560000000,"#, with: ""), .missingClaim("iat")),
            JWSCase(JWSForge.replacing(#""aud":"promotional-offer","#, with: ""), .missingClaim("aud")),
            JWSCase(JWSForge.replacing(#""bid":"com.example.app""#, with: #""bid":null"#), .missingClaim("bid")),
            JWSCase(JWSForge.replacing("nonce", with: "Nonce"), .missingClaim("nonce")),
            JWSCase(JWSForge.replacing("productId", with: "productID"), .missingClaim("productId")),
            JWSCase(JWSForge.replacing("offerIdentifier", with: "offerId"), .missingClaim("offerIdentifier")),
            JWSCase(
                JWSForge.replacing("1560000000", with: #""1560000000""#),
                .claimOfOtherType("iat", expected: "a number of seconds since 1970", found: #"the text "1560000000""#)),
            JWSCase(
                JWSForge.replacing(#""promotional-offer""#, with: #"["promotional-offer"]"#),
                .claimOfOtherType("aud", expected: "a text", found: "an array")),
            JWSCase(
                JWSForge.replacing(#""12""#, with: "12"),
                .claimOfOtherType("transactionId", expected: "a text", found: "the number 12")),
            JWSCase(
                JWSForge.replacing("{", with: #"{"bid":"com.example.other","#), .repeatedName(.claims, name: "bid")),
        ])
    func claims(row: JWSCase) {
        expectEqual(jwsMistakes(row.text), row.mistakes.map(SignatureMistake.jws))
        #expect(!isInOrder(row.text))
    }

    @Test("B2-21: a decision needs its own claims; one made for something else is not asked for them")
    func decisions() {
        func named(_ piece: String, _ other: String) -> [SignatureMistake] {
            jwsMistakes(
                JWSForge.text { $0.claims = JWSForge.introductory.replacing(piece, with: other) },
                for: .introductoryEligibility)
        }
        expectEqual(named(#","transactionId":"12""#, ""), [.jws(.missingClaim("transactionId"))])
        expectEqual(named(#""allowIntroductoryOffer":false,"#, ""), [.jws(.missingClaim("allowIntroductoryOffer"))])
        expectEqual(
            named("false", "0"),
            [
                .jws(
                    .claimOfOtherType("allowIntroductoryOffer", expected: "true or false", found: "the number 0"))
            ])
        expectEqual(jwsMistakes(JWSForge.good, for: .introductoryEligibility), [])
        expectEqual(jwsMistakes(JWSForge.text { $0.claims = JWSForge.introductory }), [])
    }

    @Test("an original signature in the JWS's place is named, however it is written")
    func original() {
        let signature = SampleShop.sign(SampleShop.text())
        expectEqual(jwsMistakes(signature), [.jws(.originalSignature)])
        expectEqual(jwsMistakes(signature.replacing("=", with: "") + "\n").first, .jws(.originalSignature))
    }

    @Test("a JWS in the original signature's place is named, too")
    func theOtherWayRound() {
        let claim = SampleShop.claim(signature: JWSForge.good)
        expectEqual(OfferVerifier(backend: .pure).mistakes(claim), [.compactJWS])
    }
}
