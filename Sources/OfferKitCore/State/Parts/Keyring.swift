import OfferKitEssentials

/// A key that signs promotional offers, as the store knows it.
package struct KeyRecord: Hashable, Sendable, Codable {
    /// The origin of a key, and the fate of its private half.
    package enum Origin: Hashable, Sendable, Codable {
        /// The key was made elsewhere, and only its public half registered.
        case registered
        /// The store made it, and keeps the private half until it is downloaded (S0-16): 32 bytes.
        case generated(privateKey: [UInt8])
        /// The store made it, and its private half was downloaded and is kept no more.
        case downloaded
    }

    /// The public key, 65 bytes, uncompressed.
    package let publicKey: [UInt8]
    /// The name for the developer's eyes (S0-14, S1-27); empty for one that was registered without.
    package var name = ""
    /// The origin of the key.
    package var origin = Origin.registered
    /// The instant at which the developer revoked it; nil where they did not (S0-39).
    package var revoked: Instant?

    /// A key; by default one that was registered, without a name.
    package init(publicKey: [UInt8], name: String = "", origin: Origin = .registered) {
        self.publicKey = publicKey
        self.name = name
        self.origin = origin
    }
}

extension KeyRecord {
    /// Whether both halves have the length of a P-256 key's.
    fileprivate var isPossible: Bool {
        if case .generated(let privateKey) = origin, privateKey.count != 32 { return false }
        return publicKey.count == 65
    }
}

/// The keys that sign promotional offers, by their identifiers.
package struct Keyring: Hashable, Sendable, Codable {
    /// The longest identifier of a key, in bytes; App Store Connect's have ten characters.
    static let longestIdentifier = 256

    private var keys = SideTable<ByteText, KeyRecord>()

    /// A keyring without keys.
    init() {}

    /// Every key with its identifier, in the identifiers' order.
    package var all: [(id: String, key: KeyRecord)] { keys.ordered.map { ($0.key.text, $0.value) } }

    /// The key of that identifier, byte for byte (C-64).
    package subscript(id: String) -> KeyRecord? {
        id.utf8.count <= Keyring.longestIdentifier ? keys[ByteText(id)] : nil
    }

    // MARK: - Decisions

    /// Registers a key that was made elsewhere.
    package func decideKey(id: String, publicKey: [UInt8]) -> Decision<Void, KeyRefusal> {
        if let refusal = refusal(of: id) { return Decision(refusal: refusal) }
        return Decision([.keyRegistered(id: id, publicKey: publicKey)], ())
    }

    /// Registers the keys that are not known yet: all of them, or none.
    package func decideKeys(_ wanted: [(id: String, publicKey: [UInt8])]) -> Decision<Void, KeyRefusal> {
        var events: [StoreEvent.Kind] = []
        for key in wanted where keys[ByteText(key.id)]?.publicKey != key.publicKey {
            if let refusal = refusal(of: key.id) { return Decision(refusal: refusal) }
            events.append(.keyRegistered(id: key.id, publicKey: key.publicKey))
        }
        return Decision(events, ())
    }

    private func refusal(of id: String) -> KeyRefusal? {
        if id.isEmpty { return .emptyKeyIdentifier }
        if id.utf8.count > Keyring.longestIdentifier { return .keyIdentifierTooLong(limit: Keyring.longestIdentifier) }
        return keys[ByteText(id)] == nil ? nil : .duplicateKey(id)
    }

    private func unknownKey(_ id: String) -> UnknownName { UnknownName(id, known: all.map(\.id)) }

    /// Returns whether a key that came from outside can be registered under an identifier.
    func canTake(_ key: KeyRecord, as id: String) -> Bool { refusal(of: id) == nil && key.isPossible }

    /// Revokes a key, which ends every signature it ever made, the young ones too (S0-39, C-39).
    package func decideRevocation(ofKey id: String) -> Decision<Void, KeyRefusal> {
        guard let key = self[id] else { return Decision(refusal: .unknownKey(unknownKey(id))) }
        return Decision(key.revoked == nil ? [.keyRevoked(id: id)] : [], ())
    }

    /// Registers a key that was made from the store's randomness, under a name for people (S0-14, S0-15, C-101).
    package func decideGeneratedKey(
        id: String, named name: String, publicKey: [UInt8], privateKey: [UInt8]
    ) -> Decision<Void, KeyRefusal> {
        guard !name.isEmpty else { return Decision(refusal: .emptyKeyName) }
        guard keys[ByteText(id)] == nil else { return Decision(refusal: .duplicateKey(id)) }
        return Decision([.keyGenerated(id: id, name: name, publicKey: publicKey, privateKey: privateKey)], ())
    }

    /// Hands out the private half of a key that the store made, once (S0-16, S1-28, B1-1, C-101).
    package func decideDownload(ofKey id: String) -> Decision<[UInt8], KeyRefusal> {
        guard let key = self[id] else { return Decision(refusal: .unknownKey(unknownKey(id))) }
        switch key.origin {
        case .registered: return Decision(refusal: .keyNotGenerated(id))
        case .downloaded: return Decision(refusal: .keyAlreadyDownloaded(id))
        case .generated(let privateKey):
            if let revoked = key.revoked { return Decision(refusal: .keyRevoked(id, on: Date(revoked))) }
            return Decision([.keyDownloaded(id: id)], privateKey)
        }
    }

    // MARK: - Events

    mutating func register(_ id: String, _ key: KeyRecord) { keys[ByteText(id)] = key }

    mutating func revoke(_ id: String, at instant: Instant) { keys.change(ByteText(id)) { $0.revoked = instant } }

    mutating func handOut(_ id: String) { keys.change(ByteText(id)) { $0.origin = .downloaded } }

    // MARK: - Soundness

    func fault(until now: Instant) -> String? {
        let wrong = all.first {
            !(1...Keyring.longestIdentifier ~= $0.id.utf8.count) || !$0.key.isPossible || $0.key.revoked ?? now > now
        }
        return wrong.map {
            "The key '\($0.id)' or its identifier has a wrong length, or it was revoked after the store's clock."
        }
    }
}
