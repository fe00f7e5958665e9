import OfferKitCore
import OfferKitCrypto
import OfferKitServer
import OfferKitTestHarness
import Testing

/// One mistake in what is signed, and what the explanation must say: written out by hand, signed with the shop's key.
struct SignedWrongly: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var claim: OfferClaim
    var expected: [SignatureMistake]

    /// A text with `|` between its parts, signed with U+2063 or something else between them.
    init(
        _ name: String, _ text: String, separator: String = "\u{2063}", account: AppAccount = .userName("4bd1c2c3e8a0"),
        keyIdentifier: String = SampleShop.shopKey, timestamp: Int64 = SampleShop.timestamp,
        key: P256PrivateKey = SampleShop.shop, expected: [SignatureMistake]
    ) {
        self.init(
            name, bytes: SampleShop.bytes(text, separator: separator), account: account, keyIdentifier: keyIdentifier,
            timestamp: timestamp, key: key, expected: expected)
    }

    init(
        _ name: String, bytes: [UInt8], account: AppAccount = .userName("4bd1c2c3e8a0"),
        keyIdentifier: String = SampleShop.shopKey, timestamp: Int64 = SampleShop.timestamp,
        key: P256PrivateKey = SampleShop.shop, expected: [SignatureMistake]
    ) {
        testDescription = name
        claim = SampleShop.claim(
            account: account, keyIdentifier: keyIdentifier, timestamp: timestamp,
            signature: Base64.standard.encode(key.signature(for: bytes).derRepresentation))
        self.expected = expected
    }
}

/// A mistake in the signed text is named.
struct MessageMistakeTests {
    static let name = "4bd1c2c3e8a0"
    static let token = AppAccount.token(SampleShop.uuid(SampleShop.token))
    static let front = "com.example.app|ABC1234567|pro.monthly|half3"
    static let back = "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd|1560000000000"

    static let form: [SignedWrongly] = [
        .init("a blank", SampleShop.text(), separator: " ", expected: [.otherSeparator(" ")]),
        .init("a bar", SampleShop.text(), separator: "|", expected: [.otherSeparator("|")]),
        .init("a zero-width blank", SampleShop.text(), separator: "\u{200B}", expected: [.otherSeparator("\u{200B}")]),
        .init("invisible times", SampleShop.text(), separator: "\u{2062}", expected: [.otherSeparator("\u{2062}")]),
        .init("an escape as text", SampleShop.text(), separator: "\\u2063", expected: [.otherSeparator("\\u2063")]),
        .init("an entity", SampleShop.text(), separator: "&#8291;", expected: [.otherSeparator("&#8291;")]),
        .init("no separator", SampleShop.text(), separator: "", expected: [.noSeparator]),
        .init("trailing separator", SampleShop.text() + "|", expected: [.trailingSeparator]),
        .init("leading separator", "|" + SampleShop.text(), expected: [.leadingSeparator]),
        .init("trailing line break", SampleShop.text() + "\n", expected: [.extraText(before: "", after: "\n")]),
        .init(
            "trailing return and line break", SampleShop.text() + "\r\n",
            expected: [.extraText(before: "", after: "\r\n")]),
        .init(
            "product and offer swapped", "com.example.app|ABC1234567|half3|pro.monthly|\(name)|\(back)",
            expected: [
                .otherOrder([.bundleID, .keyIdentifier, .offerID, .productID, .account, .nonce, .timestamp])
            ]),
        .init(
            "key after the offer", "com.example.app|pro.monthly|half3|ABC1234567|\(name)|\(back)",
            expected: [
                .otherOrder([.bundleID, .productID, .offerID, .keyIdentifier, .account, .nonce, .timestamp])
            ]),
        .init("no bundle", "ABC1234567|pro.monthly|half3|\(name)|\(back)", expected: [.partMissing(.bundleID)]),
        .init("no user name, no place for it", "\(front)|\(back)", expected: [.partMissing(.account)]),
        .init(
            "product twice", "com.example.app|ABC1234567|pro.monthly|pro.monthly|half3|\(name)|\(back)",
            expected: [.partDoubled(.productID)]),
    ]

    static let parts: [SignedWrongly] = [
        .init(
            "nonce in upper case", "\(front)|\(name)|5F2A9C1E-7B3D-4E8F-9A01-23456789ABCD|1560000000000",
            expected: [.nonceUpperCase]),
        .init(
            "nonce without hyphens", "\(front)|\(name)|5f2a9c1e7b3d4e8f9a0123456789abcd|1560000000000",
            expected: [.nonceOtherForm(signed: "5f2a9c1e7b3d4e8f9a0123456789abcd")]),
        .init(
            "an earlier nonce", "\(front)|\(name)|11111111-2222-4333-8444-555555555555|1560000000000",
            expected: [
                .otherNonce(signed: "11111111-2222-4333-8444-555555555555", sent: SampleShop.nonce)
            ]),
        .init(
            "token in upper case", "\(front)|A81BC81B-DEAD-4E5D-ABFF-90865D1E13B1|\(back)", account: token,
            expected: [.tokenUpperCase]),
        .init(
            "signed without the token", "\(front)||\(back)", account: token,
            expected: [.accountNotSigned(sent: SampleShop.token)]),
        .init(
            "token signed, not sent", "\(front)|0d9c5f2e-1a2b-4c3d-8e4f-5a6b7c8d9e0f|\(back)", account: .userName(""),
            expected: [.accountNotSent(signed: "0d9c5f2e-1a2b-4c3d-8e4f-5a6b7c8d9e0f")]),
        .init(
            "user name signed, not sent", "\(front)|bob77|\(back)", account: .userName(""),
            expected: [.accountNotSent(signed: "bob77")]),
        .init(
            "another user name", "\(front)|bob77|\(back)",
            expected: [.otherAccount(signed: "bob77", sent: name)]),
        .init(
            "user name in upper case", "\(front)|4BD1C2C3E8A0|\(back)",
            expected: [.userNameLetterCase(signed: "4BD1C2C3E8A0", sent: name)]),
        .init(
            "the word null", "\(front)|null|\(back)", account: .userName(""),
            expected: [.placeholder(.account, signed: "null")]),
        .init(
            "a wrapped value", "com.example.app|Optional(\"ABC1234567\")|pro.monthly|half3|\(name)|\(back)",
            expected: [.placeholder(.keyIdentifier, signed: "Optional(\"ABC1234567\")")]),
        .init(
            "line break after the key identifier", "com.example.app|ABC1234567\n|pro.monthly|half3|\(name)|\(back)",
            expected: [.whitespaceAroundPart(.keyIdentifier, signed: "ABC1234567\n")]),
        .init(
            "seconds signed", "\(front)|\(name)|\(SampleShop.nonce)|1560000000",
            expected: [.timestampSignedInSeconds(signed: "1560000000", sent: 1_560_000_000_000)]),
        .init(
            "seconds with a fraction signed", "\(front)|\(name)|\(SampleShop.nonce)|1560000000.25",
            timestamp: 1_560_000_000_250,
            expected: [.timestampSignedInSeconds(signed: "1560000000.25", sent: 1_560_000_000_250)]),
        .init(
            "seconds sent", "\(front)|\(name)|\(SampleShop.nonce)|1560000000123", timestamp: 1_560_000_000,
            expected: [.timestampSentInSeconds(signed: 1_560_000_000_123, sent: 1_560_000_000)]),
        .init(
            "an exponent", "\(front)|\(name)|\(SampleShop.nonce)|1.56e+12",
            expected: [.timestampOtherForm(signed: "1.56e+12")]),
        .init(
            "the clock read twice", "\(front)|\(name)|\(SampleShop.nonce)|1559999999993",
            expected: [.otherTimestamp(signed: 1_559_999_999_993, sent: 1_560_000_000_000)]),
        .init(
            "another bundle", "com.example.other|ABC1234567|pro.monthly|half3|\(name)|\(back)",
            expected: [.otherBundle(signed: "com.example.other", sent: "com.example.app")]),
        .init(
            "another product", "com.example.app|ABC1234567|pro.yearly|half3|\(name)|\(back)",
            expected: [.otherProduct(signed: "pro.yearly", sent: "pro.monthly")]),
        .init(
            "another offer", "com.example.app|ABC1234567|pro.monthly|free1|\(name)|\(back)",
            expected: [.otherOffer(signed: "free1", sent: "half3")]),
        .init(
            "bundle in other letters", "COM.EXAMPLE.APP|ABC1234567|pro.monthly|half3|\(name)|\(back)",
            expected: [.letterCase(.bundleID, signed: "COM.EXAMPLE.APP")]),
    ]

    static let keys: [SignedWrongly] = [
        .init(
            "another key, the same text", SampleShop.text(), key: SampleShop.spare,
            expected: [.otherKeySigned(signedWith: "ZYX7654321", sent: "ABC1234567")]),
        .init(
            "another key identifier in the text", "com.example.app|ZYX7654321|pro.monthly|half3|\(name)|\(back)",
            expected: [.otherKeyIdentifierInText(signed: "ZYX7654321", sent: "ABC1234567")]),
        .init(
            "only the identifier sent is another", "com.example.app|ZYX7654321|pro.monthly|half3|\(name)|\(back)",
            key: SampleShop.spare, expected: [.otherKeyIdentifierSent(signed: "ZYX7654321", sent: "ABC1234567")]),
        .init(
            "an unknown key identifier sent", SampleShop.text(), keyIdentifier: "NOSUCHKEY0",
            expected: [.otherKeyIdentifierSent(signed: "ABC1234567", sent: "NOSUCHKEY0")]),
    ]

    @Test("The mistake alone, and nothing else, is named", arguments: form + parts + keys)
    func single(_ wrong: SignedWrongly) {
        expectEqual(OfferVerifier(backend: .pure).mistakes(wrong.claim), wrong.expected)
    }
}
