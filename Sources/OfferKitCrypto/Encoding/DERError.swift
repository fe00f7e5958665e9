/// The reasons why bytes are not the expected DER.
///
/// Offsets count from the first byte of the whole.
package enum DERError: Error, Hashable, Sendable {
    /// The bytes end before the element at `offset` does, or the element is longer than what contains it.
    case truncated(offset: Int)
    /// An element has another tag than expected.
    case unexpectedTag(DERTag, expected: DERTag, offset: Int)
    /// An element with this tag is expected at the end of the bytes.
    case missingElement(DERTag, offset: Int)
    /// Bytes follow the last element.
    case trailingBytes(offset: Int)
    /// A tag number is above 30, which takes more than one byte and is not used here.
    case highTagNumber(offset: Int)
    /// A length is indefinite, which DER does not allow.
    case indefiniteLength(offset: Int)
    /// A length could be written in fewer bytes.
    case nonMinimalLength(offset: Int)
    /// A length is above the reader's limit.
    case lengthAboveLimit(offset: Int)
    /// Elements are nested deeper than the reader's limit.
    case nestedTooDeep(offset: Int)
    /// An element should contain others but is marked as primitive.
    case notConstructed(offset: Int)
    /// An integer has no bytes, or a needless one in front.
    case nonMinimalInteger(offset: Int)
    /// An integer is negative where it must not be.
    case negativeInteger(offset: Int)
    /// An integer has more bytes than it may have.
    case integerTooLarge(offset: Int)
    /// A truth value is neither 0x00 nor 0xff.
    case malformedBoolean(offset: Int)
    /// A bit string lacks its first byte, or has spare bits that are too many or not zero.
    case malformedBitString(offset: Int)
    /// An object identifier is empty, breaks off, or has a number with a zero in front.
    case malformedObjectIdentifier(offset: Int)
}
