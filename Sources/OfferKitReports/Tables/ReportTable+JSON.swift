import OfferKitCore

extension ReportTable {
    /// The table as one JSON object on one line.
    ///
    ///     {"title":"…","columns":[{"name":"…","unit":"…","alignment":"leading"}],"rows":[["…",1,null]]}
    ///
    /// A row is an array in the columns' order. A whole number is a number; a share is
    /// `{"numerator":1,"denominator":3}`, money `{"amount":"9.99","currency":"USD"}` with a decimal text, so that no
    /// reader rounds it; a day is `"2026-03-31"`; a cell without a value is `null`.
    public var json: String {
        let heads = columns.map { column in
            #"{"name":\#(QuotedText.quoted(column.name)),"unit":\#(QuotedText.quoted(column.unit)),"#
                + #""alignment":"\#(column.alignment.rawValue)"}"#
        }
        let lines = rows.map { row in "[" + row.map(\.json).joined(separator: ",") + "]" }
        return #"{"title":\#(QuotedText.quoted(title)),"columns":[\#(heads.joined(separator: ","))],"#
            + #""rows":[\#(lines.joined(separator: ","))]}"#
    }
}

extension ReportTable.Cell {
    /// The value as JSON.
    var json: String {
        switch self {
        case .none: "null"
        case .text(let text): QuotedText.quoted(text)
        case .integer(let number): String(number)
        case .share(let part, let whole): #"{"numerator":\#(part),"denominator":\#(whole)}"#
        case .money(let amount, let currency):
            #"{"amount":"\#(amount.priceText)","currency":\#(QuotedText.quoted(currency))}"#
        case .date(let date): #""\#(Instant(date).day)""#
        }
    }
}

/// The texts of JSON (RFC 8259).
enum QuotedText {
    /// Returns a text in quotes; the line separators that JavaScript once could not read are escaped too.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{0}"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
