// Words, sums and products of the field stand in one file, because a debug build inlines `@_transparent` functions only
// within a file: in files of their own, each of the hundred steps of a product would be a call.

// The two steps of which every product, sum and difference in this module is made. Only these functions know how a
// carry is kept, so only they have two bodies.
//
// Written through `UInt128`, a carry chain becomes `mul`, `add` and `adc` with no conditional jump. With the
// overflow flags of `addingReportingOverflow` it became jumps in one place, which would tell a key by its timing;
// and the same with borrows, so differences are sums with a complement. `_low`, `_high` and `@_transparent` are
// underscored but public; they matter for debug builds, where the generic conversion `UInt128(word)` is an
// unspecialised call some thirty times slower.
//
// `UInt128` needs macOS 15, newer than this package asks for, so Apple systems get the second body, which finds
// carries by logic alone. It is also built by `-Xswiftc -DPORTABLE_CARRIES`, so that it can be tested anywhere.

#if canImport(Darwin) || PORTABLE_CARRIES

/// Multiplies and accumulates: `x * y + addend + carry`, which always fits two words.
@_transparent
func mac(_ x: UInt64, _ y: UInt64, _ addend: UInt64, _ carry: UInt64) -> (low: UInt64, high: UInt64) {
    let product = x.multipliedFullWidth(by: y)
    let (first, firstCarry) = adc(product.low, addend, 0)
    let (second, secondCarry) = adc(first, carry, 0)
    return (second, product.high &+ firstCarry &+ secondCarry)
}

/// Adds with carry: `x + y + carry`, where `carry` is 0 or 1, and so is the new one.
@_transparent
func adc(_ x: UInt64, _ y: UInt64, _ carry: UInt64) -> (sum: UInt64, carry: UInt64) {
    let sum = x &+ y &+ carry
    // The top bit carries if both have it, or one has it and the sum has lost it.
    return (sum, ((x & y) | ((x | y) & ~sum)) &>> 63)
}

#else

/// Multiplies and accumulates: `x * y + addend + carry`, which always fits two words.
@_transparent
func mac(_ x: UInt64, _ y: UInt64, _ addend: UInt64, _ carry: UInt64) -> (low: UInt64, high: UInt64) {
    let value =
        UInt128(_low: x, _high: 0) &* UInt128(_low: y, _high: 0)
        &+ UInt128(_low: addend, _high: 0) &+ UInt128(_low: carry, _high: 0)
    return (value._low, value._high)
}

/// Adds with carry: `x + y + carry`, where `carry` is 0 or 1, and so is the new one.
@_transparent
func adc(_ x: UInt64, _ y: UInt64, _ carry: UInt64) -> (sum: UInt64, carry: UInt64) {
    let value = UInt128(_low: x, _high: 0) &+ UInt128(_low: y, _high: 0) &+ UInt128(_low: carry, _high: 0)
    return (value._low, value._high)
}

#endif

/// A 256-bit unsigned number as four words, the least significant first.
///
/// It has no modulus of its own: `FieldElement` and `Scalar` are numbers with one.
struct Words256: Sendable, Hashable {
    var w0: UInt64
    var w1: UInt64
    var w2: UInt64
    var w3: UInt64

    @_transparent
    init(_ w0: UInt64, _ w1: UInt64, _ w2: UInt64, _ w3: UInt64) {
        self.w0 = w0
        self.w1 = w1
        self.w2 = w2
        self.w3 = w3
    }

    static var zero: Words256 { Words256(0, 0, 0, 0) }

    var isZero: Bool { (w0 | w1 | w2 | w3) == 0 }

    /// All ones if the number is zero, otherwise zero; found without a branch.
    @_transparent
    var isZeroMask: UInt64 {
        let any = w0 | w1 | w2 | w3
        return ((any | (0 &- any)) &>> 63) &- 1
    }

    // MARK: - Arithmetic modulo 2^256

    /// The sum modulo 2^256 and the carry out of it.
    @inline(__always)
    static func adding(_ x: Words256, _ y: Words256) -> (sum: Words256, carry: UInt64) {
        let (s0, c0) = adc(x.w0, y.w0, 0)
        let (s1, c1) = adc(x.w1, y.w1, c0)
        let (s2, c2) = adc(x.w2, y.w2, c1)
        let (s3, c3) = adc(x.w3, y.w3, c2)
        return (Words256(s0, s1, s2, s3), c3)
    }

    /// The difference modulo 2^256, less a borrow of 0 or 1 from below, and the borrow out of it.
    ///
    /// It is the sum with the complement and one: compilers know chains of carries better than of borrows.
    @inline(__always)
    static func subtracting(
        _ x: Words256, _ y: Words256, borrow: UInt64 = 0
    ) -> (difference: Words256, borrow: UInt64) {
        let (d0, c0) = adc(x.w0, ~y.w0, borrow ^ 1)
        let (d1, c1) = adc(x.w1, ~y.w1, c0)
        let (d2, c2) = adc(x.w2, ~y.w2, c1)
        let (d3, c3) = adc(x.w3, ~y.w3, c2)
        return (Words256(d0, d1, d2, d3), c3 ^ 1)
    }

    /// `ifSet` where `mask` is all ones, `otherwise` where it is zero.
    @inline(__always)
    static func select(_ mask: UInt64, _ ifSet: Words256, _ otherwise: Words256) -> Words256 {
        Words256(
            otherwise.w0 ^ (mask & (ifSet.w0 ^ otherwise.w0)), otherwise.w1 ^ (mask & (ifSet.w1 ^ otherwise.w1)),
            otherwise.w2 ^ (mask & (ifSet.w2 ^ otherwise.w2)), otherwise.w3 ^ (mask & (ifSet.w3 ^ otherwise.w3)))
    }

    /// `value` (with a carry word of 0 or 1 above it) less a modulus if it is not below it, which is a full
    /// reduction for anything below twice the modulus.
    ///
    /// The modulus is given as 2^256 less it: adding that overflows exactly where subtracting would not have
    /// borrowed, and a compiler makes a plain chain of carries out of it.
    @inline(__always)
    static func reducingOnce(_ value: Words256, carry: UInt64, complement: Words256) -> Words256 {
        let (reduced, overflow) = adding(value, complement)
        return select(0 &- (carry | overflow), reduced, value)
    }

    /// The number halved modulo an odd modulus: itself or with the modulus added, whichever is even,
    /// shifted down.
    @inline(__always)
    func halved(modulus: Words256) -> Words256 {
        let (even, carry) = Words256.adding(self, Words256.select(0 &- (w0 & 1), modulus, .zero))
        return Words256(
            (even.w0 &>> 1) | (even.w1 &<< 63), (even.w1 &>> 1) | (even.w2 &<< 63),
            (even.w2 &>> 1) | (even.w3 &<< 63), (even.w3 &>> 1) | (carry &<< 63))
    }

    /// Whether the number is below `other`, found without a branch.
    func isBelow(_ other: Words256) -> Bool {
        Words256.subtracting(self, other).borrow == 1
    }
}

/// A number modulo the prime p = 2^256 - 2^224 + 2^192 + 2^96 - 1 of the curve P-256.
///
/// It is kept in Montgomery form: the words hold the number times 2^256 modulo p, always fully reduced
/// except where a function's name says otherwise. No function here branches on a value.
struct FieldElement: Sendable, Hashable {
    var words: Words256

    /// Takes words that are already in Montgomery form.
    @_transparent
    init(montgomery words: Words256) { self.words = words }

    @_transparent
    init(_ w0: UInt64, _ w1: UInt64, _ w2: UInt64, _ w3: UInt64) {
        self.words = Words256(w0, w1, w2, w3)
    }

    /// Takes a number below p in its ordinary form.
    init(_ number: Words256) {
        // 2^512 modulo p: multiplying by it and dividing by 2^256 leaves the factor 2^256.
        let square = FieldElement(
            0x0000_0000_0000_0003, 0xffff_fffb_ffff_ffff, 0xffff_ffff_ffff_fffe, 0x0000_0004_ffff_fffd)
        self = FieldElement(montgomery: number) * square
    }

    /// The number in its ordinary form, below p.
    var number: Words256 { (self * FieldElement(1, 0, 0, 0)).words }

    static var zero: FieldElement { FieldElement(0, 0, 0, 0) }

    /// One in Montgomery form, 2^256 modulo p, that is 2^256 - p.
    static var one: FieldElement {
        FieldElement(0x0000_0000_0000_0001, 0xffff_ffff_0000_0000, 0xffff_ffff_ffff_ffff, 0x0000_0000_ffff_fffe)
    }

    /// The prime p.
    static var prime: Words256 {
        Words256(0xffff_ffff_ffff_ffff, 0x0000_0000_ffff_ffff, 0, 0xffff_ffff_0000_0001)
    }

    var isZero: Bool { words.isZero }

    // MARK: - Sums

    @inline(__always)
    static func + (x: FieldElement, y: FieldElement) -> FieldElement {
        let (sum, carry) = Words256.adding(x.words, y.words)
        return FieldElement(montgomery: Words256.reducingOnce(sum, carry: carry, complement: one.words))
    }

    /// Returns the sum, reduced only as far as below 2^256.
    ///
    /// A product with a fully reduced number is correct for such a sum too, and that saves a comparison.
    @inline(__always)
    static func addingLoosely(_ x: FieldElement, _ y: FieldElement) -> FieldElement {
        let (sum, carry) = Words256.adding(x.words, y.words)
        // Over 2^256 the sum is less p once 2^256 - p is added to what is left of it.
        let complement = Words256.select(0 &- carry, one.words, .zero)
        return FieldElement(montgomery: Words256.adding(sum, complement).sum)
    }

    @inline(__always)
    static func - (x: FieldElement, y: FieldElement) -> FieldElement {
        let (difference, borrow) = Words256.subtracting(x.words, y.words)
        return FieldElement(montgomery: addingPrime(difference, mask: 0 &- borrow).sum)
    }

    @inline(__always)
    static prefix func - (x: FieldElement) -> FieldElement { zero - x }

    /// Half of the number.
    @inline(__always)
    var half: FieldElement {
        let (even, carry) = FieldElement.addingPrime(words, mask: 0 &- (words.w0 & 1))
        return FieldElement(
            (even.w0 &>> 1) | (even.w1 &<< 63), (even.w1 &>> 1) | (even.w2 &<< 63),
            (even.w2 &>> 1) | (even.w3 &<< 63), (even.w3 &>> 1) | (carry &<< 63))
    }

    /// The number where `mask` is zero, its negative where it is all ones.
    @inline(__always)
    func negated(where mask: UInt64) -> FieldElement {
        FieldElement(montgomery: Words256.select(mask, (-self).words, words))
    }

    /// `ifSet` where `mask` is all ones, `otherwise` where it is zero.
    @inline(__always)
    static func select(_ mask: UInt64, _ ifSet: FieldElement, _ otherwise: FieldElement) -> FieldElement {
        FieldElement(montgomery: Words256.select(mask, ifSet.words, otherwise.words))
    }

    /// The sum with p where `mask` is all ones, with nothing where it is zero.
    @_transparent
    static func addingPrime(_ x: Words256, mask: UInt64) -> (sum: Words256, carry: UInt64) {
        let (s0, c0) = adc(x.w0, mask, 0)
        let (s1, c1) = adc(x.w1, mask & 0x0000_0000_ffff_ffff, c0)
        let (s2, c2) = adc(x.w2, 0, c1)
        let (s3, c3) = adc(x.w3, mask & 0xffff_ffff_0000_0001, c2)
        return (Words256(s0, s1, s2, s3), c3)
    }

    // MARK: - Inverses

    /// The number's inverse, zero for zero, in a time that does not depend on it.
    var inverse: FieldElement { FieldElement(montgomery: ModularInverse.field.inverse(of: words)) }

    /// The number's inverse, zero for zero, faster but only for numbers that are no secret.
    var publicInverse: FieldElement { FieldElement(montgomery: ModularInverse.field.publicInverse(of: words)) }
}

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
