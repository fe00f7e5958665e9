import OfferKitCore
import OfferKitCrypto
import OfferKitEssentials
import OfferKitServer

/// The truth about a claim, and the part of it that an explaining store knows: never all of it.
///
/// A developer has more products, offers, keys, builds and customers than a store knows of, so each of them is withheld
/// from the store with one chance in two; the key that was sent with one in eight.
struct SecretSituation {
    static let products = [
        SampleShop.product, "pro.yearly", "basic.monthly", "basic.yearly", "com.example.app.club", "archive",
    ]
    static let offers = [SampleShop.offer, "free1", "half1", "cheap", "loyal3"]
    static let bundles = [SampleShop.bundle, "com.example.other", "com.example.app.dev", "org.example.app"]
    static let names = ["4bd1c2c3e8a0", "bob77", "c0ffee00", "dd44"]
    static let keyIDs = ["ABC1234567", "ZYX7654321", "KEY3", "KEY4"]
    static let nonces = [
        SampleShop.nonce, "11111111-2222-4333-8444-555555555555", "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee",
    ]
    static let keys: [P256PrivateKey] =
        [SampleShop.shop, SampleShop.spare]
        + [UInt8(3), 4].compactMap {
            try? P256PrivateKey(rawRepresentation: Array(repeating: $0, count: 32))
        }

    /// The only mistakes made, by kind; none where the signature was damaged or nothing was wrong.
    private(set) var truth: [SignatureMistake.Kind] = []
    /// The seven parts that were signed, and their separator.
    private var parts: [String]
    private var separator = "\u{2063}"
    private var edges = ("", "")
    private(set) var signer = 0
    /// Whether the signature was damaged on its way.
    private(set) var isDamaged = false
    let knowledge: OfferVerifier.Knowledge

    /// A situation with so many mistakes.
    init(_ random: inout SplitMix64, mistakes: Int) {
        parts = [
            SampleShop.bundle, SampleShop.shopKey, SampleShop.product, SampleShop.offer, "4bd1c2c3e8a0",
            SampleShop.nonce, "1560000000000",
        ]
        knowledge = SecretSituation.knowledge(&random)
        for _ in 0..<mistakes { goWrong(&random) }
        settleKeys()
        if Int.random(in: 0..<8, using: &random) == 0 { isDamaged = true }
    }

    /// Returns the store's knowledge.
    private static func knowledge(_ random: inout SplitMix64) -> OfferVerifier.Knowledge {
        func kept<Value>(_ values: [Value]) -> [Value] { values.filter { _ in Bool.random(using: &random) } }
        let isKeyKnown = Int.random(in: 0..<8, using: &random) > 0
        let own = OfferVerifier.Knowledge.Product(
            SampleShop.product, offers: [SampleShop.offer] + kept(Array(offers.dropFirst())))
        let others = kept(Array(products.dropFirst())).map { OfferVerifier.Knowledge.Product($0, offers: kept(offers)) }
        let keys = zip(keyIDs, keys).enumerated().filter {
            $0.offset == 0 ? isKeyKnown : Bool.random(using: &random)
        }
        return OfferVerifier.Knowledge(
            bundleIDs: [SampleShop.bundle] + kept(Array(bundles.dropFirst())), products: [own] + others,
            keys: keys.map { .init(id: $0.element.0, publicKey: $0.element.1.publicKey.x963Representation) },
            accounts: kept(Array(names.dropFirst())).map(AppAccount.userName),
            seen: kept(Array(nonces.dropFirst())).map { .init(nonce: SampleShop.uuid($0), timestamp: nil) },
            now: SampleShop.now)
    }

    /// Makes one mistake, with any value that the developer has.
    private mutating func goWrong(_ random: inout SplitMix64) {
        func other(_ values: [String]) -> String { values.dropFirst().randomElement(using: &random) ?? "" }
        let kind: SignatureMistake.Kind
        switch Int.random(in: 0..<18, using: &random) {
        case 0: (kind, parts[2]) = (.otherProduct, other(SecretSituation.products))
        case 1: (kind, parts[3]) = (.otherOffer, other(SecretSituation.offers))
        case 2: (kind, parts[0]) = (.otherBundle, other(SecretSituation.bundles))
        case 3: (kind, parts[4]) = (.otherAccount, other(SecretSituation.names))
        case 4: (kind, parts[5]) = (.otherNonce, other(SecretSituation.nonces))
        case 5:
            signer = Int.random(in: 1...3, using: &random)
            kind = .otherKeySigned
        case 6:
            signer = Int.random(in: 1...3, using: &random)
            (kind, parts[1]) = (.otherKeyIdentifierSent, SecretSituation.keyIDs[signer])
        case 7: (kind, parts[1]) = (.otherKeyIdentifierInText, other(SecretSituation.keyIDs))
        case 8: (kind, parts[5]) = (.nonceUpperCase, SampleShop.nonce.uppercased())
        case 9: (kind, parts[6]) = (.timestampSignedInSeconds, "1560000000")
        case 10: (kind, parts[4]) = (.accountNotSigned, "")
        case 11: (kind, parts[6]) = (.otherTimestamp, "1559999\(Int.random(in: 100_000...999_999, using: &random))")
        case 12: (kind, separator) = (.noSeparator, "")
        case 13:
            (kind, separator) = (
                .otherSeparator, ["|", ",", "@", "\u{2062}", "%%"].randomElement(using: &random) ?? "|"
            )
        case 14: (kind, edges) = (.trailingSeparator, ("", "\u{2063}"))
        case 15: (kind, edges) = (.leadingSeparator, ("\u{2063}", ""))
        case 16: (kind, edges) = (.extraText, ("", ["\n", "!", "\t\t"].randomElement(using: &random) ?? "!"))
        default: (kind, parts[2]) = (.letterCase, "Pro.MONTHLY")
        }
        truth.append(kind)
    }

    /// Settles the result of two mistakes with keys.
    private mutating func settleKeys() {
        truth.removeAll { [.otherKeySigned, .otherKeyIdentifierSent, .otherKeyIdentifierInText].contains($0) }
        let isOwnText = parts[1] == SampleShop.shopKey
        if signer > 0, parts[1] == SecretSituation.keyIDs[signer] {
            truth.append(.otherKeyIdentifierSent)
        } else {
            if signer > 0 { truth.append(.otherKeySigned) }
            if !isOwnText { truth.append(.otherKeyIdentifierInText) }
        }
    }

    /// The claim as sent: only the signature shows what was signed.
    var claim: OfferClaim {
        let text = edges.0 + parts.joined(separator: separator) + edges.1
        var bytes = SecretSituation.keys[signer].signature(for: Array(text.utf8)).derRepresentation
        // The last byte belongs to s, whose form stays the same.
        if isDamaged { bytes[bytes.count - 1] ^= 1 }
        return SampleShop.claim(signature: Base64.standard.encode(bytes))
    }

    /// Whether key and text are the expected ones.
    var isRight: Bool {
        signer == 0 && separator == "\u{2063}" && edges == ("", "")
            && parts == [
                SampleShop.bundle, SampleShop.shopKey, SampleShop.product, SampleShop.offer, "4bd1c2c3e8a0",
                SampleShop.nonce, "1560000000000",
            ]
    }

    /// Whether the text is the expected one, with any key.
    var isTextRight: Bool {
        var other = self
        other.signer = 0
        return other.isRight
    }

    /// Returns the SHA-256 of the public key that signed, in DER.
    static func fingerprint(_ key: P256PrivateKey) -> String {
        Hexadecimal.text(SHA256.hash(key.publicKey.spkiRepresentation))
    }
}
