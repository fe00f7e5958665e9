extension JSONValue {
    /// What it is, for the middle of a sentence.
    var words: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string(let text): "the text \"\(text.prefix(80))\""
        case .number(let digits): "the number \(digits.prefix(80))"
        case .boolean(let flag): "\(flag)"
        case .null: "null"
        }
    }
}

extension JSONError {
    /// What it says, for the end of a sentence.
    var words: String {
        switch self {
        case .empty: "it is empty"
        case .tooDeep(let limit, _): "it is nested deeper than \(limit) levels"
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
