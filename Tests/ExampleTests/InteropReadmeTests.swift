import Foundation
import OfferKit
import OfferKitTestHarness
import Testing
import interop

/// The README of the example of a store behind standard input.
///
/// The README of the example, held against the program.
struct InteropReadmeTests {
    private static func rows() throws -> [Substring] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Examples/Interop/README.md")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    }

    @Test("the README names every command, and every member of it")
    func commands() async throws {
        let rows = try Self.rows()
        var session = Session()
        let help = await session.answer(to: #"{"command":"help"}"#)
        let commands = try #require(
            try JSONSerialization.jsonObject(with: Data(help.utf8)) as? [String: Any])
        for (command, members) in try #require(commands["commands"] as? [String: [String]]) {
            let row = try #require(rows.first { $0.hasPrefix("| `\(command)` |") }, "\(command)")
            for member in members {
                #expect(row.contains("`\(member)`") || row.contains("`\(member)?`"), "\(command): \(member)")
            }
        }
    }

    /// One of each, with the names that it must have; `tooLong` is the name of two.
    private static let refusals: [(SignedDataRefusal, String, String)] = [
        (.format(.tooLong(byteCount: 2, limit: 1)), "tooLong", "invalidEncoding"),
        (.format(.empty), "empty", "invalidEncoding"),
        (.format(.surrounded(.bearer)), "surrounded", "invalidEncoding"),
        (.format(.padding(.header)), "padding", "invalidEncoding"),
        (.format(.standardAlphabet(.header)), "standardAlphabet", "invalidEncoding"),
        (.format(.headerOfOtherType("x5c", found: "text")), "headerOfOtherType", "invalidEncoding"),
        (.format(.signedByServer), "signedByServer", "invalidEncoding"),
        (.format(.certificateIsPEM(index: 0)), "certificateIsPEM", "invalidEncoding"),
        (.chain(.reversed), "reversed", "invalidCertificateChain"),
        (.format(.partCount(2)), "partCount", "invalidEncoding"),
        (.format(.notBase64URL(.header, offset: 0)), "notBase64URL", "invalidEncoding"),
        (.format(.headerIsNoObject(reason: "")), "headerIsNoObject", "invalidEncoding"),
        (.format(.repeatedHeader("alg")), "repeatedHeader", "invalidEncoding"),
        (.format(.unknownHeader("crit")), "unknownHeader", "invalidEncoding"),
        (.format(.missingHeader("alg")), "missingHeader", "invalidEncoding"),
        (.format(.otherAlgorithm("none")), "otherAlgorithm", "invalidEncoding"),
        (.format(.certificateCount(2)), "certificateCount", "invalidEncoding"),
        (.format(.certificateIsNotBase64(index: 0)), "certificateIsNotBase64", "invalidEncoding"),
        (.format(.derSignature(byteCount: 70)), "derSignature", "invalidEncoding"),
        (.format(.signatureLength(63)), "signatureLength", "invalidEncoding"),
        (.chain(.wrongCount(2)), "wrongCount", "invalidCertificateChain"),
        (.chain(.unreadable(.leaf, reason: "")), "unreadable", "invalidCertificateChain"),
        (.chain(.foreignRoot(found: "a", trusted: "b")), "foreignRoot", "invalidCertificateChain"),
        (.chain(.missingMarker(.leaf, "1.2")), "missingMarker", "invalidCertificateChain"),
        (
            .chain(.notYetValid(.leaf, from: Date(millisecondsSince1970: 0))), "notYetValid",
            "invalidCertificateChain"
        ),
        (.chain(.expired(.leaf, on: Date(millisecondsSince1970: 0))), "expired", "invalidCertificateChain"),
        (.chain(.invalidSignature(.leaf)), "invalidSignature", "invalidCertificateChain"),
        (.chain(.misfit(.leaf, .authority)), "misfit", "invalidCertificateChain"),
        (
            .chain(
                .neverValid(
                    .leaf, until: Date(millisecondsSince1970: 0), .root, from: Date(millisecondsSince1970: 1))),
            "neverValid", "invalidCertificateChain"
        ),
        (.chain(.revoked(serialNumber: "01", on: Date(millisecondsSince1970: 0))), "revoked", "revokedCertificate"),
        (.chain(.unusableRevocationList(reason: "")), "unusableRevocationList", "invalidCertificateChain"),
        (.signature, "signature", "invalidSignature"),
        (.payload(.tooLong(byteCount: 2, limit: 1)), "tooLong", "invalidEncoding"),
        (.payload(.notJSON(reason: "")), "notJSON", "invalidEncoding"),
        (.payload(.noObject(found: "")), "noObject", "invalidEncoding"),
        (.payload(.repeatedName("a")), "repeatedName", "invalidEncoding"),
        (.payload(.malformed(member: "a", expected: .text, found: "1")), "malformed", "invalidEncoding"),
        (.payload(.missing(member: "a")), "missing", "missingRequiredProperties"),
        (.otherBundle(expected: "a", found: "b"), "otherBundle", "missingRequiredProperties"),
        (.otherEnvironment(expected: .sandbox, found: .xcode), "otherEnvironment", "missingRequiredProperties"),
        (.otherApp(expected: 1, found: nil), "otherApp", "missingRequiredProperties"),
        (.otherDevice(expected: [], found: []), "otherDevice", "invalidDeviceVerification"),
    ]

    /// What `verify` never answers, and why.
    private static let neverAnswered = [
        "wrongCount": "the header is read before the chain, and says certificateCount",
        "neverValid": "the chain is judged at a date, and at a date certificates are not valid yet or not any more",
    ]

    @Test("the README lists why verify refuses, each reason with StoreKit's name, and nothing else")
    func reasons() throws {
        for (refusal, own, storeKit) in Self.refusals { #expect(refusal.names == (own, storeKit)) }
        let rows = try Self.rows()
        let start = try #require(rows.firstIndex { $0.hasPrefix("| `reason` |") })
        var listed: [String: String] = [:]
        for row in rows[(start + 2)...].prefix(while: { $0.hasPrefix("|") }) {
            let cells = row.split(separator: "|").map { $0.filter { $0.isLetter || $0.isNumber || $0 == "," } }
            for name in cells[0].split(separator: ",") { listed[String(name)] = cells[1] }
        }
        let answers = Self.refusals.filter { Self.neverAnswered[$0.1] == nil }
        expectEqual(listed, Dictionary(answers.map { ($0.1, $0.2) }, uniquingKeysWith: { first, _ in first }))
    }
}
