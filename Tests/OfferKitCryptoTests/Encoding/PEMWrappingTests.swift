import OfferKitCrypto
import OfferKitTestHarness
import Testing

/// Keys in wrong wrappings.
///
/// Keys as they come out of environment variables, JSON files and editors.
struct PEMWrappingTests {
    private static let body = TestKeys.pkcs8.split(separator: "\n").dropFirst().dropLast().joined(separator: "\n")
    private static let escaped = TestKeys.pkcs8.split(separator: "\n", omittingEmptySubsequences: false).joined(
        separator: "\\n")
    private static let oneLine = TestKeys.pkcs8.split(separator: "\n").joined(separator: " ")

    @Test(
        "a wrapping is named where undoing it leads to a key",
        arguments: [
            (escaped, [.literalLineBreaks]), (oneLine, [.oneLine]),
            (TestKeys.pkcs8.split(separator: "\n").joined(), [.oneLine]), (body, [.bodyOnly]),
            ("\"\(TestKeys.pkcs8)\"", [.quotationMarks]), ("'\(escaped)'", [.quotationMarks, .literalLineBreaks]),
            ("\u{FEFF}\(TestKeys.pkcs8)", [.byteOrderMark]), ("b'\(escaped)'", [.pythonBytes, .literalLineBreaks]),
            ("AuthKey_ABC1234567.p8", [.path]), ("/etc/keys/key", [.path]),
            ("\"~/key.pem\"", [.quotationMarks, .path]),
            (Base64.standard.encode(Array(TestKeys.pkcs8.utf8)), [.base64]),
            ("\"\(body)\"", [.quotationMarks, .bodyOnly]),
        ] as [(String, [PEMWrapping])])
    func named(_ text: String, _ wrappings: [PEMWrapping]) {
        #expect(throws: P256KeyError.wrapped(wrappings)) { try P256PrivateKey(pem: text) }
        #expect(throws: P256KeyError.wrapped(wrappings)) { try P256PublicKey(pem: text) }
        for wrapping in wrappings { expectContains("\(P256KeyError.wrapped(wrappings))", "\(wrapping)") }
    }

    @Test(
        "where undoing it leads to nothing, no wrapping is named",
        arguments: ["", "hello", "\"hello\"", "aGVsbG8=", "b''", "\u{FEFF}", "-----BEGIN KEY-----\\nMIG", "''''"])
    func unnamed(_ text: String) {
        expectEqual(PEMWrapping.found(in: text), [])
    }

    @Test("the keys that can have made a signature of a digest are found, the right one among them")
    func signers() throws {
        for number in UInt8(1)...12 {
            let key = try P256PrivateKey(rawRepresentation: Array(repeating: number, count: 32))
            let message = Array("message \(number)".utf8)
            let signature = key.signature(for: message)
            let signers = signature.possibleSigners(ofDigest: SHA256.hash(message))
            expectContains(signers, key.publicKey)
            #expect(signers.allSatisfy { $0.isValidSignature(signature, for: message) })
            let others = signature.possibleSigners(ofDigest: SHA256.hash(message + [0]))
            expectLacks(others, key.publicKey)
            expectEqual(others.count, 2)
        }
        let nobody = try ECDSASignature(rawRepresentation: Array(repeating: 0, count: 64))
        expectEqual(nobody.possibleSigners(ofDigest: SHA256.hash([])), [])
    }
}
