public import OfferKitCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PaymentDiscount {
    /// The claim that an app makes from its server's answer (S0-63).
    public init(offer: String, answer: OfferSignatureAnswer) {
        self.init(
            identifier: offer, keyIdentifier: answer.keyIdentifier, nonce: answer.nonce, signature: answer.signature,
            timestamp: answer.timestamp)
    }

    /// A claim from the texts of an answer, any of which may be absent or empty.
    ///
    /// What is absent or empty stays so, and the store answers `missingOfferParams` and names it (S0-72). An empty
    /// nonce or timestamp becomes an absent one.
    ///
    /// - Throws: ``OfferExchangeError/malformed(_:_:)`` for a nonce that is no UUID, and for a timestamp that is not plain
    ///   decimal digits without sign, blank or leading zero (C-62).
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
