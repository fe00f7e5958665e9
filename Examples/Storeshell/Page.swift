import LineProtocol

/// What a command prints: lines, each with what kind of line it is.
package struct Page: Sendable {
    /// What a line is, which is told by its colour where there are colours.
    enum Kind: String {
        case plain = ""
        /// What the lines below are about.
        case title = "1"
        /// Beside the point.
        case note = "2"
        /// Something was bought or given.
        case gain = "32"
        /// Something ended or failed.
        case loss = "31"
    }

    private var lines: [(text: String, kind: Kind)] = []

    var isEmpty: Bool { lines.isEmpty }

    mutating func add(_ line: String, _ kind: Kind = .plain) {
        // Names come from files, and a terminal would obey what stands in them.
        lines.append((PlainLine.of(line), kind))
    }

    mutating func append(_ page: Page) {
        lines += page.lines
    }

    /// Rows with columns of equal width, two blanks apart; the first row names the columns.
    mutating func add(table rows: [[String]]) {
        let rows = rows.map { $0.map(PlainLine.of) }
        let most = rows.map(\.count).max() ?? 0
        let widths = (0..<most).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        for (place, row) in rows.enumerated() {
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            add(line, place == 0 ? .title : .plain)
        }
    }

    /// A page with one line.
    static func line(_ text: String, _ kind: Kind = .plain) -> Page {
        var page = Page()
        page.add(text, kind)
        return page
    }

    /// Its text, each line with its line break.
    package func text(inColour hasColours: Bool) -> String {
        lines.map { line in
            hasColours && line.kind != .plain
                ? "\u{1B}[\(line.kind.rawValue)m\(line.text)\u{1B}[0m\n" : "\(line.text)\n"
        }.joined()
    }
}

/// Whether answers are coloured.
package enum Colours {
    /// Where a person sees them who has not said otherwise.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether standard output is a terminal.
    ///   - environment: The process's: `NO_COLOR` that is not empty turns colours off, `TERM=dumb` says that there are none.
    /// - Returns: Whether to colour.
    package static func areWanted(isTerminal: Bool, _ environment: [String: String]) -> Bool {
        isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }
}
