/// What the cryptography says of a promotional offer's signature.
///
/// Worked out before the store decides, from what the store knew then; it decides nothing itself. Keys,
/// nonces and the clock are judged by the store.
package enum SignatureEvidence: Hashable, Sendable {
    /// The signature is that of the key named, over the parts of this very purchase (B2-15).
    case verifies
    /// It is not; with all that could be found out about why.
    case fails(SignatureFindings)
}

/// What trying the known mistakes has shown about a signature that does not verify.
package struct SignatureFindings: Hashable, Sendable {
    /// The mistakes that are proved, the likeliest first (C-65).
    package var mistakes: [SignatureMistake]
    /// What was looked at or tried to the end, and is not the reason by itself.
    package var ruledOut: [SignatureMistake.Kind]
    /// What was tried and is not ruled out: there are more candidates than are known or tried, or the signature or its key
    /// is uncertain.
    package var partlyTried: [SignatureMistake.Kind]
    /// The keys to compare, where a whole signature belongs to none of the texts and keys that were tried.
    package var mismatch: KeyMismatch?

    /// Findings; none unless told otherwise.
    package init(
        mistakes: [SignatureMistake] = [], ruledOut: [SignatureMistake.Kind] = [],
        partlyTried: [SignatureMistake.Kind] = [], mismatch: KeyMismatch? = nil
    ) {
        self.mistakes = mistakes
        self.ruledOut = ruledOut
        self.partlyTried = partlyTried
        self.mismatch = mismatch
    }

    /// What tells a developer whether it is the key: SHA-256 of public keys in DER, in hexadecimal digits.
    package struct KeyMismatch: Hashable, Sendable {
        /// The identifier that was sent.
        package let keyIdentifier: String
        /// The key that is registered under it.
        package let registered: String
        /// The only keys that can have made the signature of the expected text.
        package let signers: [String]

        /// A mismatch of these keys.
        package init(keyIdentifier: String, registered: String, signers: [String]) {
            self.keyIdentifier = keyIdentifier
            self.registered = registered
            self.signers = signers
        }

        /// What it is among the causes of a refusal.
        package var cause: SignatureCause {
            .otherPrivateKeyOrText(keyIdentifier, registered: registered, signers: signers)
        }
    }
}

/// A promotional offer's claim together with the purchase it came with: all that is signed (B2-1).
package struct OfferClaim: Hashable, Sendable {
    /// The bundle identifier of the running app.
    package var bundleID: String
    /// The identifier of the product that is bought.
    package var productID: String
    /// The user name or token of the purchase.
    package var account: AppAccount
    /// What the developer's server answered.
    package var discount: PaymentDiscount

    /// A claim with the purchase it came with.
    package init(bundleID: String, productID: String, account: AppAccount, discount: PaymentDiscount) {
        self.bundleID = bundleID
        self.productID = productID
        self.account = account
        self.discount = discount
    }
}
