package import OfferKitCore
import OfferKitCrypto

extension OfferRequestJWS {
    /// Reads a signed request strictly (B2-17…21).
    ///
    /// A fractional `iat` and an upper-case `nonce` are accepted, because Apple's own libraries make them.
    ///
    /// Other claims, `exp` among them, are ignored: the store counts from `iat` (B2-18).
    package init(reading text: String, for purpose: Purpose) {
        self.init(text, for: purpose)
        guard !text.isEmpty else { return }
        guard text.utf8.count <= OfferRequestJWS.longest else {
            mistakes = [
                .notJSONObject(
                    .claims,
                    found: "the text has \(text.utf8.count) bytes, and no request needs \(OfferRequestJWS.longest)")
            ]
            return
        }
        guard let jws = CompactJWS(text) else {
            mistakes = OfferRequestJWS.faults(ofWhole: text)
            return
        }
        let header = readObject(jws.parts[0], .header)
        let claims = readObject(jws.parts[1], .claims)
        if let header { readHeader(header) }
        mistakes += JWSPart(jws.parts[2], .signature).mistakes
        if let claims { readClaims(claims) }
        mistakes.sort { $0.kind.rank < $1.kind.rank }
    }

    /// The most bytes that are read, twenty times what Apple's libraries make, so that nobody can keep the store busy.
    static let longest = 16_384

    /// Returns the mistakes in a text that has not three parts.
    private static func faults(ofWhole text: String) -> [JWSMistake] {
        let isOriginal = SignatureText.strict(text) != nil || SignatureText.lenient(text).contains { $0.isCertain }
        if isOriginal { return [.originalSignature] }
        let fullStops = text.utf8.count { $0 == CompactJWS.fullStop }
        return [.partCount(fullStops + 1)]
    }

    /// Returns the object of header or claims; nil with the reason noted where they are no JSON object.
    private mutating func readObject(_ text: [UInt8], _ part: JWSMistake.Part) -> [String: JSONValue]? {
        let place = self.decoded.count
        self.decoded.append("")
        let decoded = JWSPart(text, part)
        mistakes += decoded.mistakes
        guard let bytes = decoded.bytes else { return nil }
        var reader = JSONReader(bytes)
        let value: JSONValue
        do throws(JSONError) {
            value = try reader.read()
        } catch {
            mistakes.append(.notJSONObject(part, found: error.words))
            return nil
        }
        guard case .object(let members) = value else {
            mistakes.append(.notJSONObject(part, found: "it is \(value.words)"))
            return nil
        }
        self.decoded[place] = String(decoding: bytes, as: UTF8.self)
        mistakes += reader.repeatedKeys.sorted().prefix(8).map { .repeatedName(part, name: $0) }
        return members
    }

    /// Reads `alg`, `kid` and `typ` (B2-17).
    private mutating func readHeader(_ header: [String: JSONValue]) {
        func text(_ name: String) -> String? {
            guard case .string(let text) = header[name], !text.isEmpty else { return nil }
            return text
        }
        keyIdentifier = text("kid")
        for name in ["alg", "kid", "typ"] where text(name) == nil { mistakes.append(.missingHeader(name)) }
        if let algorithm = text("alg"), algorithm != "ES256" { mistakes.append(.otherAlgorithm(algorithm)) }
        if let type = text("typ"), type != "JWT" { mistakes.append(.otherType(type)) }
        if header["crit"] != nil { mistakes.append(.criticalExtension) }
    }

    /// Reads the claims that every request has, and those of its kind (B2-18…21).
    private mutating func readClaims(_ claims: [String: JSONValue]) {
        _ = readText("iss", claims)
        issuedAt = read("iat", claims["iat"], "a number of seconds since 1970") { value in
            value.digits.map { Instant(millisecondsSince1970: DecimalSeconds.milliseconds($0)) }
        }
        audience = readText("aud", claims)
        bundleID = readText("bid", claims)
        nonceText = readText("nonce", claims)
        nonce = nonceText.flatMap { try? UUIDText.read($0, .nonce) }
        // A request for another purpose has other claims; naming the purpose is enough.
        let isOther = audience.map { $0 != purpose.rawValue && Purpose(rawValue: $0) != nil } ?? false
        productID = readText("productId", claims)
        switch purpose {
        case .promotionalOffer:
            offerID = readText("offerIdentifier", claims, isRequired: !isOther)
            transactionID = readText("transactionId", claims, isRequired: false)
        case .introductoryEligibility:
            let name = "allowIntroductoryOffer"
            allowsIntroductoryOffer = read(name, claims[name], "true or false", isRequired: !isOther, \.flag)
            transactionID = readText("transactionId", claims, isRequired: !isOther)
        }
    }

    private mutating func readText(_ name: String, _ claims: [String: JSONValue], isRequired: Bool = true) -> String? {
        let value = isRequired && claims[name] == .string("") ? nil : claims[name]
        return read(name, value, "a text", isRequired: isRequired, \.text)
    }

    /// Reads a claim, and notes one that is missing though required, or of another type.
    private mutating func read<Value>(
        _ name: String, _ value: JSONValue?, _ expected: String, isRequired: Bool = true,
        _ form: (JSONValue) -> Value?
    ) -> Value? {
        guard let value, value != .null else {
            if isRequired { mistakes.append(.missingClaim(name)) }
            return nil
        }
        let result = form(value)
        if result == nil { mistakes.append(.claimOfOtherType(name, expected: expected, found: value.words)) }
        return result
    }
}
