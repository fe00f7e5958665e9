import Foundation
import OfferKit
import OfferKitReports
import OfferKitTestHarness
import Testing

/// Every report as tables, pictures and a page.
struct ReportPageTests {
    private func reports() throws -> Reports {
        let shop = try NoticeShop.ofOneWhoComesBack()
        try shop.go("2026-04-15")
        return Reports(of: shop.store.reportLog)
    }

    private func rows(_ title: String) throws -> [[ReportTable.Cell]] {
        try #require(try reports().tables.first { $0.title == title }, "\(title)").rows
    }

    @Test("S0-132, S0-133: the base at the end of each month, and how it grew")
    func state() throws {
        let rows = try rows("Subscribers at the end of each month")
        // Active and growth; standard price, introductory, promotional, code, win-back, other offers, grace, retry.
        expectEqual(
            rows.map { Array($0[1...2] + $0[4...]) },
            [
                [1, 1, 1, 0, 0, 0, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0, 0, 0, 0, 0], [0, -1, 0, 0, 0, 0, 0, 0, 0, 0],
                [1, 1, 0, 0, 0, 0, 1, 0, 0, 0],
            ].map { $0.map { ReportTable.Cell.integer($0) } })
        expectEqual(rows.map { $0[3] }, [(1, 0), (0, 1), (-1, 1), (1, 0)].map { .share($0.0, of: $0.1) })
    }

    @Test("S0-136: new against returning, month by month")
    func beginnings() throws {
        let rows = try rows("New and returning subscribers")
        expectEqual(rows.map { $0[1] }, [1, 0, 0, 0].map { .integer($0) })
        expectEqual(rows.map { $0[2] }, [0, 0, 0, 1].map { .integer($0) })
        expectEqual(rows.last?[3], .share(0, of: 1))
    }

    // January: 4.99 and 9.99, of which 21/31 of 4.99 came back; February 9.99; April 2.99 with the offer.
    @Test("B17-7: the money of each month, in the storefront's currency")
    func money() throws {
        let rows = try rows("Money by month, USD")
        expectEqual(rows.map { $0[0] }, ["2026-01", "2026-02", "2026-03", "2026-04"].map { .text($0) })
        expectEqual(rows.map { $0[5] }, [14.98, 9.99, 0, 2.99].map { .money($0, currency: "USD") })
        expectEqual(rows.map { $0[6] }, [3.38, 0, 0, 0].map { .money($0, currency: "USD") })
    }

    @Test("S0-137: what an offer led to")
    func offers() throws {
        let row = try #require(try rows("What offers led to").first)
        expectEqual(row[0], .text("back (win-back, P1M × 2)"))
        expectEqual(row[3], .integer(1))
        expectEqual(row[5], .share(0, of: 1))
    }

    @Test("the page has every part, needs nothing else, and says from when to when")
    func page() throws {
        let page = try reports().dashboard(title: "A <shop>")
        expectEqual(
            page.sections.map(\.heading),
            ["Subscription state", "Subscription events", "Retention and churn", "Proceeds", "Offers"])
        expectContains(page.html, "A &lt;shop&gt;")
        expectContains(page.html, "From 2026-01-10 to 2026-04-15")
        expectLacks(page.html, "<script")
        expectLacks(page.html, "src=\"http")
        for chart in page.sections.flatMap(\.charts) {
            expectPrefix(chart.svg(width: 600, height: 300), "<svg", "\(chart.title)")
        }
    }

    @Test("a log of nothing has no parts")
    func nothing() {
        #expect(Reports(of: ReportLog()).sections.isEmpty)
        #expect(Reports(of: ReportLog()).tables.isEmpty)
    }
}
