package import OfferKitCore
package import OfferKitCrypto

/// Checks the signature of a promotional offer, and explains one that does not fit (S0-71, B2-15).
///
/// It decides nothing: the store judges keys, nonces and the clock, and an explained signature is refused like any
/// other.
package struct OfferVerifier: Sendable {
    /// The most digests that an explanation tries, by default.
    ///
    /// A digest costs one multiplication of the curve's base point, whatever the number of keys and of ways to read the
    /// signature: about 8 µs in a release build. In a small shop this is enough for every mistake alone (some 350),
    /// every two of the common ones (some 2,000), every three of the ten commonest, and each of the commonest with each
    /// rare one (some 2,500). A larger shop's candidates are cut off at 256 of a kind, and reported as left open. All
    /// 5,040 orders of the parts, and rare mistakes with any common one, take a budget of 30,000.
    package static let defaultBudget = 6_000

    private let backend: CryptoBackend
    let budget: Int
    /// Whether a signature over the user name in lower case is valid for the name as sent (C-2).
    let acceptsLowercasedUserName: Bool
    private let preparedKey: @Sendable ([UInt8]) -> PreparedP256PublicKey?

    /// - Parameters:
    ///   - backend: The library for the cryptography of the verdict. Explanations always use our own.
    ///   - budget: The most digests that an explanation tries.
    ///   - acceptsLowercasedUserName: Whether a signature over the user name in lower case is valid for the name as
    ///     sent (C-2).
    ///   - preparedKey: Finds a key's table by its 65 bytes; nil where there is none. Only used with our own
    ///     cryptography.
    package init(
        backend: CryptoBackend = .preferred, budget: Int = OfferVerifier.defaultBudget,
        acceptsLowercasedUserName: Bool = true,
        preparedKey: @escaping @Sendable ([UInt8]) -> PreparedP256PublicKey? = { _ in nil }
    ) {
        self.backend = backend
        self.budget = budget
        self.acceptsLowercasedUserName = acceptsLowercasedUserName
        self.preparedKey = preparedKey
    }

    /// Returns whether the signature is valid.
    ///
    /// That needs strict Base64 (C-61), strict DER, and ECDSA over the text put together from the purchase's own
    /// fields, the user name as sent or in lower case (C-2, C-64); a part with a separator in it makes it invalid
    /// (C-63).
    package func verifies(_ claim: OfferClaim, key: [UInt8]) -> Bool {
        guard claim.account != .notSet, let payload = OfferPayload(claim), payload.partsWithSeparator.isEmpty,
            let signature = claim.discount.signature.flatMap(SignatureText.strict)
        else { return false }
        if isValid(signature, payload.bytes, key) { return true }
        guard acceptsLowercasedUserName, case .userName(let name) = claim.account else { return false }
        return OfferVerifier.lowerCases(of: name).contains { lowerCase in
            var lowerCased = claim
            lowerCased.account = .userName(lowerCase)
            return OfferPayload(lowerCased).map { isValid(signature, $0.bytes, key) } ?? false
        }
    }

    /// Returns the lower-case forms of a user name other than the name itself: of ASCII letters only, and of all.
    ///
    /// The libraries that sign are written in languages that differ in this (C-64).
    private static func lowerCases(of name: String) -> [String] {
        // Names are compared by bytes, as signatures do.
        var forms = [name]
        for form in [OfferPayload.lowerCased(name), name.lowercased()]
        where !forms.contains(where: { $0.utf8.elementsEqual(form.utf8) }) {
            forms.append(form)
        }
        return Array(forms.dropFirst())
    }

    func isValid(_ signature: ECDSASignature, _ message: [UInt8], _ key: [UInt8]) -> Bool {
        if backend == .pure, let prepared = preparedKey(key) {
            return prepared.isValidSignature(signature, for: message)
        }
        guard let key = try? P256PublicKey(x963Representation: key) else { return false }
        return backend.isValidSignature(signature, for: message, publicKey: key)
    }
}
