extension SignatureMistake {
    /// The mistake without its details, to list what was tried.
    ///
    /// Names, order and meaning are those of the mistakes.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
        /// A mistake in the way the signature is written, of this name in ``SignatureMistake``.
        case quotationMarks, pythonBytes, percentEncoded, blankForPlus, whitespaceInBase64, base64URLAlphabet,
            missingPadding,
            strayTrailingBits, hexadecimal, base64Twice, compactJWS, notBase64, rawSignature, looseDER, notDER,
            impossibleSignature
        /// A mistake in the key that made the signature, of this name in ``SignatureMistake``.
        case otherKeySigned, otherKeyIdentifierInText, otherKeyIdentifierSent
        /// A mistake in the way the signed text is put together, of this name in ``SignatureMistake``.
        case separatorInPart, otherSeparator, noSeparator, otherOrder, partMissing, partDoubled, leadingSeparator,
            trailingSeparator, extraText, otherTextEncoding, otherHash, hashedTwice
        /// A mistake in a part of the signed text, of this name in ``SignatureMistake``.
        case nonceUpperCase, nonceOtherForm, tokenUpperCase, tokenOtherForm, userNameLetterCase, userNameHashed,
            accountNotSigned, accountNotSent, otherAccount, placeholder, timestampSignedInSeconds,
            timestampSentInSeconds, timestampOtherForm, otherTimestamp, otherNonce, otherBundle, otherProduct,
            otherOffer, letterCase, whitespaceAroundPart
        /// A mistake that only a compact JWS can have, of this name after `jws` in ``JWSMistake``.
        case jwsOriginalSignature, jwsPartCount, jwsPadding, jwsStandardAlphabet, jwsNotBase64URL, jwsNotJSONObject,
            jwsRepeatedName, jwsMissingHeader, jwsOtherAlgorithm, jwsOtherType, jwsCriticalExtension, jwsDERSignature,
            jwsSignatureLength, jwsOtherTextSigned, jwsMissingClaim, jwsClaimOfOtherType, jwsOtherAudience,
            jwsUnknownTransaction, jwsOtherCustomersTransaction
    }

    /// The three things that can go wrong; a diagnosis lists mistakes in this order.
    package enum Stage: Hashable, Sendable {
        /// The way the signature is written.
        case encoding
        /// The key that made it.
        case key
        /// The text that was signed.
        case message
    }

    /// The mistake without its details.
    public var kind: Kind {
        switch self {
        case .quotationMarks: .quotationMarks
        case .pythonBytes: .pythonBytes
        case .percentEncoded: .percentEncoded
        case .blankForPlus: .blankForPlus
        case .whitespaceInBase64: .whitespaceInBase64
        case .base64URLAlphabet: .base64URLAlphabet
        case .missingPadding: .missingPadding
        case .strayTrailingBits: .strayTrailingBits
        case .hexadecimal: .hexadecimal
        case .base64Twice: .base64Twice
        case .compactJWS: .compactJWS
        case .notBase64: .notBase64
        case .rawSignature: .rawSignature
        case .looseDER: .looseDER
        case .notDER: .notDER
        case .impossibleSignature: .impossibleSignature
        case .otherKeySigned: .otherKeySigned
        case .otherKeyIdentifierInText: .otherKeyIdentifierInText
        case .otherKeyIdentifierSent: .otherKeyIdentifierSent
        case .separatorInPart: .separatorInPart
        case .otherSeparator: .otherSeparator
        case .noSeparator: .noSeparator
        case .otherOrder: .otherOrder
        case .partMissing: .partMissing
        case .partDoubled: .partDoubled
        case .leadingSeparator: .leadingSeparator
        case .trailingSeparator: .trailingSeparator
        case .extraText: .extraText
        case .otherTextEncoding: .otherTextEncoding
        case .otherHash: .otherHash
        case .hashedTwice: .hashedTwice
        case .nonceUpperCase: .nonceUpperCase
        case .nonceOtherForm: .nonceOtherForm
        case .tokenUpperCase: .tokenUpperCase
        case .tokenOtherForm: .tokenOtherForm
        case .userNameLetterCase: .userNameLetterCase
        case .userNameHashed: .userNameHashed
        case .accountNotSigned: .accountNotSigned
        case .accountNotSent: .accountNotSent
        case .otherAccount: .otherAccount
        case .placeholder: .placeholder
        case .timestampSignedInSeconds: .timestampSignedInSeconds
        case .timestampSentInSeconds: .timestampSentInSeconds
        case .timestampOtherForm: .timestampOtherForm
        case .otherTimestamp: .otherTimestamp
        case .otherNonce: .otherNonce
        case .otherBundle: .otherBundle
        case .otherProduct: .otherProduct
        case .otherOffer: .otherOffer
        case .letterCase: .letterCase
        case .whitespaceAroundPart: .whitespaceAroundPart
        case .jws(let mistake): mistake.kind
        }
    }
}

extension JWSMistake {
    /// The mistake without its details.
    public var kind: SignatureMistake.Kind {
        switch self {
        case .originalSignature: .jwsOriginalSignature
        case .partCount: .jwsPartCount
        case .padding: .jwsPadding
        case .standardAlphabet: .jwsStandardAlphabet
        case .notBase64URL: .jwsNotBase64URL
        case .notJSONObject: .jwsNotJSONObject
        case .repeatedName: .jwsRepeatedName
        case .missingHeader: .jwsMissingHeader
        case .otherAlgorithm: .jwsOtherAlgorithm
        case .otherType: .jwsOtherType
        case .criticalExtension: .jwsCriticalExtension
        case .derSignature: .jwsDERSignature
        case .signatureLength: .jwsSignatureLength
        case .otherTextSigned: .jwsOtherTextSigned
        case .missingClaim: .jwsMissingClaim
        case .claimOfOtherType: .jwsClaimOfOtherType
        case .otherAudience: .jwsOtherAudience
        case .unknownTransaction: .jwsUnknownTransaction
        case .otherCustomersTransaction: .jwsOtherCustomersTransaction
        }
    }
}
