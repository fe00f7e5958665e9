/// The reasons why a text is not Base64.
///
/// Offsets count the bytes of its UTF-8 form.
package enum Base64Error: Error, Hashable, Sendable {
    /// A byte is not in the alphabet: a blank, a line feed, the other alphabet's character.
    case foreignCharacter(UInt8, offset: Int)
    /// A `=` is misplaced.
    case unexpectedPadding(offset: Int)
    /// The text ends without the `=` that would fill its last group of four.
    case missingPadding(length: Int)
    /// One character is left over, which cannot hold a byte.
    case incompleteGroup(length: Int)
    /// The last character has bits that belong to no byte and are not zero.
    case nonZeroTrailingBits(offset: Int)

    /// The offset of the offending character; nil if the text as a whole is too short or too long.
    package var offset: Int? {
        switch self {
        case .foreignCharacter(_, let offset), .unexpectedPadding(let offset), .nonZeroTrailingBits(let offset): offset
        case .missingPadding, .incompleteGroup: nil
        }
    }

    /// Returns the same error with its offset counted from `start`.
    func movedBack(_ start: Int) -> Base64Error {
        switch self {
        case .foreignCharacter(let byte, let offset): .foreignCharacter(byte, offset: offset - start)
        case .unexpectedPadding(let offset): .unexpectedPadding(offset: offset - start)
        case .nonZeroTrailingBits(let offset): .nonZeroTrailingBits(offset: offset - start)
        case .missingPadding, .incompleteGroup: self
        }
    }
}
