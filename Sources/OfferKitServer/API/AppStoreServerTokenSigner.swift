public import OfferKitCore
import OfferKitCrypto
public import OfferKitEssentials

/// Makes the tokens of requests to the App Store Server API, as a developer's server does.
///
/// Apple's libraries make such tokens themselves. This is for tests in Swift that call the API in the same process.
public struct AppStoreServerTokenSigner: Sendable {
    /// The issuer identifier (`iss`).
    public let issuerID: String
    /// The key's identifier (`kid`).
    public let keyID: String
    /// The app's bundle identifier (`bid`).
    let bundleID: String

    private let key: P256PrivateKey

    /// A signer with a private key.
    ///
    /// - Parameters:
    ///   - keyID: The key's identifier.
    ///   - issuerID: The issuer identifier.
    ///   - bundleID: The app's bundle identifier.
    ///   - pem: The private key as App Store Connect delivers it, a `.p8` file; at most 4 MiB.
    /// - Throws: ``AppStoreServerKeyError``.
    public init(keyID: String, issuerID: String, bundleID: String, pem: String) throws(AppStoreServerKeyError) {
        guard !keyID.isEmpty else { throw .emptyIdentifier }
        guard !issuerID.isEmpty else { throw .emptyIssuer(keyID) }
        key = try AppStoreServerKeyError.quoting(P256PrivateKey(pem: pem)) { .malformedKey(keyID, reason: $0) }
        self.issuerID = issuerID
        self.keyID = keyID
        self.bundleID = bundleID
    }

    /// The public half of the key, as a PEM text to register with an API.
    public var publicKeyPEM: String { key.publicKey.pemRepresentation }

    /// Returns the value of the header `Authorization`: `Bearer` and a token (C-140).
    ///
    /// The same arguments give the same text (RFC 6979).
    ///
    /// - Parameters:
    ///   - now: The wall clock, which the API judges the token by.
    ///   - lifetime: The token's lifetime: five minutes unless given, from a second to 60 minutes.
    /// - Returns: The header's value.
    /// - Throws: ``AppStoreServerKeyError/lifetimeNotAllowed(_:)``.
    public func authorization(
        at now: Date, lifetime: TimeStep = .minutes(5)
    ) throws(AppStoreServerKeyError) -> String {
        guard 1_000...AppStoreServerAuthorizer.longestLifetime.length ~= lifetime.length else {
            throw .lifetimeNotAllowed(lifetime)
        }
        var claims = JSONWriter()
        claims.add("iss", issuerID)
        claims.add("iat", Instant(now).millisecondsSince1970 / 1_000)
        claims.add("exp", Instant(now).adding(lifetime).millisecondsSince1970 / 1_000)
        claims.add("aud", AppStoreServerAuthorizer.audience)
        claims.add("bid", bundleID)
        return "Bearer " + CompactJWS.text(keyID: keyID, claims.bytes) { key.signature(for: $0) }
    }
}

extension AppStoreServerTokenSigner: CustomStringConvertible, CustomReflectable {
    /// The identifiers, without the key.
    public var description: String { "key \(keyID) of issuer \(issuerID) for \(bundleID)" }

    /// An empty mirror: logs and test reports print what a value holds.
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
