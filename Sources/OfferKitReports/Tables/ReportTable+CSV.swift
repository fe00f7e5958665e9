extension ReportTable {
    /// The table as RFC 4180 writes it: a row of headings, a comma between fields, CR LF after each row.
    ///
    /// A field is quoted where it has to be, and quotes in it are doubled. A cell without a value is an empty field, and an
    /// empty text is `""`. A percentage has four decimal places; money in another currency than the column's unit
    /// carries its code (`9.99 USD`). The title is left out, and so is a row of headings where there are no columns.
    ///
    /// Texts are written as they are, also those that begin with `=`, `+`, `-` or `@`: what would keep a spreadsheet from
    /// taking them for formulas changes the data for every other reader. Whoever opens texts of strangers in a
    /// spreadsheet imports these columns as text.
    public var csv: String {
        guard !columns.isEmpty else { return "" }
        let lines =
            [columns.map { ReportTable.field($0.heading) }]
            + rows.map { row in
                zip(row, columns).map { cell, column in
                    cell.words(unit: column.unit, places: 4).map(ReportTable.field) ?? ""
                }
            }
        return lines.map { fields in
            // A blank line would be no row to many readers.
            (fields == [""] ? "\"\"" : fields.joined(separator: ",")) + "\r\n"
        }.joined()
    }

    private static func field(_ text: String) -> String {
        // Blanks at the ends are data, and some readers drop them where they are not quoted.
        let mustBeQuoted =
            text.isEmpty || text.first == " " || text.last == " "
            || text.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0D || $0 == 0x0A }
        guard mustBeQuoted else { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            quoted.unicodeScalars.append(scalar)
            if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
        }
        return quoted + "\""
    }
}
