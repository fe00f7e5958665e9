public import OfferKitEssentials

/// The signed claim that is sent with a purchase to redeem a promotional offer (S0-63, B2-12).
///
/// It carries what the developer's server answered: not the offer itself (that is `ProductDiscount`, S0-64)
/// but the proof that this customer may have it. Any part may be absent or empty, as it may be in a real
/// app; the store then answers `missingOfferParams` and names every missing part (S0-72, C-1).
public struct PaymentDiscount: Hashable, Sendable {
    /// The offer's identifier, as set up in App Store Connect (S0-10).
    public var identifier: String?
    /// The identifier of the key that signed (S0-15).
    public var keyIdentifier: String?
    /// A version 4 UUID that has never been sent before (S0-30…32).
    public var nonce: UUID?
    /// The DER signature in Base64 (S0-48, S0-49).
    public var signature: String?
    /// The time of signing, in milliseconds since 1970 (S0-33).
    ///
    /// The signature is good for 24 hours (S0-34).
    public var timestamp: Int64?

    /// A claim from its five parts.
    public init(identifier: String?, keyIdentifier: String?, nonce: UUID?, signature: String?, timestamp: Int64?) {
        self.identifier = identifier
        self.keyIdentifier = keyIdentifier
        self.nonce = nonce
        self.signature = signature
        self.timestamp = timestamp
    }
}

/// The buyer in the app's own terms: the part of a purchase that is signed along with a promotional offer.
///
/// It is one choice, because the signed text has one place for both (B2-1).
public enum AppAccount: Hashable, Sendable, Codable {
    /// Nothing was set. With a promotional offer that is the most common mistake of all (S0-73).
    case notSet
    /// StoreKit 1's `applicationUsername`: a salted one-way hash, never plain text (S0-28, S0-29).
    case userName(String)
    /// StoreKit 2's `appAccountToken`, signed in lower case (B2-4).
    case token(UUID)

    /// User names with the same bytes are equal (C-64).
    public static func == (a: AppAccount, b: AppAccount) -> Bool {
        switch (a, b) {
        case (.notSet, .notSet): true
        case (.userName(let one), .userName(let other)): one.hasBytes(of: other)
        case (.token(let one), .token(let other)): one == other
        default: false
        }
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .notSet: hasher.combine(0)
        case .userName(let name): hasher.combine(ByteText(name))
        case .token(let token): hasher.combine(token)
        }
    }
}

/// The parts of a purchase that a promotional offer cannot do without (S0-72).
public enum OfferParameter: String, Hashable, Sendable, CaseIterable, Codable {
    /// ``PaymentDiscount/identifier``.
    case identifier
    /// ``PaymentDiscount/keyIdentifier``.
    case keyIdentifier
    /// ``AppAccount``: the user name, or the account token in its place.
    case applicationUsername
    /// ``PaymentDiscount/nonce``.
    case nonce
    /// ``PaymentDiscount/timestamp``.
    case timestamp
    /// ``PaymentDiscount/signature``.
    case signature
    /// The compact JWS, of an offer that comes with one (B2-22).
    case compactJWS
}

extension PaymentDiscount {
    /// The parts that are absent or empty (S0-72), except the user name, which is no part of this value.
    var missingParameters: [OfferParameter] {
        func isMissing(_ text: String?) -> Bool { text?.isEmpty ?? true }
        let parts: [(OfferParameter, isMissing: Bool)] = [
            (.identifier, isMissing(identifier)), (.keyIdentifier, isMissing(keyIdentifier)), (.nonce, nonce == nil),
            (.timestamp, timestamp == nil), (.signature, isMissing(signature)),
        ]
        return parts.filter(\.isMissing).map(\.0)
    }
}
