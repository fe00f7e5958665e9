import OfferKitCore
import OfferKitTestHarness
import Testing

/// Families over time.
struct FamilyLivesTests {
    private static func catalog() throws -> Catalog {
        let back = Catalog.Offer.winBack("back", .freeTrial(.monthly), eligibility: .everyChurnedCustomer)
        return try Catalog(groups: [
            .group(
                Sample.premium,
                [
                    .subscription(
                        Sample.pro, level: 1, period: .monthly, price: 9.99, isFamilyShareable: true, offers: [back]),
                    .subscription(Sample.plus, level: 1, period: .monthly, price: 12.99),
                    .subscription(
                        Sample.basic, level: 2, period: .monthly, price: 4.99, isFamilyShareable: true,
                        offers: [.promotional("half", .payAsYouGo(2.49, periods: 3))]),
                ])
        ])
    }

    private func family(
        _ members: Int = 1, rules: StoreRules = .documents
    ) throws -> (bench: Bench, buyer: CustomerID, members: [CustomerID]) {
        var rules = rules
        rules.outreach = .none
        var bench = try Bench(FamilyLivesTests.catalog(), rules: rules)
        let buyer = bench.customer()
        let others = (0..<members).map { _ in bench.customer() }
        for member in others {
            try bench.perform {
                $0.families.decideFamily(adding: member, to: buyer, among: $0.customers, $0.ledger, $0.shop)
            }
        }
        return (bench, buyer, others)
    }

    private func shared(_ bench: Bench, _ member: CustomerID) -> [String] {
        bench.state.ledger.all.filter { $0.customer == member && $0.isFamilyShared }.map { bench.line($0) }
    }

    @Test("B10-6: each period is a transaction of each member, free of charge, in a chain of their own")
    func shared() throws {
        var (bench, buyer, members) = try family(2)
        try bench.buy(Sample.pro, for: buyer)
        bench.advance(to: morning("2026-02-10"))
        for member in members {
            expectEqual(
                shared(bench, member),
                ["2026-01-10…2026-02-10 pro.monthly 0.00 purchase", "2026-02-10…2026-03-10 pro.monthly 0.00 renewal"])
        }
        // The buyer's are 1 and 4; each member's chain begins with the member's own first.
        expectEqual(bench.state.ledger.all.map(\.customer), [buyer, members[0], members[1]] + [buyer] + members)
        expectEqual(bench.state.ledger.all.map(\.originalID), [1, 2, 3, 1, 2, 3])
    }

    @Test("B10-6: who joins gets what runs; who leaves loses it, and what they shared themselves")
    func joinAndLeave() throws {
        var (bench, buyer, members) = try family()
        let newcomer = bench.customer()
        try bench.buy(Sample.pro, for: buyer)
        bench.advance(to: morning("2026-01-20"))
        try bench.perform {
            $0.families.decideFamily(adding: newcomer, to: buyer, among: $0.customers, $0.ledger, $0.shop)
        }
        expectEqual(shared(bench, newcomer), ["2026-01-10…2026-02-10 pro.monthly 0.00 purchase"])
        try bench.perform { $0.families.decideFamily(removing: members[0], $0.ledger, $0.shop) }
        expectEqual(shared(bench, members[0]), ["2026-01-10…2026-02-10 pro.monthly 0.00 purchase refunded"])
        bench.advance(to: morning("2026-02-10"))
        expectEqual(shared(bench, members[0]).count, 1)
        expectEqual(shared(bench, newcomer).count, 2)
    }

    @Test("B10-6: a refund takes access from the family, and its reversal gives it back")
    func refunded() throws {
        var (bench, buyer, members) = try family()
        try bench.buy(Sample.pro, for: buyer)
        let group = try #require(bench.state.shop.place(of: Sample.pro).flatMap { bench.state.shop[$0].group })
        let count = bench.log.count
        _ = try bench.perform { $0.decideRefund(of: 1, .other) }
        expectEqual(
            bench.happenings(since: count),
            ["2026-01-10 refunded 1 other, back 9.99", "2026-01-10 renewal off", "2026-01-10 unshared 2"])
        expectNil(bench.state.families.activeShare(of: members[0], in: group, bench.state.ledger))
        _ = try bench.perform { $0.decideRefundReversal(of: 1) }
        expectEqual(bench.state.families.activeShare(of: members[0], in: group, bench.state.ledger)?.original, 2)
        #expect(throws: RefundRefusal.familyShared(2)) { _ = try bench.perform { $0.decideRefund(of: 2, .other) } }
    }

    @Test("B10-6: an upgrade to a product that is not shared takes access away; a downgrade to one that is gives it")
    func changes() throws {
        var (bench, buyer, members) = try family()
        try bench.buy(Sample.basic, for: buyer)
        try bench.buy(Sample.plus, for: buyer)
        expectEqual(shared(bench, members[0]), ["2026-01-10…2026-02-10 basic.monthly 0.00 purchase refunded"])
        try bench.buy(Sample.basic, for: buyer)
        bench.advance(to: morning("2026-02-10"))
        expectEqual(shared(bench, members[0]).last, "2026-02-10…2026-03-10 basic.monthly 0.00 renewal")
    }

    @Test("B10-6: in grace the family keeps its access, in retry it has none, and a recovery brings it back")
    func retry() throws {
        var (bench, buyer, members) = try family()
        bench.setGrace(BillingGracePeriod(.threeDays))
        try bench.buy(Sample.pro, for: buyer)
        bench.pays(false, buyer)
        let group = try #require(bench.state.shop.place(of: Sample.pro).flatMap { bench.state.shop[$0].group })
        for (time, hasAccess) in [("2026-02-12", true), ("2026-02-14", false)] {
            bench.advance(to: morning(time))
            expectEqual(
                bench.state.families.activeShare(of: members[0], in: group, bench.state.ledger) != nil, hasAccess)
        }
        bench.pays(true, buyer)
        expectEqual(shared(bench, members[0]).last, "2026-02-14…2026-03-14 pro.monthly 0.00 renewal")
        #expect(bench.state.families.activeShare(of: members[0], in: group, bench.state.ledger) != nil)
    }

    @Test(
        "C-9: what the family shares makes nobody a subscriber for promotional offers, unless the rules say so",
        arguments: [true, false])
    func promotional(counts: Bool) throws {
        var rules = StoreRules.documents
        rules.familySharedCountsForPromotionalOffers = counts
        var (bench, buyer, members) = try family(rules: rules)
        let stranger = bench.customer()
        try bench.buy(Sample.pro, for: buyer)
        for time in ["2026-01-10", "2026-02-20"] {
            bench.advance(to: morning(time))
            try expectEqual(promotional(bench, buyer), .eligible)
            try expectEqual(promotional(bench, members[0]), counts ? .eligible : Eligibility([.neverSubscribed]))
            try expectEqual(promotional(bench, stranger), Eligibility([.neverSubscribed]))
            if bench.state.now == morning("2026-01-10") { try bench.autoRenew(false, buyer) }
        }
    }

    @Test("C-9, C-15: to codes, who only shares is new to a group, while sharing and afterwards")
    func onlyShares() throws {
        var (bench, buyer, members) = try family()
        try bench.buy(Sample.pro, for: buyer)
        let group = try #require(bench.state.shop.place(of: Sample.pro).flatMap { bench.state.shop[$0].group })
        for time in ["2026-01-10", "2026-02-20"] {
            bench.advance(to: morning(time))
            let history = bench.state.history(of: members[0], in: group, at: bench.state.now)
            let shares = bench.state.families.activeShare(of: members[0], in: group, bench.state.ledger) != nil
            expectEqual(shares, time == "2026-01-10")
            expectEqual(history.customerClass, .new)
            if bench.state.now == morning("2026-01-10") { try bench.autoRenew(false, buyer) }
        }
    }

    private func promotional(_ bench: Bench, _ customer: CustomerID) throws -> Eligibility {
        try bench.eligibility(of: customer, for: .promo, "half", on: Sample.basic)
    }

    @Test(
        "B10-7, B15-2, B15-5, C-53: shared access wins nobody an offer back, and stands in the way of one while it lasts"
    )
    func winBack() throws {
        var (bench, buyer, members) = try family()
        try bench.buy(Sample.basic, for: members[0])
        try bench.autoRenew(false, members[0])
        bench.advance(to: morning("2026-02-10"))
        try bench.buy(Sample.pro, for: buyer)
        func answer(_ customer: CustomerID) throws -> Eligibility {
            try bench.eligibility(of: customer, for: .winBack, "back", on: Sample.pro)
        }
        try expectEqual(answer(members[0]).reasons, [.sharedByFamily(group: Sample.premium)])
        let third = bench.customer()
        try bench.perform {
            $0.families.decideFamily(adding: third, to: buyer, among: $0.customers, $0.ledger, $0.shop)
        }
        try expectEqual(
            answer(third).reasons,
            [.neverSubscribedInGroup(group: Sample.premium), .sharedByFamily(group: Sample.premium)])
        try bench.autoRenew(false, buyer)
        bench.advance(to: morning("2026-03-10"))
        try expectEqual(answer(members[0]), .eligible)
        try expectEqual(answer(third).reasons, [.neverSubscribedInGroup(group: Sample.premium)])
        try expectEqual(answer(buyer), .eligible)
    }

    // C-90: one family each, of six.
    @Test("a family has six people at most, each in one family, and its organiser stays")
    func refusals() throws {
        var (bench, organizer, members) = try family(5)
        let seventh = bench.customer()
        func refusal(_ body: (inout Bench) throws -> Void) -> FamilyRefusal? { bench.refusal(FamilyRefusal.self, body) }
        expectEqual(
            refusal {
                try $0.perform {
                    $0.families.decideFamily(adding: seventh, to: organizer, among: $0.customers, $0.ledger, $0.shop)
                }
            }, .familyIsFull(organizer))
        expectEqual(
            refusal { try $0.perform { $0.families.decideFamily(removing: organizer, $0.ledger, $0.shop) } },
            .ownFamily(organizer))
        expectEqual(
            refusal { try $0.perform { $0.families.decideFamily(removing: seventh, $0.ledger, $0.shop) } },
            .notInFamily(seventh))
        expectEqual(
            refusal {
                try $0.perform {
                    $0.families.decideFamily(adding: members[0], to: seventh, among: $0.customers, $0.ledger, $0.shop)
                }
            }, .alreadyInFamily(members[0]))
        expectEqual(
            refusal {
                try $0.perform {
                    $0.families.decideFamily(adding: seventh, to: members[0], among: $0.customers, $0.ledger, $0.shop)
                }
            }, .organizerIsMember(members[0]))
        expectEqual(
            refusal {
                try $0.perform {
                    $0.families.decideFamily(adding: seventh, to: seventh, among: $0.customers, $0.ledger, $0.shop)
                }
            }, .ownFamily(seventh))
    }
}
