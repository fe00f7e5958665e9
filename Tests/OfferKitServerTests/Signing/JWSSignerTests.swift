import OfferKitCore
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Signing a compact JWS.
///
/// The developer's server side of the newer form.
struct JWSSignerTests {
    private static let nonce = SampleShop.uuid("5F2A9C1E-7B3D-4E8F-9A01-23456789ABCD")

    private func signer() throws -> OfferSigner {
        try OfferSigner(
            pems: [SampleShop.shopKey: SampleShop.shopPEM, SampleShop.spareKey: SampleShop.sparePEM],
            using: SampleShop.shopKey)
    }

    @Test("B2-17…20: the same request gives the same text, the one that Python's cryptography makes of it")
    func deterministic() throws {
        let request = OfferJWSRequest.promotionalOffer(
            "half3", of: "pro.monthly", transactionID: "12", bundleID: "com.example.app", issuerID: "issuer-1")
        // Header and claims put together by hand, signed with deterministic_signing=True of cryptography 50.
        #expect(
            try signer().compactJWS(
                request, nonce: JWSSignerTests.nonce, issuedAt: Date(timeIntervalSince1970: 1_560_000_000)) == """
                    eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyMzQ1NjciLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJpc3N1ZXItMSIsImlhdCI6MTU2MDAwMDAwMCw\
                    iYXVkIjoicHJvbW90aW9uYWwtb2ZmZXIiLCJiaWQiOiJjb20uZXhhbXBsZS5hcHAiLCJub25jZSI6IjVmMmE5YzFlLTdiM2QtNGU4Zi05YTAxLT\
                    IzNDU2Nzg5YWJjZCIsInByb2R1Y3RJZCI6InByby5tb250aGx5Iiwib2ZmZXJJZGVudGlmaWVyIjoiaGFsZjMiLCJ0cmFuc2FjdGlvbklkIjoiM\
                    TIifQ.Dr9Kk85kF39OtZtHVaa67yqEgOINyZBDLQyhytMev97Kk4JEl8_jsj2Mr5gJbQvNJdDSaVwdq9BgpFxZZ8YvCw
                    """)
    }

    @Test("B2-21: a decision names the customer, and both kinds are in order for the store")
    func inOrder() throws {
        let decision = OfferJWSRequest.introductoryOffer(
            isAllowed: false, of: "pro.monthly", transactionID: "7", bundleID: "com.example.app")
        #expect(
            isInOrder(
                try signer().compactJWS(
                    decision, nonce: JWSSignerTests.nonce, issuedAt: Date(timeIntervalSince1970: 0)),
                for: .introductoryEligibility))
        let quoted = OfferJWSRequest.promotionalOffer("a\"\\\u{1}é/😀", of: "pro", bundleID: "com.example.app")
        let text = try signer().compactJWS(
            quoted, nonce: JWSSignerTests.nonce, issuedAt: Date(timeIntervalSince1970: 1))
        #expect(isInOrder(text))
        expectEqual(OfferRequestJWS(reading: text, for: .promotionalOffer).offerID, "a\"\\\u{1}é/😀")
        expectNil(OfferRequestJWS(reading: text, for: .promotionalOffer).transactionID)
    }

    @Test("S0-38: the key in use signs")
    func otherKey() throws {
        var signer = try signer()
        try signer.use(SampleShop.spareKey)
        let request = OfferJWSRequest.promotionalOffer("half3", of: "pro", bundleID: "com.example.app")
        let text = try signer.compactJWS(request, nonce: JWSSignerTests.nonce, issuedAt: Date(timeIntervalSince1970: 1))
        expectEqual(OfferRequestJWS(reading: text, for: .promotionalOffer).keyIdentifier, "ZYX7654321")
        #expect(isInOrder(text))
    }

    // S0-30: so no two transactions are alike. B2-18: seconds.
    @Test("Signing now uses another nonce every time, and the date of the system's clock")
    func now() throws {
        let signer = try signer()
        let request = OfferJWSRequest.promotionalOffer("half3", of: "pro", bundleID: "com.example.app")
        let texts = try [signer.compactJWSNow(request), signer.compactJWSNow(request)]
        let read = texts.map { OfferRequestJWS(reading: $0, for: .promotionalOffer) }
        #expect(texts.allSatisfy { isInOrder($0) })
        #expect(read[0].nonce != read[1].nonce)
        let issued = try #require(read[0].issuedAt)
        #expect(abs(Date(issued).timeIntervalSinceNow) < 3_600 && issued.millisecondsSince1970 % 1_000 == 0)
    }

    @Test("B2-18…21: an empty claim is an error that names it, and so is a time before 1970")
    func errors() throws {
        let signer = try signer()
        func error(_ change: (inout OfferJWSRequest) -> Void, at seconds: Double = 1) -> OfferSigningError? {
            var request = OfferJWSRequest.promotionalOffer("half3", of: "pro", bundleID: "com.example.app")
            change(&request)
            do throws(OfferSigningError) {
                _ = try signer.compactJWS(
                    request, nonce: JWSSignerTests.nonce, issuedAt: Date(timeIntervalSince1970: seconds))
                return nil
            } catch {
                return error
            }
        }
        expectNil(error { _ in })
        expectEqual(error { $0.issuerID = "" }, .emptyClaim("iss"))
        expectEqual(error { $0.bundleID = "" }, .emptyClaim("bid"))
        expectEqual(error { $0.productID = "" }, .emptyClaim("productId"))
        expectEqual(error { $0.subject = .promotionalOffer("") }, .emptyClaim("offerIdentifier"))
        expectEqual(error { $0.transactionID = "" }, .emptyClaim("transactionId"))
        expectEqual(error { $0.subject = .introductoryOffer(isAllowed: true) }, .emptyClaim("transactionId"))
        expectEqual(error({ _ in }, at: -1), .negativeTimestamp(-1_000))
    }
}
