public import Foundation
import OfferKit

/// A subscription's life as a line of characters, one for each day or other step.
///
/// ```swift
/// let life = try Timeline(of: customer, inGroup: "Premium", each: .days(1))
/// life.shortLine      // "P·30R·29!g13+·16R": the card failed on the second renewal and was repaired within grace
/// #expect(life.difference(from: "P·30 R·29 !g13+ ·16R") == nil)
/// ```
///
/// A character shows the event in its step (``Mark``), or, without an event, the standing of the subscription at the
/// end of it (``Standing``). Several events in one step stand in parentheses, in their order: `(xE)`.
///
/// | | | | |
/// |---|---|---|---|
/// | `·` service | `g` grace | `r` billing retry, no service | `_` no subscription |
/// | `P` bought | `R` renewed | `!` a charge failed | `+` recovered |
/// | `^` upgraded | `v` other product planned | `V` renewed as the other | `=` plan dropped |
/// | `I` `i` introductory | `O` `o` promotional | `C` `c` code | `W` `w` win-back |
/// | `x` auto-renew off | `a` on again | `@` an offer waits | `L` extended |
/// | `n` told of a rise | `N` asked for consent | `Y` agreed | |
/// | `E` ended | `X` refunded | `Z` refund reversed | |
///
/// The letter of an offer stands instead of `P` or `R` where a period begins under it: a capital where the period has a
/// price, a small one where it is free. Beside `+`, `^` and `V` it stands in parentheses: `(+O)`.
///
/// In a line that is parsed, `.` stands for `·`, a number after a standing repeats it (`·30`), and blanks and `|` are
/// ignored.
///
/// Two timelines are equal when their lines are, whatever their dates.
public struct Timeline: Sendable {
    /// The content of one step.
    public enum Cell: Hashable, Sendable {
        /// No event; the subscription's standing at the end of the step.
        case standing(Standing)
        /// The events in the step, in order; at least one.
        case events([Mark])
    }

    /// The steps, in order.
    public let cells: [Cell]
    /// The beginning of the first step; nil for a line that was parsed.
    public let start: Date?

    private let step: TimeStep?

    /// The most steps on a line: nearly three centuries of days.
    public static let mostCells = 100_000

    init(cells: [Cell], start: Instant? = nil, step: TimeStep? = nil) {
        self.cells = cells
        self.start = start.map { Date($0) }
        self.step = step
    }

    /// Returns the beginning of a step; nil for a line that was parsed, or a step outside it and not right after it.
    ///
    /// - Parameter cell: The step's place, from 0.
    /// - Returns: The date.
    public func date(ofCell cell: Int) -> Date? {
        guard let start, let step, 0...cells.count ~= cell else { return nil }
        return Date(Instant(start).adding(step, times: cell))
    }

    /// The line: ``Timeline/init(_:)`` reads it back.
    public var line: String { cells.map(\.text).joined() }

    /// The line with numbers where a standing lasts three steps or longer: `P·30R`.
    public var shortLine: String {
        var text = ""
        var place = 0
        while place < cells.count {
            let cell = cells[place]
            var run = 1
            if case .standing = cell { run = cells[place...].prefix { $0 == cell }.count }
            text += run >= 3 ? cell.text + String(run) : String(repeating: cell.text, count: run)
            place += run
        }
        return text
    }
}

extension Timeline: Hashable {
    /// Returns whether the lines are equal.
    public static func == (a: Timeline, b: Timeline) -> Bool { a.cells == b.cells }

    /// Hashes the line.
    public func hash(into hasher: inout Hasher) { hasher.combine(cells) }
}

extension Timeline: CustomStringConvertible {
    /// The line.
    public var description: String { line }
}

extension Timeline.Cell {
    /// The characters of the step.
    var text: String {
        switch self {
        case .standing(let standing): String(standing.rawValue)
        case .events(let marks) where marks.count == 1: String(marks.map(\.rawValue))
        case .events(let marks): "(" + String(marks.map(\.rawValue)) + ")"
        }
    }

    /// The meaning of the character, in words.
    var words: String {
        switch self {
        case .standing(let standing): standing.words
        case .events(let marks): marks.map(\.words).joined(separator: ", then ")
        }
    }
}
