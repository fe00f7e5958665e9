// Verification uses no secrets, so it takes every shortcut.

/// The check of a signature, the same for keys with and without a table.
///
/// It holds the numbers to multiply by, and the number to compare the result with.
package struct ECDSACheck {
    /// The factor of G.
    let first: Words256
    /// The factor of the public key.
    let second: Words256
    private let r: Words256

    /// Makes a check; nil if r or s is zero or not below the order of the curve; high values of s are allowed.
    init?(_ signature: ECDSASignature, digest: Words256) {
        guard Scalar.isUsable(signature.r), Scalar.isUsable(signature.s) else { return nil }
        let inverse = Scalar(unchecked: signature.s).publicShiftedInverse
        first = Scalar.montgomeryProduct(Scalar(reducing: digest), inverse).words
        second = Scalar.montgomeryProduct(Scalar(unchecked: signature.r), inverse).words
        r = signature.r
    }

    /// Returns whether the x coordinate of the sum is r modulo n.
    ///
    /// The coordinate is X/Z^2, so X is compared with r * Z^2, which saves the division; and as x may be anything below
    /// p, with r + n too where that is below p.
    func isSatisfied(by sum: JacobianPoint) -> Bool {
        guard !sum.isInfinity else { return false }
        let zz = sum.z.squared
        if FieldElement(r) * zz == sum.x { return true }
        let (other, carry) = Words256.adding(r, Scalar.order)
        guard carry == 0, other.isBelow(FieldElement.prime) else { return false }
        return FieldElement(other) * zz == sum.x
    }
}

/// A public key that checks signatures, with a table of its multiples or without.
package protocol ECDSAVerifying {
    /// Returns whether the check's signature is by this key.
    func satisfies(_ check: ECDSACheck) -> Bool
}

extension ECDSAVerifying {
    /// Returns whether this is a signature of the message by this key, over its SHA-256 hash.
    package func isValidSignature(_ signature: ECDSASignature, for message: [UInt8]) -> Bool {
        isValidSignature(signature, for: SHA256(message))
    }

    /// Returns whether this is a signature by this key of the text of a hash.
    package func isValidSignature(_ signature: ECDSASignature, for hash: SHA256) -> Bool {
        isValidSignature(signature, number: hash.finalized().number)
    }

    /// Returns whether this is a signature by this key of a digest; false unless the digest has 32 bytes.
    package func isValidSignature(_ signature: ECDSASignature, forDigest digest: [UInt8]) -> Bool {
        guard let number = Words256(bigEndian: digest) else { return false }
        return isValidSignature(signature, number: number)
    }

    private func isValidSignature(_ signature: ECDSASignature, number: Words256) -> Bool {
        ECDSACheck(signature, digest: number).map(satisfies) ?? false
    }
}

extension P256PublicKey: ECDSAVerifying {
    /// Computes both multiples in one pass.
    package func satisfies(_ check: ECDSACheck) -> Bool {
        check.isSatisfied(by: .publicSum(check.first, ofGeneratorAnd: check.second, of: point))
    }
}
