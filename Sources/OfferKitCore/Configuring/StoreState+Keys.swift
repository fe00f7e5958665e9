extension StoreState {
    package func decideKey(id: String, publicKey: [UInt8]) -> ConfigurationDecision {
        guard !id.isEmpty else { return Decision(refusal: .emptyKeyIdentifier) }
        guard keys[id] == nil else { return Decision(refusal: .duplicateKey(id)) }
        return Decision([.keyRegistered(id: id, publicKey: publicKey)], ())
    }

    /// Registers the keys that are not known yet: all of them, or none.
    package func decideKeys(_ wanted: [(id: String, publicKey: [UInt8])]) -> ConfigurationDecision {
        var events: [StoreEvent.Kind] = []
        for key in wanted where keys[key.id]?.publicKey != key.publicKey {
            guard !key.id.isEmpty else { return Decision(refusal: .emptyKeyIdentifier) }
            guard keys[key.id] == nil else { return Decision(refusal: .duplicateKey(key.id)) }
            events.append(.keyRegistered(id: key.id, publicKey: key.publicKey))
        }
        return Decision(events, ())
    }

    /// Revoking ends every signature the key ever made, the young ones too (S0-39, C-39).
    package func decideRevocation(ofKey id: String) -> ConfigurationDecision {
        guard let record = key(id) else { return Decision(refusal: .unknownKey(id)) }
        return Decision(record.revoked == nil ? [.keyRevoked(id: id)] : [], ())
    }

    /// Takes up a key that was made from the store's chance, under a name for people (S0-14, S0-15, C-101).
    package func decideGeneratedKey(
        id: String, named name: String, publicKey: [UInt8], privateKey: [UInt8]
    ) -> ConfigurationDecision {
        guard !name.isEmpty else { return Decision(refusal: .emptyKeyName) }
        guard keys[id] == nil else { return Decision(refusal: .duplicateKey(id)) }
        return Decision([.keyGenerated(id: id, name: name, publicKey: publicKey, privateKey: privateKey)], ())
    }

    /// Hands out the private half of a key that the store made, once (S0-16, S1-28, B1-1, C-101).
    package func decideDownload(ofKey id: String) -> Decision<[UInt8], KeyDownloadRefusal> {
        guard let record = key(id) else { return Decision(refusal: .unknownKey(id)) }
        switch record.origin {
        case .registered: return Decision(refusal: .keyNotGenerated(id))
        case .downloaded: return Decision(refusal: .keyAlreadyDownloaded(id))
        case .generated(let privateKey):
            if let revoked = record.revoked { return Decision(refusal: .keyRevoked(id, on: revoked)) }
            return Decision([.keyDownloaded(id: id)], privateKey)
        }
    }
}
