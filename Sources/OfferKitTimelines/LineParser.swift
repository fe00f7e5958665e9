import OfferKit

/// Reads lines: cells of one character, or of several in parentheses; counts; blanks.
///
/// The caller gives the characters their meaning, so that timelines and scripts have one grammar. Characters are
/// compared by their bytes: one can be of any length, and comparing two as Swift does takes the square of that.
///
///     line  = { cell | blank | "|" }
///     cell  = standing [ count ]  |  mark  |  "(" mark { mark } ")"
///     count = digit { digit }
struct LineParser {
    /// One step of a line.
    enum Cell: Hashable {
        case standing(Character)
        case marks([Place])
    }

    /// A mark, with its place.
    struct Place: Hashable {
        let character: Character
        /// The column, from 1.
        let column: Int
    }

    private let standings: [ByteText: Character]
    private let marks: [ByteText: Character]
    private let allowedStandings: String
    private let allowedMarks: String
    private let line: String
    /// The line's characters.
    private let characters: [Character]

    /// A parser of a line.
    ///
    /// - Parameters:
    ///   - standings: The characters that fill a step, as written and as meant.
    ///   - marks: The characters for things that happen in a step.
    ///   - line: The line.
    init(standings: [Character: Character], marks: [Character], line: String) {
        self.standings = standings.reduce(into: [:]) { $0[ByteText($1.key)] = $1.value }
        self.marks = marks.reduce(into: [:]) { $0[ByteText($1)] = $1 }
        allowedStandings = String(standings.keys.sorted())
        allowedMarks = String(marks)
        self.line = line
        characters = Array(line)
    }

    func cells() throws(Timeline.SyntaxError) -> [Cell] {
        var cells: [Cell] = []
        var place = 0
        /// Whether a number may follow.
        var countable = false
        while place < characters.count {
            let character = characters[place]
            let mayCount = countable
            countable = false
            if character.isByte("(") {
                let (group, end) = try group(at: place)
                cells.append(.marks(group))
                place = end + 1
            } else if mayCount, character.isDigit {
                let end = characters[place...].firstIndex { !$0.isDigit } ?? characters.count
                guard let count = Int(String(characters[place..<end])), 1...Timeline.mostCells ~= count,
                    let last = cells.last
                else { throw error(.countOutOfRange, at: place, allowed: LineParser.digits) }
                guard cells.count + count - 1 <= Timeline.mostCells else {
                    throw error(.tooLong, at: place, allowed: "")
                }
                cells += Array(repeating: last, count: count - 1)
                place = end
            } else {
                let text = ByteText(character)
                if let standing = standings[text] {
                    cells.append(.standing(standing))
                    countable = true
                } else if let mark = marks[text] {
                    cells.append(.marks([Place(character: mark, column: place + 1)]))
                } else if !character.isDivider {
                    let allowed = allowedStandings + allowedMarks + "(" + (mayCount ? LineParser.digits : "")
                    throw error(.unexpected(character), at: place, allowed: allowed)
                }
                place += 1
            }
            guard cells.count <= Timeline.mostCells else { throw error(.tooLong, at: place - 1, allowed: "") }
        }
        return cells
    }

    /// Returns the marks between the parenthesis that opens at a place and the one that closes it, and the latter's place.
    private func group(at opening: Int) throws(Timeline.SyntaxError) -> (marks: [Place], end: Int) {
        var group: [Place] = []
        for place in (opening + 1)..<max(opening + 1, characters.count) {
            let character = characters[place]
            if character.isByte(")") {
                if group.isEmpty { throw error(.emptyGroup, at: place, allowed: allowedMarks) }
                return (group, place)
            } else if let mark = marks[ByteText(character)] {
                group.append(Place(character: mark, column: place + 1))
            } else if !character.isDivider {
                throw error(.unexpected(character), at: place, allowed: allowedMarks + ")")
            }
        }
        throw error(.groupLeftOpen, at: opening, allowed: allowedMarks + ")")
    }

    private static let digits = "0123456789"

    private func error(
        _ reason: Timeline.SyntaxError.Reason, at place: Int, allowed: String
    ) -> Timeline.SyntaxError {
        Timeline.SyntaxError(line: line, column: place + 1, reason: reason, allowed: allowed)
    }
}

extension Character {
    fileprivate var isDivider: Bool { isWhitespace || isByte("|") }

    fileprivate var isDigit: Bool { utf8.count == 1 && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }

    /// Returns whether the character is one ASCII letter and nothing more.
    fileprivate func isByte(_ letter: Unicode.Scalar) -> Bool {
        utf8.elementsEqual(CollectionOfOne(UInt8(ascii: letter)))
    }
}

extension ByteText {
    fileprivate init(_ character: Character) { self.init(String(character)) }
}
