/// Why bytes are not the DER that was asked for.
///
/// Offsets count from the first byte of the whole.
package enum DERError: Error, Hashable, Sendable {
    /// The bytes end before the element at `offset` does, or the element is longer than what contains it.
    case truncated(offset: Int)
    /// An element with another tag than the one that belongs here.
    case unexpectedTag(DERTag, expected: DERTag, offset: Int)
    /// Nothing is left where an element with this tag belongs.
    case missingElement(DERTag, offset: Int)
    /// Bytes follow the last element.
    case trailingBytes(offset: Int)
    /// A tag number above 30, which takes more than one byte and which nothing here uses.
    case highTagNumber(offset: Int)
    /// A length without an end in sight, which DER does not have.
    case indefiniteLength(offset: Int)
    /// A length that could be written in fewer bytes.
    case nonMinimalLength(offset: Int)
    /// A length above the reader's limit.
    case lengthAboveLimit(offset: Int)
    /// Elements nested deeper than the reader's limit.
    case nestedTooDeep(offset: Int)
    /// An element that should contain others but is marked as one that does not.
    case notConstructed(offset: Int)
    /// An integer without bytes or with a byte too many in front.
    case nonMinimalInteger(offset: Int)
    /// An integer below zero where none can be.
    case negativeInteger(offset: Int)
    /// An integer of more bytes than it may have.
    case integerTooLarge(offset: Int)
    /// A truth value other than 0x00 and 0xff.
    case malformedBoolean(offset: Int)
    /// A bit string without its first byte, or with spare bits that are too many or not zero.
    case malformedBitString(offset: Int)
    /// An object identifier that is empty, breaks off or has a number with a zero in front.
    case malformedObjectIdentifier(offset: Int)
}
