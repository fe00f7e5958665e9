extension Timeline {
    /// Reads the timeline of a line, without dates.
    ///
    /// Reading a rendered line gives the same timeline again.
    ///
    /// - Parameter line: The line. `.` stands for `·`, a number after a standing repeats it, blanks and `|` are
    ///   ignored.
    /// - Throws: ``SyntaxError``, which names the column and the characters allowed there.
    public init(_ line: String) throws(SyntaxError) {
        var standings: [Character: Character] = [".": Standing.service.rawValue]
        for standing in Standing.allCases { standings[standing.rawValue] = standing.rawValue }
        let parser = LineParser(standings: standings, marks: Mark.allCases.map(\.rawValue), line: line)
        self.init(
            cells: try parser.cells().map { cell in
                switch cell {
                case .standing(let character): .standing(Standing(rawValue: character) ?? .none)
                case .marks(let places): .events(places.compactMap { Mark(rawValue: $0.character) })
                }
            })
    }
}
