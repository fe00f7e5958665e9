import OfferKitCore
import OfferKitTestHarness
import Testing

/// Periods that a test session ends.
struct PeriodEndTests {
    private static func subscribed() throws -> (Bench, CustomerID) {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: morning("2026-01-20"))
        return (bench, customer)
    }

    @Test("C-122: an expired subscription ended now, and was cancelled")
    func expiration() throws {
        var (bench, customer) = try Self.subscribed()
        try bench.perform { $0.decideExpiration(of: customer, in: Sample.premium) }
        try expectEqual(bench.standing(of: customer), "lapsed 2026-01-20, autoRenewDisabled")
        try expectEqual(bench.life(of: customer), ["2026-01-10…2026-01-20 pro.monthly 9.99 purchase"])
        expectNil(bench.machine.nextDue)
        expectNil(bench.state.fault())
        #expect(throws: SubscriptionRefusal.notSubscribed(group: Sample.premium)) {
            try bench.perform { $0.decideExpiration(of: customer, in: Sample.premium) }
        }
    }

    @Test(
        "C-122, C-51: a forced renewal begins a whole period now, with auto-renew on, and the next is counted from there"
    )
    func renewal() throws {
        var (bench, customer) = try Self.subscribed()
        try bench.autoRenew(false, customer)
        try bench.perform { $0.decideForcedRenewal(of: customer, in: Sample.premium) }
        try expectEqual(bench.standing(of: customer), "active until 2026-02-20")
        bench.advance(to: morning("2026-02-20"))
        try expectEqual(
            bench.life(of: customer),
            [
                "2026-01-10…2026-01-20 pro.monthly 9.99 purchase", "2026-01-20…2026-02-20 pro.monthly 9.99 renewal",
                "2026-02-20…2026-03-20 pro.monthly 9.99 renewal",
            ])
        expectNil(bench.state.fault())
    }

    @Test("C-122: where the charge fails, a forced renewal enters billing retry, and another changes nothing")
    func retry() throws {
        var (bench, customer) = try Self.subscribed()
        bench.failNext(1, customer)
        try bench.perform { $0.decideForcedRenewal(of: customer, in: Sample.premium) }
        // 60 days from 20 January.
        try expectEqual(bench.standing(of: customer), "retry until 2026-03-21, paymentDeclined")
        let count = bench.log.count
        try bench.perform { $0.decideForcedRenewal(of: customer, in: Sample.premium) }
        expectEqual(bench.log.count, count)
        bench.perform { $0.decideAttempts(of: customer) }
        try expectEqual(bench.standing(of: customer), "active until 2026-02-20")
    }

    @Test("B7-13: expired while it is in billing retry, it is cancelled")
    func expirationInRetry() throws {
        var (bench, customer) = try Self.subscribed()
        bench.failNext(1, customer)
        try bench.perform { $0.decideForcedRenewal(of: customer, in: Sample.premium) }
        bench.advance(to: morning("2026-01-22"))
        try bench.perform { $0.decideExpiration(of: customer, in: Sample.premium) }
        try expectEqual(bench.standing(of: customer), "lapsed 2026-01-22, autoRenewDisabled")
    }

    @Test(
        "C-123: asked for consent to a price that did not rise, and silent, the subscriber lapses at the end of the period"
    )
    func consent() throws {
        var (bench, customer) = try Self.subscribed()
        try bench.perform { $0.decideConsentRequest(of: customer, in: Sample.premium) }
        var forced = bench
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.standing(of: customer), "lapsed 2026-02-10, didNotConsentToPriceIncrease")
        try forced.perform { $0.decideForcedRenewal(of: customer, in: Sample.premium) }
        forced.advance(to: morning("2026-02-20"))
        try expectEqual(forced.standing(of: customer), "active until 2026-03-20")
    }
}
