/// A private key: a number from 1 to n - 1, where n is the order of the curve P-256.
///
/// Signing and deriving the public key are written without branches and without memory addresses that depend on the key
/// or on a signature's nonce. Three things are not promised: that a compiler leaves it so, for the language has no
/// means to demand it; that reading or writing a key as PEM is free of such traces; that memory is wiped. A process
/// that must keep a key from others on the same machine is better off with `CryptoBackend.system`.
package struct P256PrivateKey: Sendable {
    let scalar: Scalar

    /// The public key that belongs to it.
    package let publicKey: P256PublicKey

    /// Takes the 32 bytes of the number, the most significant first.
    package init(rawRepresentation bytes: [UInt8]) throws(P256KeyError) {
        guard let words = Words256(bigEndian: bytes) else { throw .wrongLength(expected: 32, actual: bytes.count) }
        // For no number in range is the multiple of G at infinity.
        guard Scalar.isUsable(words), let point = WindowTable.generator.secretMultiple(words).affine else {
            throw .numberOutOfRange
        }
        scalar = Scalar(unchecked: words)
        publicKey = P256PublicKey(unchecked: point)
    }

    /// The 32 bytes of the number, the most significant first.
    package var rawRepresentation: [UInt8] { scalar.words.bigEndianBytes }
}

extension P256PrivateKey: Hashable {
    /// Returns whether the keys are equal; their public keys tell, so nothing secret is compared.
    package static func == (first: P256PrivateKey, second: P256PrivateKey) -> Bool {
        first.publicKey == second.publicKey
    }

    /// Hashes the public key.
    package func hash(into hasher: inout Hasher) { hasher.combine(publicKey) }
}

extension P256PrivateKey: CustomStringConvertible, CustomReflectable {
    /// A text without the number: logs and test reports print their values.
    package var description: String { "P256PrivateKey(redacted)" }

    /// An empty mirror, for the same reason.
    package var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
