/// The multiples 1, 3, 5, … of a point, for a number in non-adjacent form.
///
/// In that form there are always zeros between two of the odd digits.
struct OddMultiples: Sendable {
    /// Digits are odd and below 2^(width-1) in absolute value.
    let width: Int
    private let points: [AffinePoint]

    /// The multiples of G up to 255: 128 points, 8 KiB, built at first use.
    static let generator = OddMultiples(of: .generator, width: 9)

    /// Builds the table; the point must be no secret.
    ///
    /// Doubling gives 2P = (X, Y, Z). On the curve scaled by that Z, 2P is (X, Y), two coordinates, and P is
    /// (xZ^2, yZ^3); adding does not use the curve's constants, so the cheaper sums serve, and the
    /// scaling is taken back by multiplying every Z.
    init(of point: AffinePoint, width: Int) {
        self.width = width
        let double = JacobianPoint(point).doubled
        let step = AffinePoint(x: double.x, y: double.y)
        let zz = double.z.squared
        var multiple = JacobianPoint(x: point.x * zz, y: point.y * (zz * double.z), z: .one)
        var multiples: [JacobianPoint] = []
        let count = 1 << (width - 2)
        multiples.reserveCapacity(count)
        multiples.append(JacobianPoint(x: multiple.x, y: multiple.y, z: double.z))
        while multiples.count < count {
            multiple = multiple.publicSum(step)
            multiples.append(JacobianPoint(x: multiple.x, y: multiple.y, z: multiple.z * double.z))
        }
        self.points = JacobianPoint.publicAffine(multiples)
    }

    /// Returns the multiple for an odd digit.
    @inline(__always)
    subscript(digit: Int16) -> AffinePoint {
        let point = points[Int(truncatingIfNeeded: digit.magnitude &>> 1)]
        return digit < 0 ? -point : point
    }

    /// The digits of a number that is no secret, the least significant first, one more than its bits.
    func digits(of number: Words256) -> [Int16] {
        var digits = [Int16](repeating: 0, count: 257)
        var carry: UInt64 = 0
        var position = 0
        while position < 257 {
            if number.bits(from: position, count: 1) == carry {
                position &+= 1
                continue
            }
            let digit = Int16(truncatingIfNeeded: number.bits(from: position, count: width) &+ carry)
            let top = Int16(1) &<< Int16(truncatingIfNeeded: width &- 1)
            carry = digit > top ? 1 : 0
            digits[position] = digit > top ? digit &- (top &<< 1) : digit
            position &+= width
        }
        return digits
    }
}

extension JacobianPoint {
    /// `first * G + second * point`, for numbers and a point that are no secret.
    static func publicSum(_ first: Words256, ofGeneratorAnd second: Words256, of point: AffinePoint) -> JacobianPoint {
        let generator = OddMultiples.generator
        let multiples = OddMultiples(of: point, width: 5)
        let firstDigits = generator.digits(of: first)
        let secondDigits = multiples.digits(of: second)
        var sum = JacobianPoint.infinity
        var position = 257
        while position > 0 {
            position &-= 1
            if !sum.isInfinity { sum = sum.doubled }
            let a = firstDigits[position]
            if a != 0 { sum = sum.publicSum(generator[a]) }
            let b = secondDigits[position]
            if b != 0 { sum = sum.publicSum(multiples[b]) }
        }
        return sum
    }
}
