/// A key that signs promotional offers, as the store knows it.
package struct KeyRecord: Hashable, Sendable, Codable {
    /// Where a key comes from, and what became of its private half.
    package enum Origin: Hashable, Sendable, Codable {
        /// It was made elsewhere, and only its public half registered.
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
    package var origin = Origin.registered
    /// Set when the developer revoked it (S0-39).
    package var revoked: Instant?

    package init(publicKey: [UInt8], name: String = "", origin: Origin = .registered) {
        self.publicKey = publicKey
        self.name = name
        self.origin = origin
    }
}

extension StoreState {
    /// The key of that identifier, byte for byte: a dictionary takes two spellings of one letter for the same (C-64).
    package func key(_ id: String) -> KeyRecord? {
        guard id.utf8.count <= StoreState.longestKeyIdentifier, let place = keys.index(forKey: id),
            keys[place].key.utf8.elementsEqual(id.utf8)
        else { return nil }
        return keys[place].value
    }

    /// No key has a longer identifier: App Store Connect's have ten characters.
    package static let longestKeyIdentifier = 256
}
