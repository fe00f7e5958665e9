/// A known way of signing a promotional offer wrongly, proved to be what happened (C-65).
///
/// Proved means: with this one thing changed (or these few, when several are listed) the signature verifies;
/// or, for the first group, the text of the signature itself shows it. The cases stand in the order in which
/// a diagnosis lists them: how the signature is written, which key made it, what was signed.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SignatureMistake: Hashable, Sendable, Codable {
    // MARK: How the signature is written (S0-48, S0-49, C-61)

    /// Quotation marks came along with the signature.
    case quotationMarks
    /// The text is what Python prints of bytes: `b'…'`.
    case pythonBytes
    /// The text is still percent-encoded, as it travels in a URL.
    case percentEncoded
    /// Blanks stand where the plus signs were: the text went through a form decoder.
    case blankForPlus
    /// Line breaks or blanks inside or around the Base64 text.
    case whitespaceInBase64
    /// The URL-safe alphabet, with `-` and `_` for `+` and `/`.
    case base64URLAlphabet
    /// The `=` signs at the end were left out.
    case missingPadding
    /// The unused bits of the last digit are not zero.
    case strayTrailingBits
    /// Hexadecimal digits instead of Base64.
    case hexadecimal
    /// Base64 of Base64: StoreKit 2 wants the decoded data, StoreKit 1 the text (B2-13).
    case base64Twice
    /// A JSON Web Signature stands in the signature's place: the newer form of offers, which StoreKit takes elsewhere.
    case compactJWS
    /// The text is no Base64, and none of the above either.
    case notBase64(Base64Fault)
    /// The raw form, r and s in 64 bytes, as JWS has it, instead of DER.
    case rawSignature
    /// DER of the kind that only a lenient reader takes: a missing or superfluous zero byte, or a long length.
    case looseDER
    /// The decoded bytes are no DER signature, and not 64 bytes of a raw one that would verify.
    case notDER(byteCount: Int)
    /// No key can have made this signature of any text: r or s is out of range, or no point of the curve has x = r.
    case impossibleSignature

    // MARK: Which key made it

    /// The text names the key that was sent, but another registered key signed it.
    case otherKeySigned(signedWith: String, sent: String)
    /// The right key signed a text that names another key.
    case otherKeyIdentifierInText(signed: String, sent: String)
    /// Another registered key signed, and the text names that one: only the identifier that was sent is wrong.
    case otherKeyIdentifierSent(signed: String, sent: String)

    // MARK: What was signed (B2-1…B2-8)

    /// A part contains U+2063, so its end is uncertain: it is refused whatever the signature says (C-63).
    case separatorInPart(OfferPart)
    /// The parts were joined with something else than U+2063 (S0-41).
    case otherSeparator(String)
    /// The parts were joined with nothing between them.
    case noSeparator
    /// The parts were signed in this order.
    case otherOrder([OfferPart])
    /// A part and its separator were left out.
    case partMissing(OfferPart)
    /// A part was signed twice in a row.
    case partDoubled(OfferPart)
    /// A separator stands before the first part.
    case leadingSeparator
    /// A separator stands after the last part.
    case trailingSeparator
    /// Superfluous text stands before or after the parts, a line break for instance.
    case extraText(before: String, after: String)
    /// The text was turned into bytes otherwise than as UTF-8 (B2-2).
    case otherTextEncoding(TextEncoding)
    /// Another hash than SHA-256 was signed (S0-46).
    case otherHash(Hash)
    /// The text was hashed before it was given to a signer that hashes by itself.
    case hashedTwice(DigestForm)

    /// The nonce was signed in upper case (B2-3).
    case nonceUpperCase
    /// The nonce was signed in this form.
    case nonceOtherForm(signed: String)
    /// The account token was signed in upper case (B2-4).
    case tokenUpperCase
    /// The account token was signed in this form.
    case tokenOtherForm(signed: String)
    /// The user name was signed in other upper and lower case than sent (C-2).
    case userNameLetterCase(signed: String, sent: String)
    /// The user name was hashed before it was signed, and sent unhashed.
    case userNameHashed(signed: String, sent: String)
    /// Nothing was signed for the user name or token that was sent (B3-5).
    case accountNotSigned(sent: String)
    /// A user name or token was signed that was not sent (S0-73, B2-14).
    case accountNotSent(signed: String)
    /// Another user name or token of this customer was signed (S0-65).
    case otherAccount(signed: String, sent: String)
    /// A word for "nothing", or for a wrapped value, was signed in a part's place.
    case placeholder(OfferPart, signed: String)
    /// Seconds were signed and milliseconds sent (S0-33).
    case timestampSignedInSeconds(signed: String, sent: Int64)
    /// Milliseconds were signed and seconds sent (S0-33).
    case timestampSentInSeconds(signed: Int64, sent: Int64)
    /// The timestamp was signed in another form than plain digits (B2-7).
    case timestampOtherForm(signed: String)
    /// Another timestamp was signed than sent.
    case otherTimestamp(signed: Int64, sent: Int64)
    /// Another nonce was signed than sent.
    case otherNonce(signed: String, sent: String)
    /// Another app's bundle identifier was signed.
    case otherBundle(signed: String, sent: String)
    /// Another product of the store was signed, or the offer's identifier in the product's place.
    case otherProduct(signed: String, sent: String)
    /// Another offer of the store was signed, or the product's identifier in the offer's place.
    case otherOffer(signed: String, sent: String)
    /// An identifier was signed in other upper and lower case.
    case letterCase(OfferPart, signed: String)
    /// Blanks or line breaks were signed around a part.
    case whitespaceAroundPart(OfferPart, signed: String)

    // MARK: Signed requests (B2.2)

    /// A mistake that only the compact JWS form can have.
    case jws(JWSMistake)
}

extension SignatureMistake {
    /// The fault that keeps a text from being Base64 (RFC 4648, section 4).
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Base64Fault: Hashable, Sendable, Codable {
        /// A character outside the alphabet, at this offset from 0.
        case character(String, offset: Int)
        /// The number of characters is no multiple of four.
        case length(Int)
        /// The `=` signs are not where they belong.
        case padding
        /// The last character has bits that belong to no byte and are not zero; reported for a compact JWS only.
        case trailingBits
    }

    /// Other ways of turning text into bytes.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum TextEncoding: String, Hashable, Sendable, CaseIterable, Codable {
        /// UTF-16, low byte first.
        case utf16LittleEndian = "UTF-16, low byte first"
        /// UTF-16, high byte first.
        case utf16BigEndian = "UTF-16, high byte first"
        /// UTF-16, low byte first, after a byte order mark.
        case utf16LittleEndianWithMark = "UTF-16, low byte first, with a byte order mark"
        /// UTF-16, high byte first, after a byte order mark.
        case utf16BigEndianWithMark = "UTF-16, high byte first, with a byte order mark"
        /// UTF-8 after a byte order mark.
        case utf8WithMark = "UTF-8 with a byte order mark"
        /// UTF-8 taken for Latin-1 and encoded once more.
        case utf8Twice = "UTF-8 encoded twice"
        /// Base64 text of the UTF-8 bytes.
        case base64 = "Base64 text"
        /// Hexadecimal text of the UTF-8 bytes.
        case hexadecimal = "hexadecimal text"
    }

    /// Other hashes, cut to or filled up to 256 bits as ECDSA does.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Hash: String, Hashable, Sendable, CaseIterable, Codable {
        /// SHA-384, the leftmost 256 bits.
        case sha384 = "SHA-384"
        /// SHA-512, the leftmost 256 bits.
        case sha512 = "SHA-512"
        /// SHA-1, with zeros before it.
        case sha1 = "SHA-1"
        /// No hash: the first 256 bits of the text itself.
        case none = "no hash"
    }

    /// The form in which a digest was hashed once more.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum DigestForm: String, Hashable, Sendable, CaseIterable, Codable {
        /// The 32 bytes.
        case bytes = "the digest's bytes"
        /// 64 hexadecimal digits in lower case.
        case lowerCaseHex = "the digest as hexadecimal text"
        /// 64 hexadecimal digits in upper case.
        case upperCaseHex = "the digest as upper-case hexadecimal text"
        /// Base64 text.
        case base64 = "the digest as Base64 text"
    }
}
