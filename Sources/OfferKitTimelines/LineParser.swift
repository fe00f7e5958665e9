/// Reads lines: cells of one character, or of several in parentheses; counts; blanks.
///
/// What the characters mean is the caller's business, so that timelines and scripts have one grammar:
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

    /// A mark, and where it stands.
    struct Place: Hashable {
        let character: Character
        /// Counted from 1.
        let column: Int
    }

    /// The characters that fill a step, as they are written and as they are meant.
    let standings: [Character: Character]
    /// The characters that happen in a step.
    let marks: [Character]
    let line: String

    func cells() throws(Timeline.SyntaxError) -> [Cell] {
        let characters = Array(line)
        var cells: [Cell] = []
        var place = 0
        /// Whether a number may follow.
        var countable = false
        while place < characters.count {
            let character = characters[place]
            if character == "(" {
                let group = try group(in: characters, at: place)
                cells.append(.marks(group))
                // From the opening parenthesis to behind the closing one.
                place = (group.last?.column ?? place) + 1
                while characters[place - 1] != ")" { place += 1 }
                countable = false
            } else if countable, character.isDigit {
                let end = characters[place...].firstIndex { !$0.isDigit } ?? characters.count
                guard let count = Int(String(characters[place..<end])), 1...Timeline.mostCells ~= count,
                    let last = cells.last
                else { throw error(.countOutOfRange, at: place, allowed: LineParser.digits) }
                guard cells.count + count - 1 <= Timeline.mostCells else { throw error(.tooLong, at: place, allowed: "") }
                cells += Array(repeating: last, count: count - 1)
                place = end
                countable = false
            } else {
                if let standing = standings[character] {
                    cells.append(.standing(standing))
                    countable = true
                } else if marks.contains(character) {
                    cells.append(.marks([Place(character: character, column: place + 1)]))
                    countable = false
                } else if character.isDivider {
                    countable = false
                } else {
                    throw error(.unexpected(character), at: place, allowed: outside(countable: countable))
                }
                place += 1
            }
            guard cells.count <= Timeline.mostCells else { throw error(.tooLong, at: place - 1, allowed: "") }
        }
        return cells
    }

    /// The marks between the parenthesis that opens at a place and the one that closes it.
    private func group(in characters: [Character], at opening: Int) throws(Timeline.SyntaxError) -> [Place] {
        var group: [Place] = []
        for place in (opening + 1)..<max(opening + 1, characters.count) {
            let character = characters[place]
            if character == ")" {
                if group.isEmpty { throw error(.emptyGroup, at: place, allowed: String(marks)) }
                return group
            } else if marks.contains(character) {
                group.append(Place(character: character, column: place + 1))
            } else if !character.isDivider {
                throw error(.unexpected(character), at: place, allowed: String(marks) + ")")
            }
        }
        throw error(.groupLeftOpen, at: opening, allowed: String(marks) + ")")
    }

    private static let digits = "0123456789"

    private func outside(countable: Bool) -> String {
        String(standings.keys.sorted()) + String(marks) + "(" + (countable ? LineParser.digits : "")
    }

    private func error(
        _ reason: Timeline.SyntaxError.Reason, at place: Int, allowed: String
    ) -> Timeline.SyntaxError {
        Timeline.SyntaxError(line: line, column: place + 1, reason: reason, allowed: allowed)
    }
}

extension Character {
    fileprivate var isDivider: Bool { isWhitespace || self == "|" }

    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
