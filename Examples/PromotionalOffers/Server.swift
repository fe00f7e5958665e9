import Foundation
import OfferKit

/// The developer's server: knows the customers, decides which offers they get, and signs.
///
/// Only the server holds keys (S0-24), and only the server changes when one of them is replaced (S0-39).
struct Server {
    private let store: Store
    private var signer: OfferSigner
    private let bundleID: String
    private let salt = Array("only the server knows this".utf8)

    /// A server with one key, as App Store Connect delivered it.
    init(_ store: Store, keyIdentifier: String, pem: String) throws {
        self.store = store
        bundleID = store.bundleID
        signer = try OfferSigner(keyIdentifier: keyIdentifier, pem: pem)
    }

    /// Returns the user name in the app's purchases, which hides the customer's: a salted hash (S0-28, S0-29).
    func userName(of account: String) throws -> String {
        try CustomerHash.userName(account, salt: salt)
    }

    /// Answers the app's request (S0-27, S0-51), with a new nonce and the time (S0-30, S0-33).
    ///
    /// A real server calls `signer.signNow(_:)`; this one uses the store's clock and seed, so that the example always
    /// prints the same.
    func answer(_ body: Data) throws -> Data {
        var request = try JSONDecoder().decode(OfferSignatureRequest.self, from: body)
        // The server does not trust the app for values that it knows itself (S0-61).
        request.bundleID = bundleID
        let answer = try store.sign(request, with: signer)
        // This is the check that the App Store will make, useful while a server is new (S0-50).
        guard signer.verifies(answer, for: request) else { throw CocoaError(.coderInvalidValue) }
        return try JSONEncoder().encode(answer)
    }

    /// Switches to another key.
    mutating func use(keyIdentifier: String, pem: String) throws {
        signer = try OfferSigner(keyIdentifier: keyIdentifier, pem: pem)
    }
}
