/// The reasons why a text is no JSON document.
package enum JSONError: Error, Hashable, Sendable {
    /// The text is empty or only white space.
    case empty
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep(limit: Int, at: Position)
    /// A name in an object has more bytes than the limit; with the place where it begins.
    case nameTooLong(limit: Int, at: Position)
    /// The text breaks a rule of RFC 8259.
    case syntax(Fault, at: Position)

    /// A place in the text.
    package struct Position: Hashable, Sendable {
        /// The line; the first is 1.
        package let line: Int
        /// The column, counted in Unicode scalars; the first is 1.
        package let column: Int
        /// The number of bytes before it.
        package let byteOffset: Int

        /// The beginning of a text.
        static let start = Position(line: 1, column: 1, byteOffset: 0)

        /// Returns the position of a later offset in the same text.
        func moved(to offset: Int, in bytes: [UInt8]) -> Position {
            var (line, column, place) = (line, column, byteOffset)
            while place < offset, place < bytes.count {
                let byte = bytes[place]
                place += 1
                if byte == 0x0A {
                    (line, column) = (line + 1, 1)
                } else if byte & 0xC0 != 0x80 {
                    column += 1
                }
            }
            return Position(line: line, column: column, byteOffset: offset)
        }
    }

    /// The ways in which a text breaks the rules of JSON.
    package enum Fault: Hashable, Sendable {
        case unexpectedEnd, unexpectedCharacter, badNumber, badEscape, controlCharacterInString, notUTF8
    }
}
