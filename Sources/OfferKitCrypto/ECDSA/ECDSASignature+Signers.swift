extension ECDSASignature {
    /// Returns the public keys that may have signed a digest: usually two, seldom none or four (SEC 1, 4.1.6).
    ///
    /// A signature (r, s) of the digest e by the key Q satisfies R = (eG + rQ)/s for a point R with x = r; turned
    /// around, Q = (sR - eG)/r. For any digest there are such keys, so they prove nothing by themselves: they are for
    /// comparison with a known key.
    ///
    /// - Parameter digest: 32 bytes.
    /// - Returns: The keys; none for a digest of another length, and for numbers that no signature can have.
    package func possibleSigners(ofDigest digest: [UInt8]) -> [P256PublicKey] {
        guard Scalar.isUsable(r), Scalar.isUsable(s), let number = Words256(bigEndian: digest) else { return [] }
        let inverse = Scalar(unchecked: r).publicShiftedInverse
        let e = Scalar(reducing: number)
        let negative = e.words == .zero ? e : Scalar(unchecked: Words256.subtracting(Scalar.order, e.words).0)
        let first = Scalar.montgomeryProduct(negative, inverse).words
        let second = Scalar.montgomeryProduct(Scalar(unchecked: s), inverse).words
        return SignedDigestSearch.abscissas(r).flatMap { x -> [P256PublicKey] in
            guard let commitment = AffinePoint(onCurveAt: FieldElement(x)) else { return [] }
            return [commitment, -commitment].compactMap { root in
                let sum = JacobianPoint.publicSum(first, ofGeneratorAnd: second, of: root)
                // Every key found is checked with the ordinary verification before it is returned.
                guard let point = sum.affine else { return nil }
                let key = P256PublicKey(unchecked: point)
                return key.isValidSignature(self, forDigest: digest) ? key : nil
            }
        }
    }
}
