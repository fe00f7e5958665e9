extension SignatureMistake {
    /// The mistake without its details, to list what was tried.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// See the mistake of this name.
        case quotationMarks
        /// See the mistake of this name.
        case percentEncoded
        /// See the mistake of this name.
        case blankForPlus
        /// See the mistake of this name.
        case whitespaceInBase64
        /// See the mistake of this name.
        case base64URLAlphabet
        /// See the mistake of this name.
        case missingPadding
        /// See the mistake of this name.
        case strayTrailingBits
        /// See the mistake of this name.
        case hexadecimal
        /// See the mistake of this name.
        case base64Twice
        /// See the mistake of this name.
        case compactJWS
        /// See the mistake of this name.
        case notBase64
        /// See the mistake of this name.
        case rawSignature
        /// See the mistake of this name.
        case looseDER
        /// See the mistake of this name.
        case notDER
        /// See the mistake of this name.
        case impossibleSignature
        /// See the mistake of this name.
        case otherKeySigned
        /// See the mistake of this name.
        case otherKeyIdentifierInText
        /// See the mistake of this name.
        case otherKeyIdentifierSent
        /// See the mistake of this name.
        case separatorInPart
        /// See the mistake of this name.
        case otherSeparator
        /// See the mistake of this name.
        case noSeparator
        /// See the mistake of this name.
        case otherOrder
        /// See the mistake of this name.
        case partMissing
        /// See the mistake of this name.
        case partDoubled
        /// See the mistake of this name.
        case leadingSeparator
        /// See the mistake of this name.
        case trailingSeparator
        /// See the mistake of this name.
        case extraText
        /// See the mistake of this name.
        case otherTextEncoding
        /// See the mistake of this name.
        case otherHash
        /// See the mistake of this name.
        case hashedTwice
        /// See the mistake of this name.
        case nonceUpperCase
        /// See the mistake of this name.
        case nonceOtherForm
        /// See the mistake of this name.
        case tokenUpperCase
        /// See the mistake of this name.
        case tokenOtherForm
        /// See the mistake of this name.
        case userNameLetterCase
        /// See the mistake of this name.
        case userNameHashed
        /// See the mistake of this name.
        case accountNotSigned
        /// See the mistake of this name.
        case accountNotSent
        /// See the mistake of this name.
        case otherAccount
        /// See the mistake of this name.
        case placeholder
        /// See the mistake of this name.
        case timestampSignedInSeconds
        /// See the mistake of this name.
        case timestampSentInSeconds
        /// See the mistake of this name.
        case timestampOtherForm
        /// See the mistake of this name.
        case otherTimestamp
        /// See the mistake of this name.
        case otherNonce
        /// See the mistake of this name.
        case otherBundle
        /// See the mistake of this name.
        case otherProduct
        /// See the mistake of this name.
        case otherOffer
        /// See the mistake of this name.
        case letterCase
        /// See the mistake of this name.
        case whitespaceAroundPart
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
        }
    }
}

extension SignatureMistake.Kind {
    /// Which of the three things it concerns.
    public var stage: SignatureMistake.Stage {
        switch self {
        case .quotationMarks, .percentEncoded, .blankForPlus, .whitespaceInBase64, .base64URLAlphabet,
            .missingPadding, .strayTrailingBits, .hexadecimal, .base64Twice, .compactJWS, .notBase64, .rawSignature,
            .looseDER,
            .notDER, .impossibleSignature:
            .encoding
        case .otherKeySigned, .otherKeyIdentifierInText, .otherKeyIdentifierSent:
            .key
        default: .message
        }
    }
}
