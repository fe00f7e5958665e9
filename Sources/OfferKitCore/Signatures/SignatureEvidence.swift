/// The result of the cryptographic check of a promotional offer's signature.
///
/// It is worked out before the store decides, from what the store knew then, and decides nothing itself: the store
/// judges keys, nonces and the clock.
package enum SignatureEvidence: Hashable, Sendable {
    /// The signature is that of the key named, over the parts of this very purchase (B2-15).
    case verifies
    /// The signature is not; with the findings about why.
    case fails(SignatureFindings)

    /// The findings about why it is not; none for a signature that verifies.
    var findings: SignatureFindings { if case .fails(let findings) = self { findings } else { SignatureFindings() } }
}

/// The findings of trying the known mistakes on a signature that does not verify.
package struct SignatureFindings: Hashable, Sendable {
    /// The mistakes that are proved, the likeliest first (C-65).
    package var mistakes: [SignatureMistake]
    /// The mistakes that were checked or tried to the end, and are not the reason by themselves.
    package var ruledOut: [SignatureMistake.Kind]
    /// The mistakes that were tried and are not ruled out.
    ///
    /// There are more candidates than are known or tried, or the signature or its key is uncertain.
    package var partlyTried: [SignatureMistake.Kind]
    /// The keys to compare, where a whole signature belongs to none of the texts and keys that were tried.
    package var mismatch: KeyMismatch?

    /// Findings, which are empty unless given.
    package init(
        mistakes: [SignatureMistake] = [], ruledOut: [SignatureMistake.Kind] = [],
        partlyTried: [SignatureMistake.Kind] = [], mismatch: KeyMismatch? = nil
    ) {
        self.mistakes = mistakes
        self.ruledOut = ruledOut
        self.partlyTried = partlyTried
        self.mismatch = mismatch
    }

    /// The keys for a developer to compare: SHA-256 of public keys in DER, in hexadecimal digits.
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

        /// The cause of a refusal that states this mismatch.
        var cause: SignatureCause {
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
    /// The answer of the developer's server.
    package var discount: PaymentDiscount

    /// A claim with the purchase it came with.
    package init(bundleID: String, productID: String, account: AppAccount, discount: PaymentDiscount) {
        self.bundleID = bundleID
        self.productID = productID
        self.account = account
        self.discount = discount
    }
}
