import OfferKitCore
import OfferKitCrypto
import OfferKitTestHarness
import Testing

/// Whatever the bytes: a typed error, or a certificate whose signature does not hold; no trap, no hang.
struct CertificateBadInputTests {
    static let samples = [OpenSSLCertificates.root, OpenSSLCertificates.intermediate, OpenSSLCertificates.richLeaf]

    @Test("A certificate cut short anywhere is refused", arguments: samples)
    func truncation(_ text: String) throws {
        let der = try Certificate(pem: text).encoded
        for length in 0..<der.count {
            #expect(throws: CertificateError.self, "\(length) bytes") { try Certificate(der: Array(der[..<length])) }
        }
    }

    @Test("A revocation list cut short anywhere is refused")
    func truncatedList() throws {
        let der = try CertificateRevocationList(pem: OpenSSLCertificates.list).encoded
        for length in 0..<der.count {
            #expect(throws: CertificateError.self, "\(length) bytes") {
                try CertificateRevocationList(der: Array(der[..<length]))
            }
        }
    }

    @Test("A certificate with any one bit flipped is refused, or its signature is")
    func everyBit() throws {
        let root = try Certificate(pem: OpenSSLCertificates.root)
        let intermediate = try Certificate(pem: OpenSSLCertificates.intermediate)
        var read = 0
        for index in intermediate.encoded.indices {
            // A debug build flips two bits of every byte, one at a time.
            for bit in 0..<8 where Effort.isFull || bit % 4 == index % 4 {
                var changed = intermediate.encoded
                changed[index] ^= 1 << UInt8(bit)
                guard let certificate = try? Certificate(der: changed) else { continue }
                read += 1
                #expect(!certificate.isSigned(by: root.publicKey), "byte \(index), bit \(bit)")
            }
        }
        // Names, numbers, dates within the calendar, identifiers and signatures can be changed and still be read.
        #expect(read > (Effort.isFull ? 800 : 200))
    }

    @Test("A revocation list with any one bit flipped is refused, or its signature is")
    func everyBitOfList() throws {
        let intermediate = try Certificate(pem: OpenSSLCertificates.intermediate)
        let list = try CertificateRevocationList(pem: OpenSSLCertificates.list)
        for index in list.encoded.indices {
            // A debug build flips two bits of every byte, one at a time.
            for bit in 0..<8 where Effort.isFull || bit % 4 == index % 4 {
                var changed = list.encoded
                changed[index] ^= 1 << UInt8(bit)
                guard let read = try? CertificateRevocationList(der: changed) else { continue }
                #expect(!read.isSigned(by: intermediate.publicKey), "byte \(index), bit \(bit)")
            }
        }
    }

    @Test("More bytes than the limit are refused unread, at the limit they are read")
    func limits() {
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        expectEqual(Certificate.longest, 16_384)
        #expect(throws: CertificateError.tooLong(limit: 16_384, actual: 1 << 20)) { try Certificate(der: zeros) }
        expectEqual(CertificateRevocationList.longest, 1 << 20)
        #expect(throws: CertificateError.tooLong(limit: 1 << 20, actual: 1 << 20 + 1)) {
            try CertificateRevocationList(der: zeros + [0])
        }
        let tag = CertificateError.malformedDER(
            .unexpectedTag(DERTag(rawValue: 0), expected: .sequence, offset: 0), in: .whole)
        #expect(throws: tag) { try Certificate(der: Array(zeros[..<16_384])) }
        #expect(throws: tag) { try CertificateRevocationList(der: zeros) }
    }

    @Test("A text above the limit is refused unread, and one without a document at the limit")
    func longText() {
        let text = String(repeating: "a", count: PEMDocument.longestText)
        expectEqual(PEMDocument.longestText, 4_194_304)
        #expect(throws: CertificateError.malformedPEM(.noDocument)) { try Certificate(pem: text) }
        let error = CertificateError.malformedPEM(.tooLong(limit: 4_194_304, actual: 4_194_305))
        #expect(throws: error) { try Certificate(pem: text + "a") }
        #expect(throws: error) { try CertificateRevocationList(pem: text + "a") }
        #expect(throws: CertificateChainError.unreadableText(error)) { try CertificateChain(pem: text + "a") }
    }

    @Test("A certificate's PEM cut short anywhere is refused")
    func truncatedText() {
        let text = OpenSSLCertificates.root
        // The last line feed may be missing.
        for length in 0..<text.utf8.count - (text.hasSuffix("\n") ? 1 : 0) {
            #expect(throws: CertificateError.self, "\(length) bytes") {
                try Certificate(pem: String(decoding: text.utf8.prefix(length), as: UTF8.self))
            }
        }
    }

    @Test("A certificate's PEM with any one bit flipped is refused, or is the same, or its signature is refused")
    func everyBitOfText() throws {
        let text = OpenSSLCertificates.root
        let root = try Certificate(pem: text)
        for index in 0..<text.utf8.count {
            // A debug build flips one bit of every byte.
            for bit in 0..<8 where Effort.isFull || bit == index % 8 {
                var changed = Array(text.utf8)
                changed[index] ^= 1 << UInt8(bit)
                guard let read = try? Certificate(pem: String(decoding: changed, as: UTF8.self)), read != root else {
                    continue
                }
                #expect(!read.isSigned(by: root.publicKey), "byte \(index), bit \(bit)")
            }
        }
    }

    @Test("What a text has instead of a certificate is told by three labels of 80 characters at most")
    func labels() {
        let long = String(repeating: "A", count: 100)
        let text = [long, "B", "C", "D", "E"].map { PEMDocument(label: $0, bytes: [1]).text }.joined()
        let shown = "the PEM holds \(long.prefix(80)), B, C and 2 more, but"
        let certificate = #expect(throws: CertificateError.self) { try Certificate(pem: text) }
        expectEqual(certificate?.description, "\(shown) what is needed stands under CERTIFICATE")
        let key = #expect(throws: P256KeyError.self) { try P256PrivateKey(pem: text) }
        expectEqual(key?.description, "\(shown) a key stands under PRIVATE KEY, EC PRIVATE KEY or PUBLIC KEY")
    }

    static let lengths = [
        "30", "3080", "3084ffffffff", "3088ffffffffffffffff", "30847fffffff", "30fe", "3082ffff", "308400000001",
        "3081", "30820000",
    ]

    @Test("Lengths that promise too much, or are not in DER, are refused", arguments: lengths)
    func hugeLength(_ header: String) {
        #expect(throws: CertificateError.self) { try Certificate(der: hex(header)) }
        #expect(throws: CertificateError.self) {
            try Certificate(der: hex(header) + [UInt8](repeating: 0x30, count: 300))
        }
        #expect(throws: CertificateError.self) { try CertificateRevocationList(der: hex(header)) }
    }

    @Test("Elements nested thousands deep are refused wherever they stand")
    func nesting() {
        var nested: [UInt8] = []
        for _ in 0..<4_000 { nested = DraftCertificate.element(0x30, nested) }
        #expect(throws: CertificateError.self) { try Certificate(der: nested) }
        var draft = DraftCertificate()
        draft.subject = nested
        #expect(throws: CertificateError.self) { try Certificate(der: draft.der) }
        draft = DraftCertificate()
        draft.extensions = DraftCertificate.element(0xa3, nested)
        #expect(throws: CertificateError.self) { try Certificate(der: draft.der) }
    }

    @Test("Random changes of many bytes never make a certificate that its issuer has signed")
    func randomChanges() throws {
        let seed: UInt64 = 0x5280
        var generator = SplitMix64(seed: seed)
        let root = try Certificate(pem: OpenSSLCertificates.root)
        let sample = try Certificate(pem: OpenSSLCertificates.intermediate).encoded
        for round in 0..<3_000 {
            var changed = sample
            for _ in 0...generator.next(below: 4) {
                let index = generator.next(below: changed.count)
                switch generator.next(below: 3) {
                case 0: changed[index] = UInt8(truncatingIfNeeded: generator.next() >> 56)
                case 1: changed.remove(at: index)
                default: changed.insert(UInt8(truncatingIfNeeded: generator.next() >> 56), at: index)
                }
            }
            guard changed != sample, let read = try? Certificate(der: changed) else { continue }
            #expect(!read.isSigned(by: root.publicKey), "seed \(seed), round \(round)")
        }
    }
}
