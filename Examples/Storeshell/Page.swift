import LineProtocol

/// The output of a command: lines, each with its kind.
package struct Page: Sendable {
    /// The kind of a line, which decides its colour.
    enum Kind: String {
        case plain = ""
        /// A title for the lines below.
        case title = "1"
        /// A remark.
        case note = "2"
        /// A purchase or a gift.
        case gain = "32"
        /// An end or a failure.
        case loss = "31"
    }

    private var lines: [(text: String, kind: Kind)] = []

    var isEmpty: Bool { lines.isEmpty }

    mutating func add(_ line: String, _ kind: Kind = .plain) {
        // Names come from files, and could hold control characters for a terminal.
        lines.append((PlainLine.of(line), kind))
    }

    mutating func append(_ page: Page) {
        lines += page.lines
    }

    /// Adds rows with columns of equal width, two blanks apart; the first row names the columns.
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

    /// Returns a page with one line.
    static func line(_ text: String, _ kind: Kind = .plain) -> Page {
        var page = Page()
        page.add(text, kind)
        return page
    }

    /// Returns its text, each line with its line break.
    package func text(inColour hasColours: Bool) -> String {
        lines.map { line in
            hasColours && line.kind != .plain
                ? "\u{1B}[\(line.kind.rawValue)m\(line.text)\u{1B}[0m\n" : "\(line.text)\n"
        }.joined()
    }
}

/// The decision whether answers are coloured.
package enum Colours {
    /// Returns whether to colour: for a person at a terminal who has not asked otherwise.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether standard output is a terminal.
    ///   - environment: The process's environment: a non-empty `NO_COLOR` turns colours off, `TERM=dumb` means that
    ///     there are none.
    /// - Returns: Whether to colour.
    package static func areWanted(isTerminal: Bool, _ environment: [String: String]) -> Bool {
        isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }
}
