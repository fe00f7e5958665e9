// The bits and bytes of a number.

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
