extension DERError {
    /// The offset of the fault, from the first byte of the whole.
    var offset: Int {
        switch self {
        case .truncated(let offset), .unexpectedTag(_, _, let offset), .missingElement(_, let offset),
            .trailingBytes(let offset), .highTagNumber(let offset), .indefiniteLength(let offset),
            .nonMinimalLength(let offset), .lengthAboveLimit(let offset), .nestedTooDeep(let offset),
            .notConstructed(let offset), .nonMinimalInteger(let offset), .negativeInteger(let offset),
            .integerTooLarge(let offset), .malformedBoolean(let offset),
            .malformedBitString(let offset), .malformedObjectIdentifier(let offset):
            offset
        }
    }
}

extension DERError: CustomStringConvertible {
    /// Says what is wrong, as the second half of a sentence.
    package var description: String {
        "\(what) (byte \(offset))"
    }

    private var what: String {
        switch self {
        case .truncated: "the bytes break off"
        case .unexpectedTag(let tag, let expected, _): "\(expected) belongs here, but \(tag) stands here"
        case .missingElement(let tag, _): "\(tag) is missing"
        case .trailingBytes: "something follows after the end"
        case .highTagNumber: "a tag of more than one byte, which nothing here uses"
        case .indefiniteLength: "a length without an end, which is BER, not DER"
        case .nonMinimalLength: "a length that could be shorter, which is BER, not DER"
        case .lengthAboveLimit: "a length above the limit"
        case .nestedTooDeep: "elements are nested too deep"
        case .notConstructed: "an element that should contain others is marked as one that does not"
        case .nonMinimalInteger: "an integer that could be shorter, which is BER, not DER"
        case .negativeInteger: "an integer below zero"
        case .integerTooLarge: "an integer of too many bytes"
        case .malformedBoolean: "a truth value that is neither 00 nor ff"
        case .malformedBitString: "a bit string with wrong spare bits"
        case .malformedObjectIdentifier: "a broken object identifier"
        }
    }
}

extension DERTag: CustomStringConvertible {
    /// The element's name in ASN.1, or the byte in hexadecimal.
    package var description: String {
        switch self {
        case .boolean: "BOOLEAN"
        case .integer: "INTEGER"
        case .bitString: "BIT STRING"
        case .octetString: "OCTET STRING"
        case .null: "NULL"
        case .objectIdentifier: "OBJECT IDENTIFIER"
        case .utf8String: "UTF8String"
        case .printableString: "PrintableString"
        case .ia5String: "IA5String"
        case .utcTime: "UTCTime"
        case .generalizedTime: "GeneralizedTime"
        case .sequence: "SEQUENCE"
        case .set: "SET"
        default: rawValue & 0xc0 == 0x80 ? "[\(rawValue & 0x1f)]" : "tag 0x\(String(rawValue, radix: 16))"
        }
    }
}
