import OfferKitCore
import OfferKitEssentials
import OfferKitReports
import OfferKitTestHarness
import Testing

/// A report's table as CSV.
struct TableCSVTests {
    @Test("A header and every row end in CR LF, and only what has to be is quoted")
    func plain() {
        let table = ReportTable(
            title: "left out", columns: [.init("Day"), .init("Paid", unit: "USD"), .init("Kept"), .init("N")],
            rows: [
                [.date(day(2024, 2, 29)), .money(-1.5, currency: "USD"), .share(2, of: 3), .integer(12)],
                [.text("a,b"), .money(3, currency: "EUR"), .none, .text("say \"hi\"")],
            ])
        expectEqual(
            table.csv,
            "Day,Paid (USD),Kept,N\r\n2024-02-29,-1.50,66.6667%,12\r\n"
                + "\"a,b\",3.00 EUR,,\"say \"\"hi\"\"\"\r\n")
    }

    @Test("A reader of RFC 4180 gets every text back, letter by letter")
    func roundTrip() throws {
        let texts =
            Hostile.texts + ["\"", "\"\"", ",", "\r", "\n", " x", "x ", "\u{301}e", "\"\u{301}", "'", "@x", "-1"]
        let table = ReportTable(
            title: "", columns: [.init("a,\"b\""), .init("c\r\nd")],
            rows: zip(texts, texts.reversed()).map { [.text($0), .text($1)] })
        let records = try CSVReader.texts(table.csv)
        expectEqual(records.first, ["a,\"b\"", "c\r\nd"])
        let expected = zip(texts, texts.reversed()).map { [$0, $1].map { Array($0.unicodeScalars) } }
        expectEqual(records.dropFirst().map { $0.map { Array($0.unicodeScalars) } }, expected)
    }

    @Test("A missing value and an empty text differ, and a row with one missing value is no blank line")
    func missing() throws {
        let two = ReportTable(title: "", columns: [.init("a"), .init("b")], rows: [[.none, .text("")]])
        expectEqual(two.csv, "a,b\r\n,\"\"\r\n")
        try expectEqual(
            CSVReader.records(two.csv).last, [.init(text: "", isQuoted: false), .init(text: "", isQuoted: true)])
        expectEqual(ReportTable(title: "", columns: [.init("a")], rows: [[.none]]).csv, "a\r\n\"\"\r\n")
        #expect(ReportTable(title: "t", columns: [], rows: []).csv.isEmpty)
    }

    @Test("What a spreadsheet might take for a formula is written as it is")
    func formulas() {
        let table = ReportTable(title: "", columns: [.init("a")], rows: [[.text("=1+1")], [.text("-5")]])
        expectEqual(table.csv, "a\r\n=1+1\r\n-5\r\n")
    }
}
