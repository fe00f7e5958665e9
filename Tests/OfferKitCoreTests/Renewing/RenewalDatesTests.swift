import OfferKitCore
import OfferKitTestHarness
import Testing

/// Dates of renewals.
struct RenewalDatesTests {
    /// A shop with a product of each period (B0-3).
    private static func periods() throws -> Catalog {
        let periods: [(String, SubscriptionPeriod)] = [
            ("week", .weekly), ("month", .monthly), ("two", .everyTwoMonths), ("three", .everyThreeMonths),
            ("six", .everySixMonths), ("year", .yearly),
        ]
        return try Catalog(groups: [.group("G", periods.map { .subscription($0.0, level: 1, period: $0.1, price: 5) })])
    }

    @Test(
        "C-19: months are counted from the anchor and clamped, so that its day comes back; weeks are exact",
        arguments: [
            ("month", "2026-01-31", ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]),
            ("month", "2026-01-29", ["2026-02-28", "2026-03-29"]),
            ("month", "2026-01-30", ["2026-02-28", "2026-03-30", "2026-04-30"]),
            // 2028 and 2000 are leap years, 2100 is none.
            ("month", "2027-12-31", ["2028-01-31", "2028-02-29", "2028-03-31"]),
            ("month", "1999-12-30", ["2000-01-30", "2000-02-29", "2000-03-30"]),
            ("month", "2099-12-31", ["2100-01-31", "2100-02-28", "2100-03-31"]),
            ("year", "2024-02-29", ["2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]),
            ("two", "2025-12-31", ["2026-02-28", "2026-04-30", "2026-06-30", "2026-08-31"]),
            ("three", "2025-11-30", ["2026-02-28", "2026-05-30", "2026-08-30", "2026-11-30"]),
            ("six", "2025-08-31", ["2026-02-28", "2026-08-31", "2027-02-28"]),
            ("week", "2028-02-25", ["2028-03-03", "2028-03-10"]),
            // The night of the change to summer time in the USA and in Europe has 24 hours here.
            ("week", "2026-03-05", ["2026-03-12", "2026-03-19", "2026-03-26", "2026-04-02"]),
        ])
    func anchors(product: String, start: String, ends: [String]) throws {
        var bench = try Bench(RenewalDatesTests.periods(), at: start + "T09:00:00Z")
        let customer = bench.customer()
        try bench.buy(product, for: customer)
        bench.advance(to: morning(ends[ends.count - 2]))
        let starts = [start] + ends.dropLast()
        let expected = zip(starts, ends).enumerated().map { number, span in
            "\(span.0)…\(span.1) \(product) 5.00 \(number == 0 ? "purchase" : "renewal")"
        }
        try expectEqual(bench.life(of: customer, in: product), expected)
    }

    @Test(
        "C-19, C-98: months are counted on the calendar of the rules, which may be ahead of UTC or behind it",
        arguments: [
            ("2026-01-30T20:00:00Z", 0, ["2026-02-28T20:00:00Z", "2026-03-30T20:00:00Z"]),
            // There it is 02:00 on 31 January, and a month later 02:00 on 28 February.
            ("2026-01-30T20:00:00Z", 6, ["2026-02-27T20:00:00Z", "2026-03-30T20:00:00Z"]),
            ("2026-01-31T04:00:00Z", 0, ["2026-02-28T04:00:00Z", "2026-03-31T04:00:00Z"]),
            // There it is 20:00 on 30 January, and a month later 20:00 on 28 February.
            ("2026-01-31T04:00:00Z", -8, ["2026-03-01T04:00:00Z", "2026-03-31T04:00:00Z"]),
        ] as [(String, Int64, [String])])
    func calendarOffset(start: String, hours: Int64, ends: [String]) throws {
        var rules = StoreRules.documents
        rules.calendarOffset = TimeStep(hours * 3_600_000)
        var bench = try Bench(Sample.catalog(), rules: rules, at: start)
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: at(ends[0]))
        expectEqual(bench.state.ledger.all.compactMap(\.expires), ends.map { at($0) })
    }

    @Test(
        "C-19, C-51: the end of an offer of another length is the new anchor; one of the same length changes nothing",
        arguments: [
            // A free week ends on 7 February, and the months are counted from there.
            (.freeTrial(.weekly), "2026-01-31", ["2026-02-07", "2026-03-07", "2026-04-07"]),
            (.freeTrial(.everyThreeDays), "2026-02-26", ["2026-03-01", "2026-04-01"]),
            // Three months from 30 November end on a clamped day, which is the anchor.
            (.payUpFront(9, .everyThreeMonths), "2025-11-30", ["2026-02-28", "2026-03-28", "2026-04-28"]),
            (.freeTrial(.monthly), "2026-01-31", ["2026-02-28", "2026-03-31", "2026-04-30"]),
            (.payUpFront(5, .monthly), "2026-01-31", ["2026-02-28", "2026-03-31", "2026-04-30"]),
            (.payAsYouGo(2, periods: 2), "2026-01-31", ["2026-02-28", "2026-03-31", "2026-04-30"]),
        ] as [(Catalog.Offer.Terms, String, [String])])
    func introductoryLengths(terms: Catalog.Offer.Terms, start: String, ends: [String]) throws {
        var bench = try Bench(adding: [Sample.pro: [.introductory(terms)]], at: start + "T09:00:00Z")
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: morning(ends[ends.count - 2]))
        expectEqual(bench.state.ledger.all.map { $0.expires.map(day) }, ends)
    }

    @Test("C-51: an offer of another length that starts on a clamped day counts its end from its own start")
    func offerFromAClampedDay() throws {
        var bench = try Bench(at: "2026-01-31T09:00:00Z")
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.buy(Sample.pro, promo: Sample.offer("prepaid", Sample.pro), for: customer)
        bench.advance(to: morning("2026-06-28"))
        try expectEqual(
            bench.life(of: customer),
            [
                "2026-01-31…2026-02-28 pro.monthly 9.99 purchase",
                "2026-02-28…2026-05-28 pro.monthly 20.00 renewal promotional 1/1",
                "2026-05-28…2026-06-28 pro.monthly 9.99 renewal",
                "2026-06-28…2026-07-28 pro.monthly 9.99 renewal",
            ])
    }

    @Test("C-51: a renewal that changes the period resets the anchor; one that changes only the product does not")
    func changedPeriod() throws {
        var bench = try Bench(at: "2026-01-31T09:00:00Z")
        let (one, other) = (bench.customer(), bench.customer())
        for customer in [one, other] { try bench.buy(Sample.pro, for: customer) }
        try bench.buy(Sample.yearly, for: one)
        try bench.buy(Sample.basic, for: other)
        bench.advance(to: morning("2027-02-28"))
        // 29 February 2028 is not the anchor's day: the anchor is the 28th.
        try expectEqual(
            bench.life(of: one),
            [
                "2026-01-31…2026-02-28 pro.monthly 9.99 purchase",
                "2026-02-28…2027-02-28 pro.yearly 79.99 renewal",
                "2027-02-28…2028-02-28 pro.yearly 79.99 renewal",
            ])
        try expectEqual(
            bench.life(of: other).prefix(3),
            [
                "2026-01-31…2026-02-28 pro.monthly 9.99 purchase",
                "2026-02-28…2026-03-31 basic.monthly 4.99 renewal",
                "2026-03-31…2026-04-30 basic.monthly 4.99 renewal",
            ])
    }

    @Test("C-51: after an extension the extended date is the anchor")
    func extended() throws {
        var bench = try Bench(at: "2026-01-31T09:00:00Z")
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: morning("2026-02-10"))
        let until = try bench.perform { $0.decideExtension(of: customer, in: Sample.premium, byDays: 3) }
        expectEqual(until, morning("2026-03-03"))
        bench.advance(to: morning("2026-04-03"))
        try expectEqual(
            bench.life(of: customer),
            [
                "2026-01-31…2026-03-03 pro.monthly 9.99 purchase", "2026-03-03…2026-04-03 pro.monthly 9.99 renewal",
                "2026-04-03…2026-05-03 pro.monthly 9.99 renewal",
            ])
    }

    @Test(
        "C-19, B7-8, B7-9: a recovery in retry is the new anchor, even after no time; one in grace keeps the cycle",
        arguments: [
            (nil, "2026-03-05", ["2026-03-05…2026-04-05", "2026-04-05…2026-05-05"]),
            (nil, "2026-02-28", ["2026-02-28…2026-03-28", "2026-03-28…2026-04-28"]),
            (.sixteenDays, "2026-03-05", ["2026-02-28…2026-03-31", "2026-03-31…2026-04-30"]),
            (.sixteenDays, "2026-02-28", ["2026-02-28…2026-03-31", "2026-03-31…2026-04-30"]),
            // Grace is over on 16 March at 09:00; at that instant it has ended.
            (.sixteenDays, "2026-03-16T08:59:59Z", ["2026-02-28…2026-03-31", "2026-03-31…2026-04-30"]),
            (.sixteenDays, "2026-03-16", ["2026-03-16…2026-04-16", "2026-04-16…2026-05-16"]),
        ] as [(BillingGracePeriod.Duration?, String, [String])])
    func recovered(grace: BillingGracePeriod.Duration?, repair: String, spans: [String]) throws {
        var bench = try Bench.quiet(at: "2026-01-31T09:00:00Z")
        let customer = bench.customer()
        bench.setGrace(grace.map { BillingGracePeriod($0) })
        try bench.buy(Sample.pro, for: customer)
        bench.pays(false, customer)
        bench.advance(to: morning(repair))
        bench.pays(true, customer)
        bench.advance(to: morning("2026-04-20"))
        try expectEqual(
            bench.life(of: customer),
            ["2026-01-31…2026-02-28 pro.monthly 9.99 purchase"]
                + spans.map { "\($0) pro.monthly 9.99 renewal" })
    }
}
