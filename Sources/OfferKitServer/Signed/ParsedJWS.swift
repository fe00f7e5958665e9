import OfferKitCore
import OfferKitCrypto

/// A compact JWS as the App Store signs it, parsed but not verified.
///
/// Anybody can write one. Its contents count only once a ``SignedDataVerifier`` has made a payload of it. Reading is
/// strict (RFC 7515): three parts of Base64URL without padding, a header with `alg` ES256 and an `x5c` of three
/// certificates. `kid` and `typ` may be present as texts, as Xcode writes them, and mean nothing; any other name is
/// refused, above all those by which a text would choose its own key.
package struct ParsedJWS: Hashable, Sendable {
    /// The most bytes that are read, 128 KiB: some thirty times what the store signs.
    static let longest = 131_072

    /// The JSON of the header.
    package let header: [UInt8]
    /// The certificates as DER, the leaf first.
    package let certificates: [[UInt8]]
    /// The JSON of the payload, or whatever was signed in its place.
    package let payload: [UInt8]
    /// The 64 bytes of r and s.
    package let signature: [UInt8]

    /// The first part as it stands in the text.
    package let headerText: [UInt8]
    /// The second part as it stands in the text.
    package let payloadText: [UInt8]

    /// The signed bytes: header and payload as they stand in the text, with the full stop between them.
    package var signedText: [UInt8] { headerText + [CompactJWS.fullStop] + payloadText }

    /// Parses a text, except its header where that is the one read before.
    package init(_ text: String, knownHeader: ParsedJWS? = nil) throws(JWSFormatError) {
        let length = text.utf8.count
        guard length <= ParsedJWS.longest else { throw .tooLong(byteCount: length, limit: ParsedJWS.longest) }
        guard length > 0 else { throw .empty }
        if let surrounding = JWSFormatError.Surrounding(of: text) { throw .surrounded(surrounding) }
        guard let parts = CompactJWS(text)?.parts else {
            throw .partCount(text.utf8.count { $0 == CompactJWS.fullStop } + 1)
        }
        headerText = parts[0]
        payloadText = parts[1]
        if let knownHeader, knownHeader.headerText == headerText {
            header = knownHeader.header
            certificates = knownHeader.certificates
        } else {
            header = try ParsedJWS.decoded(parts[0], .header)
            certificates = try ParsedJWS.certificates(header)
        }
        payload = try ParsedJWS.decoded(parts[1], .payload)
        signature = try ParsedJWS.decoded(parts[2], .signature)
        guard signature.count == 64 else {
            let isDER = (try? ECDSASignature(derRepresentation: signature)) != nil
            throw isDER ? .derSignature(byteCount: signature.count) : .signatureLength(signature.count)
        }
    }

    private static func decoded(_ text: [UInt8], _ part: JWSFormatError.Part) throws(JWSFormatError) -> [UInt8] {
        do throws(Base64Error) {
            return try Base64.url.decode(ascii: text)
        } catch {
            switch JWSPart(text, part.mistakenPart).mistakes.first {
            case .padding?: throw .padding(part)
            case .standardAlphabet?: throw .standardAlphabet(part)
            default: throw .notBase64URL(part, offset: error.offset)
            }
        }
    }

    /// Returns the certificates of a valid header.
    private static func certificates(_ header: [UInt8]) throws(JWSFormatError) -> [[UInt8]] {
        var reader = JSONReader(header)
        let value = try JWSFormatError.wrapping(reader.read()) { (error: JSONError) in
            .headerIsNoObject(reason: error.words)
        }
        guard case .object(let members) = value else { throw .headerIsNoObject(reason: "it is \(value.words)") }
        if let name = reader.repeatedKeys.min() { throw .repeatedHeader(name.beginning) }
        guard let algorithm = members["alg"] else { throw .missingHeader("alg") }
        guard case .string(let algorithm) = algorithm else {
            throw .headerOfOtherType("alg", found: algorithm.words)
        }
        guard algorithm.utf8.elementsEqual("ES256".utf8) else { throw .otherAlgorithm(algorithm.beginning) }
        if let name = members.keys.filter({ !known.contains($0) }).min() { throw .unknownHeader(name.beginning) }
        for name in ["kid", "typ"] {
            guard let value = members[name] else { continue }
            guard case .string = value else { throw .headerOfOtherType(name, found: value.words) }
        }
        guard let list = members["x5c"] else {
            throw members["kid"] == nil ? .missingHeader("x5c") : .signedByServer
        }
        guard case .array(let texts) = list else { throw .headerOfOtherType("x5c", found: list.words) }
        guard texts.count == 3 else { throw .certificateCount(texts.count) }
        var certificates: [[UInt8]] = []
        for (index, text) in texts.enumerated() {
            if case .string(let text) = text, text.utf8.starts(with: "-----BEGIN".utf8) {
                throw .certificateIsPEM(index: index)
            }
            guard case .string(let text) = text, let bytes = try? Base64.standard.decode(text) else {
                throw .certificateIsNotBase64(index: index)
            }
            certificates.append(bytes)
        }
        return certificates
    }

    private static let known: Set = ["alg", "x5c", "kid", "typ"]
}

extension JWSFormatError.Part {
    /// The same part, as requests name it.
    fileprivate var mistakenPart: JWSMistake.Part {
        switch self {
        case .header: .header
        case .payload: .claims
        case .signature: .signature
        }
    }
}

extension JWSFormatError.Surrounding {
    /// Finds what surrounds a text; nil where nothing known does.
    fileprivate init?(of text: String) {
        guard let first = text.utf8.first, let last = text.utf8.last else { return nil }
        if first.isWhitespace || last.isWhitespace {
            self = .whiteSpace
        } else if [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(first) {
            self = .quotationMarks
        } else if text.utf8.prefix(7).map({ $0 | 0x20 }) == Array("bearer ".utf8) {
            self = .bearer
        } else if first == UInt8(ascii: "{") {
            self = .object
        } else {
            return nil
        }
    }
}
