import OfferKitEssentials

/// Reads a UUID from an answer: exactly 36 characters, hyphens in their places, either case (C-62).
enum UUIDText {
    static func read(_ text: String, _ field: OfferExchangeError.Field) throws(OfferExchangeError) -> UUID {
        guard let uuid = uuid(text) else { throw .malformed(field, text) }
        return uuid
    }

    /// Returns the UUID; nil unless the text has the 36 characters, in either letter case.
    static func uuid(_ text: String) -> UUID? {
        let text = Array(text.utf8)
        let hyphen = UInt8(ascii: "-")
        guard text.count == 36, [8, 13, 18, 23].allSatisfy({ text[$0] == hyphen }),
            let bytes = Hexadecimal.decode(text.filter { $0 != hyphen }), bytes.count == 16
        else { return nil }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

/// Reads a timestamp from an answer: plain decimal digits, no sign, no blank, no leading zero (C-62).
enum TimestampText {
    static func read(_ text: String) throws(OfferExchangeError) -> Int64 {
        guard let number = Int64(canonical: text), number >= 0 else { throw .malformed(.timestamp, text) }
        return number
    }
}

extension Decoder {
    /// Returns the fields of an object under these names.
    func fields<Key: CodingKey>(_ names: Key.Type) throws(OfferExchangeError) -> KeyedDecodingContainer<Key> {
        guard let fields = try? container(keyedBy: names) else { throw .noObject }
        return fields
    }
}

extension KeyedDecodingContainer {
    /// Returns the text under the first of these keys that is present.
    func text(_ keys: [Key], _ field: OfferExchangeError.Field) throws(OfferExchangeError) -> String {
        for key in keys {
            if let text = try optionalText(key, field) { return text }
        }
        throw .missing(field)
    }

    /// Returns the text under a key; nil when the key is absent or null.
    func optionalText(_ key: Key, _ field: OfferExchangeError.Field) throws(OfferExchangeError) -> String? {
        do {
            return try decodeIfPresent(String.self, forKey: key)
        } catch {
            throw .malformed(field, "no text")
        }
    }
}
