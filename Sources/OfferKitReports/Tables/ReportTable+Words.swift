import OfferKitCore

extension ReportTable {
    /// Returns each row as a list of texts, one for each cell, made of the cell's words.
    ///
    /// - Parameters:
    ///   - places: The number of decimal places of a percentage.
    ///   - text: Makes the text of a cell of its ``Cell/words(unit:places:)``; nil where a cell has no value.
    /// - Returns: The rows.
    func texts(places: Int, _ text: (String?) -> String) -> [[String]] {
        rows.map { row in
            zip(row, columns).map { cell, column in text(cell.words(unit: column.unit, places: places)) }
        }
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
        case .share(let part, let whole): percentage(part, of: whole, places: places)
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

/// Returns a share in per cent, with one decimal place or more, rounded half away from zero: `33.3%`; nil out of zero.
///
/// It is computed in whole numbers.
private func percentage(_ part: Int, of whole: Int, places: Int) -> String? {
    guard whole != 0 else { return nil }
    let (times, rest) = part.magnitude.quotientAndRemainder(dividingBy: whole.magnitude)
    // The share itself needs two more decimal places than the percentage.
    let scale = (0..<places + 2).reduce(1 as UInt) { scale, _ in scale * 10 }
    // The rest is less than the whole, so the quotient is less than the scale, and fits.
    let (fraction, left) = whole.magnitude.dividingFullWidth(rest.multipliedFullWidth(by: scale))
    let rounded = left >= whole.magnitude - left ? fraction + 1 : fraction
    // Part and whole are magnitudes of an Int, so one more fits.
    let units = rounded == scale ? times + 1 : times
    // The scale in front keeps the zeros.
    let digits = String(units) + String(scale + rounded % scale).dropFirst()
    let shown = digits.drop { $0 == "0" }
    let padded = String(repeating: "0", count: max(0, places + 1 - shown.count)) + shown
    let sign = (part < 0) != (whole < 0) && !shown.isEmpty ? "-" : ""
    return "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))%"
}
