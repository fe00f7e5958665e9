import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// C-235: dates in UTC from their text.
struct DateTextTests {
    @Test(
        "C-235: a day, and a day with a time, are read as events print them",
        arguments: [
            ("2026-01-31", 1_769_817_600_000), ("2026-01-31 10:00", 1_769_853_600_000),
            ("2026-01-31T10:00:00Z", 1_769_853_600_000), ("2026-01-31T10:00:00.25", 1_769_853_600_250),
            ("2024-02-29 23:59:59.999Z", 1_709_251_199_999), ("1969-12-31T23:59:59.999Z", -1),
        ] as [(String, Int64)])
    func read(_ text: String, milliseconds: Int64) throws {
        try expectEqual(Date(utc: text), Date(timeIntervalSince1970: Double(milliseconds) / 1_000))
        try expectEqual(Date(utc: Date(utc: text).utcText), Date(utc: text))
    }

    @Test(
        "C-235: what has no such form is refused with the text and the forms",
        arguments: [
            "", "2026", "2026-1-31", "31.01.2026", "2026-01-31T", "2026-01-31Z", "2026-01-31T10:00:00+01:00",
            "2026-01-31 10:00:00.", "2026-01-31 10:00:00.1234", " 2026-01-31", "2026-01-31 10:00 ", "-026-01-31",
        ])
    func unreadable(_ text: String) {
        #expect(throws: UTCDateError.unreadable(text)) { try Date(utc: text) }
        expectContains("\(UTCDateError.unreadable(text))", "2026-01-31T09:30:00Z")
    }

    @Test(
        "C-235: a day or a time that there is not is refused",
        arguments: [
            "2026-02-30", "2025-02-29", "2026-00-10", "2026-13-01", "2026-01-00", "2026-01-31 24:00",
            "2026-01-31 10:60",
            "2026-01-31 10:00:60",
        ])
    func impossible(_ text: String) {
        #expect(throws: UTCDateError.impossible(text)) { try Date(utc: text) }
    }
}
