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
        guard let whole = parts.first, !whole.isEmpty, whole.allSatisfy(Amount.isDigit) else { return nil }
        var fraction = parts.count == 2 ? Array(parts[1]) : []
        guard parts.count == 1 || !fraction.isEmpty, fraction.allSatisfy(Amount.isDigit) else { return nil }
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

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
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
