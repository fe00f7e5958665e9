import OfferKitCore
import OfferKitTestHarness
import Testing

/// The terms of offers as they were redeemed.
struct CapturedTermsTests {
    // One letter and a mark, and the letter that they make: Swift takes both for the same text.
    @Test("C-64: terms of offers whose names differ in bytes alone are two, and each transaction has its own name")
    func spellings() throws {
        let names = ["caf\u{E9}", "cafe\u{301}"]
        var bench = try Bench(adding: [
            Sample.pro: [.promotional(names[0], .payAsYouGo(0.99, periods: 2))],
            Sample.news: [.promotional(names[1], .payAsYouGo(0.99, periods: 2))],
        ])
        for (product, name) in zip([Sample.pro, Sample.news], names) {
            let customer = bench.customer()
            try bench.buyOnce(product, for: customer)
            bench.advance(to: bench.state.now.adding(months: 2))
            let made = try bench.buy(product, promo: name, for: customer).transaction
            let id = try #require(bench.offer(of: made)?.offerID)
            expectEqual(Array(id.utf8), Array(name.utf8))
        }
    }
}
