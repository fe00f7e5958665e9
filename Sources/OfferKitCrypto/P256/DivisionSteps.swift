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

    private init(_ u: UInt64, _ v: UInt64, _ q: UInt64, _ r: UInt64) {
        self.u = Int64(bitPattern: u)
        self.v = Int64(bitPattern: v)
        self.q = Int64(bitPattern: q)
        self.r = Int64(bitPattern: r)
    }

    /// Takes the steps without a branch or an index that depends on f, g or theta.
    static func constantTime(_ theta: inout Int64, f lowF: UInt64, g lowG: UInt64) -> DivisionSteps {
        var (f, g) = (lowF, lowG)
        var (u, v, q, r): (UInt64, UInt64, UInt64, UInt64) = (1, 0, 0, 1)
        var delta = UInt64(bitPattern: theta)
        var step = 0
        while step < 62 {
            let odd = 0 &- (g & 1)
            let positive = (delta &>> 63) &- 1
            // g + f, or g - f where delta is positive; and the same for the second row of the matrix.
            g = g &+ (((f ^ positive) &- positive) & odd)
            q = q &+ (((u ^ positive) &- positive) & odd)
            r = r &+ (((v ^ positive) &- positive) & odd)
            // Where the step swaps, the old g is the new g - f plus f, and theta becomes -theta.
            let swap = positive & odd
            f = f &+ (g & swap)
            u = u &+ (q & swap)
            v = v &+ (r & swap)
            delta = (delta ^ swap) &+ 1
            g = g &>> 1
            u = u &<< 1
            v = v &<< 1
            step &+= 1
        }
        theta = Int64(bitPattern: delta)
        return DivisionSteps(u, v, q, r)
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
        return DivisionSteps(u, v, q, r)
    }
}
