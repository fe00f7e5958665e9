public import OfferKitEssentials

/// A refusal to make, register, download or revoke a key that signs offers.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum KeyRefusal: Error, StoreRefusal, Hashable, Sendable {
    /// No key with that identifier is registered.
    case unknownKey(UnknownName)
    /// A key with that identifier is registered already; identifiers are not used twice.
    case duplicateKey(String)
    /// The key's identifier is empty.
    case emptyKeyIdentifier
    /// The key's identifier is longer than the limit, in bytes.
    case keyIdentifierTooLong(limit: Int)
    /// The name is empty, by which a key that the store makes is told (S0-14).
    case emptyKeyName
    /// The text is no P-256 key in PEM.
    case unreadableKey(String)
    /// The store did not make the key, and has only its public half.
    case keyNotGenerated(String)
    /// The key was downloaded before, which can be done once; the store has not kept it (S0-16, S1-28).
    case keyAlreadyDownloaded(String)
    /// The key was revoked.
    case keyRevoked(String, on: Date)
    /// The store's journal could not be written, so nothing has happened; the store says why.
    case notRecorded
}

extension KeyRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .unknownKey(let key):
            "unknownKey: no key \(VisibleText.quoted(key.name)) is registered. \(key.advice)"
        case .duplicateKey(let key):
            "duplicateKey: a key \(VisibleText.quoted(key)) is registered already, and identifiers are not used twice. "
                + "Register this one under its own."
        case .emptyKeyIdentifier:
            "emptyKeyIdentifier: a key needs an identifier. App Store Connect's have ten characters."
        case .keyIdentifierTooLong(let limit):
            "keyIdentifierTooLong: a key's identifier has at most \(limit) bytes. App Store Connect's have ten characters."
        case .emptyKeyName: "emptyKeyName: a key that the store makes needs a name."
        case .unreadableKey(let reason): "unreadableKey: the text is no P-256 key in PEM: \(reason)."
        case .keyNotGenerated(let id):
            "keyNotGenerated: the key \(VisibleText.quoted(id)) was made elsewhere, and only its public half is known here. "
                + "Its private half is where it was made; store.generateKey(named:) makes one that can be downloaded."
        case .keyAlreadyDownloaded(let id):
            "keyAlreadyDownloaded: the key \(VisibleText.quoted(id)) was downloaded before, which can be done once. Use the "
                + "copy that was made then, or generate another key."
        case .keyRevoked(let id, let date):
            "keyRevoked: the key \(VisibleText.quoted(id)) was revoked at \(date.utcText). Generate another one."
        case .notRecorded: NotRecorded.sentence
        }
    }
}
