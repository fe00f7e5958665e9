import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Who may have which promotional offer.
struct PromotionalEligibilityTests {
    @Test("S0-75: a customer who never subscribed is refused")
    func brandNew() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.coins, for: customer)
        try bench.buy(Sample.pass, for: customer)
        let offer = Sample.offer("half", Sample.pro)
        expectEqual(
            bench.refusal { try $0.buy(Sample.pro, promo: offer, for: customer) },
            .ineligibleForOffer(offer: offer, because: [.neverSubscribed]))
    }

    // S0-6, S1-22, S1-37: the one condition of the App Store. S1-38: all others are the developer's.
    @Test("S0-76…S0-80: one who ever subscribed to anything, current or lapsed, trial or paid, is eligible")
    func subscribers() throws {
        let offers: [String: [Catalog.Offer]] = [
            Sample.pro: [.introductory(.freeTrial(.weekly))],
            Sample.news: [.introductory(.payAsYouGo(0.5, periods: 2))],
        ]
        for product in [Sample.pro, Sample.news, Sample.weekly] {
            for later in ["2026-01-10T09:00:00Z", "2026-01-12T00:00:00Z", "2030-01-01T00:00:00Z"] {
                var bench = try Bench(adding: offers)
                let customer = bench.customer()
                // Lapsed in 2030, because it does not renew.
                try bench.buyOnce(product, for: customer)
                bench.advance(to: later)
                let hasService = try bench.subscription(of: customer, to: product).hasService
                expectEqual(hasService, !later.hasPrefix("2030"))
                let offer = Sample.offer("half", Sample.pro)
                try expectEqual(
                    bench.eligibility(of: customer, for: .promo, offer, on: Sample.pro), .eligible,
                    "\(product) \(later)")
            }
        }
    }

    @Test("S1-24, B4-6: a customer in a free trial may redeem one on the same product")
    func duringTrial() throws {
        var bench = try Bench(adding: [Sample.pro: [.introductory(.freeTrial(.weekly))]])
        let customer = bench.customer()
        let trial = try bench.buy(Sample.pro, for: customer).transaction
        let outcome = try bench.buy(Sample.pro, promo: Sample.offer("half", Sample.pro), for: customer)
        expectEqual(outcome.transaction, trial)
        #expect(!outcome.isNew)
        // After the week comes the offer, not the price.
        try expectEqual(bench.coming(of: customer), "pro.monthly 4.99 promotional 1/3")
        bench.advance(to: morning("2026-01-17"))
        try expectEqual(bench.life(of: customer).last, "2026-01-17…2026-02-17 pro.monthly 4.99 renewal promotional 1/3")
    }

    // MARK: - Which offers there are

    // S0-10: an offer is asked for by its identifier.
    @Test(
        "S0-67, C-49: an identifier must be that of an active promotional offer of this product with a price here",
        arguments: [
            ("gone", "USA", "gone on pro.monthly: unknown"),
            ("half.basic.monthly", "USA", #"half.basic.monthly on pro.monthly: belongsToProduct("basic.monthly")"#),
            ("back", "USA", "back on pro.monthly: isOfKind(win-back)"),
            ("Spring", "USA", "Spring on pro.monthly: isOfKind(offer code)"),
            ("local", "USA", "local on pro.monthly: notOffered(in: USA)"), ("local", "JPN", nil),
            ("half.pro.monthly", "USA", nil), ("free.pro.monthly", "USA", "free.pro.monthly on pro.monthly: disabled"),
        ] as [(String, Territory, String?)])
    func identifiers(id: String, territory: Territory, expected: String?) throws {
        var bench = try Bench(adding: [
            Sample.pro: [
                .promotional("local", .payUpFront(["JPN": 900], .monthly)), .code("Spring", .freeTrial(.monthly)),
                .winBack("back", .freeTrial(.monthly), eligibility: .everyChurnedCustomer),
            ]
        ])
        let customer = bench.customer()
        try bench.buy(Sample.news, for: customer)
        let disabled = Shop.OfferName(type: .promo, id: "free.pro.monthly")
        try bench.perform { OfferDesk($0).decideOffer(disabled, of: Sample.pro, isActive: false) }
        let refusal = bench.refusal { try $0.buy(Sample.pro, promo: id, for: customer, in: territory) }
        expectEqual(refusal?.summary, expected)
        guard case .invalidOfferIdentifier(let diagnosis) = refusal else { return }
        expectEqual(diagnosis.available, ["half.pro.monthly", "prepaid.pro.monthly"])
    }

    @Test("S0-67: a product that is no subscription has no offers")
    func noSubscription() throws {
        var bench = try Bench()
        let customer = bench.customer()
        expectEqual(
            bench.refusal { try $0.buy(Sample.coins, promo: "half", for: customer) }?.summary,
            "half on coins: productHasNoOffers")
    }
}
