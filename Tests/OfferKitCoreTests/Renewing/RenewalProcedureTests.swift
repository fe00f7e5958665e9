import OfferKitCore
import OfferKitTestHarness
import Testing

/// The procedure at the end of a period.
struct RenewalProcedureTests {
    @Test("B6-4, B6-5: each renewal is a new transaction that starts where the last one ended and leaves it as it was")
    func chain() throws {
        var bench = try Bench()
        let customer = bench.customer()
        let first = try bench.buy(Sample.pro, for: customer).transaction
        bench.advance(to: morning("2026-03-10"))
        let all = bench.state.ledger.all
        expectEqual(all.map(\.id), [1, 2, 3])
        expectEqual(all.first, first)
        expectEqual(all.map(\.originalID), [1, 1, 1])
        expectEqual(all.map(\.previous), [0, 1, 2])
        for (one, next) in zip(all, all.dropFirst()) { expectEqual(next.purchased, one.expires) }
    }

    /// What stands against a renewal, in the order of B6's procedure.
    enum Obstacle: CaseIterable {
        case autoRenewOff, consentMissing, notForSale, declining
    }

    @Test(
        "C-4: of several things that stand against a renewal the first of the procedure answers",
        arguments: [
            ([], "active until 2026-03-10"),
            ([.autoRenewOff], "lapsed 2026-02-10, autoRenewDisabled"),
            ([.autoRenewOff, .consentMissing, .notForSale, .declining], "lapsed 2026-02-10, autoRenewDisabled"),
            ([.consentMissing, .notForSale, .declining], "lapsed 2026-02-10, didNotConsentToPriceIncrease"),
            ([.notForSale, .declining], "retry until 2026-04-11, productUnavailable"),
            ([.declining], "retry until 2026-04-11, paymentDeclined"),
        ] as [([Obstacle], String)])
    func order(obstacles: [Obstacle], expected: String) throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        if obstacles.contains(.consentMissing) { try bench.price(Sample.pro, 19.99, .requiresConsent) }
        // Ten days before the renewal the customer is told of the rise.
        bench.advance(to: morning("2026-02-01"))
        if obstacles.contains(.autoRenewOff) { try bench.autoRenew(false, customer) }
        if obstacles.contains(.notForSale) { try bench.sell(Sample.pro, false) }
        if obstacles.contains(.declining) { bench.pays(false, customer) }
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.standing(of: customer), expected)
        try expectEqual(bench.life(of: customer).count, obstacles.isEmpty ? 2 : 1)
    }

    @Test("B6: what was refunded is left alone at the end of its period")
    func revoked() throws {
        var bench = try Bench()
        let customer = bench.customer()
        let id = try bench.buy(Sample.pro, for: customer).transaction.id
        _ = try bench.perform { $0.decideRefund(of: id, .other) }
        let count = bench.log.count
        bench.advance(to: morning("2026-06-10"))
        expectEqual(bench.happenings(since: count), [])
        try expectEqual(bench.standing(of: customer), "revoked 2026-01-10, until 2026-02-10")
    }

    @Test("B6: an amount of nothing is not charged, so it cannot fail")
    func nothingDue() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.buy(Sample.pro, promo: Sample.offer("free", Sample.pro), for: customer)
        bench.pays(false, customer)
        bench.perform { $0.customers.decideRiskCheck(of: customer, refuses: true) }
        bench.failNext(5, customer)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.life(of: customer).last, "2026-02-10…2026-03-10 pro.monthly 0.00 renewal promotional 1/1")
        bench.advance(to: morning("2026-03-10"))
        try expectEqual(bench.standing(of: customer), "retry until 2026-05-09, paymentDeclined")
    }

    @Test(
        "C-43: what is done before the expiry is seen by the renewal; at the expiry itself the renewal comes first",
        arguments: [
            ("2026-02-10T08:59:59Z", "lapsed 2026-02-10, autoRenewDisabled"),
            ("2026-02-10T09:00:00Z", "active until 2026-03-10"),
        ])
    func cancelled(time: String, expected: String) throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: time)
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-02-11"))
        try expectEqual(bench.standing(of: customer), expected)
    }

    @Test(
        "C-58: a developer's action at the renewal's own instant comes after it, and before it is seen by it",
        arguments: [
            ("2026-02-10T08:59:59Z", "retry until 2026-04-11, productUnavailable", "2026-01-10…2026-02-10"),
            ("2026-02-10T09:00:00Z", "active until 2026-03-10", "2026-02-10…2026-03-10"),
        ])
    func removedFromSale(time: String, standing: String, last: String) throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: time)
        try bench.sell(Sample.pro, false)
        bench.advance(to: morning("2026-02-11"))
        try expectEqual(bench.standing(of: customer), standing)
        try expectPrefix(bench.life(of: customer).last, last)
    }

    @Test("C-43: at one instant subscriptions renew in the order in which they were made")
    func sameInstant() throws {
        var bench = try Bench()
        let customers = (0..<4).map { _ in bench.customer() }
        for customer in customers.reversed() { try bench.buy(Sample.pro, for: customer) }
        bench.advance(to: morning("2026-02-10"))
        expectEqual(bench.state.ledger.all.map(\.customer), customers.reversed() + customers.reversed())
    }

    @Test("C-18: a renewal happens at the end of the period, not before, and the clock shows that instant")
    func atTheEnd() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: "2026-02-10T08:59:59Z")
        expectEqual(bench.state.ledger.last, 1)
        bench.advance(to: morning("2026-02-20"))
        expectEqual(
            bench.log.first { if case .transactionMade(let record, _, _) = $0.kind { record.id == 2 } else { false } }?
                .instant, morning("2026-02-10"))
    }

    @Test("C-44: a chain renews at the price of the storefront it was bought in")
    func storefront() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer, in: "JPN")
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.life(of: customer).last, "2026-02-10…2026-03-10 pro.monthly 1500.00 renewal")
        expectEqual(bench.state.ledger[2]?.territory, "JPN")
    }

    @Test("B0-2: subscriptions of two groups renew each for itself")
    func twoGroups() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: morning("2026-01-20"))
        try bench.buy(Sample.news, for: customer)
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-02-20"))
        try expectEqual(bench.standing(of: customer), "lapsed 2026-02-10, autoRenewDisabled")
        try expectEqual(bench.life(of: customer, in: Sample.news).count, 2)
    }
}
