import OfferKitCrypto
import OfferKitTestHarness
import Testing

struct KeyTests {
    static let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
    static let prime = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"
    static let generatorX = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
    static let generatorY = "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"

    // The coordinates of 2G and -G are Python's (cryptography 48, that is OpenSSL).
    static let publicKeys: [(number: String, x: String, y: String)] = [
        (String(repeating: "0", count: 63) + "1", generatorX, generatorY),
        (
            "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550", generatorX,
            "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a"
        ),
        (
            String(repeating: "0", count: 63) + "2",
            "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978",
            "07775510db8ed040293d9ac69f7430dbba7dade63ce982299e04b79d227873d1"
        ),
        (
            "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc63254f",
            "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978",
            "f888aaee24712fc0d6c26539608bcf244582521ac3167dd661fb4862dd878c2e"
        ),
    ]

    @Test("The smallest and the largest private keys have the right public keys", arguments: publicKeys)
    func publicKey(_ number: String, _ x: String, _ y: String) throws {
        let key = try P256PrivateKey(rawRepresentation: hex(number))
        expectEqual(key.publicKey.x963Representation, hex("04" + x + y))
        expectEqual(key.rawRepresentation, hex(number))
    }

    static let numbersOutOfRange = [
        String(repeating: "0", count: 64), order, String(repeating: "f", count: 64),
        "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632552",
    ]

    @Test("A private key of zero or from n on is refused", arguments: numbersOutOfRange)
    func numberOutOfRange(_ number: String) {
        #expect(throws: P256KeyError.numberOutOfRange) { try P256PrivateKey(rawRepresentation: hex(number)) }
    }

    @Test("A private key has 32 bytes", arguments: [0, 1, 31, 33, 64])
    func numberLength(_ length: Int) {
        #expect(throws: P256KeyError.wrongLength(expected: 32, actual: length)) {
            try P256PrivateKey(rawRepresentation: [UInt8](repeating: 1, count: length))
        }
    }

    static let refusedPoints: [(bytes: String, error: P256KeyError)] = [
        ("", .wrongLength(expected: 65, actual: 0)), ("00", .unsupportedPointFormat(0)),
        ("00" + String(repeating: "0", count: 128), .unsupportedPointFormat(0)),
        ("03" + generatorX, .unsupportedPointFormat(3)), ("02" + generatorX, .unsupportedPointFormat(2)),
        ("06" + generatorX + generatorY, .unsupportedPointFormat(6)),
        ("07" + generatorX + generatorY, .unsupportedPointFormat(7)),
        ("05" + generatorX + generatorY, .unsupportedPointFormat(5)),
        ("04", .wrongLength(expected: 65, actual: 1)), ("04" + generatorX, .wrongLength(expected: 65, actual: 33)),
        ("04" + generatorX + generatorY + "00", .wrongLength(expected: 65, actual: 66)),
        ("04" + String(generatorX + generatorY).dropLast(2), .wrongLength(expected: 65, actual: 64)),
        ("04" + String(repeating: "0", count: 128), .notOnCurve), ("04" + generatorY + generatorX, .notOnCurve),
        ("04" + generatorX + generatorY.dropLast(1) + "4", .notOnCurve),
        ("04" + prime + generatorY, .coordinateOutOfRange), ("04" + generatorX + prime, .coordinateOutOfRange),
        ("04" + String(repeating: "f", count: 128), .coordinateOutOfRange),
    ]

    @Test("Only uncompressed points of the curve are public keys", arguments: refusedPoints)
    func refusedPoint(_ bytes: String, _ error: P256KeyError) {
        #expect(throws: error) { try P256PublicKey(x963Representation: hex(bytes)) }
    }

    // x = 0 is on the curve: its y is a square root of b, computed in Python.
    @Test("A point with a coordinate of zero is a public key")
    func zeroCoordinate() throws {
        let bytes = hex(
            "04" + String(repeating: "0", count: 64)
                + "66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4")
        try expectEqual(P256PublicKey(x963Representation: bytes).x963Representation, bytes)
    }

    @Test("Keys are equal, and hash alike, exactly if their bytes are equal")
    func equality() throws {
        let one = try P256PrivateKey(rawRepresentation: hex(TestKeys.number))
        let same = try P256PrivateKey(pem: TestKeys.pkcs8)
        let other = try P256PrivateKey(rawRepresentation: hex(Self.publicKeys[2].number))
        expectEqual(Set([one, same, other]).count, 2)
        expectEqual(Set([one.publicKey, same.publicKey, other.publicKey]).count, 2)
        expectEqual(Set([one.publicKey.prepared(), same.publicKey.prepared(), other.publicKey.prepared()]).count, 2)
    }

    @Test("Printing or dumping a private key does not show its number")
    func redaction() throws {
        let key = try P256PrivateKey(rawRepresentation: hex(TestKeys.number))
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(describing: key), String(reflecting: key), "\([key])", dumped] {
            expectLacks(text, "Words256")
            expectContains(text, "redacted")
        }
    }
}
