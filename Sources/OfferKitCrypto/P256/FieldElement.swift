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
