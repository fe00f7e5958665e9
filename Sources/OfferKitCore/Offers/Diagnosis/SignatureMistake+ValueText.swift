extension SignatureMistake {
    /// The sentences about a part that was signed with another content; nil for all other mistakes.
    var valueText: String? {
        accountText ?? timestampText ?? identifierText
    }

    private var accountText: String? {
        switch self {
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
            "\(VisibleText.quoted(signed)) was signed, but the purchase was sent without it. Set applicationUsername "
                + "on the payment, or the appAccountToken option."
        case .otherAccount(let signed, let sent):
            "The signature was made for \(VisibleText.quoted(signed)), the purchase was sent for "
                + "\(VisibleText.quoted(sent)). Use the same user name or token in both places."
        case .placeholder(.account, let signed):
            "\(VisibleText.quoted(signed)) was signed in place of the user name or token: an absent or wrapped value was "
                + "printed into the text. Without either, the part is empty."
        default: nil
        }
    }

    private var timestampText: String? {
        switch self {
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
            "Another timestamp was signed than sent: \(SignatureMistake.moment(signed)) and "
                + "\(SignatureMistake.moment(sent)). Read the clock once, and use that number in both places."
        default: nil
        }
    }

    private var identifierText: String? {
        switch self {
        case .nonceUpperCase: "The nonce was signed in upper case. Sign it in lower case, whatever UUID prints."
        case .nonceOtherForm(let signed):
            "The nonce was signed as \(VisibleText.quoted(signed)). Sign its 36 characters, in lower case."
        case .otherNonce(let signed, let sent):
            "Another nonce was signed than sent: \(signed) and \(sent). Send the one that was signed, and only once."
        case .otherBundle(let signed, let sent): SignatureMistake.other("app", signed, sent)
        case .otherProduct(let signed, let sent): SignatureMistake.other("product", signed, sent)
        case .otherOffer(let signed, let sent): SignatureMistake.other("offer", signed, sent)
        case .letterCase(let part, let signed):
            "The \(part) was signed as \(VisibleText.quoted(signed)), in other upper and lower case than it is known by. "
                + "Sign it as it stands in App Store Connect."
        case .whitespaceAroundPart(let part, let signed):
            "The \(part) was signed as \(VisibleText.quoted(signed)), and sent with other blanks or line breaks. Trim it "
                + "where it is read."
        case .placeholder(let part, let signed):
            "\(VisibleText.quoted(signed)) was signed in place of the \(part): an absent or wrapped value was printed into "
                + "the text."
        default: nil
        }
    }

    private static func other(_ what: String, _ signed: String, _ sent: String) -> String {
        "The signature was made for the \(what) \(VisibleText.quoted(signed)), the purchase is for "
            + "\(VisibleText.quoted(sent)). Ask the server to sign exactly what is bought."
    }

    static func moment(_ milliseconds: Int64) -> String {
        "\(milliseconds) (\(Instant(millisecondsSince1970: milliseconds)))"
    }
}
