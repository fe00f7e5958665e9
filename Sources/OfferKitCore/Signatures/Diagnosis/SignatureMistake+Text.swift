import OfferKitEssentials

// The sentences about each mistake, in one table: a new mistake does not compile without its own.

extension SignatureMistake: CustomStringConvertible {
    private static let asBase64 = "Send the DER signature as plain Base64 (RFC 4648, section 4, with padding)."
    private static let join = "Join the seven parts with one U+2063 (UTF-8 bytes E2 81 A3) between each two."

    /// The mistake, what was expected, and what to do, in a few sentences.
    public var description: String {
        switch self {
        case .quotationMarks: "The signature stands in quotation marks. \(Self.asBase64)"
        case .pythonBytes:
            "The signature is what Python prints of bytes, b'…'. Decode the bytes, .decode(\"ascii\"), in place of calling "
                + "str() on them."
        case .percentEncoded: "The signature is still percent-encoded. Decode it once before it is sent to the store."
        case .blankForPlus:
            "Blanks stand where the signature had plus signs: it went through a form decoder. Percent-encode it on the "
                + "way, or send it as JSON."
        case .whitespaceInBase64:
            "There are line breaks or blanks in or around the signature's Base64 text. Turn line wrapping off and trim "
                + "the text. \(Self.asBase64)"
        case .base64URLAlphabet:
            "The signature uses the URL-safe alphabet, - and _ in place of + and /. That is for JWS. "
                + Self.asBase64
        case .missingPadding: "The = signs at the end of the signature are missing. \(Self.asBase64)"
        case .strayTrailingBits:
            "The last digit of the signature's Base64 text has bits that belong to no byte and are not zero: the text "
                + "was damaged, or written by a faulty encoder. \(Self.asBase64)"
        case .hexadecimal: "The signature is written in hexadecimal digits. \(Self.asBase64)"
        case .base64Twice:
            "The signature was put into Base64 twice. Encode it once: StoreKit 1 takes the Base64 text, StoreKit 2 the "
                + "decoded data, so that one of the two needs one step less."
        case .compactJWS:
            "The signature is a compact JWS, the newer form of a promotional offer. It goes into StoreKit 2's option "
                + "promotionalOffer(_:compactJWS:); a payment discount takes the original signature."
        case .notBase64(let fault): "The signature is no Base64: \(fault). \(Self.asBase64)"
        case .rawSignature:
            "The signature is in the raw form, r and s in 64 bytes, as JWS has it. Expected was DER: SEQUENCE { INTEGER "
                + "r, INTEGER s }. Ask the library for DER (in Node.js dsaEncoding: \"der\", in CryptoKit "
                + "derRepresentation)."
        case .looseDER:
            "The signature's DER is not in its one shortest form: a zero byte too many or too few before r or s, a long "
                + "length, or bytes after the end. Let a library write the DER instead of code of your own."
        case .notDER(byteCount: 64):
            // Any 64 bytes may be a raw signature, so that is not claimed (C-65).
            "The signature's 64 bytes are no DER signature: SEQUENCE { INTEGER r, INTEGER s } of about 70 bytes. A "
                + "signature in the raw form, r and s, as JWS has it, would have that length; otherwise it was damaged or "
                + "cut off. Ask the library for DER."
        case .notDER(let count):
            "The signature's \(count) bytes are no DER signature: SEQUENCE { INTEGER r, INTEGER s } of about 70 bytes. "
                + "It was damaged, cut off, or is something else."
        case .impossibleSignature:
            "No key can have made this signature, of any text: its numbers r and s are not both from 1 to below the order of "
                + "the curve, or r belongs to no point of it. It was damaged after it was made, or made up. Send what the server answered, unchanged."

        case .otherKeySigned(let actual, let sent):
            "The text names key \(VisibleText.quoted(sent)), but key \(VisibleText.quoted(actual)) signed it. Sign with "
                + "the private key that belongs to \(VisibleText.quoted(sent)), or sign and send "
                + "\(VisibleText.quoted(actual))."
        case .otherKeyIdentifierInText(let signed, let sent):
            "The signed text names key \(VisibleText.quoted(signed)), sent was \(VisibleText.quoted(sent)). Use the "
                + "same key identifier in both places."
        case .otherKeyIdentifierSent(let signed, let sent):
            "The signature is in order for key \(VisibleText.quoted(signed)); only the key identifier that was sent, "
                + "\(VisibleText.quoted(sent)), is another. Send \(VisibleText.quoted(signed))."

        case .separatorInPart(let part):
            "The \(part) contains U+2063, the separator itself, so where it ends cannot be told. Such a signature is "
                + "refused whatever it says. Keep U+2063 out of every part."
        case .otherSeparator(let text):
            "The parts were joined with \(VisibleText.quoted(text)), not with U+2063. \(Self.join)"
        case .noSeparator: "The parts were joined with nothing between them. \(Self.join)"
        case .otherOrder(let parts):
            "The parts were signed in another order: \(parts.map(\.description).joined(separator: ", ")). Expected: "
                + OfferPart.allCases.map(\.description).joined(separator: ", ") + "."
        case .partMissing(.account):
            "The place of the user name or token was left out of the text. Without either, the part is empty, and its "
                + "two separators stand side by side."
        case .partMissing(let part): "The \(part) was left out of the signed text. All seven parts are signed."
        case .partDoubled(let part): "The \(part) was signed twice in a row. Each part is signed once."
        case .leadingSeparator: "A separator stands before the first part. \(Self.join)"
        case .trailingSeparator: "A separator stands after the last part. \(Self.join)"
        case .extraText(let before, let after):
            "The signed text has \([before, after].filter { !$0.isEmpty }.map(VisibleText.quoted).joined(separator: ", "))"
                + " \(before.isEmpty ? "after" : after.isEmpty ? "before" : "around") its seven parts. Sign the parts and "
                + "nothing else."
        case .otherTextEncoding(let encoding):
            "The text was signed as \(encoding.rawValue). Sign its UTF-8 bytes, without a byte order mark."
        case .otherHash(let hash): "The signature was made with \(hash.rawValue). Sign with SHA-256."
        case .hashedTwice(let form):
            "The text was hashed before it was signed, and the signer hashed \(form.rawValue) once more. Give the "
                + "signer the text itself, or use the call that takes a digest."

        case .tokenUpperCase: "The account token was signed in upper case. Sign it in lower case, whatever UUID prints."
        case .tokenOtherForm(let signed):
            "The account token was signed as \(VisibleText.quoted(signed)). Sign its 36 characters, in lower case."
        case .userNameLetterCase(let signed, let sent):
            "The user name was signed as \(VisibleText.quoted(signed)) and sent as \(VisibleText.quoted(sent)). Sign "
                + "what is sent, or the same in lower case."
        case .userNameHashed(let signed, let sent):
            "The user name was signed as the hash \(VisibleText.quoted(signed)) and sent as "
                + "\(VisibleText.quoted(sent)). Hash it once, before both."
        case .accountNotSigned(let sent):
            "\(VisibleText.quoted(sent)) was sent with the purchase, but the signature was made without a user name or "
                + "token. Hand it to the server that signs."
        case .accountNotSent(let signed):
            "\(VisibleText.quoted(signed)) was signed, but the purchase was sent without it. Hand it "
                + "over as account: of device.purchase, as the appAccountToken option, or as applicationUsername of the "
                + "payment."
        case .otherAccount(let signed, let sent):
            "The signature was made for \(VisibleText.quoted(signed)), the purchase was sent for "
                + "\(VisibleText.quoted(sent)). Use the same user name or token in both places."
        case .placeholder(.account, let signed):
            "\(VisibleText.quoted(signed)) was signed in place of the user name or token: an absent or wrapped value was "
                + "printed into the text. Without either, the part is empty."
        case .placeholder(let part, let signed):
            "\(VisibleText.quoted(signed)) was signed in place of the \(part): an absent or wrapped value was printed into "
                + "the text."
        case .timestampSignedInSeconds(let signed, let sent):
            "The timestamp was signed in seconds, \(signed), and sent in milliseconds, \(sent). Sign and send whole "
                + "milliseconds since 1970."
        case .timestampSentInSeconds(let signed, let sent):
            "The timestamp was signed in milliseconds, \(signed), and sent in seconds, \(sent). Send the number that "
                + "was signed."
        case .timestampOtherForm(let signed):
            "The timestamp was signed as \(VisibleText.quoted(signed)). Sign whole milliseconds since 1970, in plain "
                + "decimal digits."
        case .otherTimestamp(let signed, let sent):
            "Another timestamp was signed than sent: \(Self.moment(signed)) and "
                + "\(Self.moment(sent)). Read the clock once, and use that number in both places."
        case .nonceUpperCase: "The nonce was signed in upper case. Sign it in lower case, whatever UUID prints."
        case .nonceOtherForm(let signed):
            "The nonce was signed as \(VisibleText.quoted(signed)). Sign its 36 characters, in lower case."
        case .otherNonce(let signed, let sent):
            "Another nonce was signed than sent: \(signed) and \(sent). Send the one that was signed, and only once."
        case .otherBundle(let signed, let sent): Self.other("app", signed, sent)
        case .otherProduct(let signed, let sent): Self.other("product", signed, sent)
        case .otherOffer(let signed, let sent): Self.other("offer", signed, sent)
        case .letterCase(let part, let signed):
            "The \(part) was signed as \(VisibleText.quoted(signed)), in other upper and lower case than it is known by. "
                + "Sign it as it stands in App Store Connect."
        case .whitespaceAroundPart(let part, let signed):
            "The \(part) was signed as \(VisibleText.quoted(signed)), and sent with other blanks or line breaks. Trim it "
                + "where it is read."
        case .jws(let mistake): mistake.description
        }
    }

    private static func other(_ what: String, _ signed: String, _ sent: String) -> String {
        "The signature was made for the \(what) \(VisibleText.quoted(signed)), the purchase is for "
            + "\(VisibleText.quoted(sent)). Ask the server to sign exactly what is bought."
    }

    static func moment(_ milliseconds: Int64) -> String {
        "\(milliseconds) (\(Instant(millisecondsSince1970: milliseconds)))"
    }

    /// A date as its number of milliseconds, and as a text.
    static func moment(_ date: Date) -> String { moment(Instant(date).millisecondsSince1970) }
}

extension SignatureMistake.Base64Fault: CustomStringConvertible {
    /// The end of a sentence about a text that is no Base64.
    public var description: String {
        switch self {
        case .character(let character, let offset):
            "the character \(VisibleText.quoted(character)) at offset \(offset) is not in its alphabet"
        case .length(let length): "it has \(length) characters, and that is no multiple of four"
        case .padding: "its = signs are not where they belong"
        case .trailingBits: "its last character has bits that belong to no byte and are not zero"
        }
    }
}
