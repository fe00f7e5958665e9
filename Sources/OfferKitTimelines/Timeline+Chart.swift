import OfferKit

extension Timeline {
    /// Returns the line for people: under a ruler of dates, in rows, with a legend.
    ///
    ///     2026-04-01    2026-04-15    2026-04-29
    ///     R·····························!rrrrrrrrr+···
    ///     R renewed, · service, ! a charge failed, r billing retry, no service, + recovered
    ///
    /// A date stands over the first character of its step. A line that was parsed has no dates.
    ///
    /// - Parameter width: The most characters in a row; a step is never split.
    /// - Returns: The rows, without a line break at the end.
    public func chart(width: Int = 100) -> String {
        let stamps = Stamps(self)
        var rows: [String] = []
        var place = 0
        while place < cells.count {
            var line = ""
            var ruler = ""
            repeat {
                // There are two blanks between dates, and a date exceeds the row by no more than its own length.
                if let stamp = stamps.text(place), ruler.isEmpty || ruler.count + 2 <= line.count {
                    ruler += String(repeating: " ", count: line.count - ruler.count) + stamp
                }
                line += cells[place].text
                place += 1
            } while place < cells.count && line.count + cells[place].text.count <= width
            rows += ruler.isEmpty ? [line] : [ruler, line]
        }
        return (rows + legend(width: width)).joined(separator: "\n")
    }

    /// Returns each character in the line with its meaning, in the order of the tables of ``Standing`` and ``Mark``.
    func legend(width: Int) -> [String] {
        let shown = Set(line)
        let meanings =
            Mark.allCases.map { (character: $0.rawValue, words: $0.words) }
            + Standing.allCases.map { (character: $0.rawValue, words: $0.words) }
        let entries = meanings.filter { shown.contains($0.character) }.map { "\($0.character) \($0.words)" }
        var rows: [String] = []
        for entry in entries {
            if let last = rows.last, last.count + 3 + entry.count <= width {
                rows[rows.count - 1] = last + "   " + entry
            } else {
                rows.append(entry)
            }
        }
        return rows
    }

    /// The dates of a timeline, in the shortest form that suits all of them.
    struct Stamps {
        private let timeline: Timeline
        private let length: Int

        init(_ timeline: Timeline) {
            self.timeline = timeline
            let texts = timeline.cells.indices.compactMap { timeline.date(ofCell: $0) }.map { "\(Instant($0))" }
            length =
                if texts.allSatisfy({ $0.hasSuffix("T00:00:00Z") }) {
                    "2026-01-01".count
                } else if texts.allSatisfy({ $0.hasSuffix(":00Z") }) {
                    "2026-01-01T00:00".count
                } else {
                    "2026-01-01T00:00:00.000".count
                }
        }

        func text(_ cell: Int) -> String? {
            timeline.date(ofCell: cell).map { date in
                let text = String("\(Instant(date))".prefix(length))
                return text.hasSuffix("Z") ? String(text.dropLast()) : text
            }
        }
    }
}
