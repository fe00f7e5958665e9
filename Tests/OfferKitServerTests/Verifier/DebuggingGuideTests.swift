import Foundation
import OfferKitCore
import OfferKitTestHarness
import Testing

/// The guide to refused signatures.
///
/// The guide to refused signatures lists every mistake that the store can name, in the store's own words.
struct DebuggingGuideTests {
    private static let guide = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Documentation/DebuggingARefusedSignature.md")

    /// A mistake's row: its name in code, and what is printed.
    private static func row(_ name: String, _ sentence: String) -> String {
        "| `\(name)` | \(sentence.replacingOccurrences(of: "|", with: "\\|")) |"
    }

    /// What is wrong without looking into the signature: at 12:00 UTC on 1 March 2026.
    private static let causes: [(String, SignatureCause)] = {
        let now = Date(millisecondsSince1970: 1_772_366_400_000)
        let nonce = UUID(
            uuid: (0x5F, 0x2A, 0x9C, 0x1E, 0x7B, 0x3D, 0x1E, 0x8F, 0x9A, 1, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD))
        return [
            ("keyUnknown", .keyUnknown("ABC1234567", registered: ["XYZ7654321"])),
            ("keyRevoked", .keyRevoked("ABC1234567", on: now)), ("nonceNotVersion4", .nonceNotVersion4(nonce)),
            ("nonceNotUUID", .nonceNotUUID("12345")), ("nonceSpent", .nonceSpent(nonce)),
            ("timestampInSeconds", .timestampInSeconds(1_772_366_400, storeClock: now)),
            ("issuedAtInMilliseconds", .issuedAtInMilliseconds(1_772_366_400_000, storeClock: now)),
            (
                "timestampInFinerUnit",
                .timestampInFinerUnit(1_772_366_400_000_000_000, unit: .nanoseconds, storeClock: now)
            ),
            (
                "timestampTooOld",
                .timestampTooOld(Date(millisecondsSince1970: 1_772_276_400_000), storeClock: now)
            ),
            (
                "timestampInFuture",
                .timestampInFuture(Date(millisecondsSince1970: 1_772_366_400_500), storeClock: now)
            ),
            (
                "otherPrivateKeyOrText",
                .otherPrivateKeyOrText("ABC1234567", registered: "5d41…", signers: ["9e10…", "7c2b…"])
            ),
        ]
    }()

    private static var rows: [String] {
        causes.map { row($0.0, "\($0.1)") } + RefusalTextTests.mistakes.map { row($0.kind.rawValue, "\($0)") }
    }

    @Test("every cause stands in the guide with what the store prints")
    func complete() throws {
        let guide = try String(contentsOf: Self.guide, encoding: .utf8)
        let lines = Set(guide.split(separator: "\n").map(String.init))
        expectEqual(Self.rows.filter { !lines.contains($0) }, [])
        // And nothing stands there that the store does not say.
        let listed = lines.filter { $0.hasPrefix("| `") }
        expectEqual(listed.subtracting(Self.rows), [])
    }
}
