import OfferKitCore
import OfferKitCrypto
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Another hash, or other bytes, are named.
///
/// Signatures over the sample text with the user name 4bd1c2c3e8a0, made by OpenSSL 3.0 with other hashes and other
/// bytes: `openssl dgst -<hash> -sign shop.pem`, or `openssl pkeyutl -sign` for digests made beforehand.
struct HashMistakeTests {
    static let made: [(signature: String, expected: [SignatureMistake])] = [
        (
            "MEUCIQD8yPDFlU8VLkK8Iz7Y5xEQkmEtgqpK69gI+6rDazhA+wIgYX+5PAhczK8wnFmdyVxEel3r6exhIqry9CZ+gO4AgLk=",
            [.otherHash(.sha384)]
        ),
        (
            "MEUCIQCoOuf6gdjpj+7DjJCJ/Du9YMj8Vqm7fBFU7Weun8NcmgIgW7UcLshrhWAC1Ci/xY8ge8bbBRWZnsW5qD2PFDUQOq8=",
            [.otherHash(.sha512)]
        ),
        (
            "MEYCIQCYgLLOa1syrdRquZI+87V4oTFgIL4SBfW2RIKtahtQ6gIhALC24mSG/PFLKSksZv0HcgADv/NUAUZ2+8RtTrHd6Dgf",
            [.otherHash(.sha1)]
        ),
        (
            "MEUCIQDA1ZDeWl8V4B6DH+BoOeeLl/k5/axgrjNZVJY8n1rlMgIgflT1IhpBc66aoIkUA9c+ar9U3sXkEGEYyL2r0pHjUjU=",
            [.otherHash(.none)]
        ),
        (
            "MEUCIQDODwlZkgKTI3f0sGZrog8XwQu8AEHuwieCN73WiZt+ZAIgQdnchut3VYKNHHP8q0NAnj9tuzzBXUi2zS4ShGcI2ug=",
            [.hashedTwice(.bytes)]
        ),
        (
            "MEQCIH+iKXvBK0wvG29HqzdTumAtUMy+CQXW5k+RKoUgdCa6AiBQ/1ghYw+yqT+G1gySfYUXOOVbbe1k2H0F2kS97Fug2w==",
            [.hashedTwice(.lowerCaseHex)]
        ),
        (
            "MEUCIQCNDOTHNspdENglefTdTxK+ixKJbA1JE5pFdKrRHkiu9gIgUHLf03iOlMh22Rhw1gxLoeRs6nboOKGnQUrORmgSKiI=",
            [.hashedTwice(.upperCaseHex)]
        ),
        (
            "MEUCIQCy+GTjrzWW4/i6o+QG/gQJ4r3J5EBxcDYqQaUkPCvUxQIgEzFdbbMCJgeE7wsNrCuwFZs/ecm3ChrOH6S+KuRhOak=",
            [.hashedTwice(.base64)]
        ),
        (
            "MEUCIEXf4yrCH9F7m3vXmkGIos6guXgdXqUiEf2wT7l46IsUAiEA+bzcXiI6UsP+rVx97eD2Vys6lNjpylu94wtPS46//Pw=",
            [.otherTextEncoding(.utf16LittleEndian)]
        ),
        (
            "MEUCIFWAXNpGZNp1k9A+i9pQzNCaIA3+tG4stOTiBfNECJo3AiEA2+BWWeFbQdoLTp36KIjlqOljyBRFtSy4cJj99xDBx8w=",
            [.otherTextEncoding(.utf16BigEndian)]
        ),
        (
            "MEYCIQD5YwNXEp4hZeVqVJab24UNSUzdTXZ9n4G9hIjXdnKC4wIhANAyDYHcwzCOpWKP2hLl43iPi7vwQn/IjUzPAtWkvQqk",
            [.otherTextEncoding(.utf16LittleEndianWithMark)]
        ),
        (
            "MEYCIQCoDl7Bexz9B/OZa52mpDhG+Wd1oOFGa4d+BE4gjSiJvgIhAOEyLXblW3SXjjsROSZkyufJE/pNzxr25ThUeMmBjgwH",
            [.otherTextEncoding(.utf16BigEndianWithMark)]
        ),
        (
            "MEQCICV/EeYj3CB1a0WR8BTAq1RJVA96EgpdExyEoymj5rFeAiAOlSfioTHa+ij/sU9OMRKINv0vA86SZ0QX4WB/kxkk3Q==",
            [.otherTextEncoding(.utf8WithMark)]
        ),
        (
            "MEYCIQDdnxVBZOKLt/cRFPuMchcNLLEM/4D1LsbdyGo+5yv8WAIhANfbutyFO2YfWRwHpOr3o1X2UQM0cysKFXwQox8wvjYN",
            [.otherTextEncoding(.utf8Twice)]
        ),
        (
            "MEUCIGPu4s9VAFsBbdki+W9RBzgzgnBMm/bkAT9fBMeZZ6WAAiEAv12RXCESDxFqCYUADXDpB6/nKDwA9aZloHcM9r7rBwc=",
            [.otherTextEncoding(.base64)]
        ),
        (
            "MEQCIAJ6pBHKy9WjoxuZyVd6tE5elP7dFsFtQI8DQJVOLeInAiAjIjTZm9ZdkwpWn9iJIDkMVxJV34iYG1XcMEprQJkxcA==",
            [.otherTextEncoding(.hexadecimal)]
        ),
        (
            "MEUCIQCrVg341dWrZtDPW3gBqk7pRxtVDRcDt0luwvcWx/umAAIgdz71EZgPJ8Se6CVifytH45sZdQj3oEQm41ThILl/xn4=",
            [.otherSeparator(" "), .otherTextEncoding(.utf16LittleEndian)]
        ),
        (
            "MEUCIQCu07g4O5ePgNbHBV1p4fg2uu0GmOPyvGlU0b3sjs/0MQIgKJHjeKeIfK5xAaZRs4lVbiLmiUBAdxKtNynexzh/n8w=",
            [.noSeparator, .hashedTwice(.bytes)]
        ),
    ]

    // S0-46: SHA-256 and nothing else.
    @Test("The hash or the bytes are named", arguments: made)
    func named(_ signature: String, _ expected: [SignatureMistake]) {
        expectEqual(OfferVerifier(backend: .pure).mistakes(SampleShop.claim(signature: signature)), expected)
    }

    @Test("SHA-1 of the standard's examples")
    func sha1() {
        // FIPS 180-4 examples: "abc" and the 56 letters.
        func hex(_ text: String) -> String {
            SHA1.hash(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        expectEqual(hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d")
        expectEqual(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"), "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
        expectEqual(hex(String(repeating: "a", count: 55)), "c1c8bbdc22796e28c0e15163d20899b65621d65a")
        expectEqual(hex(String(repeating: "a", count: 64)), "0098ba824b5c16427bd7a1122a5a442a25ec644d")
    }
}
