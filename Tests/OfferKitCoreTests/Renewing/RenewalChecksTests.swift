import OfferKitCore
import OfferKitTestHarness
import Testing

/// What customers are told before and after a renewal.
struct RenewalChecksTests {
    private func told(_ bench: Bench, since count: Int = 0) -> [String] {
        bench.happenings(since: count).filter { $0.hasSuffix("announced") || $0.hasSuffix("asked for payment") }
    }

    // S3-32: is there a valid payment method?
    @Test(
        "B6-1, S3-33: a bad payment method is asked about ten days before the renewal, or at once when it is nearer",
        arguments: [
            ("2026-01-12", "2026-01-31"), ("2026-01-31", "2026-01-31"), ("2026-02-03", "2026-02-03"),
        ])
    func asked(breaks: String, asked: String) throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: morning(breaks))
        bench.pays(false, customer)
        bench.advance(to: morning("2026-02-09"))
        expectEqual(told(bench), ["\(asked) asked for payment"])
    }

    @Test("S3-33: who repaired the payment method in time, or will not renew, is not asked")
    func notAsked() throws {
        var bench = try Bench.quiet()
        let (repairs, leaves) = (bench.customer(), bench.customer())
        for customer in [repairs, leaves] {
            try bench.buy(Sample.pro, for: customer)
            bench.pays(false, customer)
        }
        try bench.autoRenew(false, leaves)
        bench.advance(to: morning("2026-01-20"))
        bench.pays(true, repairs)
        bench.advance(to: morning("2026-03-01"))
        expectEqual(told(bench), [])
    }

    // C-87: a change ten days ahead, and products of a year always.
    @Test("S3-35: a renewal that brings a change is announced ten days ahead; one that brings none is not")
    func announced() throws {
        var bench = try Bench.quiet(adding: [Sample.plus: [.introductory(.freeTrial(.monthly))]])
        let (plain, trial, down, yearly) = (bench.customer(), bench.customer(), bench.customer(), bench.customer())
        try bench.buy(Sample.pro, for: plain)
        bench.advance(to: morning("2026-02-09"))
        expectEqual(told(bench), [])
        // A free month from 9 February: its end is announced on 27 February, ten days before 9 March.
        try bench.buy(Sample.plus, for: trial)
        bench.advance(to: morning("2026-04-01"))
        expectEqual(told(bench), ["2026-02-27 announced"])
        var count = bench.log.count
        try bench.buy(Sample.pro, for: down)
        try bench.buy(Sample.basic, for: down)
        bench.advance(to: morning("2026-06-01"))
        expectEqual(told(bench, since: count), ["2026-04-21 announced"])
        count = bench.log.count
        try bench.buy(Sample.yearly, for: yearly)
        bench.advance(to: morning("2027-06-01"))
        expectEqual(told(bench, since: count), ["2027-05-22 announced"])
    }

    @Test("B6-1: after an extension the look ahead comes ten days before the new date, not the old one")
    func extended() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.yearly, for: customer)
        bench.advance(to: morning("2026-12-01"))
        _ = try bench.perform { $0.decideExtension(of: customer, in: Sample.premium, byDays: 31) }
        bench.advance(to: morning("2027-02-09"))
        // 10 January 2027 became 10 February.
        expectEqual(told(bench), ["2027-01-31 announced"])
    }

    @Test("B6-1: after an upgrade nothing of the old period's look ahead is left")
    func upgraded() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.basic, for: customer)
        // The end of the month would bring a change, and would be announced on 31 January.
        try bench.buy(Sample.weekly, for: customer)
        bench.advance(to: morning("2026-01-20"))
        try bench.buy(Sample.yearly, for: customer)
        bench.advance(to: morning("2027-01-19"))
        expectEqual(told(bench), ["2027-01-10 announced"])
    }

    // C-86: our own choice of days.
    @Test("S3-14, S3-15: a banner and an e-mail at the start, then messages on the days of the plan, until a recovery")
    func outreach() throws {
        var bench = try Bench()
        let (never, later) = (bench.customer(), bench.customer())
        for customer in [never, later] {
            try bench.buy(Sample.pro, for: customer)
            bench.pays(false, customer)
        }
        bench.advance(to: morning("2026-02-18"))
        bench.pays(true, later)
        bench.advance(to: morning("2026-06-01"))
        func messages(_ customer: CustomerID) throws -> [String] {
            let index = try bench.index(of: customer, to: Sample.pro)
            return bench.log.compactMap {
                if case .customerContacted(index, let channel) = $0.kind {
                    "\(day($0.instant)) \(channel)"
                } else {
                    nil
                }
            }
        }
        let first = ["2026-02-10 banner", "2026-02-10 email", "2026-02-13 push", "2026-02-17 email"]
        try expectEqual(messages(later), first)
        try expectEqual(
            messages(never), first + ["2026-02-24 push", "2026-03-03 email", "2026-03-12 push", "2026-03-27 email"])
    }

    @Test("S3-14: a second failure begins with the first message again")
    func outreachAgain() throws {
        var rules = StoreRules.documents
        rules.outreach = OutreachPlan(bannerDays: [0], emailDays: [20], pushDays: [])
        var bench = try Bench(rules: rules)
        let customer = bench.customer()
        try bench.buy(Sample.weekly, for: customer)
        // Fails on 17 January, recovers on the 18th, fails again on the 25th: the first failure's e-mail never comes.
        for time in ["2026-01-18", "2026-01-26"] {
            bench.failNext(1, customer)
            bench.advance(to: morning(time))
            bench.pays(true, customer)
        }
        bench.failNext(1, customer)
        bench.advance(to: morning("2026-02-25"))
        expectEqual(
            bench.happenings().filter { $0.hasSuffix("banner") || $0.hasSuffix("email") },
            ["2026-01-17 banner", "2026-01-25 banner", "2026-02-02 banner", "2026-02-22 email"])
    }

    // Off sale from 10 to 15 February; 60 days of retry end on 11 April.
    @Test("C-195, S3-14: a product that is back on sale and not paid for is written about from then on")
    func outreachBackOnSale() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.sell(Sample.pro, false)
        bench.advance(to: morning("2026-02-15"))
        bench.pays(false, customer)
        let count = bench.log.count
        try bench.sell(Sample.pro, true)
        bench.advance(to: morning("2026-06-01"))
        expectEqual(
            bench.happenings(since: count),
            [
                "2026-02-15 attempt failed paymentDeclined", "2026-02-15 banner", "2026-02-15 email",
                "2026-02-18 push", "2026-02-22 email", "2026-03-01 push", "2026-03-08 email", "2026-03-17 push",
                "2026-04-01 email", "2026-04-11 lapsed billingError",
            ])
    }

    @Test("S3-45, B6-1: a product off sale is announced ten days ahead, and afterwards nobody is written to about it")
    func outreachOffSale() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.sell(Sample.pro, false)
        bench.advance(to: morning("2026-06-01"))
        expectEqual(
            bench.happenings().dropFirst(),
            [
                "2026-01-31 announced",
                "2026-02-10 failed productUnavailable, grace none, retry 2026-04-11",
                "2026-04-11 lapsed productUnavailable",
            ])
    }
}
