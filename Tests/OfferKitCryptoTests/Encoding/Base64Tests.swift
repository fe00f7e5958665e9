import OfferKitCore
import OfferKitCrypto
import OfferKitTestHarness
import Testing

struct Base64Tests {
    // RFC 4648, section 10.
    static let published: [(text: String, encoded: String)] = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    @Test("The RFC's texts are encoded and decoded as it says", arguments: published)
    func publishedTexts(_ text: String, _ encoded: String) throws {
        let unpadded = encoded.filter { $0 != "=" }
        expectEqual(Base64.standard.encode(ascii(text)), encoded)
        expectEqual(Base64.url.encode(ascii(text)), unpadded)
        try expectEqual(Base64.standard.decode(encoded), ascii(text))
        try expectEqual(Base64.url.decode(unpadded), ascii(text))
    }

    @Test("The two alphabets differ in the last two characters only")
    func alphabets() throws {
        let bytes = hex(
            "00108310518720928b30d38f41149351559761969b71d79f8218a39259a7a29aabb2dbafc31cb3d35db7e39ebbf3dfbf")
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        expectEqual(Base64.standard.encode(bytes), letters + "+/")
        expectEqual(Base64.url.encode(bytes), letters + "-_")
        try expectEqual(Base64.standard.decode(letters + "+/"), bytes)
        try expectEqual(Base64.url.decode(letters + "-_"), bytes)
    }

    struct Refusal: Sendable {
        let text: String
        let error: Base64Error
        init(_ text: String, _ error: Base64Error) {
            self.text = text
            self.error = error
        }
    }

    static let standardRefusals = [
        Refusal("Zg", .missingPadding(length: 2)), Refusal("Zg=", .missingPadding(length: 3)),
        Refusal("Zm8", .missingPadding(length: 3)), Refusal("Zm8==", .unexpectedPadding(offset: 4)),
        Refusal("Zm9v=", .unexpectedPadding(offset: 4)), Refusal("Zm9v==", .unexpectedPadding(offset: 4)),
        Refusal("Zg===", .unexpectedPadding(offset: 2)), Refusal("=", .unexpectedPadding(offset: 0)),
        Refusal("==", .unexpectedPadding(offset: 0)), Refusal("====", .unexpectedPadding(offset: 0)),
        Refusal("Zg==Zg==", .unexpectedPadding(offset: 2)), Refusal("Z", .incompleteGroup(length: 1)),
        Refusal("Z===", .unexpectedPadding(offset: 1)), Refusal("Zm9vY", .incompleteGroup(length: 5)),
        Refusal("Zh==", .nonZeroTrailingBits(offset: 1)), Refusal("Zm9=", .nonZeroTrailingBits(offset: 2)),
        Refusal("Zm9v\n", .foreignCharacter(0x0a, offset: 4)), Refusal("Zm9v\r\n", .foreignCharacter(0x0d, offset: 4)),
        Refusal(" Zm9v", .foreignCharacter(0x20, offset: 0)), Refusal("Zm 9v", .foreignCharacter(0x20, offset: 2)),
        Refusal("Zm9v\0", .foreignCharacter(0, offset: 4)), Refusal("-_8=", .foreignCharacter(0x2d, offset: 0)),
        Refusal("Zmé=", .foreignCharacter(0xc3, offset: 2)),
    ]

    @Test("Padded Base64 refuses what is not exactly it, and says where", arguments: standardRefusals)
    func standardRefusal(_ refusal: Refusal) {
        #expect(throws: refusal.error) { try Base64.standard.decode(refusal.text) }
    }

    static let urlRefusals = [
        Refusal("Zg==", .unexpectedPadding(offset: 2)), Refusal("Zg=", .unexpectedPadding(offset: 2)),
        Refusal("Zm9v=", .unexpectedPadding(offset: 4)), Refusal("Z", .incompleteGroup(length: 1)),
        Refusal("Zh", .nonZeroTrailingBits(offset: 1)), Refusal("Zm9", .nonZeroTrailingBits(offset: 2)),
        Refusal("+/8", .foreignCharacter(0x2b, offset: 0)), Refusal("Zm9v\n", .foreignCharacter(0x0a, offset: 4)),
        Refusal("Zm9v.Zm9v", .foreignCharacter(0x2e, offset: 4)),
    ]

    @Test("Unpadded Base64 refuses what is not exactly it, and says where", arguments: urlRefusals)
    func urlRefusal(_ refusal: Refusal) {
        #expect(throws: refusal.error) { try Base64.url.decode(refusal.text) }
    }

    @Test("Bytes of every length come back from both alphabets", arguments: [Base64.standard, Base64.url])
    func roundTrips(_ base64: Base64) throws {
        var generator = SplitMix64(seed: 4_648)
        for length in 0..<200 {
            let bytes = generator.bytes(length)
            try expectEqual(base64.decode(base64.encode(bytes)), bytes)
        }
    }

    // What makes it strict: no two texts stand for the same bytes.
    @Test(
        "However a byte of a text is changed, it is refused or encodes back to the changed text",
        arguments: [(Base64.standard, "Zm9vYmE="), (.standard, "Zm9vYg=="), (.url, "Zm9vYmE"), (.url, "Zm9vYg")])
    func everyByteChanged(_ base64: Base64, _ text: String) {
        for index in 0..<text.utf8.count {
            for byte in UInt8.min...UInt8.max {
                var changed = ascii(text)
                changed[index] = byte
                guard let decoded = try? base64.decode(ascii: changed) else { continue }
                expectEqual(base64.encodeToBytes(decoded), changed)
            }
        }
    }
}
