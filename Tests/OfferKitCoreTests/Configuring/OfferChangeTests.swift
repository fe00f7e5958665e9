import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Changing offers on a running store.
///
/// On 10 January 2026, 09:00.
struct OfferChangeTests {
    /// A change of one field, and what it does to a win-back offer before and after its start.
    struct Change: Sendable {
        let fields: [OfferField]
        let openBefore: Bool
        let openAfter: Bool
        let body: @Sendable (inout Catalog.Offer) -> Void

        init(
            _ fields: OfferField..., before: Bool, after: Bool,
            _ body: @escaping @Sendable (inout Catalog.Offer) -> Void
        ) {
            (self.fields, openBefore, openAfter, self.body) = (fields, before, after, body)
        }
    }

    private static func settings(_ offer: inout Catalog.Offer, _ body: (inout WinBackSettings) -> Void) {
        guard case .winBack(let id, var settings) = offer.kind else { return }
        body(&settings)
        offer.kind = .winBack(id: id, settings)
    }

    @Test(
        "B1-15, B1-16, B1-18, B1-21: which fields of a win-back offer are locked before its start, and which after",
        arguments: [
            Change(.kind, before: false, after: false) { $0.kind = .promotional(id: "back") },
            Change(.identifier, before: false, after: false) { offer in
                guard case .winBack(_, let settings) = offer.kind else { return }
                offer.kind = .winBack(id: "other", settings)
            },
            Change(.referenceName, before: false, after: false) { $0.referenceName = "Other" },
            Change(.paymentMode, before: false, after: false) { $0.terms = .freeTrial(.monthly) },
            Change(.duration, before: false, after: false) { $0.terms = .payAsYouGo(4.99, periods: 2) },
            Change(.price, before: false, after: false) { $0.terms = .payAsYouGo(3.99, periods: 3) },
            Change(.territories, before: false, after: false) { $0.territories = ["USA"] },
            Change(.startDate, before: true, after: false) { $0.startDate = Date(at("2026-02-02T00:00:00Z")) },
            Change(.endDate, before: true, after: true) { $0.endDate = Date(at("2026-06-01T00:00:00Z")) },
            Change(.eligibility, before: true, after: false) { offer in
                settings(&offer) {
                    $0.eligibility = .criteria(WinBackCriteria(minimumPaidMonths: 2, monthsSinceLapse: 1...2))
                }
            },
            Change(.priority, before: true, after: true) { settings(&$0) { $0.priority = .high } },
            Change(.promotion, before: true, after: true) { settings(&$0) { $0.promotion = .automaticAssets } },
            Change(.price, .territories, .startDate, before: false, after: false) { offer in
                offer.terms = .payAsYouGo(3.99, periods: 3)
                offer.territories = []
                offer.startDate = Date(at("2026-02-03T00:00:00Z"))
            },
        ])
    func winBack(change: Change) throws {
        let offer = Catalog.Offer.winBack(
            "back", .payAsYouGo(4.99, periods: 3), eligibility: .everyChurnedCustomer, name: "Back",
            from: Date(at("2026-02-01T00:00:00Z")), until: Date(at("2026-12-01T00:00:00Z")))
        for (time, isOpen) in [
            ("2026-01-31T23:59:59.999Z", change.openBefore), ("2026-02-01T00:00:00Z", change.openAfter),
        ] {
            var bench = try Bench(adding: [Sample.pro: [offer]])
            try bench.perform { OfferDesk($0).decideImage(of: Sample.pro, isApproved: true) }
            bench.advance(to: time)
            let refusal = bench.change(.winBack, "back", change.body)
            // What is open before the start is not locked because of the rest of a change.
            let locked = change.fields.filter { $0 != .startDate || time > "2026-02" }
            expectEqual(
                refusal, isOpen ? nil : .fieldsAreLocked(locked, offer: "back", product: Sample.pro),
                "\(change.fields) at \(time)")
            let place = try #require(bench.state.shop.place(of: Sample.pro))
            var wanted = offer
            if isOpen { change.body(&wanted) }
            expectEqual(bench.state.shop[place].offer(Shop.OfferName(type: .winBack, id: "back")), wanted)
        }
    }

    @Test("B1-13: an offer-code offer cannot be changed in anything")
    func code() throws {
        var bench = try Bench(adding: [Sample.pro: [.code("Spring", .freeTrial(.monthly))]])
        let fixed = ConfigurationRefusal.codeOfferIsFixed("Spring", product: Sample.pro)
        expectEqual(bench.change(.code, "Spring") { $0.endDate = Date(at("2026-06-01T00:00:00Z")) }, fixed)
        expectEqual(bench.change(.code, "Spring") { $0.referenceName = "Summer" }, fixed)
        expectEqual(bench.change(.code, "Spring") { $0.terms = .freeTrial(.weekly) }, fixed)
        expectNil(bench.change(.code, "Spring") { _ in })
    }

    @Test("C-100: of a promotional offer the prices can be changed, and the store sells at the new one")
    func promotional() throws {
        var bench = try Bench()
        let half = Sample.offer("half", Sample.pro)
        expectNil(bench.change(.promo, half) { $0.terms = .payAsYouGo(2.99, periods: 3) })
        let customer = bench.customer()
        try bench.buyOnce(Sample.news, for: customer)
        try expectEqual(bench.buy(Sample.pro, promo: half, for: customer).transaction.price, 2.99)
        expectEqual(
            bench.change(.promo, half) { $0.terms = .payAsYouGo(2.99, periods: 4) },
            .fieldsAreLocked([.duration], offer: half, product: Sample.pro))
        expectEqual(
            bench.change(.promo, half) { $0.terms = .payAsYouGo(-1, periods: 3) },
            .breaksLimits([
                CatalogProblem(
                    group: Sample.premium, product: Sample.pro, offer: half, field: .price,
                    fault: .priceOutOfRange(-1, nil))
            ]))
    }

    @Test(
        "C-100: of an introductory offer the end can be changed, but not into another one's dates, nor to what is past")
    func introductory() throws {
        var bench = try Bench(adding: [
            Sample.pro: [
                .introductory(.freeTrial(.weekly), until: Date(at("2026-02-01T00:00:00Z"))),
                .introductory(.freeTrial(.monthly), from: Date(at("2026-03-01T00:00:00Z"))),
            ]
        ])
        expectNil(bench.change(.intro, "1") { $0.endDate = Date(at("2026-02-20T00:00:00Z")) })
        guard case .breaksLimits = bench.change(.intro, "1", { $0.endDate = nil }) else {
            Issue.record("Both may run at one time.")
            return
        }
        expectEqual(
            bench.change(.intro, "1") { $0.endDate = Date(at("2026-01-10T08:59:59Z")) },
            .endIsPast(Date(at("2026-01-10T08:59:59Z")), now: Date(at("2026-01-10T09:00:00Z"))))
        expectNil(bench.change(.intro, "1") { $0.endDate = Date(at("2026-01-10T09:00:00Z")) })
        expectEqual(
            bench.change(.intro, "2") { $0.terms = .freeTrial(.weekly) },
            .fieldsAreLocked([.duration], offer: "2", product: Sample.pro))
    }

    @Test("B1-17: a start that is changed is tomorrow at the earliest, and the run stays three days")
    func dates() throws {
        var bench = try Bench(adding: [Sample.pro: [Bench.winBack("back")]])
        expectEqual(
            bench.change(.winBack, "back") { $0.startDate = Date(at("2026-01-10T12:00:00Z")) },
            .startsTooEarly(Date(at("2026-01-10T12:00:00Z")), earliest: Date(at("2026-01-11T00:00:00Z"))))
        expectNil(bench.change(.winBack, "back") { $0.startDate = Date(at("2026-01-11T00:00:00Z")) })
        bench.advance(to: "2026-01-12T00:00:00Z")
        expectEqual(
            bench.change(.winBack, "back") { $0.endDate = Date(at("2026-01-13T00:00:00Z")) },
            .breaksLimits([
                CatalogProblem(
                    group: Sample.premium, product: Sample.pro, offer: "back", field: .dates,
                    fault: .runTooShort(minimumDays: 3))
            ]))
        expectNil(bench.change(.winBack, "back") { $0.endDate = Date(at("2026-01-14T00:00:00Z")) })
    }

    @Test("S4-14, B15-21, B1-19: promotion needs an approved image, and a live promotion ends with the offer only")
    func promotion() throws {
        var bench = try Bench()
        func image(_ isApproved: Bool, _ bench: inout Bench) -> ConfigurationRefusal? {
            bench.configurationRefusal { OfferDesk($0).decideImage(of: Sample.pro, isApproved: isApproved) }
        }
        func promote(_ promotion: WinBackSettings.Promotion, _ bench: inout Bench) -> ConfigurationRefusal? {
            bench.change(.winBack, "back") { offer in Self.settings(&offer) { $0.promotion = promotion } }
        }
        let noImage = ConfigurationRefusal.breaksLimits([
            CatalogProblem(
                group: Sample.premium, product: Sample.pro, offer: "back", field: .promotion, fault: .noApprovedImage)
        ])
        expectEqual(bench.create(Bench.winBack("back", promotion: .automaticAssets)), noImage)
        expectNil(bench.create(Bench.winBack("back")))
        expectEqual(promote(.automaticAssets, &bench), noImage)
        expectNil(image(true, &bench))
        expectNil(promote(.automaticAssets, &bench))
        expectNil(promote(.notPromoted, &bench))
        expectNil(promote(.automaticAssets, &bench))
        bench.advance(to: "2026-02-01T00:00:00Z")
        expectEqual(promote(.notPromoted, &bench), .offerStaysPromoted("back", product: Sample.pro))
        expectEqual(image(false, &bench), .imageIsInUse(by: "back", product: Sample.pro))
        expectNil(bench.delete(.winBack, "back"))
        expectNil(image(false, &bench))
        expectEqual(
            bench.configurationRefusal { OfferDesk($0).decideImage(of: Sample.coins, isApproved: true) },
            .productHasNoOffers(Sample.coins))
    }

    @Test("S4-14: a catalogue, too, promotes no offer without an image")
    func catalogue() throws {
        func catalog(_ hasImage: Bool) throws -> Catalog {
            try Catalog(groups: [
                .group(
                    "Group",
                    [
                        .subscription(
                            "pro", level: 1, period: .monthly, price: 9.99,
                            offers: [Bench.winBack("back", promotion: .automaticAssets)], hasApprovedImage: hasImage)
                    ])
            ])
        }
        try expectEqual(catalog(true).product("pro")?.subscription?.hasApprovedImage, true)
        let problem = CatalogProblem(
            group: "Group", product: "pro", offer: "back", field: .promotion, fault: .noApprovedImage)
        #expect(throws: CatalogError(problems: [problem])) { try catalog(false) }
    }
}
