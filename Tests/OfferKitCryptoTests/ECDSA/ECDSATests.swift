import OfferKitCore
import OfferKitCrypto
import OfferKitTestHarness
import Testing

struct ECDSATests {
    /// The two deterministic signatures of RFC 6979, appendix A.2.5, with P-256 and SHA-256.
    ///
    /// Test vectors of an RFC are code components under the IETF's Simplified BSD licence.
    struct Deterministic: Sendable {
        let message: String
        let nonce: String
        let r: String
        let s: String
    }

    static let rfc6979Key = "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721"
    static let rfc6979PublicKey =
        "60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6"
        + "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"
    static let rfc6979 = [
        Deterministic(
            message: "sample", nonce: "A6E3C57DD01ABE90086538398355DD4C3B17AA873382B0F24D6129493D8AAD60",
            r: "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
            s: "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"),
        Deterministic(
            message: "test", nonce: "D16B6AE827F17175E040871A1C7EC3500192C4C92677336EC2537ACAEE0008E0",
            r: "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367",
            s: "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"),
    ]

    @Test("Signing gives the RFC's r and s, made with the RFC's nonce", arguments: rfc6979)
    func deterministic(_ vector: Deterministic) throws {
        let key = try P256PrivateKey(rawRepresentation: hex(Self.rfc6979Key))
        let signature = key.signature(for: ascii(vector.message))
        expectEqual(signature.rawRepresentation, hex(vector.r + vector.s))
        expectEqual(key.publicKey.x963Representation, [4] + hex(Self.rfc6979PublicKey))
        // r is the x coordinate of the nonce's own public key.
        let nonce = try P256PrivateKey(rawRepresentation: hex(vector.nonce))
        expectEqual(nonce.publicKey.x963Representation[1...].prefix(32), hex(vector.r)[...])
        #expect(isValid(signature, key.publicKey, digest: SHA256.hash(ascii(vector.message))))
    }

    @Test("Verifying agrees with NIST about every signature", arguments: SigVerVector.all)
    func sigVer(_ vector: SigVerVector) throws {
        let key = try P256PublicKey(x963Representation: [4] + hex(vector.key))
        let signature = try ECDSASignature(rawRepresentation: hex(vector.r + vector.s))
        let message = hex(vector.message)
        expectEqual(key.isValidSignature(signature, for: message), vector.isValid)
        expectEqual(key.prepared().isValidSignature(signature, for: message), vector.isValid)
        expectEqual(isValid(signature, key, digest: SHA256.hash(message)), vector.isValid)
    }

    @Test(
        "NIST's private keys have their public keys, its nonces their r, its signatures are valid",
        arguments: SigGenVector.all)
    func sigGen(_ vector: SigGenVector) throws {
        let key = try P256PrivateKey(rawRepresentation: hex(vector.privateKey))
        expectEqual(key.publicKey.x963Representation, [4] + hex(vector.key))
        let nonce = try P256PrivateKey(rawRepresentation: hex(vector.nonce))
        expectEqual(nonce.publicKey.x963Representation[1...].prefix(32), hex(vector.r)[...])
        let signature = try ECDSASignature(rawRepresentation: hex(vector.r + vector.s))
        #expect(isValid(signature, key.publicKey, digest: hex(vector.digest)))
    }

    @Test("At the edges, verifying agrees with OpenSSL", arguments: CrossCheckVector.all)
    func edges(_ vector: CrossCheckVector) throws {
        let key = try P256PublicKey(x963Representation: [4] + hex(vector.key))
        let signature = try ECDSASignature(rawRepresentation: hex(vector.r + vector.s))
        expectEqual(isValid(signature, key, digest: hex(vector.digest)), vector.isValid)
    }

    @Test("A signature is good for its own message, key and bits only")
    func tampering() throws {
        let seed: UInt64 = 186
        var generator = SplitMix64(seed: seed)
        for round in 0..<20 {
            let key = try P256PrivateKey(rawRepresentation: generator.bytes(32))
            let prepared = key.publicKey.prepared()
            let message = generator.bytes(generator.next(below: 200))
            let signature = key.signature(for: message)
            #expect(key.publicKey.isValidSignature(signature, for: message), "seed \(seed), round \(round)")
            #expect(prepared.isValidSignature(signature, for: message), "seed \(seed), round \(round)")
            #expect(!key.publicKey.isValidSignature(signature, for: message + [0]))
            #expect(!prepared.isValidSignature(signature, for: message + [0]))
            let other = try P256PrivateKey(rawRepresentation: generator.bytes(32))
            #expect(!other.publicKey.isValidSignature(signature, for: message))
            for _ in 0..<4 {
                var raw = signature.rawRepresentation
                raw[generator.next(below: 64)] ^= 1 << UInt8(generator.next(below: 8))
                let changed = try ECDSASignature(rawRepresentation: raw)
                #expect(!key.publicKey.isValidSignature(changed, for: message), "seed \(seed), round \(round)")
                #expect(!prepared.isValidSignature(changed, for: message), "seed \(seed), round \(round)")
            }
        }
    }

    @Test("A message, its hash and its digest are signed alike")
    func waysToSign() throws {
        let key = try P256PrivateKey(rawRepresentation: hex(Self.rfc6979Key))
        var hash = SHA256()
        hash.update(ascii("sam"))
        hash.update(ascii("ple"))
        let signature = key.signature(for: ascii("sample"))
        expectEqual(key.signature(for: hash), signature)
        expectEqual(key.signature(forDigest: SHA256.hash(ascii("sample"))), signature)
        #expect(key.publicKey.isValidSignature(signature, for: hash))
        #expect(key.publicKey.prepared().isValidSignature(signature, for: hash))
    }

    @Test(
        "A digest that is not of 32 bytes is not signed and has no valid signature",
        arguments: [0, 1, 31, 33, 48, 64])
    func digestLength(_ length: Int) throws {
        let key = try P256PrivateKey(rawRepresentation: hex(Self.rfc6979Key))
        let digest = [UInt8](repeating: 0, count: length)
        expectNil(key.signature(forDigest: digest))
        let signature = try #require(key.signature(forDigest: [UInt8](repeating: 0, count: 32)))
        #expect(!key.publicKey.isValidSignature(signature, forDigest: digest))
        #expect(!key.publicKey.prepared().isValidSignature(signature, forDigest: digest))
    }

    @Test("The preferred backend accepts what the pure one signs, and hashes alike")
    func backends() throws {
        let key = try P256PrivateKey(rawRepresentation: hex(Self.rfc6979Key))
        let message = ascii("a message")
        for signer in [CryptoBackend.pure, .preferred] {
            let signature = signer.signature(for: message, privateKey: key)
            for verifier in [CryptoBackend.pure, .preferred] {
                #expect(verifier.isValidSignature(signature, for: message, publicKey: key.publicKey))
                #expect(!verifier.isValidSignature(signature, for: message + [0], publicKey: key.publicKey))
            }
            expectEqual(signer.sha256(message), SHA256.hash(message))
        }
    }

    /// What both ways to verify say; they must say the same.
    private func isValid(_ signature: ECDSASignature, _ key: P256PublicKey, digest: [UInt8]) -> Bool {
        let answer = key.isValidSignature(signature, forDigest: digest)
        expectEqual(key.prepared().isValidSignature(signature, forDigest: digest), answer)
        return answer
    }
}
