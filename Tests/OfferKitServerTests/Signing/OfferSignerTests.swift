import OfferKitCore
import OfferKitCrypto
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// The developer's server side.
struct OfferSignerTests {
    private let request = OfferSignatureRequest(
        bundleID: SampleShop.bundle, productID: SampleShop.product, offerID: SampleShop.offer,
        account: .userName("4bd1c2c3e8a0"))
    private let nonce = SampleShop.uuid(SampleShop.nonce)

    private func signer() throws -> OfferSigner {
        try OfferSigner(
            pems: [SampleShop.shopKey: SampleShop.shopPEM, SampleShop.spareKey: SampleShop.sparePEM],
            using: SampleShop.shopKey)
    }

    // S0-36, S0-40, S0-41, S0-47: seven parts in order, the key's among them, separators between, all of it signed.
    @Test("The signed text is the worked example of B2.1, and the signature is that of RFC 6979 every time")
    func workedExample() throws {
        var plain = request
        plain.account = .userName("")
        let signer = try signer()
        let text = try OfferSigner.payload(plain, signer.keyIdentifier, nonce, 1_560_000_000_000).parts
            .joined(separator: "·")
        expectEqual(
            text, "com.example.app·ABC1234567·pro.monthly·half3··5f2a9c1e-7b3d-4e8f-9a01-23456789abcd·1560000000000")
        let answer = try signer.sign(plain, nonce: nonce, timestamp: 1_560_000_000_000)
        // Made by Python's `cryptography` with `ec.ECDSA(hashes.SHA256(), deterministic_signing=True)`.
        expectEqual(
            answer.signature,
            "MEUCID2JtgkU3by1EVMqeuCf+MUfPtT0Hd9jMDUQc1ZntS2+AiEAwYEu1KCmZtpcu1LWth0Uf+uWi6GrsE7uQ076IKrmNtM=")
        try expectEqual(signer.sign(plain, nonce: nonce, timestamp: 1_560_000_000_000), answer)
    }

    // S0-23: it is checked with the public key, by whoever has it.
    @Test("A store accepts what it signs, for user names, tokens and neither, and nothing that was changed (S0-50)")
    func roundTrip() throws {
        let signer = try signer()
        let token = AppAccount.token(SampleShop.uuid(SampleShop.token))
        for account in [AppAccount.userName("Anna"), .userName(""), token, .notSet] {
            var request = request
            request.account = account
            let answer = try signer.sign(request, nonce: nonce, timestamp: 1_560_000_000_000)
            #expect(signer.verifies(answer, for: request))
            var changed = request
            changed.offerID = "free1"
            #expect(!signer.verifies(answer, for: changed))
            var later = answer
            later.timestamp += 1
            #expect(!signer.verifies(later, for: request))
            var otherKey = answer
            otherKey.keyIdentifier = SampleShop.spareKey
            #expect(!signer.verifies(otherKey, for: request))
        }
    }

    @Test("The key in use can be changed to one that is held, and to no other (S0-38, S0-39, S0-43)")
    func keys() throws {
        var signer = try signer()
        let held = [SampleShop.shopKey, SampleShop.spareKey]
        expectEqual(signer.keyIdentifiers, held)
        #expect(throws: OfferSigningError.unknownKey("NOSUCHKEY0", held: held)) { try signer.use("NOSUCHKEY0") }
        expectEqual(signer.keyIdentifier, SampleShop.shopKey)
        try signer.use(SampleShop.spareKey)
        let answer = try signer.sign(request, nonce: nonce, timestamp: 1_560_000_000_000)
        expectEqual(answer.keyIdentifier, SampleShop.spareKey)
        #expect(signer.verifies(answer, for: request))
        #expect(throws: OfferSigningError.unknownKey("X", held: held)) {
            try OfferSigner(
                pems: [SampleShop.shopKey: SampleShop.shopPEM, SampleShop.spareKey: SampleShop.sparePEM], using: "X")
        }
        #expect(throws: OfferSigningError.unknownKey("X", held: held)) { try signer.publicKeyPEM(for: "X") }
        // C-234: with the nearest, and with those that there are.
        let near = String(SampleShop.shopKey.dropLast())
        let advice = "Did you mean \"\(SampleShop.shopKey)\"? There are \"\(held[0])\", \"\(held[1])\"."
        let unknown = OfferSigningError.unknownKey(near, held: held)
        expectEqual("\(unknown)", "The signer holds no key \"\(near)\". \(advice)")
        expectContains("\(AppStoreServerTokenRefusal.unknownKey(near, registered: held))", advice)
    }

    // S0-45: the signing key is read from PEM as OpenSSL reads it.
    @Test("The public key is the one that OpenSSL derives from the private one")
    func publicKey() throws {
        let signer = try signer()
        // openssl pkey -in shop.pem -pubout
        let pem = """
            -----BEGIN PUBLIC KEY-----
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEbq/eQ9AWZ2ld8pwJfBO8Q9nkXMHU
            K2p7xe34+GHQ7I9nDdsWWKlOUzJM5ruLb7ECyBcXyfsfrQ2/yefbDYF5nQ==
            -----END PUBLIC KEY-----

            """
        try expectEqual(signer.publicKeyPEM(for: SampleShop.shopKey), pem)
        try expectEqual(signer.publicKeyBytes(for: SampleShop.shopKey).prefix(3), [0x04, 0x6e, 0xaf])
        try expectEqual(signer.publicKeyBytes(for: SampleShop.shopKey).count, 65)
    }

    @Test("A text that is no private key on P-256 is refused, with the key's identifier (S0-44)")
    func malformedKeys() throws {
        for pem in ["", "no PEM", try signer().publicKeyPEM(for: SampleShop.shopKey)] {
            do {
                _ = try OfferSigner(keyIdentifier: "K1", pem: pem)
                Issue.record("accepted: \(pem)")
            } catch OfferSigningError.malformedKey(let key, _) {
                expectEqual(key, "K1")
            }
        }
    }

    @Test("What a store would refuse anyway is not signed (S0-72, C-63)")
    func refusals() throws {
        let signer = try signer()
        func error(_ change: (inout OfferSignatureRequest) -> Void, timestamp: Int64 = 1) -> OfferSigningError? {
            var request = request
            change(&request)
            do {
                _ = try signer.sign(request, nonce: nonce, timestamp: timestamp)
                return nil
            } catch {
                return error
            }
        }
        expectEqual(error { $0.bundleID = "" }, .emptyPart(.bundleID))
        expectEqual(error { $0.productID = "" }, .emptyPart(.productID))
        expectEqual(error { $0.offerID = "" }, .emptyPart(.offerID))
        expectNil(error { $0.account = .userName("") })
        expectEqual(error { $0.account = .userName("a\u{2063}") }, .separatorInPart(.account))
        expectEqual(error { $0.productID = "\u{2063}" }, .separatorInPart(.productID))
        expectEqual(error({ _ in }, timestamp: -1), .negativeTimestamp(-1))
        expectNil(error({ _ in }, timestamp: 0))
    }

    // S0-30: so no two transactions are alike. S0-33: milliseconds.
    @Test("Signing now uses another nonce every time, and answers verify")
    func now() throws {
        let signer = try signer()
        let (first, second) = (try signer.signNow(request), try signer.signNow(request))
        #expect(first.nonce != second.nonce)
        #expect(NonceForm.isVersion4(first.nonce))
        #expect(signer.verifies(first, for: request))
        #expect(first.timestamp <= second.timestamp)
        #expect(first.timestamp > 1_700_000_000_000)
    }

    #if canImport(CryptoKit) || SwiftCrypto
    @Test("The system's library signs otherwise every time, and either of the two verifies the other's")
    func systemBackend() throws {
        let system = try OfferSigner(keyIdentifier: SampleShop.shopKey, pem: SampleShop.shopPEM, backend: .system)
        let first = try system.sign(request, nonce: nonce, timestamp: 1_560_000_000_000)
        #expect(try system.sign(request, nonce: nonce, timestamp: 1_560_000_000_000) != first)
        #expect(try signer().verifies(first, for: request))
        #expect(system.verifies(try signer().sign(request, nonce: nonce, timestamp: 1), for: request))
        let claim = SampleShop.claim(signature: first.signature)
        expectEqual(OfferVerifier(backend: .system).evidence(claim), .verifies)
        expectEqual(OfferVerifier(backend: .system).mistakes(MessageMistakeTests.form[0].claim), [.otherSeparator(" ")])
    }
    #endif

    @Test("A user name is the SHA-256 hash over salt and name in hexadecimal (S0-28)")
    func customerHash() throws {
        let salt = Array("pepper".utf8)
        // printf 'pepperanna@example.com' | openssl dgst -sha256
        try expectEqual(
            CustomerHash.userName("anna@example.com", salt: salt),
            "299fd0d6813531a4c4e8a8e3e3aaba588e5cff2d85a70395d0464e442f8e415e")
        #expect(throws: CustomerHashError.emptySalt) { try CustomerHash.userName("anna", salt: []) }
        #expect(throws: CustomerHashError.emptyName) { try CustomerHash.userName("", salt: salt) }
    }
}
