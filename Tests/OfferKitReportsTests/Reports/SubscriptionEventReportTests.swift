import OfferKitCore
import OfferKitReports
import OfferKitTestHarness
import Testing

/// Subscription Event.
struct SubscriptionEventReportTests {
    /// How often what happened, of all that did.
    private func counts(_ log: FoldLog, where filter: ReportFilter = .all) -> [String: Int] {
        let counts = log.reports().events.counts(where: filter).named.filter { $0.count != 0 }
        return Dictionary(uniqueKeysWithValues: counts.map { ($0.name, $0.count) })
    }

    // S0-131.
    @Test("B17-2, S0-135: new, renewed, cancelled, reactivated, ended and resubscribed are counted on their days")
    func life() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01")
        log.period(.renewed, 1, until: "2026-03-01")
        log.note(.autoRenewTurnedOff, 1, on: "2026-02-05")
        log.note(.autoRenewTurnedOn, 1, on: "2026-02-06")
        log.note(.autoRenewTurnedOff, 1, on: "2026-02-07")
        log.note(.lapsed, 1, on: "2026-03-01", reason: "autoRenewDisabled")
        log.period(.resubscribed, 1, on: "2026-05-01", until: "2026-06-01")
        let expected = [
            "new": 1, "renewed": 1, "cancelled": 2, "reactivated": 1, "endedVoluntarily": 1, "resubscribed": 1,
        ]
        expectEqual(counts(log), expected)
        let series = log.reports().events.series(day("2026-02-05")...day("2026-02-07"))
        expectEqual(series.map(\.counts.cancelled), [1, 0, 1])
        expectEqual(log.reports().events.counts(in: day("2026-02-01")...day("2026-02-28")).renewed, 1)
    }

    @Test("C-172, S0-135: a conversion is the standard price right after an offer, and is found under that offer")
    func conversion() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01", .init(price: 0, offer: FoldLog.trial))
        log.period(.renewed, 1, until: "2026-03-01", .init(price: 5_000, offer: FoldLog.half))
        log.period(.renewed, 1, until: "2026-04-01", .init(price: 5_000, offer: FoldLog.half, charge: 2))
        log.period(.renewed, 1, until: "2026-05-01")
        log.period(.renewed, 1, until: "2026-06-01")
        expectEqual(counts(log), ["new": 1, "redeemed": 2, "renewed": 4, "converted": 1])
        expectEqual(counts(log, where: .init(offers: .id("half"))), ["redeemed": 1, "renewed": 2, "converted": 1])
        expectEqual(counts(log, where: .init(offers: .type(.intro))), ["new": 1, "redeemed": 1])
        expectEqual(counts(log, where: .init(offers: .standardPrice)), ["renewed": 2])
    }

    @Test("C-172: after a lapse the standard price is no conversion; after a recovery and at an upgrade it is one")
    func conversionElsewhere() {
        var log = FoldLog()
        let trial = FoldLog.Terms(price: 0, offer: FoldLog.trial)
        for place in 1...3 { log.period(.subscribed, place, on: "2026-01-01", until: "2026-02-01", trial) }
        log.note(.lapsed, 1, on: "2026-02-01", reason: "autoRenewDisabled")
        log.period(.resubscribed, 1, on: "2026-02-01T01", until: "2026-03-01T01")
        expectNil(counts(log)["converted"])
        log.note(.renewalFailed, 2, on: "2026-02-01")
        log.period(.recovered, 2, on: "2026-02-05", until: "2026-03-05")
        expectEqual(counts(log)["converted"], 1)
        log.period(.planChanged, 3, on: "2026-01-20", until: "2026-02-20", .init(product: "gold", price: 20_000))
        expectEqual(counts(log)["converted"], 2)
    }

    @Test("S0-136: the ratio of new to returning subscribers")
    func newToReturning() {
        var log = FoldLog()
        for place in 1...3 { log.period(.subscribed, place, on: "2026-01-01", until: "2026-02-01") }
        expectNil(log.reports().events.counts().newToReturning)
        for place in 1...2 {
            log.note(.lapsed, place, on: "2026-02-01", reason: "autoRenewDisabled")
            log.period(.resubscribed, place, on: "2026-02-10", until: "2026-03-10")
        }
        let counts = log.reports().events.counts()
        expectEqual(counts.newToReturning, 1.5)
        expectEqual(counts.newShare, 0.6)
    }

    @Test("S0-137: a question about one offer finds those whom it won back")
    func wonBack() {
        var log = FoldLog()
        for place in 1...3 {
            log.period(.subscribed, place, on: "2026-01-01", until: "2026-02-01")
            log.note(.lapsed, place, on: "2026-02-01", reason: "autoRenewDisabled")
        }
        log.period(.resubscribed, 1, on: "2026-04-01", until: "2026-05-01", .init(price: 1_000, offer: FoldLog.back))
        log.period(.resubscribed, 2, on: "2026-04-01", until: "2026-05-01", .init(price: 1_000, offer: FoldLog.back))
        log.period(.resubscribed, 3, on: "2026-04-01", until: "2026-05-01")
        expectEqual(counts(log, where: .init(offers: .id("back"))), ["resubscribed": 2, "redeemed": 2])
    }

    @Test("C-173: changes of plan count by level and when they take effect; planned ones are counted apart")
    func planChanges() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01")
        // Up at once, with the unused part given back.
        log.note(.periodProrated, 1, on: "2026-01-11", price: 6_774)
        log.period(.planChanged, 1, on: "2026-01-11", until: "2026-02-11", .init(product: "gold", price: 20_000))
        // Down, planned for the renewal.
        let silver = log.place(of: "silver")
        log.note(.renewalPlanned, 1, on: "2026-01-12") { $0.product = silver }
        expectNil(counts(log)["downgraded"])
        log.period(.renewed, 1, until: "2026-03-11", .init(product: "silver", price: 4_000))
        // Up to monthly, and beside it to yearly, which is on the same level.
        log.period(.planChanged, 1, on: "2026-02-20", until: "2026-03-20")
        log.period(.planChanged, 1, on: "2026-02-21", until: "2027-02-21", .init(product: "yearly", price: 99_000))
        // An offer that waits for the renewal is no change of plan.
        let half = log.place(of: FoldLog.half)
        log.note(.renewalPlanned, 1, on: "2026-02-22") { $0.offer = half }
        expectEqual(
            counts(log),
            [
                "new": 1, "prorated": 1, "upgraded": 2, "changesPlanned": 1, "renewed": 1, "downgraded": 1,
                "crossgraded": 1, "offersPlanned": 1,
            ])
        expectEqual(log.reports().events.prorated(), ["USD": 6_774])
    }

    @Test(
        "B10-1, B10-4: refunds are counted with their money, by currency, and those that are taken back are taken off")
    func refunds() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01")
        log.period(
            .subscribed, 2, on: "2026-01-01", until: "2026-02-01", .init(price: 8_000, storefront: FoldLog.france))
        log.note(.refunded, 1, on: "2026-01-10", price: 10_000)
        // Turned off by the refund: no cancellation (C-24).
        log.note(.autoRenewTurnedOff, 1, on: "2026-01-10")
        log.note(.refunded, 2, on: "2026-01-11", price: 3_000)
        let report = log.reports().events
        expectEqual(counts(log), ["new": 2, "refunds": 2, "endedByRefund": 2])
        expectEqual(report.refunded(), ["USD": 10_000, "EUR": 3_000])
        log.note(.refundReversed, 1, on: "2026-01-12")
        expectEqual(counts(log)["refundsReversed"], 1)
        expectEqual(log.reports().events.refunded(), ["EUR": 3_000])
    }

    @Test("B17-2: entries into grace and retry, and recoveries from each, are counted apart")
    func failures() {
        var log = FoldLog()
        for place in 1...3 { log.period(.subscribed, place, on: "2026-01-01", until: "2026-02-01") }
        for place in 1...2 {
            log.note(.renewalFailed, place, on: "2026-02-01") { $0.graceEnd = instant("2026-02-17") }
        }
        log.note(.renewalFailed, 3, on: "2026-02-01")
        expectEqual(counts(log), ["new": 3, "graceEntered": 2, "retryEntered": 1])
        log.period(.recovered, 1, on: "2026-02-01", until: "2026-03-01", recordedOn: "2026-02-05")
        log.note(.graceEnded, 2, on: "2026-02-17")
        log.period(.recovered, 2, on: "2026-02-20", until: "2026-03-20")
        log.note(.recoveryFailed, 3, on: "2026-02-20")
        log.note(.lapsed, 3, on: "2026-04-02", reason: "billingError")
        expectEqual(
            counts(log),
            [
                "new": 3, "graceEntered": 2, "retryEntered": 2, "recoveredInGrace": 1, "recoveredInRetry": 1,
                "endedInvoluntarily": 1,
            ])
    }

    @Test("S0-137: a row for each offer says what it brought about, in all and on each day")
    func offerTables() throws {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01", .init(price: 0, offer: FoldLog.trial))
        log.period(.subscribed, 2, on: "2026-01-01", until: "2026-02-01", .init(price: 0, offer: FoldLog.trial))
        log.note(.autoRenewTurnedOff, 2, on: "2026-01-20")
        log.period(.renewed, 1, until: "2026-03-01")
        log.note(.lapsed, 2, on: "2026-02-01", reason: "autoRenewDisabled")
        let report = log.reports().events
        let tables = try #require(report.section?.tables)
        let all = try #require(tables.first { $0.title == "What happened, by product, offer and storefront" })
        #expect(
            all.csv == """
                Product,Offer,Storefront,New,Returning,Offers redeemed,Converted,Renewed,Cancelled,Reactivated,\
                Grace entered,Retry entered,Recovered,Refunds,Ended\r
                monthly,standard price,USA,0,0,0,0,1,0,0,0,0,0,0,0\r
                monthly,"introductory (free, P1M)",USA,2,0,2,1,0,1,0,0,0,0,0,1\r

                """)
        let daily = report.dailyTable(where: .init(offers: .type(.intro)))
        let names = daily.columns.map(\.name)
        let told = daily.rows.map { row in
            zip(names, row).compactMap { name, cell in cell == .integer(0) ? nil : "\(name) \(cell)" }.dropFirst(3)
        }
        expectEqual(
            told.map { $0.dropFirst().joined(separator: ", ") },
            [
                "new integer(2), redeemed integer(2)", "cancelled integer(1)",
                "converted integer(1), endedVoluntarily integer(1)",
            ])
        expectEqual(daily.rows.map { $0[3] }, ["2026-01-01", "2026-01-20", "2026-02-01"].map { .date(instant($0)) })
        expectEqual(report.dailyTable(day("2026-01-02")...day("2026-01-31")).rows.count, 1)
        #expect(SubscriptionEventReport().dailyTable().rows.isEmpty)
    }

    @Test("the report goes on to the latest event of any kind, and so do churn and money")
    func latest() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-02", until: "2026-02-02")
        log.note(.clockMoved, 1, on: "2026-03-30")
        let reports = log.reports()
        expectEqual(reports.events.days, day("2026-01-02")...day("2026-03-30"))
        expectEqual(reports.retention.months, month("2026-01")...month("2026-03"))
        expectEqual(reports.proceeds.months, month("2026-01")...month("2026-03"))
        expectEqual(reports.retention.churn(in: month("2026-03")).subscribedBefore, 1)
        var other = FoldLog()
        other.period(.subscribed, 2, on: "2026-01-02", until: "2026-02-02")
        expectEqual(other.reports().merged(with: reports).events.days, reports.events.days)
    }

    @Test("what is bought once is no event of a subscription")
    func purchases() {
        var log = FoldLog()
        log.buy(.init(product: "coins", price: 1_000), on: "2026-01-01", customer: 1)
        #expect(log.reports().events.cells.isEmpty)
    }
}
