import OfferKitCrypto
import OfferKitTestHarness
import Testing

/// RFC 5280 and X.690, field by field: what is not in the one form is refused, and the place is named.
struct CertificateStrictnessTests {
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let field: Int
        let bytes: String
        let error: @Sendable (Int) -> CertificateError

        /// `field` counts from the version, 0; `offset` is where the error is, counted from the field.
        init(
            _ what: String, _ field: Int, _ bytes: String, at offset: Int = 0,
            _ error: @escaping @Sendable (Int) -> CertificateError
        ) {
            testDescription = what
            self.field = field
            self.bytes = bytes
            self.error = { error($0 + offset) }
        }

        func applied(to draft: DraftCertificate = DraftCertificate()) -> DraftCertificate {
            var draft = draft
            let keys: [WritableKeyPath<DraftCertificate, [UInt8]>] = [
                \.version, \.serial, \.inner, \.issuer, \.validity, \.subject, \.key, \.extensions,
            ]
            draft[keyPath: keys[field]] = hex(bytes)
            return draft
        }
    }

    static func times(_ first: String, _ second: String = "170d3439313233313233353935395a") -> String {
        hexText(DraftCertificate.element(0x30, hex(first + second)))
    }

    static func utc(_ text: String) -> String { hexText(DraftCertificate.element(0x17, ascii(text))) }
    static func generalized(_ text: String) -> String { hexText(DraftCertificate.element(0x18, ascii(text))) }
    static func extensions(_ items: String...) -> String { hexText(DraftCertificate.extensions(items)) }

    static let fields: [Change] = [
        Change("version 1, written", 0, "a003020100") { .unsupportedVersion(1, expected: 3, offset: $0) },
        Change("version 2", 0, "a003020101") { .unsupportedVersion(2, expected: 3, offset: $0) },
        Change("version 4", 0, "a003020103") { .unsupportedVersion(4, expected: 3, offset: $0) },
        Change("two versions", 0, "a006020102020102", at: 5) {
            .malformedDER(.trailingBytes(offset: $0), in: .version)
        },
        Change("serial number 0", 1, "020100") { .serialNumberZero(offset: $0) },
        Change("a serial number below 0", 1, "020180") {
            .malformedDER(.negativeInteger(offset: $0), in: .serialNumber)
        },
        Change("a serial number with a zero too many", 1, "02020001") {
            .malformedDER(.nonMinimalInteger(offset: $0), in: .serialNumber)
        },
        Change("a serial number of 21 bytes", 1, "0215" + String(repeating: "11", count: 21)) {
            .serialNumberTooLong(offset: $0)
        },
        Change("a serial number of 20 bytes and one for the sign", 1, "021500" + String(repeating: "ff", count: 20)) {
            .serialNumberTooLong(offset: $0)
        },
        Change("SHA-384 inside", 2, "300a06082a8648ce3d040303") { .differingAlgorithms(offset: $0) },
        Change("parameters inside", 2, "300c06082a8648ce3d0403020500") { .differingAlgorithms(offset: $0) },
        Change("an empty issuer", 3, "3000") { .emptyName(.issuer, offset: $0) },
        Change("an empty subject", 5, "3000") { .emptyName(.subject, offset: $0) },
        Change("an empty part", 5, "30023100", at: 2) { .emptyName(.subject, offset: $0) },
        Change("a name that is not UTF-8", 5, "300d310b300906035504030c02c328", at: 11) {
            .malformedText(.subject, offset: $0)
        },
        Change("a surrogate in a name", 3, "300e310c300a06035504030c03eda080", at: 11) {
            .malformedText(.issuer, offset: $0)
        },
        Change("an underscore in a PrintableString", 5, "300c310a3008060355040313015f", at: 11) {
            .malformedText(.subject, offset: $0)
        },
        Change("a byte above 127 in an IA5String", 5, "300c310a30080603550403160180", at: 11) {
            .malformedText(.subject, offset: $0)
        },
        Change("parts of a set in the wrong order", 5, "30163114300806035504030c0142300806035504030c0141", at: 14) {
            .unsortedName(.subject, offset: $0)
        },
        Change("three elements in a part of a name", 5, "300e310c300a06035504030c01410500", at: 14) {
            .malformedDER(.trailingBytes(offset: $0), in: .subject)
        },
        Change("reversed times", 4, times(utc("250101000000Z"), utc("241231235959Z"))) { .reversedTimes(offset: $0) },
        Change("a third time", 4, times(utc("250101000000Z"), utc("250101000000Z") + "0500"), at: 32) {
            .malformedDER(.trailingBytes(offset: $0), in: .notAfter)
        },
        Change("a time as text", 4, times("0c0d3235303130313030303030305a"), at: 2) {
            .malformedDER(.unexpectedTag(.utf8String, expected: .utcTime, offset: $0), in: .notBefore)
        },
    ]

    @Test("A field that is not in its one form is refused", arguments: fields)
    func field(_ change: Change) {
        let draft = change.applied()
        #expect(throws: change.error(draft.offset(ofField: change.field))) { try Certificate(der: draft.der) }
    }

    // Offsets from the [3]: two bytes of it, two of the list, then the extensions.
    static let extensionChanges: [Change] = [
        Change("no extension", 7, "a3023000", at: 2) { .emptyList(.extensions, offset: $0) },
        Change(
            "an extension twice", 7, extensions(DraftCertificate.usage, DraftCertificate.usage), at: 20
        ) { .duplicateExtension(.keyUsage, offset: $0) },
        Change("FALSE written", 7, extensions("300f0603551d0f0101000404030201066500"), at: 11) {
            .writtenDefault(.extensions, offset: $0)
        },
        Change("an unknown critical extension", 7, extensions("300c06032a03040101ff04020500"), at: 4) {
            .unsupportedCriticalExtension(CertificateTests.name("2a0304"), offset: $0)
        },
        Change("FALSE written in the constraints", 7, extensions("300f0603551d130101ff04053003010100"), at: 18) {
            .writtenDefault(.basicConstraints, offset: $0)
        },
        Change("a path length without CA", 7, extensions("300f0603551d130101ff04053003020100"), at: 18) {
            .pathLengthWithoutAuthority(offset: $0)
        },
        Change("a path length below 0", 7, extensions("30120603551d130101ff040830060101ff0201ff"), at: 21) {
            .malformedDER(.negativeInteger(offset: $0), in: .basicConstraints)
        },
        Change("more after the constraints", 7, extensions("300e0603551d130101ff040430000500"), at: 18) {
            .malformedDER(.trailingBytes(offset: $0), in: .basicConstraints)
        },
        Change("no flag of use", 7, extensions("300d0603551d0f0101ff0403030100"), at: 16) {
            .malformedKeyUsage(offset: $0)
        },
        Change("zeros after the last flag", 7, extensions("300e0603551d0f0101ff040403020080"), at: 16) {
            .malformedKeyUsage(offset: $0)
        },
        Change("a flag without a name", 7, extensions("300f0603551d0f0101ff04050303060040"), at: 16) {
            .malformedKeyUsage(offset: $0)
        },
        Change("an empty key identifier", 7, extensions("30090603551d0e04020400"), at: 13) {
            .emptyKeyIdentifier(.subjectKeyIdentifier, offset: $0)
        },
        Change("an empty identifier of the authority's key", 7, extensions("300b0603551d23040430028000"), at: 15) {
            .emptyKeyIdentifier(.authorityKeyIdentifier, offset: $0)
        },
        Change("an issuer's number without a name", 7, extensions("300c0603551d2304053003820101"), at: 15) {
            .incompleteIssuer(offset: $0)
        },
    ]

    @Test("An extension that is not in its one form is refused", arguments: extensionChanges)
    func certificateExtension(_ change: Change) {
        let draft = change.applied()
        #expect(throws: change.error(draft.offset(ofField: 7))) { try Certificate(der: draft.der) }
    }

    @Test("The unique identifiers of old versions, and whatever follows the extensions, are refused")
    func trailing() {
        var draft = DraftCertificate()
        draft.extensions = hex("81020041") + draft.extensions
        let expected = DERError.unexpectedTag(
            DERTag(rawValue: 0x81), expected: .context(3), offset: draft.offset(ofField: 7))
        #expect(throws: CertificateError.malformedDER(expected, in: .extensions)) { try Certificate(der: draft.der) }
        draft = DraftCertificate()
        let end = draft.offset(ofField: 8)
        draft.extensions += hex("0500")
        #expect(throws: CertificateError.malformedDER(.trailingBytes(offset: end), in: .extensions)) {
            try Certificate(der: draft.der)
        }
        draft = DraftCertificate()
        let length = draft.der.count
        #expect(throws: CertificateError.malformedDER(.trailingBytes(offset: length), in: .whole)) {
            try Certificate(der: draft.der + [0])
        }
        draft.signature += hex("0500")
        #expect(throws: CertificateError.malformedDER(.trailingBytes(offset: length), in: .signature)) {
            try Certificate(der: draft.der)
        }
    }

    @Test("The algorithm outside has no parameters, and the signature is a DER sequence of two integers")
    func envelope() {
        var draft = DraftCertificate()
        draft.outer = hex("300c06082a8648ce3d0403020500")
        let parameters = draft.offset(ofPart: 1) + 12
        #expect(throws: CertificateError.malformedDER(.trailingBytes(offset: parameters), in: .signatureAlgorithm)) {
            try Certificate(der: draft.der)
        }
        draft = DraftCertificate()
        draft.signature = hex("0341" + "00") + [UInt8](repeating: 1, count: 64)
        let raw = ECDSASignatureError.malformedDER(.unexpectedTag(.boolean, expected: .sequence, offset: 0))
        #expect(throws: CertificateError.malformedSignature(raw, offset: draft.offset(ofPart: 2) + 3)) {
            try Certificate(der: draft.der)
        }
    }

    @Test("A certificate without extensions, and other kinds of text in a name, are read")
    func tolerated() throws {
        var draft = DraftCertificate()
        draft.extensions = []
        // A TeletexString, which nobody reads any more.
        draft.issuer = hex("300c310a300806035504031401e9")
        draft.subject = hex("30163114300806035504030c0141300806035504031301" + "42")
        let certificate = try Certificate(der: draft.der)
        expectEqual(certificate.extensions, [])
        expectNil(certificate.issuer.commonName)
        expectEqual(certificate.subject.commonName, "B")
        expectEqual(certificate.subject.encoded, draft.subject)
        expectEqual(certificate.encoded, draft.der)
    }

    // Seconds by Python's datetime.
    static let instants: [(time: String, seconds: Int64)] = [
        (utc("500101000000Z"), -631_152_000), (utc("491231235959Z"), 2_524_607_999), (utc("700101000000Z"), 0),
        (utc("691231235959Z"), -1), (utc("000229120000Z"), 951_825_600),
        (generalized("20500101000000Z"), 2_524_608_000), (generalized("19491231235959Z"), -631_152_001),
        (generalized("99991231235959Z"), 253_402_300_799), (generalized("00010101000000Z"), -62_135_596_800),
        (generalized("00000101000000Z"), -62_167_219_200), (generalized("21000301000000Z"), 4_107_542_400),
    ]

    @Test("Times of all years are read as Python reckons them", arguments: instants)
    func instant(_ time: String, _ seconds: Int64) throws {
        var draft = DraftCertificate()
        draft.validity = hex(Self.times(time, time))
        try expectEqual(Certificate(der: draft.der).validity, .init(notBefore: seconds, notAfter: seconds))
    }

    static let noInstants = [
        utc("2501010000Z"), utc("250101000000"), utc("250101000000+0100"), utc("250229000000Z"),
        utc("251301000000Z"), utc("250001000000Z"), utc("250100000000Z"), utc("250431000000Z"), utc("250101240000Z"),
        utc("250101006000Z"), utc("250101000060Z"), utc("2501010000 0Z"), utc("25010100000/Z"), utc("25010100000:Z"),
        utc("250101000000z"), utc("20250101000000Z"), utc(""), utc("Z"), generalized("21000229000000Z"),
        generalized("20500101000000.5Z"), generalized("2050010100Z"), generalized("500101000000Z"),
        generalized("205001010000Z"), utc("250101000000.0Z"), utc("\u{661}50101000000Z"),
    ]

    @Test("What is no time in UTC with seconds, or no day, is refused", arguments: noInstants)
    func noInstant(_ time: String) {
        var draft = DraftCertificate()
        draft.validity = hex(Self.times(time))
        let offset = draft.offset(ofField: 4) + 2
        #expect(throws: CertificateError.malformedTime(.notBefore, offset: offset)) { try Certificate(der: draft.der) }
    }

    @Test(
        "Four digits where two are due are refused",
        arguments: ["19500101000000Z", "20250101000000Z", "20491231235959Z"])
    func generalizedTooEarly(_ text: String) {
        var draft = DraftCertificate()
        draft.validity = hex(Self.times(Self.utc("500101000000Z"), Self.generalized(text)))
        let offset = draft.offset(ofField: 4) + 17
        #expect(throws: CertificateError.generalizedTimeNotNeeded(.notAfter, offset: offset)) {
            try Certificate(der: draft.der)
        }
    }
}
