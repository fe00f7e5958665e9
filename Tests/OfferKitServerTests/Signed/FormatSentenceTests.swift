import OfferKitCore
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Sentences about texts that are no JWS of the store.
///
/// What is said of a text that is nearly a JWS of the store.
struct FormatSentenceTests {
    @Test("what stands around a text is named, and so are padding and the other alphabet")
    func surroundings() throws {
        let good = try SignedForge.text()
        let parts = good.split(separator: ".").map(String.init)
        for (text, error, words) in [
            ("", .empty, "The text is empty."),
            (
                "\"\(good)\"", .surrounded(.quotationMarks),
                "The text stands in quotation marks: decode the JSON that it came in."
            ),
            ("Bearer " + good, .surrounded(.bearer), "The text begins with Bearer: leave that out."),
            (
                good + "\n", .surrounded(.whiteSpace), "There is white space before or after the text: leave it out."
            ),
            (
                "{\"signedTransactionInfo\":\"\(good)\"}", .surrounded(.object),
                "The text is a JSON object, and no JWS: take the member of it that holds the JWS, such as "
                    + "signedTransactionInfo."
            ),
            (
                good + "==", .padding(.signature),
                "The signature has = signs at its end; Base64URL in a JWS has none."
            ),
            (
                "\(parts[0]).+/+/.\(parts[2])", .standardAlphabet(.payload),
                "The payload uses the standard alphabet of Base64, with + and /; Base64URL has - and _ in their places."
            ),
        ] as [(String, JWSFormatError, String)] {
            expectEqual(ParsedJWSTests.error(text), error)
            expectEqual(error.description, words)
        }
    }

    @Test("null is said not to be taken, and a token that is no UUID to be left out")
    func advice() {
        expectEqual(
            PayloadError.malformed(member: "currency", expected: .text, found: "null").description,
            "The member \"currency\" should be text, but it is null. null is not taken: leave it out where there is "
                + "nothing to say.")
        expectEqual(
            PayloadError.malformed(member: "appAccountToken", expected: .uuid, found: "null").description,
            "The member \"appAccountToken\" should be a UUID of 36 characters, but it is null. Write a UUID or leave "
                + "it out; null is not taken.")
    }

    @Test("certificates in reverse order are told to be that")
    func reversed() throws {
        let text = try SignedForge.text { $0.certificates.reverse() }
        let verifier = SignedDataVerifier(
            root: try SigningCertificate(pem: TeamChain.root), bundleID: "com.example.app", environment: .sandbox)
        #expect(throws: SignedDataRefusal.chain(.reversed)) { try verifier.transaction(text) }
        expectEqual(
            SigningChainFault.reversed.description,
            "The certificates are in reverse order: x5c has the leaf first and the root last.")
    }

    @Test("a server's token, certificates in PEM and their number are named")
    func headers() throws {
        for (header, error, words) in [
            (
                #"{"alg":"ES256","kid":"A1","typ":"JWT"}"#, .signedByServer,
                #"The header has a "kid" and no "x5c": it is a token that a server signed, not the store."#
            ),
            (
                #"{"alg":"ES256","x5c":["-----BEGIN CERTIFICATE-----","AA==","AA=="]}"#, .certificateIsPEM(index: 0),
                "The leaf certificate is PEM; x5c holds only its Base64."
            ),
            (
                #"{"alg":"ES256","x5c":null}"#, .headerOfOtherType("x5c", found: "null"),
                #"The header's "x5c" should be an array of certificates, but it is null."#
            ),
            (#"{"alg":"ES256"}"#, .missingHeader("x5c"), #"The header has no "x5c"."#),
            (
                #"{"alg":"ES256","x5c":["AA=="]}"#, .certificateCount(1),
                "The header has 1 certificate; the App Store's have three: leaf, intermediate and root. Xcode signs with "
                    + "one, which nobody can check."
            ),
            (
                #"{"alg":"ES256","x5c":["AA==","AA=="]}"#, .certificateCount(2),
                "The header has 2 certificates; the App Store's have three: leaf, intermediate and root."
            ),
        ] as [(String, JWSFormatError, String)] {
            try expectEqual(ParsedJWSTests.error(header: header), error)
            expectEqual(error.description, words)
        }
        expectEqual(
            JWSFormatError.signatureLength(63).description,
            "The signature has 63 bytes; one of ES256 has 64. Was it cut off?")
    }
}
