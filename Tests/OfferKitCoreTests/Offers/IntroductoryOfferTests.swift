import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Introductory offers.
struct IntroductoryOfferTests {
    private static let week = Catalog.Offer.introductory(.freeTrial(.weekly))
    private static let used = Ineligibility.usedIntroductoryOffer(group: Sample.premium)
    private static let subscribed = Ineligibility.currentlySubscribed(group: Sample.premium)

    /// Premium's products, all but the weekly one with a week free.
    private func bench(at start: String = "2026-01-10T09:00:00Z") throws -> Bench {
        try Bench(
            adding: Dictionary(
                uniqueKeysWithValues: [Sample.pro, Sample.plus, Sample.yearly, Sample.basic].map {
                    ($0, [IntroductoryOfferTests.week])
                }), at: start)
    }

    // S1-14: an ordinary purchase. S1-8: the store decides.
    @Test("S1-19: a new customer gets it without asking")
    func newCustomer() throws {
        var bench = try bench()
        let customer = bench.customer()
        let bought = try bench.buy(Sample.pro, for: customer).transaction
        expectEqual(bought.price, .zero)
        expectEqual(bought.expires, at("2026-01-17T09:00:00Z"))
        expectEqual(bench.offer(of: bought)?.type, .intro)
        expectNil(bench.offer(of: bought)?.offerID)
    }

    @Test(
        "S1-20: a customer who lapsed without ever using one gets it, on the same product or another",
        arguments: [Sample.basic, Sample.pro])
    func lapsedWithoutOne(product: String) throws {
        var bench = try bench()
        let customer = bench.customer()
        try expectEqual(bench.buyOnce(Sample.weekly, for: customer).transaction.price, 1.99)
        bench.advance(to: "2026-03-01T00:00:00Z")
        let bought = try bench.buy(product, for: customer).transaction
        expectEqual(bench.offer(of: bought)?.type, .intro)
        expectEqual(bought.expires, at("2026-03-08T00:00:00Z"))
    }

    @Test(
        "S1-16, B4-1: one used on any product bars every product of the group, for ever",
        arguments: [Sample.pro, Sample.plus, Sample.yearly, Sample.basic])
    func usedOnce(product: String) throws {
        var bench = try bench()
        let customer = bench.customer()
        try bench.buyOnce(Sample.basic, for: customer)
        bench.advance(to: "2036-01-01T00:00:00Z")
        try expectEqual(
            bench.eligibility(of: customer, for: .intro, nil, on: product),
            .ineligible(because: [IntroductoryOfferTests.used]))
        let bought = try bench.buy(product, for: customer).transaction
        expectNil(bought.terms)
        #expect(bought.price > .zero)
    }

    @Test("S1-16: one used in a group does not bar another group")
    func otherGroup() throws {
        var bench = try Bench(adding: [
            Sample.pro: [IntroductoryOfferTests.week], Sample.news: [IntroductoryOfferTests.week],
        ])
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try expectEqual(bench.buy(Sample.news, for: customer).transaction.price, .zero)
    }

    @Test(
        "S1-21, B4-2: a subscriber never gets one, however the plan changes and though none was ever used",
        arguments: [Sample.pro, Sample.plus, Sample.yearly])
    func subscriber(product: String) throws {
        var bench = try bench()
        let customer = bench.customer()
        try bench.buy(Sample.weekly, for: customer)
        try expectEqual(
            bench.eligibility(of: customer, for: .intro, nil, on: product),
            .ineligible(because: [IntroductoryOfferTests.subscribed]))
        let upgraded = try bench.buy(product, for: customer).transaction
        expectNil(upgraded.terms)
        #expect(upgraded.price > .zero)
    }

    @Test("S1-21: both reasons are given to a subscriber who has used one")
    func bothReasons() throws {
        var bench = try bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try expectEqual(
            bench.eligibility(of: customer, for: .intro, nil, on: Sample.plus),
            .ineligible(because: [IntroductoryOfferTests.used, IntroductoryOfferTests.subscribed]))
    }

    @Test("B4-5, C-8: a promotional offer keeps the right to an introductory one")
    func promotionalKeepsTheRight() throws {
        var bench = try bench()
        let customer = bench.customer()
        try bench.buy(Sample.news, for: customer)
        try bench.buy(Sample.pro, promo: Sample.offer("free", Sample.pro), for: customer)
        try bench.turnOff(Sample.pro, for: customer)
        bench.advance(to: "2026-06-01T00:00:00Z")
        let bought = try bench.buy(Sample.pro, for: customer).transaction
        expectEqual(bench.offer(of: bought)?.type, .intro)
    }

    @Test("S1-21: turning auto-renew off does not bring the right back before the period is over")
    func autoRenewOff() throws {
        var bench = try bench()
        let customer = bench.customer()
        try bench.buy(Sample.weekly, for: customer)
        try bench.perform { $0.decideAutoRenew(false, of: customer, in: Sample.premium) }
        expectNil(try bench.buy(Sample.pro, for: customer).transaction.terms)
    }

    @Test("B4: a cancelled or failed purchase does not use it up")
    func notUsedByFailure() throws {
        var bench = try bench()
        let customer = bench.customer()
        let sheet = try bench.request(PurchaseRequest(customer: customer, productID: Sample.pro, territory: "USA"))
        expectEqual(
            bench.refusal {
                try $0.perform { $0.desk.decideEnd(of: sheet, refusal: .cancelled, in: $0.shop) as Decision<Int, _> }
            }, .cancelled)
        try expectEqual(bench.buy(Sample.pro, for: customer).transaction.price, .zero)
    }

    /// What an introductory offer charges first, and when its first period ends.
    struct Mode: Sendable {
        let terms: Catalog.Offer.Terms
        let start, end: String
        let price: Amount
    }

    // S1-2, S1-6: free, as you go or up front.
    @Test(
        "B5.2, C-19: the first charge and the end of the first period, by payment mode",
        arguments: [
            Mode(
                terms: .freeTrial(.everyThreeDays), start: "2026-02-27T10:00:00Z", end: "2026-03-02T10:00:00Z", price: 0
            ),
            Mode(
                terms: .freeTrial(.everyTwoWeeks), start: "2028-02-20T00:00:00Z", end: "2028-03-05T00:00:00Z", price: 0),
            Mode(terms: .freeTrial(.monthly), start: "2026-01-31T12:30:00Z", end: "2026-02-28T12:30:00Z", price: 0),
            Mode(terms: .freeTrial(.yearly), start: "2028-02-29T00:00:00Z", end: "2029-02-28T00:00:00Z", price: 0),
            Mode(
                terms: .payAsYouGo(1.99, periods: 3), start: "2028-01-31T00:00:00Z", end: "2028-02-29T00:00:00Z",
                price: 1.99),
            Mode(
                terms: .payAsYouGo(0.5, periods: 12), start: "2026-04-30T23:59:59Z", end: "2026-05-30T23:59:59Z",
                price: 0.5),
            Mode(
                terms: .payUpFront(14.99, .everyThreeMonths), start: "2026-11-30T00:00:00Z",
                end: "2027-02-28T00:00:00Z", price: 14.99),
            Mode(
                terms: .payUpFront(25, .everySixMonths), start: "2026-08-31T00:00:00Z", end: "2027-02-28T00:00:00Z",
                price: 25),
            Mode(
                terms: .payUpFront(99, .yearly), start: "2026-06-15T08:00:00Z", end: "2027-06-15T08:00:00Z", price: 99),
        ])
    func modes(mode: Mode) throws {
        var bench = try Bench(adding: [Sample.pro: [.introductory(mode.terms)]], at: mode.start)
        let customer = bench.customer()
        let bought = try bench.buy(Sample.pro, for: customer).transaction
        expectEqual(bought.price, mode.price)
        expectEqual(bought.purchased, at(mode.start))
        expectEqual(bought.expires, at(mode.end))
    }

    @Test("C-36: of several introductory offers in time the one that runs now in that storefront applies")
    func severalInTime() throws {
        let offers: [Catalog.Offer] = [
            .introductory(.freeTrial(.everyThreeDays), in: ["USA"], until: Date(at("2026-02-01T00:00:00Z"))),
            .introductory(
                .freeTrial(.weekly), in: ["USA"], from: Date(at("2026-02-01T00:00:00.001Z")),
                until: Date(at("2026-03-01T00:00:00Z"))),
            .introductory(.freeTrial(.everyTwoWeeks), in: ["JPN"]),
        ]
        let cases: [(String, Territory, String?)] = [
            ("2026-01-31T23:59:59Z", "USA", "P3D"), ("2026-02-01T00:00:00Z", "USA", "P3D"),
            ("2026-02-01T00:00:01Z", "USA", "P1W"), ("2026-03-01T00:00:00Z", "USA", "P1W"),
            ("2026-03-01T00:00:01Z", "USA", nil), ("2026-03-01T00:00:01Z", "JPN", "P2W"),
            ("2026-02-01T00:00:00Z", "DEU", nil),
        ]
        for (time, territory, length) in cases {
            var bench = try Bench(adding: [Sample.pro: offers], at: time)
            let customer = bench.customer()
            let bought = try bench.buy(Sample.pro, for: customer, in: territory).transaction
            expectEqual(bench.offer(of: bought)?.period.iso8601, length, "\(time) \(territory)")
        }
    }

    @Test("C-49: without a price in the storefront there is no introductory offer, and the base price is charged")
    func noPriceHere() throws {
        var bench = try Bench(adding: [Sample.pro: [.introductory(.payAsYouGo(["JPN": 500], periods: 2))]])
        let (american, japanese) = (bench.customer(), bench.customer())
        try expectEqual(bench.buy(Sample.pro, for: american, in: "USA").transaction.price, 9.99)
        try expectEqual(bench.buy(Sample.pro, for: japanese, in: "JPN").transaction.price, 500)
    }
}
