import OfferKitCore

extension JSONValue {
    /// The value's kind or content, in words for the middle of a sentence.
    var words: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string(let text): "the text \(VisibleText.quoted(text))"
        case .number(let digits): "the number \(digits.beginning)"
        case .boolean(let flag): "\(flag)"
        case .null: "null"
        }
    }
}

extension JSONError {
    /// The fault, in words for the end of a sentence.
    var words: String {
        switch self {
        case .empty: "it is empty"
        case .tooDeep(let limit, _): "it is nested deeper than \(limit) levels"
        case .nameTooLong(let limit, let position):
            "a name has more than \(limit) bytes at offset \(position.byteOffset)"
        case .syntax(let fault, let position): "\(fault.words) at offset \(position.byteOffset)"
        }
    }
}

extension JSONError.Fault {
    fileprivate var words: String {
        switch self {
        case .unexpectedEnd: "it ends too early"
        case .unexpectedCharacter: "there is an unexpected character"
        case .badNumber: "there is a malformed number"
        case .badEscape: "there is a malformed escape"
        case .controlCharacterInString: "there is a control character inside a string"
        case .notUTF8: "there are bytes that are not UTF-8"
        }
    }
}
