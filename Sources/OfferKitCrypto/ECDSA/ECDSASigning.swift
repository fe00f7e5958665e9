extension P256PrivateKey {
    /// Signs the SHA-256 hash of a message.
    ///
    /// The same message has the same signature every time (RFC 6979).
    package func signature(for message: [UInt8]) -> ECDSASignature {
        signature(for: SHA256(message))
    }

    /// Signs the text of a hash, so that texts with a common beginning can share the work for it.
    package func signature(for hash: SHA256) -> ECDSASignature {
        signature(number: hash.finalized().number)
    }

    /// Signs a digest that was made elsewhere; nil unless it has 32 bytes.
    package func signature(forDigest digest: [UInt8]) -> ECDSASignature? {
        Words256(bigEndian: digest).map(signature(number:))
    }

    private func signature(number: Words256) -> ECDSASignature {
        let digest = Scalar(reducing: number)
        let shiftedKey = scalar.shifted
        var nonces = DeterministicNonce(key: scalar, digest: digest)
        while true {
            let nonce = nonces.next()
            guard let point = WindowTable.generator.secretMultiple(nonce.words).affine else { continue }
            let r = Scalar(reducing: point.x.number)
            // s = (digest + r * key) / nonce; each product takes away one factor of 2^256 that its
            // second operand carries.
            let sum = digest + Scalar.montgomeryProduct(r, shiftedKey)
            let s = Scalar.montgomeryProduct(sum, nonce.shiftedInverse)
            // Nobody has ever seen a zero here; the standard requires the check.
            if !r.words.isZero, !s.words.isZero { return ECDSASignature(r: r.words, s: s.words) }
        }
    }
}
