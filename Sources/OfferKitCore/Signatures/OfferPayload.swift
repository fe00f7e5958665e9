package import OfferKitEssentials

/// The seven parts of a promotional offer's signed text, in the order in which they are signed (B2-1).
public enum OfferPart: String, Hashable, Sendable, CaseIterable, Codable {
    /// The bundle identifier of the app.
    case bundleID
    /// The identifier of the key that signs (S0-36).
    case keyIdentifier
    /// The product's identifier.
    case productID
    /// The offer's identifier.
    case offerID
    /// The user name's hash, or the account token in lower case in its place; may be empty (B2-4, B2-5).
    case account
    /// The nonce, a UUID in lower case (B2-3).
    case nonce
    /// Milliseconds since 1970 as decimal digits (B2-7).
    case timestamp
}

/// The text that is signed for a promotional offer: seven parts with U+2063 between them (S0-40, S0-41, B2-1).
///
/// This type alone puts the text together, for the signer and for the verifier.
package struct OfferPayload: Hashable, Sendable {
    /// U+2063, the invisible separator: bytes `E2 81 A3` (B2-2).
    package static let separator = "\u{2063}"

    /// The parts in the order of ``OfferPart``.
    package let parts: [String]

    /// The payload of these parts.
    ///
    /// The user name is taken as it is; nonce and token are written in lower case.
    package init(
        bundleID: String, keyIdentifier: String, productID: String, offerID: String, account: AppAccount,
        nonce: UUID, timestamp: Int64
    ) {
        parts = [
            bundleID, keyIdentifier, productID, offerID, account.signedText, OfferPayload.text(nonce),
            String(timestamp),
        ]
    }

    /// The payload that the store puts together from a purchase's own fields (B2-15); nil while one is absent.
    package init?(_ claim: OfferClaim) {
        let discount = claim.discount
        guard let offer = discount.identifier, let key = discount.keyIdentifier, let nonce = discount.nonce,
            let timestamp = discount.timestamp
        else { return nil }
        self.init(
            bundleID: claim.bundleID, keyIdentifier: key, productID: claim.productID, offerID: offer,
            account: claim.account, nonce: nonce, timestamp: timestamp)
    }

    /// The text to sign.
    package var text: String {
        parts.joined(separator: OfferPayload.separator)
    }

    /// The text's UTF-8 bytes (B2-2).
    package var bytes: [UInt8] {
        Array(text.utf8)
    }

    /// The parts that contain the separator.
    ///
    /// Such a text could be read in two ways, so it is never good (C-63).
    package var partsWithSeparator: [OfferPart] {
        zip(OfferPart.allCases, parts).filter { $0.1.unicodeScalars.contains("\u{2063}") }.map(\.0)
    }

    /// The part of that kind.
    package subscript(part: OfferPart) -> String {
        parts[part.position]
    }

    /// A UUID as it is signed: 36 characters, lower case (B2-3, B2-4).
    package static func text(_ uuid: UUID) -> String {
        lowerCased(uuid.uuidString)
    }

    /// ASCII letters in lower case, every other byte as it is (C-64).
    package static func lowerCased(_ text: String) -> String {
        let upper = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return String(decoding: text.utf8.map { upper ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

extension OfferPart {
    /// The part's place in the signed text, from 0.
    package var position: Int { OfferPart.allCases.prefix { $0 != self }.count }
}

extension AppAccount {
    /// The account as it is signed: the user name as sent, the token in lower case, or nothing (B2-4, B2-5).
    package var signedText: String {
        switch self {
        case .notSet: ""
        case .userName(let name): name
        case .token(let token): OfferPayload.text(token)
        }
    }
}

extension OfferPart: CustomStringConvertible {
    /// The part's name in a sentence.
    public var description: String {
        switch self {
        case .bundleID: "bundle identifier"
        case .keyIdentifier: "key identifier"
        case .productID: "product identifier"
        case .offerID: "offer identifier"
        case .account: "user name or token"
        case .nonce: "nonce"
        case .timestamp: "timestamp"
        }
    }
}
