import OfferKitCore
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Refusals in words.
///
/// The sentences that people read after a refusal.
struct RefusalTextTests {
    static let mistakes: [SignatureMistake] = [
        .quotationMarks, .pythonBytes, .percentEncoded, .blankForPlus, .whitespaceInBase64, .base64URLAlphabet,
        .missingPadding,
        .strayTrailingBits, .hexadecimal, .base64Twice, .compactJWS, .notBase64(.character("!", offset: 7)),
        .rawSignature,
        .looseDER,
        .notDER(byteCount: 3), .impossibleSignature, .otherKeySigned(signedWith: "ZYX", sent: "ABC"),
        .otherKeyIdentifierInText(signed: "ZYX", sent: "ABC"), .otherKeyIdentifierSent(signed: "ZYX", sent: "ABC"),
        .separatorInPart(.offerID), .otherSeparator("\u{200B}"), .noSeparator,
        .otherOrder(OfferPart.allCases.reversed()), .partMissing(.bundleID), .partDoubled(.productID),
        .leadingSeparator,
        .trailingSeparator, .extraText(before: "", after: "\n"), .otherTextEncoding(.utf16LittleEndian),
        .otherHash(.sha384), .hashedTwice(.bytes), .nonceUpperCase, .nonceOtherForm(signed: "5f2a"), .tokenUpperCase,
        .tokenOtherForm(signed: "a81b"), .userNameLetterCase(signed: "ANNA", sent: "anna"),
        .userNameHashed(signed: "ca97", sent: "anna"), .accountNotSigned(sent: "anna"), .accountNotSent(signed: "anna"),
        .otherAccount(signed: "bob", sent: "anna"), .placeholder(.account, signed: "null"),
        .timestampSignedInSeconds(signed: "1560000000", sent: 1_560_000_000_000),
        .timestampSentInSeconds(signed: 1_560_000_000_000, sent: 1_560_000_000),
        .timestampOtherForm(signed: "1.56e+12"), .otherTimestamp(signed: 1_560_000_000_001, sent: 1_560_000_000_000),
        .otherNonce(signed: "1111", sent: "2222"), .otherBundle(signed: "a.b", sent: "a.c"),
        .otherProduct(signed: "yearly", sent: "monthly"), .otherOffer(signed: "free", sent: "half"),
        .letterCase(.bundleID, signed: "A.B"), .whitespaceAroundPart(.keyIdentifier, signed: "ABC\n"),
        .jws(.originalSignature), .jws(.partCount(1)), .jws(.padding(.claims)), .jws(.standardAlphabet(.signature)),
        .jws(.notBase64URL(.header, .character("!", offset: 2))),
        .jws(.notJSONObject(.claims, found: "it is an array")),
        .jws(.repeatedName(.claims, name: "bid")), .jws(.missingHeader("kid")), .jws(.otherAlgorithm("HS256")),
        .jws(.otherType("at+jwt")), .jws(.criticalExtension), .jws(.derSignature), .jws(.signatureLength(63)),
        .jws(.otherTextSigned(.claimsPart)), .jws(.missingClaim("nonce")),
        .jws(.claimOfOtherType("iat", expected: "a number of seconds since 1970", found: "true")),
        .jws(.otherAudience(signed: "introductory-offer-eligibility", expected: "promotional-offer")),
        .jws(.unknownTransaction("99")), .jws(.otherCustomersTransaction("2")),
    ]

    @Test("Every mistake has a sentence of its own, and a name of its own in lists")
    func everyMistake() {
        expectEqual(RefusalTextTests.mistakes.map(\.kind), SignatureMistake.Kind.allCases)
        let sentences = RefusalTextTests.mistakes.map(\.description)
        #expect(sentences.allSatisfy { $0.count > 40 && $0.hasSuffix(".") })
        expectEqual(Set(sentences).count, sentences.count)
        expectEqual(Set(SignatureMistake.Kind.allCases.map(\.description)).count, SignatureMistake.Kind.allCases.count)
    }

    @Test("What cannot be seen is shown")
    func invisible() {
        expectContains(SignatureMistake.otherSeparator("\u{200B}").description, "\"<U+200B>\"")
        expectContains(SignatureMistake.extraText(before: "", after: "\n").description, "\"\\n\" after")
        expectContains(
            SignatureMistake.whitespaceAroundPart(.keyIdentifier, signed: "K\u{A0}").description, "K<U+00A0>")
    }

    @Test(
        "A diagnosis has its headline, the other causes, the text expected with visible separators, and the signature")
    func diagnosis() {
        let diagnosis = SignatureDiagnosis(
            causes: [
                .timestampTooOld(
                    Date(millisecondsSince1970: 1_560_000_000_000),
                    storeClock: Date(millisecondsSince1970: 1_560_090_000_500)),
                .signature(.nonceUpperCase),
            ],
            ruledOut: [], expected: ["com.example.app", "ABC", "pro", "half\u{2063}3", "", "5f2a", "1560000000000"],
            signature: "MEUC", warnings: [.userNameLooksLikeEmail("anna@example.com")])
        #expect(
            PurchaseRefusal.invalidSignature(diagnosis).description == """
                invalidSignature: The signature is too old: its timestamp is 1560000000000 (2019-06-08T13:20:00Z), the \
                store's clock 1560090000500 (2019-06-09T14:20:00.500Z), 1 day 1 hour 500 milliseconds later; 24 hours are \
                allowed. Have the offer signed just before it is shown.
                Also: The nonce was signed in upper case. Sign it in lower case, whatever UUID prints.
                Expected to be signed (· stands for U+2063): com.example.app·ABC·pro·half<U+2063>3··5f2a·1560000000000
                Signature that came: "MEUC"
                Warning: The user name "anna@example.com" looks like an e-mail address. Never send anything that \
                identifies a person: use a salted one-way hash, and sign and send that.
                """)
    }

    @Test("A signature that nothing explains says what it is not")
    func unexplained() {
        let diagnosis = SignatureDiagnosis(
            causes: [], ruledOut: [.noSeparator, .nonceUpperCase], partlyTried: [.otherOrder], expected: [],
            signature: "MEUC", warnings: [])
        let text = diagnosis.description
        expectPrefix(text, "The signature does not belong to these parts and this key")
        expectContains(text, "Ruled out, each as the only mistake: no separator; an upper-case nonce.")
        expectContains(
            text, "Tried as far as candidates are known, and not ruled out: another order of the parts.")
    }

    @Test("Where the key is unknown, nothing is said against the signature, and nothing of what was tried in part")
    func unknownKey() {
        let diagnosis = SignatureDiagnosis(
            causes: [.keyUnknown("OLD", registered: [])], ruledOut: [], partlyTried: [.otherSeparator], expected: [],
            signature: "MEUC", warnings: [])
        expectEqual(
            diagnosis.description,
            """
            No key "OLD" is registered. Registered: none. Register the public key, or sign with one that is registered.
            Also: Without the key, the store cannot say whether the signature is in order.
            Signature that came: "MEUC"
            """)
    }

    @Test("Where only the writing is proved, the rest is said to be unexplained")
    func halfExplained() {
        let diagnosis = SignatureDiagnosis(
            causes: [.signature(.notDER(byteCount: 64))], ruledOut: [], partlyTried: [.otherSeparator], expected: [],
            signature: "AAAA", warnings: [])
        let text = diagnosis.description
        expectPrefix(text, "The signature's 64 bytes are no DER signature")
        expectContains(text, "the raw form, r and s, as JWS has it, would have that length")
        expectContains(text, "\nAlso: The signature does not belong to these parts and this key")
        expectContains(text, "not ruled out: another separator.")
        expectLacks(text, "Ruled out")
    }

    @Test(
        "Every cause prints what it is about",
        arguments: [
            (SignatureCause.keyUnknown("OLD", registered: ["A", "B"]), ["\"OLD\"", "\"A\", \"B\""]),
            (.keyUnknown("OLD", registered: []), ["Registered: none"]),
            (.keyRevoked("OLD", on: Date(millisecondsSince1970: 0)), ["\"OLD\"", "1970-01-01T00:00:00Z"]),
            (.nonceSpent(SampleShop.uuid(SampleShop.nonce)), [SampleShop.nonce]),
            (.nonceNotVersion4(SampleShop.uuid("5F2A9C1E-7B3D-1E8F-9A01-23456789ABCD")), ["5f2a9c1e-7b3d-1e8f"]),
            (
                .timestampInSeconds(1_560_000_000, storeClock: Date(SampleShop.now)),
                ["1560000000 counts seconds (2019-06-08T13:20:00Z)", "1560000001000 (2019-06-08T13:20:01Z)"]
            ),
            (
                .timestampInFuture(Date(millisecondsSince1970: 1_560_000_061_001), storeClock: Date(SampleShop.now)),
                ["1560000061001 (2019-06-08T13:21:01.001Z)", "1560000001000", "1 minute 1 millisecond behind"]
            ),
        ])
    func causes(_ cause: SignatureCause, _ pieces: [String]) {
        for piece in pieces { expectContains(cause.description, piece) }
    }

    @Test("A missing user name is explained by the usual oversight, other parts by the answer's fields (S0-73)")
    func missing() {
        let userName = PurchaseRefusal.missingOfferParams([.applicationUsername]).description
        expectContains(userName, "absent or empty: applicationUsername.")
        expectContains(userName, "as applicationUsername of a payment")
        expectLacks(userName, "server's answer")
        let others = PurchaseRefusal.missingOfferParams([.nonce, .signature]).description
        expectContains(others, "these parts of the promotional offer are absent or empty: nonce, signature.")
        expectLacks(others, "applicationUsername")
    }

    @Test("Every refusal begins with its error's name")
    func names() {
        let price = OfferPriceDiagnosis(offer: "half3", offerPrice: 4.99, basePrice: 4.99, territory: "USA")
        let identifier = OfferIdentifierDiagnosis(
            offer: "half4", product: "pro", reason: .unknown, available: ["half3"])
        let unnamed = OfferIdentifierDiagnosis(offer: "", product: "pro", reason: .unknown, available: [])
        let refusals: [(PurchaseRefusal, String)] = [
            (.invalidOfferIdentifier(unnamed), "no offer of that kind without an identifier"),
            (.purchaseNotAllowed, "purchaseNotAllowed"), (.productUnavailable(.unknown("x", known: ["y"])), "\"y\""),
            (.invalidQuantity(11, allowed: 1...10), "1 to 10"), (.invalidQuantity(2, allowed: 1...1), "allowed is 1."),
            (.conflictingOffers(["a", "b"]), "\"a\", \"b\""), (.invalidOfferIdentifier(identifier), "\"half3\""),
            (.invalidOfferPrice(price), "4.99 USD"),
            (.ineligibleForOffer(offer: "half3", because: [.neverSubscribed]), "never subscribed"),
            (.cancelled, "signed anew"), (.declined, "declined"), (.paymentFailed, "failed"),
            (.sheetAlreadyClosed, "another run"),
        ]
        for (refusal, piece) in refusals {
            let text = refusal.description
            // Cases with data have a child of that name; the others are printed by theirs.
            if let name = Mirror(reflecting: refusal).children.first?.label { expectPrefix(text, "\(name): ") }
            expectContains(text, piece)
            expectSuffix(text, ".")
        }
    }
}
