public import Foundation
public import OfferKitCore
import OfferKitCrypto
public import OfferKitServer

/// A key that signs promotional offers, as App Store Connect lists it.
///
/// A key holds for all offers (S0-18), and several may be active at once (S0-19).
public struct OfferKeyInfo: Hashable, Sendable, Identifiable {
    /// The states of the key's private half.
    public enum PrivateHalf: Hashable, Sendable {
        /// The store made the key, and ``Store/downloadKey(_:)`` hands it out, once (S0-16).
        case canBeDownloaded
        /// The private half was downloaded, and the store has kept no copy.
        case wasDownloaded
        /// The key was made elsewhere, and only its public half registered.
        case external
    }

    /// The unique identifier, which signed offers name (S0-15).
    public let id: String
    /// The name for people (S0-14); empty for a key that was registered without one.
    public let name: String
    /// The state of the key's private half.
    public let privateHalf: PrivateHalf
    /// The date on which it was revoked; nil for an active key.
    public let revocationDate: Date?

    /// Whether its signatures are accepted.
    public var isActive: Bool { revocationDate == nil }

    init(_ id: String, _ record: KeyRecord) {
        self.id = id
        name = record.name
        privateHalf =
            switch record.origin {
            case .registered: .external
            case .generated: .canBeDownloaded
            case .downloaded: .wasDownloaded
            }
        revocationDate = record.revoked.map { Date($0) }
    }
}

extension Store {
    /// Every key that the store knows, revoked ones too, in the alphabetical order of their identifiers.
    public var keys: [OfferKeyInfo] { transact { $0.state.keyring.all }.map { OfferKeyInfo($0.id, $0.key) } }

    /// The identifiers of the keys that sign offers for this store and are not revoked, in alphabetical order.
    public var activeKeyIDs: [String] { keys.filter(\.isActive).map(\.id) }

    /// Revokes a key.
    ///
    /// Every signature it ever made fails from now on, the young ones too (S0-39, C-39).
    ///
    /// - Parameter id: The key's identifier.
    /// - Throws: ``KeyRefusal/unknownKey(_:)``.
    public func revokeKey(_ id: String) throws(KeyRefusal) {
        try perform { $0.keyring.decideRevocation(ofKey: id) }
    }

    /// Makes a key, as *Generate* in App Store Connect does; its signatures are accepted from now on (S0-14, S0-15,
    /// S1-27).
    ///
    /// ```swift
    /// let key = try store.generateKey(named: "Production server")
    /// let pem = try store.downloadKey(key.id)
    /// let signer = try OfferSigner(keyIdentifier: key.id, pem: pem)
    /// ```
    ///
    /// Key and identifier, ten letters and digits, come from the store's seed (C-101).
    ///
    /// - Parameter name: The name for people; two keys may share one.
    /// - Returns: The key, as ``keys`` lists it.
    /// - Throws: ``KeyRefusal/emptyKeyName``.
    public func generateKey(named name: String) throws(KeyRefusal) -> OfferKeyInfo {
        guard !name.isEmpty else { throw .emptyKeyName }
        while true {
            let (id, key) = drawKey()
            do throws(KeyRefusal) {
                try perform { $0.keyring.decideGeneratedKey(id: id, named: name, key) }
                let publicKey = key.publicKey.x963Representation
                return OfferKeyInfo(
                    id, KeyRecord(publicKey: publicKey, name: name, origin: .generated(privateKey: [])))
            } catch {
                // An identifier may be taken; then the next one serves.
                guard error == .duplicateKey(id) else { throw error }
            }
        }
    }

    /// Hands out the private half of a key that the store made, as the text of the `.p8` file: exactly once (S0-16,
    /// S1-28).
    ///
    /// The store keeps no copy (B1-1): not in its state, and not in the log that a snapshot saves. Of a store in a
    /// journal, the file holds it until it is next compacted.
    ///
    /// - Parameter id: The key's identifier.
    /// - Returns: The private key as PKCS#8 in PEM.
    /// - Throws: ``KeyRefusal``; the second time ``KeyRefusal/keyAlreadyDownloaded(_:)``.
    public func downloadKey(_ id: String) throws(KeyRefusal) -> String {
        let bytes = try perform { $0.keyring.decideDownload(ofKey: id) }
        // What the store made is a key; what a damaged file says it made may be none.
        guard let key = try? P256PrivateKey(rawRepresentation: bytes) else { throw .keyNotGenerated(id) }
        return key.pemRepresentation(.pkcs8)
    }

    /// Makes a new key from the store's seed, downloads it, and returns a signer that holds it.
    ///
    /// For tests that need no key of their own: ``generateKey(named:)`` and ``downloadKey(_:)`` in one call. The
    /// identifier has ten letters and digits.
    ///
    /// - Returns: The developer's server side, with that one key.
    public func makeSigner() -> OfferSigner {
        while true {
            let (id, key) = drawKey()
            guard let signer = try? OfferSigner(keyIdentifier: id, pem: key.pemRepresentation(.pkcs8)) else { continue }
            do throws(KeyRefusal) {
                try perform { state in
                    var decision = state.keyring.decideGeneratedKey(id: id, named: "Signer", key)
                    if !decision.events.isEmpty { decision.events.append(.keyDownloaded(id: id)) }
                    return decision
                }
            } catch {
                // A store that cannot write its journal knows no new key, however many are tried.
                guard error == .notRecorded else { continue }
            }
            return signer
        }
    }

    private func drawKey() -> (id: String, key: P256PrivateKey) {
        while true {
            let (id, bytes) = withContents { ($0.chance.code(length: 10), $0.chance.bytes(32)) }
            // One number in four thousand million is no key.
            if let key = try? P256PrivateKey(rawRepresentation: bytes) { return (id, key) }
        }
    }
}

extension Keyring {
    fileprivate func decideGeneratedKey(
        id: String, named name: String, _ key: P256PrivateKey
    ) -> Decision<Void, KeyRefusal> {
        decideGeneratedKey(
            id: id, named: name, publicKey: key.publicKey.x963Representation, privateKey: key.rawRepresentation)
    }
}

extension Store {
    /// Registers a key, so that its signatures are accepted from now on (S0-15).
    ///
    /// - Parameters:
    ///   - id: The key's identifier. Identifiers are never used twice, not even after a revocation.
    ///   - pem: The public key (`PUBLIC KEY`), or the private one, of which only the public part is kept; a text
    ///     of at most 4 MiB.
    /// - Throws: ``KeyRefusal`` for a text that is no P-256 key, an empty identifier or one that is taken.
    public func registerKey(_ id: String, pem: String) throws(KeyRefusal) {
        let publicKey = try KeyRefusal.quoting(P256PublicKey(eitherHalfIn: pem), KeyRefusal.unreadableKey)
        try perform { $0.keyring.decideKey(id: id, publicKey: publicKey.x963Representation) }
    }

    /// Registers every key that a signer holds and the store does not know yet (S0-19).
    ///
    /// - Parameter signer: The developer's server side.
    /// - Throws: ``KeyRefusal`` for an empty identifier, and for one that stands for another key here.
    public func registerKeys(of signer: OfferSigner) throws(KeyRefusal) {
        let keys = signer.keyIdentifiers.compactMap { id in
            // The signer holds the key it names, so it always has the public part of it.
            (try? signer.publicKeyBytes(for: id)).map { (id: id, publicKey: $0) }
        }
        try perform { $0.keyring.decideKeys(keys) }
    }
}
