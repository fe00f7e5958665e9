extension SignatureMistake.Kind: CustomStringConvertible {
    /// The mistake in a few words, for lists.
    public var description: String {
        switch stage {
        case .encoding: writingText
        case .key, .message: signingText
        }
    }

    private var writingText: String {
        switch self {
        case .quotationMarks: "quotation marks around the signature"
        case .percentEncoded: "percent signs in the signature"
        case .blankForPlus: "blanks for plus signs in the signature"
        case .whitespaceInBase64: "line breaks or blanks in the signature"
        case .base64URLAlphabet: "URL-safe Base64"
        case .missingPadding: "Base64 without padding"
        case .strayTrailingBits: "stray bits at the end of the Base64"
        case .hexadecimal: "a hexadecimal signature"
        case .base64Twice: "Base64 twice"
        case .compactJWS: "a compact JWS in the signature's place"
        case .notBase64: "a signature that is no Base64"
        case .rawSignature: "a raw signature instead of DER"
        case .looseDER: "sloppy DER"
        case .notDER: "a signature that is no DER"
        default: "a signature that no key can have made"
        }
    }

    private var signingText: String {
        switch self {
        case .otherKeySigned: "another registered key"
        case .otherKeyIdentifierInText: "another key identifier in the text"
        case .otherKeyIdentifierSent: "another key identifier sent"
        case .separatorInPart: "a separator inside a part"
        case .otherSeparator: "another separator"
        case .noSeparator: "no separator"
        case .otherOrder: "another order of the parts"
        case .partMissing: "a part left out"
        case .partDoubled: "a part signed twice"
        case .leadingSeparator: "a separator at the start"
        case .trailingSeparator: "a separator at the end"
        case .extraText: "text around the parts"
        case .otherTextEncoding: "another text encoding"
        case .otherHash: "another hash"
        case .hashedTwice: "a hash of a hash"
        default: valueText
        }
    }

    private var valueText: String {
        switch self {
        case .nonceUpperCase: "an upper-case nonce"
        case .nonceOtherForm: "a nonce in another form"
        case .tokenUpperCase: "an upper-case token"
        case .tokenOtherForm: "a token in another form"
        case .userNameLetterCase: "a user name in other letters"
        case .userNameHashed: "a user name hashed once more"
        case .accountNotSigned: "a user name or token sent but not signed"
        case .accountNotSent: "a user name or token signed but not sent"
        case .otherAccount: "another known user name or token"
        case .placeholder: "a word such as null in a part"
        case .timestampSignedInSeconds: "a timestamp signed in seconds"
        case .timestampSentInSeconds: "a timestamp sent in seconds"
        case .timestampOtherForm: "a timestamp in another form"
        case .otherTimestamp: "another timestamp, known or near"
        case .otherNonce: "another known nonce"
        case .otherBundle: "another bundle identifier"
        case .otherProduct: "another product of the store"
        case .otherOffer: "another offer of the store"
        case .letterCase: "an identifier in other letters"
        default: "blanks around a part"
        }
    }
}
