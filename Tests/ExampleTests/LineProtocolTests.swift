import Foundation
import LineProtocol
import OfferKit
import OfferKitTestHarness
import Testing

/// Lines of JSON.
///
/// What both line programs read: dates, names, objects.
struct LineProtocolTests {
    private static func date(_ json: String) throws -> Instant {
        Instant(try JSONDecoder().decode([DateText].self, from: Data("[\(json)]".utf8))[0].date)
    }

    @Test(
        "a date is RFC 3339 with any offset and any decimals, or milliseconds since 1970",
        arguments: [
            (#""2026-03-01T12:00:00Z""#, Int64(1_772_366_400_000)),
            (#""2026-03-01T14:30:00+02:30""#, 1_772_366_400_000),
            (#""2026-03-01T07:00:00.123456-05:00""#, 1_772_366_400_123),
            (#""2026-03-01t12:00:00.5z""#, 1_772_366_400_500),
            (#""2024-02-29T00:00:00+00:00""#, 1_709_164_800_000), (#""1969-12-31T23:59:59.999Z""#, -1),
            ("1772366400000", 1_772_366_400_000), ("0", 0), (#""9999-12-31T23:59:59.999Z""#, 253_402_300_799_999),
        ])
    func dates(_ json: String, _ milliseconds: Int64) throws {
        try expectEqual(Self.date(json), Instant(millisecondsSince1970: milliseconds))
    }

    @Test(
        "what is no date, or counts another unit, is refused",
        arguments: [
            #""2026-02-29T00:00:00Z""#, #""2026-03-01""#, #""2026-03-01T12:00:00""#, #""2026-03-01T24:00:00Z""#,
            #""2026-03-01T12:00:00.Z""#, #""2026-03-01T12:00:00+0200""#, #""2026-03-01T12:00:00ZZ""#, "1772366400",
            "1772366400000000", "1772366400000000000", "1.5", "true", #""1772366400000""#, #""2026-13-01T00:00:00Z""#,
            #""2026-00-01T00:00:00Z""#, #""2026-01-00T00:00:00Z""#,
        ])
    func noDates(_ json: String) {
        #expect(throws: LineError.self) { try Self.date(json) }
    }

    @Test(
        "a name that is nearly right is told apart from one that is not",
        arguments: [
            ("custmer", "customer"), ("Customer", "customer"), ("cusotmer", "customer"), ("product_id", "product"),
            ("productId", "product"), ("colour", nil), ("", nil), ("token_", "token"),
        ] as [(String, String?)])
    func names(_ name: String, _ meant: String?) {
        expectEqual(NearestName.of(name, among: ["customer", "product", "token"]), meant)
    }

    @Test("a line is one object, in which no name stands twice at any depth")
    func objects() {
        #expect(throws: LineError.doubledMember("a")) { try LineObject(Array(#"{"b":[{"a":1,"a":2}]}"#.utf8)) }
        #expect(throws: LineError.notUTF8) { try LineObject([0x7B, 0xFF, 0x7D]) }
        #expect(throws: LineError.notJSON) { try LineObject(Array("[{}]".utf8)) }
        #expect(throws: LineError.lineTooLong(limit: 1_048_576)) {
            try LineObject(Array(repeating: UInt8(ascii: " "), count: 1_048_577))
        }
    }
}
