import OfferKitCore
import OfferKitCrypto
package import OfferKitEssentials

/// Judges the token of a request to the App Store Server API (C-140).
///
/// It has no access to a store or its clock: the wall clock is an argument.
package struct AppStoreServerAuthorizer: Sendable {
    /// The audience of every token.
    static let audience = "appstoreconnect-v1"
    /// The longest lifetime of a token.
    static let longestLifetime = TimeStep.minutes(60)
    /// How far `iat` may be ahead of the wall clock.
    static let allowedSkew = TimeStep.minutes(1)
    /// The most bytes of a token: some thirty times what Apple's libraries make.
    static let longestToken = 16_384

    /// The bundle identifier that tokens have to name.
    let bundleID: String
    private let keys: [String: AppStoreServerKey]

    /// An authorizer for an app.
    ///
    /// - Parameters:
    ///   - keys: The keys whose tokens are accepted.
    ///   - bundleID: The app's bundle identifier.
    /// - Throws: ``AppStoreServerKeyError/duplicateKey(_:)``.
    package init(keys: [AppStoreServerKey], bundleID: String) throws(AppStoreServerKeyError) {
        var known: [String: AppStoreServerKey] = [:]
        for key in keys {
            guard known.updateValue(key, forKey: key.id) == nil else { throw .duplicateKey(key.id) }
        }
        self.keys = known
        self.bundleID = bundleID
    }

    /// The identifiers of the accepted keys, sorted.
    package var keyIDs: [String] { keys.keys.sorted() }

    /// Judges a request's token.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - now: The wall clock.
    /// - Throws: The first reason to refuse the token: its form, then the signature, then the claims.
    package func judge(_ request: AppStoreServerRequest, at now: Date) throws(AppStoreServerTokenRefusal) {
        guard let header = request.header("Authorization") else { throw .noAuthorization }
        let scheme = "bearer "
        guard header.utf8.prefix(scheme.utf8.count).map({ 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }) == Array(scheme.utf8)
        else { throw .noBearer(found: String(header.unicodeScalars.prefix(12).map(Character.init))) }
        let token = String(decoding: Array(header.utf8.dropFirst(scheme.utf8.count)), as: UTF8.self)
        try judge(token: token, at: now)
    }

    /// Judges a token by itself.
    ///
    /// - Parameters:
    ///   - token: Header, claims and signature in Base64URL, with full stops between them.
    ///   - now: The wall clock.
    /// - Throws: The first reason to refuse the token.
    package func judge(token: String, at now: Date) throws(AppStoreServerTokenRefusal) {
        let length = token.utf8.count
        guard length <= AppStoreServerAuthorizer.longestToken else {
            throw .tooLong(byteCount: length, limit: AppStoreServerAuthorizer.longestToken)
        }
        guard let jws = CompactJWS(token) else {
            throw .partCount(token.utf8.count { $0 == CompactJWS.fullStop } + 1)
        }
        let header = try TokenObject(jws.parts[0], .header)
        let claims = try TokenObject(jws.parts[1], .claims)
        let key = try key(for: header)
        try judgeSignature(of: jws, key)
        try judge(claims, of: key, at: Instant(now))
    }

    private func key(for header: TokenObject) throws(AppStoreServerTokenRefusal) -> AppStoreServerKey {
        let algorithm = try header.text("alg")
        guard algorithm == "ES256" else { throw .otherAlgorithm(algorithm.beginning) }
        if header.has("typ") {
            let type = try header.text("typ")
            guard type.utf8.elementsEqual("JWT".utf8) || type.utf8.elementsEqual("jwt".utf8) else {
                throw .otherType(type.beginning)
            }
        }
        guard !header.has("crit") else { throw .criticalHeader }
        let id = try header.text("kid")
        guard let key = keys[id] else { throw .unknownKey(id.beginning, registered: keyIDs) }
        return key
    }

    private func judgeSignature(of jws: CompactJWS, _ key: AppStoreServerKey) throws(AppStoreServerTokenRefusal) {
        guard let bytes = try? Base64.url.decode(ascii: jws.parts[2]) else { throw .notBase64URL(part: 3) }
        guard bytes.count == 64, let signature = try? ECDSASignature(rawRepresentation: bytes) else {
            if (try? ECDSASignature(derRepresentation: bytes)) != nil { throw .derSignature }
            throw bytes.count == 64 ? .signature(keyID: key.id) : .signatureLength(bytes.count)
        }
        guard key.publicKey.isValidSignature(signature, for: jws.signedBytes) else { throw .signature(keyID: key.id) }
    }

    private func judge(
        _ claims: TokenObject, of key: AppStoreServerKey, at now: Instant
    ) throws(AppStoreServerTokenRefusal) {
        let issuer = try claims.text("iss")
        guard issuer == key.issuerID else { throw .otherIssuer(issuer.beginning, expected: key.issuerID) }
        let audience = try claims.text("aud")
        guard audience == AppStoreServerAuthorizer.audience else { throw .otherAudience(audience.beginning) }
        let bundle = try claims.text("bid")
        guard bundle == bundleID else { throw .otherBundleID(bundle.beginning, expected: bundleID) }
        let end = try claims.instant("exp")
        guard end > now else { throw .expired(on: Date(end), now: Date(now)) }
        var start = now
        if claims.has("iat") {
            start = try claims.instant("iat")
            guard start <= now.adding(AppStoreServerAuthorizer.allowedSkew) else {
                throw .issuedInFuture(Date(start), now: Date(now))
            }
        }
        let lifetime = TimeStep(end.milliseconds(since: start))
        guard lifetime.length <= AppStoreServerAuthorizer.longestLifetime.length else {
            throw .livesTooLong(lifetime, limit: AppStoreServerAuthorizer.longestLifetime)
        }
    }
}

/// The JSON object of a token's header or claims.
private struct TokenObject {
    private let part: AppStoreServerTokenRefusal.Part
    private let members: [String: JSONValue]

    init(_ text: [UInt8], _ part: AppStoreServerTokenRefusal.Part) throws(AppStoreServerTokenRefusal) {
        self.part = part
        guard let json = try? Base64.url.decode(ascii: text) else {
            throw .notBase64URL(part: part == .header ? 1 : 2)
        }
        var reader = JSONReader(json)
        let value = try AppStoreServerTokenRefusal.wrapping(reader.read()) { (error: JSONError) in
            .noObject(part, found: error.words)
        }
        guard case .object(let members) = value else { throw .noObject(part, found: "it is \(value.words)") }
        if let name = reader.repeatedKeys.min() { throw .repeatedName(part, name.beginning) }
        self.members = members
    }

    func has(_ name: String) -> Bool { members[name] != nil }

    func text(_ name: String) throws(AppStoreServerTokenRefusal) -> String {
        switch members[name] {
        case .string(let text)? where !text.isEmpty: return text
        case nil: throw .missing(part, name: name)
        case let other?: throw .malformed(part, name: name, expected: "a text", found: other.words)
        }
    }

    /// Returns a date in seconds since 1970, with a fraction or without, as Apple's library in Swift writes them.
    func instant(_ name: String) throws(AppStoreServerTokenRefusal) -> Instant {
        switch members[name] {
        case .number(let digits)?: return Instant(millisecondsSince1970: DecimalSeconds.milliseconds(digits))
        case nil: throw .missing(part, name: name)
        case let other?:
            throw .malformed(part, name: name, expected: "a number of seconds since 1970", found: other.words)
        }
    }
}
