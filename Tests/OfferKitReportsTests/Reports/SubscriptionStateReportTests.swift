import OfferKitCore
import OfferKitReports
import OfferKitTestHarness
import Testing

/// Subscription State.
struct SubscriptionStateReportTests {
    /// Five subscribers of one month, each under other terms.
    ///
    /// 1 standard price from the 1st; 2 a free trial from the 2nd; 3 a promotional offer from the 3rd; 4 a code from the 3rd, in
    /// France; 5 a win-back offer from the 4th. 1 ends on 1 February, 2 goes on at the standard price on 2 February.
    private func mixed() -> FoldLog {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01")
        log.period(
            .subscribed, 2, on: "2026-01-02", until: "2026-02-02", .init(price: 0, offer: FoldLog.trial))
        log.period(.subscribed, 3, on: "2026-01-03", until: "2026-02-03", .init(price: 5_000, offer: FoldLog.half))
        log.period(
            .subscribed, 4, on: "2026-01-03", until: "2026-02-03",
            .init(price: 3_000, offer: FoldLog.code, storefront: FoldLog.france))
        log.period(.subscribed, 5, on: "2026-01-04", until: "2026-02-04", .init(price: 1_000, offer: FoldLog.back))
        log.note(.lapsed, 1, on: "2026-02-01", reason: "autoRenewDisabled")
        log.period(.renewed, 2, until: "2026-03-02")
        return log
    }

    // S0-131.
    @Test("B17-1, S0-132: each day has the active by standard price, introductory, promotional, code and win-back")
    func byType() {
        let state = mixed().reports().state
        var counts = SubscriptionStateReport.Counts()
        expectEqual(state.counts(at: day("2025-12-31")), counts)
        counts.standardPrice = 1
        expectEqual(state.counts(at: day("2026-01-01")), counts)
        (counts.introductory, counts.promotional, counts.code, counts.winBack) = (1, 1, 1, 1)
        expectEqual(state.counts(at: day("2026-01-04")), counts)
        #expect(counts.active == 5 && counts.subscriptionOffers == 3)
        // Subscriber 1 left; a day later the trial of subscriber 2 became the standard price.
        counts.standardPrice = 0
        expectEqual(state.counts(at: day("2026-02-01")), counts)
        (counts.standardPrice, counts.introductory) = (1, 0)
        expectEqual(state.counts(at: day("2026-02-02")), counts)
        expectEqual(state.counts(at: .last), counts)
    }

    @Test("S0-133: growth is asked for between any two days, and by territory")
    func growth() {
        let state = mixed().reports().state
        let growth = state.growth(from: day("2026-01-01"), to: day("2026-01-31"))
        #expect((growth.before, growth.after, growth.change, growth.rate) == (1, 5, 4, 4.0))
        let shrinking = state.growth(from: day("2026-01-31"), to: day("2026-02-01"))
        #expect((shrinking.change, shrinking.rate) == (-1, -0.2))
        let france = state.growth(from: day("2026-01-01"), to: day("2026-01-31"), where: .init(territory: "FRA"))
        #expect((france.before, france.after, france.rate) == (0, 1, nil))
    }

    // Of `mixed()`: in the USA 1 subscriber at the end of 1 January, 4 at that of the 31st, 3 at that of 1 February, where the log
    // ends on the 2nd; in France 1 from 3 January on.
    @Test("S0-132, S0-133: a row for each storefront has the subscribers of each month or day, and how they grew")
    func storefrontTables() throws {
        let state = mixed().reports().state
        let tables = try #require(state.section?.tables)
        let monthly = try #require(tables.first { $0.title == "Subscribers at the end of each month, by storefront" })
        #expect(
            monthly.csv == """
                Storefront,Day,Active,Growth,Growth rate,Standard price,Introductory,Promotional,Offer code,Win-back,\
                Other offers,In grace,In retry\r
                FRA,2026-01-31,1,1,,0,0,0,1,0,0,0,0\r
                FRA,2026-02-02,1,0,0.0000%,0,0,0,1,0,0,0,0\r
                USA,2026-01-31,4,4,,1,1,1,0,1,0,0,0\r
                USA,2026-02-02,3,-1,-25.0000%,1,0,1,0,1,0,0,0\r

                """)
        let daily = state.dailyTableByStorefront()
        expectEqual(daily.rows.count, 2 * 33)
        expectEqual(
            daily.rows.filter { $0[0] == .text("USA") }.prefix(3).map { $0[2] },
            [.integer(1), .integer(2), .integer(3)])
        let france = state.dailyTable(day("2026-01-02")...day("2026-01-04"), where: .init(territory: "FRA"))
        expectEqual(france.rows.map { $0[1] }, [.integer(0), .integer(1), .integer(1)])
        expectEqual(france.rows.map { $0[2] }, [.integer(0), .integer(1), .integer(0)])
        #expect(SubscriptionStateReport().dailyTable().rows.isEmpty)
        #expect(SubscriptionStateReport().dailyTableByStorefront().rows.isEmpty)
        // The calendar's first day has none before it.
        expectEqual(state.dailyTable(.first ... .first).rows.map { $0[1] }, [.integer(0)])
    }

    @Test("S0-134: each day has the active under each offer")
    func byOffer() {
        let state = mixed().reports().state
        expectEqual(
            state.activeByOffer(at: day("2026-01-31")),
            [nil: 1, FoldLog.trial: 1, FoldLog.half: 1, FoldLog.code: 1, FoldLog.back: 1])
        let promotional = state.countsByTerms(at: day("2026-01-31"), where: .init(offers: .id("half")))
        expectEqual(promotional.keys.map { $0 }, [FoldLog.terms("monthly", FoldLog.half)])
        expectEqual(state.counts(at: day("2026-01-31"), where: .init(offers: .anyOffer)).active, 4)
        expectEqual(state.counts(at: day("2026-01-31"), where: .init(offers: .type(.code))).active, 1)
        expectEqual(state.counts(at: day("2026-01-31"), where: .init(offers: .standardPrice)).active, 1)
        expectEqual(state.counts(at: day("2026-01-31"), where: .init(product: "gold")).active, 0)
        expectEqual(state.counts(at: day("2026-01-31"), where: .init(currency: "EUR")).active, 1)
    }

    @Test("C-170: a day ends with its last millisecond, so what happens at midnight belongs to the day that begins")
    func midnight() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-02-28T23:59:59.999", until: "2026-03-28T23:59:59.999")
        log.period(.subscribed, 2, on: "2026-03-01", until: "2026-04-01")
        let state = log.reports().state
        expectEqual(state.counts(at: day("2026-02-28")).active, 1)
        expectEqual(state.counts(at: day("2026-03-01")).active, 2)
        expectEqual(state.days, day("2026-02-28")...day("2026-03-01"))
    }

    @Test("the report goes on to the latest event of any kind, though nobody's standing changed since")
    func latestDay() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-02", until: "2026-02-02")
        log.note(.autoRenewTurnedOff, 1, on: "2026-01-30")
        expectEqual(log.reports().state.days, day("2026-01-02")...day("2026-01-30"))
    }

    @Test("C-171: grace and billing retry are counted apart and not as active, and a recovery brings back what was")
    func failing() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01")
        log.note(.renewalFailed, 1, on: "2026-02-01", reason: "paymentDeclined") {
            $0.graceEnd = instant("2026-02-04")
        }
        log.note(.graceEnded, 1, on: "2026-02-04")
        log.period(.recovered, 1, on: "2026-02-10", until: "2026-03-10")
        let state = log.reports().state
        func at(_ text: String) -> [Int] {
            let counts = state.counts(at: day(text))
            return [counts.active, counts.inGrace, counts.inRetry]
        }
        expectEqual(at("2026-01-31"), [1, 0, 0])
        expectEqual(at("2026-02-01"), [0, 1, 0])
        expectEqual(at("2026-02-03"), [0, 1, 0])
        expectEqual(at("2026-02-04"), [0, 0, 1])
        expectEqual(at("2026-02-09"), [0, 0, 1])
        expectEqual(at("2026-02-10"), [1, 0, 0])
    }

    @Test("C-171: family members, who share a subscription, are not counted")
    func family() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01")
        log.note(.accessShared, 1, on: "2026-01-01") { ($0.customer, $0.subscriptionPlace) = (2, nil) }
        log.note(.accessRevoked, 1, on: "2026-01-09") { ($0.customer, $0.subscriptionPlace) = (2, nil) }
        let reports = log.reports()
        expectEqual(reports.state.counts(at: day("2026-01-05")).active, 1)
        expectEqual(reports.state.counts(at: day("2026-01-09")).active, 1)
        expectEqual(reports.passedOver.total, 0)
    }

    @Test("C-24: the refund of the current period ends it, and taking it back in time brings it back")
    func refund() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01")
        log.note(.refunded, 1, on: "2026-01-10", price: 10_000)
        log.note(.autoRenewTurnedOff, 1, on: "2026-01-10")
        log.note(.refundReversed, 1, on: "2026-01-20")
        let state = log.reports().state
        let counts = ["2026-01-09", "2026-01-10", "2026-01-19", "2026-01-20"].map { state.counts(at: day($0)).active }
        expectEqual(counts, [1, 0, 0, 1])
    }

    @Test("a series has an element for every day, with all that came before")
    func series() {
        let series = mixed().reports().state.series(day("2026-01-02")...day("2026-01-05"))
        expectEqual(series.map(\.counts.active), [2, 4, 5, 5])
        expectEqual(series.map(\.day), (2...5).map { day("2026-01-0\($0)") })
    }

    @Test("days on which nothing changed in the end leave nothing behind")
    func nothingLeft() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01")
        log.note(.renewalFailed, 1, on: "2026-02-01")
        log.period(.recovered, 1, on: "2026-02-01T10", until: "2026-03-01T10")
        expectEqual(log.reports().state.changes.values.map(\.count), [1])
    }
}
