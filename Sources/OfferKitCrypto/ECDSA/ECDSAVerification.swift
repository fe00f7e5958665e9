// Verifying handles nothing secret, so it takes every shortcut there is.

/// The check of a signature that is the same for a key with and without a table: what is to be multiplied, and what
/// the result is compared with.
package struct ECDSACheck {
    /// What to multiply G by.
    let first: Words256
    /// What to multiply the public key by.
    let second: Words256
    private let r: Words256

    /// Nil if r or s is zero or not below the order of the curve; high values of s are as good as low ones.
    init?(_ signature: ECDSASignature, digest: Words256) {
        guard Scalar.isUsable(signature.r), Scalar.isUsable(signature.s) else { return nil }
        let inverse = Scalar(unchecked: signature.s).publicShiftedInverse
        first = Scalar.montgomeryProduct(Scalar(reducing: digest), inverse).words
        second = Scalar.montgomeryProduct(Scalar(unchecked: signature.r), inverse).words
        r = signature.r
    }

    /// Whether the x coordinate of the sum is r modulo n.
    ///
    /// It is X/Z^2, so X is compared with r * Z^2, which saves the division; and as x may be anything below p, with r
    /// + n too where that is below p.
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
    /// Whether the signature that the check was made for is one by this key.
    func satisfies(_ check: ECDSACheck) -> Bool
}

extension ECDSAVerifying {
    /// Whether this is a signature of the message by this key, over its SHA-256 hash.
    package func isValidSignature(_ signature: ECDSASignature, for message: [UInt8]) -> Bool {
        isValidSignature(signature, for: SHA256(message))
    }

    /// Whether this is a signature by this key of what has been fed to a hash.
    package func isValidSignature(_ signature: ECDSASignature, for hash: SHA256) -> Bool {
        isValidSignature(signature, number: hash.finalized().number)
    }

    /// Whether this is a signature by this key of a digest; false unless the digest has 32 bytes.
    package func isValidSignature(_ signature: ECDSASignature, forDigest digest: [UInt8]) -> Bool {
        guard let number = Words256(bigEndian: digest) else { return false }
        return isValidSignature(signature, number: number)
    }

    private func isValidSignature(_ signature: ECDSASignature, number: Words256) -> Bool {
        ECDSACheck(signature, digest: number).map(satisfies) ?? false
    }
}

extension P256PublicKey: ECDSAVerifying {
    /// Works both multiples out in one pass.
    package func satisfies(_ check: ECDSACheck) -> Bool {
        check.isSatisfied(by: .publicSum(check.first, ofGeneratorAnd: check.second, of: point))
    }
}
