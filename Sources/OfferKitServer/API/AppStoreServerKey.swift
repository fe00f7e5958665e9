public import OfferKitCore
import OfferKitCrypto

/// A key for the App Store Server API, as App Store Connect lists it under In-App Purchase.
///
/// Only its public half is kept.
public struct AppStoreServerKey: Hashable, Sendable {
    /// The issuer identifier: one for all keys of a team (`iss`).
    public let issuerID: String
    /// The key's identifier (`kid`).
    public let id: String

    let publicKey: PreparedP256PublicKey

    /// A key from a PEM text.
    ///
    /// - Parameters:
    ///   - id: The key's identifier.
    ///   - issuerID: The issuer identifier.
    ///   - pem: The public key (`PUBLIC KEY`), or the private one, of which only the public half is kept; at most 4
    ///     MiB.
    /// - Throws: ``AppStoreServerKeyError``.
    public init(id: String, issuerID: String, pem: String) throws(AppStoreServerKeyError) {
        guard !id.isEmpty else { throw .emptyIdentifier }
        guard !issuerID.isEmpty else { throw .emptyIssuer(id) }
        self.id = id
        self.issuerID = issuerID
        publicKey = try AppStoreServerKeyError.quoting(P256PublicKey(eitherHalfIn: pem).prepared()) {
            .malformedKey(id, reason: $0)
        }
    }
}

/// The reasons why a key cannot be used for the App Store Server API.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum AppStoreServerKeyError: Error, Hashable, Sendable {
    /// The key's identifier is empty.
    case emptyIdentifier
    /// The issuer identifier is empty; with the key's identifier.
    case emptyIssuer(String)
    /// The text is no PEM of a key on P-256; with the key's identifier.
    case malformedKey(String, reason: String)
    /// A token's lifetime is not from 1 second to 60 minutes; in milliseconds.
    case lifetimeNotAllowed(TimeStep)
    /// Two keys have the same identifier.
    case duplicateKey(String)
}

extension AppStoreServerKeyError: CustomStringConvertible {
    /// Says what is wrong, and what to do.
    public var description: String {
        switch self {
        case .emptyIdentifier:
            "The key has no identifier. Give it the one of App Store Connect, ten letters and digits."
        case .emptyIssuer(let id):
            "The key \(VisibleText.quoted(id)) has no issuer identifier. Give it the team's, a UUID; any text will do here."
        case .malformedKey(let id, let reason):
            "The PEM text of key \(VisibleText.quoted(id)) holds no key on P-256 (\(reason)). Use the .p8 file as it was "
                + "downloaded, or its public half."
        case .lifetimeNotAllowed(let lifetime):
            "A token cannot be good for \(lifetime.length) ms. The App Store takes tokens that end within 60 minutes."
        case .duplicateKey(let id): "Two keys have the identifier \(VisibleText.quoted(id)). Give each one its own."
        }
    }
}
