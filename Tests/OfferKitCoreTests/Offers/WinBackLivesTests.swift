import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Winning back after real lives.
struct WinBackLivesTests {
    private static func offer(
        paid: Int = 1, since: ClosedRange<Int> = 1...24, wait: Int? = nil,
        _ terms: Catalog.Offer.Terms = .freeTrial(.monthly)
    ) -> Catalog.Offer {
        .winBack(
            "back", terms,
            eligibility: .criteria(
                WinBackCriteria(minimumPaidMonths: paid, monthsSinceLapse: since, monthsBetweenOffers: wait)))
    }

    private func answer(_ bench: Bench, _ customer: CustomerID) throws -> Eligibility {
        try bench.eligibility(of: customer, for: .winBack, "back", on: Sample.pro)
    }

    /// A bench with the offer and a customer who has just bought a product.
    private func life(
        _ offer: Catalog.Offer, _ product: String = Sample.pro, adding more: [Catalog.Offer] = []
    ) throws -> (bench: Bench, customer: CustomerID) {
        var bench = try Bench.quiet(adding: [Sample.pro: [offer] + more])
        let customer = bench.customer()
        try bench.buy(product, for: customer)
        return (bench, customer)
    }

    @Test("B15: the worked example of WWDC24, with its dates")
    func worked() throws {
        var (bench, customer) = try life(WinBackLivesTests.offer(paid: 3, since: 2...24, wait: 6))
        // One month of Premium, then two of Basic, then over on 10 April: three paid months of the group.
        try bench.buy(Sample.basic, for: customer)
        bench.advance(to: morning("2026-03-20"))
        try bench.autoRenew(false, customer)
        bench.advance(to: "2026-06-10T08:59:59Z")
        try expectEqual(answer(bench, customer), .ineligible(because: [.lapseOutsideRange(months: 1, allowed: 2...24)]))
        bench.advance(to: morning("2026-06-10"))
        try expectEqual(answer(bench, customer), .eligible)
        // One month free until 10 July, three paid ones until 10 October.
        try bench.buy(Sample.pro, winBack: "back", for: customer)
        bench.advance(to: morning("2026-09-20"))
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-12-10"))
        // Two months after the end; but the offer's month ended five months ago, and six are to pass.
        try expectEqual(answer(bench, customer), .ineligible(because: [.redeemedTooRecently(months: 5, minimum: 6)]))
        bench.advance(to: morning("2027-01-10"))
        try expectEqual(answer(bench, customer), .eligible)
    }

    /// Paid months and months since the lapse, as the answer of a criterion that nobody meets gives them away.
    private func months(_ bench: Bench, _ customer: CustomerID) throws -> Int? {
        for case .tooFewPaidMonths(let months, _) in try answer(bench, customer).reasons { return months }
        return nil
    }

    @Test("C-34: free periods add nothing and break nothing; renewals in time add up")
    func freePeriods() throws {
        var (bench, customer) = try life(
            WinBackLivesTests.offer(paid: 24), adding: [.introductory(.freeTrial(.monthly))])
        // Free in January, paid in February, free again in March, paid in April.
        bench.advance(to: morning("2026-02-15"))
        try bench.buy(Sample.pro, promo: Sample.offer("free", Sample.pro), for: customer)
        bench.advance(to: morning("2026-04-15"))
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-08-10"))
        try expectEqual(months(bench, customer), 2)
    }

    @Test("C-52: weeks of paid service are joined and counted in whole months")
    func weeks() throws {
        var (bench, customer) = try life(WinBackLivesTests.offer(paid: 24), Sample.weekly)
        // Nine weeks from 10 January end on 14 March: two months and four days.
        bench.advance(to: morning("2026-03-08"))
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-08-10"))
        try expectEqual(bench.life(of: customer).count, 9)
        try expectEqual(months(bench, customer), 2)
    }

    @Test(
        "C-34, B10-9: a recovery in retry does not break the run, its days without service and an extension add nothing"
    )
    func gaps() throws {
        var (bench, customer) = try life(WinBackLivesTests.offer(paid: 24))
        bench.failNext(1, customer)
        bench.advance(to: morning("2026-03-15"))
        bench.pays(true, customer)
        _ = try bench.perform { $0.decideExtension(of: customer, in: Sample.premium, byDays: 60) }
        bench.advance(to: morning("2026-06-20"))
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-10-10"))
        // A month from 10 January, one from 15 March, put off to 14 June, and one from then.
        try expectEqual(
            bench.life(of: customer).map { $0.prefix(21) },
            ["2026-01-10…2026-02-10", "2026-03-15…2026-06-14", "2026-06-14…2026-07-14"])
        try expectEqual(months(bench, customer), 3)
    }

    @Test("C-34, C-52: a lapse starts the run afresh; a refund ends it, and what came before the last period counts")
    func broken() throws {
        var (bench, customer) = try life(WinBackLivesTests.offer(paid: 24))
        bench.advance(to: morning("2026-04-05"))
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-04-10"))
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: morning("2026-06-15"))
        // Three months before the lapse; April, May and June after it, and June is refunded.
        let last = try bench.subscription(of: customer, to: Sample.pro).latest.id
        _ = try bench.perform { $0.decideRefund(of: last, .other) }
        bench.advance(to: morning("2026-10-10"))
        try expectEqual(months(bench, customer), 2)
        // A refund from before the lapse is not of this run.
        _ = try bench.perform { $0.decideRefund(of: 1, .other) }
        try expectEqual(months(bench, customer), 2)
        // Reversed after its end, June counts again.
        _ = try bench.perform { $0.decideRefundReversal(of: last) }
        try expectEqual(months(bench, customer), 3)
        // The first month of the run refunded: only what came after it counts.
        _ = try bench.perform { $0.decideRefund(of: last - 2, .other) }
        try expectEqual(months(bench, customer), 2)
    }

    @Test("C-34, C-52, B10-9: what is refunded and taken back counts as its own days do, beside days that were put off")
    func takenBack() throws {
        var (bench, customer) = try life(WinBackLivesTests.offer(paid: 24))
        bench.advance(to: morning("2026-04-20"))
        // The fourth month ends on 13 May instead of 10 May; two more follow it.
        _ = try bench.perform { $0.decideExtension(of: customer, in: Sample.premium, byDays: 3) }
        bench.advance(to: morning("2026-06-20"))
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-08-10"))
        try expectEqual(months(bench, customer), 6)
        // Without the first, the second to the fourth count, and the two after the days that were put off.
        _ = try bench.perform { $0.decideRefund(of: 1, .other) }
        try expectEqual(months(bench, customer), 5)
        _ = try bench.perform { $0.decideRefund(of: 3, .other) }
        try expectEqual(months(bench, customer), 3)
        // The one before it comes back: nothing changes, because the third still breaks the run.
        _ = try bench.perform { $0.decideRefundReversal(of: 1) }
        try expectEqual(months(bench, customer), 3)
        _ = try bench.perform { $0.decideRefundReversal(of: 3) }
        try expectEqual(months(bench, customer), 6)
        // The last and the one before it: nothing is between them. What came before does not count again by itself.
        _ = try bench.perform { $0.decideRefund(of: 6, .other) }
        try expectEqual(months(bench, customer), 5)
        _ = try bench.perform { $0.decideRefund(of: 1, .other) }
        try expectEqual(months(bench, customer), 4)
        _ = try bench.perform { $0.decideRefundReversal(of: 1) }
        try expectEqual(months(bench, customer), 5)
        _ = try bench.perform { $0.decideRefund(of: 5, .other) }
        try expectEqual(months(bench, customer), 0)
        _ = try bench.perform { $0.decideRefundReversal(of: 6) }
        try expectEqual(months(bench, customer), 1)
    }

    // A run that began at the instant of the purchase before it.
    @Test("C-196: a period that was refunded at the instant of the next purchase is not of its run, taken back or not")
    func refundedAtThatInstant() throws {
        var (bench, customer) = try life(WinBackLivesTests.offer(paid: 24))
        _ = try bench.perform { $0.decideRefund(of: 1, .other) }
        try bench.buy(Sample.pro, for: customer)
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-04-10"))
        try expectEqual(months(bench, customer), 1)
        _ = try bench.perform { $0.decideRefundReversal(of: 1) }
        try expectEqual(months(bench, customer), 1)
    }

    // A renewal fails on 10 March; asking for a refund of the first month then ends the subscription (C-21).
    @Test("C-196: what a refund request ends in billing retry has lapsed, though an earlier period is refunded with it")
    func refundedInRetry() throws {
        var (bench, customer) = try life(WinBackLivesTests.offer(paid: 24))
        bench.advance(to: morning("2026-02-20"))
        bench.pays(false, customer)
        bench.advance(to: morning("2026-03-10"))
        _ = try bench.perform { $0.decideRefundRequest(for: 1, by: customer, isGranted: true, .other) }
        bench.pays(true, customer)
        try bench.buy(Sample.pro, for: customer)
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-05-10"))
        // From 10 March to 10 April alone.
        try expectEqual(months(bench, customer), 1)
    }

    @Test("C-34, B10-9: the refund of a period that was put off, taken back, does not make its free days paid ones")
    func extendedTakenBack() throws {
        var (bench, customer) = try life(WinBackLivesTests.offer(paid: 24))
        _ = try bench.perform { $0.decideExtension(of: customer, in: Sample.premium, byDays: 40) }
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-02-01"))
        _ = try bench.perform { $0.decideRefund(of: 1, .other) }
        _ = try bench.perform { $0.decideRefundReversal(of: 1) }
        // From 10 January to 22 March, of which a month is paid.
        bench.advance(to: morning("2026-05-10"))
        try expectEqual(months(bench, customer), 1)
    }

    @Test("B15-6: an upgrade in the middle of a period does not break the run")
    func upgraded() throws {
        var (bench, customer) = try life(WinBackLivesTests.offer(paid: 24), Sample.basic)
        bench.advance(to: morning("2026-01-25"))
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: morning("2026-02-20"))
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-06-10"))
        // From 10 January to 25 February: one month and a half.
        try expectEqual(months(bench, customer), 1)
    }

    @Test("C-35, C-53, B15-4: who fell out of retry may be won back, counted from the end of the last paid period")
    func outOfRetry() throws {
        var (bench, customer) = try life(WinBackLivesTests.offer(since: 2...24))
        bench.setGrace(BillingGracePeriod(.sixteenDays))
        bench.pays(false, customer)
        for time in ["2026-02-15", "2026-04-10"] {
            bench.advance(to: morning(time))
            try expectEqual(answer(bench, customer), .ineligible(because: [.renewalFailed(group: Sample.premium)]))
        }
        // Retry ends on 11 April, two months after 10 February.
        bench.advance(to: morning("2026-04-11"))
        try expectEqual(answer(bench, customer), .eligible)
    }

    @Test("B15-3, C-53: who was refunded is counted from the old end of the period")
    func refunded() throws {
        var (bench, customer) = try life(WinBackLivesTests.offer(paid: 1, since: 1...24))
        bench.advance(to: morning("2026-02-12"))
        _ = try bench.perform { $0.decideRefund(of: 2, .other) }
        for (time, expected) in [
            ("2026-03-09", Eligibility.ineligible(because: [.notLapsed(group: Sample.premium)])),
            ("2026-03-10", .ineligible(because: [.lapseOutsideRange(months: 0, allowed: 1...24)])),
            ("2026-04-10", .eligible),
        ] {
            bench.advance(to: morning(time))
            try expectEqual(answer(bench, customer), expected)
        }
    }

    // S4-25, S4-26: the best first, those on the latest product before the others.
    @Test("C-29: the customer's product first, then priority, then the saving, length, start and identifier")
    func order() throws {
        func offer(
            _ id: String, _ terms: Catalog.Offer.Terms, _ priority: WinBackSettings.Priority = .normal,
            from start: Instant? = nil
        ) -> Catalog.Offer {
            .winBack(id, terms, eligibility: .everyChurnedCustomer, priority: priority, from: start.map { Date($0) })
        }
        let pro = [
            // Savings on 9.99 a month: 29.97 − 19.98 = 9.99, 9.99 three times, 0.99. Five may run at a time (B1-14).
            offer("three", .payUpFront(19.98, .everyThreeMonths)), offer("free.b", .freeTrial(.monthly)),
            offer("free.a", .freeTrial(.monthly)), offer("later", .freeTrial(.monthly), from: morning("2026-01-20")),
            offer("high", .payAsYouGo(9, periods: 1), .high),
        ]
        // A month saves more than a week.
        let basic = [
            offer("other", .freeTrial(.yearly), .high), offer("a.week", .freeTrial(.weekly)),
            offer("month", .freeTrial(.monthly)),
        ]
        var bench = try Bench.quiet(adding: [Sample.pro: pro, Sample.basic: basic])
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        let index = try #require(bench.state.subscription(of: customer, inGroupNamed: Sample.premium))
        expectEqual(bench.state.eligibleWinBackChoices(after: index).map(\.offer), [])
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-02-10"))
        expectEqual(
            bench.state.eligibleWinBackChoices(after: index).compactMap(\.offer.id),
            ["high", "three", "later", "free.a", "free.b", "other", "month", "a.week"])
    }
}
