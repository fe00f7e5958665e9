import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Renewal rules at their edges.
struct RenewalEdgeTests {
    @Test("C-87: a lower base price is announced ten days before the renewal that charges it")
    func lowerPrice() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.perform { $0.decideBasePrice(of: Sample.pro, 7.99, in: nil) }
        bench.advance(to: "2026-02-10T09:00:00Z")
        expectEqual(bench.announcements(), [at("2026-01-31T09:00:00Z")])
        bench.advance(to: "2026-03-10T09:00:00Z")
        expectEqual(bench.announcements().count, 1, "nothing changes at the second renewal")
    }

    @Test("C-87: a preserved price changes nothing, so its renewals are not announced")
    func preservedPrice() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.perform { $0.decideBasePrice(of: Sample.pro, 14.99, in: nil, policy: .preservesPrice) }
        bench.advance(to: "2026-04-10T09:00:00Z")
        expectEqual(bench.announcements(), [])
    }

    @Test(
        "C-87: a plan that is changed within the last ten days is not announced, one that was changed before them is",
        arguments: [
            ("2026-01-30T09:00:00Z", ["2026-01-31T09:00:00Z"]), ("2026-01-31T09:00:01Z", []),
            ("2026-02-09T09:00:00Z", []),
        ] as [(String, [String])])
    func changedLate(change: String, announced: [String]) throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: at(change))
        try bench.buy(Sample.basic, for: customer)
        bench.advance(to: "2026-02-10T09:00:00Z")
        expectEqual(bench.announcements(), announced.map { at($0) })
    }

    @Test("B9-3, C-85: declining a rise and turning auto-renew on again leaves it to be agreed to")
    func declinedAndOnAgain() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.perform { $0.decideBasePrice(of: Sample.pro, 19.99, in: nil, policy: .requiresConsent) }
        // Told ten days before 10 February.
        bench.advance(to: "2026-02-01T09:00:00Z")
        try bench.perform { $0.decideConsent(false, of: customer, in: Sample.premium) }
        try bench.perform { $0.decideAutoRenew(true, of: customer, in: Sample.premium) }
        bench.advance(to: "2026-02-10T09:00:00Z")
        let standing = try bench.subscription(of: customer, to: Sample.pro).standing
        expectEqual(standing, .lapsed(on: at("2026-02-10T09:00:00Z"), reason: .didNotConsentToPriceIncrease))
    }

    @Test("C-13: a downgrade planned again without an offer keeps the offer that is queued for it")
    func plannedAgain() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.buy(Sample.basic, promo: Sample.offer("half", Sample.basic), for: customer)
        try bench.buy(Sample.basic, for: customer)
        try expectEqual(bench.nextCharge(of: customer, to: Sample.pro).price, 2.49)
    }

    // S4-40: in the sandbox, without waiting for months.
    @Test("C-91, B15-10: where a month takes minutes, whoever churned may have a win-back offer")
    func winBackInMinutes() throws {
        let offer = Catalog.Offer.winBack(
            "back", .freeTrial(.monthly),
            eligibility: .criteria(
                WinBackCriteria(minimumPaidMonths: 6, monthsSinceLapse: 2...24, monthsBetweenOffers: 6)))
        var bench = try Bench(adding: [Sample.pro: [offer]])
        bench.perform { $0.settings.decidePace(.monthlyRenewalEveryFiveMinutes) }
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.perform { $0.decideAutoRenew(false, of: customer, in: Sample.premium) }
        try expectEqual(
            bench.eligibility(of: customer, for: .winBack, "back", on: Sample.pro),
            .ineligible(because: [.notLapsed(group: Sample.premium)]))
        bench.advance(to: "2026-01-10T09:05:00Z")
        try expectEqual(bench.eligibility(of: customer, for: .winBack, "back", on: Sample.pro), .eligible)
    }

    @Test("of two spans of failing charges that overlap, the first to end repairs nothing")
    func overlappingSpans() throws {
        var plan = ChargePlan()
        plan.addWindow(from: at("2026-02-01T00:00:00Z"), until: at("2026-03-01T00:00:00Z"))
        plan.addWindow(from: at("2026-02-03T00:00:00Z"), until: at("2026-02-04T00:00:00Z"))
        plan.addWindow(from: at("2026-02-20T00:00:00Z"), until: at("2026-03-05T00:00:00Z"))
        plan.addWindow(from: at("2026-04-01T00:00:00Z"), until: nil)
        expectEqual(
            plan.changes,
            [
                ChargePlan.Change(instant: at("2026-02-01T00:00:00Z"), method: .declining),
                ChargePlan.Change(instant: at("2026-03-05T00:00:00Z"), method: .working),
                ChargePlan.Change(instant: at("2026-04-01T00:00:00Z"), method: .declining),
            ])
    }

    @Test("an extension at the end of time stops there")
    func extensionAtTheEnd() throws {
        let start = Instant(millisecondsSince1970: Instant.endOfClock.millisecondsSince1970 - 40 * 86_400_000)
        let catalog = try Catalog(groups: [.group("G", [.subscription("a", level: 1, period: .monthly, price: 1)])])
        var state = StoreState(StoreSetup(bundleID: "com.example.app", startingAt: start), selling: catalog)
        state.apply(StoreEvent(at: start, .customerAdded(CustomerID(rawValue: 0))))
        let request = PurchaseRequest(customer: CustomerID(rawValue: 0), productID: "a", territory: "USA")
        for event in state.decide(request, evidence: .verifies).events { state.apply(StoreEvent(at: start, event)) }
        for event in state.decideConfirmation(of: AttemptID(rawValue: 1)).events {
            state.apply(StoreEvent(at: start, event))
        }
        let until = try state.decideExtension(of: CustomerID(rawValue: 0), in: "G", byDays: 90).result.get()
        expectEqual(until, .endOfClock)
    }

    @Test("a failed renewal that is bought again at the end of time is refused as that, and as no mistake")
    func recoveryAtTheEnd() throws {
        let start = Instant(millisecondsSince1970: Instant.endOfClock.millisecondsSince1970 - 40 * 86_400_000)
        let catalog = try Catalog(groups: [.group("G", [.subscription("a", level: 1, period: .monthly, price: 1)])])
        var state = StoreState(StoreSetup(bundleID: "com.example.app", startingAt: start), selling: catalog)
        state.apply(StoreEvent(at: start, .customerAdded(CustomerID(rawValue: 0))))
        let request = PurchaseRequest(customer: CustomerID(rawValue: 0), productID: "a", territory: "USA")
        for event in state.decide(request, evidence: .verifies).events { state.apply(StoreEvent(at: start, event)) }
        for event in state.decideConfirmation(of: AttemptID(rawValue: 1)).events {
            state.apply(StoreEvent(at: start, event))
        }
        let end = try #require(state[SubscriptionIndex(0)].latest.expires)
        let failed = StoreEvent.Kind.renewalFailed(
            of: SubscriptionIndex(0), because: .paymentDeclined, graceUntil: nil, retryUntil: .endOfClock, attempt: nil)
        state.apply(StoreEvent(at: end, failed))
        let last = Instant.endOfClock
        for event in state.decide(request, evidence: .verifies).events { state.apply(StoreEvent(at: last, event)) }
        let refusal = #expect(throws: PurchaseRefusal.self) {
            try state.decideConfirmation(of: AttemptID(rawValue: 2)).result.get()
        }
        expectEqual(
            refusal?.description,
            "internalFault: the store's clock stands at its end, and no period can follow. "
                + "Nothing has happened. Go on with a new store, or with an earlier snapshot of this one.")
    }

    @Test(
        "B19: a fixed rate of any length is a length, and none runs backwards",
        arguments: [
            Duration.zero, .seconds(-9_300_000_000_000_000), .seconds(Int64.max) * 2, .nanoseconds(1),
            .seconds(9_223_372_036_854_775) + .milliseconds(999),
        ])
    func fixedRates(interval: Duration) throws {
        let start = at("2026-01-10T09:00:00Z")
        let end = Pace.oneRenewal(every: interval).end(of: .monthly, from: start, product: .monthly)
        #expect(end > start)
        #expect(interval > .seconds(1) || end == start.adding(milliseconds: 1))
    }

    @Test("C-92: a day of an extension is scaled like every other length")
    func extensionInMinutes() throws {
        var bench = try Bench()
        bench.perform { $0.settings.decidePace(.monthlyRenewalEveryFiveMinutes) }
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        // Three of thirty days: a tenth of five minutes.
        let end = try bench.perform { $0.decideExtension(of: customer, in: Sample.premium, byDays: 3) }
        expectEqual(end, at("2026-01-10T09:05:30Z"))
        _ = try bench.perform { $0.decideExtension(of: customer, in: Sample.premium, byDays: 3) }
        // Two within 365 days, of which thirty take five minutes: an hour and fifty seconds.
        let third = bench.state.decideExtension(of: customer, in: Sample.premium, byDays: 3).result
        expectEqual(third, .failure(.tooManyExtensions(limit: 2, next: Date(at("2026-01-10T10:00:50Z")))))
    }
}

extension Bench {
    /// When renewals were announced.
    fileprivate func announcements() -> [Instant] {
        log.compactMap { if case .renewalAnnounced = $0.kind { $0.instant } else { nil } }
    }
}
