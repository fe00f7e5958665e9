import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Quotes on a device.
struct QuoteTests {
    @Test("S1-3: the sample shop's trial is nothing now, and 9.99 from the end of the week on")
    func trial() throws {
        let shopping = try Shopping(at: "2026-01-31T00:00:00Z")
        let quote = try shopping.device.quote(for: Shopping.pro, renewals: 2)
        #expect(
            quote.description == """
                2026-01-31T00:00:00Z com.example.pro.monthly $0 until 2026-02-07T00:00:00Z, introductory offer, 1 of 1
                2026-02-07T00:00:00Z com.example.pro.monthly $9.99 until 2026-03-07T00:00:00Z
                2026-03-07T00:00:00Z com.example.pro.monthly $9.99 until 2026-04-07T00:00:00Z
                """)
        expectEqual(quote.dueNow, 0)
        expectEqual(quote.currencyCode, "USD")
        expectEqual(quote.charges.map(\.amount), [0, Decimal(string: "9.99"), Decimal(string: "9.99")])
        expectEqual(quote.charges.first?.offer?.paymentMode, .freeTrial)
        expectEqual(quote.charges.map(\.offerPeriod), [1, 0, 0])
        expectEqual(quote.charges.map(\.offerPeriodCount), [1, 0, 0])
        expectNil(quote.end)
        expectNil(quote.refund)
        expectEqual(quote.lines(), ["Jan 31, 2026: $0", "Feb 7, 2026: $9.99", "Mar 7, 2026: $9.99"])
        expectEqual(quote.lines(in: try #require(TimeZone(secondsFromGMT: -3_600)))[0], "Jan 30, 2026: $0")
    }

    @Test("a question leaves no trace: no event, no sheet, no refusal, nothing bought")
    func noTrace() throws {
        let shopping = try Shopping()
        let events = shopping.store.log.count
        _ = try shopping.device.quote(for: Shopping.pro)
        #expect(refusal { try shopping.device.quote(for: "gone") } != nil)
        expectEqual(shopping.store.log.count, events)
        expectNil(shopping.device.lastRefusal)
        expectEqual(shopping.device.transactions, [])
    }

    @Test("the quoted charges are the transactions that follow, date by date and cent by cent")
    func reality() throws {
        let shopping = try Shopping(at: "2026-01-31T00:00:00Z")
        try shopping.buyOnce(Shopping.weekly)
        try shopping.store.advance(to: date("2026-03-31T00:00:00Z"))
        let quote = try shopping.device.quote(for: Shopping.pro, offer: .promotional("half3"))
        let count = shopping.device.transactions.count
        try shopping.buy(promo: "half3")
        try shopping.store.advance(to: try #require(quote.charges.last).date)
        let charged = shopping.device.transactions.dropFirst(count)
        expectEqual(quote.charges.map(\.amount), charged.map { $0.price ?? 0 })
        expectEqual(quote.charges.map(\.purchaseDate), charged.map(\.purchaseDate))
        expectEqual(quote.charges.map(\.expirationDate), charged.map(\.expirationDate))
        expectEqual(quote.charges.map(\.offer), charged.map(\.offer))
        expectEqual(quote.charges.count, 6)
    }

    @Test("C-16: for a subscriber an offer begins at the renewal; after it is redeemed, what is coming says the same")
    func subscriber() throws {
        let shopping = try Shopping(at: "2026-01-31T00:00:00Z")
        try shopping.device.purchase(Shopping.pro)
        let quote = try shopping.device.quote(for: Shopping.pro, offer: .promotional("prepaid6"), renewals: 1)
        #expect(
            quote.description == """
                2026-02-07T00:00:00Z com.example.pro.monthly $29.99 until 2026-08-07T00:00:00Z, promotional offer \
                prepaid6, 1 of 1
                2026-08-07T00:00:00Z com.example.pro.monthly $9.99 until 2026-09-07T00:00:00Z
                """)
        expectEqual(quote.dueNow, 0)
        try shopping.buy(promo: "prepaid6")
        let upcoming = try #require(shopping.device.upcomingCharges(inGroup: Shopping.premium, renewals: 1))
        expectEqual(upcoming.description, quote.description)
    }

    @Test("B8-1: an upgrade shows what comes back, and where auto-renew is off the end and its reason stand last")
    func upgradeAndEnd() throws {
        let shopping = try Shopping(at: "2026-01-31T00:00:00Z")
        try shopping.device.purchase(Shopping.weekly)
        try shopping.store.advance(to: date("2026-02-03T12:00:00Z"))
        let quote = try shopping.device.quote(for: Shopping.pro, renewals: 0)
        // Half of a week at 1.99: 0.995, which the dollar writes with two places.
        expectEqual(quote.refund?.amount, Decimal(string: "0.995"))
        expectEqual(quote.refund?.transactionID, 1)
        expectEqual(quote.dueNow, Decimal(string: "9.99"))
        try shopping.customer.setAutoRenew(false, inGroup: Shopping.premium)
        let upcoming = try #require(shopping.device.upcomingCharges(inGroup: Shopping.premium))
        expectEqual(upcoming.charges, [])
        expectEqual(upcoming.end?.date, date("2026-02-07T00:00:00Z"))
        expectEqual(upcoming.end?.reason, .autoRenewDisabled)
        expectEqual(upcoming.description, "2026-02-07T00:00:00Z end: auto-renew is off")
        try shopping.store.advance(to: date("2026-02-08T00:00:00Z"))
        expectNil(shopping.device.upcomingCharges(inGroup: Shopping.premium))
        expectNil(shopping.device.upcomingCharges(inGroup: "gone"))
    }

    @Test("B5-9: a stacked code waits for the introductory offer, and is not used up by the question")
    func code() throws {
        let shopping = try Shopping(at: "2026-01-31T00:00:00Z")
        try shopping.store.createCustomCode("SPRING", for: "Spring campaign", of: Shopping.pro, limit: 1)
        let expected = """
            2026-01-31T00:00:00Z com.example.pro.monthly $0 until 2026-02-07T00:00:00Z, introductory offer, 1 of 1
            2026-02-07T00:00:00Z com.example.pro.monthly $0 until 2026-03-07T00:00:00Z, offer code offer \
            Spring campaign, 1 of 1
            2026-03-07T00:00:00Z com.example.pro.monthly $9.99 until 2026-04-07T00:00:00Z
            """
        for _ in 0..<2 {
            try expectEqual(shopping.device.quote(redeeming: "SPRING", renewals: 1).description, expected)
        }
        #expect(throws: CodeRefusal.unknownCode("GONE")) { try shopping.device.quote(redeeming: "GONE") }
    }

    @Test("C-44: the currency is the storefront's, and a subscriber's stays that of the subscription")
    func currency() throws {
        let store = Store(
            catalog: try Catalog(groups: [
                .group(
                    "Plans",
                    [.subscription("pro", level: 1, period: .monthly, price: ["DEU": 8.99, "JPN": 1500])])
            ]), startingAt: date("2026-01-31T00:00:00Z"))
        let device = store.addCustomer().addDevice(storefront: "DEU", locale: Locale(identifier: "de_DE"))
        let quote = try device.quote(for: "pro", renewals: 0)
        expectEqual(quote.lines().map { $0.withPlainSpaces.hasSuffix("2026: 8,99 €") }, [true])
        try device.purchase("pro")
        device.storefront = "JPN"
        let upcoming = try #require(device.upcomingCharges(inGroup: "Plans", renewals: 1))
        expectEqual(upcoming.currencyCode, "EUR")
        expectEqual(upcoming.charges.map(\.displayAmount.withPlainSpaces), ["8,99 €"])
    }
}
