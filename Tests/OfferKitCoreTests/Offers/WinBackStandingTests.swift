import OfferKitCore
import OfferKitTestHarness
import Testing

/// Why a customer has not churned.
struct WinBackStandingTests {
    private static let group = Sample.premium

    private func bench() throws -> Bench {
        let back = Catalog.Offer.winBack(
            "back", .freeTrial(.monthly),
            eligibility: .criteria(WinBackCriteria(minimumPaidMonths: 2, monthsSinceLapse: 1...24)))
        var rules = StoreRules.documents
        rules.outreach = .none
        return try Bench(Sample.catalog(adding: [Sample.pro: [back]], sharing: [Sample.basic]), rules: rules)
    }

    private func reasons(_ bench: Bench, _ customer: CustomerID) throws -> [Ineligibility] {
        try bench.eligibility(of: customer, for: .winBack, "back", on: Sample.pro).reasons
    }

    @Test("B15-2: whoever has nothing to come back to in this group, a subscriber of another group too")
    func never() throws {
        var bench = try bench()
        let (stranger, reader) = (bench.customer(), bench.customer())
        try bench.buyOnce(Sample.news, for: reader)
        bench.advance(to: morning("2026-06-10"))
        for customer in [stranger, reader] {
            try expectEqual(
                reasons(bench, customer),
                [.neverSubscribedInGroup(group: Self.group), .tooFewPaidMonths(0, minimum: 2)])
        }
    }

    @Test("S4-2, B15-3: whoever has not left, with auto-renew on, off, or after a refund of a period that is not over")
    func notYet() throws {
        var bench = try bench()
        let (renewing, cancelled, refunded) = (bench.customer(), bench.customer(), bench.customer())
        try bench.buy(Sample.pro, for: renewing)
        try bench.buyOnce(Sample.pro, for: cancelled)
        let last = try bench.buy(Sample.pro, for: refunded).transaction
        _ = try bench.perform { $0.decideRefund(of: last.id, .other) }
        try expectEqual(reasons(bench, renewing), [.notLapsed(group: Self.group), .tooFewPaidMonths(1, minimum: 2)])
        try expectEqual(reasons(bench, cancelled), [.notLapsed(group: Self.group), .tooFewPaidMonths(1, minimum: 2)])
        try expectEqual(reasons(bench, refunded), [.notLapsed(group: Self.group), .tooFewPaidMonths(0, minimum: 2)])
    }

    @Test("B15-4: a failed renewal is told apart, in grace and in billing retry, until it is over")
    func failed() throws {
        var bench = try bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: morning("2026-02-20"))
        bench.setGrace(BillingGracePeriod(.sixteenDays))
        bench.pays(false, customer)
        // Grace from 10 March to 26 March, retry until 9 May, sixty days after 10 March.
        for time in ["2026-03-10", "2026-03-26", "2026-05-09T08:59:59.999Z"] {
            bench.advance(to: morning(time))
            try expectEqual(reasons(bench, customer), [.renewalFailed(group: Self.group)])
        }
        bench.advance(to: morning("2026-05-09"))
        try expectEqual(reasons(bench, customer), [])
    }

    @Test("B15-5: what the family shares is named beside what else stands against it")
    func shared() throws {
        var bench = try bench()
        let (buyer, member, child) = (bench.customer(), bench.customer(), bench.customer())
        for other in [member, child] {
            try bench.perform {
                $0.families.decideFamily(adding: other, to: buyer, among: $0.customers, $0.ledger, $0.shop)
            }
        }
        try bench.buy(Sample.pro, for: member)
        bench.advance(to: morning("2026-02-20"))
        try bench.buy(Sample.basic, for: buyer)
        try expectEqual(reasons(bench, member), [.notLapsed(group: Self.group), .sharedByFamily(group: Self.group)])
        try expectEqual(
            reasons(bench, child),
            [
                .neverSubscribedInGroup(group: Self.group), .sharedByFamily(group: Self.group),
                .tooFewPaidMonths(0, minimum: 2),
            ])
        try bench.autoRenew(false, member)
        bench.advance(to: morning("2026-04-10"))
        try expectEqual(reasons(bench, member), [.sharedByFamily(group: Self.group)])
        try bench.perform { $0.families.decideFamily(removing: member, $0.ledger, $0.shop) }
        try expectEqual(reasons(bench, member), [])
    }

    @Test(
        "each reason says in English what is so",
        arguments: [
            (
                .neverSubscribedInGroup(group: "Premium"),
                """
                The customer has never had a subscription of their own in the group "Premium"; a win-back offer is for \
                customers who left.
                """
            ),
            (
                .notLapsed(group: "Premium"),
                """
                The customer's subscription in the group "Premium" runs, or its last period, a refunded one too, is not \
                over; a win-back offer is for customers who left.
                """
            ),
            (
                .renewalFailed(group: "Premium"),
                """
                A renewal in the group "Premium" has failed and is still tried; a win-back offer is for customers who \
                left.
                """
            ),
            (
                .sharedByFamily(group: "Premium"),
                """
                The customer's family shares a subscription of the group "Premium"; a win-back offer is for customers \
                without service.
                """
            ),
        ] as [(Ineligibility, String)])
    func texts(reason: Ineligibility, text: String) {
        expectEqual(reason.description, text)
    }
}
