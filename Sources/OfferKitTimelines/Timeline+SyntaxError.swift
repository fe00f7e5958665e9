import OfferKit

extension Timeline {
    /// What is wrong with a line, where, and what may stand there.
    public struct SyntaxError: Error, Hashable, Sendable {
        /// What is wrong.
        #if hasAttribute(nonexhaustive)
        @nonexhaustive
        #endif
        public enum Reason: Hashable, Sendable {
            /// This character cannot stand there.
            case unexpected(Character)
            /// The parenthesis that opens there is never closed.
            case groupLeftOpen
            /// There is nothing between the parentheses.
            case emptyGroup
            /// A number is not between 1 and ``Timeline/mostCells``.
            case countOutOfRange
            /// The line is longer than ``Timeline/mostCells``.
            case tooLong
        }

        /// The line as it was given.
        public let line: String
        /// The character it is about, counted from 1, blanks included.
        public let column: Int
        /// What is wrong with it.
        public let reason: Reason
        /// The characters that may stand there.
        public let allowed: String
    }
}

extension Timeline.SyntaxError: CustomStringConvertible {
    /// The column, the reason, what is allowed, and the line with a caret under the place.
    public var description: String {
        let what =
            switch reason {
            case .unexpected(let character): "\(VisibleText.quoted(String(character))) cannot stand there"
            case .groupLeftOpen: "the parenthesis is never closed"
            case .emptyGroup: "there is nothing between the parentheses"
            case .countOutOfRange: "the number is not between 1 and \(Timeline.mostCells)"
            case .tooLong: "the line has more than \(Timeline.mostCells) steps"
            }
        let pointer = String(repeating: " ", count: max(0, column - 1)) + "^"
        // A line break inside the line would tear the caret off it.
        let shown = String(line.map { $0.isNewline ? " " : $0 })
        return "Column \(column): \(what). Allowed: \(allowed)\n\(shown)\n\(pointer)"
    }
}
