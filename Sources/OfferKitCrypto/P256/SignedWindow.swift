/// One digit of a number written in signed windows of `width` bits, from -2^(width-1) to 2^(width-1).
///
/// A window is read with the bit below it: 2^width * carry-in-to-the-next - digit cancel out, so every
/// digit can be had on its own, and without a branch.
struct SignedWindow {
    /// The absolute value of the digit.
    let magnitude: UInt64
    /// All ones for a negative digit, zero otherwise.
    let negative: UInt64

    /// All ones for the digit zero, otherwise zero; found without a branch.
    @inline(__always)
    var isZeroMask: UInt64 { Words256(magnitude, 0, 0, 0).isZeroMask }

    @inline(__always)
    init(_ number: Words256, index: Int, width: Int) {
        let read = number.bits(from: index &* width &- 1, count: width &+ 1)
        negative = 0 &- (read &>> UInt64(truncatingIfNeeded: width))
        let all = ((2 as UInt64) &<< UInt64(truncatingIfNeeded: width)) &- 1
        magnitude = ((read ^ (negative & all)) &+ 1) &>> 1
    }

    /// Returns the number of windows for 256 bits; the last one must have room for a carry.
    static func count(width: Int) -> Int {
        256 / width + 1
    }
}
