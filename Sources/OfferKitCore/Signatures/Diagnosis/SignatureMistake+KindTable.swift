// The facts about each kind, in one table: a new kind does not compile without its row.

extension SignatureMistake.Kind: CustomStringConvertible {
    /// The stage that the mistake belongs to.
    package var stage: SignatureMistake.Stage { row.stage }

    /// The mistake in a few words, for lists.
    public var description: String { row.name }

    /// Whether the store can try every mistake of this kind, so that the kind can be ruled out (C-65).
    package var canBeRuledOut: Bool { row.reach == .closed }

    /// Whether only a compact JWS can be wrong in this way.
    package var isOfJWSOnly: Bool { rawValue.hasPrefix("jws") }

    /// The extent to which the store can try a kind of mistake.
    private enum Reach {
        /// The signature's own text shows it, or there are few ways to make the mistake, and all of them are tried.
        case closed
        /// There are more ways to make the mistake than anybody can list: other texts, names and moments, and the
        /// products, offers and keys that a developer has and this store was not told of.
        case open
    }

    private var row: (stage: SignatureMistake.Stage, reach: Reach, name: String) {
        switch self {
        case .quotationMarks: (.encoding, .closed, "quotation marks around the signature")
        case .pythonBytes: (.encoding, .closed, "what Python prints of bytes")
        case .percentEncoded: (.encoding, .closed, "percent signs in the signature")
        case .blankForPlus: (.encoding, .closed, "blanks for plus signs in the signature")
        case .whitespaceInBase64: (.encoding, .closed, "line breaks or blanks in the signature")
        case .base64URLAlphabet: (.encoding, .closed, "URL-safe Base64")
        case .missingPadding: (.encoding, .closed, "Base64 without padding")
        case .strayTrailingBits: (.encoding, .closed, "stray bits at the end of the Base64")
        case .hexadecimal: (.encoding, .closed, "a hexadecimal signature")
        case .base64Twice: (.encoding, .closed, "Base64 twice")
        case .compactJWS: (.encoding, .closed, "a compact JWS in the signature's place")
        case .notBase64: (.encoding, .closed, "a signature that is no Base64")
        case .rawSignature: (.encoding, .closed, "a raw signature instead of DER")
        case .looseDER: (.encoding, .closed, "sloppy DER")
        case .notDER: (.encoding, .closed, "a signature that is no DER")
        case .impossibleSignature: (.encoding, .closed, "a signature that no key can have made")

        case .otherKeySigned: (.key, .open, "another key")
        case .otherKeyIdentifierInText: (.key, .open, "another key identifier in the text")
        case .otherKeyIdentifierSent: (.key, .open, "another key that the text names too")

        case .separatorInPart: (.message, .closed, "a separator inside a part")
        case .otherSeparator: (.message, .open, "another separator")
        case .noSeparator: (.message, .closed, "no separator")
        case .otherOrder: (.message, .closed, "another order of the parts")
        case .partMissing: (.message, .closed, "a part left out")
        case .partDoubled: (.message, .closed, "a part signed twice")
        case .leadingSeparator: (.message, .closed, "a separator at the start")
        case .trailingSeparator: (.message, .closed, "a separator at the end")
        case .extraText: (.message, .open, "text around the parts")
        case .otherTextEncoding: (.message, .open, "another text encoding")
        case .otherHash: (.message, .open, "another hash")
        case .hashedTwice: (.message, .open, "a hash of a hash")

        case .nonceUpperCase: (.message, .closed, "an upper-case nonce")
        case .nonceOtherForm: (.message, .open, "a nonce in another form")
        case .tokenUpperCase: (.message, .closed, "an upper-case token")
        case .tokenOtherForm: (.message, .open, "a token in another form")
        case .userNameLetterCase: (.message, .open, "a user name in other letters")
        case .userNameHashed: (.message, .open, "a user name hashed once more")
        case .accountNotSigned: (.message, .closed, "a user name or token sent but not signed")
        case .accountNotSent: (.message, .open, "a user name or token signed but not sent")
        case .otherAccount: (.message, .open, "another user name or token")
        case .placeholder: (.message, .open, "a word such as null in a part")
        case .timestampSignedInSeconds: (.message, .open, "a timestamp signed in seconds")
        case .timestampSentInSeconds: (.message, .open, "a timestamp sent in seconds")
        case .timestampOtherForm: (.message, .open, "a timestamp in another form")
        case .otherTimestamp: (.message, .open, "another timestamp")
        case .otherNonce: (.message, .open, "another nonce")
        case .otherBundle: (.message, .open, "another bundle identifier")
        case .otherProduct: (.message, .open, "another product")
        case .otherOffer: (.message, .open, "another offer")
        case .letterCase: (.message, .open, "an identifier in other letters")
        case .whitespaceAroundPart: (.message, .open, "blanks around a part")

        case .jwsOriginalSignature: (.encoding, .closed, "an original signature in the JWS's place")
        case .jwsPartCount: (.encoding, .closed, "another number of parts than three")
        case .jwsPadding: (.encoding, .closed, "padding in a part")
        case .jwsStandardAlphabet: (.encoding, .closed, "the standard alphabet in a part")
        case .jwsNotBase64URL: (.encoding, .closed, "a part that is no Base64URL")
        case .jwsNotJSONObject: (.encoding, .closed, "a part that is no JSON object")
        case .jwsRepeatedName: (.encoding, .closed, "a name that stands twice")
        case .jwsMissingHeader: (.encoding, .closed, "a header without one of its fields")
        case .jwsOtherAlgorithm: (.encoding, .closed, "another algorithm than ES256")
        case .jwsOtherType: (.encoding, .closed, "another type than JWT")
        case .jwsCriticalExtension: (.encoding, .closed, "a critical extension")
        case .jwsDERSignature: (.encoding, .closed, "a DER signature instead of a raw one")
        case .jwsSignatureLength: (.encoding, .closed, "a signature of another length than 64 bytes")
        case .jwsOtherTextSigned: (.message, .open, "another text than header and claims")
        case .jwsMissingClaim: (.message, .closed, "a claim left out")
        case .jwsClaimOfOtherType: (.message, .closed, "a claim of another type")
        case .jwsOtherAudience: (.message, .closed, "another audience")
        case .jwsUnknownTransaction: (.message, .closed, "a transaction that nobody knows")
        case .jwsOtherCustomersTransaction: (.message, .closed, "a transaction of another customer")
        }
    }
}
