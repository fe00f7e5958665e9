import OfferKitCore

extension ReportTable {
    /// Returns the cells of each row as ``Cell/words(unit:places:)``.
    func words(places: Int) -> [[String?]] {
        rows.map { row in zip(row, columns).map { cell, column in cell.words(unit: column.unit, places: places) } }
    }
}

extension ReportTable.Cell {
    /// Returns the value as people read it; nil where there is none.
    ///
    /// - Parameters:
    ///   - unit: The column's unit; a currency equal to it is left out.
    ///   - places: The number of decimal places of a percentage.
    /// - Returns: The words, unescaped.
    func words(unit: String, places: Int) -> String? {
        switch self {
        case .none: nil
        case .text(let text): text
        case .integer(let number): String(number)
        case .share(let part, let whole): Percentage(part, of: whole)?.text(places: places)
        case .money(let amount, let currency):
            currency == unit || currency.isEmpty ? amount.priceText : "\(amount.priceText) \(currency)"
        case .date(let date): Instant(date).day.description
        }
    }
}

extension Instant {
    /// The days from 1 January 1970 to the instant's day in UTC.
    var daysSince1970: Int64 { CivilDate.split(self).day }

    /// The instant's day in UTC.
    var day: CivilDate { CivilDate(daysSince1970: daysSince1970) }
}

/// A share as a decimal percentage, computed in whole numbers.
struct Percentage {
    private let isNegative: Bool
    private let part: UInt
    private let whole: UInt

    /// The share of a part in a whole; nil out of zero.
    init?(_ part: Int, of whole: Int) {
        guard whole != 0 else { return nil }
        isNegative = (part < 0) != (whole < 0)
        self.part = part.magnitude
        self.whole = whole.magnitude
    }

    /// Returns the percentage with so many decimal places, 0 to 6, rounded half away from zero: `33.3%`.
    func text(places: Int) -> String {
        let places = min(max(places, 0), 6)
        let (times, rest) = part.quotientAndRemainder(dividingBy: whole)
        // The share itself needs two more decimal places than the percentage.
        var scale: UInt = 1
        for _ in 0..<(places + 2) { scale *= 10 }
        // The rest is less than the whole, so the quotient is less than the scale, and fits.
        let (fraction, left) = whole.dividingFullWidth(rest.multipliedFullWidth(by: scale))
        let rounded = left >= whole - left ? fraction + 1 : fraction
        // Part and whole are magnitudes of an Int, so one more fits.
        let units = rounded == scale ? times + 1 : times
        let after = String(rounded == scale ? 0 : rounded)
        var digits = String(units) + String(repeating: "0", count: places + 2 - after.count) + after
        let shown = digits.drop { $0 == "0" }
        digits = String(repeating: "0", count: max(0, places + 1 - shown.count)) + shown
        let sign = isNegative && !shown.isEmpty ? "-" : ""
        guard places > 0 else { return "\(sign)\(digits)%" }
        return "\(sign)\(digits.dropLast(places)).\(digits.suffix(places))%"
    }
}
