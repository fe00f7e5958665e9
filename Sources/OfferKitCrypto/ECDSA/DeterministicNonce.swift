/// The nonces of RFC 6979 for one key and one digest, with HMAC-SHA-256: no randomness, so the same message
/// has the same signature every time, and no two messages share a nonce.
struct DeterministicNonce {
    private var key: HMACSHA256
    private var value = DeterministicNonce.firstValue

    /// Computes the first state: section 3.2, steps b to g.
    init(key scalar: Scalar, digest: Scalar) {
        key = DeterministicNonce.firstKey
        step(0, (scalar, digest))
        step(1, (scalar, digest))
    }

    /// Returns the next candidate in range: section 3.2, step h.
    mutating func next() -> Scalar {
        while true {
            value = code(value)
            // A candidate out of range is discarded, so a branch that depends on it gives nothing away.
            if Scalar.isUsable(value) { return Scalar(unchecked: value) }
            step(0)
        }
    }

    /// Thirty-two bytes of 0x01.
    private static var firstValue: Words256 {
        Words256(0x0101_0101_0101_0101, 0x0101_0101_0101_0101, 0x0101_0101_0101_0101, 0x0101_0101_0101_0101)
    }

    /// HMAC under a key of zeros, ready to be copied.
    private static let firstKey = HMACSHA256(key: .zero)

    /// Makes a new key from the value, a byte and perhaps two numbers, and a new value under it.
    private mutating func step(_ separator: UInt8, _ seed: (key: Scalar, digest: Scalar)? = nil) {
        var text = key
        text.update(value)
        text.update(separator)
        if let seed {
            text.update(seed.key.words)
            text.update(seed.digest.words)
        }
        key = HMACSHA256(key: text.finalized().number)
        value = code(value)
    }

    private func code(_ number: Words256) -> Words256 {
        var code = key
        code.update(number)
        return code.finalized().number
    }
}
