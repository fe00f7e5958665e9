import OfferKitCore
import OfferKitTestHarness
import Testing

/// Criteria of win-back offers.
struct WinBackCriteriaTests {
    private func criteria(_ paid: Int, _ lapse: ClosedRange<Int>, wait: Int? = nil) -> Catalog.Offer {
        .winBack(
            "back", .freeTrial(.monthly),
            eligibility: .criteria(
                WinBackCriteria(minimumPaidMonths: paid, monthsSinceLapse: lapse, monthsBetweenOffers: wait)))
    }

    private func answer(_ bench: Bench, _ customer: CustomerID) throws -> Eligibility {
        try bench.eligibility(of: customer, for: .winBack, "back", on: Sample.pro)
    }

    // S4-4: the time since it ended.
    @Test(
        "C-34: months since the lapse are whole calendar months, clamped, with both bounds included",
        arguments: [
            // Lapsed on 31 January, 09:00.
            ("2026-02-28T08:59:59Z", 0, false), ("2026-02-28T09:00:00Z", 1, false), ("2026-03-31T08:59:59Z", 1, false),
            ("2026-03-31T09:00:00Z", 2, true), ("2026-04-30T09:00:00Z", 3, true), ("2026-05-31T08:59:59Z", 3, true),
            ("2026-05-31T09:00:00Z", 4, false), ("2027-01-31T09:00:00Z", 12, false),
        ])
    func sinceLapse(time: String, months: Int, isEligible: Bool) throws {
        var bench = try Bench(adding: [Sample.pro: [criteria(1, 2...3)]], at: "2025-12-31T09:00:00Z")
        let customer = bench.customer()
        try bench.buyOnce(Sample.basic, for: customer)
        bench.advance(to: time)
        let reason = Ineligibility.lapseOutsideRange(months: months, allowed: 2...3)
        try expectEqual(answer(bench, customer), isEligible ? .eligible : .ineligible(because: [reason]))
    }

    // S4-3: the developer configures whom it is for.
    // S4-4: the length of paid service.
    @Test("B15-6: the minimum of paid months is included", arguments: [(1, true), (2, false)])
    func minimum(minimum: Int, isEligible: Bool) throws {
        var bench = try Bench(adding: [Sample.pro: [criteria(minimum, 1...24)]])
        let customer = bench.customer()
        try bench.buyOnce(Sample.basic, for: customer)
        bench.advance(to: "2026-03-10T09:00:00Z")
        let reason = Ineligibility.tooFewPaidMonths(1, minimum: minimum)
        try expectEqual(answer(bench, customer), isEligible ? .eligible : .ineligible(because: [reason]))
    }

    /// A history of periods, and the months of paid service that it comes to.
    struct History: Sendable {
        /// Start, end, and whether it was paid.
        let periods: [(String, String, Bool)]
        let months: Int
        /// Whether the subscription lapsed after each period; billing retry may leave a gap without a lapse.
        let lapses: Bool

        init(_ months: Int, lapsing: Bool = false, _ periods: (String, String, Bool)...) {
            self.periods = periods
            self.months = months
            lapses = lapsing
        }
    }

    @Test(
        "C-34, C-52: contiguous paid stretches add up, free ones add nothing, a lapse starts afresh",
        arguments: [
            History(0),
            History(1, ("2026-01-31", "2026-02-28", true)),
            History(0, ("2026-01-31", "2026-02-27", true)),
            History(0, ("2026-01-01", "2026-02-01", false)),
            // Five weeks: one month and some days.
            History(
                1, ("2026-01-01", "2026-01-08", true), ("2026-01-08", "2026-01-15", true),
                ("2026-01-15", "2026-01-22", true), ("2026-01-22", "2026-01-29", true),
                ("2026-01-29", "2026-02-05", true)),
            // Four weeks are no month.
            History(
                0, ("2026-01-01", "2026-01-08", true), ("2026-01-08", "2026-01-15", true),
                ("2026-01-15", "2026-01-22", true), ("2026-01-22", "2026-01-29", true)),
            // Free, then paid.
            History(
                2, ("2026-01-01", "2026-02-01", false), ("2026-02-01", "2026-03-01", true),
                ("2026-03-01", "2026-04-01", true)),
            // A free period between paid ones adds nothing and breaks nothing.
            History(
                2, ("2026-01-01", "2026-02-01", true), ("2026-02-01", "2026-03-01", false),
                ("2026-03-01", "2026-04-01", true)),
            // Free at the end.
            History(1, ("2026-01-01", "2026-02-01", true), ("2026-02-01", "2026-03-01", false)),
            // A lapse of one second forgets the year before, and so does one of no time at all.
            History(
                1, lapsing: true, ("2025-01-01", "2026-01-01", true),
                ("2026-01-01T00:00:01", "2026-02-01T00:00:01", true)),
            History(1, lapsing: true, ("2025-01-01", "2026-01-01", true), ("2026-01-01", "2026-02-01", true)),
            History(0, lapsing: true, ("2025-01-01", "2026-01-01", true), ("2026-01-02", "2026-02-02", false)),
            // A gap in billing retry breaks nothing and adds nothing: a month each, and 19 days and 11 that are none.
            History(2, ("2026-01-01", "2026-02-01", true), ("2026-02-11", "2026-03-11", true)),
            History(
                2, ("2026-01-01", "2026-01-20", true), ("2026-01-20", "2026-02-20", true),
                ("2026-03-01", "2026-04-12", true)),
            History(12, ("2024-02-29", "2025-02-28", true)),
        ])
    func paidMonths(history: History) {
        func instant(_ text: String) -> Instant { at(text.count == 10 ? text + "T00:00:00Z" : text + "Z") }
        var service = PaidService(from: instant(history.periods.first?.0 ?? "2026-01-01"))
        for (start, end, isPaid) in history.periods {
            let closed = service.closing(from: instant(start), isPaid: isPaid)
            service.add(from: instant(start), to: instant(end), isPaid: isPaid, closing: closed)
            if history.lapses { service.lapse() }
        }
        expectEqual(service.months, history.months)
    }

    @Test("B15-6: paid months count over all products of the group, and an upgrade neither breaks nor doubles them")
    func overProducts() throws {
        var bench = try Bench(adding: [Sample.pro: [criteria(2, 1...24)]], at: "2026-01-01T00:00:00Z")
        let (upgraded, single) = (bench.customer(), bench.customer())
        try bench.buy(Sample.basic, for: upgraded)
        try bench.buyOnce(Sample.basic, for: single)
        bench.advance(to: "2026-01-31T00:00:00Z")
        // 1 January to 31 January, then to 28 February: one month and 27 days.
        try bench.buyOnce(Sample.pro, for: upgraded)
        bench.advance(to: "2026-06-01T00:00:00Z")
        try expectEqual(answer(bench, upgraded), .ineligible(because: [.tooFewPaidMonths(1, minimum: 2)]))
        try expectEqual(answer(bench, single), .ineligible(because: [.tooFewPaidMonths(1, minimum: 2)]))

        var longer = try Bench(adding: [Sample.pro: [criteria(2, 1...24)]], at: "2026-02-01T00:00:00Z")
        let customer = longer.customer()
        try longer.buy(Sample.basic, for: customer)
        longer.advance(to: "2026-02-28T00:00:00Z")
        try longer.buy(Sample.pro, for: customer)
        longer.advance(to: "2026-03-27T00:00:00Z")
        try longer.buyOnce(Sample.plus, for: customer)
        longer.advance(to: "2026-06-01T00:00:00Z")
        // 1 February to 27 April: two months and 26 days.
        try expectEqual(answer(longer, customer), .eligible)
    }

    @Test("C-34: a lapse breaks the run; only the last one counts")
    func lapseBreaks() throws {
        var bench = try Bench(adding: [Sample.pro: [criteria(3, 1...24)]])
        let customer = bench.customer()
        try bench.buyOnce(Sample.yearly, for: customer)
        bench.advance(to: "2027-02-10T09:00:00Z")
        try expectEqual(answer(bench, customer), .eligible)
        try bench.buyOnce(Sample.basic, for: customer)
        bench.advance(to: "2027-05-10T09:00:00Z")
        try expectEqual(answer(bench, customer), .ineligible(because: [.tooFewPaidMonths(1, minimum: 3)]))
    }

    @Test("C-34, C-196: a lapse breaks the run though the next purchase follows at the very same instant")
    func lapseWithoutGap() throws {
        var bench = try Bench(adding: [Sample.pro: [criteria(3, 1...24)]])
        let customer = bench.customer()
        try bench.buyOnce(Sample.yearly, for: customer)
        bench.advance(to: "2027-01-10T09:00:00Z")
        try bench.buyOnce(Sample.basic, for: customer)
        bench.advance(to: "2027-05-10T09:00:00Z")
        try expectEqual(answer(bench, customer), .ineligible(because: [.tooFewPaidMonths(1, minimum: 3)]))
    }

    @Test("C-34: a trial adds nothing to the paid months")
    func trial() throws {
        var bench = try Bench(adding: [Sample.pro: [criteria(1, 1...24), .introductory(.freeTrial(.everySixMonths))]])
        let customer = bench.customer()
        try bench.buyOnce(Sample.pro, for: customer)
        bench.advance(to: "2027-01-10T09:00:00Z")
        try expectEqual(answer(bench, customer), .ineligible(because: [.tooFewPaidMonths(0, minimum: 1)]))
    }

    // S4-4: the time between two redemptions.
    // C-34: over when the months are as many as the wait.
    @Test("B15-8: the wait counts from the end of the offer period, not from the lapse; each missed criterion is named")
    func wait() throws {
        // After WWDC24's example: the months since the lapse suffice, the months since the end of the offer do not.
        var bench = try Bench(adding: [Sample.pro: [criteria(1, 1...24, wait: 6)]], at: "2026-01-01T00:00:00Z")
        let customer = bench.customer()
        try bench.buyOnce(Sample.basic, for: customer)
        bench.advance(to: "2026-03-01T00:00:00Z")
        // The free month ends on 1 April.
        try bench.buy(Sample.pro, winBack: "back", for: customer)
        try bench.turnOff(Sample.pro, for: customer)
        bench.advance(to: "2026-06-15T00:00:00Z")
        try expectEqual(
            answer(bench, customer),
            .ineligible(
                because: [.tooFewPaidMonths(0, minimum: 1), .redeemedTooRecently(months: 2, minimum: 6)]))
        // A paid month from 1 July to 1 August.
        bench.advance(to: "2026-07-01T00:00:00Z")
        try bench.buyOnce(Sample.basic, for: customer)
        bench.advance(to: "2026-09-30T23:59:59Z")
        try expectEqual(answer(bench, customer), .ineligible(because: [.redeemedTooRecently(months: 5, minimum: 6)]))
        bench.advance(to: "2026-10-01T00:00:00Z")
        try expectEqual(answer(bench, customer), .eligible)
    }
}
