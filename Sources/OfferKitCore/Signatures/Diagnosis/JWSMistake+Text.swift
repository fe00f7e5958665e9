// The sentences about each mistake of the compact form, in one table: a new mistake does not compile without its own.

extension JWSMistake: CustomStringConvertible {
    private static let form =
        "A compact JWS is header, claims and signature, each in Base64URL without padding, with full stops between them."

    /// The mistake, what was expected, and what to do, in a few sentences.
    public var description: String {
        switch self {
        case .originalSignature:
            "This is a signature of the original form, no JWS. It goes into a payment discount or StoreKit 2's option "
                + "promotionalOffer(offerID:keyID:nonce:signature:timestamp:), with key identifier, nonce and timestamp."
        case .partCount(let count):
            "The text has \(count) part\(count == 1 ? "" : "s") between full stops; a compact JWS has three. "
                + "\(JWSMistake.form) Send the server's text as it is."
        case .padding(let part):
            "The \(part.rawValue) part has = signs at its end. \(JWSMistake.form) Leave the = signs out, and sign without them."
        case .standardAlphabet(let part):
            "The \(part.rawValue) part uses the standard alphabet of Base64, with + and /. \(JWSMistake.form) Base64URL has - "
                + "and _ in their places."
        case .notBase64URL(let part, let fault):
            "The \(part.rawValue) part is no Base64URL: \(fault.inURL). \(JWSMistake.form)"
        case .notJSONObject(let part, let found):
            "The \(part.rawValue) part is no JSON object: \(found). Encode the object's JSON text, once."
        case .repeatedName(let part, let name):
            "The name \(VisibleText.quoted(name)) stands twice in the \(part.rawValue), so which value counts cannot be "
                + "told. Write it once."

        case .missingHeader(let name):
            "The header has no \(VisibleText.quoted(name)). Expected: alg \"ES256\", kid the key's identifier, typ \"JWT\"."
        case .otherAlgorithm("none"):
            "The header's alg is \"none\": the request is not signed at all. Sign with ES256 and the in-app purchase key."
        case .otherAlgorithm(let name):
            "The header's alg is \(VisibleText.quoted(name)). Expected: \"ES256\", ECDSA on P-256 with SHA-256. Sign with "
                + "that and the in-app purchase key."
        case .otherType(let name): "The header's typ is \(VisibleText.quoted(name)). Expected: \"JWT\"."
        case .criticalExtension:
            "The header has crit: extensions that whoever reads it must understand, and the store understands none. "
                + "Leave crit out."

        case .derSignature:
            "The signature is in DER, as the original form of an offer has it. A JWS has the raw form, r and s in 64 "
                + "bytes. Use a JWT library, or ask for the raw form (in Node.js dsaEncoding: \"ieee-p1363\", in CryptoKit "
                + "rawRepresentation)."
        case .signatureLength(let count):
            "The signature has \(count) bytes. Expected: 64, the numbers r and s of 32 bytes each. It was cut off, or is "
                + "in another form."
        case .otherTextSigned(let text):
            "Signed was \(text.rawValue). Sign the first two parts as they are sent, with the full stop between them."

        case .missingClaim(let name):
            "The claim \(name) is missing or empty. \(JWSMistake.use(of: name))"
        case .claimOfOtherType(let name, let expected, let found):
            "The claim \(name) is \(found). Expected: \(expected)."
        case .otherAudience(let signed, let expected):
            "The claim aud is \(VisibleText.quoted(signed)): the request was made for something else. Expected: "
                + "\(VisibleText.quoted(expected)). Use the library's signer for this kind of request."
        case .unknownTransaction(let id):
            "The claim transactionId is \(VisibleText.quoted(id)), and the store has no such transaction. Sign any "
                + "transaction of the customer who buys, or the appTransactionId."
        case .otherCustomersTransaction(let id):
            "The claim transactionId is \(VisibleText.quoted(id)), a transaction of another customer. Sign one of the "
                + "customer who buys, or the appTransactionId; who that is, the app tells its server."
        }
    }

    private static func use(of claim: String) -> String {
        switch claim {
        case "iss": "It is the issuer identifier of App Store Connect."
        case "iat": "It is the time of signing, in seconds since 1970."
        case "aud": "It says what the request is for: \(audiences)."
        case "bid": "It is the app's bundle identifier."
        case "nonce": "It is a UUID of version 4 that was never sent before."
        case "productId": "It is the identifier of the product that is bought."
        case "offerIdentifier": "It is the identifier of the promotional offer."
        case "allowIntroductoryOffer": "It is true or false: whether the customer may have the introductory offer."
        default: "It is any transaction of the customer who buys, or the appTransactionId."
        }
    }

    private static let audiences = OfferRequestJWS.Purpose.allCases.map { "\"\($0.rawValue)\"" }
        .joined(separator: " or ")
}

extension SignatureMistake.Base64Fault {
    /// The end of a sentence about a part that is no Base64URL.
    fileprivate var inURL: String {
        switch self {
        case .length(let length): "of its \(length) characters one is left over, which holds no byte"
        case .padding: "= signs stand in the middle of it"
        case .character, .trailingBits: description
        }
    }
}
