import OfferKitCore
import OfferKitCrypto
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Two mistakes at once are both named.
///
/// Two mistakes at once: both are named, in the order of writing, key, text.
struct PairsOfMistakesTests {
    private static let front = "com.example.app|ABC1234567|pro.monthly|half3"
    private static let nonce = "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd"
    private static let upperNonce = "5F2A9C1E-7B3D-4E8F-9A01-23456789ABCD"
    private static let upperToken = "A81BC81B-DEAD-4E5D-ABFF-90865D1E13B1"
    private static let token = AppAccount.token(SampleShop.uuid(SampleShop.token))
    private static let name = "4bd1c2c3e8a0"
    private static let seconds = SignatureMistake.timestampSignedInSeconds(
        signed: "1560000000", sent: 1_560_000_000_000)

    static let messages: [SignedWrongly] = [
        .init(
            "blank and upper-case nonce", "\(front)|\(name)|\(upperNonce)|1560000000000", separator: " ",
            expected: [.otherSeparator(" "), .nonceUpperCase]),
        .init(
            "upper-case nonce and token", "\(front)|\(upperToken)|\(upperNonce)|1560000000000", account: token,
            expected: [.nonceUpperCase, .tokenUpperCase]),
        .init(
            "seconds and upper-case nonce", "\(front)|\(name)|\(upperNonce)|1560000000",
            expected: [.nonceUpperCase, seconds]),
        .init(
            "no token and seconds", "\(front)||\(nonce)|1560000000", account: token,
            expected: [.accountNotSigned(sent: SampleShop.token), seconds]),
        .init(
            "no token and no separators", "\(front)||\(nonce)|1560000000000", separator: "", account: token,
            expected: [.noSeparator, .accountNotSigned(sent: SampleShop.token)]),
        .init(
            "another user name and seconds", "\(front)|bob77|\(nonce)|1560000000",
            expected: [.otherAccount(signed: "bob77", sent: name), seconds]),
        .init(
            "another product and a trailing line break",
            "com.example.app|ABC1234567|pro.yearly|half3|\(name)|\(nonce)|1560000000000\n",
            expected: [
                .extraText(before: "", after: "\n"), .otherProduct(signed: "pro.yearly", sent: "pro.monthly"),
            ]),
        .init(
            "another product and its offer",
            "com.example.app|ABC1234567|basic.monthly|cheap|\(name)|\(nonce)|1560000000000",
            expected: [
                .otherProduct(signed: "basic.monthly", sent: "pro.monthly"),
                .otherOffer(signed: "cheap", sent: "half3"),
            ]),
        .init(
            "an earlier nonce and its timestamp", "\(front)|\(name)|11111111-2222-4333-8444-555555555555|1559990000000",
            expected: [
                .otherTimestamp(signed: 1_559_990_000_000, sent: 1_560_000_000_000),
                .otherNonce(signed: "11111111-2222-4333-8444-555555555555", sent: nonce),
            ]),
        .init(
            "no bundle and bars", "ABC1234567|pro.monthly|half3|\(name)|\(nonce)|1560000000000", separator: "|",
            expected: [.otherSeparator("|"), .partMissing(.bundleID)]),
        .init(
            "a line break in the key and an upper-case nonce",
            "com.example.app|ABC1234567\n|pro.monthly|half3|\(name)|\(upperNonce)|1560000000000",
            expected: [.nonceUpperCase, .whitespaceAroundPart(.keyIdentifier, signed: "ABC1234567\n")]),
        .init(
            "an exponent and commas", "\(front)|\(name)|\(nonce)|1.56e+12", separator: ",",
            expected: [.otherSeparator(","), .timestampOtherForm(signed: "1.56e+12")]),
        .init(
            "another key and seconds", "\(front)|\(name)|\(nonce)|1560000000", key: SampleShop.spare,
            expected: [.otherKeySigned(signedWith: "ZYX7654321", sent: "ABC1234567"), seconds]),
        .init(
            "another identifier sent and an upper-case nonce",
            "com.example.app|ZYX7654321|pro.monthly|half3|\(name)|\(upperNonce)|1560000000000", key: SampleShop.spare,
            expected: [.otherKeyIdentifierSent(signed: "ZYX7654321", sent: "ABC1234567"), .nonceUpperCase]),
        .init(
            "three: a blank, an upper-case nonce, an upper-case token",
            "\(front)|\(upperToken)|\(upperNonce)|1560000000000", separator: " ", account: token,
            expected: [.otherSeparator(" "), .nonceUpperCase, .tokenUpperCase]),
        .init(
            "three: a bar, an upper-case nonce, seconds", "\(front)|\(name)|\(upperNonce)|1560000000", separator: "|",
            expected: [.otherSeparator("|"), .nonceUpperCase, seconds]),
    ]

    @Test("Both mistakes in the text are named", arguments: messages)
    func twoInTheText(_ wrong: SignedWrongly) {
        expectEqual(OfferVerifier(backend: .pure).mistakes(wrong.claim), wrong.expected)
    }

    /// Ways of writing, each made here from the DER bytes.
    static let writings: [(mistakes: [SignatureMistake], write: @Sendable (ECDSASignature) -> String)] = [
        ([.rawSignature], { Base64.standard.encode($0.rawRepresentation) }),
        ([.base64Twice], { Base64.standard.encode(Array(Base64.standard.encode($0.derRepresentation).utf8)) }),
        ([.hexadecimal], { $0.derRepresentation.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }),
        ([.whitespaceInBase64], { Base64.standard.encode($0.derRepresentation) + "\n" }),
        ([.quotationMarks], { "\"" + Base64.standard.encode($0.derRepresentation) + "\"" }),
        (
            [.hexadecimal, .rawSignature],
            { $0.rawRepresentation.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
        ),
    ]

    @Test(
        "A mistake in writing and one in the text are both named", arguments: writings.indices,
        [
            MessageMistakeTests.form[0], MessageMistakeTests.form[6], MessageMistakeTests.parts[0],
            MessageMistakeTests.parts[12], MessageMistakeTests.keys[0],
        ])
    func writingAndText(_ writing: Int, _ wrong: SignedWrongly) throws {
        let (mistakes, write) = PairsOfMistakesTests.writings[writing]
        var claim = wrong.claim
        let bytes = try Base64.standard.decode(try #require(claim.discount.signature))
        claim.discount.signature = write(try ECDSASignature(derRepresentation: bytes))
        expectEqual(OfferVerifier(backend: .pure).mistakes(claim), mistakes + wrong.expected)
    }
}
