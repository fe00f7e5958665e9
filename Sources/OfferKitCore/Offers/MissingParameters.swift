extension AppAccount {
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
