/// The effect of 62 division steps on f and g.
///
/// Afterwards f and g are `(u * f + v * g) / 2^62` and `(q * f + r * g) / 2^62`.
///
/// One step, with delta = theta + 1/2: if g is odd and delta > 0, then
/// (delta, f, g) becomes (1 - delta, g, (g - f) / 2); otherwise (1 + delta, f, (g + f * (g mod 2)) / 2).
/// The matrix is doubled with every step taken, so that it stays a matrix of integers.
struct DivisionSteps {
    let u: Int64
    let v: Int64
    let q: Int64
    let r: Int64

    /// Takes the steps without a branch or an index that depends on f, g or theta.
    static func constantTime(_ theta: inout Int64, f lowF: UInt64, g lowG: UInt64) -> DivisionSteps {
        var (f, g) = (lowF, lowG)
        let first = half(&theta, &f, &g)
        let second = half(&theta, &f, &g)
        return DivisionSteps(
            u: second.u &* first.u &+ second.v &* first.q, v: second.u &* first.v &+ second.v &* first.r,
            q: second.q &* first.u &+ second.r &* first.q, r: second.q &* first.v &+ second.r &* first.r)
    }

    /// Takes 31 steps in the same way, and leaves f and g as they are then.
    ///
    /// The numbers of the matrix stay within -2^31 + 1 and 2^31, so a row fits one word, as the first number and 2^32
    /// times the second, and one addition serves both.
    @inline(__always)
    private static func half(_ theta: inout Int64, _ f: inout UInt64, _ g: inout UInt64) -> DivisionSteps {
        var upper: UInt64 = 1
        var lower: UInt64 = 1 &<< 32
        var delta = UInt64(bitPattern: theta)
        var step = 0
        while step < 31 {
            let odd = 0 &- (g & 1)
            let positive = (delta &>> 63) &- 1
            // g + f, or g - f where delta is positive; and the same for the second row of the matrix.
            g = g &+ (((f ^ positive) &- positive) & odd)
            lower = lower &+ (((upper ^ positive) &- positive) & odd)
            // Where the step swaps, the old g is the new g - f plus f, and theta becomes -theta.
            let swap = positive & odd
            f = f &+ (g & swap)
            upper = upper &+ (lower & swap)
            delta = (delta ^ swap) &+ 1
            g = g &>> 1
            upper = upper &<< 1
            step &+= 1
        }
        theta = Int64(bitPattern: delta)
        let (u, v) = unpacked(upper)
        let (q, r) = unpacked(lower)
        return DivisionSteps(u: u, v: v, q: q, r: r)
    }

    /// The two numbers of a row in one word.
    @inline(__always)
    private static func unpacked(_ row: UInt64) -> (Int64, Int64) {
        let first = lowNumber(row)
        return (first, lowNumber((row &- UInt64(bitPattern: first)) &>> 32))
    }

    /// The number from -2^31 + 1 to 2^31 that the low half of a word holds.
    @inline(__always)
    private static func lowNumber(_ word: UInt64) -> Int64 {
        Int64(Int32(truncatingIfNeeded: word &- 1)) &+ 1
    }

    /// Takes the same steps, runs of them at once, in a time that depends on the numbers.
    static func variableTime(_ theta: inout Int64, f lowF: UInt64, g lowG: UInt64) -> DivisionSteps {
        var (f, g) = (lowF, lowG)
        var (u, v, q, r): (UInt64, UInt64, UInt64, UInt64) = (1, 0, 0, 1)
        var delta = theta
        var left: UInt64 = 62
        while true {
            // Every even g is one halving; a bit above the steps left stops the count there.
            let halvings = UInt64(truncatingIfNeeded: (g | (UInt64.max &<< left)).trailingZeroBitCount)
            g = g &>> halvings
            u = u &<< halvings
            v = v &<< halvings
            delta = delta &+ Int64(bitPattern: halvings)
            left = left &- halvings
            if left == 0 { break }
            if delta >= 0 {
                // A swapping step is this exchange followed by a step that does not swap.
                (f, g) = (g, 0 &- f)
                (u, q) = (q, 0 &- u)
                (v, r) = (r, 0 &- v)
                delta = -1 &- delta
            }
            // No swap can come for -delta steps, so their additions are one multiple of f, chosen to
            // clear that many bits of g (six at most: f * (2 - f * f) is 1/f modulo 64).
            let run = min(min(left, UInt64(bitPattern: 0 &- delta)), 6)
            let mask = ((1 as UInt64) &<< run) &- 1
            let multiple = (g &* f &* (f &* f &- 2)) & mask
            g = g &+ multiple &* f
            q = q &+ multiple &* u
            r = r &+ multiple &* v
        }
        theta = delta
        return DivisionSteps(
            u: Int64(bitPattern: u), v: Int64(bitPattern: v), q: Int64(bitPattern: q), r: Int64(bitPattern: r))
    }
}
