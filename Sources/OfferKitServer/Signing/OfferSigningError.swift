public import OfferKitCore

/// The reasons why an offer cannot be signed.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum OfferSigningError: Error, Hashable, Sendable {
    /// The signer holds no key with that identifier (S0-43); with the identifiers that it holds.
    case unknownKey(String, held: [String])
    /// The text is no PEM of a private key on P-256 (S0-44); with the key's identifier.
    case malformedKey(String, reason: String)
    /// A part that must not be empty is empty (S0-72).
    case emptyPart(OfferPart)
    /// A claim of a compact JWS that must not be empty is empty (B2-18…21); with its name.
    case emptyClaim(String)
    /// A part contains U+2063, which no store would accept (C-63).
    case separatorInPart(OfferPart)
    /// The timestamp, or the `iat`, is before 1970 (B2-7).
    case negativeTimestamp(Int64)
}

extension OfferSigningError: CustomStringConvertible {
    /// Says what is wrong, and what to do.
    public var description: String {
        switch self {
        case .unknownKey(let key, let held):
            "The signer holds no key \(VisibleText.quoted(key)). \(UnknownName(key, known: held).advice)"
        case .malformedKey(let key, let reason):
            "The PEM text of key \"\(key)\" holds no private key on P-256 (\(reason)). Use the .p8 file as it was "
                + "downloaded."
        case .emptyPart(let part): "The part \"\(part.rawValue)\" is empty; a store answers missingOfferParams."
        case .emptyClaim(let name): "The claim \"\(name)\" is empty; a store answers invalidSignature."
        case .separatorInPart(let part):
            "The part \"\(part.rawValue)\" contains U+2063, the separator itself; a store answers invalidSignature."
        case .negativeTimestamp(let timestamp):
            "The timestamp \(timestamp) lies before 1970. Sign the time since 1970, in milliseconds; in seconds for a JWS."
        }
    }
}
