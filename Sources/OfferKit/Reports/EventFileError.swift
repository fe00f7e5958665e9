import OfferKitCore

/// The error when a file of events cannot be read on; the lines before the place were read.
public struct EventFileError: Error, Hashable, Sendable {
    /// The line, from 1; 0 where the file as a whole cannot be read.
    public let line: Int
    /// The byte in the line, from 1; 0 where it is the whole line.
    public let column: Int
    /// The fault at that place.
    public let reason: Reason

    /// Creates an error at a place.
    public init(line: Int, column: Int, reason: Reason) {
        (self.line, self.column, self.reason) = (line, column, reason)
    }

    /// The faults of a file of events.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Reason: Hashable, Sendable {
        /// The file cannot be opened or read, with the system's reason.
        case unreadable(String)
        /// The last line has no end: writing it was interrupted.
        case torn
        /// The line is longer than any event, in bytes.
        case lineTooLong(limit: Int)
        /// The line is of another version of the format.
        case otherVersion(Int64)
        /// The text is no JSON object, with what was expected.
        case syntax(expected: String)
        /// The format has no such member.
        case unknownMember(String)
        /// The member stands twice.
        case repeatedMember(String)
        /// An event of this type needs the member.
        case missingMember(String)
        /// The member has another form, with what was expected.
        case wrongForm(String, expected: String)
        /// The format has no such type of event.
        case unknownType(String)
        /// The number is not above that of the line before: lines were reordered, or doubled.
        case numberNotAbove(Int)
        /// The date is before that of the line before.
        case dateBefore(Int64)
        /// The product, offer or storefront says something else of itself than before.
        case otherTerms(String)
    }
}

extension EventFileError: CustomStringConvertible {
    /// The place, the fault there, and advice on what to do.
    public var description: String {
        guard line > 0 else { return "\(reason)" }
        return column > 0 ? "Line \(line), column \(column): \(reason)" : "Line \(line): \(reason)"
    }
}

extension EventFileError.Reason: CustomStringConvertible {
    /// The fault, and advice on what to do.
    public var description: String {
        switch self {
        case .unreadable(let reason): "the file cannot be read: \(reason)"
        case .torn: "the line has no end, so writing it was interrupted. Remove it, or export the log again."
        case .lineTooLong(let limit): "the line is longer than \(limit) bytes, which no event is."
        case .otherVersion(let version):
            "the line is of version \(version), and this is read: \(EventFile.version). Export the log again."
        case .syntax(let expected): "\(expected) was expected."
        case .unknownMember(let name): "no event has a member \(VisibleText.quoted(name))."
        case .repeatedMember(let name): "the member \(VisibleText.quoted(name)) stands twice."
        case .missingMember(let name): "an event of this type needs the member \(VisibleText.quoted(name))."
        case .wrongForm(let name, let expected): "the member \(VisibleText.quoted(name)) should be \(expected)."
        case .unknownType(let name): "there is no type of event \(VisibleText.quoted(name))."
        case .numberNotAbove(let number):
            "the number is not above \(number), that of the line before: lines were reordered or doubled."
        case .dateBefore(let date): "the date is before \(date), that of the line before: lines were reordered."
        case .otherTerms(let name):
            "\(VisibleText.quoted(name)) says something else of itself than in an earlier line: a product its type, group, level or "
                + "period, a storefront its currency. Read logs of different shops, or from before and after such a change, apart."
        }
    }
}
