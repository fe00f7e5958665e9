/// The multiples of one point that reduce its multiplication to additions.
///
/// For every window of a number it holds the point times 2^(width * window) times 1, 2, … 2^(width-1).
struct WindowTable: Sendable {
    let width: Int
    let windows: Int
    private let rowLength: Int
    private let entries: [Entry]

    /// A point as four pairs of words, because whole rows are scanned two words at a time.
    private struct Entry: Sendable {
        var x01: SIMD2<UInt64>
        var x23: SIMD2<UInt64>
        var y01: SIMD2<UInt64>
        var y23: SIMD2<UInt64>

        init(_ point: AffinePoint) {
            x01 = SIMD2(point.x.words.w0, point.x.words.w1)
            x23 = SIMD2(point.x.words.w2, point.x.words.w3)
            y01 = SIMD2(point.y.words.w0, point.y.words.w1)
            y23 = SIMD2(point.y.words.w2, point.y.words.w3)
        }

        @inline(__always)
        var point: AffinePoint {
            AffinePoint(x: FieldElement(x01.x, x01.y, x23.x, x23.y), y: FieldElement(y01.x, y01.y, y23.x, y23.y))
        }
    }

    /// The table for G with windows of six bits: 43 rows of 32 points, 86 KiB, built at first use.
    static let generator = WindowTable(of: .generator, width: 6)

    /// The table for G with windows of eight bits: 33 rows of 128 points, 264 KiB, for thousands of multiplications.
    static let widerGenerator = WindowTable(of: .generator, width: 8)

    /// Builds the table; the point must be no secret.
    init(of point: AffinePoint, width: Int) {
        self.width = width
        self.windows = SignedWindow.count(width: width)
        self.rowLength = 1 << (width - 1)
        var bases: [JacobianPoint] = []
        var base = JacobianPoint(point)
        for _ in 0..<windows {
            bases.append(base)
            for _ in 0..<width { base.double() }
        }
        var multiples: [JacobianPoint] = []
        multiples.reserveCapacity(windows * rowLength)
        for base in JacobianPoint.publicAffine(bases) {
            var multiple = JacobianPoint(base)
            for _ in 0..<rowLength {
                multiples.append(multiple)
                multiple.add(public: base)
            }
        }
        self.entries = JacobianPoint.publicAffine(multiples).map(Entry.init)
    }

    /// Returns the multiple for a digit, nil for the digit zero; only for digits that are no secret.
    @inline(__always)
    func publicPoint(_ digit: SignedWindow, window: Int) -> AffinePoint? {
        guard digit.magnitude != 0 else { return nil }
        let index = window &* rowLength &+ Int(truncatingIfNeeded: digit.magnitude) &- 1
        let point = entries[index].point
        return digit.negative == 0 ? point : -point
    }

    /// Returns the multiple for a digit, zeros for the digit zero.
    ///
    /// Every point of the row is read, whatever the digit, and neither a branch nor an index depends on it.
    @inline(__always)
    private func secretPoint(_ digit: SignedWindow, row: UnsafePointer<Entry>) -> AffinePoint {
        let zero = SIMD2<UInt64>(0, 0)
        let wanted = SIMD4<UInt32>(repeating: UInt32(truncatingIfNeeded: digit.magnitude))
        let one = SIMD4<UInt32>(repeating: 1)
        var x01 = zero
        var x23 = zero
        var y01 = zero
        var y23 = zero
        var position = one
        var index = 0
        while index < rowLength {
            // The mask is all ones at the wanted position, zero elsewhere: one comparison of four equal lanes.
            let mask = unsafeBitCast(position .== wanted, to: SIMD2<UInt64>.self)
            x01 |= row[index].x01 & mask
            x23 |= row[index].x23 & mask
            y01 |= row[index].y01 & mask
            y23 |= row[index].y23 & mask
            position &+= one
            index &+= 1
        }
        return AffinePoint(
            x: FieldElement(x01.x, x01.y, x23.x, x23.y),
            y: FieldElement(y01.x, y01.y, y23.x, y23.y).negated(where: digit.negative))
    }

    /// Returns the point times a secret number from 1 to n - 1.
    ///
    /// The sum over the lower windows is always smaller in absolute value than the multiple of the
    /// next window, and n times nothing but zero reaches between them, so the points added are never
    /// equal or opposite. What remains, infinity at the start and digits that are zero, is masked.
    func secretMultiple(_ number: Words256) -> JacobianPoint {
        entries.withUnsafeBufferPointer { entries in
            guard let start = entries.baseAddress else { return .infinity }
            // At first there is no sum to which a point could be added.
            let lowest = SignedWindow(number, index: 0, width: width)
            var sum = JacobianPoint.select(
                lowest.isZeroMask, .infinity, JacobianPoint(secretPoint(lowest, row: start)))
            var window = 1
            while window < windows {
                let digit = SignedWindow(number, index: window, width: width)
                let point = secretPoint(digit, row: start + window &* rowLength)
                let first = JacobianPoint.select(sum.z.words.isZeroMask, JacobianPoint(point), sum.genericSum(point))
                sum = JacobianPoint.select(digit.isZeroMask, sum, first)
                window &+= 1
            }
            return sum
        }
    }

    /// Returns the point times each of some numbers that are no secret; nil where that is infinity.
    ///
    /// All go through the windows together, as affine points: one division serves a whole window, so that an addition
    /// takes six products in place of eleven.
    func publicMultiples(_ numbers: [Words256]) -> [AffinePoint?] {
        var sums = [AffinePoint?](repeating: nil, count: numbers.count)
        var additions: [SharedAddition] = []
        additions.reserveCapacity(numbers.count)
        var window = 0
        while window < windows {
            additions.removeAll(keepingCapacity: true)
            var product = FieldElement.one
            var place = 0
            while place < numbers.count {
                let digit = SignedWindow(numbers[place], index: window, width: width)
                if let point = publicPoint(digit, window: window) {
                    if let sum = sums[place] {
                        let run = point.x - sum.x
                        if run.isZero {
                            // The points are equal or opposite, which a line through the two cannot tell apart.
                            var result = JacobianPoint(sum)
                            result.add(public: point)
                            sums[place] = result.affine
                        } else {
                            additions.append(
                                SharedAddition(place: place, first: sum, second: point, run: run, before: product))
                            product = product * run
                        }
                    } else {
                        sums[place] = point
                    }
                }
                place &+= 1
            }
            SharedAddition.carryOut(additions, inverse: product.publicInverse, into: &sums)
            window &+= 1
        }
        return sums
    }
}

/// An addition of two points with different x that shares its division with others.
private struct SharedAddition {
    let place: Int
    let first: AffinePoint
    let second: AffinePoint
    /// The difference of the x, by which the difference of the y is divided.
    let run: FieldElement
    /// The product of the differences before this one.
    let before: FieldElement

    /// Carries the additions out.
    ///
    /// - Parameters:
    ///   - additions: The additions.
    ///   - inverse: The inverse of the product of all differences.
    ///   - sums: The list that receives the sums.
    static func carryOut(_ additions: [SharedAddition], inverse: FieldElement, into sums: inout [AffinePoint?]) {
        var inverse = inverse
        var index = additions.count
        while index > 0 {
            index &-= 1
            let addition = additions[index]
            let slope = (addition.second.y - addition.first.y) * (inverse * addition.before)
            inverse = inverse * addition.run
            let x = (slope.squared - addition.first.x) - addition.second.x
            sums[addition.place] = AffinePoint(x: x, y: slope * (addition.first.x - x) - addition.first.y)
        }
    }
}
