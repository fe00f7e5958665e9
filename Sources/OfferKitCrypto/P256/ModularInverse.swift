/// Inverses modulo an odd number of 256 bits, by division steps.
///
/// The algorithm is that of Daniel J. Bernstein and Bo-Yin Yang, "Fast constant-time gcd computation and
/// modular inversion" (2019), with delta starting at 1/2, for which 590 steps are known to be enough
/// for numbers of 256 bits (Pieter Wuille's computation). Sixty-two steps at a time need only the
/// lowest words of f and g; their effect is a 2x2 matrix that is then applied to the whole numbers.
///
/// Unlike the usual description, d and e are kept between 0 and the modulus and are divided by 2^64 a
/// round, not by 2^62, because that is one Montgomery step. `start`, the first value of e, makes up for
/// the factor of four in each of the ten rounds, and for the Montgomery form the caller wants.
struct ModularInverse: Sendable {
    let modulus: Words256
    /// -1/modulus modulo 2^64.
    let factor: UInt64
    /// 2^20 times the power of two that the result is to carry, modulo the modulus.
    let start: Words256

    /// Inverses in the field: from Montgomery form to Montgomery form, so `start` is 2^20 * 2^512.
    static var field: ModularInverse {
        ModularInverse(
            modulus: FieldElement.prime, factor: 1,
            start: Words256(
                0x0000_0000_0030_0000, 0xffbf_ffff_fff0_0000, 0xffff_ffff_ffef_ffff, 0x004f_ffff_ffdf_ffff))
    }

    /// Inverses of scalars: from ordinary form to Montgomery form, so `start` is 2^20 * 2^256.
    static var scalar: ModularInverse {
        ModularInverse(
            modulus: Scalar.order, factor: 0xccd1_c8aa_ee00_bc4f,
            start: Words256(
                0x53d0_39cd_aaf0_0000, 0x5525_8e86_17b0_c463, 0x0000_0000_0004_3190, 0x000f_ffff_fff0_0000))
    }

    private static var rounds: Int { 10 }

    /// The inverse of a number below the modulus; zero for zero.
    ///
    /// The time does not depend on the number.
    func inverse(of number: Words256) -> Words256 {
        var state = State(modulus: modulus, number: number, start: start)
        var round = 0
        while round < ModularInverse.rounds {
            let steps = DivisionSteps.constantTime(&state.theta, f: state.f.words.w0, g: state.g.words.w0)
            state.apply(steps, modulus: modulus, factor: factor)
            round &+= 1
        }
        return state.result(modulus: modulus)
    }

    /// The same, stopping as soon as it can; only for numbers that are no secret.
    func publicInverse(of number: Words256) -> Words256 {
        var state = State(modulus: modulus, number: number, start: start)
        var round = 0
        while round < ModularInverse.rounds && !state.g.words.isZero {
            let steps = DivisionSteps.variableTime(&state.theta, f: state.f.words.w0, g: state.g.words.w0)
            state.apply(steps, modulus: modulus, factor: factor)
            round &+= 1
        }
        var result = state.result(modulus: modulus)
        // `start` paid for ten rounds: give back a factor of four for each one not used.
        while round < ModularInverse.rounds {
            result = result.halved(modulus: modulus).halved(modulus: modulus)
            round &+= 1
        }
        return result
    }

    // MARK: - The numbers between rounds

    /// A number between -2^256 and 2^256: two's complement, with the sign as a word of its own.
    private struct SignedWords {
        var words: Words256
        /// All ones for a negative number, zero otherwise.
        var sign: UInt64

        /// `(u * x + v * y) / 2^62`, exact because division steps made the sum divisible.
        @inline(__always)
        static func combination(_ u: Int64, _ x: SignedWords, _ v: Int64, _ y: SignedWords) -> SignedWords {
            let a = product(u, x)
            let b = product(v, y)
            let (sum, carry) = Words256.adding(a.words, b.words)
            let top = a.top &+ b.top &+ carry
            let shifted = Words256(
                (sum.w0 &>> 62) | (sum.w1 &<< 2), (sum.w1 &>> 62) | (sum.w2 &<< 2),
                (sum.w2 &>> 62) | (sum.w3 &<< 2), (sum.w3 &>> 62) | (top &<< 2))
            return SignedWords(words: shifted, sign: 0 &- (top &>> 63))
        }

        /// The product modulo 2^320: of the unsigned words, less what the signs counted too much.
        @inline(__always)
        private static func product(_ factor: Int64, _ x: SignedWords) -> (words: Words256, top: UInt64) {
            let u = UInt64(bitPattern: factor)
            let negative = UInt64(bitPattern: factor &>> 63)
            let (p0, c0) = mac(x.words.w0, u, 0, 0)
            let (p1, c1) = mac(x.words.w1, u, 0, c0)
            let (p2, c2) = mac(x.words.w2, u, 0, c1)
            let (p3, c3) = mac(x.words.w3, u, 0, c2)
            // Less the words one place up where u is negative, by adding the complement and one.
            let (d1, e1) = adc(p1, ~(x.words.w0 & negative), 1)
            let (d2, e2) = adc(p2, ~(x.words.w1 & negative), e1)
            let (d3, e3) = adc(p3, ~(x.words.w2 & negative), e2)
            let top = c3 &+ ~(x.words.w3 & negative) &+ e3 &- (u & x.sign)
            return (Words256(p0, d1, d2, d3), top)
        }
    }

    /// The numbers of the algorithm: f and g, and d and e.
    ///
    /// The steps take the greatest common divisor of f and g; up to powers of two, f = d * number and g = e * number
    /// modulo the modulus.
    private struct State {
        var theta: Int64 = 0
        var f: SignedWords
        var g: SignedWords
        var d = Words256.zero
        var e: Words256

        init(modulus: Words256, number: Words256, start: Words256) {
            f = SignedWords(words: modulus, sign: 0)
            g = SignedWords(words: number, sign: 0)
            e = start
        }

        @inline(__always)
        mutating func apply(_ steps: DivisionSteps, modulus: Words256, factor: UInt64) {
            let newF = SignedWords.combination(steps.u, f, steps.v, g)
            let newG = SignedWords.combination(steps.q, f, steps.r, g)
            let newD = State.combination(steps.u, d, steps.v, e, modulus: modulus, factor: factor)
            let newE = State.combination(steps.q, d, steps.r, e, modulus: modulus, factor: factor)
            (f, g, d, e) = (newF, newG, newD, newE)
        }

        /// d if the steps ended at f = 1, -d if they ended at f = -1.
        ///
        /// d is zero only for the number zero, and then f is still the modulus.
        func result(modulus: Words256) -> Words256 {
            let negative = Words256.subtracting(modulus, d).difference
            return Words256.select(f.sign, negative, d)
        }

        /// `(u * x + v * y) / 2^64` modulo the modulus.
        ///
        /// |u| + |v| is at most 2^62, so before the division the sum is below 2^62 moduli, and after it below
        /// one and a quarter.
        @inline(__always)
        private static func combination(
            _ u: Int64, _ x: Words256, _ v: Int64, _ y: Words256, modulus m: Words256, factor: UInt64
        ) -> Words256 {
            let (absU, a) = absolute(u, x, modulus: m)
            let (absV, b) = absolute(v, y, modulus: m)
            let (p0, c0) = mac(a.w0, absU, 0, 0)
            let (p1, c1) = mac(a.w1, absU, 0, c0)
            let (p2, c2) = mac(a.w2, absU, 0, c1)
            let (p3, p4) = mac(a.w3, absU, 0, c2)
            let (s0, d0) = mac(b.w0, absV, p0, 0)
            let (s1, d1) = mac(b.w1, absV, p1, d0)
            let (s2, d2) = mac(b.w2, absV, p2, d1)
            let (s3, d3) = mac(b.w3, absV, p3, d2)
            let s4 = p4 &+ d3
            let k = s0 &* factor
            let (_, e0) = mac(m.w0, k, s0, 0)
            let (r0, e1) = mac(m.w1, k, s1, e0)
            let (r1, e2) = mac(m.w2, k, s2, e1)
            let (r2, e3) = mac(m.w3, k, s3, e2)
            let (r3, carry) = adc(s4, e3, 0)
            let complement = Words256.subtracting(.zero, m).difference
            return Words256.reducingOnce(Words256(r0, r1, r2, r3), carry: carry, complement: complement)
        }

        /// |u| and the number whose product with it is u * x modulo the modulus.
        @inline(__always)
        private static func absolute(_ u: Int64, _ x: Words256, modulus: Words256) -> (UInt64, Words256) {
            let negative = UInt64(bitPattern: u &>> 63)
            let magnitude = (UInt64(bitPattern: u) ^ negative) &- negative
            return (magnitude, Words256.select(negative, Words256.subtracting(modulus, x).difference, x))
        }
    }
}
