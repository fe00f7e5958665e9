import OfferKitCore
import OfferKitEssentials
import OfferKitReports
import OfferKitTestHarness
import Testing

/// A report's table as JSON.
struct TableJSONTests {
    @Test("Numbers are numbers, money is decimal text with its currency, shares keep both their parts")
    func kinds() {
        let table = ReportTable(
            title: "A \"table\"", columns: [.init("Paid", unit: "USD", alignment: .trailing), .init("é")],
            rows: [
                [.money(9.99, currency: "USD"), .integer(.max)], [.share(1, of: 3), .date(day(1969, 12, 31))],
                [.none, .text("\\\u{8}\u{2028}/")],
            ])
        expectEqual(
            table.json,
            #"{"title":"A \"table\"","columns":[{"name":"Paid","unit":"USD","alignment":"trailing"},"#
                + #"{"name":"é","unit":"","alignment":"leading"}],"#
                + #""rows":[[{"amount":"9.99","currency":"USD"},9223372036854775807],"#
                + #"[{"numerator":1,"denominator":3},"1969-12-31"],[null,"\\\u0008\u2028/"]]}"#)
    }

    @Test("Foundation's reader gets every text back")
    func roundTrip() throws {
        struct Read: Decodable {
            var title: String
            var rows: [[String]]
        }
        let table = ReportTable(title: "\u{7F}\u{1F}", columns: [], rows: Hostile.texts.map { [.text($0)] })
        let read = try JSONDecoder().decode(Read.self, from: Data(table.json.utf8))
        expectEqual(read.title, "\u{7F}\u{1F}")
        expectEqual(read.rows, Hostile.texts.map { [$0] })
    }
}
