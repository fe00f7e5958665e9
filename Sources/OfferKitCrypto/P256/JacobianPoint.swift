/// A point of P-256 as x = X/Z^2, y = Y/Z^3, which can be added to others without a division.
///
/// The point at infinity has Z = 0.
struct JacobianPoint: Sendable {
    var x: FieldElement
    var y: FieldElement
    var z: FieldElement

    @_transparent
    init(x: FieldElement, y: FieldElement, z: FieldElement) {
        self.x = x
        self.y = y
        self.z = z
    }

    @inline(__always)
    init(_ point: AffinePoint) {
        self.init(x: point.x, y: point.y, z: .one)
    }

    static var infinity: JacobianPoint { JacobianPoint(x: .one, y: .one, z: .zero) }

    var isInfinity: Bool { z.isZero }

    /// Doubles the point; infinity stays infinity.
    ///
    /// With t = (X - Z^2)(X + Z^2) and h = 3t/2, the doubled point is
    /// (h^2 - 2XY^2, h(XY^2 - X') - Y^4, YZ): the usual formula with every coordinate scaled by a half,
    /// which costs four products, four squares and only eight sums.
    @inline(never)
    mutating func double() {
        let zz = z.squared
        let yy = y.squared
        let xyy = x * yy
        let t = FieldElement.addingLoosely(x, zz) * (x - zz)
        let h = t + t.half
        z = y * z
        x = (h.squared - xyy) - xyy
        y = (WideProduct(h, xyy - x) - WideProduct(squareOf: yy)).reduced
    }

    /// Adds another point, whatever the two are; only for points that are no secret.
    @inline(never)
    mutating func add(public point: AffinePoint) {
        if z.isZero {
            self = JacobianPoint(point)
            return
        }
        let sum = genericSum(point)
        guard sum.z.isZero else {
            self = sum
            return
        }
        // Z is zero when the x coordinates agree: the points are equal or opposite.
        let slope = point.y * (z.squared * z) - y
        if slope.isZero { double() } else { self = .infinity }
    }

    /// The sum with another point if the two differ, are not opposite, and this is not infinity.
    @inline(__always)
    func genericSum(_ point: AffinePoint) -> JacobianPoint {
        let zz = z.squared
        let h = point.x * zz - x
        let slope = point.y * (zz * z) - y
        let hh = h.squared
        let hhh = hh * h
        let v = x * hh
        let newX = ((slope.squared - hhh) - v) - v
        let newY = (WideProduct(slope, v - newX) - WideProduct(y, hhh)).reduced
        return JacobianPoint(x: newX, y: newY, z: z * h)
    }

    /// `ifSet` where `mask` is all ones, `otherwise` where it is zero.
    @inline(__always)
    static func select(_ mask: UInt64, _ ifSet: JacobianPoint, _ otherwise: JacobianPoint) -> JacobianPoint {
        JacobianPoint(
            x: FieldElement.select(mask, ifSet.x, otherwise.x), y: FieldElement.select(mask, ifSet.y, otherwise.y),
            z: FieldElement.select(mask, ifSet.z, otherwise.z))
    }

    // MARK: - Back to two coordinates

    /// The same point by its two coordinates, in a time that does not depend on it; nil for infinity.
    var affine: AffinePoint? {
        if z.isZero { return nil }
        return scaled(byInverse: z.inverse)
    }

    /// The same points by their two coordinates, with one inversion for all of them; they must be no
    /// secret, and none may be infinity.
    ///
    /// The inverse of the product of all Z gives each single inverse: multiply by the product of those
    /// before it, and strip its own Z off for the next.
    static func publicAffine(_ points: [JacobianPoint]) -> [AffinePoint] {
        var products: [FieldElement] = []
        products.reserveCapacity(points.count)
        var product = FieldElement.one
        for point in points {
            products.append(product)
            product = product * point.z
        }
        var inverse = product.publicInverse
        var result: [AffinePoint] = []
        result.reserveCapacity(points.count)
        for (point, before) in zip(points, products).reversed() {
            result.append(point.scaled(byInverse: inverse * before))
            inverse = inverse * point.z
        }
        result.reverse()
        return result
    }

    @inline(__always)
    private func scaled(byInverse inverse: FieldElement) -> AffinePoint {
        let square = inverse.squared
        return AffinePoint(x: x * square, y: y * (square * inverse))
    }
}
