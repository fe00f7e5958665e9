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
