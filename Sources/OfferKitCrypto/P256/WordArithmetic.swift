// The two steps of which every product, sum and difference in this module is made. Only these functions know how a
// carry is kept, so only this file has two bodies.
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
