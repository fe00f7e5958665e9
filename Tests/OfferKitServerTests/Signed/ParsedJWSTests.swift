import OfferKitCrypto
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Parsing signed data.
///
/// Taking signed data apart, strictly.
struct ParsedJWSTests {
    /// What a text is refused for; nil when it is taken.
    static func error(_ text: String) -> JWSFormatError? {
        do throws(JWSFormatError) {
            _ = try ParsedJWS(text)
            return nil
        } catch {
            return error
        }
    }

    /// What the good transaction is refused for with another header.
    static func error(header: String) throws -> JWSFormatError? {
        error(try SignedForge.text { $0.header = header })
    }

    @Test("B14: header, payload, certificates and signature are what PyJWT put there")
    func vector() throws {
        let jws = try ParsedJWS(TeamChain.tokenOfPyJWT)
        expectEqual(text(jws.payload), PayloadSamples.fullTransaction)
        expectEqual(
            jws.certificates,
            [
                try SignedForge.der(TeamChain.leaf), try SignedForge.der(TeamChain.intermediate),
                try SignedForge.der(TeamChain.root),
            ])
        expectPrefix(text(jws.header), #"{"alg":"ES256","typ":"JWT","x5c":["#)
        expectEqual(jws.signature.count, 64)
    }

    @Test("a header may have kid and typ, as Xcode's has; any other name is refused")
    func headerNames() throws {
        let x5c = try SignedForge().x5c
        expectNil(try ParsedJWSTests.error(header: #"{"x5c":\#(x5c),"typ":"JWT","kid":"a","alg":"ES256"}"#))
        for name in ["crit", "jwk", "jku", "x5u", "b64", "x5t", "cty"] {
            let header = #"{"alg":"ES256","x5c":\#(x5c),"\#(name)":["exp"]}"#
            try expectEqual(ParsedJWSTests.error(header: header), .unknownHeader(name))
        }
    }

    @Test(
        "any other algorithm than ES256 is refused by its name",
        arguments: ["none", "None", "HS256", "HS512", "RS256", "PS256", "ES384", "ES256K", "EdDSA", "es256", ""])
    func algorithms(name: String) throws {
        let header = #"{"alg":"\#(name)","x5c":\#(try SignedForge().x5c)}"#
        try expectEqual(ParsedJWSTests.error(header: header), .otherAlgorithm(name))
    }

    @Test("alg none without a signature is refused as that")
    func unsigned() throws {
        let header = #"{"alg":"none","x5c":\#(try SignedForge().x5c)}"#
        let token = try SignedForge.text {
            $0.header = header
            $0.sign = { _, _ in [] }
        }
        expectEqual(ParsedJWSTests.error(token), .otherAlgorithm("none"))
    }

    @Test("HS256 keyed with the public key is refused as HS256")
    func sharedSecret() throws {
        let secret = Array(try P256PrivateKey(pem: TeamChain.leafKey).publicKey.pemRepresentation.utf8)
        let token = try SignedForge.text {
            $0.header = #"{"alg":"HS256","x5c":\#(try $0.x5c)}"#
            $0.sign = { message, _ in hmac(message, key: secret) }
        }
        expectEqual(ParsedJWSTests.error(token), .otherAlgorithm("HS256"))
    }

    @Test("a header that is no object, has a name twice, or lacks one is refused as that")
    func headers() throws {
        let x5c = try SignedForge().x5c
        for (header, error) in [
            ("[]", .headerIsNoObject(reason: "it is an array")), ("", .headerIsNoObject(reason: "it is empty")),
            ("{", .headerIsNoObject(reason: "it ends too early at offset 1")),
            (#"{"x5c":\#(x5c)}"#, .missingHeader("alg")),
            (#"{"alg":null,"x5c":\#(x5c)}"#, .headerOfOtherType("alg", found: "null")),
            (#"{"alg":256,"x5c":\#(x5c)}"#, .headerOfOtherType("alg", found: "the number 256")),
            (#"{"alg":"ES256"}"#, .missingHeader("x5c")),
            (#"{"alg":"ES256","x5c":"a"}"#, .headerOfOtherType("x5c", found: #"the text "a""#)),
            (#"{"alg":"ES256","alg":"ES256","x5c":\#(x5c)}"#, .repeatedHeader("alg")),
            (#"{"alg":"none","\u0061lg":"ES256","x5c":\#(x5c)}"#, .repeatedHeader("alg")),
            (#"{"alg":"ES256","x5c":["AA==","AA==","AA"]}"#, .certificateIsNotBase64(index: 2)),
            (#"{"alg":"ES256","x5c":["AA==",7,"AA=="]}"#, .certificateIsNotBase64(index: 1)),
            (#"{"alg":"ES256","x5c":["_w==","AA==","AA=="]}"#, .certificateIsNotBase64(index: 0)),
            (#"{"alg":"ES256","x5c":["A\nA==","AA==","AA=="]}"#, .certificateIsNotBase64(index: 0)),
        ] as [(String, JWSFormatError)] {
            try expectEqual(ParsedJWSTests.error(header: header), error)
        }
    }

    @Test(
        "a kid or typ that is no text is refused as that",
        arguments: ["kid", "typ"],
        [
            ("null", "null"), ("1", "the number 1"), ("{}", "an object"), ("[]", "an array"), ("true", "true"),
        ])
    func textsOnly(name: String, value: (json: String, found: String)) throws {
        let error = JWSFormatError.headerOfOtherType(name, found: value.found)
        let header = #"{"alg":"ES256","x5c":\#(try SignedForge().x5c),"\#(name)":\#(value.json)}"#
        try expectEqual(ParsedJWSTests.error(header: header), error)
        expectEqual(error.description, "The header's \"\(name)\" should be text, but it is \(value.found).")
        // Also where the certificates are missing.
        try expectEqual(ParsedJWSTests.error(header: #"{"alg":"ES256","\#(name)":\#(value.json)}"#), error)
    }

    @Test("a header that is not UTF-8, or nested deeper than 64 levels, is refused as that")
    func headerBytes() throws {
        let good = try SignedForge.text().split(separator: ".")
        func error(_ header: [UInt8]) -> JWSFormatError? {
            ParsedJWSTests.error("\(Base64.url.encode(header)).\(good[1]).\(good[2])")
        }
        let start = Array(#"{"alg":"ES256","kid":""#.utf8)
        let end = Array(#"","x5c":["AA==","AA==","AA=="]}"#.utf8)
        expectNil(error(start + Array("é".utf8) + end))
        // A lone continuation, a cut character, an overlong one, a surrogate.
        for bytes in [[0x80], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80]] as [[UInt8]] {
            expectEqual(
                error(start + bytes + end),
                .headerIsNoObject(reason: "there are bytes that are not UTF-8 at offset 22"), "\(bytes)")
        }
        expectEqual(
            error(Array(#"{"alg":"#.utf8) + [0xFF]),
            .headerIsNoObject(reason: "there are bytes that are not UTF-8 at offset 7"))
        func nested(_ levels: Int) -> [UInt8] {
            let (open, close) = (String(repeating: "[", count: levels), String(repeating: "]", count: levels))
            return Array(#"{"alg":"ES256","kid":\#(open)\#(close),"x5c":["AA==","AA==","AA=="]}"#.utf8)
        }
        // It is read, and then refused for what it is.
        expectEqual(error(nested(63)), .headerOfOtherType("kid", found: "an array"))
        let tooDeep = JWSFormatError.headerIsNoObject(reason: "it is nested deeper than 64 levels")
        expectEqual(error(nested(64)), tooDeep)
        expectEqual(error(nested(40_000)), tooDeep)
        expectEqual(error(Array(String(repeating: #"{"a":"#, count: 15_000).utf8)), tooDeep)
    }

    @Test("a header with any bit flipped is refused, or is taken for what it then is: no bit goes unseen")
    func flips() throws {
        let header = Array(#"{"alg":"ES256","x5c":["AA==","AA==","AA=="]}"#.utf8)
        let rest = "." + Base64.url.encode([]) + "." + Base64.url.encode([UInt8](repeating: 1, count: 64))
        let text = Array((Base64.url.encode(header) + rest).utf8)
        let good = try ParsedJWS(String(decoding: text, as: UTF8.self))
        expectEqual(good.header, header)
        let length = text.count - rest.utf8.count
        var taken = 0
        for bit in 0..<length * 8 {
            var damaged = text
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            guard let jws = try? ParsedJWS(String(decoding: damaged, as: UTF8.self)) else { continue }
            #expect(jws.header != header, "bit \(bit)")
            #expect(jws.certificates != good.certificates, "bit \(bit)")
            taken += 1
        }
        // Where certificates become others, and nowhere else: the verifier has to look at those.
        #expect(taken > 0)
    }

    @Test("B14: one, two and four certificates are refused by their number", arguments: [0, 1, 2, 4])
    func certificateCounts(count: Int) throws {
        let all = [TeamChain.leaf, TeamChain.intermediate, TeamChain.root, TeamChain.root]
        let token = try SignedForge.text { $0.certificates = Array(all.prefix(count)) }
        expectEqual(ParsedJWSTests.error(token), .certificateCount(count))
    }

    @Test("a signature in DER is refused as that, any other length by its length")
    func signatures() throws {
        let token = try SignedForge.text { $0.sign = { $1.signature(for: $0).derRepresentation } }
        guard case .derSignature(let count)? = ParsedJWSTests.error(token) else {
            return #expect(Bool(false), "\(String(describing: ParsedJWSTests.error(token)))")
        }
        #expect(68...72 ~= count)
        for length in [0, 63, 65, 96, 128] {
            let token = try SignedForge.text { $0.sign = { _, _ in [UInt8](repeating: 1, count: length) } }
            expectEqual(ParsedJWSTests.error(token), .signatureLength(length))
        }
    }

    @Test("parts that are too few or too many, padded or in the other alphabet are refused as that")
    func parts() throws {
        let good = try SignedForge.text()
        let parts = good.split(separator: ".").map(String.init)
        for (token, error) in [
            ("", .empty), ("a.b", .partCount(2)), (good + ".", .partCount(4)),
            ("..", .headerIsNoObject(reason: "it is empty")),
            ("\(parts[0])=.\(parts[1]).\(parts[2])", .padding(.header)),
            ("\(parts[0]).\(parts[1]) .\(parts[2])", .notBase64URL(.payload, offset: parts[1].utf8.count)),
            ("\(parts[0]).+\(parts[1]).\(parts[2])", .standardAlphabet(.payload)),
            ("\(parts[0]).\(parts[1]).\(parts[2])\n", .surrounded(.whiteSpace)),
            ("\(parts[0]).\(parts[1]).\(parts[2].dropLast())_", .notBase64URL(.signature, offset: 85)),
        ] as [(String, JWSFormatError)] {
            expectEqual(ParsedJWSTests.error(token), error)
        }
    }

    @Test("a text of more than 128 KiB is not read, one of so many is")
    func length() {
        expectEqual(
            ParsedJWSTests.error(String(repeating: "a", count: 131_073)), .tooLong(byteCount: 131_073, limit: 131_072))
        expectEqual(ParsedJWSTests.error(String(repeating: "a", count: 131_072)), .partCount(1))
        expectEqual(ParsedJWSTests.error(String(repeating: ".", count: 131_072)), .partCount(131_073))
    }

    @Test("a text cut off anywhere is refused")
    func truncation() throws {
        let token = try SignedForge.text { $0.payload = "{}" }
        let bytes = Array(token.utf8)
        // A debug build cuts at every third byte, at both dots and at the end.
        for length in bytes.indices
        where Effort.tries(length, oneOf: 3) || bytes[length] == UInt8(ascii: ".") || length > bytes.count - 4 {
            #expect(ParsedJWSTests.error(String(token.prefix(length))) != nil, "\(length) bytes")
        }
    }

    @Test("an error says what a text has, and what it should have")
    func words() {
        expectEqual(
            JWSFormatError.otherAlgorithm("none").description,
            "The text is not signed: its algorithm is none. Nothing in it can be believed.")
        expectEqual(
            JWSFormatError.derSignature(byteCount: 71).description,
            "The signature is in DER (71 bytes); a JWS has the 64 bytes of r and s instead.")
        expectEqual(
            JWSFormatError.notBase64URL(.payload, offset: 7).description,
            "The payload is not Base64URL without padding at offset 7.")
    }
}

/// HMAC with SHA-256 (RFC 2104), for keys of more than 64 bytes.
private func hmac(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    let key = SHA256.hash(key) + [UInt8](repeating: 0, count: 32)
    return SHA256.hash(key.map { $0 ^ 0x5C } + SHA256.hash(key.map { $0 ^ 0x36 } + message))
}
