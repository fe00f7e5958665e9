import OfferKitCrypto

/// Turns a customer's identity into a user name that does not reveal it: a salted one-way hash (S0-28, S0-29).
public enum CustomerHash {
    /// Returns the SHA-256 hash over salt and name, in 64 lower-case hexadecimal digits.
    ///
    /// The same salt and name give the same user name, so keep the salt with the database and out of the app.
    public static func userName(_ name: String, salt: some Collection<UInt8>) throws(CustomerHashError) -> String {
        guard !salt.isEmpty else { throw .emptySalt }
        guard !name.isEmpty else { throw .emptyName }
        let hash = CryptoBackend.preferred.sha256(Array(salt) + Array(name.utf8))
        return Hexadecimal.text(hash)
    }
}

/// The reasons why a name cannot be hashed.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum CustomerHashError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The salt is empty: anybody could hash a list of addresses and compare (S0-28).
    case emptySalt
    /// The name is empty.
    case emptyName

    /// Says what is missing, and why it matters.
    public var description: String {
        switch self {
        case .emptySalt: "The salt is empty. Without one, anybody can hash a list of names and compare."
        case .emptyName: "The name is empty: there is nothing to hash."
        }
    }
}
