/// The multiples 1, 3, 5, … of a point, for sums of multiples of points that are no secret.
///
/// A number in non-adjacent form has odd digits with zeros between them, so few points are added, and one doubling for
/// each of its digits. A table with several spans cuts a number into as many pieces of `spanLength` digits, which share
/// their doublings: for the piece k it holds the odd multiples of the point times 2^(k * spanLength).
struct OddMultiples: Sendable {
    /// Digits are odd and below 2^(width-1) in absolute value.
    let width: Int
    /// The number of pieces that a number is cut into.
    let spans: Int
    /// The number of digits in a piece.
    let spanLength: Int
    /// The points of one span after those of another.
    private let points: [AffinePoint]
    private let pointsInSpan: Int

    /// The multiples of G up to 127 in eight spans: 512 points, 32 KiB, built at first use.
    ///
    /// It stands beside tables of eight spans, whose sums take 33 doublings.
    private static let generatorInSpans = OddMultiples(of: .generator, width: 8, spans: 8)

    /// The multiples of G up to 2047 in a single span: 1,024 points, 64 KiB, built at first use.
    ///
    /// It stands beside tables of a single span, whose sums take 257 doublings whatever stands beside them, and saves a
    /// third of the additions for G.
    private static let generatorInOneSpan = OddMultiples(of: .generator, width: 12, spans: 1)

    /// The table of G to use in a sum with this table.
    fileprivate var generator: OddMultiples { spans == 1 ? .generatorInOneSpan : .generatorInSpans }

    /// Builds the table; the point must be no secret.
    ///
    /// A span takes a doubling for each of its digits and an addition for each of its points; a table of a single span
    /// needs no doublings.
    init(of point: AffinePoint, width: Int, spans: Int) {
        self.width = width
        self.spans = spans
        spanLength = (OddMultiples.digitCount + spans - 1) / spans
        pointsInSpan = 1 << (width - 2)
        var multiples: [JacobianPoint] = []
        multiples.reserveCapacity(spans * pointsInSpan)
        for base in OddMultiples.bases(of: point, spans: spans, spanLength: spanLength) {
            OddMultiples.append(pointsInSpan, multiplesOf: base, to: &multiples)
        }
        points = JacobianPoint.publicAffine(multiples)
    }

    /// Returns the point times 2^(k * spanLength) for every span k.
    private static func bases(of point: AffinePoint, spans: Int, spanLength: Int) -> [AffinePoint] {
        guard spans > 1 else { return [point] }
        var bases = [JacobianPoint(point)]
        var base = JacobianPoint(point)
        while bases.count < spans {
            for _ in 0..<spanLength { base.double() }
            bases.append(base)
        }
        return JacobianPoint.publicAffine(bases)
    }

    /// Appends the first odd multiples of a point.
    ///
    /// Doubling gives 2P = (X, Y, Z). On the curve scaled by that Z, 2P is (X, Y), two coordinates, and P is
    /// (xZ^2, yZ^3); adding does not use the curve's constants, so the cheaper sums serve, and the
    /// scaling is taken back by multiplying every Z.
    private static func append(_ count: Int, multiplesOf point: AffinePoint, to multiples: inout [JacobianPoint]) {
        var double = JacobianPoint(point)
        double.double()
        let step = AffinePoint(x: double.x, y: double.y)
        let zz = double.z.squared
        var multiple = JacobianPoint(x: point.x * zz, y: point.y * (zz * double.z), z: .one)
        multiples.append(JacobianPoint(x: multiple.x, y: multiple.y, z: double.z))
        for _ in 1..<count {
            multiple.add(public: step)
            multiples.append(JacobianPoint(x: multiple.x, y: multiple.y, z: multiple.z * double.z))
        }
    }

    // MARK: - Digits

    /// The digits of a number of 256 bits: one more, for a carry.
    private static let digitCount = 257

    /// The digits of a number that is no secret, the least significant first, and zeros up to the end of the last span.
    func digits(of number: Words256) -> [Int16] {
        var digits = [Int16](repeating: 0, count: spans &* spanLength)
        var carry: UInt64 = 0
        var position = 0
        while position < OddMultiples.digitCount {
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

    /// Adds the multiples for the digits at one place of all spans.
    @inline(__always)
    fileprivate func add(_ digits: [Int16], at place: Int, to sum: inout JacobianPoint) {
        guard place < spanLength else { return }
        var span = 0
        while span < spans {
            let digit = digits[span &* spanLength &+ place]
            if digit != 0 {
                let point = points[span &* pointsInSpan &+ Int(truncatingIfNeeded: digit.magnitude &>> 1)]
                sum.add(public: digit < 0 ? -point : point)
            }
            span &+= 1
        }
    }
}

extension JacobianPoint {
    /// `first * G + second * P` for a table of P, with numbers and a point that are no secret.
    static func publicSum(
        _ first: Words256, ofGeneratorAnd second: Words256, of multiples: OddMultiples
    ) -> JacobianPoint {
        let generator = multiples.generator
        let firstDigits = generator.digits(of: first)
        let secondDigits = multiples.digits(of: second)
        var sum = JacobianPoint.infinity
        var place = max(generator.spanLength, multiples.spanLength)
        while place > 0 {
            place &-= 1
            if !sum.isInfinity { sum.double() }
            generator.add(firstDigits, at: place, to: &sum)
            multiples.add(secondDigits, at: place, to: &sum)
        }
        return sum
    }

    /// `first * G + second * point`, for numbers and a point that are no secret.
    static func publicSum(_ first: Words256, ofGeneratorAnd second: Words256, of point: AffinePoint) -> JacobianPoint {
        publicSum(first, ofGeneratorAnd: second, of: OddMultiples(of: point, width: 5, spans: 1))
    }
}
