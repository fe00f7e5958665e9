// Products in the field. A product is made in full, eight words, and then divided by 2^256 modulo p.

extension FieldElement {
    /// The product; right when at least one factor is below p and the other below 2^256.
    @inline(__always)
    static func * (x: FieldElement, y: FieldElement) -> FieldElement { WideProduct(x, y).reduced }

    /// The square of a number below p.
    @inline(__always)
    var squared: FieldElement { WideProduct(squareOf: self).reduced }
}

/// A product of two numbers in Montgomery form before it is reduced: eight words, below 2^256 * p.
///
/// A difference of two products needs one reduction in place of two.
struct WideProduct {
    private let low: Words256
    private let high: Words256

    /// The product; one factor must be below p, the other below 2^256.
    @_transparent
    init(_ x: FieldElement, _ y: FieldElement) {
        let a = x.words
        let b = y.words
        let (t0, c00) = mac(a.w0, b.w0, 0, 0)
        let (s1, c01) = mac(a.w1, b.w0, 0, c00)
        let (s2, c02) = mac(a.w2, b.w0, 0, c01)
        let (s3, s4) = mac(a.w3, b.w0, 0, c02)
        let (t1, c10) = mac(a.w0, b.w1, s1, 0)
        let (u2, c11) = mac(a.w1, b.w1, s2, c10)
        let (u3, c12) = mac(a.w2, b.w1, s3, c11)
        let (u4, u5) = mac(a.w3, b.w1, s4, c12)
        let (t2, c20) = mac(a.w0, b.w2, u2, 0)
        let (v3, c21) = mac(a.w1, b.w2, u3, c20)
        let (v4, c22) = mac(a.w2, b.w2, u4, c21)
        let (v5, v6) = mac(a.w3, b.w2, u5, c22)
        let (t3, c30) = mac(a.w0, b.w3, v3, 0)
        let (t4, c31) = mac(a.w1, b.w3, v4, c30)
        let (t5, c32) = mac(a.w2, b.w3, v5, c31)
        let (t6, t7) = mac(a.w3, b.w3, v6, c32)
        low = Words256(t0, t1, t2, t3)
        high = Words256(t4, t5, t6, t7)
    }

    /// The square of a number below p: the six mixed products are made once and doubled.
    @_transparent
    init(squareOf x: FieldElement) {
        let a = x.words
        let (m1, c0) = mac(a.w1, a.w0, 0, 0)
        let (m2, c1) = mac(a.w2, a.w0, 0, c0)
        let (n3, n4) = mac(a.w3, a.w0, 0, c1)
        let (m3, c2) = mac(a.w2, a.w1, n3, 0)
        let (m4, n5) = mac(a.w3, a.w1, n4, c2)
        let (m5, m6) = mac(a.w3, a.w2, n5, 0)
        let (t0, high0) = mac(a.w0, a.w0, 0, 0)
        let (low1, high1) = mac(a.w1, a.w1, 0, 0)
        let (low2, high2) = mac(a.w2, a.w2, 0, 0)
        let (low3, high3) = mac(a.w3, a.w3, 0, 0)
        let (t1, d1) = adc(m1 &<< 1, high0, 0)
        let (t2, d2) = adc((m2 &<< 1) | (m1 &>> 63), low1, d1)
        let (t3, d3) = adc((m3 &<< 1) | (m2 &>> 63), high1, d2)
        let (t4, d4) = adc((m4 &<< 1) | (m3 &>> 63), low2, d3)
        let (t5, d5) = adc((m5 &<< 1) | (m4 &>> 63), high2, d4)
        let (t6, d6) = adc((m6 &<< 1) | (m5 &>> 63), low3, d5)
        low = Words256(t0, t1, t2, t3)
        high = Words256(t4, t5, t6, (m6 &>> 63) &+ high3 &+ d6)
    }

    @_transparent
    private init(low: Words256, high: Words256) {
        self.low = low
        self.high = high
    }

    /// The difference; where it is negative, p is added to its high half.
    @_transparent
    static func - (x: WideProduct, y: WideProduct) -> WideProduct {
        let (low, carry) = Words256.subtracting(x.low, y.low)
        let (high, borrow) = Words256.subtracting(x.high, y.high, borrow: carry)
        return WideProduct(low: low, high: FieldElement.addingPrime(high, mask: 0 &- borrow).sum)
    }

    /// The number divided by 2^256 modulo p.
    ///
    /// Since -1/p = 1 modulo 2^64, the multiple of p that clears the lowest word is that word m itself,
    /// and p = 2^96 - 1 + 2^192 * (2^64 - 2^32 + 1): the - 1 does the clearing, and the rest is m shifted by 32
    /// bits. The low half thus shrinks to at most p, so one subtraction ends it.
    @_transparent
    var reduced: FieldElement {
        let first = WideProduct.droppingLowestWord(low)
        let second = WideProduct.droppingLowestWord(first)
        let third = WideProduct.droppingLowestWord(second)
        let fourth = WideProduct.droppingLowestWord(third)
        let (sum, carry) = Words256.adding(fourth, high)
        return FieldElement(
            montgomery: Words256.reducingOnce(sum, carry: carry, complement: FieldElement.one.words))
    }

    @_transparent
    private static func droppingLowestWord(_ t: Words256) -> Words256 {
        let up = t.w0 &<< 32
        let down = t.w0 &>> 32
        // The product of m and 2^64 - 2^32 + 1: less what is shifted up, by adding the complement and one.
        let (product, carry) = adc(t.w0, ~up, 1)
        let high = t.w0 &+ ~down &+ carry
        let (r1, c1) = adc(t.w1, up, 0)
        let (r2, c2) = adc(t.w2, down, c1)
        let (r3, c3) = adc(t.w3, product, c2)
        return Words256(r1, r2, r3, high &+ c3)
    }
}
