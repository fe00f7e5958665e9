import OfferKitCore
import OfferKitServer
import OfferKitTestHarness
import Testing

// Dates and hours worked out from the law and a calendar: since 2007 summer time lasts from the second Sunday of March to the
// first of November, from 1987 to 2006 from the first of April to the last of October.
/// Dates in receipts.
struct ReceiptDateTests {
    private static let dates: [(Int64, String, String)] = [
        (1_767_225_600_000, "2026-01-01 00:00:00 Etc/GMT", "2025-12-31 16:00:00 America/Los_Angeles"),
        // 8 March 2026 is a Sunday, the second of the month: 2:00 does not exist.
        (1_772_963_999_999, "2026-03-08 09:59:59 Etc/GMT", "2026-03-08 01:59:59 America/Los_Angeles"),
        (1_772_964_000_000, "2026-03-08 10:00:00 Etc/GMT", "2026-03-08 03:00:00 America/Los_Angeles"),
        // 1 November 2026 is a Sunday: 1:00 comes twice.
        (1_793_523_599_000, "2026-11-01 08:59:59 Etc/GMT", "2026-11-01 01:59:59 America/Los_Angeles"),
        (1_793_523_600_000, "2026-11-01 09:00:00 Etc/GMT", "2026-11-01 01:00:00 America/Los_Angeles"),
        // What Apple's sandbox says of everybody.
        (1_375_340_400_000, "2013-08-01 07:00:00 Etc/GMT", "2013-08-01 00:00:00 America/Los_Angeles"),
        // 11 March 2007 is the second Sunday, the first time by the law of today.
        (1_173_607_199_000, "2007-03-11 09:59:59 Etc/GMT", "2007-03-11 01:59:59 America/Los_Angeles"),
        (1_173_607_200_000, "2007-03-11 10:00:00 Etc/GMT", "2007-03-11 03:00:00 America/Los_Angeles"),
        // 2 April 2006 is the first Sunday, 29 October the last.
        (1_143_971_999_000, "2006-04-02 09:59:59 Etc/GMT", "2006-04-02 01:59:59 America/Los_Angeles"),
        (1_143_972_000_000, "2006-04-02 10:00:00 Etc/GMT", "2006-04-02 03:00:00 America/Los_Angeles"),
        (1_162_112_400_000, "2006-10-29 09:00:00 Etc/GMT", "2006-10-29 01:00:00 America/Los_Angeles"),
        // Summer time all winter, from 6 January 1974.
        (126_687_600_000, "1974-01-06 07:00:00 Etc/GMT", "1974-01-05 23:00:00 America/Los_Angeles"),
        (126_698_400_000, "1974-01-06 10:00:00 Etc/GMT", "1974-01-06 03:00:00 America/Los_Angeles"),
        (0, "1970-01-01 00:00:00 Etc/GMT", "1969-12-31 16:00:00 America/Los_Angeles"),
        (-1, "1969-12-31 23:59:59 Etc/GMT", "1969-12-31 15:59:59 America/Los_Angeles"),
        (253_402_300_800_000, "10000-01-01 00:00:00 Etc/GMT", "9999-12-31 16:00:00 America/Los_Angeles"),
    ]

    @Test("B13, C-135: each date is written in UTC, in milliseconds and in California's time, by the law of its year")
    func forms() throws {
        for (milliseconds, universal, pacific) in Self.dates {
            let answer = try ReceiptSamples.read(
                ReceiptSamples.answer(inApp: [ReceiptSamples.purchase(from: milliseconds, until: nil)]))
            let expected = """
                "purchase_date":"\(universal)","purchase_date_ms":"\(milliseconds)","purchase_date_pst":"\(pacific)"
                """
            expectContains(text(answer.json), expected)
        }
    }

    @Test("C-135: the ends of time are written, too")
    func extremes() throws {
        for milliseconds in [Int64.min, .max] {
            let answer = try ReceiptSamples.read(
                ReceiptSamples.answer(inApp: [ReceiptSamples.purchase(from: milliseconds, until: nil)]))
            expectContains(text(answer.json), "\"purchase_date_ms\":\"\(milliseconds)\"")
        }
    }
}
