extension ReportTable {
    /// The table as text for people, in a font of fixed width.
    ///
    ///     New subscribers
    ///     Month       Subscribers  Still there
    ///     ----------  -----------  -----------
    ///     2026-01-01           30        33.3%
    ///
    /// A percentage has one decimal place, a cell without a value shows a dash. Characters of double width count as two
    /// columns, combining ones as none; control characters, including those that change the direction of writing, are
    /// shown as `�`, and line breaks and tabs as blanks. The text does not end with a line break.
    public var text: String {
        let headings = columns.map { DisplayWidth.printable($0.heading) }
        let lines = texts(places: 1) { $0.map(DisplayWidth.printable) ?? "–" }
        let widths = columns.indices.map { place in
            ([headings] + lines).map { DisplayWidth.of($0[place]) }.max() ?? 0
        }
        let rule = widths.map { String(repeating: "-", count: $0) }
        let heads = columns.isEmpty ? [] : [line(headings, widths), rule.joined(separator: "  ")]
        let above = title.isEmpty ? [] : [DisplayWidth.printable(title)]
        return (above + heads + lines.map { line($0, widths) }).joined(separator: "\n")
    }

    /// Returns the cells of one row, padded to the widths of their columns.
    private func line(_ cells: [String], _ widths: [Int]) -> String {
        let filled = columns.indices.map { place in
            let blank = String(repeating: " ", count: widths[place] - DisplayWidth.of(cells[place]))
            return columns[place].alignment == .leading ? cells[place] + blank : blank + cells[place]
        }
        var line = filled.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }
}
