/// The seven parts of a promotional offer's signed text, in the order in which they are signed (B2-1).
public enum OfferPart: String, Hashable, Sendable, CaseIterable, Codable {
    /// The bundle identifier of the app.
    case bundleID
    /// The identifier of the key that signs (S0-36).
    case keyIdentifier
    /// The product's identifier.
    case productID
    /// The offer's identifier.
    case offerID
    /// The user name's hash, or the account token in lower case in its place; may be empty (B2-4, B2-5).
    case account
    /// The nonce, a UUID in lower case (B2-3).
    case nonce
    /// Milliseconds since 1970 as decimal digits (B2-7).
    case timestamp
}
