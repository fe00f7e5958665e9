import OfferKitCore
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Reading a compact JWS.
///
/// What is taken as a signed request, and what is read from it.
struct JWSReadingTests {
    /// Made by PyJWT 2.15 with the shop's key, its claims in the order of Apple's Python library.
    private static let ofPython = """
        eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyMzQ1NjciLCJ0eXAiOiJKV1QifQ.eyJub25jZSI6IjVmMmE5YzFlLTdiM2QtNGU4Zi05YTAxLT\
        IzNDU2Nzg5YWJjZCIsImlzcyI6Imlzc3Vlci0xIiwiYmlkIjoiY29tLmV4YW1wbGUuYXBwIiwiYXVkIjoicHJvbW90aW9uYWwtb2ZmZXIiLCJp\
        YXQiOjE1NjAwMDAwMDAsInByb2R1Y3RJZCI6InByby5tb250aGx5Iiwib2ZmZXJJZGVudGlmaWVyIjoiaGFsZjMifQ.BDKDydp_SvMJhPEl4u\
        vNsw3FDaIav2EE5ZXdrkmFKvqO-NaX7PqfuSpMGXvyJEnI8vD3BrpXW_5jUKuPB4Qktg
        """

    @Test("B2-17…20: every field is read as it stands there")
    func fields() {
        #expect(isInOrder(JWSReadingTests.ofPython))
        let jws = OfferRequestJWS(reading: JWSReadingTests.ofPython, for: .promotionalOffer)
        expectEqual(jws.keyIdentifier, "ABC1234567")
        expectEqual(jws.audience, "promotional-offer")
        expectEqual(jws.bundleID, "com.example.app")
        expectEqual(jws.nonce, SampleShop.uuid("5f2a9c1e-7b3d-4e8f-9a01-23456789abcd"))
        expectEqual(jws.issuedAt, Instant(millisecondsSince1970: 1_560_000_000_000))
        expectEqual(jws.productID, "pro.monthly")
        expectEqual(jws.offerID, "half3")
        expectNil(jws.transactionID)
        expectEqual(jws.decoded.count, 2)
        expectEqual(jws.decoded.first, #"{"alg":"ES256","kid":"ABC1234567","typ":"JWT"}"#)
    }

    @Test("B2-21: a decision on the introductory offer is read, yes or no", arguments: [true, false])
    func decision(isAllowed: Bool) {
        let text = JWSForge.text { $0.claims = JWSForge.introductory.replacing("false", with: "\(isAllowed)") }
        #expect(isInOrder(text, for: .introductoryEligibility))
        let jws = OfferRequestJWS(reading: text, for: .introductoryEligibility)
        expectEqual(jws.allowsIntroductoryOffer, isAllowed)
        expectEqual(jws.transactionID, "12")
    }

    @Test(
        "C-94: what Apple's libraries and other writers of JSON make is taken",
        arguments: [
            // Swift's library: a fractional `iat` and a nonce in upper case.
            JWSForge.replacing("1560000000,", with: "1560000000.6803656,"),
            JWSForge.replacing("5f2a9c1e-7b3d-4e8f-9a01", with: "5F2A9C1E-7B3D-4E8F-9A01"),
            JWSForge.replacing(#","transactionId":"12""#, with: ""),
            JWSForge.replacing(#""12""#, with: "null"),
            JWSForge.replacing("promotional-offer", with: #"promotional\u002doffer"#),
            JWSForge.replacing(",", with: ", "), JWSForge.replacing(#":""#, with: #" : ""#),
            JWSForge.replacing("{", with: #"{"exp":1,"other":[{"a":null}],"#),
            JWSForge.text { $0.header = #"{ "typ" : "JWT", "kid" : "ABC1234567", "alg" : "ES256", "x" : 1 }"# },
        ])
    func variants(text: String) {
        #expect(isInOrder(text))
        let jws = OfferRequestJWS(reading: text, for: .promotionalOffer)
        expectEqual(jws.nonce, SampleShop.uuid("5f2a9c1e-7b3d-4e8f-9a01-23456789abcd"))
        expectEqual(jws.audience, "promotional-offer")
    }

    @Test(
        "C-94: an iat in any notation of JSON is cut to whole milliseconds",
        arguments: [
            ("1560000000", 1_560_000_000_000), ("1560000000.0", 1_560_000_000_000),
            ("1795253334.6803656", 1_795_253_334_680), ("1795253334.68", 1_795_253_334_680),
            ("1560000000.0009999", 1_560_000_000_000), ("1.56e9", 1_560_000_000_000),
            ("1.5600000001E+9", 1_560_000_000_100), ("15600000001e-1", 1_560_000_000_100), ("0", 0), ("0.0004", 0),
            ("-1.5", -1_500), ("0e999999999999999999999", 0), ("1e-99999999999999999999", 0),
            ("1e400", .max), ("-1e99999999999999999999", -.max), ("99999999999999999999", .max),
            ("9223372036854775.807", .max), ("9223372036854775.806", .max - 1),
        ] as [(String, Int64)])
    func issueDates(number: String, milliseconds: Int64) {
        let jws = OfferRequestJWS(
            reading: JWSForge.replacing("1560000000", with: number), for: .promotionalOffer)
        expectEqual(jws.issuedAt, Instant(millisecondsSince1970: milliseconds))
        expectEqual(jws.mistakes, [])
    }

    @Test("B2-18: exp is passed over, whatever it says")
    func expiry() {
        for value in ["1", "\"never\"", "null"] {
            #expect(isInOrder(JWSForge.replacing("{", with: #"{"exp":\#(value),"#)))
        }
    }
}
