/// Why a text is not Base64. Offsets count the bytes of its UTF-8 form.
package enum Base64Error: Error, Hashable, Sendable {
    /// A byte that is not in the alphabet: a blank, a line feed, the other alphabet's character.
    case foreignCharacter(UInt8, offset: Int)
    /// A `=` where none belongs.
    case unexpectedPadding(offset: Int)
    /// The text ends without the `=` that would fill its last group of four.
    case missingPadding(length: Int)
    /// One character is left over, which cannot hold a byte.
    case incompleteGroup(length: Int)
    /// The last character has bits that belong to no byte and are not zero.
    case nonZeroTrailingBits(offset: Int)
}
