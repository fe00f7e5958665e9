public import OfferKitCore
public import OfferKitEssentials

/// The reasons why the App Store Server API refuses a token, which a status of 401 does not tell (C-140).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum AppStoreServerTokenRefusal: Error, Hashable, Sendable {
    /// The parts of a token that are JSON.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Part: String, Hashable, Sendable {
        /// The first part.
        case header
        /// The second part.
        case claims
    }

    /// The request has no header `Authorization`.
    case noAuthorization
    /// The header does not begin with `Bearer`; with its beginning.
    case noBearer(found: String)
    /// The token has more bytes than are read.
    case tooLong(byteCount: Int, limit: Int)
    /// The token does not have three parts with full stops between them.
    case partCount(Int)
    /// A part is not Base64URL without padding.
    case notBase64URL(part: Int)
    /// Header or claims are no JSON object; with what they are instead.
    case noObject(Part, found: String)
    /// A JSON object has the same name twice.
    case repeatedName(Part, String)
    /// A header field or a claim is missing.
    case missing(Part, name: String)
    /// A header field or a claim holds another kind of value than it should; with the value found.
    case malformed(Part, name: String, expected: String, found: String)
    /// `alg` is not ES256.
    case otherAlgorithm(String)
    /// `typ` is there and not JWT.
    case otherType(String)
    /// `crit` asks for an extension, and none is supported.
    case criticalHeader
    /// No key has that identifier; with the identifiers that are registered.
    case unknownKey(String, registered: [String])
    /// The signature is in DER, as `openssl` writes it, and not the 64 bytes of r and s.
    case derSignature
    /// The signature does not have 64 bytes.
    case signatureLength(Int)
    /// The key did not sign this header and these claims.
    case signature(keyID: String)
    /// `iss` is not the issuer of the key.
    case otherIssuer(String, expected: String)
    /// `aud` is not `appstoreconnect-v1`.
    case otherAudience(String)
    /// `bid` is not the bundle identifier of the app.
    case otherBundleID(String, expected: String)
    /// `exp` has passed on the wall clock.
    case expired(on: Date, now: Date)
    /// `iat` is more than a minute ahead of the wall clock.
    case issuedInFuture(Date, now: Date)
    /// `exp` is more than 60 minutes after `iat`, or after the wall clock where there is no `iat`.
    case livesTooLong(TimeStep, limit: TimeStep)
}

extension AppStoreServerTokenRefusal: CustomStringConvertible {
    /// Says what is wrong, what was expected and found, and what to do.
    public var description: String {
        switch self {
        case .noAuthorization:
            "The request has no header Authorization. Send \"Authorization: Bearer\" and a token."
        case .noBearer(let found):
            "The header Authorization begins with \(VisibleText.quoted(found)). Begin with \"Bearer\" and a blank."
        case .tooLong(let count, let limit):
            "The token has \(count) bytes; more than \(limit) are not read. Send one token, with the claims it needs."
        case .partCount(let count):
            "The token has \(count) parts. A compact JWT has three, with full stops between them."
        case .notBase64URL(let part):
            "Part \(part) of the token is no Base64URL. Use - and _ for + and /, and leave the padding out."
        case .noObject(let part, let found): "The \(part.rawValue) of the token: no JSON object, because \(found)."
        case .repeatedName(let part, let name):
            "The \(part.rawValue) of the token has \(VisibleText.quoted(name)) twice. Write each name once."
        case .missing(let part, let name):
            "The \(part.rawValue) of the token has no \"\(name)\". Add it."
        case .malformed(let part, let name, let expected, let found):
            "\"\(name)\" in the \(part.rawValue) of the token should be \(expected), but it is \(found)."
        case .otherAlgorithm(let name):
            "The token was signed with \(VisibleText.quoted(name)). Sign with ES256."
        case .otherType(let type): "\"typ\" of the token is \(VisibleText.quoted(type)). Write JWT."
        case .criticalHeader: "The header of the token has \"crit\", which nobody here understands. Leave it out."
        case .unknownKey(let id, let registered):
            registered.isEmpty
                ? "No key is registered with the API, and the token names \(VisibleText.quoted(id)). Register its public half."
                : "No key \(VisibleText.quoted(id)) is registered. \(UnknownName(id, known: registered).advice) Register it with the API, or sign with one of these."
        case .derSignature:
            "The signature of the token is in DER. Write the 32 bytes of r and the 32 bytes of s (RFC 7518, 3.4)."
        case .signatureLength(let count): "The signature of the token has \(count) bytes; ES256 has 64."
        case .signature(let id):
            "Key \(VisibleText.quoted(id)) did not sign this header and these claims. Is it the private key of that identifier?"
        case .otherIssuer(let found, let expected):
            "\"iss\" is \(VisibleText.quoted(found)); the key belongs to \(VisibleText.quoted(expected))."
        case .otherAudience(let found):
            "\"aud\" is \(VisibleText.quoted(found)). Write \(AppStoreServerAuthorizer.audience)."
        case .otherBundleID(let found, let expected):
            "\"bid\" is \(VisibleText.quoted(found)); the app's bundle identifier is \(VisibleText.quoted(expected))."
        case .expired(let end, let now):
            "The token was good until \(end.utcText), and the wall clock says \(now.utcText). Make a new one; the store's clock does not matter."
        case .issuedInFuture(let instant, let now):
            "The token was issued on \(instant.utcText), and the wall clock says \(now.utcText). Use the wall clock, not the store's."
        case .livesTooLong(let lifetime, let limit):
            "The token would be good for \(lifetime.length / 1_000) seconds; \(limit.length / 1_000) are allowed. Set \"exp\" earlier."
        }
    }
}
