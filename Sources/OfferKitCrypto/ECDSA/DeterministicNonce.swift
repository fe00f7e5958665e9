/// The nonces of RFC 6979 for one key and one digest, with HMAC-SHA-256: no randomness, so the same message
/// has the same signature every time, and no two messages share a nonce.
struct DeterministicNonce {
    private var key: HMACSHA256
    private var value = [UInt8](repeating: 1, count: 32)

    /// Section 3.2, steps b to g.
    init(key scalar: Scalar, digest: Scalar) {
        key = DeterministicNonce.firstKey
        var seed: [UInt8] = []
        seed.reserveCapacity(64)
        scalar.words.appendBigEndian(to: &seed)
        digest.words.appendBigEndian(to: &seed)
        step(0, seed)
        step(1, seed)
    }

    /// Section 3.2, step h: the next candidate that is in range.
    mutating func next() -> Scalar {
        while true {
            value = code(value)
            // A candidate out of range is thrown away, so that this branch depends on it gives nothing away.
            if let words = Words256(bigEndian: value), Scalar.isUsable(words) {
                return Scalar(unchecked: words)
            }
            step(0, [])
        }
    }

    /// HMAC under a key of zeros, ready to be copied.
    private static let firstKey = HMACSHA256(key: [UInt8](repeating: 0, count: 32))

    private mutating func step(_ separator: UInt8, _ seed: [UInt8]) {
        var text = value
        text.reserveCapacity(97)
        text.append(separator)
        text.append(contentsOf: seed)
        key = HMACSHA256(key: code(text))
        value = code(value)
    }

    private func code(_ text: [UInt8]) -> [UInt8] {
        var code = key
        code.update(text)
        return code.finalize()
    }
}
