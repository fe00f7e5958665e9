/// A missing or malformed field in a request from an app or in its server's answer (S1-34, C-62).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum OfferExchangeError: Error, Hashable, Sendable {
    /// The fields of a request and of an answer.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Field: String, Hashable, Sendable, CaseIterable {
        /// The app's bundle identifier.
        case bundleID
        /// The product's identifier.
        case productID
        /// The offer's identifier.
        case offerID
        /// The hashed user name.
        case userName
        /// The account token.
        case accountToken
        /// The key's identifier.
        case keyIdentifier
        /// The nonce.
        case nonce
        /// The signature.
        case signature
        /// The timestamp.
        case timestamp
    }

    /// The JSON is a list, a text or null and not an object with fields.
    case noObject
    /// The field is absent, or null.
    case missing(Field)
    /// The field is present but cannot be read; with the value found.
    case malformed(Field, String)
}

extension OfferExchangeError: CustomStringConvertible {
    /// Says which field it is, what was found, and what it should look like.
    public var description: String {
        switch self {
        case .noObject: "What came is no object with named fields. Expected a JSON object."
        case .missing(let field): "The field \"\(field.rawValue)\" is missing."
        case .malformed(let field, let what): "The field \"\(field.rawValue)\" cannot be read (\(what)). \(field.form)"
        }
    }
}

extension OfferExchangeError.Field {
    fileprivate var form: String {
        switch self {
        case .nonce, .accountToken: "Expected a UUID of 36 characters."
        case .timestamp: "Expected whole milliseconds since 1970, plain decimal digits."
        case .bundleID, .productID, .offerID, .userName, .keyIdentifier, .signature: "Expected text."
        }
    }
}
