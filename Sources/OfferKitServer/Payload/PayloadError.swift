import OfferKitCore

/// The reasons why bytes are not the payload of signed data.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum PayloadError: Error, Hashable, Sendable {
    /// The kinds of value that a member may have to hold.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Shape: Hashable, Sendable {
        /// Text.
        case text
        /// An array of texts.
        case texts
        /// An object.
        case object
        /// Text of decimal digits, below 2^64, without zeros in front: the number of a transaction.
        case transactionNumber
        /// A whole number of 64 bits.
        case integer
        /// A whole number of 32 bits.
        case integer32
        /// 0 or 1.
        case zeroOrOne
        /// A truth value.
        case boolean
        /// Whole milliseconds since 1970.
        case milliseconds
        /// Whole thousandths of a currency's unit.
        case milliunits
        /// A UUID of 36 characters.
        case uuid
        /// Standard Base64 with padding.
        case base64
        /// An ISO 8601 duration of a single unit.
        case period
    }

    /// The data has more bytes than are read.
    case tooLong(byteCount: Int, limit: Int)
    /// The data is no JSON; with what is wrong, for the end of a sentence.
    case notJSON(reason: String)
    /// The data is JSON, but no object; with what it is.
    case noObject(found: String)
    /// An object, the payload or one inside it, has a name twice.
    case repeatedName(String)
    /// A required member is absent.
    case missing(member: String)
    /// A member is present and cannot be read; with the value found.
    case malformed(member: String, expected: Shape, found: String)
}

extension PayloadError: CustomStringConvertible {
    /// Says which member it is, what was expected, and what was found.
    public var description: String {
        switch self {
        case .tooLong(let count, let limit):
            "The payload has \(count) bytes; more than \(limit) are not read. Is it one payload, and not a list?"
        case .notJSON(let reason): "The payload is no JSON: \(reason). Was it cut off, or decoded in another way?"
        case .noObject(let found): "The payload is no JSON object: it is \(found)."
        case .repeatedName(let name):
            "The payload has the name \(VisibleText.quoted(name)) twice, and libraries differ in which of the two they take."
        case .missing(let member):
            "The member \"\(member)\" is missing. Is it the payload of another kind of signed data?"
        case .malformed(let member, let expected, let found):
            "The member \"\(member)\" should be \(expected.words), but it is \(found). \(expected.advice)"
        }
    }
}

extension PayloadError.Shape {
    fileprivate var words: String {
        switch self {
        case .text: "text"
        case .texts: "an array of texts"
        case .object: "an object"
        case .transactionNumber: "text of decimal digits"
        case .integer: "a whole number"
        case .integer32: "a whole number of 32 bits"
        case .zeroOrOne: "0 or 1"
        case .boolean: "true or false"
        case .milliseconds: "whole milliseconds since 1970"
        case .milliunits: "whole thousandths of the currency's unit"
        case .uuid: "a UUID of 36 characters"
        case .base64: "Base64 with padding"
        case .period: "an ISO 8601 duration such as P1M"
        }
    }

    fileprivate var advice: String {
        switch self {
        case .milliseconds, .milliunits, .integer, .integer32:
            "Write a JSON number without quotation marks, fraction or exponent, or leave the member out."
        case .transactionNumber: "Write the number in quotation marks."
        case .uuid: "Write a UUID or leave it out; null is not taken."
        default: "null is not taken: leave it out where there is nothing to say."
        }
    }
}
