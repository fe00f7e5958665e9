import OfferKitCore
import OfferKitTestHarness
import Testing

/// Offers over renewals.
struct OfferRenewalTests {
    /// A way to start a subscription with an offer.
    enum Kind: String, CaseIterable {
        case introductory
        case promotional
        case code = "offer code"
        case winBack = "win-back"
    }

    /// A customer who starts pro.monthly on 10 January under the offer.
    private func start(_ kind: Kind, _ terms: Catalog.Offer.Terms) throws -> (bench: Bench, customer: CustomerID) {
        let offer: Catalog.Offer =
            switch kind {
            case .introductory: .introductory(terms)
            case .promotional: .promotional("deal", terms)
            case .code: .code("Deal", terms)
            case .winBack: .winBack("back", terms, eligibility: .everyChurnedCustomer)
            }
        var bench = try Bench.quiet(adding: [Sample.pro: [offer]], at: "2025-12-10T09:00:00Z")
        let customer = bench.customer()
        if kind == .promotional { try bench.buy(Sample.news, for: customer) }
        if kind == .winBack {
            try bench.buy(Sample.basic, for: customer)
            try bench.autoRenew(false, customer)
        }
        bench.advance(to: morning("2026-01-10"))
        switch kind {
        case .introductory: try bench.buy(Sample.pro, for: customer)
        case .promotional: try bench.buy(Sample.pro, promo: "deal", for: customer)
        case .code:
            try bench.makeCodes("DEAL", for: "Deal", of: Sample.pro, limit: 5)
            try bench.redeem("DEAL", for: customer)
        case .winBack: try bench.buy(Sample.pro, winBack: "back", for: customer)
        }
        return (bench, customer)
    }

    /// The periods of a payment mode, and what each announces of the next renewal; # stands for the kind of offer.
    private static let modes: [(Catalog.Offer.Terms, [String], [String])] = [
        (
            .freeTrial(.monthly),
            [
                "2026-01-10…2026-02-10 pro.monthly 0.00 purchase # 1/1",
                "2026-02-10…2026-03-10 pro.monthly 9.99 renewal",
            ],
            ["pro.monthly 9.99", "pro.monthly 9.99"]
        ),
        (
            .payAsYouGo(4.99, periods: 3),
            [
                "2026-01-10…2026-02-10 pro.monthly 4.99 purchase # 1/3",
                "2026-02-10…2026-03-10 pro.monthly 4.99 renewal # 2/3",
                "2026-03-10…2026-04-10 pro.monthly 4.99 renewal # 3/3",
                "2026-04-10…2026-05-10 pro.monthly 9.99 renewal",
            ], ["pro.monthly 4.99 # 2/3", "pro.monthly 4.99 # 3/3", "pro.monthly 9.99", "pro.monthly 9.99"]
        ),
        (
            .payUpFront(20, .everyThreeMonths),
            [
                "2026-01-10…2026-04-10 pro.monthly 20.00 purchase # 1/1",
                "2026-04-10…2026-05-10 pro.monthly 9.99 renewal",
            ],
            ["pro.monthly 9.99", "pro.monthly 9.99"]
        ),
    ]

    // S0-1, S1-1, S1-2: for a set time the price is lower, whatever the kind and the mode; then it is the standard one.
    @Test(
        "B5-1…4: every kind of offer in every payment mode charges its periods, then the standard price",
        arguments: Kind.allCases, 0..<3)
    func modes(kind: Kind, mode: Int) throws {
        let (terms, periods, next) = OfferRenewalTests.modes[mode]
        var (bench, customer) = try start(kind, terms)
        let before = try bench.life(of: customer).count - 1
        for number in periods.indices {
            let expected = periods[...number].map { $0.replacing("#", with: kind.rawValue) }
            expectEqual(Array(try bench.life(of: customer).dropFirst(before)), expected)
            try expectEqual(bench.coming(of: customer), next[number].replacing("#", with: kind.rawValue))
            if let end = try bench.subscription(of: customer, to: Sample.pro).latest.expires {
                bench.advance(to: end)
            }
        }
    }

    // 4.99 a month, half of it is 2.49; a year of 9.99 a month is 119.88, and 30 % of it 35.96.
    @Test("S1-4, S1-5: three months at half the price, and a year ahead at 70 % off, each charged as its mode says")
    func documents() throws {
        var bench = try Bench.quiet(adding: [
            Sample.basic: [.introductory(.payAsYouGo(2.49, periods: 3))],
            Sample.pro: [.introductory(.payUpFront(35.96, .yearly))],
        ])
        let (one, other) = (bench.customer(), bench.customer())
        try bench.buy(Sample.basic, for: one)
        try bench.buy(Sample.pro, for: other)
        bench.advance(to: morning("2027-01-10"))
        try expectEqual(
            bench.life(of: one).prefix(4),
            [
                "2026-01-10…2026-02-10 basic.monthly 2.49 purchase introductory 1/3",
                "2026-02-10…2026-03-10 basic.monthly 2.49 renewal introductory 2/3",
                "2026-03-10…2026-04-10 basic.monthly 2.49 renewal introductory 3/3",
                "2026-04-10…2026-05-10 basic.monthly 4.99 renewal",
            ])
        try expectEqual(
            bench.life(of: other),
            [
                "2026-01-10…2027-01-10 pro.monthly 35.96 purchase introductory 1/1",
                "2027-01-10…2027-02-10 pro.monthly 9.99 renewal",
            ])
    }

    @Test("B5-3, B5-4: Apple's two examples: 2 × 2.99 of 4.99, and 4.99 up front of 9.99")
    func worked() throws {
        var bench = try Bench.quiet(adding: [
            Sample.basic: [.introductory(.payAsYouGo(2.99, periods: 2))],
            Sample.pro: [.introductory(.payUpFront(4.99, .monthly))],
        ])
        let (one, other) = (bench.customer(), bench.customer())
        try bench.buy(Sample.basic, for: one)
        try bench.buy(Sample.pro, for: other)
        try expectEqual(bench.coming(of: one), "basic.monthly 2.99 introductory 2/2")
        try expectEqual(bench.coming(of: other), "pro.monthly 9.99")
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.coming(of: one), "basic.monthly 4.99")
    }

    // S3-26: one of the two tools against churn, for those who are subscribed.
    @Test(
        "B5.1: a subscriber's offer on the same product waits for the renewal and then runs in its mode",
        arguments: [
            (
                "half",
                [
                    "2026-02-10…2026-03-10 pro.monthly 4.99 renewal promotional 1/3",
                    "2026-03-10…2026-04-10 pro.monthly 4.99 renewal promotional 2/3",
                    "2026-04-10…2026-05-10 pro.monthly 4.99 renewal promotional 3/3",
                    "2026-05-10…2026-06-10 pro.monthly 9.99 renewal",
                ]
            ),
            (
                "prepaid",
                [
                    "2026-02-10…2026-05-10 pro.monthly 20.00 renewal promotional 1/1",
                    "2026-05-10…2026-06-10 pro.monthly 9.99 renewal",
                ]
            ),
            (
                "free",
                [
                    "2026-02-10…2026-03-10 pro.monthly 0.00 renewal promotional 1/1",
                    "2026-03-10…2026-04-10 pro.monthly 9.99 renewal",
                    "2026-04-10…2026-05-10 pro.monthly 9.99 renewal", "2026-05-10…2026-06-10 pro.monthly 9.99 renewal",
                ]
            ),
        ])
    func queued(offer: String, expected: [String]) throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        let first = try bench.buy(Sample.pro, for: customer).transaction
        bench.advance(to: morning("2026-01-20"))
        // Nothing new is bought: the current transaction is the answer (C-16).
        try expectEqual(bench.buy(Sample.pro, promo: Sample.offer(offer, Sample.pro), for: customer).transaction, first)
        bench.advance(to: morning("2026-05-10"))
        try expectEqual(bench.life(of: customer), ["2026-01-10…2026-02-10 pro.monthly 9.99 purchase"] + expected)
    }

    @Test("B5-5: another promotional offer ends the running one at the following billing event")
    func replaced() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.buy(Sample.pro, promo: Sample.offer("half", Sample.pro), for: customer)
        bench.advance(to: morning("2026-02-20"))
        try bench.buy(Sample.pro, promo: Sample.offer("free", Sample.pro), for: customer)
        try expectEqual(bench.coming(of: customer), "pro.monthly 0.00 promotional 1/1")
        bench.advance(to: morning("2026-04-10"))
        try expectEqual(
            bench.life(of: customer).suffix(3),
            [
                "2026-02-10…2026-03-10 pro.monthly 4.99 renewal promotional 1/3",
                "2026-03-10…2026-04-10 pro.monthly 0.00 renewal promotional 1/1",
                "2026-04-10…2026-05-10 pro.monthly 9.99 renewal",
            ])
    }

    @Test("B5-6: a promotional offer during an introductory one starts at the next billing event; the rest is dropped")
    func duringIntroduction() throws {
        var (bench, customer) = try start(.introductory, .payAsYouGo(1, periods: 3))
        try bench.buy(Sample.pro, promo: Sample.offer("half", Sample.pro), for: customer)
        bench.advance(to: morning("2026-05-10"))
        try expectEqual(
            bench.life(of: customer),
            [
                "2026-01-10…2026-02-10 pro.monthly 1.00 purchase introductory 1/3",
                "2026-02-10…2026-03-10 pro.monthly 4.99 renewal promotional 1/3",
                "2026-03-10…2026-04-10 pro.monthly 4.99 renewal promotional 2/3",
                "2026-04-10…2026-05-10 pro.monthly 4.99 renewal promotional 3/3",
                "2026-05-10…2026-06-10 pro.monthly 9.99 renewal",
            ])
    }

    @Test("C-16: redeeming twice before the renewal leaves the later offer; nothing stacks")
    func twice() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        for offer in ["half", "free", "prepaid"] {
            try bench.buy(Sample.pro, promo: Sample.offer(offer, Sample.pro), for: customer)
        }
        bench.advance(to: morning("2026-05-10"))
        try expectEqual(
            bench.life(of: customer).suffix(2),
            [
                "2026-02-10…2026-05-10 pro.monthly 20.00 renewal promotional 1/1",
                "2026-05-10…2026-06-10 pro.monthly 9.99 renewal",
            ])
    }

    // S3-62: the redemption is told when it is made, before the renewal that it waits for.
    @Test("S3-68, C-16, B5-8: cancelled on 5 December, saved by an offer, renewed on 25 December, in this order")
    func saved() throws {
        var bench = try Bench.quiet(at: "2025-01-25T09:00:00Z")
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: morning("2025-12-05"))
        try expectEqual(bench.standing(of: customer), "active until 2025-12-25")
        try bench.autoRenew(false, customer)
        let count = bench.log.count
        bench.advance(to: morning("2025-12-08"))
        try bench.buy(Sample.pro, promo: Sample.offer("half", Sample.pro), for: customer)
        bench.advance(to: morning("2025-12-25"))
        expectEqual(
            bench.happenings(since: count).filter { !$0.hasSuffix("announced") },
            ["2025-12-08 renewal on", "2025-12-08 planned pro.monthly", "2025-12-25 renewal 12 at 4.99"])
    }

    @Test("C-45: terms hold from the redemption on, whatever becomes of the offer and the base price")
    func captured() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.buy(Sample.pro, promo: Sample.offer("half", Sample.pro), for: customer)
        let name = Shop.OfferName(type: .promo, id: Sample.offer("half", Sample.pro))
        try bench.perform { OfferDesk($0).decideOffer(name, of: Sample.pro, isActive: false) }
        // Below the offer's own price: what was redeemed is charged all the same.
        try bench.price(Sample.pro, 3.99)
        bench.advance(to: morning("2026-05-10"))
        expectEqual(bench.state.ledger.all.map(\.price), [9.99, 4.99, 4.99, 4.99, 3.99])
        expectEqual(
            bench.refusal { try $0.buy(Sample.pro, promo: Sample.offer("half", Sample.pro), for: customer) }?.summary,
            "half.pro.monthly on pro.monthly: disabled")
    }

    @Test("C-40, B5-10: cancelled in an offer, it runs to its end, and nothing is charged after it")
    func cancelled() throws {
        for kind in Kind.allCases {
            var (bench, customer) = try start(kind, .freeTrial(.monthly))
            try bench.autoRenew(false, customer)
            bench.advance(to: morning("2026-02-09"))
            try expectEqual(bench.standing(of: customer), "active until 2026-02-10")
            bench.advance(to: morning("2026-06-10"))
            try expectEqual(bench.standing(of: customer), "lapsed 2026-02-10, autoRenewDisabled")
            try expectPrefix(bench.life(of: customer).last, "2026-01-10…2026-02-10 pro.monthly 0.00")
        }
    }

    @Test("C-13, C-48: auto-renew off and on again keeps the slot and the rest of the offer; an expiry clears both")
    func offAndOn() throws {
        var (bench, customer) = try start(.introductory, .payAsYouGo(1, periods: 3))
        try bench.autoRenew(false, customer)
        try bench.autoRenew(true, customer)
        try expectEqual(bench.coming(of: customer), "pro.monthly 1.00 introductory 2/3")
        try bench.buy(Sample.pro, promo: Sample.offer("half", Sample.pro), for: customer)
        try bench.autoRenew(false, customer)
        try bench.autoRenew(true, customer)
        try expectEqual(bench.coming(of: customer), "pro.monthly 4.99 promotional 1/3")
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-02-10"))
        try bench.buy(Sample.pro, for: customer)
        try expectEqual(bench.life(of: customer).last, "2026-02-10…2026-03-10 pro.monthly 9.99 purchase")
        try expectEqual(bench.coming(of: customer), "pro.monthly 9.99")
    }

    @Test("C-59: one offer for each subscription: those of two groups run side by side")
    func groups() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        for product in [Sample.pro, Sample.news] {
            try bench.buy(product, for: customer)
            try bench.buy(product, promo: Sample.offer("half", product), for: customer)
        }
        bench.advance(to: morning("2026-03-10"))
        try expectEqual(bench.coming(of: customer), "pro.monthly 4.99 promotional 3/3")
        try expectEqual(bench.coming(of: customer, in: Sample.news), "news.monthly 1.49 promotional 3/3")
    }

    @Test("C-13: an upgrade ends a running offer at once, and what was queued with it")
    func upgraded() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.basic, for: customer)
        try bench.buy(Sample.basic, promo: Sample.offer("half", Sample.basic), for: customer)
        bench.advance(to: morning("2026-02-20"))
        try bench.buy(Sample.basic, promo: Sample.offer("free", Sample.basic), for: customer)
        try bench.buy(Sample.pro, for: customer)
        try expectEqual(bench.coming(of: customer), "pro.monthly 9.99")
        bench.advance(to: morning("2026-03-20"))
        try expectEqual(bench.life(of: customer).last, "2026-03-20…2026-04-20 pro.monthly 9.99 renewal")
    }
}
