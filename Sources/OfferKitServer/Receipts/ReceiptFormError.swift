import OfferKitCore

/// The reasons why bytes are no request to `verifyReceipt`, or no answer of it.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ReceiptFormError: Error, Hashable, Sendable {
    /// The kinds of value that a member may have to hold.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Shape: Hashable, Sendable {
        /// Text.
        case text
        /// A whole number, without quotation marks.
        case number
        /// A whole number as text, such as `"1"`.
        case numberText
        /// The number of a transaction, as text.
        case transactionNumber
        /// `"true"` or `"false"`, as text.
        case flag
        /// `"0"` or `"1"`, as text.
        case zeroOrOne
        /// A truth value, without quotation marks; 0 and 1 are accepted, too.
        case boolean
        /// Whole milliseconds since 1970, as text.
        case milliseconds
        /// A UUID of 36 characters.
        case uuid
        /// An object.
        case object
        /// An array of objects.
        case objects
    }

    /// The data has more bytes than are read.
    case tooLong(byteCount: Int, limit: Int)
    /// The data is no JSON; with what is wrong, for the end of a sentence.
    case notJSON(reason: String)
    /// The data is JSON, but no object; with what it is.
    case noObject(found: String)
    /// An object has a name twice.
    case repeatedName(String)
    /// A required member is absent; with its place, such as `receipt.in_app[0].product_id`.
    case missing(place: String)
    /// A member is present and cannot be read; with its place and the value found.
    case malformed(place: String, expected: Shape, found: String)
}

extension ReceiptFormError: CustomStringConvertible {
    /// Says where it is, what was expected, and what was found.
    public var description: String {
        switch self {
        case .tooLong(let count, let limit):
            "The body has \(count) bytes; more than \(limit) are not read. Send one receipt, or read one answer, at a time."
        case .notJSON(let reason):
            """
            The body is no JSON: \(reason). Where the App Store answered, it is having a bad day: keep what is known of the \
            customer, and ask again later.
            """
        case .noObject(let found): "The body is no JSON object: it is \(found)."
        case .repeatedName(let name):
            "The body has the name \(VisibleText.quoted(name)) twice in one object, and libraries differ in which of the two they take."
        case .missing(let place): "\"\(place)\" is missing."
        case .malformed(let place, let expected, let found):
            "\"\(place)\" should be \(expected.words), but it is \(found). null is not taken: leave it out instead."
        }
    }
}

extension ReceiptFormError.Shape {
    fileprivate var words: String {
        switch self {
        case .text: "text"
        case .number: "a whole number without quotation marks"
        case .numberText: "a whole number in quotation marks"
        case .transactionNumber: "the number of a transaction in quotation marks"
        case .flag: "\"true\" or \"false\", in quotation marks"
        case .zeroOrOne: "\"0\" or \"1\", in quotation marks"
        case .boolean: "true or false, without quotation marks"
        case .milliseconds: "whole milliseconds since 1970 in quotation marks"
        case .uuid: "a UUID of 36 characters"
        case .object: "an object"
        case .objects: "an array of objects"
        }
    }
}
