import OfferKitCore
import OfferKitCrypto
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// C-140: the token of a request to the App Store Server API.
struct TokenTests {
    @Test(
        "C-140: the tokens of Apple's libraries are taken: without iat, with fractions, with a type in small letters or none",
        arguments: [
            TokenForge.text(), TokenForge.text { $0.claims = TokenForge.swift },
            TokenForge.replacing("}", with: #","iat":1795348800}"#), TokenForge.replacing("}", with: #","nonce":"x"}"#),
            TokenForge.text { $0.header = #"{"typ":"jwt","kid":"ABC1234567","alg":"ES256"}"# },
            TokenForge.text { $0.header = #"{"kid":"ABC1234567","alg":"ES256"}"# },
        ])
    func taken(_ token: String) throws {
        expectNil(try TokenForge.refusal(token))
    }

    @Test("C-140: each mistake has a reason of its own")
    func reasons() throws {
        let cases: [(String, AppStoreServerTokenRefusal)] = [
            ("a.b", .partCount(2)), ("", .partCount(1)), ("a.b.c.d", .partCount(4)),
            ("=.b.c", .notBase64URL(part: 1)),
            (TokenForge.text { $0.header = "[]" }, .noObject(.header, found: "it is an array")),
            (TokenForge.text { $0.claims = "" }, .noObject(.claims, found: "it is empty")),
            (
                TokenForge.text { $0.header = #"{"alg":"ES256","alg":"ES256","kid":"ABC1234567"}"# },
                .repeatedName(.header, "alg")
            ),
            (TokenForge.replacing("}", with: #","bid":"com.example.app"}"#), .repeatedName(.claims, "bid")),
            (TokenForge.text { $0.header = #"{"kid":"ABC1234567"}"# }, .missing(.header, name: "alg")),
            (TokenForge.text { $0.header = #"{"alg":"ES256"}"# }, .missing(.header, name: "kid")),
            (TokenForge.text { $0.header = #"{"alg":"none","kid":"ABC1234567"}"# }, .otherAlgorithm("none")),
            (TokenForge.text { $0.header = #"{"alg":"ES256","typ":"JWS","kid":"ABC1234567"}"# }, .otherType("JWS")),
            (TokenForge.text { $0.header = #"{"alg":"ES256","crit":[],"kid":"ABC1234567"}"# }, .criticalHeader),
            (
                TokenForge.text { $0.header = #"{"alg":"ES256","kid":"K2"}"# },
                .unknownKey("K2", registered: ["ABC1234567"])
            ),
            (TokenForge.text { $0.key = SampleShop.spare }, .signature(keyID: "ABC1234567")),
            (TokenForge.text { $0.write = { Base64.url.encode($0.derRepresentation) } }, .derSignature),
            (TokenForge.text { $0.write = { _ in "AAAA" } }, .signatureLength(3)),
            (TokenForge.text { $0.write = { _ in "A+A/" } }, .notBase64URL(part: 3)),
            (TokenForge.replacing("issuer-1", with: "issuer-2"), .otherIssuer("issuer-2", expected: "issuer-1")),
            (TokenForge.replacing(#""iss":"issuer-1","#, with: ""), .missing(.claims, name: "iss")),
            (TokenForge.replacing("appstoreconnect-v1", with: "apple"), .otherAudience("apple")),
            (
                TokenForge.replacing(#""appstoreconnect-v1""#, with: #"["appstoreconnect-v1"]"#),
                .malformed(.claims, name: "aud", expected: "a text", found: "an array")
            ),
            (
                TokenForge.replacing("com.example.app", with: "com.example.dev"),
                .otherBundleID("com.example.dev", expected: "com.example.app")
            ),
            (
                TokenForge.replacing("1795349100", with: #""soon""#),
                .malformed(.claims, name: "exp", expected: "a number of seconds since 1970", found: #"the text "soon""#)
            ),
        ]
        for (token, reason) in cases {
            try expectEqual(TokenForge.refusal(token), reason, "\(reason)")
        }
        try expectEqual(
            TokenForge.refusal(String(repeating: "a", count: 16_385)), .tooLong(byteCount: 16_385, limit: 16_384))
    }

    /// 12:00:00 is 1,795,348,800 seconds; an hour later is 1,795,352,400.
    @Test("C-140: the wall clock decides: exp has to come, 60 minutes at most after iat, or after now without one")
    func times() throws {
        func refusal(_ end: String, _ issued: String? = nil, at now: Date = TokenForge.now) throws
            -> AppStoreServerTokenRefusal?
        {
            let issue = issued.map { ",\"iat\":\($0)" } ?? ""
            return try TokenForge.refusal(TokenForge.replacing("1795349100}", with: "\(end)\(issue)}"), at: now)
        }
        func instant(_ milliseconds: Int64) -> Date { Date(millisecondsSince1970: milliseconds) }
        let now = TokenForge.now
        try expectEqual(refusal("1795348800"), .expired(on: now, now: now))
        expectNil(try refusal("1795348800.001"))
        expectNil(try refusal("1795352400"))
        try expectEqual(refusal("1795352400.001"), .livesTooLong(TimeStep(3_600_001), limit: .minutes(60)))
        // Issued half an hour ago, it may be good for half an hour more.
        expectNil(try refusal("1795350600", "1795347000"))
        try expectEqual(refusal("1795350601", "1795347000"), .livesTooLong(TimeStep(3_601_000), limit: .minutes(60)))
        expectNil(try refusal("1795349100", "1795348860"))
        try expectEqual(refusal("1795349100", "1795348861"), .issuedInFuture(instant(1_795_348_861_000), now: now))
        // The store's clock stands in January; nobody asks it.
        let january = instant(1_767_225_600_000)
        try expectEqual(
            refusal("1795349100", at: january), .livesTooLong(TimeStep(28_123_500_000), limit: .minutes(60)))
        try expectEqual(
            refusal("1e400"), .livesTooLong(TimeStep(Int64.max - now.millisecondsSince1970), limit: .minutes(60)))
        try expectEqual(refusal("-1e400"), .expired(on: instant(-Int64.max), now: now))
    }

    @Test("C-140: the header Authorization is Bearer and a token, in whatever letter case")
    func header() throws {
        let authorizer = try TokenForge.authorizer()
        func refusal(_ headers: [String: String]) -> AppStoreServerTokenRefusal? {
            do throws(AppStoreServerTokenRefusal) {
                try authorizer.judge(AppStoreServerRequest(path: "/", headers: headers), at: TokenForge.now)
                return nil
            } catch {
                return error
            }
        }
        let token = TokenForge.text()
        expectNil(refusal(["Authorization": "Bearer \(token)"]))
        expectNil(refusal(["authorization": "bearer \(token)"]))
        expectEqual(refusal([:]), .noAuthorization)
        expectEqual(refusal(["Authorization": token]), .noBearer(found: String(token.prefix(12))))
        expectEqual(refusal(["Authorization": "Basic dXNlcg=="]), .noBearer(found: "Basic dXNlcg"))
        expectEqual(refusal(["Authorization": ""]), .noBearer(found: ""))
    }

    @Test("C-140: a token with any one byte changed is refused, with a reason, and the sentence names something")
    func flipped() throws {
        let bytes = Array(TokenForge.text().utf8)
        let authorizer = try TokenForge.authorizer()
        for place in bytes.indices {
            for mask in [1, 2, 0x10, 0x80] as [UInt8] {
                var changed = bytes
                changed[place] ^= mask
                let refusal = #expect(throws: AppStoreServerTokenRefusal.self) {
                    try authorizer.judge(token: String(decoding: changed, as: UTF8.self), at: TokenForge.now)
                }
                #expect((refusal?.description.count ?? 0) > 20)
            }
        }
    }

    @Test(
        "C-140: every byte of header and claims changed and signed again gives a reason or a token that says the same")
    func signedAgain() throws {
        let authorizer = try TokenForge.authorizer()
        for part in [\TokenForge.header, \TokenForge.claims] {
            let bytes = Array(TokenForge()[keyPath: part].utf8)
            for place in bytes.indices {
                for mask in [1, 4, 0x20] as [UInt8] {
                    var changed = bytes
                    changed[place] ^= mask
                    let token = TokenForge.text { $0[keyPath: part] = String(decoding: changed, as: UTF8.self) }
                    do throws(AppStoreServerTokenRefusal) {
                        try authorizer.judge(token: token, at: TokenForge.now)
                        // What is left is another end within the hour, or another name of what need not be there.
                        let text = String(decoding: changed, as: UTF8.self)
                        #expect(text.contains("\"exp\":1795") || !text.contains("\"typ\":"), "\(text)")
                    } catch {
                        #expect(error.description.count > 20)
                    }
                }
            }
        }
    }

    @Test("C-140: the signer's own tokens are taken, and those that would live too long are not made")
    func signer() throws {
        let signer = try AppStoreServerTokenSigner(
            keyID: "ABC1234567", issuerID: "issuer-1", bundleID: "com.example.app",
            pem: SampleShop.shop.pemRepresentation(.pkcs8))
        let request = AppStoreServerRequest(
            path: "/", headers: ["Authorization": try signer.authorization(at: TokenForge.now)])
        try TokenForge.authorizer().judge(request, at: TokenForge.now)
        #expect(
            throws: AppStoreServerTokenRefusal.expired(
                on: TokenForge.now.adding(.minutes(5)), now: TokenForge.now.adding(.minutes(5)))
        ) {
            try TokenForge.authorizer().judge(request, at: TokenForge.now.adding(.minutes(5)))
        }
        #expect(throws: AppStoreServerKeyError.lifetimeNotAllowed(TimeStep(3_600_001))) {
            try signer.authorization(at: TokenForge.now, lifetime: TimeStep(3_600_001))
        }
        expectEqual("\(signer)", "key ABC1234567 of issuer issuer-1 for com.example.app")
        expectEqual(signer.publicKeyPEM, SampleShop.shop.publicKey.pemRepresentation)
    }

    @Test("C-140: a key is public or private PEM, has identifiers, and comes once")
    func keys() throws {
        let pem = SampleShop.shop.pemRepresentation(.pkcs8)
        let key = try AppStoreServerKey(id: "K", issuerID: "i", pem: pem)
        expectEqual(
            key, try AppStoreServerKey(id: "K", issuerID: "i", pem: SampleShop.shop.publicKey.pemRepresentation))
        #expect(throws: AppStoreServerKeyError.emptyIdentifier) {
            try AppStoreServerKey(id: "", issuerID: "i", pem: pem)
        }
        #expect(throws: AppStoreServerKeyError.emptyIssuer("K")) {
            try AppStoreServerKey(id: "K", issuerID: "", pem: pem)
        }
        #expect(throws: AppStoreServerKeyError.duplicateKey("K")) {
            try AppStoreServerAuthorizer(keys: [key, key], bundleID: "b")
        }
        let error = #expect(throws: AppStoreServerKeyError.self) {
            try AppStoreServerKey(id: "K", issuerID: "i", pem: "nothing")
        }
        expectPrefix(error?.description, "The PEM text of key \"K\" holds no key on P-256 (")
    }
}
