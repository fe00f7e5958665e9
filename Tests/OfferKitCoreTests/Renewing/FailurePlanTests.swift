import OfferKitCore
import OfferKitTestHarness
import Testing

/// Charges that are made to fail.
struct FailurePlanTests {
    /// A subscriber to news since 10 January, who pays each month on the 10th.
    private func subscribed() throws -> (bench: Bench, customer: CustomerID) {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        return (bench, customer)
    }

    @Test("the next charges fail, as many as were asked for; purchases count, and so do attempts to recover")
    func failNext() throws {
        var (bench, customer) = try subscribed()
        bench.failNext(3, customer)
        expectEqual(bench.refusal { try $0.buy(Sample.news, for: customer) }, .paymentFailed)
        bench.advance(to: morning("2026-02-15"))
        let count = bench.log.count
        bench.pays(true, customer)
        bench.pays(true, customer)
        expectEqual(
            bench.happenings(since: count),
            ["2026-02-15 attempt failed paymentDeclined", "2026-02-15 recovered", "2026-02-15 renewal 2 at 9.99"])
    }

    @Test("a code that cannot be charged counts as a charge: the next one goes through")
    func codes() throws {
        var bench = try Bench.quiet(adding: [Sample.pro: [.code("Deal", .payAsYouGo(1, periods: 2))]])
        try bench.makeCodes("DEAL", for: "Deal", of: Sample.pro, limit: 5)
        let customer = bench.customer()
        bench.failNext(1, customer)
        expectEqual(bench.codeRefusal { try $0.redeem("DEAL", for: customer) }, .paymentFailed)
        expectNil(bench.codeRefusal { try $0.redeem("DEAL", for: customer) })
    }

    @Test("the charge of that number fails, counted from the plan on; what costs nothing is no charge")
    func numbered() throws {
        var (bench, customer) = try subscribed()
        try bench.buy(Sample.pro, promo: Sample.offer("free", Sample.pro), for: customer)
        bench.perform { state in
            state.charges.decideChargePlan(of: customer, among: state.customers, at: state.now) { $0.failing = [2, 4] }
        }
        // Free on 10 February; the first charge is that of 10 March, the second that of 10 April.
        bench.advance(to: morning("2026-04-10"))
        try expectEqual(bench.standing(of: customer), "retry until 2026-06-09, paymentDeclined")
        bench.pays(true, customer)
        bench.advance(to: morning("2026-05-10"))
        try expectEqual(bench.standing(of: customer), "retry until 2026-07-09, paymentDeclined")
    }

    /// Makes charges fail in a window, as the customer's call does.
    private func fail(_ bench: inout Bench, _ customer: CustomerID, from start: String, until end: String) {
        bench.perform { state in
            state.charges.decideChargePlan(of: customer, among: state.customers, at: state.now) { plan in
                plan.changes.append(ChargePlan.Change(instant: morning(start), method: .declining))
                plan.changes.append(ChargePlan.Change(instant: morning(end), method: .working))
            }
        }
    }

    // C-88: the charge of an instant sees the change of that instant.
    @Test(
        "a window fails the charge at its start and not the one at its end, where an attempt recovers",
        arguments: [
            ("2026-02-10", "2026-02-12", "2026-02-12…2026-03-12"),
            ("2026-02-01", "2026-02-10", "2026-02-10…2026-03-10"),
            ("2026-02-11", "2026-02-20", "2026-02-10…2026-03-10"),
        ])
    func window(start: String, end: String, span: String) throws {
        var (bench, customer) = try subscribed()
        fail(&bench, customer, from: start, until: end)
        bench.advance(to: morning("2026-02-28"))
        try expectEqual(bench.life(of: customer).last, "\(span) pro.monthly 9.99 renewal")
    }

    @Test("windows that meet are one window, in whatever order they were set", arguments: [false, true])
    func adjacentWindows(reversed: Bool) throws {
        var (bench, customer) = try subscribed()
        let windows = [("2026-02-01", "2026-02-09"), ("2026-02-09", "2026-02-20")]
        for (start, end) in reversed ? windows.reversed() : windows { fail(&bench, customer, from: start, until: end) }
        bench.advance(to: morning("2026-02-12"))
        try expectEqual(bench.standing(of: customer), "retry until 2026-04-11, paymentDeclined")
        bench.advance(to: morning("2026-02-21"))
        try expectEqual(bench.standing(of: customer), "active until 2026-03-20")
    }

    @Test(
        "S3-34: the risk check refuses renewals and recoveries, not purchases; lifting it alone brings no attempt (C-55)"
    )
    func riskCheck() throws {
        var (bench, customer) = try subscribed()
        bench.perform { $0.customers.decideRiskCheck(of: customer, refuses: true) }
        try bench.buy(Sample.news, for: customer)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.standing(of: customer), "retry until 2026-04-11, riskCheckRefused")
        bench.pays(true, customer)
        try expectEqual(bench.standing(of: customer), "retry until 2026-04-11, riskCheckRefused")
        bench.advance(to: morning("2026-02-15"))
        bench.perform { $0.customers.decideRiskCheck(of: customer, refuses: false) }
        try expectEqual(bench.standing(of: customer), "retry until 2026-04-11, riskCheckRefused")
        bench.pays(true, customer)
        try expectEqual(bench.standing(of: customer), "active until 2026-03-15")
    }

    @Test("a share of 1 fails every renewal, of 0 none; who repairs the payment method is charged in the end")
    func share() throws {
        for (share, spans) in [
            (1.0, ["2026-02-13…2026-03-13", "2026-03-16…2026-04-16"]),
            (0.0, ["2026-02-10…2026-03-10", "2026-03-10…2026-04-10"]),
        ] {
            var (bench, customer) = try subscribed()
            bench.perform { $0.charges.decideFailureRate(FailureRate(share: share, seed: 7, recoversAfterDays: 3)) }
            bench.advance(to: morning("2026-03-20"))
            try expectEqual(bench.life(of: customer).dropFirst(), spans.map { "\($0) pro.monthly 9.99 renewal" }[...])
        }
    }

    @Test("by chance about that share fails, the same with the same seed, and others with another")
    func chance() throws {
        func failures(seed: UInt64) throws -> Set<Int> {
            var bench = try Bench.quiet()
            bench.perform { $0.charges.decideFailureRate(FailureRate(share: 0.25, seed: seed)) }
            let customers = (0..<400).map { _ in bench.customer() }
            for customer in customers { try bench.buy(Sample.pro, for: customer) }
            bench.advance(to: morning("2026-02-10"))
            return Set(
                bench.state.ledger.subscriptions.indices.filter { bench.state.ledger.subscriptions[$0].isRetrying })
        }
        let one = try failures(seed: 1)
        // 100 of 400 expected, standard deviation 8.7: six of them are never reached by chance.
        #expect(48...152 ~= one.count)
        try expectEqual(failures(seed: 1), one)
        #expect(try failures(seed: 2) != one)
    }

    @Test("a customer's own rate counts instead of everybody's, and clearing it brings everybody's back")
    func ownRate() throws {
        var (bench, customer) = try subscribed()
        bench.perform { $0.charges.decideFailureRate(FailureRate(share: 1, seed: 1)) }
        bench.perform { state in
            state.charges.decideChargePlan(of: customer, among: state.customers, at: state.now) {
                $0.rate = FailureRate(share: 0, seed: 1)
            }
        }
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.standing(of: customer), "active until 2026-03-10")
        bench.perform { state in
            state.charges.decideChargePlan(of: customer, among: state.customers, at: state.now) { $0 = ChargePlan() }
        }
        bench.advance(to: morning("2026-03-10"))
        try expectEqual(bench.standing(of: customer), "retry until 2026-05-09, paymentDeclined")
    }
}
