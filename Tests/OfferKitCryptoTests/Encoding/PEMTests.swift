import OfferKitCore
import OfferKitCrypto
import OfferKitTestHarness
import Testing

struct PEMTests {
    @Test("A document comes back from its text, in lines of 64 columns", arguments: [1, 2, 47, 48, 49, 96, 300])
    func roundTrip(_ length: Int) throws {
        let document = PEMDocument(label: "TEST DATA", bytes: SplitMix64.bytes(length, seed: 7_468))
        try expectEqual(PEMDocument.documents(in: document.text), [document])
        let lines = document.text.split(separator: "\n")
        expectEqual(lines.first, "-----BEGIN TEST DATA-----")
        expectEqual(lines.last, "-----END TEST DATA-----")
        #expect(lines.dropFirst().dropLast(2).allSatisfy { $0.count == 64 })
        expectSuffix(document.text, "-----\n")
    }

    static let tolerated: [(what: String, text: String)] = [
        ("no line feed at the end", "-----BEGIN A-----\nAQID\n-----END A-----"),
        ("CRLF", "-----BEGIN A-----\r\nAQID\r\n-----END A-----\r\n"),
        ("CR", "-----BEGIN A-----\rAQID\r-----END A-----\r"),
        ("blanks around lines", "  -----BEGIN A-----  \n\tAQID \n -----END A-----\t\n"),
        ("text around it", "Subject: somebody\n\n-----BEGIN A-----\nAQID\n-----END A-----\nand so on\n"),
        ("blank lines around it", "\n\n-----BEGIN A-----\nAQID\n-----END A-----\n\n"),
        ("short lines", "-----BEGIN A-----\nA\nQ\nI\nD\n-----END A-----\n"),
        ("an end without a beginning before it", "-----END B-----\n-----BEGIN A-----\nAQID\n-----END A-----\n"),
    ]

    @Test("What does not touch the data is put up with", arguments: tolerated)
    func toleration(_ what: String, _ text: String) throws {
        try expectEqual(PEMDocument.documents(in: text), [PEMDocument(label: "A", bytes: [1, 2, 3])], "\(what)")
    }

    @Test("Several documents are found in their order")
    func several() throws {
        let documents = (1...3).map { PEMDocument(label: "DOCUMENT \($0)", bytes: [UInt8($0)]) }
        let text = documents.map(\.text).joined(separator: "between\n")
        try expectEqual(PEMDocument.documents(in: text), documents)
    }

    static let refusals: [(text: String, error: PEMError)] = [
        ("", .noDocument), ("nothing here", .noDocument),
        ("-----BEGIN A-----\nAQID\n", .missingEnd(label: "A", line: 1)),
        ("-----BEGIN A-----\nAQID\n-----END B-----\n", .unexpectedBoundary(expected: "A", line: 3)),
        ("-----BEGIN A-----\nAQID\n-----BEGIN A-----\n", .unexpectedBoundary(expected: "A", line: 3)),
        ("\n-----BEGIN A----\nAQID\n", .malformedBoundary(line: 2)),
        ("-----BEGIN -----\n", .malformedBoundary(line: 1)),
        ("-----BEGIN A-----\nAQID\n-----END A--\n", .malformedBoundary(line: 3)),
        ("-----BEGIN A-----\nAQID\n-----FIN A-----\n", .malformedBoundary(line: 3)),
        ("-----BEGIN A-----\n-----END A-----\n", .emptyDocument(line: 1)),
        ("-----BEGIN A-----\nAQID\n\nAQID\n-----END A-----\n", .blankLine(3)),
        ("-----BEGIN A-----\nProc-Type: 4\n\nAQID\n-----END A-----\n", .headersNotSupported(line: 2)),
        (
            "-----BEGIN A-----\nAQID\nAQ*D\nAQID\n-----END A-----\n",
            .malformedLine(.foreignCharacter(0x2a, offset: 2), line: 3)
        ),
        ("-----BEGIN A-----\nAQI D\n-----END A-----\n", .malformedLine(.foreignCharacter(0x20, offset: 3), line: 2)),
        ("-----BEGIN A-----\nAQ==\nAQID\n-----END A-----\n", .malformedLine(.unexpectedPadding(offset: 2), line: 2)),
        ("-----BEGIN A-----\nAQID\nAQ\n-----END A-----\n", .malformedLine(.missingPadding(length: 6), line: 3)),
        ("-----BEGIN A-----\nAQID\nAR==\n-----END A-----\n", .malformedLine(.nonZeroTrailingBits(offset: 1), line: 3)),
    ]

    @Test("What is not PEM is refused, and the line is named", arguments: refusals)
    func refusal(_ text: String, _ error: PEMError) {
        #expect(throws: error) { try PEMDocument.documents(in: text) }
    }

    @Test(
        "An error names the line and never says what it holds, which may be a part of a key",
        arguments: [
            (.tooLong(limit: 2, actual: 3), "it has 3 bytes, and 2 is the limit"),
            (.noDocument, "no line such as -----BEGIN CERTIFICATE----- begins a document"),
            (
                .malformedBoundary(line: 2),
                "line 2 begins or ends a document, but is not written as -----BEGIN CERTIFICATE----- is"
            ),
            (
                .missingEnd(label: "PRIVATE KEY", line: 1),
                "the PRIVATE KEY that begins on line 1 has no end; was it cut off?"
            ),
            (
                .unexpectedBoundary(expected: "A", line: 3),
                "line 3 begins or ends something else, where the end of the A was expected"
            ),
            (.malformedLine(.foreignCharacter(0x2a, offset: 2), line: 3), "line 3 is not Base64"),
            (.blankLine(3), "line 3, inside a document, is blank"),
            (
                .headersNotSupported(line: 2),
                "line 2 is a header, as encrypted keys of the old kind have; decrypt the key first"
            ),
            (.emptyDocument(line: 1), "the document that begins on line 1 is empty"),
        ] as [(PEMError, String)])
    func words(_ error: PEMError, _ text: String) {
        expectEqual(error.description, text)
    }
}

extension SplitMix64 {
    /// The first bytes of a generator with this seed.
    static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var generator = SplitMix64(seed: seed)
        return generator.bytes(count)
    }
}
