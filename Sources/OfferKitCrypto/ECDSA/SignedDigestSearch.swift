/// Finds the digest that a signature was made over, among many, for several signatures and keys at once.
///
/// A signature (r, s) of the digest e by the key Q satisfies R = (eG + rQ)/s for a point R with x = r. Turned around,
/// eG = sR - rQ: the right side needs no digest, so it is computed once for each signature and key, and after that a
/// digest costs one multiplication of G, however many keys there are. R has two possible y, so there are two such
/// points; and where no point has x = r, no digest can match.
///
/// Every match is checked with the ordinary verification before it is returned, so a mistake in this reasoning could
/// hide a digest, but never invent one.
package struct SignedDigestSearch: Sendable {
    /// The points that eG may be, with the pair of signature and key of each.
    private var wanted: [AffinePoint: Int] = [:]
    private let pairs: [(signature: ECDSASignature, publicKey: P256PublicKey)]

    /// Prepares the search for these signatures by these keys.
    package init(_ pairs: [(signature: ECDSASignature, publicKey: P256PublicKey)]) {
        self.pairs = pairs
        for (index, pair) in pairs.enumerated() {
            for point in SignedDigestSearch.multiplesOfGenerator(pair.signature, pair.publicKey) {
                // The earlier of two pairs with the same point has precedence.
                wanted[point] = wanted[point] ?? index
            }
        }
    }

    /// Whether no digest can match, so that a search is pointless.
    package var isHopeless: Bool { wanted.isEmpty }

    /// Returns the first digest that one of the pairs signs, and that pair; digests without 32 bytes never match.
    package func firstMatch(among digests: [[UInt8]]) -> (digest: Int, pair: Int)? {
        guard !isHopeless else { return nil }
        var positions: [Int] = []
        var numbers: [Words256] = []
        for (position, digest) in digests.enumerated() {
            guard let number = Words256(bigEndian: digest) else { continue }
            numbers.append(Scalar(reducing: number).words)
            positions.append(position)
        }
        for (position, point) in zip(positions, WindowTable.widerGenerator.publicMultiples(numbers)) {
            guard let point, let pair = wanted[point] else { continue }
            let (signature, key) = pairs[pair]
            if key.isValidSignature(signature, forDigest: digests[position]) { return (position, pair) }
        }
        return nil
    }

    /// Returns the points that eG may be: sR - rQ for every R that has x = r modulo n.
    private static func multiplesOfGenerator(_ signature: ECDSASignature, _ key: P256PublicKey) -> [AffinePoint] {
        guard Scalar.isUsable(signature.r), Scalar.isUsable(signature.s) else { return [] }
        let keyPart = JacobianPoint.publicSum(.zero, ofGeneratorAnd: signature.r, of: key.point)
        guard let keyPoint = keyPart.affine else { return [] }
        var points: [AffinePoint] = []
        for x in abscissas(signature.r) {
            guard let commitment = AffinePoint(onCurveAt: FieldElement(x)) else { continue }
            for root in [commitment, -commitment] {
                var sum = JacobianPoint.publicSum(.zero, ofGeneratorAnd: signature.s, of: root)
                sum.add(public: -keyPoint)
                if let point = sum.affine { points.append(point) }
            }
        }
        return points
    }

    /// Returns the x coordinates that are r modulo n: r, and r + n where that is below the prime of the field.
    static func abscissas(_ r: Words256) -> [Words256] {
        let (other, carry) = Words256.adding(r, Scalar.order)
        return carry == 0 && other.isBelow(FieldElement.prime) ? [r, other] : [r]
    }
}

extension AffinePoint {
    /// One of the two points with this x coordinate; nil where the curve has none.
    init?(onCurveAt x: FieldElement) {
        let square = x.squared * x - (x + x + x) + AffinePoint.coefficient
        let root = square.publicRoot
        guard root.squared == square else { return nil }
        self.init(x: x, y: root)
    }
}

extension FieldElement {
    /// A square root, if there is one: the power (p + 1)/4, since p is 3 modulo 4.
    fileprivate var publicRoot: FieldElement {
        let exponent = Words256(0, 0x0000_0000_4000_0000, 0x4000_0000_0000_0000, 0x3fff_ffff_c000_0000)
        var power = FieldElement.one
        for position in (0..<254).reversed() {
            power = power.squared
            if exponent.bits(from: position, count: 1) == 1 { power = power * self }
        }
        return power
    }
}
