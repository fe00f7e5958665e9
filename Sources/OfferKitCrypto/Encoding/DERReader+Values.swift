// The values of elements.

extension DERReader {
    /// Reads an integer that is not negative, as bytes without a zero in front; zero is no bytes at all.
    package mutating func readUnsignedInteger(
        _ tag: DERTag = .integer, maximumLength: Int = .max
    ) throws(DERError) -> ArraySlice<UInt8> {
        let element = try read(tag)
        let contents = element.contents
        guard let first = contents.first else { throw .nonMinimalInteger(offset: element.offset) }
        if let second = contents.dropFirst().first {
            let redundant = (first == 0 && second < 0x80) || (first == 0xff && second >= 0x80)
            if redundant { throw .nonMinimalInteger(offset: element.offset) }
        }
        guard first < 0x80 else { throw .negativeInteger(offset: element.offset) }
        let magnitude = first == 0 ? contents.dropFirst() : contents
        guard magnitude.count <= maximumLength else { throw .integerTooLarge(offset: element.offset) }
        return magnitude
    }

    /// Reads an integer from 0 to 255, such as a version.
    package mutating func readByte() throws(DERError) -> UInt8 {
        try readUnsignedInteger(maximumLength: 1).first ?? 0
    }

    /// Reads a truth value.
    package mutating func readBoolean() throws(DERError) -> Bool {
        let element = try read(.boolean)
        switch (element.contents.count, element.contents.first) {
        case (1, 0x00): return false
        case (1, 0xff): return true
        default: throw .malformedBoolean(offset: element.offset)
        }
    }

    /// Reads the bytes of an octet string.
    package mutating func readOctetString() throws(DERError) -> ArraySlice<UInt8> {
        try read(.octetString).contents
    }

    /// Reads the bytes of a bit string that has no spare bits.
    package mutating func readBitString(_ tag: DERTag = .bitString) throws(DERError) -> ArraySlice<UInt8> {
        let (bytes, spareBits, offset) = try readBits(tag)
        guard spareBits == 0 else { throw .malformedBitString(offset: offset) }
        return bytes
    }

    /// Reads a bit string whose last byte may have spare bits, such as a set of flags.
    package mutating func readBits(
        _ tag: DERTag = .bitString
    ) throws(DERError) -> (bytes: ArraySlice<UInt8>, spareBits: Int, offset: Int) {
        let element = try read(tag)
        let bytes = element.contents.dropFirst()
        guard let spare = element.contents.first, spare < 8, spare == 0 || !bytes.isEmpty else {
            throw .malformedBitString(offset: element.offset)
        }
        if let last = bytes.last, last & ((1 << spare) - 1) != 0 { throw .malformedBitString(offset: element.offset) }
        return (bytes, Int(spare), element.offset)
    }

    /// Reads an object identifier.
    package mutating func readObjectIdentifier() throws(DERError) -> DERObjectIdentifier {
        let element = try read(.objectIdentifier)
        guard let identifier = DERObjectIdentifier(encoded: Array(element.contents)) else {
            throw .malformedObjectIdentifier(offset: element.offset)
        }
        return identifier
    }
}
