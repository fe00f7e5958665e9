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

// MARK: - Bits and bytes

extension Words256 {
    /// `count` bits from bit `offset` up; bits outside the number, below zero too, are zero.
    ///
    /// The branches depend on `offset` alone, never on the number.
    @inline(__always)
    func bits(from offset: Int, count: Int) -> UInt64 {
        let mask = ((1 as UInt64) &<< UInt64(truncatingIfNeeded: count)) &- 1
        if offset < 0 { return (w0 &<< UInt64(truncatingIfNeeded: 0 &- offset)) & mask }
        let shift = UInt64(truncatingIfNeeded: offset & 63)
        let low: UInt64
        let high: UInt64
        switch offset &>> 6 {
        case 0: (low, high) = (w0, w1)
        case 1: (low, high) = (w1, w2)
        case 2: (low, high) = (w2, w3)
        case 3: (low, high) = (w3, 0)
        default: (low, high) = (0, 0)
        }
        // `high << (64 - shift)`, written so that a shift by nothing takes nothing from `high`.
        return ((low &>> shift) | ((high &<< 1) &<< (63 &- shift))) & mask
    }

    /// Reads 32 bytes, the most significant first; nil for any other count.
    init?(bigEndian bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        var words = Words256.zero
        for byte in bytes {
            let next = UInt64(byte)
            words = Words256(
                (words.w0 &<< 8) | next, (words.w1 &<< 8) | (words.w0 &>> 56),
                (words.w2 &<< 8) | (words.w1 &>> 56), (words.w3 &<< 8) | (words.w2 &>> 56))
        }
        self = words
    }

    /// The 32 bytes of the number, the most significant first.
    var bigEndianBytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        appendBigEndian(to: &bytes)
        return bytes
    }

    /// Appends the 32 bytes of the number, the most significant first.
    func appendBigEndian(to bytes: inout [UInt8]) {
        Words256.append(w3, to: &bytes)
        Words256.append(w2, to: &bytes)
        Words256.append(w1, to: &bytes)
        Words256.append(w0, to: &bytes)
    }

    private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
        var shift: UInt64 = 64
        while shift > 0 {
            shift &-= 8
            bytes.append(UInt8(truncatingIfNeeded: word &>> shift))
        }
    }
}
