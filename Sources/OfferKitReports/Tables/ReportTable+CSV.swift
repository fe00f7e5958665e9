extension ReportTable {
    /// The table as CSV (RFC 4180): a row of headings, a comma between fields, CR LF after each row.
    ///
    /// A field is quoted where it has to be, and quotes in it are doubled. A cell without a value is an empty field,
    /// and an empty text is `""`. A percentage has four decimal places; money in another currency than the column's
    /// unit has its code (`9.99 USD`). The title is left out, and so is the row of headings where there are no columns.
    ///
    /// Texts are written as they are, also those that begin with `=`, `+`, `-` or `@`: any protection against a
    /// spreadsheet taking them for formulas would change the data for every other reader. To open strangers' texts in a
    /// spreadsheet, import these columns as text.
    public var csv: String {
        guard !columns.isEmpty else { return "" }
        let lines =
            [columns.map { ReportTable.field($0.heading) }]
            + texts(places: 4) { $0.map(ReportTable.field) ?? "" }
        return lines.map { fields in
            // A blank line is no row to many readers.
            (fields == [""] ? "\"\"" : fields.joined(separator: ",")) + "\r\n"
        }.joined()
    }

    private static func field(_ text: String) -> String {
        // Blanks at the ends are data, but some readers drop them unless quoted.
        let mustBeQuoted =
            text.isEmpty || text.first == " " || text.last == " "
            || text.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0D || $0 == 0x0A }
        guard mustBeQuoted else { return text }
        // By scalars: a quote with a combining mark behind it is one to readers, too.
        let parts = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
        return "\"" + parts.map { String($0) }.joined(separator: "\"\"") + "\""
    }
}
