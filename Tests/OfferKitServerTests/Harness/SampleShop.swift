import OfferKitCore
import OfferKitCrypto
import OfferKitEssentials
import OfferKitServer

/// The shop of these tests, with signers that work correctly or make deliberate mistakes.
///
/// The keys were made with `openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt` and are
/// used nowhere else.
enum SampleShop {
    static let shopPEM = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8Xm7GKFH0bS4buwz
        ELVX4V0maCft9oBOmqXNUNzyedKhRANCAARur95D0BZnaV3ynAl8E7xD2eRcwdQr
        anvF7fj4YdDsj2cN2xZYqU5TMkzmu4tvsQLIFxfJ+x+tDb/J59sNgXmd
        -----END PRIVATE KEY-----
        """
    static let sparePEM = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg4fp9hCDQJlzwXXBp
        ZRwJE4BznsyvYX4TPDUJ0pmiM2+hRANCAAQdsU8rSfd86tV4ZLwNVNQwkLpC/a1Q
        Ca4kJoG1/OoznDpJ+BBrcD30xBO4pcv0l1+8QAQmYvvNpHqF906aGjku
        -----END PRIVATE KEY-----
        """

    static let bundle = "com.example.app"
    static let shopKey = "ABC1234567"
    static let spareKey = "ZYX7654321"
    static let product = "pro.monthly"
    static let offer = "half3"
    static let nonce = "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd"
    static let token = "a81bc81b-dead-4e5d-abff-90865d1e13b1"
    static let timestamp: Int64 = 1_560_000_000_000
    /// One second after the timestamp.
    static let now = Instant(millisecondsSince1970: 1_560_000_001_000)

    static let shop = privateKey(shopPEM)
    static let spare = privateKey(sparePEM)

    static let knowledge = OfferVerifier.Knowledge(
        bundleIDs: [bundle, "com.example.other"],
        products: [
            .init(product, offers: [offer, "free1"]),
            .init("pro.yearly", offers: [offer, "half1"]),
            .init("basic.monthly", offers: ["cheap"]),
        ],
        keys: [
            .init(id: shopKey, publicKey: shop.publicKey.x963Representation),
            .init(id: spareKey, publicKey: spare.publicKey.x963Representation),
        ],
        accounts: [.userName("bob77"), .token(uuid("0d9c5f2e-1a2b-4c3d-8e4f-5a6b7c8d9e0f"))],
        seen: [
            .init(nonce: uuid("11111111-2222-4333-8444-555555555555"), timestamp: 1_559_990_000_000),
            .init(nonce: uuid("aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"), timestamp: 1_559_980_000_000),
        ],
        now: now)

    /// Returns a purchase by the customer with this user name or token; only the signature is missing.
    static func claim(
        account: AppAccount = .userName("4bd1c2c3e8a0"), keyIdentifier: String = shopKey,
        timestamp: Int64 = timestamp, signature: String
    ) -> OfferClaim {
        OfferClaim(
            bundleID: bundle, productID: product, account: account,
            discount: PaymentDiscount(
                identifier: offer, keyIdentifier: keyIdentifier, nonce: uuid(nonce), signature: signature,
                timestamp: timestamp))
    }

    /// Returns the correct text for a user name, with `|` for the separator; written by hand, not by tested code.
    static func text(_ account: String = "4bd1c2c3e8a0") -> String {
        "com.example.app|ABC1234567|pro.monthly|half3|\(account)|5f2a9c1e-7b3d-4e8f-9a01-23456789abcd|1560000000000"
    }

    /// Returns a text as bytes, with U+2063 for `|`.
    static func bytes(_ text: String, separator: String = "\u{2063}") -> [UInt8] {
        Array(text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: separator).utf8)
    }

    /// Returns the DER signature of a text with `|` for the separator, in Base64.
    static func sign(_ text: String, separator: String = "\u{2063}", key: P256PrivateKey = shop) -> String {
        Base64.standard.encode(key.signature(for: bytes(text, separator: separator)).derRepresentation)
    }

    static func uuid(_ text: String) -> UUID {
        guard let uuid = UUID(uuidString: text) else { preconditionFailure("not a UUID: \(text)") }
        return uuid
    }

    private static func privateKey(_ pem: String) -> P256PrivateKey {
        do {
            return try P256PrivateKey(pem: pem)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension OfferVerifier {
    /// Returns the evidence on a claim, as a store asks for it.
    ///
    /// It is the verdict under a key, nil for one that the store does not have, and an explanation of a failure.
    func evidence(for claim: OfferClaim, key: [UInt8]?, knowledge: Knowledge) -> SignatureEvidence {
        if let key, verifies(claim, key: key) { return .verifies }
        return .fails(findings(for: claim, knowledge: knowledge))
    }

    /// Returns the evidence on a request in the compact form.
    func evidence(for jws: OfferRequestJWS, key: [UInt8]?, knowledge: Knowledge) -> SignatureEvidence {
        if let key, verifies(jws, key: key) { return .verifies }
        return .fails(findings(for: jws, knowledge: knowledge))
    }

    /// Returns the evidence on a claim in the sample shop, under the key that it names.
    func evidence(_ claim: OfferClaim, _ knowledge: Knowledge = SampleShop.knowledge) -> SignatureEvidence {
        let key = knowledge.keys.first { $0.id == claim.discount.keyIdentifier }
        return evidence(for: claim, key: key?.publicKey, knowledge: knowledge)
    }

    /// Returns the mistakes found in a claim; nil when it verifies.
    func mistakes(_ claim: OfferClaim, _ knowledge: Knowledge = SampleShop.knowledge) -> [SignatureMistake]? {
        switch evidence(claim, knowledge) {
        case .verifies: nil
        case .fails(let findings): findings.mistakes
        }
    }
}
