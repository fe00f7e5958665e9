public import OfferKitCore
public import OfferKitEssentials

/// The answer of the developer's server: the signature, and the parts that the server chose (S0-51, B2-11).
public struct OfferSignatureAnswer: Hashable, Sendable {
    /// The identifier of the key that signed.
    public var keyIdentifier: String
    /// The nonce, a UUID of version 4 (S0-32).
    public var nonce: UUID
    /// The DER signature in Base64 (S0-48, S0-49).
    public var signature: String
    /// Milliseconds since 1970 (S0-33).
    public var timestamp: Int64

    /// An answer from its four parts.
    public init(keyIdentifier: String, nonce: UUID, signature: String, timestamp: Int64) {
        self.keyIdentifier = keyIdentifier
        self.nonce = nonce
        self.signature = signature
        self.timestamp = timestamp
    }
}

extension OfferSignatureAnswer: Codable {
    /// The names of an answer's fields, in JSON as in a dictionary.
    enum CodingKeys: String, CodingKey {
        case keyIdentifier, keyID, nonce, signature, timestamp
        case keyIDOfSample = "key_id"

        /// The names of the key's identifier, in the order in which they are tried.
        static let keyIdentifiers = [keyIdentifier, keyID, keyIDOfSample]
    }

    /// Reads an answer as the sample server gives it (S1-34), or with this type's own names.
    ///
    /// The keys are `keyIdentifier` (or `keyID`, `key_id`), `nonce`, `signature` and `timestamp`, the latter a number
    /// or text. Others are ignored.
    ///
    /// - Throws: ``OfferExchangeError`` that names the missing or malformed field (C-62). A text that is not JSON is an
    ///   error of the decoder.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.fields(CodingKeys.self)
        keyIdentifier = try fields.text(CodingKeys.keyIdentifiers, .keyIdentifier)
        nonce = try UUIDText.read(try fields.text([.nonce], .nonce), .nonce)
        signature = try fields.text([.signature], .signature)
        guard fields.contains(.timestamp), try !fields.decodeNil(forKey: .timestamp) else {
            throw OfferExchangeError.missing(.timestamp)
        }
        if let text = try? fields.decode(String.self, forKey: .timestamp) {
            timestamp = try TimestampText.read(text)
        } else if let number = try? fields.decode(Int64.self, forKey: .timestamp), number >= 0 {
            timestamp = number
        } else {
            throw OfferExchangeError.malformed(.timestamp, "no whole number of milliseconds")
        }
    }

    /// Writes `keyIdentifier`, `nonce` in lower case, `signature`, and `timestamp` as a number.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(keyIdentifier, forKey: .keyIdentifier)
        try fields.encode(OfferPayload.text(nonce), forKey: .nonce)
        try fields.encode(signature, forKey: .signature)
        try fields.encode(timestamp, forKey: .timestamp)
    }
}

extension PaymentDiscount {
    /// The claim that an app makes from its server's answer (S0-63).
    public init(offer: String, answer: OfferSignatureAnswer) {
        self.init(
            identifier: offer, keyIdentifier: answer.keyIdentifier, nonce: answer.nonce, signature: answer.signature,
            timestamp: answer.timestamp)
    }

    /// A claim from the texts of an answer, any of which may be absent or empty.
    ///
    /// A part that is absent or empty stays so, and the store answers with `missingOfferParams` and the part's name
    /// (S0-72). An empty nonce or timestamp becomes an absent one.
    ///
    /// - Throws: ``OfferExchangeError/malformed(_:_:)`` for a nonce that is no UUID, and for a timestamp that is not
    ///   plain decimal digits without sign, blank or leading zero (C-62).
    public init(
        offer: String?, keyIdentifier: String?, nonce: String?, signature: String?, timestamp: String?
    ) throws(OfferExchangeError) {
        var uuid: UUID?
        if let nonce, !nonce.isEmpty { uuid = try UUIDText.read(nonce, .nonce) }
        var milliseconds: Int64?
        if let timestamp, !timestamp.isEmpty { milliseconds = try TimestampText.read(timestamp) }
        self.init(
            identifier: offer, keyIdentifier: keyIdentifier, nonce: uuid, signature: signature,
            timestamp: milliseconds)
    }

    /// A claim from the fields of an answer by name, any of which may be absent or empty.
    ///
    /// The names are `keyIdentifier` (or `keyID`, `key_id`), `nonce`, `signature` and `timestamp`.
    ///
    /// - Throws: ``OfferExchangeError/malformed(_:_:)`` as the initialiser from texts does (C-62).
    public init(offer: String?, fields: [String: String]) throws(OfferExchangeError) {
        func text(_ key: OfferSignatureAnswer.CodingKeys) -> String? { fields[key.rawValue] }
        try self.init(
            offer: offer, keyIdentifier: OfferSignatureAnswer.CodingKeys.keyIdentifiers.lazy.compactMap(text).first,
            nonce: text(.nonce), signature: text(.signature), timestamp: text(.timestamp))
    }
}
