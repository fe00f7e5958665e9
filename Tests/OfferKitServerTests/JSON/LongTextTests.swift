import OfferKitCore
import OfferKitCrypto
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Long texts in signed data.
///
/// Texts that take the square of their length to compare, and such as are one character from end to end.
struct LongTextTests {
    /// What a name of 60 KB is made of; the last are combining marks in the order that they are not kept in.
    static let units = ["a", "é", "e\u{301}\u{323}", "\u{301}\u{323}", "\\u0301\\u0323"]

    static func long(_ unit: String) -> String {
        String(repeating: unit, count: 60_000 / unit.utf8.count)
    }

    @Test("a name of 256 bytes is read, one of 257 is refused where it begins")
    func limit() throws {
        func read(_ name: String) throws(JSONError) -> JSONValue {
            var reader = JSONReader(Array("{\n \"\(name)\":1}".utf8))
            return try reader.read()
        }
        let longest = String(repeating: "é", count: 128)
        try expectEqual(read(longest), .object([longest: .number("1")]))
        // An escape counts as what it stands for.
        try expectEqual(read(String(repeating: "\\u00e9", count: 128)), .object([longest: .number("1")]))
        for name in [longest + "a", longest + "\\u0301", "a" + longest] {
            let error = #expect(throws: JSONError.self) { try read(name) }
            guard case .nameTooLong(256, let position)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            expectEqual([position.line, position.column, position.byteOffset], [2, 2, 3])
        }
    }

    // The name never ends: whoever read it whole would say that the text ends too early.
    @Test("a name of 60 KB is refused before its end is read, in a header and in a payload", arguments: units)
    func names(unit: String) throws {
        let words = "a name has more than 256 bytes at offset 1"
        let text = try SignedForge.text { $0.header = "{\"" + LongTextTests.long(unit) }
        expectEqual(ParsedJWSTests.error(text), .headerIsNoObject(reason: words))
        #expect(throws: PayloadError.notJSON(reason: words)) {
            try PayloadSamples.transaction("{\"" + LongTextTests.long(unit))
        }
        #expect(throws: PayloadError.notJSON(reason: "a name has more than 256 bytes at offset 14")) {
            try PayloadSamples.transaction("{\"a\":1,\"b\":[[{\"" + LongTextTests.long(unit) + "\":1}]]}")
        }
    }

    /// One grapheme of 60 KB, and how it begins in a sentence.
    static let grapheme = "e" + String(repeating: "\u{301}\u{323}", count: 15_000)
    static let shown = "\"e" + String(repeating: "<U+0301><U+0323>", count: 99) + "<U+0301>… (60001 bytes in all)\""

    @Test("a text that is one grapheme of 60 KB is cut off in what is said of it, and NUL is shown")
    func texts() {
        expectEqual(LongTextTests.grapheme.count, 1)
        for (text, shown) in [(LongTextTests.grapheme, LongTextTests.shown), ("a\0b", "\"a<U+0000>b\"")] {
            expectPrefix(PayloadError.repeatedName(text).description, "The payload has the name \(shown) twice")
            expectEqual(JWSFormatError.repeatedHeader(text).description, "The header has the name \(shown) twice.")
            expectPrefix(JWSFormatError.unknownHeader(text).description, "The header has \(shown), which")
            expectEqual(
                JWSFormatError.otherAlgorithm(text).description,
                "The algorithm is \(shown); the App Store signs with ES256.")
            expectEqual(
                SignedDataRefusal.otherBundle(expected: "com.example.app", found: text).description,
                "It is for the app \(shown), and \"com.example.app\" was expected.")
            expectEqual(
                SignedDataRefusal.otherEnvironment(expected: .sandbox, found: .init(rawValue: text)).description,
                "It is from the environment \(shown), and \"Sandbox\" was expected.")
        }
    }

    @Test("an algorithm or a value of one grapheme of 60 KB is kept by its first 80 bytes, or shown by its beginning")
    func values() throws {
        let header = #"{"alg":"\#(LongTextTests.grapheme)","x5c":[]}"#
        // One byte of the letter, and 39 marks of two.
        let beginning = "e" + String(repeating: "\u{301}\u{323}", count: 19) + "\u{301}"
        try expectEqual(ParsedJWSTests.error(header: header), .otherAlgorithm(beginning))
        #expect(throws: PayloadError.noObject(found: "the text \(LongTextTests.shown)")) {
            try PayloadSamples.transaction("\"\(LongTextTests.grapheme)\"")
        }
        #expect(throws: PayloadError.noObject(found: "the text \"a<U+0000>b\"")) {
            try PayloadSamples.transaction(#""a\u0000b""#)
        }
        #expect(throws: PayloadError.noObject(found: "the number " + String(repeating: "9", count: 80))) {
            try PayloadSamples.transaction(String(repeating: "9", count: 60_000))
        }
    }

    @Test("the Kelvin sign is no K, in an app's identifier and in an environment's name")
    func canonicalEquivalence() throws {
        let kelvin = "com.example.\u{212A}"
        let payload = PayloadSamples.fullTransaction
        let root = try SigningCertificate(pem: TeamChain.root)
        func refusal(_ payload: String, _ bundleID: String, _ environment: StoreEnvironment) -> SignedDataRefusal? {
            do throws(SignedDataRefusal) {
                let verifier = SignedDataVerifier(root: root, bundleID: bundleID, environment: environment)
                guard let text = try? SignedForge.text({ $0.payload = payload }) else { return .signature }
                _ = try verifier.transaction(text)
                return nil
            } catch {
                return error
            }
        }
        let app = payload.replacing("com.example.app", with: kelvin)
        guard case .otherBundle(let expected, let found)? = refusal(app, "com.example.K", .sandbox) else {
            Issue.record("the Kelvin sign is taken for a K")
            return
        }
        expectEqual(Array(expected.utf8), Array("com.example.K".utf8))
        expectEqual(Array(found.utf8), Array(kelvin.utf8))
        expectNil(refusal(app, kelvin, .sandbox))
        let place = payload.replacing("Sandbox", with: "\u{212A}")
        guard case .otherEnvironment? = refusal(place, "com.example.app", .init(rawValue: "K")) else {
            Issue.record("the Kelvin sign is taken for a K")
            return
        }
        expectNil(refusal(place, "com.example.app", .init(rawValue: "\u{212A}")))
    }
}
