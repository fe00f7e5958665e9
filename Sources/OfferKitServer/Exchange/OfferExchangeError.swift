/// A field that is missing or malformed in what app and server send each other (S1-34, C-62).
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

    /// There are no fields: what came is a list, a text or null, no object.
    case noObject
    /// The field is absent, or null.
    case missing(Field)
    /// The field is there but cannot be read; with what came.
    case malformed(Field, String)
}

extension OfferExchangeError: CustomStringConvertible {
    /// The field, what came, and what it should look like.
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
