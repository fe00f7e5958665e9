import OfferKitServer

/// The error when a `.storekit` file cannot be read at all.
///
/// A file that can be read in part is read, with the rest in ``StoreKitConfiguration/problems-swift.property``.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum StoreKitConfigurationError: Error, Hashable, Sendable {
    /// The file cannot be opened or read; the reason is the system's.
    case unreadable(path: String, reason: String)
    /// The file holds nothing but white space.
    case empty
    /// The file is larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// Arrays and objects are nested more levels deep than the limit.
    case tooDeep(limit: Int, at: TextPosition)
    /// A key has more bytes than the limit; with the place where it begins.
    case nameTooLong(limit: Int, at: TextPosition)
    /// The file is a property list, as other files of Xcode are, and not JSON.
    case propertyList
    /// The file is not JSON.
    case notJSON(SyntaxFault, at: TextPosition)
    /// A value is of another type than the one Xcode writes there.
    case wrongType(path: String, expected: JSONType, found: JSONType)
    /// A key is missing that nothing can stand in for.
    case missing(path: String)
    /// A value has the right type but no meaning, such as a price of `"-1"`.
    case impossibleValue(path: String, value: String, reason: Impossibility)

    /// The types of JSON.
    public enum JSONType: String, Hashable, Sendable {
        /// Keys and values in braces.
        case object
        /// Values in brackets.
        case array
        /// Text.
        case string
        /// A number.
        case number
        /// True or false.
        case boolean
        /// Nothing.
        case null
    }

    /// A place in the text of the file.
    public struct TextPosition: Hashable, Sendable {
        /// The line; the first is 1.
        public let line: Int
        /// The column, counted in Unicode scalars; the first is 1.
        public let column: Int
        /// The number of bytes that come before the place.
        public let byteOffset: Int
    }

    /// The faults of a text that is not JSON.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum SyntaxFault: Hashable, Sendable {
        /// The text ends too early.
        case unexpectedEnd
        /// A character that cannot stand there.
        case unexpectedCharacter
        /// A number that JSON does not know, such as `01` or `1.`.
        case badNumber
        /// A backslash with something after it that JSON does not know, or half of a surrogate pair.
        case badEscape
        /// A control character, such as a line break, inside a string.
        case controlCharacterInString
        /// Bytes that are not UTF-8.
        case notUTF8
    }

    /// The reasons why a value has no meaning.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Impossibility: Hashable, Sendable {
        /// Prices are plain decimal numbers from 0, with a point and at most three decimal places: `4.99`.
        case notAPrice
        /// The number must be a whole one that fits in 64 bits.
        case notAWholeNumber
        /// The number must lie between these two, both allowed.
        case outOfRange(Int, Int)
        /// Periods are written as one number and one unit: `P3D`, `P1W`, `P1M`, `P1Y`.
        case notAPeriod
    }
}

extension StoreKitConfigurationError: CustomStringConvertible {
    /// One sentence that names the place and says what is wrong.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "The file '\(path)' cannot be read: \(reason)"
        case .empty: "The file is empty."
        case .tooLarge(let limit): "The file is larger than \(limit) bytes."
        case .nameTooLong(let limit, let position):
            "The key at \(position) has more than \(limit) bytes; no key that Xcode writes is so long."
        case .tooDeep(let limit, let position): "The file is nested deeper than \(limit) levels at \(position)."
        case .propertyList:
            "The file is a property list. Xcode writes .storekit files as JSON: make a new one there, by File, New, StoreKit "
                + "Configuration File."
        case .notJSON(let fault, let position): "The file is not JSON: \(fault) at \(position)."
        case .wrongType(let path, let expected, let found):
            "\(Self.place(path)) must be of type \(expected.rawValue), but is of type \(found.rawValue)."
        case .missing(let path): "\(Self.place(path)) is missing."
        case .impossibleValue(let path, let value, let reason):
            "\(Self.place(path)) is '\(Self.shortened(value))', but \(reason)."
        }
    }

    static func place(_ path: String) -> String {
        path.isEmpty ? "The top level" : path
    }

    static func shortened(_ text: String) -> String {
        text.utf8.count <= 80 ? text : text.prefix(60) + "…"
    }
}

extension StoreKitConfigurationError.TextPosition: CustomStringConvertible {
    /// The line and the column.
    public var description: String { "line \(line), column \(column)" }
}

extension StoreKitConfigurationError.SyntaxFault: CustomStringConvertible {
    /// The fault as part of a sentence.
    public var description: String {
        switch self {
        case .unexpectedEnd: "the text ends too early"
        case .unexpectedCharacter: "unexpected character"
        case .badNumber: "malformed number"
        case .badEscape: "malformed escape"
        case .controlCharacterInString: "control character inside a string"
        case .notUTF8: "bytes that are not UTF-8"
        }
    }
}

extension StoreKitConfigurationError.Impossibility: CustomStringConvertible {
    /// The values that are possible, as the second half of a sentence.
    public var description: String {
        switch self {
        case .notAPrice: "a price is a decimal number from 0 with at most three places, such as 4.99"
        case .notAWholeNumber: "a whole number was expected"
        case .outOfRange(let lowest, let highest): "a number from \(lowest) to \(highest) was expected"
        case .notAPeriod: "a period is one number and one unit, such as P3D, P1W, P1M or P1Y"
        }
    }
}

extension StoreKitConfigurationError {
    /// Translates an error of the JSON reader into one of the file.
    init(_ error: JSONError) {
        switch error {
        case .empty: self = .empty
        case .tooDeep(let limit, let position): self = .tooDeep(limit: limit, at: TextPosition(position))
        case .nameTooLong(let limit, let position):
            self = .nameTooLong(limit: limit, at: TextPosition(position))
        case .syntax(let fault, let position): self = .notJSON(SyntaxFault(fault), at: TextPosition(position))
        }
    }
}

extension StoreKitConfigurationError.TextPosition {
    init(_ position: JSONError.Position) {
        self.init(line: position.line, column: position.column, byteOffset: position.byteOffset)
    }
}

extension StoreKitConfigurationError.SyntaxFault {
    fileprivate init(_ fault: JSONError.Fault) {
        switch fault {
        case .unexpectedEnd: self = .unexpectedEnd
        case .unexpectedCharacter: self = .unexpectedCharacter
        case .badNumber: self = .badNumber
        case .badEscape: self = .badEscape
        case .controlCharacterInString: self = .controlCharacterInString
        case .notUTF8: self = .notUTF8
        }
    }
}

extension StoreKitConfigurationError.JSONType {
    /// Creates the type of a value that was found.
    init(_ value: JSONValue) {
        switch value {
        case .object: self = .object
        case .array: self = .array
        case .string: self = .string
        case .number: self = .number
        case .boolean: self = .boolean
        case .null: self = .null
        }
    }
}
