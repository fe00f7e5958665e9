extension SignatureMistake {
    /// The mistake without its details, to list what was tried.
    ///
    /// Names and order are those of the mistakes, and what each means is said there.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
        /// How the signature is written: the mistake of this name.
        case quotationMarks, pythonBytes, percentEncoded, blankForPlus, whitespaceInBase64, base64URLAlphabet,
            missingPadding,
            strayTrailingBits, hexadecimal, base64Twice, compactJWS, notBase64, rawSignature, looseDER, notDER,
            impossibleSignature
        /// Which key made it: the mistake of this name.
        case otherKeySigned, otherKeyIdentifierInText, otherKeyIdentifierSent
        /// How the signed text is put together: the mistake of this name.
        case separatorInPart, otherSeparator, noSeparator, otherOrder, partMissing, partDoubled, leadingSeparator,
            trailingSeparator, extraText, otherTextEncoding, otherHash, hashedTwice
        /// What a part of the signed text contains: the mistake of this name.
        case nonceUpperCase, nonceOtherForm, tokenUpperCase, tokenOtherForm, userNameLetterCase, userNameHashed,
            accountNotSigned, accountNotSent, otherAccount, placeholder, timestampSignedInSeconds,
            timestampSentInSeconds, timestampOtherForm, otherTimestamp, otherNonce, otherBundle, otherProduct,
            otherOffer, letterCase, whitespaceAroundPart
        /// Only of a compact JWS: the mistake of this name in ``JWSMistake``.
        case jwsOriginalSignature, jwsPartCount, jwsPadding, jwsStandardAlphabet, jwsNotBase64URL, jwsNotJSONObject,
            jwsRepeatedName, jwsMissingHeader, jwsOtherAlgorithm, jwsOtherType, jwsCriticalExtension, jwsDERSignature,
            jwsSignatureLength, jwsOtherTextSigned, jwsMissingClaim, jwsClaimOfOtherType, jwsOtherAudience,
            jwsUnknownTransaction, jwsOtherCustomersTransaction
    }

    /// Which of the three things went wrong; a diagnosis lists them in this order.
    public enum Stage: Int, Hashable, Sendable, Comparable {
        /// How the signature is written.
        case encoding
        /// Which key made it.
        case key
        /// What was signed.
        case message

        /// In the order of signing backwards: what the store reads first stands first.
        public static func < (a: Stage, b: Stage) -> Bool {
            a.rawValue < b.rawValue
        }
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
