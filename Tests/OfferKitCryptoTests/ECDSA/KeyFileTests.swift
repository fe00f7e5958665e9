import OfferKitCrypto
import OfferKitTestHarness
import Testing

struct KeyFileTests {
    static let privateKeyTexts = [
        TestKeys.sec1, TestKeys.sec1WithParameters, TestKeys.pkcs8, "\n\n " + TestKeys.pkcs8 + "\n  \n",
        "Bag Attributes\n    friendlyName: key\n" + TestKeys.pkcs8, TestKeys.spki + TestKeys.sec1,
        crlf(TestKeys.pkcs8), crlf(TestKeys.sec1WithParameters), String(TestKeys.pkcs8.dropLast(1)),
    ]

    static func crlf(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    }

    @Test("OpenSSL's private key is read from all its texts", arguments: privateKeyTexts)
    func privateKey(_ text: String) throws {
        expectEqual(hexText(try P256PrivateKey(pem: text).rawRepresentation), TestKeys.number)
    }

    @Test("A private key is written byte for byte as OpenSSL writes it")
    func writing() throws {
        let key = try P256PrivateKey(rawRepresentation: hex(TestKeys.number))
        expectEqual(key.pemRepresentation(.pkcs8), TestKeys.pkcs8)
        expectEqual(key.pemRepresentation(.sec1), TestKeys.sec1)
        expectEqual(key.publicKey.pemRepresentation, TestKeys.spki)
        try expectEqual(P256PublicKey(pem: TestKeys.spki), key.publicKey)
        try expectEqual(P256PublicKey(spkiRepresentation: key.publicKey.spkiRepresentation), key.publicKey)
    }

    static let secp256k1 = DERObjectIdentifier(encoded: hex("2b8104000a"))
    static let ed25519 = DERObjectIdentifier(encoded: hex("2b6570"))

    @Test("A key for another curve or algorithm is refused by its name")
    func otherKinds() throws {
        let curve = try #require(Self.secp256k1)
        let algorithm = try #require(Self.ed25519)
        #expect(throws: P256KeyError.unsupportedCurve(curve)) { try P256PrivateKey(pem: TestKeys.otherCurve) }
        #expect(throws: P256KeyError.unsupportedCurve(curve)) { try P256PublicKey(pem: TestKeys.otherCurveSPKI) }
        #expect(throws: P256KeyError.unsupportedAlgorithm(algorithm)) {
            try P256PrivateKey(pem: TestKeys.otherAlgorithm)
        }
    }

    @Test("A text without the key that is asked for is refused, and told what it has")
    func wrongDocument() {
        #expect(throws: P256KeyError.noKeyInPEM(labels: ["PUBLIC KEY"])) { try P256PrivateKey(pem: TestKeys.spki) }
        #expect(throws: P256KeyError.noKeyInPEM(labels: ["PRIVATE KEY"])) { try P256PublicKey(pem: TestKeys.pkcs8) }
        #expect(throws: P256KeyError.malformedPEM(.noDocument)) { try P256PrivateKey(pem: "") }
        #expect(throws: P256KeyError.malformedPEM(.headersNotSupported(line: 2))) {
            try P256PrivateKey(pem: TestKeys.encrypted)
        }
        #expect(throws: P256KeyError.unsupportedPointFormat(3)) { try P256PublicKey(pem: TestKeys.compressedSPKI) }
    }

    @Test("A text of more than 4 MiB is not looked through for a key")
    func longText() {
        let text = String(repeating: "a", count: 4_194_304)
        #expect(throws: P256KeyError.malformedPEM(.noDocument)) { try P256PrivateKey(pem: text) }
        let error = P256KeyError.malformedPEM(.tooLong(limit: 4_194_304, actual: 4_194_305))
        #expect(throws: error) { try P256PrivateKey(pem: text + "a") }
        #expect(throws: error) { try P256PublicKey(pem: text + "a") }
    }

    @Test("A private key beside another's public key is refused")
    func mismatch() throws {
        let document = try #require(try PEMDocument.documents(in: TestKeys.pkcs8).first)
        // The public key is the last thing in it; 2G is a point, but not this key's.
        let other = try P256PrivateKey(rawRepresentation: [UInt8](repeating: 0, count: 31) + [2])
        let bytes = document.bytes.dropLast(65) + other.publicKey.x963Representation
        let text = PEMDocument(label: document.label, bytes: Array(bytes)).text
        #expect(throws: P256KeyError.publicKeyMismatch) { try P256PrivateKey(pem: text) }
    }

    /// PKCS #8 around the number 1, with what comes before and after the key inside and outside.
    static func pkcs8(version: UInt8 = 0, innerVersion: UInt8 = 1, inner: String = "", outer: String = "") -> String {
        var writer = DERWriter()
        writer.write(.sequence) { info in
            info.writeUnsignedInteger([version])
            info.write(.sequence) { algorithm in
                algorithm.writeObjectIdentifier(.ellipticCurvePublicKey)
                algorithm.writeObjectIdentifier(.p256)
            }
            var key = DERWriter()
            key.write(.sequence) { fields in
                fields.writeUnsignedInteger([innerVersion])
                fields.write(.octetString, [UInt8](repeating: 0, count: 31) + [1])
                fields.write(encoded: hex(inner))
            }
            info.write(.octetString, key.bytes)
            info.write(encoded: hex(outer))
        }
        return PEMDocument(label: "PRIVATE KEY", bytes: writer.bytes).text
    }

    @Test("The optional parts of PKCS #8 may be there or not")
    func optionalParts() throws {
        let point = "00" + "04" + KeyTests.generatorX + KeyTests.generatorY
        let texts = [
            Self.pkcs8(), Self.pkcs8(inner: "a00a06082a8648ce3d030107"), Self.pkcs8(inner: "a144" + "0342" + point),
            Self.pkcs8(outer: "a000"), Self.pkcs8(version: 1), Self.pkcs8(version: 1, outer: "8142" + point),
        ]
        for text in texts {
            try expectEqual(P256PrivateKey(pem: text).rawRepresentation.last, 1)
        }
    }

    static let malformed: [(text: String, error: P256KeyError)] = [
        (pkcs8(version: 2), .unsupportedVersion(2)), (pkcs8(innerVersion: 0), .unsupportedVersion(0)),
        (pkcs8(innerVersion: 2), .unsupportedVersion(2)),
        (pkcs8(outer: "0500"), .malformedDER(.trailingBytes(offset: 67))),
        (pkcs8(inner: "0500"), .malformedDER(.trailingBytes(offset: 67))),
        (
            pkcs8(outer: "8142" + "00" + "04" + KeyTests.generatorX + KeyTests.generatorY),
            .malformedDER(.trailingBytes(offset: 68))
        ),
    ]

    @Test("A structure with other versions or parts is refused", arguments: malformed)
    func malformedStructure(_ text: String, _ error: P256KeyError) {
        #expect(throws: error) { try P256PrivateKey(pem: text) }
    }

    @Test("A SEC 1 key that does not name its curve is refused")
    func missingCurve() {
        var writer = DERWriter()
        writer.write(.sequence) { fields in
            fields.writeUnsignedInteger([1])
            fields.write(.octetString, [UInt8](repeating: 0, count: 31) + [1])
        }
        let text = PEMDocument(label: "EC PRIVATE KEY", bytes: writer.bytes).text
        #expect(throws: P256KeyError.missingCurve) { try P256PrivateKey(pem: text) }
    }

    @Test("A key file cut short anywhere is refused", arguments: [TestKeys.pkcs8, TestKeys.sec1])
    func truncation(_ text: String) {
        // Without its last line feed a text is still whole.
        for length in 0..<text.utf8.count - 1 {
            #expect(throws: P256KeyError.self, "\(length) bytes") {
                try P256PrivateKey(pem: String(decoding: text.utf8.prefix(length), as: UTF8.self))
            }
        }
    }

    @Test("The DER of a key cut short anywhere is refused", arguments: [TestKeys.pkcs8, TestKeys.sec1])
    func truncatedDER(_ text: String) throws {
        let document = try #require(try PEMDocument.documents(in: text).first)
        for length in 0..<document.bytes.count {
            let short = PEMDocument(label: document.label, bytes: Array(document.bytes[..<length])).text
            #expect(throws: P256KeyError.self, "\(length) bytes") { try P256PrivateKey(pem: short) }
        }
    }

    // The number itself cannot change unnoticed, because the public key stands beside it.
    @Test(
        "However a byte of a key file is changed, it is refused or is the same key",
        arguments: [TestKeys.pkcs8, TestKeys.sec1])
    func everyByteChanged(_ text: String) throws {
        let key = try P256PrivateKey(pem: text)
        // A debug build flips two bits of each byte, one at a time.
        for index in 0..<text.utf8.count {
            for bit in 0..<8 where Effort.isFull || bit % 4 == index % 4 {
                var changed = ascii(text)
                changed[index] ^= 1 << UInt8(bit)
                guard let read = try? P256PrivateKey(pem: String(decoding: changed, as: UTF8.self)) else { continue }
                expectEqual(read, key, "byte \(index), bit \(bit)")
            }
        }
    }

    @Test("However a byte of a SubjectPublicKeyInfo is changed, it is refused")
    func everyByteOfPublicKeyChanged() throws {
        let bytes = try P256PublicKey(pem: TestKeys.spki).spkiRepresentation
        for length in 0..<bytes.count {
            #expect(throws: P256KeyError.self) { try P256PublicKey(spkiRepresentation: Array(bytes[..<length])) }
        }
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                #expect(throws: P256KeyError.self, "byte \(index), bit \(bit)") {
                    try P256PublicKey(spkiRepresentation: changed)
                }
            }
        }
    }
}
