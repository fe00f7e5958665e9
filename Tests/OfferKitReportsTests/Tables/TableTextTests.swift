import OfferKitCore
import OfferKitEssentials
import OfferKitReports
import OfferKitTestHarness
import Testing

/// A report's table as text.
struct TableTextTests {
    @Test("Words begin at the left, numbers end at the right, and a missing value is a dash")
    func aligned() {
        let table = ReportTable(
            title: "Revenue",
            columns: [
                .init("Day"), .init("Paid", unit: "USD", alignment: .trailing), .init("Other", alignment: .trailing),
                .init("Kept", alignment: .trailing), .init("Note"),
            ],
            rows: [
                [
                    .date(day(2026, 3, 31, hour: 23)), .money(9.99, currency: "USD"), .money(1_000, currency: "JPY"),
                    .share(1, of: 3), .text("fine"),
                ],
                [.none, .money(0.125, currency: "EUR"), .integer(-7), .share(0, of: 0)],
            ])
        #expect(
            table.text == """
                Revenue
                Day         Paid (USD)        Other   Kept  Note
                ----------  ----------  -----------  -----  ----
                2026-03-31        9.99  1000.00 JPY  33.3%  fine
                –            0.125 EUR           -7      –  –
                """)
    }

    @Test("Wide characters take two columns and combining ones none")
    func wide() {
        let table = ReportTable(
            title: "", columns: [.init("N"), .init("#")],
            rows: [
                [.text("日本"), .integer(1)], [.text("cafe\u{301}"), .integer(2)], [.text("👩‍👩‍👧"), .integer(3)],
                [.text("한"), .integer(4)], [.text("🇩🇪x"), .integer(5)],
            ])
        #expect(
            table.text == """
                N     #
                ----  -
                日本  1
                cafe\u{301}  2
                👩‍👩‍👧    3
                한    4
                🇩🇪x   5
                """)
    }

    @Test("A cell cannot break its line, move the cursor or turn the direction of writing")
    func control() {
        let table = ReportTable(
            title: "a\nb", columns: [.init("T")], rows: [[.text("x\r\ny\tz\u{1B}[2J\u{202E}")]])
        expectEqual(table.text, "a b\nT\n----------\nx y z�[2J�")
    }

    @Test("A short row is filled with missing values and a long one brings columns without a name")
    func rectangle() {
        let table = ReportTable(title: "", columns: [.init("A")], rows: [[], [.integer(1), .integer(2)]])
        expectEqual(table.columns.map(\.name), ["A", ""])
        expectEqual(table.rows, [[.none, .none], [.integer(1), .integer(2)]])
        expectEqual(ReportTable(title: "t", columns: [], rows: [[], []]).text, "t\n\n")
    }

    @Test(
        "A share is rounded half away from zero, in whole numbers of any size",
        arguments: [
            (1, 2, "50.0%"), (1, 3, "33.3%"), (2, 3, "66.7%"), (1, 2_000, "0.1%"), (1, 2_001, "0.0%"),
            (-1, 2_000, "-0.1%"), (-1, 3_000, "0.0%"), (1, -4, "-25.0%"), (-3, -4, "75.0%"), (1_999, 2_000, "100.0%"),
            (5, 2, "250.0%"), (0, 9, "0.0%"), (Int.max, Int.max, "100.0%"), (1, Int.max, "0.0%"),
            (Int.max - 1, Int.max, "100.0%"), (Int.min, Int.min, "100.0%"), (Int.max, 1, "922337203685477580700.0%"),
            (7, 0, "–"),
        ])
    func shares(part: Int, whole: Int, words: String) {
        let table = ReportTable(title: "", columns: [.init("")], rows: [[.share(part, of: whole)]])
        expectEqual(table.text.split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init), words)
    }

    @Test("The earliest and the latest instant have days, and the millisecond before 1970 is in 1969")
    func farDays() {
        let instants = [Int64.min, -1, 0, .max].map { Date(millisecondsSince1970: $0) }
        let table = ReportTable(title: "", columns: [.init("D")], rows: instants.map { [.date($0)] })
        let days: [String] = table.text.split(separator: "\n").dropFirst(2).map(String.init)
        expectEqual(days, ["-292275055-05-16", "1969-12-31", "1970-01-01", "292278994-08-17"])
    }
}
