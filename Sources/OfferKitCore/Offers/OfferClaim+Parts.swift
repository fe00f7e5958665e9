#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension OfferClaim {
    /// The seven parts that are signed, in their order (B2-1): what the signature has to be over.
    ///
    /// Nonce and token in lower case (B2-3, B2-4), the user name as sent (C-2); absent parts are empty.
    package var signedParts: [String] {
        [
            bundleID, discount.keyIdentifier ?? "", productID, discount.identifier ?? "", account.signedText,
            discount.nonce?.uuidString.lowercased() ?? "", discount.timestamp.map { String($0) } ?? "",
        ]
    }
}

extension AppAccount {
    /// The text that stands for the account in the signed string.
    package var signedText: String {
        switch self {
        case .notSet: ""
        case .userName(let name): name
        case .token(let token): token.uuidString.lowercased()
        }
    }

    /// A warning for a user name that was sent as an e-mail address instead of a hash (S0-29).
    package var warnings: [SignatureDiagnosis.Warning] {
        guard case .userName(let name) = self else { return [] }
        let halves = name.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, let host = halves.last, !halves[0].isEmpty, host.contains("."),
            host.first != ".", host.last != "."
        else { return [] }
        return [.userNameLooksLikeEmail(name)]
    }
}

extension PaymentDiscount {
    /// The parts that are absent or empty (S0-72), but for the user name, which is no part of this value.
    package var missingParameters: [OfferParameter] {
        let texts: [(OfferParameter, String?)] = [
            (.identifier, identifier), (.keyIdentifier, keyIdentifier), (.nonce, nonce.map { _ in "set" }),
            (.timestamp, timestamp.map { _ in "set" }), (.signature, signature),
        ]
        return texts.filter { $0.1?.isEmpty ?? true }.map(\.0)
    }
}
