import OfferKitTestHarness

#if SwiftCrypto

import Crypto
import OfferKitCore
import OfferKitCrypto
import Testing

/// Both libraries on the same keys and messages; only built with the trait `SwiftCrypto`.
struct SwiftCryptoTests {
    @Test("Both accept each other's signatures of hundreds of random messages, and refuse them for other messages")
    func crossVerification() throws {
        let seed: UInt64 = 0x5eed_0256
        var generator = SplitMix64(seed: seed)
        for round in 0..<(Effort.isFull ? 1_000 : 200) {
            let place: Comment = "seed \(seed), round \(round)"
            let key = try P256PrivateKey(rawRepresentation: generator.bytes(32))
            let theirKey = try P256.Signing.PrivateKey(rawRepresentation: key.rawRepresentation)
            let theirPublicKey = theirKey.publicKey
            expectEqual(Array(theirPublicKey.x963Representation), key.publicKey.x963Representation, place)
            let message = generator.bytes(generator.next(below: 300))
            let digest = Crypto.SHA256.hash(data: message)
            expectEqual(Array(digest), OfferKitCrypto.SHA256.hash(message), place)

            let ours = key.signature(for: message)
            let oursForThem = try P256.Signing.ECDSASignature(derRepresentation: ours.derRepresentation)
            #expect(theirPublicKey.isValidSignature(oursForThem, for: message), place)
            #expect(!theirPublicKey.isValidSignature(oursForThem, for: message + [0]), place)

            let made = try theirKey.signature(for: message)
            let theirs = try ECDSASignature(derRepresentation: Array(made.derRepresentation))
            expectEqual(theirs.rawRepresentation, Array(made.rawRepresentation), place)
            expectEqual(theirs.derRepresentation, Array(made.derRepresentation), place)
            #expect(key.publicKey.isValidSignature(theirs, for: message), place)
            #expect(!key.publicKey.isValidSignature(theirs, for: message + [0]), place)
            if round % 10 == 0 {
                let prepared = key.publicKey.prepared()
                #expect(prepared.isValidSignature(theirs, for: message), place)
                #expect(!prepared.isValidSignature(theirs, for: message + [0]), place)
            }
        }
    }

    @Test("Both read each other's keys")
    func keyFiles() throws {
        let seed: UInt64 = 5_208
        var generator = SplitMix64(seed: seed)
        for round in 0..<50 {
            let place: Comment = "seed \(seed), round \(round)"
            let key = try P256PrivateKey(rawRepresentation: generator.bytes(32))
            for format in P256PrivateKey.PEMFormat.allCases {
                let theirs = try P256.Signing.PrivateKey(pemRepresentation: key.pemRepresentation(format))
                expectEqual(Array(theirs.rawRepresentation), key.rawRepresentation, place)
                try expectEqual(P256PrivateKey(pem: theirs.pemRepresentation), key, place)
                try expectEqual(P256PublicKey(pem: theirs.publicKey.pemRepresentation), key.publicKey, place)
                let spki = Array(theirs.publicKey.derRepresentation)
                expectEqual(spki, key.publicKey.spkiRepresentation, place)
            }
        }
    }

    @Test("Both hash and authenticate texts of many lengths alike")
    func hashes() {
        let seed: UInt64 = 180
        var generator = SplitMix64(seed: seed)
        for length in 0..<400 {
            let place: Comment = "seed \(seed), length \(length)"
            let text = generator.bytes(length)
            let key = generator.bytes(generator.next(below: 150))
            expectEqual(OfferKitCrypto.SHA256.hash(text), Array(Crypto.SHA256.hash(data: text)), place)
            expectEqual(OfferKitCrypto.SHA384.hash(text), Array(Crypto.SHA384.hash(data: text)), place)
            let code = HMAC<Crypto.SHA256>.authenticationCode(for: text, using: SymmetricKey(data: key))
            expectEqual(HMACSHA256.authenticate(text, key: key), Array(code), place)
        }
    }

    @Test("The system backend is the preferred one where there is one")
    func preferredBackend() {
        expectEqual(CryptoBackend.preferred, .system)
        #expect(CryptoBackend.preferred != .pure)
    }
}

#endif
