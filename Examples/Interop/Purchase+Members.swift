import OfferKit

extension Purchase {
    /// Returns the members for a part of an offer.
    static func members(_ part: OfferParameter) -> [String] {
        switch part {
        case .identifier: ["offer.id"]
        case .keyIdentifier: ["offer.keyID"]
        case .applicationUsername: ["userName", "token"]
        case .nonce: ["offer.nonce"]
        case .timestamp: ["offer.timestamp"]
        case .signature: ["offer.signature"]
        case .compactJWS: ["offer.jws"]
        }
    }

    /// Returns the advice on what to write in a line for the missing parts.
    static func advice(_ missing: [OfferParameter]) -> String {
        let names = missing.map { members($0).joined(separator: " or ") }.joined(separator: "; ")
        guard missing.contains(.applicationUsername) else { return "\(names)." }
        return "\(names). Where your server signs without either, say so with an empty user name, \"userName\": \"\"."
    }
}
