import OfferKitCore
import OfferKitEssentials
import OfferKitReports
import OfferKitTestHarness
import Testing

/// Reports of parts.
struct ReportMergingTests {
    private func fold(_ events: some Sequence<ReportEvent>, _ names: ReportNames) -> Reports {
        var fold = ReportFold()
        for event in events { fold.add(event, names) }
        return fold.reports
    }

    @Test(
        "C-186: for any sharding by customer, the merged reports are those of the whole log",
        arguments: 1...(Effort.isFull ? 12 : 6))
    func sharding(_ seed: UInt64) {
        let (events, names) = RandomLives.log(seed: seed, customers: 40)
        var chance = SplitMix64(seed: seed)
        let count = Int.random(in: 2...7, using: &chance)
        let shards = (0..<40).map { _ in Int.random(in: 0..<count, using: &chance) }
        var parts = (0..<count).map { shard in
            fold(events.filter { shards[Int($0.customer ?? 0)] == shard }, names)
        }
        let whole = fold(events, names)
        expectEqual(whole.passedOver.total, 0, "seed \(seed)")
        parts.shuffle(using: &chance)
        var sum = Reports()
        for part in parts { sum.merge(part) }
        expectEqual(sum, whole, "seed \(seed)")
    }

    @Test(
        "C-186: merging is associative and commutative, and reports of nothing change nothing",
        arguments: 1...(Effort.isFull ? 12 : 6))
    func algebra(_ seed: UInt64) {
        let (events, names) = RandomLives.log(seed: seed, customers: 12)
        let parts = (0..<3).map { part in fold(events.filter { ($0.customer ?? 0) % 3 == part }, names) }
        let (a, b, c) = (parts[0], parts[1], parts[2])
        expectEqual(a.merged(with: b), b.merged(with: a), "seed \(seed)")
        expectEqual(a.merged(with: b).merged(with: c), a.merged(with: b.merged(with: c)), "seed \(seed)")
        #expect(a.merged(with: Reports()) == a && Reports().merged(with: a) == a, "seed \(seed)")
    }

    @Test(
        "reports that are asked for midway are those of the events so far, and asking changes nothing", arguments: 1...6
    )
    func midway(_ seed: UInt64) {
        let (events, names) = RandomLives.log(seed: seed, customers: 10)
        var asked = ReportFold()
        for (number, event) in events.enumerated() {
            asked.add(event, names)
            if number % 97 == 0 {
                expectEqual(asked.reports, fold(events.prefix(number + 1), names), "seed \(seed), event \(number)")
            }
        }
        expectEqual(asked.reports, fold(events, names), "seed \(seed)")
    }

    @Test("C-186: logs that give the same names other places are merged by name")
    func otherPlaces() {
        func log(_ first: String, _ second: String) -> Reports {
            var log = FoldLog()
            _ = log.place(of: first)
            _ = log.place(of: second)
            log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01", .init(product: "gold"))
            log.period(.renewed, 1, until: "2026-03-01", .init(product: "silver"))
            return log.reports()
        }
        expectEqual(log("gold", "silver"), log("silver", "gold"))
        let sum = log("gold", "silver").merged(with: log("silver", "gold"))
        expectEqual(sum.proceeds.totalsByTerms()[FoldLog.terms("gold")]?.charges, 2)
        expectEqual(sum.state.counts(at: day("2026-02-01"), where: .init(product: "silver")).active, 2)
    }

    @Test("what is not selected stays empty, and what is is the same as with all", arguments: 1...2)
    func selection(_ seed: UInt64) {
        let (events, names) = RandomLives.log(seed: seed, customers: 10)
        let all = fold(events, names)
        for selection in [ReportSelection.state, .proceeds] {
            var fold = ReportFold(selection)
            for event in events { fold.add(event, names) }
            let reports = fold.reports
            expectEqual(reports.state, selection == .state ? all.state : .init())
            #expect(reports.events == .init() && reports.retention == .init() && reports.offers == .init())
            expectEqual(reports.proceeds, selection == .proceeds ? all.proceeds : .init())
        }
    }

    @Test("the reports of one log agree with one another", arguments: 1...6)
    func agreement(_ seed: UInt64) {
        let (events, names) = RandomLives.log(seed: seed, customers: 30)
        let reports = fold(events, names)
        let (counts, state) = (reports.events.counts(), reports.state.counts(at: .last))
        let subscribed = state.active + state.inGrace + state.inRetry
        let changes = reports.retention.cells.values.flatMap(\.values)
        expectEqual(changes.reduce(0) { $0 + $1.subscribed }, subscribed, "seed \(seed)")
        expectEqual(changes.reduce(0) { $0 + $1.began }, counts.new, "seed \(seed)")
        expectEqual(changes.reduce(0) { $0 + $1.ended }, counts.ended, "seed \(seed)")
        expectEqual(reports.retention.recovery.recovered, counts.recovered, "seed \(seed)")
        expectEqual(reports.retention.cancellation.cancellations, counts.cancelled, "seed \(seed)")
        let offers = reports.offers.totals().values
        expectEqual(offers.reduce(0) { $0 + $1.redeemed }, counts.redeemed, "seed \(seed)")
        expectEqual(offers.reduce(0) { $0 + $1.converted }, counts.converted, "seed \(seed)")
        let charged = events.reduce(into: [String: MoneySum]()) { sums, event in
            guard let price = event.amount?.milliunits, let storefront = event.storefront else { return }
            guard event.kind != .refunded, event.kind != .periodProrated else { return }
            sums[names.storefronts[storefront].currency, default: 0] += MoneySum(milliunits: price)
        }
        expectEqual(reports.proceeds.totals().mapValues(\.charged), charged, "seed \(seed)")
    }

    // 48 bytes for a live subscription and each of the five reports would be 240.
    @Test("all five reports together remember at most 120 bytes of a subscription, and less of one that ended")
    func bytes() {
        var log = FoldLog()
        for place in 0..<16_384 {
            let offer = place.isMultiple(of: 2) ? FoldLog.half : nil
            log.period(.subscribed, place, on: "2026-01-01", until: "2026-02-01", .init(price: 5_000, offer: offer))
        }
        var fold = ReportFold()
        for event in log.events { fold.add(event, log.names) }
        expectEqual(fold.runningSubscriptions, 16_384)
        let running = fold.bytesOfSubscriptions
        #expect((80 * 16_384...120 * 16_384).contains(running), "\(running)")
        for place in 0..<16_384 { log.note(.lapsed, place, on: "2026-02-01", reason: "autoRenewDisabled") }
        for event in log.events[16_384...] { fold.add(event, log.names) }
        expectEqual(fold.runningSubscriptions, 0)
        // The rows of those that ran are free for those that come.
        #expect(fold.bytesOfSubscriptions - running <= 80 * 16_384)
    }
}

/// Sums and days of reports.
struct ReportValueTests {
    // C-175.
    @Test("a sum of money is exact beyond 64 bits, and reads as a decimal number")
    func sums() {
        var sum = MoneySum()
        for _ in 0..<3 { sum += MoneySum(milliunits: .max) }
        // 3 × 9,223,372,036,854,775,807 = 27,670,116,110,564,327,421.
        expectEqual(sum.description, "27670116110564327.421")
        #expect(sum.milliunits == nil && sum.amount == nil)
        expectEqual((-sum).description, "-27670116110564327.421")
        expectEqual((sum - sum - 1).description, "-0.001")
        expectEqual((sum + -sum).milliunits, 0)
        expectEqual(MoneySum(milliunits: .min).milliunits, .min)
        expectEqual((-MoneySum(milliunits: .min)).description, "9223372036854775.808")
        #expect(-sum < sum && MoneySum(milliunits: -1) < 0)
        expectEqual(MoneySum(milliunits: 1_990).description, "1.99")
        expectEqual(MoneySum(milliunits: -2_500).units, -2.5)
        #expect(sum.units == 2.767_011_611_056_432_7e16 && (-sum).units == -sum.units)
    }

    @Test("C-170: days and months are those of UTC, within the years 0 to 9999")
    func days() {
        expectEqual(ReportDay(Date(millisecondsSince1970: -1)).description, "1969-12-31")
        expectEqual(ReportDay(instant("2024-02-29T23:59:59.999")).description, "2024-02-29")
        expectNil(ReportDay(year: 2023, month: 2, day: 29))
        #expect(ReportDay(Date(millisecondsSince1970: .max)) == .last && ReportDay.last.description == "9999-12-31")
        #expect(
            ReportDay(Date(millisecondsSince1970: .min)) == .first && ReportDay.first.description == "0000-01-01")
        expectEqual(ReportDay.last.adding(days: .max), .last)
        let february = month("2024-02")
        #expect((february.firstDay, february.lastDay) == (day("2024-02-01"), day("2024-02-29")))
        #expect(february.description == "2024-02" && february.adding(months: -2) == month("2023-12"))
        expectEqual(february.adding(months: .max).description, "9999-12")
        expectNil(ReportMonth(year: 2024, month: 13))
        expectEqual(month("2024-02").months(since: month("2023-11")), 3)
    }
}
