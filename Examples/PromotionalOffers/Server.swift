import Foundation
import OfferKit

/// The developer's server: knows the customers, decides who gets which offer, and signs.
///
/// Only this side holds keys (S0-24), and only this side changes when one of them is replaced (S0-39).
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

    /// What the app's purchases carry in place of the customer's name: a salted hash (S0-28, S0-29).
    func userName(of account: String) throws -> String {
        try CustomerHash.userName(account, salt: salt)
    }

    /// Answers the app's request (S0-27, S0-51), with a nonce of its own and the time (S0-30, S0-33).
    ///
    /// A real server calls `signer.signNow(_:)`; this one takes the store's clock and seed, so that the example prints the same
    /// every time.
    func answer(_ body: Data) throws -> Data {
        var request = try JSONDecoder().decode(OfferSignatureRequest.self, from: body)
        // What the server knows it does not take from the app (S0-61).
        request.bundleID = bundleID
        let answer = try store.sign(request, with: signer)
        // The check that the App Store will make, useful while a server is new (S0-50).
        guard signer.verifies(answer, for: request) else { throw CocoaError(.coderInvalidValue) }
        return try JSONEncoder().encode(answer)
    }

    /// Signs with another key from now on.
    mutating func use(keyIdentifier: String, pem: String) throws {
        signer = try OfferSigner(keyIdentifier: keyIdentifier, pem: pem)
    }
}
