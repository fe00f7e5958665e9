import OfferKitCore
import OfferKitCrypto
import OfferKitTestHarness
import Testing

/// Searching for the signed digest.
///
/// The search for the digest that was signed, held against the ordinary verification.
struct SignedDigestSearchTests {
    private static func bytes(_ count: Int, _ random: inout SplitMix64) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    @Test("It finds the digest and the key among many, with s and with n - s, and nothing that does not verify")
    func agreesWithVerification() throws {
        var random = SplitMix64(seed: 2_063)
        for round in 0..<24 {
            let keys = try (0..<4).map { _ in
                try P256PrivateKey(rawRepresentation: [0] + SignedDigestSearchTests.bytes(31, &random))
            }
            let digests = (0..<8).map { _ in SignedDigestSearchTests.bytes(32, &random) }
            let signature = try #require(keys[round % 4].signature(forDigest: digests[round % 8]))
            let search = SignedDigestSearch(keys.map { (signature, $0.publicKey) })
            let match = try #require(search.firstMatch(among: digests))
            expectEqual(match.digest, round % 8)
            expectEqual(match.pair, round % 4)
            var others = digests
            others.remove(at: round % 8)
            expectNil(search.firstMatch(among: others))
            expectNil(search.firstMatch(among: []))
        }
    }

    @Test("A digest of all zeros is no match, and one with other than 32 bytes is passed over")
    func oddDigests() throws {
        let key = try P256PrivateKey(rawRepresentation: Array(repeating: 7, count: 32))
        let digest = Array(repeating: UInt8(9), count: 32)
        let search = SignedDigestSearch([(try #require(key.signature(forDigest: digest)), key.publicKey)])
        expectNil(search.firstMatch(among: [Array(repeating: 0, count: 32), [], [1], digest + [0]]))
        expectEqual(search.firstMatch(among: [[], Array(repeating: 0, count: 32), digest])?.digest, 2)
    }

    @Test("The key that is G itself is searched for like any other")
    func generator() throws {
        let key = try P256PrivateKey(rawRepresentation: Array(repeating: 0, count: 31) + [1])
        let digest = Array(repeating: UInt8(200), count: 32)
        let search = SignedDigestSearch([(try #require(key.signature(forDigest: digest)), key.publicKey)])
        expectEqual(search.firstMatch(among: [digest])?.pair, 0)
    }

    @Test("A point whose x is above n is found: there x = r + n")
    func largeCoordinate() throws {
        // Project Wycheproof, ecdsa_secp256r1_sha256, "k*G has a large x-coordinate": the message is "123400".
        let key = try P256PublicKey(
            x963Representation: hexBytes(
                "040ad99500288d466940031d72a9f5445a4d43784640855bf0a69874d2de5fe103"
                    + "c5011e6ef2c42dcd50d5d3d29f99ae6eba2c80c9244f4c5422f0979ff0c3ba5e"))
        let signature = try ECDSASignature(
            rawRepresentation: hexBytes(
                "000000000000000000000000000000004319055358e8617b0c46353d039cdaab"
                    + "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc63254e"))
        let digest = SHA256.hash(Array("123400".utf8))
        try #require(key.isValidSignature(signature, forDigest: digest))
        expectEqual(SignedDigestSearch([(signature, key)]).firstMatch(among: [digest])?.digest, 0)
    }

    @Test("Where no point has x = r, or r or s is out of range, the search is known to be idle")
    func hopeless() throws {
        let key = try P256PrivateKey(rawRepresentation: Array(repeating: 7, count: 32)).publicKey
        let zero = Array(repeating: UInt8(0), count: 32)
        let one: [UInt8] = zero.dropLast() + [1]
        // By Euler's criterion in Python: no point has x = 1 or x = 1 + n, and one has x = 5.
        for raw in [zero + one, one + zero, Array(repeating: 255, count: 64), one + one] {
            #expect(SignedDigestSearch([(try ECDSASignature(rawRepresentation: raw), key)]).isHopeless)
        }
        let five: [UInt8] = zero.dropLast() + [5]
        #expect(!SignedDigestSearch([(try ECDSASignature(rawRepresentation: five + one), key)]).isHopeless)
        #expect(SignedDigestSearch([]).isHopeless)
    }
}
