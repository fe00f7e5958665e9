import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Win-back offers.
struct WinBackTests {
    private static let everyone = Catalog.Offer.winBack(
        "back", .payAsYouGo(2.99, periods: 2), eligibility: .everyChurnedCustomer)

    private func answer(_ bench: Bench, _ customer: CustomerID) throws -> Eligibility {
        try bench.eligibility(of: customer, for: .winBack, "back", on: Sample.pro)
    }

    // S4-11, S4-39: known by type 4 and the identifier.
    @Test("S4-1, B15-18: a churned customer gets it at once, as type 4 with its identifier")
    func redeemed() throws {
        var bench = try Bench(adding: [Sample.pro: [WinBackTests.everyone]])
        let customer = bench.customer()
        let first = try bench.buyOnce(Sample.basic, for: customer).transaction
        bench.advance(to: "2026-04-30T00:00:00Z")
        let bought = try bench.buy(Sample.pro, winBack: "back", for: customer).transaction
        expectEqual(bench.offer(of: bought)?.type.rawValue, 4)
        expectEqual(bench.offer(of: bought)?.offerID, "back")
        expectEqual(bought.price, 2.99)
        expectEqual(bought.expires, at("2026-05-30T00:00:00Z"))
        expectEqual(bought.originalID, first.id)
    }

    @Test(
        "S4-2, B15-2: only who churned may have it: not a stranger, not a subscriber, not a reader of another group")
    func onlyChurned() throws {
        var bench = try Bench(adding: [Sample.pro: [WinBackTests.everyone]])
        let (stranger, subscriber, cancelled, reader) = (
            bench.customer(), bench.customer(), bench.customer(), bench.customer()
        )
        try bench.buy(Sample.basic, for: subscriber)
        // Auto-renew is off, but the period is not over.
        try bench.buyOnce(Sample.basic, for: cancelled)
        try bench.buy(Sample.news, for: reader)
        bench.advance(to: "2026-02-10T08:59:59Z")
        let never = Ineligibility.neverSubscribedInGroup(group: Sample.premium)
        let notYet = Ineligibility.notLapsed(group: Sample.premium)
        let expected = [(stranger, never), (reader, never), (subscriber, notYet), (cancelled, notYet)]
        for (customer, reason) in expected {
            expectEqual(
                bench.refusal { try $0.buy(Sample.pro, winBack: "back", for: customer) },
                .ineligibleForOffer(offer: "back", because: [reason]))
        }
        bench.advance(to: "2026-02-10T09:00:00Z")
        expectNil(bench.refusal { try $0.buy(Sample.pro, winBack: "back", for: cancelled) })
        // Subscribed again, they have not churned any more.
        for (customer, reason) in expected {
            expectEqual(
                bench.refusal { try $0.buy(Sample.pro, winBack: "back", for: customer) },
                .ineligibleForOffer(offer: "back", because: [reason]))
        }
    }

    @Test(
        "C-106, B15-1: which offers there are is asked for the storefront of the device, where the purchase would be made"
    )
    func storefront() throws {
        let offers: [Catalog.Offer] = [
            .winBack("usa", .freeTrial(.monthly), eligibility: .everyChurnedCustomer, in: ["USA"]),
            .winBack("japan", .freeTrial(.monthly), eligibility: .everyChurnedCustomer, in: ["JPN"]),
        ]
        var bench = try Bench(adding: [Sample.pro: offers])
        let customer = bench.customer()
        try bench.buyOnce(Sample.basic, for: customer)
        bench.advance(to: "2026-04-30T00:00:00Z")
        let index = try #require(bench.state.subscription(of: customer, inGroupNamed: Sample.premium))
        expectEqual(bench.state.eligibleWinBackChoices(after: index, on: "JPN").map(\.offer.id), ["japan"])
        expectEqual(bench.state.eligibleWinBackChoices(after: index, on: "USA").map(\.offer.id), ["usa"])
        // Nobody's device asks: the storefront of the last transaction, USA.
        expectEqual(bench.state.eligibleWinBackChoices(after: index).map(\.offer.id), ["usa"])
        expectEqual(bench.state.dueMessages(for: customer, on: "JPN").map(\.offer?.id), ["japan"])
    }

    // S4-40: in a configuration file, by a switch.
    @Test("B15-10: the switch of a file makes it for nobody, whoever churned")
    func nobody() throws {
        var bench = try Bench(adding: [Sample.pro: [.winBack("back", .freeTrial(.monthly), eligibility: .nobody)]])
        let customer = bench.customer()
        try bench.buyOnce(Sample.weekly, for: customer)
        bench.advance(to: "2026-02-10T09:00:00Z")
        try expectEqual(answer(bench, customer), .ineligible(because: [.offerIsForNobody]))
    }

    @Test("B15-8: without a wait it can be redeemed after every lapse; with one, other offers are not held back")
    func noWait() throws {
        let other = Catalog.Offer.winBack("other", .freeTrial(.monthly), eligibility: .everyChurnedCustomer)
        var bench = try Bench(adding: [Sample.pro: [WinBackTests.everyone, other]])
        let customer = bench.customer()
        try bench.buyOnce(Sample.basic, for: customer)
        for time in ["2026-03-01T00:00:00Z", "2026-05-01T00:00:00Z", "2026-07-01T00:00:00Z"] {
            bench.advance(to: time)
            expectNil(bench.refusal { try $0.buy(Sample.pro, winBack: "back", for: customer) })
            try bench.turnOff(Sample.pro, for: customer)
        }
        bench.advance(to: "2026-09-01T00:00:00Z")
        expectNil(bench.refusal { try $0.buy(Sample.pro, winBack: "other", for: customer) })
    }

    // S4-5: where and when it is offered.
    @Test(
        "B15-1: it runs from its first to its last instant, in its territories only",
        arguments: [
            ("2026-03-31T23:59:59Z", "USA", "outsideItsDates"), ("2026-04-01T00:00:00Z", "USA", nil),
            ("2026-04-30T00:00:00Z", "USA", nil), ("2026-04-30T00:00:01Z", "USA", "outsideItsDates"),
            ("2026-04-15T00:00:00Z", "DEU", "notOffered(in: DEU)"), ("2026-04-15T00:00:00Z", "JPN", nil),
        ] as [(String, Territory, String?)])
    func datesAndTerritories(time: String, territory: Territory, expected: String?) throws {
        let offer = Catalog.Offer.winBack(
            "back", .freeTrial(.monthly), eligibility: .everyChurnedCustomer, in: ["USA", "JPN"],
            from: Date(at("2026-04-01T00:00:00Z")), until: Date(at("2026-04-30T00:00:00Z")))
        var bench = try Bench(adding: [Sample.pro: [offer]])
        let customer = bench.customer()
        try bench.buyOnce(Sample.basic, for: customer)
        bench.advance(to: time)
        let refusal = bench.refusal { try $0.buy(Sample.pro, winBack: "back", for: customer, in: territory) }
        expectEqual(refusal?.summary, expected.map { "back on pro.monthly: \($0)" })
    }

    @Test(
        "C-49: an unknown identifier, another product's or another kind's is refused before eligibility",
        arguments: [
            ("gone", "unknown"), ("", "unknown"), ("half.pro.monthly", "isOfKind(promotional)"),
            ("Spring", "isOfKind(offer code)"), ("elsewhere", #"belongsToProduct("basic.monthly")"#),
        ])
    func identifiers(id: String, expected: String) throws {
        let elsewhere = Catalog.Offer.winBack("elsewhere", .freeTrial(.monthly), eligibility: .everyChurnedCustomer)
        var bench = try Bench(adding: [
            Sample.pro: [WinBackTests.everyone, .code("Spring", .freeTrial(.monthly))], Sample.basic: [elsewhere],
        ])
        let customer = bench.customer()
        let refusal = bench.refusal { try $0.buy(Sample.pro, winBack: id, for: customer) }
        expectEqual(refusal?.summary, "\(id) on pro.monthly: \(expected)")
    }

    @Test("S0-67: a win-back offer that was disabled cannot be redeemed")
    func disabled() throws {
        var bench = try Bench(adding: [Sample.pro: [WinBackTests.everyone]])
        let customer = bench.customer()
        try bench.buyOnce(Sample.weekly, for: customer)
        bench.advance(to: "2026-03-01T00:00:00Z")
        let name = Shop.OfferName(type: .winBack, id: "back")
        try bench.perform { OfferDesk($0).decideOffer(name, of: Sample.pro, isActive: false) }
        expectEqual(
            bench.refusal { try $0.buy(Sample.pro, winBack: "back", for: customer) }?.summary,
            "back on pro.monthly: disabled")
    }

    @Test("B15-11, C-124: what was erased wins nobody back; what was bought after it does")
    func erased() throws {
        let offers: [Catalog.Offer] = [
            .winBack("usa", .freeTrial(.monthly), eligibility: .everyChurnedCustomer, in: ["USA"])
        ]
        var bench = try Bench(adding: [Sample.pro: offers])
        let customer = bench.customer()
        try bench.buyOnce(Sample.basic, for: customer)
        let old = try #require(bench.state.subscription(of: customer, inGroupNamed: Sample.premium))
        bench.advance(to: "2026-04-30T00:00:00Z")
        expectEqual(bench.state.eligibleWinBackChoices(after: old).map(\.offer.id), ["usa"])
        _ = bench.perform { $0.decideErasure(ofAll: customer) }
        expectEqual(bench.state.eligibleWinBackChoices(after: old).map(\.offer.id), [])
        try bench.buyOnce(Sample.basic, for: customer)
        bench.advance(to: "2026-08-30T00:00:00Z")
        let new = try #require(bench.state.subscription(of: customer, inGroupNamed: Sample.premium))
        expectEqual(bench.state.eligibleWinBackChoices(after: old).map(\.offer.id), [])
        expectEqual(bench.state.eligibleWinBackChoices(after: new).map(\.offer.id), ["usa"])
    }
}
