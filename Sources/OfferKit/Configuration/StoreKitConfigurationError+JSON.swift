import OfferKitServer

extension StoreKitConfigurationError {
    /// What the reader of JSON says, as it is said of a file.
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
    fileprivate init(_ position: JSONError.Position) {
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
    /// The type of a value that was found.
    init(_ kind: JSONKind) {
        switch kind {
        case .object: self = .object
        case .array: self = .array
        case .string: self = .string
        case .number: self = .number
        case .boolean: self = .boolean
        case .null: self = .null
        }
    }
}
