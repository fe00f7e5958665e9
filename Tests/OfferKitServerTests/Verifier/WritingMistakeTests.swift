import OfferKitCore
import OfferKitCrypto
import OfferKitServer
import OfferKitTestHarness
import Testing

/// A mistake in writing the signature down is named.
///
/// How a good DER signature of the right text can be written wrongly, and how each is named (S0-48, S0-49, C-61).
struct WritingMistakeTests {
    /// Made with OpenSSL: `openssl dgst -sha256 -sign shop.pem`, over the sample text with the user name 4bd1c2c3e8a0.
    ///
    /// Its Base64 text has a `+` and a `/`, and its padding is one `=`.
    static let good =
        "MEUCIQDE+GaS3EGH1LvinFltiR6fmlrtdXISROVRiSr2RII8awIgFyhyOAR1RcdqZC5yVWjsyVNP6JAvfbivfygRrcgncjI="

    /// Written by Python's `base64`, `binascii` and `urllib` from the same bytes.
    static let written: [(text: String, expected: [SignatureMistake])] = [
        ("\"\(good)\"", [.quotationMarks]),
        (
            "MEUCIQDE%2BGaS3EGH1LvinFltiR6fmlrtdXISROVRiSr2RII8awIgFyhyOAR1RcdqZC5yVWjsyVNP6JAvfbivfygRrcgncjI%3D",
            [.percentEncoded]
        ),
        (
            "MEUCIQDE GaS3EGH1LvinFltiR6fmlrtdXISROVRiSr2RII8awIgFyhyOAR1RcdqZC5yVWjsyVNP6JAvfbivfygRrcgncjI=",
            [.blankForPlus]
        ),
        (
            "MEUCIQDE+GaS3EGH1LvinFltiR6fmlrtdXISROVRiSr2RII8awIgFyhyOAR1Rcdq\nZC5yVWjsyVNP6JAvfbivfygRrcgncjI=\n",
            [.whitespaceInBase64]
        ),
        ("\(good)\n", [.whitespaceInBase64]),
        ("\(good)\r\n", [.whitespaceInBase64]),
        (" \(good)", [.whitespaceInBase64]),
        (
            "MEUCIQDE-GaS3EGH1LvinFltiR6fmlrtdXISROVRiSr2RII8awIgFyhyOAR1RcdqZC5yVWjsyVNP6JAvfbivfygRrcgncjI=",
            [.base64URLAlphabet]
        ),
        (String(good.dropLast()), [.missingPadding]),
        (
            "MEUCIQDE-GaS3EGH1LvinFltiR6fmlrtdXISROVRiSr2RII8awIgFyhyOAR1RcdqZC5yVWjsyVNP6JAvfbivfygRrcgncjI",
            [.base64URLAlphabet, .missingPadding]
        ),
        (
            "MEUCIQDE+GaS3EGH1LvinFltiR6fmlrtdXISROVRiSr2RII8awIgFyhyOAR1RcdqZC5yVWjsyVNP6JAvfbivfygRrcgncjJ=",
            [.strayTrailingBits]
        ),
        (
            "3045022100c4f86692dc4187d4bbe29c596d891e9f9a5aed75721244e551892af644823c6b022017287238047545c76a642e72"
                + "5568ecc9534fe8902f7db8af7f2811adc8277232",
            [.hexadecimal]
        ),
        (
            "TUVVQ0lRREUrR2FTM0VHSDFMdmluRmx0aVI2Zm1scnRkWElTUk9WUmlTcjJSSUk4YXdJZ0Z5aHlPQVIxUmNkcVpDNXlWV2pzeVZOUDZKQXZm"
                + "Yml2ZnlnUnJjZ25jakk9",
            [.base64Twice]
        ),
        (
            "xPhmktxBh9S74pxZbYken5pa7XVyEkTlUYkq9kSCPGsXKHI4BHVFx2pkLnJVaOzJU0/okC99uK9/KBGtyCdyMg==",
            [.rawSignature]
        ),
        (
            "xPhmktxBh9S74pxZbYken5pa7XVyEkTlUYkq9kSCPGsXKHI4BHVFx2pkLnJVaOzJU0_okC99uK9_KBGtyCdyMg",
            [.base64URLAlphabet, .missingPadding, .rawSignature]
        ),
        (
            "c4f86692dc4187d4bbe29c596d891e9f9a5aed75721244e551892af644823c6b17287238047545c76a642e725568ecc9534fe890"
                + "2f7db8af7f2811adc8277232",
            [.hexadecimal, .rawSignature]
        ),
        // The zero byte before r left out, so that r seems negative.
        (
            "MEQCIMT4ZpLcQYfUu+KcWW2JHp+aWu11chJE5VGJKvZEgjxrAiAXKHI4BHVFx2pkLnJVaOzJU0/okC99uK9/KBGtyCdyMg==",
            [.looseDER]
        ),
    ]

    // S0-48, S0-49, C-61: DER in strict Base64, and what else it may have been.
    @Test("The way of writing is named, alone or with the others", arguments: written)
    func writing(_ text: String, _ expected: [SignatureMistake]) {
        expectEqual(OfferVerifier(backend: .pure).mistakes(SampleShop.claim(signature: text)), expected)
    }

    // S0-48, S0-49: DER in Base64, as OpenSSL writes it.
    @Test("The signature itself, made with OpenSSL, verifies")
    func goodOne() {
        expectEqual(
            OfferVerifier(backend: .pure).evidence(SampleShop.claim(signature: WritingMistakeTests.good)), .verifies)
    }

    static let unreadable: [(text: String, expected: [SignatureMistake])] = [
        ("!!!!", [.notBase64(.character("!", offset: 0))]),
        ("MEUé", [.notBase64(.character("é", offset: 3))]),
        ("MEUCI", [.notBase64(.length(5))]),
        ("ME==UC==", [.notBase64(.padding)]),
        ("AAAA", [.notDER(byteCount: 3)]),
        // r = 1, s = 1: no point of P-256 has x = 1. Then r = 0, s = 1.
        ("MAYCAQECAQE=", [.impossibleSignature]),
        ("MAYCAQACAQE=", [.impossibleSignature]),
        ("3006020101020101", [.hexadecimal, .impossibleSignature]),
        // {"alg":"ES256"}, {}, and something.
        ("eyJhbGciOiJFUzI1NiJ9.e30.AAAA", [.compactJWS]),
        ("eyJhbGciOiJFUzI1NiJ9.e30.", [.notBase64(.character(".", offset: 20))]),
        ("e30.e30", [.notBase64(.character(".", offset: 3))]),
        ("MEUCIQDE", [.notDER(byteCount: 6)]),
        // 64 zeros might be a raw signature, but prove nothing.
        (
            "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==",
            [.notDER(byteCount: 64)]
        ),
    ]

    @Test("What cannot be read is said to be unreadable, and no more", arguments: unreadable)
    func isUnreadable(_ text: String, _ expected: [SignatureMistake]) {
        expectEqual(OfferVerifier(backend: .pure).mistakes(SampleShop.claim(signature: text)), expected)
    }
}
