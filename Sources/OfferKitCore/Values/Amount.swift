package import OfferKitEssentials

/// A sum of money in thousandths of a currency's unit, the unit in which the App Store sends prices
/// (B0-6): 1.99 USD is 1,990 milliunits, 300 JPY is 300,000.
///
/// A literal stands for whole units: `let price: Amount = 9.99`. The currency is that of the storefront.
package struct Amount: Hashable, Comparable, Sendable {
    /// Thousandths of the currency's unit.
    package let milliunits: Int64

    /// The sum of that many thousandths of the currency's unit.
    package init(milliunits: Int64) {
        self.milliunits = milliunits
    }

    /// The sum of zero.
    package static let zero = Amount(milliunits: 0)

    /// The largest price a catalogue may hold: one thousand million units.
    ///
    /// Larger ones are refused as mistakes, so that no sum of charges can overflow.
    package static let largest = Amount(milliunits: 1_000_000_000_000)

    /// Reads a decimal number such as `"4.99"`: digits, optionally a point and more digits, nothing else.
    ///
    /// Returns nil for anything else, for more than three decimal places that are not zero, and for
    /// numbers too large to hold.
    package init?(decimal text: some StringProtocol) {
        let parts = Array(text.utf8).split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, !whole.isEmpty, whole.allSatisfy(\.isDigit) else { return nil }
        var fraction = parts.count == 2 ? Array(parts[1]) : []
        guard parts.count == 1 || !fraction.isEmpty, fraction.allSatisfy(\.isDigit) else { return nil }
        while fraction.count > 3, fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        guard fraction.count <= 3 else { return nil }
        fraction += Array(repeating: UInt8(ascii: "0"), count: 3 - fraction.count)
        guard let milliunits = Int64(String(decoding: whole + fraction, as: UTF8.self)) else { return nil }
        self.init(milliunits: milliunits)
    }

    /// Smaller sums come first.
    package static func < (a: Amount, b: Amount) -> Bool {
        a.milliunits < b.milliunits
    }
}

extension Amount {
    /// Returns this sum multiplied by a count, stopping at the ends of the range.
    package func multiplied(by count: Int) -> Amount {
        Amount(milliunits: milliunits.multipliedClamping(by: Int64(clamping: count)))
    }
}

extension Int64 {
    /// The product, held at the ends of the range.
    func multipliedClamping(by other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}

extension Amount: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// The sum nearest to a literal such as `9.99`.
    package init(floatLiteral units: Double) {
        let rounded = (units * 1_000).rounded()
        // A literal may be too large for the type: it is held at the end of the range, where the
        // catalogue's check refuses it with the product's name.
        self.init(milliunits: Int64(exactly: rounded) ?? (rounded < 0 ? .min : .max))
    }

    /// That many whole units.
    package init(integerLiteral units: Int64) {
        self.init(milliunits: units.multipliedClamping(by: 1_000))
    }
}

extension Amount: CustomStringConvertible {
    /// A plain decimal number with at least two places: `9.99`, `10.00`, `0.125`.
    package var description: String {
        let magnitude = milliunits.magnitude
        var fraction = String(magnitude % 1_000)
        fraction = String(repeating: "0", count: 3 - fraction.count) + fraction
        if fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(milliunits < 0 ? "-" : "")\(magnitude / 1_000).\(fraction)"
    }
}

// People write and read `Decimal`, in units of the currency; the store counts thousandths.

extension Amount {
    /// The amount of that many units of a currency; nil when it has more than three decimal places, or is too large.
    ///
    /// A literal such as 4.99 is written as a binary fraction on the way to a `Decimal`, and may arrive as
    /// 4.990000000000001024: a value within a millionth of a unit of one with three places counts as that one.
    package init?(_ units: Decimal) {
        let nearest = Amount(nearest: units)
        let distance = units - Decimal(nearest)
        guard !units.isNaN, distance.magnitude < Amount.closeEnough else { return nil }
        self = nearest
    }

    /// The amount nearest to that many units of a currency.
    ///
    /// A value that is too large, or no number, is held at the ends of the range, where the catalogue's check refuses
    /// it with the product's name.
    package init(nearest units: Decimal) {
        // Rounds the text, because FoundationEssentials has neither a rounding nor a way to whole numbers.
        let text = "\(units)"
        let isNegative = text.hasPrefix("-")
        let parts = (isNegative ? text.dropFirst() : text[...])
            .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1].prefix(4) : ""
        let digits = parts[0] + fraction + String(repeating: "0", count: 4 - fraction.count)
        let tenths = Int64(digits) ?? .max
        let magnitude = tenths / 10 + (tenths % 10 >= 5 ? 1 : 0)
        guard tenths < .max else {
            self.init(milliunits: units.isNaN || isNegative ? .min : .max)
            return
        }
        self.init(milliunits: isNegative ? -magnitude : magnitude)
    }

    private static let closeEnough = Decimal(sign: .plus, exponent: -6, significand: 1)
}

extension Decimal {
    /// The amount in the currency's units.
    package init(_ amount: Amount) {
        // Built, not divided: a division costs more than the whole rest of a purchase.
        let isNegative = amount.milliunits < 0
        self.init(sign: isNegative ? .minus : .plus, exponent: -3, significand: Decimal(amount.milliunits.magnitude))
    }

    /// The price as messages write it: with two or three decimal places, or with all of them where it has more.
    package var priceText: String { Amount(self).map { "\($0)" } ?? "\(self)" }
}
