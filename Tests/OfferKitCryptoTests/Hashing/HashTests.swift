import OfferKitCrypto
import OfferKitTestHarness
import Testing

struct HashTests {
    @Test("SHA-256 gives the published hash", arguments: HashVector.sha256)
    func sha256(_ vector: HashVector) {
        expectEqual(hexText(SHA256.hash(vector.text)), vector.hash)
    }

    @Test("SHA-384 gives the published hash", arguments: HashVector.sha384)
    func sha384(_ vector: HashVector) {
        expectEqual(hexText(SHA384.hash(vector.text)), vector.hash)
    }

    @Test("A chain of thousands of SHA-256 hashes arrives where NIST's does")
    func sha256Chain() {
        let ends = chain(.sha256, SHA256.hash)
        expectEqual(ends, HashChainVector.sha256.checkpoints)
    }

    @Test("A chain of a thousand SHA-384 hashes arrives where NIST's does")
    func sha384Chain() {
        let ends = chain(.sha384, SHA384.hash)
        expectEqual(ends, HashChainVector.sha384.checkpoints)
    }

    // The two expected values are Python's (hashlib): the hash of the 300 hashes of the 300 texts, joined.
    @Test("Texts of every length from 0 to 299 have the hashes that Python gives them")
    func everyLength() {
        let texts = (0..<300).map { (length: Int) -> [UInt8] in
            (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + length) }
        }
        expectEqual(
            hexText(SHA256.hash(texts.flatMap(SHA256.hash))),
            "d5238871a46ac4a1a75ac3fb19d645b0b3b9e5f35f5f720e2b240d605c6b694e")
        expectEqual(
            hexText(SHA384.hash(texts.flatMap(SHA384.hash))),
            "e3a73ee7e40ce4f9bb660f1ec279e2e3145ce11a3d066daaf5ba43639ef37a5e105d92e2090d8f782a96ca4c97457b29")
    }

    @Test("Wherever a text is cut in two, its hash is that of the whole")
    func cutting() {
        let text = (0..<260).map { UInt8(truncatingIfNeeded: $0 * 31) }
        for cut in 0...text.count {
            var short = SHA256()
            short.update(text[..<cut])
            short.update(Array(text[cut...]))
            expectEqual(short.finalize(), SHA256.hash(text), "cut at \(cut)")
        }
    }

    @Test("A copied hash goes its own way from the common beginning")
    func copies() {
        var first = SHA256()
        first.update(ascii("a common beginning longer than one block of sixty-four bytes, and then "))
        var second = first
        first.update(ascii("one end"))
        second.update(ascii("another"))
        let beginning = "a common beginning longer than one block of sixty-four bytes, and then "
        expectEqual(first.finalize(), SHA256.hash(ascii(beginning + "one end")))
        expectEqual(second.finalize(), SHA256.hash(ascii(beginning + "another")))
    }

    @Test("Finalising a hash leaves it as it was, so more can be added")
    func finalizingTwice() {
        var hash = SHA256()
        hash.update(ascii("ab"))
        _ = hash.finalize()
        hash.update(ascii("c"))
        expectEqual(hash.finalize(), SHA256.hash(ascii("abc")))
        expectEqual(hash.finalize(), hash.finalize())
    }

    @Test("A collection that is not in one piece is hashed like an array")
    func scatteredBytes() {
        let scattered = (0..<500).lazy.map { UInt8(truncatingIfNeeded: $0) }
        var hash = SHA256()
        hash.update(scattered)
        expectEqual(hash.finalize(), SHA256.hash(Array(scattered)))
    }

    @Test("HMAC-SHA-256 gives the published code", arguments: HMACVector.all)
    func hmac(_ vector: HMACVector) {
        expectEqual(hexText(HMACSHA256.authenticate(vector.text, key: vector.key)), vector.code)
        var pieces = HMACSHA256(key: vector.key)
        for byte in vector.text { pieces.update([byte]) }
        expectEqual(hexText(pieces.finalize()), vector.code)
    }

    private func chain(_ vector: HashChainVector, _ hash: ([UInt8]) -> [UInt8]) -> [String] {
        var seed = hex(vector.seed)
        return vector.checkpoints.map { _ in
            var last = [seed, seed, seed]
            for _ in 0..<1_000 { last = [last[1], last[2], hash(last[0] + last[1] + last[2])] }
            seed = last[2]
            return hexText(seed)
        }
    }
}
