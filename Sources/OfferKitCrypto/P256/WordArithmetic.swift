// The three steps every product, sum and difference in this module is made of. They are the only
// functions that know how a carry is kept, so this is the only file with two bodies.
//
// Written through `UInt128`, a carry chain becomes `mul`/`add`/`adc` (and `sbb`) with no conditional
// jump; the overflow-flag idiom turned into jumps in one spelling. `_low`, `_high` and `@_transparent`
// are underscored but public; they matter for debug builds, where the generic conversion
// `UInt128(word)` is an unspecialised call some thirty times slower.
//
// `UInt128` needs macOS 15, newer than this package asks for, so Apple systems get the second body.
// It is also built by `-Xswiftc -DPORTABLE_CARRIES`, so that it can be tested anywhere.

#if canImport(Darwin) || PORTABLE_CARRIES

/// Multiplies and accumulates: `x * y + addend + carry`, which always fits two words.
@_transparent
func mac(_ x: UInt64, _ y: UInt64, _ addend: UInt64, _ carry: UInt64) -> (low: UInt64, high: UInt64) {
    let product = x.multipliedFullWidth(by: y)
    let first = product.low.addingReportingOverflow(addend)
    let second = first.partialValue.addingReportingOverflow(carry)
    return (second.partialValue, product.high &+ (first.overflow ? 1 : 0) &+ (second.overflow ? 1 : 0))
}

/// Adds with carry: `x + y + carry`, where `carry` is 0 or 1, and so is the new one.
@_transparent
func adc(_ x: UInt64, _ y: UInt64, _ carry: UInt64) -> (sum: UInt64, carry: UInt64) {
    let first = x.addingReportingOverflow(y)
    let second = first.partialValue.addingReportingOverflow(carry)
    return (second.partialValue, (first.overflow ? 1 : 0) | (second.overflow ? 1 : 0))
}

/// Subtracts with borrow: `x - y - borrow`, where `borrow` is 0 or 1, and so is the new one.
@_transparent
func sbb(_ x: UInt64, _ y: UInt64, _ borrow: UInt64) -> (difference: UInt64, borrow: UInt64) {
    let first = x.subtractingReportingOverflow(y)
    let second = first.partialValue.subtractingReportingOverflow(borrow)
    return (second.partialValue, (first.overflow ? 1 : 0) | (second.overflow ? 1 : 0))
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

/// Subtracts with borrow: `x - y - borrow`, where `borrow` is 0 or 1, and so is the new one.
@_transparent
func sbb(_ x: UInt64, _ y: UInt64, _ borrow: UInt64) -> (difference: UInt64, borrow: UInt64) {
    let value = UInt128(_low: x, _high: 0) &- UInt128(_low: y, _high: 0) &- UInt128(_low: borrow, _high: 0)
    return (value._low, value._high & 1)
}

#endif
