import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Creating and deleting offers on a running store.
///
/// On 10 January 2026, 09:00; the sample's subscriptions have three promotional offers each.
struct OfferCreationTests {
    private static let half = Catalog.Offer.Terms.payAsYouGo(4.99, periods: 3)

    @Test("offers of all four kinds are created, and can be had at once or from their start")
    func fourKinds() throws {
        var bench = try Bench()
        let (new, former) = (bench.customer(), bench.customer())
        expectNil(bench.create(.introductory(.freeTrial(.weekly))))
        expectNil(bench.create(.promotional("spring", Self.half)))
        expectNil(bench.create(.code("Spring", .freeTrial(.monthly))))
        expectNil(bench.create(Bench.winBack("back", from: "2026-03-01T00:00:00Z")))
        try expectEqual(bench.buyOnce(Sample.pro, for: former).transaction.price, 0)
        bench.advance(to: "2026-01-20T09:00:00Z")
        try expectEqual(bench.buy(Sample.pro, promo: "spring", for: former).transaction.price, 4.99)
        try bench.turnOff(Sample.pro, for: former)
        try bench.makeCodes("WORD", for: "Spring", of: Sample.pro)
        let redeemed = try bench.redeem("WORD", for: new).transaction
        expectEqual(bench.offer(of: redeemed)?.offerID, "Spring")
        bench.advance(to: "2026-03-01T00:00:00Z")
        try expectEqual(bench.buy(Sample.pro, winBack: "back", for: former).transaction.price, 0)
    }

    @Test("S0-97, B1-4: ten promotional offers are active at most; one that is disabled or deleted does not count")
    func tenPromotional() throws {
        var bench = try Bench()
        for number in 4...10 { #expect(bench.create(.promotional("p\(number)", Self.half)) == nil) }
        let tooMany = ConfigurationRefusal.breaksLimits([
            CatalogProblem(
                group: Sample.premium, product: Sample.pro, offer: nil, field: .offerCount,
                fault: .tooMany(11, limit: 10))
        ])
        expectEqual(bench.create(.promotional("p11", Self.half)), tooMany)
        expectNil(bench.create(.promotional("p11", Self.half), of: Sample.plus))
        expectNil(bench.set(.promo, "p4", isActive: false))
        expectNil(bench.create(.promotional("p12", Self.half)))
        expectEqual(bench.set(.promo, "p4", isActive: true), tooMany)
        expectNil(bench.delete(.promo, "p5"))
        expectNil(bench.set(.promo, "p4", isActive: true))
    }

    @Test("S1-52, B1-9: ten offer-code offers are active at most")
    func tenCodes() throws {
        var bench = try Bench()
        for number in 1...10 { #expect(bench.create(.code("c\(number)", .freeTrial(.monthly))) == nil) }
        expectEqual(
            bench.create(.code("c11", .freeTrial(.monthly))),
            .breaksLimits([
                CatalogProblem(
                    group: Sample.premium, product: Sample.pro, offer: nil, field: .offerCount,
                    fault: .tooMany(11, limit: 10))
            ]))
        expectNil(bench.set(.code, "c3", isActive: false))
        expectNil(bench.create(.code("c11", .freeTrial(.monthly))))
    }

    @Test("B1-14: five win-back offers run at one time in a storefront; those at other times or places do not count")
    func fiveRunning() throws {
        var bench = try Bench()
        for number in 1...5 {
            expectNil(bench.create(Bench.winBack("w\(number)", until: "2026-03-01T00:00:00Z", in: ["USA"])))
        }
        let tooMany = ConfigurationRefusal.breaksLimits([
            CatalogProblem(
                group: Sample.premium, product: Sample.pro, offer: nil, field: .offerCount,
                fault: .tooManyRunning(6, limit: 5, in: "USA"))
        ])
        expectEqual(bench.create(Bench.winBack("w6", in: ["USA", "JPN"])), tooMany)
        expectNil(bench.create(Bench.winBack("w6", in: ["JPN"])))
        expectNil(bench.create(Bench.winBack("w7", from: "2026-03-01T00:00:00.001Z", in: ["USA"])))
        expectNil(bench.set(.winBack, "w1", isActive: false))
        expectNil(bench.create(Bench.winBack("w8", until: "2026-03-01T00:00:00Z", in: ["USA"])))
        expectEqual(bench.set(.winBack, "w1", isActive: true), tooMany)
    }

    @Test("B1-14: a subscription has 350 win-back offers at most, disabled ones included")
    func threeHundredAndFifty() throws {
        // Four days each, one after another, so that they do not run together.
        func offer(_ number: Int) -> Catalog.Offer {
            let start = at("2026-02-01T00:00:00Z").adding(milliseconds: Int64(number) * 4 * 86_400_000)
            var offer = Bench.winBack("w\(number)")
            offer.startDate = Date(start)
            offer.endDate = Date(start.adding(milliseconds: 3 * 86_400_000))
            return offer
        }
        var bench = try Bench(adding: [Sample.pro: (1...350).map(offer)])
        expectNil(bench.set(.winBack, "w7", isActive: false))
        expectEqual(
            bench.create(offer(351)),
            .breaksLimits([
                CatalogProblem(
                    group: Sample.premium, product: Sample.pro, offer: nil, field: .offerCount,
                    fault: .tooMany(351, limit: 350))
            ]))
        expectNil(bench.delete(.winBack, "w7"))
        expectNil(bench.create(offer(351)))
    }

    @Test("B1-16, C-100: an identifier is used once in a group, whatever has become of its offer")
    func names() throws {
        var bench = try Bench(adding: [Sample.pro: [.code("Spring", .freeTrial(.monthly))]])
        let half = Sample.offer("half", Sample.pro)
        let taken = ConfigurationRefusal.offerNameTaken(half, by: .promo, of: Sample.pro)
        expectEqual(bench.create(.promotional(half, Self.half)), taken)
        expectEqual(bench.create(Bench.winBack(half), of: Sample.basic), taken)
        expectNil(bench.set(.promo, half, isActive: false))
        expectEqual(bench.create(.promotional(half, Self.half), of: Sample.plus), taken)
        expectNil(bench.delete(.promo, half))
        expectEqual(bench.create(.promotional(half, Self.half)), taken)
        expectEqual(bench.create(Bench.winBack(half)), taken)
        // Another group has its own names, and so has each product's list of offer-code offers.
        expectNil(bench.create(.promotional(half, .payAsYouGo(1, periods: 3)), of: Sample.news))
        expectNil(bench.delete(.code, "Spring"))
        expectEqual(
            bench.create(.code("Spring", .freeTrial(.monthly))), .offerNameTaken("Spring", by: .code, of: Sample.pro))
        expectNil(bench.create(.code("Spring", .freeTrial(.monthly)), of: Sample.plus))
        expectNil(bench.create(.promotional("Spring", Self.half)))
    }

    @Test("S1-7, B1-7: one introductory offer runs in a storefront, and one is to come; their dates do not overlap")
    func introductory() throws {
        func offer(_ start: String?, _ end: String?, in territories: Set<Territory>? = nil) -> Catalog.Offer {
            .introductory(
                .freeTrial(.weekly), in: territories, from: start.map(at).map { Date($0) },
                until: end.map(at).map { Date($0) })
        }
        var bench = try Bench()
        expectNil(bench.create(offer(nil, "2026-02-01T00:00:00Z")))
        expectEqual(
            bench.create(offer("2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z", in: ["JPN"])),
            .breaksLimits([
                CatalogProblem(
                    group: Sample.premium, product: Sample.pro, offer: nil, field: .dates,
                    fault: .overlapping(in: "JPN"))
            ]))
        expectNil(bench.create(offer("2026-02-02T00:00:00Z", "2026-03-01T00:00:00Z", in: ["JPN"])))
        expectEqual(bench.create(offer("2026-04-01T00:00:00Z", nil)), .tooManyIntroductoryOffersToCome(in: "JPN"))
        expectNil(bench.create(offer("2026-04-01T00:00:00Z", nil, in: ["USA"])))
        bench.advance(to: "2026-02-02T00:00:00Z")
        expectNil(bench.create(offer("2026-04-01T00:00:00Z", nil, in: ["JPN"])))
        // They are numbered, and a number is not used again.
        expectNil(bench.delete(.intro, "2"))
        expectEqual(bench.delete(.intro, "2"), .offerWasDeleted("2", product: Sample.pro))
        expectNil(bench.create(offer("2026-02-10T00:00:00Z", "2026-02-20T00:00:00Z", in: ["FRA"])))
        let introductory = bench.state.shop.entries[0].offers.map(\.name).filter { $0.type == .intro }
        expectEqual(introductory.map(\.id), ["1", "3", "4", "5"])
    }

    @Test(
        "B1-17: a win-back offer starts tomorrow at the earliest, and runs three days at least",
        arguments: [
            ("2026-01-11T00:00:00Z", nil, nil),
            (
                "2026-01-10T23:59:59.999Z", nil,
                ConfigurationRefusal.startsTooEarly(
                    Date(at("2026-01-10T23:59:59.999Z")), earliest: Date(at("2026-01-11T00:00:00Z")))
            ),
            (nil, nil, .startsTooEarly(nil, earliest: Date(at("2026-01-11T00:00:00Z")))),
            ("2026-01-11T00:00:00Z", "2026-01-14T00:00:00Z", nil),
            (
                "2026-01-11T00:00:00Z", "2026-01-13T23:59:59.999Z",
                .breaksLimits([
                    CatalogProblem(
                        group: Sample.premium, product: Sample.pro, offer: "back", field: .dates,
                        fault: .runTooShort(minimumDays: 3))
                ])
            ),
        ] as [(String?, String?, ConfigurationRefusal?)])
    func winBackDates(start: String?, end: String?, refusal: ConfigurationRefusal?) throws {
        var bench = try Bench()
        expectEqual(bench.create(Bench.winBack("back", from: start, until: end)), refusal)
    }

    @Test("all that is wrong with an offer is said at once, and nothing has happened")
    func problems() throws {
        var bench = try Bench()
        let before = bench.state
        let offer = Catalog.Offer.winBack(
            "ba ck", .payUpFront([:], .weekly),
            eligibility: .criteria(WinBackCriteria(minimumPaidMonths: 25, monthsSinceLapse: 1...24)),
            promotion: .automaticAssets,
            name: "back")
        guard case .breaksLimits(let problems) = bench.create(offer) else {
            Issue.record("No problem was found.")
            return
        }
        expectEqual(problems.map(\.field), [.offerID, .minimumPaidMonths, .promotion, .price, .duration])
        expectEqual(bench.state, before)
    }

    @Test("B1-6, C-100: a deleted offer is not found any more, and the refusal says that it was deleted")
    func deleted() throws {
        var bench = try Bench(adding: [Sample.pro: [.code("Spring", .freeTrial(.monthly))]])
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.makeCodes("WORD", for: "Spring", of: Sample.pro)
        let half = Sample.offer("half", Sample.pro)
        expectNil(bench.delete(.promo, half))
        let refusal = bench.refusal { try $0.buy(Sample.pro, promo: half, for: customer) }
        expectEqual(refusal?.summary, "half.pro.monthly on pro.monthly: deleted")
        expectNil(bench.delete(.code, "Spring"))
        expectEqual(bench.codeRefusal { try $0.redeem("WORD", for: customer) }, .offerDeleted("Spring"))
        expectEqual(bench.delete(.promo, half), .offerWasDeleted(half, product: Sample.pro))
        expectEqual(bench.set(.promo, half, isActive: false), .offerWasDeleted(half, product: Sample.pro))
        expectEqual(bench.delete(.promo, "gone"), .unknownOffer("gone", product: Sample.pro))
        expectEqual(bench.delete(.promo, half, of: "gone"), .unknownProduct("gone"))
        expectEqual(bench.create(.promotional("more", Self.half), of: Sample.coins), .productHasNoOffers(Sample.coins))
    }

    @Test("C-45: what was redeemed keeps its terms when its offer is changed or deleted, running or waiting")
    func captured() throws {
        var bench = try Bench()
        let (running, waiting) = (bench.customer(), bench.customer())
        let half = Sample.offer("half", Sample.pro)
        try bench.buyOnce(Sample.pro, for: running)
        bench.advance(to: "2026-03-01T09:00:00Z")
        try bench.buy(Sample.pro, promo: half, for: running)
        try bench.buy(Sample.pro, for: waiting)
        try bench.buy(Sample.pro, promo: half, for: waiting)
        expectNil(bench.change(.promo, half) { $0.terms = .payAsYouGo(5.49, periods: 3) })
        bench.advance(to: "2026-04-02T09:00:00Z")
        expectNil(bench.delete(.promo, half))
        bench.advance(to: "2026-05-02T09:00:00Z")
        for customer in [running, waiting] {
            try expectEqual(bench.nextCharge(of: customer, to: Sample.pro).price, customer == running ? 9.99 : 4.99)
            let index = try bench.index(of: customer, to: Sample.pro)
            expectEqual(bench.state[index].latest.price, 4.99)
        }
    }

    @Test("C-47: a sheet that is open when its offer is deleted is judged by the offer as it was")
    func openSheet() throws {
        var bench = try Bench(adding: [Sample.pro: [Bench.winBack("back", from: nil)]])
        let customer = bench.customer()
        try bench.buyOnce(Sample.pro, for: customer)
        bench.advance(to: "2026-03-01T09:00:00Z")
        let request = PurchaseRequest(
            customer: customer, productID: Sample.pro, territory: "USA", offer: .winBack("back"))
        let sheets = try [bench.request(request), bench.request(request)]
        expectNil(bench.delete(.winBack, "back"))
        try expectEqual(bench.confirm(sheets[0]).transaction.price, 0)
        expectEqual(
            bench.refusal { try $0.confirm(sheets[1]) },
            .ineligibleForOffer(offer: "back", because: [.notLapsed(group: Sample.premium)]))
    }

    @Test("S4-12: a created win-back offer gets the next number; a deleted one's leads nowhere and is not given again")
    func numbers() throws {
        var bench = try Bench(adding: [Sample.pro: [Bench.winBack("back")]])
        let pro = try #require(bench.state.shop.place(of: Sample.pro))
        expectNil(bench.delete(.winBack, "back"))
        expectNil(bench.state.shop.winBackOffer(numbered: 6_500_000_001)?.offer)
        expectNil(bench.create(Bench.winBack("again")))
        expectEqual(bench.state.shop.winBackNumber(of: "again", on: pro), 6_500_000_002)
    }

    @Test("B16-2: a deactivated code cannot be redeemed, for good; what was redeemed with it stays")
    func deactivatedCodes() throws {
        var bench = try Bench(adding: [Sample.pro: [.code("Spring", .freeTrial(.monthly))]])
        let (first, second) = (bench.customer(), bench.customer())
        try bench.makeCodes("WORD", for: "Spring", of: Sample.pro, limit: 5)
        try bench.makeCodes("ONE", "TWO", for: "Spring", of: Sample.pro)
        try bench.redeem("WORD", for: first)
        expectEqual(
            bench.configurationRefusal { $0.codes.decideDeactivation(of: ["WORD", "gone"]) }, .unknownCode("gone"))
        let count = bench.log.count
        expectNil(bench.configurationRefusal { $0.codes.decideDeactivation(of: ["WORD", "ONE", "WORD"]) })
        expectEqual(bench.log.count, count + 1)
        expectNil(bench.configurationRefusal { $0.codes.decideDeactivation(of: ["ONE"]) })
        expectEqual(bench.log.count, count + 1)
        expectEqual(bench.codeRefusal { try $0.redeem("WORD", for: second) }, .codeDisabled("WORD"))
        expectEqual(bench.codeRefusal { try $0.redeem("ONE", for: second) }, .codeDisabled("ONE"))
        #expect(try bench.redeem("TWO", for: second).isNew)
        #expect(try bench.subscription(of: first, to: Sample.pro).isRunning)
    }
}
