/// A number modulo n, the number of points on P-256, in its ordinary form and always below n.
///
/// Private keys, nonces, digests and the halves of a signature are scalars. No function here branches
/// on a value unless its name says `public`.
struct Scalar: Sendable, Hashable {
    let words: Words256

    /// Takes a number that is known to be below n.
    @_transparent
    init(unchecked words: Words256) { self.words = words }

    /// Takes any number of 256 bits modulo n; it is below 2n, so one subtraction is enough.
    init(reducing words: Words256) {
        self.words = Words256.reducingOnce(words, carry: 0, complement: Scalar.complement)
    }

    /// The order n of the curve.
    static var order: Words256 {
        Words256(0xf3b9_cac2_fc63_2551, 0xbce6_faad_a717_9e84, 0xffff_ffff_ffff_ffff, 0xffff_ffff_0000_0000)
    }

    /// 2^256 - n, which is also 2^256 modulo n.
    private static var complement: Words256 {
        Words256(0x0c46_353d_039c_daaf, 0x4319_0552_58e8_617b, 0, 0x0000_0000_ffff_ffff)
    }

    /// Whether `words` is a number from 1 to n - 1, as a private key, a nonce, r and s must be.
    static func isUsable(_ words: Words256) -> Bool {
        let (_, borrow) = Words256.subtracting(words, order)
        return (borrow & ~words.isZeroMask) == 1
    }

    @inline(__always)
    static func + (x: Scalar, y: Scalar) -> Scalar {
        let (sum, carry) = Words256.adding(x.words, y.words)
        return Scalar(unchecked: Words256.reducingOnce(sum, carry: carry, complement: complement))
    }

    /// The number times 2^256, which `montgomeryProduct` divides away again.
    var shifted: Scalar {
        // 2^512 modulo n.
        let square = Scalar(
            unchecked: Words256(
                0x8324_4c95_be79_eea2, 0x4699_799c_49bd_6fa6, 0x2845_b239_2b6b_ec59, 0x66e1_2d94_f3d9_5620))
        return Scalar.montgomeryProduct(self, square)
    }

    /// The inverse times 2^256, zero for zero, in a time that does not depend on the number.
    var shiftedInverse: Scalar { Scalar(unchecked: ModularInverse.scalar.inverse(of: words)) }

    /// The inverse times 2^256, zero for zero, faster but only for numbers that are no secret.
    var publicShiftedInverse: Scalar { Scalar(unchecked: ModularInverse.scalar.publicInverse(of: words)) }

    // MARK: - Products

    /// The product divided by 2^256 modulo n.
    @inline(never)
    static func montgomeryProduct(_ x: Scalar, _ y: Scalar) -> Scalar {
        var sum = Accumulator()
        sum.add(x.words, times: y.words.w0)
        sum.add(x.words, times: y.words.w1)
        sum.add(x.words, times: y.words.w2)
        sum.add(x.words, times: y.words.w3)
        return Scalar(unchecked: Words256.reducingOnce(sum.words, carry: sum.top, complement: complement))
    }

    /// A running sum below 2n that is divided by 2^64 modulo n after every word of the product.
    private struct Accumulator {
        var words = Words256.zero
        var top: UInt64 = 0

        @inline(__always)
        mutating func add(_ x: Words256, times y: UInt64) {
            let n = Scalar.order
            let (a0, c0) = mac(x.w0, y, words.w0, 0)
            let (a1, c1) = mac(x.w1, y, words.w1, c0)
            let (a2, c2) = mac(x.w2, y, words.w2, c1)
            let (a3, c3) = mac(x.w3, y, words.w3, c2)
            let (a4, a5) = adc(top, c3, 0)
            // -1/n modulo 2^64: the multiple of n that clears the lowest word.
            let m = a0 &* 0xccd1_c8aa_ee00_bc4f
            let (_, d0) = mac(m, n.w0, a0, 0)
            let (b1, d1) = mac(m, n.w1, a1, d0)
            let (b2, d2) = mac(m, n.w2, a2, d1)
            let (b3, d3) = mac(m, n.w3, a3, d2)
            let (b4, d4) = adc(a4, d3, 0)
            words = Words256(b1, b2, b3, b4)
            top = a5 &+ d4
        }
    }
}
