#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

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
