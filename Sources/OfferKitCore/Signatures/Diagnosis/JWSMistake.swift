/// A known way of making or passing on a signed request wrongly, proved to be what happened (B2.2, C-65).
///
/// The proof is the text of the request, or what the store knows, or that the signature verifies with this one thing
/// changed. The cases stand in the order in which a diagnosis lists them.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum JWSMistake: Hashable, Sendable, Codable {
    /// The three parts of a compact JWS (RFC 7515, 7.1).
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Part: String, Hashable, Sendable, CaseIterable, Codable {
        /// The first part.
        case header
        /// The second part.
        case claims
        /// The third part.
        case signature
    }

    // MARK: How the text is written

    /// A signature of the original form stands in the JWS's place: it goes into a payment discount.
    case originalSignature
    /// The text does not have three parts between full stops.
    case partCount(Int)
    /// A part has `=` signs at its end, which Base64URL in a JWS never has.
    case padding(Part)
    /// A part uses `+` and `/` where Base64URL has `-` and `_`.
    case standardAlphabet(Part)
    /// A part is no Base64URL, and none of the above either.
    case notBase64URL(Part, SignatureMistake.Base64Fault)
    /// Header or claims are no JSON object; with what they are, or where they stop being JSON.
    case notJSONObject(Part, found: String)
    /// A name stands twice in the header or the claims, so which of the values counts cannot be told.
    case repeatedName(Part, name: String)

    // MARK: Header (B2-17)

    /// A field of the header is missing or empty: `alg`, `kid` or `typ`.
    case missingHeader(String)
    /// The request names another algorithm than `ES256`.
    case otherAlgorithm(String)
    /// The header's `typ` is not `JWT`.
    case otherType(String)
    /// The header has `crit`: extensions that must be understood, and none is (RFC 7515, 4.1.11).
    case criticalExtension

    // MARK: Signature

    /// The signature is DER, as the original form has it, instead of the 64 bytes of r and s.
    case derSignature
    /// The decoded signature has another length than 64 bytes.
    case signatureLength(Int)
    /// Another text was signed than the first two parts as they stand in the request.
    case otherTextSigned(SignedText)

    // MARK: Claims (B2-18…21)

    /// A claim is missing or empty.
    case missingClaim(String)
    /// A claim is of another JSON type, or an infinite number.
    case claimOfOtherType(String, expected: String, found: String)
    /// The `aud` claim is that of another kind of request.
    case otherAudience(signed: String, expected: String)
    /// No transaction of the store, and no app transaction, has that identifier.
    case unknownTransaction(String)
    /// The transaction belongs to another customer.
    case otherCustomersTransaction(String)

    /// The text that was signed in place of header, full stop and claims.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum SignedText: String, Hashable, Sendable, CaseIterable, Codable {
        /// The second part alone.
        case claimsPart = "the claims part alone, without the header"
        /// The JSON text of the claims.
        case claimsJSON = "the claims' JSON text instead of the encoded parts"
        /// Both JSON texts.
        case plainJSON = "the JSON texts of header and claims instead of the encoded parts"
        /// The parts without the full stop.
        case noFullStop = "the two parts without the full stop between them"
        /// A full stop, line break or blank was signed too.
        case moreAtTheEnd = "the two parts with something after them"
        /// The parts in Base64 with `=` signs, or in the standard alphabet.
        case otherBase64 = "the two parts in another kind of Base64"
        /// The same claims in another order or with other blanks.
        case claimsWrittenAnew = "the same claims, written as JSON in another way"
        /// The same header in another order or with other blanks.
        case headerWrittenAnew = "the same header, written as JSON in another way"
    }
}
