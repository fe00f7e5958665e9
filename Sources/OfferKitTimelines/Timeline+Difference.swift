public import Foundation

extension Timeline {
    /// The first difference of two lines: printed, it shows both with a caret under it.
    ///
    ///     step 5, 2026-01-05: expected r (billing retry, no service), drawn g (grace)
    ///     expected  P··!rrrr
    ///     drawn     P··!gggg
    ///                   ^
    public enum Difference: Hashable, Sendable {
        /// The lines differ from this step on, counted from 0.
        ///
        /// Where one line is the beginning of the other, it is the first step that the shorter one lacks.
        case cell(Int, expected: Timeline, drawn: Timeline)
        /// The expected line cannot be read.
        case unreadable(SyntaxError)

        /// The first step that differs, from 0; nil where the expected line cannot be read.
        public var cell: Int? { if case .cell(let cell, _, _) = self { cell } else { nil } }

        /// The beginning of that step; nil where the drawn line has no dates.
        public var date: Date? {
            if case .cell(let cell, _, let drawn) = self { drawn.date(ofCell: cell) } else { nil }
        }
    }

    /// Returns the first difference of this line, as drawn, from the one expected; nil where they are equal.
    ///
    /// - Parameter expected: The line expected.
    /// - Returns: The first difference.
    public func difference(from expected: Timeline) -> Difference? {
        guard self != expected else { return nil }
        let shared = min(cells.count, expected.cells.count)
        let first = (0..<shared).first { cells[$0] != expected.cells[$0] }
        return .cell(first ?? shared, expected: expected, drawn: self)
    }

    /// Returns the first difference of this line, as drawn, from the one expected; nil where they are equal.
    ///
    /// ```swift
    /// #expect(life.difference(from: "P·30 R·29 !g13+") == nil)
    /// ```
    ///
    /// It does not throw, so that a failing test shows what it returned: Swift Testing shows no values of an expression
    /// behind `try`.
    ///
    /// - Parameter expected: The line expected, as ``Timeline/init(_:)`` reads it.
    /// - Returns: The first difference, or the reason why the expected line cannot be read.
    public func difference(from expected: String) -> Difference? {
        do throws(SyntaxError) {
            return difference(from: try Timeline(expected))
        } catch {
            return .unreadable(error)
        }
    }
}

extension Timeline.Difference: CustomStringConvertible {
    /// The two lines around the first difference, step under step, with a caret.
    public var description: String {
        switch self {
        case .unreadable(let error): "The expected line cannot be read. \(error)"
        case .cell(let cell, let expected, let drawn): Self.text(cell, expected, drawn)
        }
    }

    private static func text(_ cell: Int, _ expected: Timeline, _ drawn: Timeline) -> String {
        let date = Timeline.Stamps(drawn).text(cell).map { ", \($0)" } ?? ""
        func said(_ line: Timeline) -> String {
            guard cell < line.cells.count else { return "the end of the line" }
            return "\(line.cells[cell].text) (\(line.cells[cell].words))"
        }
        // Steps far from the difference would only push it out of sight.
        let first = max(0, cell - 60)
        let end = min(max(expected.cells.count, drawn.cells.count), cell + 20)
        var (top, bottom, pointer) = (first > 0 ? "…" : "", first > 0 ? "…" : "", first > 0 ? " " : "")
        for place in first..<max(end, cell + 1) {
            let texts = [expected, drawn].map { $0.cells.indices.contains(place) ? $0.cells[place].text : "" }
            let width = texts.map(\.count).max() ?? 0
            if place < cell { pointer += String(repeating: " ", count: width) }
            // A step with several marks is wider than others; both lines make room for it.
            top += texts[0] + String(repeating: " ", count: width - texts[0].count)
            bottom += texts[1] + String(repeating: " ", count: width - texts[1].count)
        }
        return """
            step \(cell + 1)\(date): expected \(said(expected)), drawn \(said(drawn))
            expected  \(top)
            drawn     \(bottom)
                      \(pointer)^
            """
    }
}
