import OfferKit

extension Timeline {
    /// A fault in a line, with its place and the characters allowed there.
    public struct SyntaxError: Error, Hashable, Sendable {
        /// The kind of fault.
        #if hasAttribute(nonexhaustive)
        @nonexhaustive
        #endif
        public enum Reason: Hashable, Sendable {
            /// This character is not allowed there.
            case unexpected(Character)
            /// The parenthesis that opens there is never closed.
            case groupLeftOpen
            /// The parentheses are empty.
            case emptyGroup
            /// A number is not between 1 and ``Timeline/mostCells``.
            case countOutOfRange
            /// The line is longer than ``Timeline/mostCells``.
            case tooLong
        }

        /// The line as given.
        public let line: String
        /// The column of the fault, counted from 1, blanks included.
        public let column: Int
        /// The kind of fault.
        public let reason: Reason
        /// The characters allowed there.
        public let allowed: String
    }
}

extension Timeline.SyntaxError: CustomStringConvertible {
    /// Says the column, the reason, what is allowed, and shows the line with a caret under the place.
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
        // A line break inside the line would separate the caret from it.
        let shown = String(line.map { $0.isNewline ? " " : $0 })
        return "Column \(column): \(what). Allowed: \(allowed)\n\(shown)\n\(pointer)"
    }
}
