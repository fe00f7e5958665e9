import OfferKitCore
import OfferKitTestHarness
import Testing

/// Plan changes over renewals.
struct PlanChangeRenewalTests {
    @Test(
        "B8-2, B8-4: a downgrade or a crossgrade of another duration takes effect at the renewal, made by the store",
        arguments: [
            (Sample.pro, Sample.basic, "2026-02-10…2026-03-10 basic.monthly 4.99 renewal"),
            (Sample.pro, Sample.weekly, "2026-02-10…2026-02-17 basic.weekly 1.99 renewal"),
            (Sample.pro, Sample.yearly, "2026-02-10…2027-02-10 pro.yearly 79.99 renewal"),
            (Sample.basic, Sample.weekly, "2026-02-10…2026-02-17 basic.weekly 1.99 renewal"),
        ])
    func atRenewal(from old: String, to new: String, line: String) throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(old, for: customer)
        try bench.buy(new, for: customer)
        try expectEqual(bench.coming(of: customer), line.split(separator: " ")[1...2].joined(separator: " "))
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.life(of: customer).last, line)
        expectEqual(bench.state.ledger[1]?.isUpgraded, false)
    }

    @Test("B5.1: a downgrade with a promotional offer brings the offer with the new product")
    func downgradeWithOffer() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.buy(Sample.basic, promo: Sample.offer("half", Sample.basic), for: customer)
        bench.advance(to: morning("2026-05-10"))
        expectEqual(bench.state.ledger.all.map(\.price), [9.99, 2.49, 2.49, 2.49, 4.99])
    }

    @Test("C-13: a redemption on the current product drops a planned downgrade; a new downgrade drops a queued offer")
    func oneSlot() throws {
        var bench = try Bench.quiet()
        let (one, other) = (bench.customer(), bench.customer())
        for customer in [one, other] { try bench.buy(Sample.pro, for: customer) }
        try bench.buy(Sample.basic, for: one)
        try bench.buy(Sample.pro, promo: Sample.offer("half", Sample.pro), for: one)
        try bench.buy(Sample.pro, promo: Sample.offer("half", Sample.pro), for: other)
        try bench.buy(Sample.basic, for: other)
        try expectEqual(bench.coming(of: one), "pro.monthly 4.99 promotional 1/3")
        try expectEqual(bench.coming(of: other), "basic.monthly 4.99")
    }

    @Test("C-193: choosing what is planned already changes nothing: the offer that came with it stays")
    func plannedAgain() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.buy(Sample.basic, promo: Sample.offer("half", Sample.basic), for: customer)
        try bench.buy(Sample.basic, for: customer)
        try expectEqual(bench.coming(of: customer), "basic.monthly 2.49 promotional 1/3")
    }

    @Test("B8-5, C-57: undoing a change brings back the product, not the offer that was queued")
    func undone() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.buy(Sample.pro, promo: Sample.offer("half", Sample.pro), for: customer)
        try bench.buy(Sample.basic, for: customer)
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.life(of: customer).last, "2026-02-10…2026-03-10 pro.monthly 9.99 renewal")
    }

    @Test("C-13, B8-1: an upgrade drops a planned downgrade and starts a new period now")
    func upgradeOverPlan() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.basic, for: customer)
        try bench.buy(Sample.weekly, for: customer)
        bench.advance(to: morning("2026-01-31"))
        let count = bench.log.count
        try bench.buy(Sample.pro, for: customer)
        // 10 of 31 days are left of 4.99: 4990 × 10 ÷ 31 = 1609.6 milliunits.
        expectEqual(
            bench.happenings(since: count), ["2026-01-31 upgraded 1, back 1.609", "2026-01-31 purchase 2 at 9.99"])
        bench.advance(to: morning("2026-02-28"))
        try expectEqual(
            bench.life(of: customer),
            [
                "2026-01-10…2026-02-10 basic.monthly 4.99 purchase upgraded",
                "2026-01-31…2026-02-28 pro.monthly 9.99 purchase", "2026-02-28…2026-03-31 pro.monthly 9.99 renewal",
            ])
    }

    @Test("B8-7: a customer may change as often as they like; the last word before the renewal counts")
    func often() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        for product in [Sample.basic, Sample.yearly, Sample.weekly, Sample.pro, Sample.yearly, Sample.basic] {
            try bench.buy(product, for: customer)
        }
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.life(of: customer).last, "2026-02-10…2026-03-10 basic.monthly 4.99 renewal")
        try bench.buy(Sample.plus, for: customer)
        try bench.buy(Sample.pro, for: customer)
        try expectEqual(
            bench.life(of: customer).suffix(3),
            [
                "2026-02-10…2026-03-10 basic.monthly 4.99 renewal upgraded",
                "2026-02-10…2026-03-10 plus.monthly 12.99 purchase upgraded",
                "2026-02-10…2026-03-10 pro.monthly 9.99 purchase",
            ])
    }

    @Test("C-13: auto-renew off keeps a planned change for when it is on again; an expiry forgets it")
    func keptThroughOff() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.buy(Sample.basic, for: customer)
        try bench.autoRenew(false, customer)
        try bench.autoRenew(true, customer)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.life(of: customer).last, "2026-02-10…2026-03-10 basic.monthly 4.99 renewal")
        try bench.buy(Sample.weekly, for: customer)
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-03-10"))
        try bench.buy(Sample.basic, for: customer)
        bench.advance(to: morning("2026-04-10"))
        try expectEqual(bench.life(of: customer).last, "2026-04-10…2026-05-10 basic.monthly 4.99 renewal")
    }

    @Test("C-60: a downgrade with renewal off turns it on, and that comes first")
    func turnsOn() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.autoRenew(false, customer)
        let count = bench.log.count
        try bench.buy(Sample.basic, for: customer)
        expectEqual(bench.happenings(since: count), ["2026-01-10 renewal on", "2026-01-10 planned basic.monthly"])
    }
}
