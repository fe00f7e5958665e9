import OfferKitCore
public import OfferKitEssentials

/// An exact sum of money of one currency, in thousandths of its unit.
///
/// It holds 128 bits, so no number of events that a machine can count overflows it, whatever their prices. Beyond that
/// it wraps around, as a sum of bits does, so that the order of adding never matters. A sum has no currency: reports
/// keep one for each, and never add two.
public struct MoneySum: Hashable, Comparable, Sendable {
    private var high: Int64
    private var low: UInt64

    /// A sum of zero.
    public init() { (high, low) = (0, 0) }

    /// A sum of so many units of the currency; at most three decimal places count.
    public init(_ units: Decimal) { self.init(milliunits: Amount(nearest: units).milliunits) }

    /// A sum of so many thousandths of a unit.
    package init(milliunits: Int64) { (high, low) = (milliunits < 0 ? -1 : 0, UInt64(bitPattern: milliunits)) }

    /// The sum in thousandths of a unit; nil where it does not fit into 64 bits.
    package var milliunits: Int64? {
        let value = Int64(bitPattern: low)
        return high == (value < 0 ? -1 : 0) ? value : nil
    }

    /// The sum in units of the currency; nil where its thousandths do not fit into 64 bits.
    public var amount: Decimal? { milliunits.map { Decimal(Amount(milliunits: $0)) } }

    /// The sum in whole units, rounded to a `Double`: for pictures and ratios, not for books.
    package var units: Double {
        if let milliunits { return Double(milliunits) / 1_000 }
        // The magnitude is converted: in the two words of a negative sum the parts nearly cancel each other.
        let size = self < MoneySum() ? -self : self
        let units = (Double(UInt64(bitPattern: size.high)) * 18_446_744_073_709_551_616 + Double(size.low)) / 1_000
        return self < MoneySum() ? -units : units
    }

    /// Adds another sum of the same currency.
    public static func += (a: inout MoneySum, b: MoneySum) {
        let (sum, carry) = a.low.addingReportingOverflow(b.low)
        a.low = sum
        a.high = a.high &+ b.high &+ (carry ? 1 : 0)
    }

    /// Returns the sum of two sums of the same currency.
    public static func + (a: MoneySum, b: MoneySum) -> MoneySum {
        var sum = a
        sum += b
        return sum
    }

    /// Returns the sum with the other sign.
    public static prefix func - (a: MoneySum) -> MoneySum {
        var opposite = MoneySum()
        opposite.low = ~a.low &+ 1
        opposite.high = ~a.high &+ (opposite.low == 0 ? 1 : 0)
        return opposite
    }

    /// Returns the difference of two sums of the same currency.
    public static func - (a: MoneySum, b: MoneySum) -> MoneySum { a + -b }

    /// Returns whether a sum is smaller than another.
    public static func < (a: MoneySum, b: MoneySum) -> Bool { (a.high, a.low) < (b.high, b.low) }
}

extension MoneySum: CustomStringConvertible {
    /// The sum as a plain decimal number with at least two decimal places: `9.99`, `-0.125`.
    public var description: String {
        if let milliunits { return Amount(milliunits: milliunits).description }
        // Beyond 64 bits it is divided digit by digit, which needs no wider type.
        var magnitude = self < MoneySum() ? -self : self
        var digits = ""
        repeat {
            let (top, rest) = UInt64(bitPattern: magnitude.high).quotientAndRemainder(dividingBy: 10)
            let (bottom, digit) = (10 as UInt64).dividingFullWidth((rest, magnitude.low))
            (magnitude.high, magnitude.low) = (Int64(bitPattern: top), bottom)
            digits = String(digit) + digits
        } while magnitude != MoneySum()
        let whole = digits.dropLast(3)
        // Amounts have at least two decimal places.
        if digits.hasSuffix("0") { digits.removeLast() }
        return (self < MoneySum() ? "-" : "") + whole + "." + digits.dropFirst(whole.count)
    }
}
