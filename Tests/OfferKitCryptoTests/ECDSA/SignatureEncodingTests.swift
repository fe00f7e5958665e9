import OfferKitCrypto
import OfferKitTestHarness
import Testing

struct SignatureEncodingTests {
    struct Refusal: Sendable {
        let what: String
        let bytes: String
        let error: DERError
    }

    static let refusals = [
        Refusal(what: "nothing", bytes: "", error: .missingElement(.sequence, offset: 0)),
        Refusal(what: "no length", bytes: "30", error: .truncated(offset: 0)),
        Refusal(what: "too few bytes", bytes: "3006020101", error: .truncated(offset: 0)),
        Refusal(what: "no integers", bytes: "3000", error: .missingElement(.integer, offset: 2)),
        Refusal(what: "one integer", bytes: "3003020101", error: .missingElement(.integer, offset: 5)),
        Refusal(what: "three integers", bytes: "3009020101020101020101", error: .trailingBytes(offset: 8)),
        Refusal(what: "bytes after the end", bytes: "300602010102010100", error: .trailingBytes(offset: 8)),
        Refusal(what: "a set", bytes: "3106020101020101", error: .unexpectedTag(.set, expected: .sequence, offset: 0)),
        Refusal(
            what: "an octet string for r", bytes: "3006040101020101",
            error: .unexpectedTag(.octetString, expected: .integer, offset: 2)),
        Refusal(what: "an empty integer", bytes: "30050200020101", error: .nonMinimalInteger(offset: 2)),
        Refusal(what: "a zero in front of r", bytes: "300702020001020101", error: .nonMinimalInteger(offset: 2)),
        Refusal(what: "a zero in front of s", bytes: "30070201010202007f", error: .nonMinimalInteger(offset: 5)),
        Refusal(what: "a negative r", bytes: "3006020181020101", error: .negativeInteger(offset: 2)),
        Refusal(what: "a long negative r", bytes: "30070202ff81020101", error: .nonMinimalInteger(offset: 2)),
        Refusal(what: "a length of 0x8108", bytes: "308106020101020101", error: .nonMinimalLength(offset: 0)),
        Refusal(what: "a length of 0x820006", bytes: "30820006020101020101", error: .nonMinimalLength(offset: 0)),
        Refusal(what: "an indefinite length", bytes: "30800201010201010000", error: .indefiniteLength(offset: 0)),
        Refusal(what: "a length of eight bytes", bytes: "3088ffffffffffffffff", error: .lengthAboveLimit(offset: 0)),
        Refusal(what: "a length of four gigabytes", bytes: "3084ffffffff", error: .lengthAboveLimit(offset: 0)),
        Refusal(what: "a length of one mebibyte", bytes: "308310000000", error: .truncated(offset: 0)),
        Refusal(what: "a length of 127 bytes of length", bytes: "30ff01", error: .truncated(offset: 0)),
        Refusal(
            what: "an integer of 33 bytes", bytes: "30260221" + String(repeating: "7f", count: 33) + "020101",
            error: .integerTooLarge(offset: 2)),
        Refusal(
            what: "a tag of more than one byte", bytes: "3f1000",
            error: .unexpectedTag(.init(rawValue: 0x3f), expected: .sequence, offset: 0)),
    ]

    @Test("DER that is not exactly a signature is refused by name and place", arguments: refusals)
    func refusal(_ refusal: Refusal) {
        #expect(throws: ECDSASignatureError.malformedDER(refusal.error), "\(refusal.what)") {
            try ECDSASignature(derRepresentation: hex(refusal.bytes))
        }
    }

    @Test("A raw signature has 64 bytes and no others", arguments: [0, 1, 32, 63, 65, 96, 128])
    func rawLength(_ length: Int) {
        #expect(throws: ECDSASignatureError.wrongLength(expected: 64, actual: length)) {
            try ECDSASignature(rawRepresentation: [UInt8](repeating: 1, count: length))
        }
    }

    /// Raw signatures whose integers are short, long, zero and all ones.
    static let signatures: [String] = {
        let numbers = [
            String(repeating: "00", count: 32), String(repeating: "00", count: 31) + "01",
            String(repeating: "00", count: 31) + "80", "00" + String(repeating: "7f", count: 31),
            String(repeating: "ff", count: 32), String(repeating: "7f", count: 32),
        ]
        return numbers.flatMap { r in numbers.map { r + $0 } }
    }()

    @Test("Every pair of numbers comes back from DER and from raw bytes", arguments: signatures)
    func roundTrip(_ raw: String) throws {
        let signature = try ECDSASignature(rawRepresentation: hex(raw))
        expectEqual(signature.rawRepresentation, hex(raw))
        try expectEqual(ECDSASignature(derRepresentation: signature.derRepresentation), signature)
        #expect(signature.derRepresentation.count <= 72)
    }

    @Test("A signature's DER cut short anywhere is refused")
    func truncation() throws {
        let whole = try ECDSASignature(rawRepresentation: [UInt8](repeating: 0xc5, count: 64)).derRepresentation
        for length in 0..<whole.count {
            #expect(throws: ECDSASignatureError.self, "\(length) bytes") {
                try ECDSASignature(derRepresentation: Array(whole[..<length]))
            }
        }
    }

    // What makes it strict: no two encodings stand for the same signature.
    @Test("However a byte of a signature's DER is changed, it is refused or encodes back to the changed bytes")
    func everyByteChanged() throws {
        for raw in [String(repeating: "c5", count: 64), String(repeating: "0012", count: 32)] {
            let whole = try ECDSASignature(rawRepresentation: hex(raw)).derRepresentation
            for index in whole.indices {
                for byte in UInt8.min...UInt8.max {
                    var changed = whole
                    changed[index] = byte
                    guard let decoded = try? ECDSASignature(derRepresentation: changed) else { continue }
                    expectEqual(decoded.derRepresentation, changed)
                }
            }
        }
    }
}
