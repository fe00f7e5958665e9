import OfferKitCore

/// The reasons why a text is not a compact JWS as the App Store writes them.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum JWSFormatError: Error, Hashable, Sendable {
    /// The three parts of the text.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Part: String, Hashable, Sendable, CaseIterable {
        /// The first part, which describes the signature.
        case header
        /// The second part, which is signed.
        case payload
        /// The third part.
        case signature
    }

    /// Things that may surround a JWS by mistake.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Surrounding: Hashable, Sendable, CaseIterable {
        /// Quotation marks, as JSON has them.
        case quotationMarks
        /// The word `Bearer`, as the header `Authorization` of HTTP has it.
        case bearer
        /// Blanks, tabs or line breaks.
        case whiteSpace
        /// A JSON object, of which one member is the JWS.
        case object
    }

    /// The text is empty.
    case empty
    /// The JWS is surrounded by something else.
    case surrounded(Surrounding)
    /// The text has more bytes than are read.
    case tooLong(byteCount: Int, limit: Int)
    /// The text does not have three parts with full stops between them.
    case partCount(Int)
    /// A part is not Base64URL without padding; with the offset in the part, where there is one.
    case notBase64URL(Part, offset: Int?)
    /// A part has `=` signs at its end, which Base64URL in a JWS never has.
    case padding(Part)
    /// A part uses `+` and `/` where Base64URL has `-` and `_`.
    case standardAlphabet(Part)
    /// The header is no JSON object; with what it is, for the end of a sentence.
    case headerIsNoObject(reason: String)
    /// The header has a name twice.
    case repeatedHeader(String)
    /// The header has a name that the App Store never writes, such as `crit`, `jwk` or `x5u`.
    case unknownHeader(String)
    /// `alg` or `x5c` is absent.
    case missingHeader(String)
    /// `alg`, `x5c`, `kid` or `typ` is of another type; with what it is.
    case headerOfOtherType(String, found: String)
    /// `x5c` is absent and `kid` present: a token for the App Store's server, or a request that a server signed.
    case signedByServer
    /// The signature is of another algorithm than ES256; with its name.
    case otherAlgorithm(String)
    /// `x5c` does not have three certificates.
    case certificateCount(Int)
    /// A certificate is not text in standard Base64; with its place, from 0.
    case certificateIsNotBase64(index: Int)
    /// A certificate is PEM, of which `x5c` holds only the Base64; with its place, from 0.
    case certificateIsPEM(index: Int)
    /// The signature is in DER, as certificates have it, where a JWS has 64 bytes.
    case derSignature(byteCount: Int)
    /// The signature does not have 64 bytes.
    case signatureLength(Int)
}

extension JWSFormatError: CustomStringConvertible {
    /// Says what is wrong, and what is known of the cause.
    public var description: String {
        switch self {
        case .empty: "The text is empty."
        case .surrounded(.quotationMarks): "The text stands in quotation marks: decode the JSON that it came in."
        case .surrounded(.bearer): "The text begins with Bearer: leave that out."
        case .surrounded(.whiteSpace): "There is white space before or after the text: leave it out."
        case .surrounded(.object):
            "The text is a JSON object, and no JWS: take the member of it that holds the JWS, such as"
                + " signedTransactionInfo."
        case .tooLong(let count, let limit): "The text has \(count) bytes; more than \(limit) are not read."
        case .partCount(let count):
            "A JWS has three parts with full stops between them; this text has \(count). Was it cut off?"
        case .notBase64URL(let part, let offset):
            "The \(part.rawValue) is not Base64URL without padding\(offset.map { " at offset \($0)" } ?? "")."
        case .padding(let part): "The \(part.rawValue) has = signs at its end; Base64URL in a JWS has none."
        case .standardAlphabet(let part):
            "The \(part.rawValue) uses the standard alphabet of Base64, with + and /; Base64URL has - and _ in their"
                + " places."
        case .headerIsNoObject(let reason): "The header is no JSON object: \(reason)."
        case .repeatedHeader(let name): "The header has the name \(VisibleText.quoted(name)) twice."
        case .unknownHeader(let name):
            "The header has \(VisibleText.quoted(name)), which the App Store never writes; nothing in a header may choose"
                + " the key."
        case .missingHeader(let name): "The header has no \"\(name)\"."
        case .headerOfOtherType(let name, let found):
            "The header's \"\(name)\" should be \(name == "x5c" ? "an array of certificates" : "text"), but it is \(found)."
        case .signedByServer:
            "The header has a \"kid\" and no \"x5c\": it is a token that a server signed, not the store."
        // Names are compared by bytes: comparing texts takes the square of the length of a run of combining marks.
        case .otherAlgorithm(let name) where name.utf8.elementsEqual("none".utf8):
            "The text is not signed: its algorithm is none. Nothing in it can be believed."
        case .otherAlgorithm(let name) where name.utf8.starts(with: "HS".utf8):
            "The algorithm is \(VisibleText.quoted(name)), a secret that both sides share; the App Store signs with ES256. It is a known"
                + " forgery to take the public key for that secret."
        case .otherAlgorithm(let name): "The algorithm is \(VisibleText.quoted(name)); the App Store signs with ES256."
        case .certificateCount(1):
            "The header has 1 certificate; the App Store's have three: leaf, intermediate and root. Xcode signs with one,"
                + " which nobody can check."
        case .certificateCount(let count):
            "The header has \(count) certificates; the App Store's have three: leaf, intermediate and root."
        case .certificateIsNotBase64(let index):
            "Certificate \(index) of the header is not standard Base64 with padding (x5c is not Base64URL)."
        case .certificateIsPEM(let index):
            "The \(["leaf", "intermediate", "root"].dropFirst(index).first ?? "last") certificate is PEM; x5c holds only its"
                + " Base64."
        case .derSignature(let count):
            "The signature is in DER (\(count) bytes); a JWS has the 64 bytes of r and s instead."
        case .signatureLength(let count):
            "The signature has \(count) byte\(count == 1 ? "" : "s"); one of ES256 has 64. Was it cut off?"
        }
    }
}
