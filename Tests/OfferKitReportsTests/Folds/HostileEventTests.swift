import OfferKitCore
import OfferKitEssentials
import OfferKitReports
import OfferKitTestHarness
import Testing

/// Events that no store writes.
struct HostileEventTests {
    /// What is told of subscriptions alone; a refund taken back is known by its transaction, and what is erased may be anything.
    private static let aboutSubscriptions: Set<ReportEvent.Kind> = [
        .resubscribed, .planChanged, .renewed, .recovered, .autoRenewTurnedOff, .autoRenewTurnedOn, .renewalPlanned,
        .renewalFailed, .graceEnded, .lapsed, .renewalExtended, .periodEnded, .periodProrated, .refunded,
    ]

    @Test("C-185: events about a subscription that never began are passed over and counted")
    func unknownSubscription() {
        for kind in ReportEvent.Kind.allCases where kind != .subscribed {
            var log = FoldLog()
            log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01")
            log.note(kind, 1, on: "2026-01-02") { $0.subscriptionPlace = 77 }
            let (reports, before) = (log.reports(), log.reports(ofFirst: 1))
            #expect(reports.state.changes == before.state.changes && reports.retention.cells == before.retention.cells)
            expectEqual(reports.eventCount, 2)
            let isAbout = Self.aboutSubscriptions.contains(kind)
            expectEqual(reports.passedOver.unknownSubscription, isAbout ? 1 : 0, "\(kind)")
        }
    }

    @Test("C-185: where a log's beginning is missing, what happens to a subscription before its next period is counted")
    func cutOff() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01")
        log.note(.autoRenewTurnedOff, 1, on: "2026-01-05") { $0.subscriptionPlace = nil }
        log.note(.refunded, 1, on: "2026-01-06", price: 10_000) { $0.subscriptionPlace = nil }
        log.note(.lapsed, 1, on: "2026-02-01", reason: "autoRenewDisabled") { $0.subscriptionPlace = nil }
        var fold = ReportFold()
        for event in log.events.dropFirst() { fold.add(event, log.names) }
        expectEqual(fold.reports.passedOver.unknownSubscription, 3)
        #expect(fold.reports.proceeds.cells.isEmpty)
    }

    @Test("C-185: a name that is not there passes the event over, whichever it is, and a negative one too")
    func unknownNames() {
        let changes: [(inout ReportEvent) -> Void] = [
            { $0.product = 99 }, { $0.product = -1 }, { $0.product = nil }, { $0.product = .max },
            { $0.offer = 99 }, { $0.offer = -1 }, { $0.offer = .min }, { $0.storefront = 99 }, { $0.storefront = nil },
            { $0.storefront = .min },
        ]
        for change in changes {
            var log = FoldLog()
            log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01")
            log.note(.renewed, 1, on: "2026-02-01", change)
            log.note(.refunded, 1, on: "2026-02-01", change)
            let reports = log.reports()
            expectEqual(reports.passedOver.unknownName, 2)
            expectEqual(reports.events.counts().renewed, 0)
        }
    }

    @Test("C-185: what does not fit how a subscription stands is passed over")
    func unfitting() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01")
        log.note(.graceEnded, 1, on: "2026-01-02")
        log.note(.subscribed, 1, on: "2026-01-02")
        log.note(.periodProrated, 1, on: "2026-01-02") { $0.transaction = 99 }
        log.note(.refundReversed, 1, on: "2026-01-02")
        log.note(.lapsed, 1, on: "2026-02-01")
        log.note(.lapsed, 1, on: "2026-02-01")
        log.note(.renewalFailed, 1, on: "2026-02-01")
        log.note(.refunded, 1, on: "2026-02-01", price: 10_000)
        log.note(.refunded, 1, on: "2026-02-01", price: 10_000)
        let reports = log.reports()
        #expect(reports.passedOver.unfitting == 7 && reports.passedOver.total == 7)
        expectEqual(reports.events.counts().ended, 1)
        expectEqual(reports.retention.retained(ofCohort: month("2026-01"), afterMonths: 1), 0)
        expectEqual(reports.proceeds.totals()["USD"]?.refunded, 10_000)
    }

    // C-175.
    @Test("prices at the ends of the range are summed exactly, and proceeds of them are floored without overflow")
    func prices() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01", .init(price: .max))
        for _ in 1...3 { log.period(.renewed, 1, until: "2026-03-01", .init(price: .max)) }
        log.note(.refunded, 1, on: "2026-03-01", price: .min)
        log.note(.refundReversed, 1, on: "2026-03-01")
        log.note(.periodProrated, 1, on: "2026-03-01", price: .min)
        log.period(.resubscribed, 1, on: "2026-03-01", until: "2026-03-02", .init(price: .min, offer: FoldLog.half))
        let reports = log.reports()
        // 4 × 9,223,372,036,854,775.807 − 9,223,372,036,854,775.808; and 70 % of one of the first, floored.
        expectEqual(reports.proceeds.totals()["USD"]?.charged.description, "27670116110564327.42")
        expectEqual(
            reports.proceeds.totals(in: month("2026-01")...month("2026-01"))["USD"]?.earned.description,
            "6456360425798343.064")
    }

    // C-170.
    @Test("dates at the ends of the range, and turned round, stop at the ends of the calendar")
    func dates() {
        let ends = [
            Date(millisecondsSince1970: .min), Date(millisecondsSince1970: 0), Date(millisecondsSince1970: .max),
        ]
        for kind in ReportEvent.Kind.allCases {
            for (first, second) in [(0, 2), (2, 0), (1, 0), (1, 2)] {
                var log = FoldLog()
                log.period(.subscribed, 1, on: "2026-01-01", until: "2026-02-01")
                log.note(.renewed, 1, on: "2026-02-01", price: 10_000) {
                    ($0.date, $0.start, $0.end) = (ends[first], ends[first], ends[second])
                }
                log.note(kind, 1, on: "2026-02-01") {
                    ($0.date, $0.start, $0.end, $0.graceEnd) = (ends[second], ends[second], ends[first], ends[first])
                }
                log.period(.recovered, 1, on: "2026-03-01", until: "2026-04-01")
                let reports = log.reports()
                expectEqual(reports.eventCount, 4)
                expectEqual(reports.state.days.map { $0.lowerBound >= .first && $0.upperBound <= .last }, true)
            }
        }
    }

    @Test("a log of ten thousand years makes tables and pictures of the last ten")
    func longTables() throws {
        var log = FoldLog()
        // Month after month from the first of the year 1.
        for number in 1...130 {
            let day = ReportDay(daysSince1970: -719_162 + 31 * number)
            log.period(.subscribed, number, on: "\(day)", until: "\(day.adding(days: 31))")
        }
        log.period(.renewed, 130, on: "9999-12-31", until: "9999-12-31")
        let reports = log.reports()
        expectEqual(reports.passedOver.total, 0)
        for table in reports.tables { #expect(table.rows.count <= 130, "\(table.title)") }
        let months = try #require(reports.tables.first { $0.title == "Churn by month" })
        expectEqual(months.rows.count, 120)
        expectEqual(months.rows.last?.first, .text("9999-12"))
        #expect(reports.dashboard().html.utf8.count < 4_000_000)
    }

    @Test("C-185: the refund of a transaction that was never made is passed over, and changes no rate")
    func ghostRefunds() {
        var log = FoldLog()
        log.period(.subscribed, 1, on: "2025-01-01", until: "2026-01-02", .init(price: 10_000))
        var ghost = log
        ghost.note(.refunded, 1, on: "2025-02-01", price: 5_000) { $0.transaction = 777 }
        // A subscription's product without the subscription.
        ghost.note(.refunded, 1, on: "2025-02-01", price: 5_000) {
            ($0.subscription, $0.subscriptionPlace) = (nil, nil)
        }
        let passedOver = ghost.reports().passedOver
        #expect((passedOver.unfitting, passedOver.unknownSubscription) == (1, 1))
        ghost.period(.renewed, 1, until: "2027-01-02", .init(price: 10_000))
        expectEqual(ghost.reports().proceeds.totals()["USD"]?.chargesAtHighRate, 1)
        expectEqual(ghost.reports().proceeds.totals()["USD"]?.refunds, 0)
    }

    @Test("identifiers that look alike and have other bytes are others")
    func bytes() {
        let composed = ReportTerms(product: "caf\u{E9}", storefront: FoldLog.usa)
        let decomposed = ReportTerms(product: "cafe\u{301}", storefront: FoldLog.usa)
        #expect(composed != decomposed)
        var names = ReportNames()
        expectEqual(names.place(of: ReportNames.Product(id: composed.product, .consumable)), 0)
        expectEqual(names.place(of: ReportNames.Product(id: decomposed.product, .consumable)), 1)
        #expect(!ReportFilter(product: composed.product).matches(decomposed))
    }

    @Test("the time that subscribers stayed is held where it is longer than can be counted, and has no mean")
    func longStays() {
        var counts = OfferReport.Counts()
        (counts.churned, counts.millisecondsToChurn) = (2, .max - 1)
        var other = counts
        other.add(counts)
        #expect(other.millisecondsToChurn == .max && other.meanDaysToChurn == nil)
        #expect(counts.meanDaysToChurn != nil)
    }

    @Test("a subscription's place may be any number, and makes no table as large as it is")
    func places() {
        var fold = ReportFold()
        var log = FoldLog()
        let places = [0, .max, .min, -1, 1 << 40, 1 << 31, 65_535, 65_536, 10_000_000]
        for place in places {
            log.period(.subscribed, place, on: "2026-01-01", until: "2026-02-01")
            log.period(.renewed, place, until: "2026-03-01")
        }
        for event in log.events { fold.add(event, log.names) }
        expectEqual(fold.runningSubscriptions, places.count)
        expectEqual(fold.reports.state.counts(at: .last).active, places.count)
        #expect(fold.bytesOfSubscriptions < 2_000_000)
        for place in places { log.note(.lapsed, place, on: "2026-03-01", reason: "billingError") }
        for event in log.events.suffix(places.count) { fold.add(event, log.names) }
        expectEqual(fold.runningSubscriptions, 0)
        expectEqual(fold.reports.state.counts(at: .last).active, 0)
    }

    // C-185.
    @Test("any events in any order never stop a fold")
    func anything() {
        for seed in 0..<20 {
            var chance = SplitMix64(seed: UInt64(seed))
            var log = FoldLog()
            let numbers = [Int.min, -1, 0, 1, 2, 3, .max]
            let dates = [Int64.min, -1, 0, 1_767_225_600_000, 1_769_904_000_000, 1_900_000_000_000, .max]
            for _ in 0..<500 {
                log.period(.subscribed, Int.random(in: 0..<6, using: &chance), on: "2026-01-01", until: "2026-02-01")
                let kind = ReportEvent.Kind.allCases.randomElement(using: &chance) ?? .renewed
                let place = Int.random(in: 0..<6, using: &chance)
                var random = chance
                log.note(kind, place, on: "2026-01-15") { event in
                    func date() -> Date {
                        Date(millisecondsSince1970: dates.randomElement(using: &random) ?? 0)
                    }
                    (event.date, event.start, event.end, event.graceEnd) = (date(), date(), date(), date())
                    event.amount = Amount(milliunits: dates.randomElement(using: &random) ?? 0)
                    event.transaction = UInt64.random(in: 0...5, using: &random)
                    event.product = numbers.randomElement(using: &random)
                    event.offer = Bool.random(using: &random) ? nil : numbers.randomElement(using: &random)
                    event.storefront = numbers.randomElement(using: &random)
                    event.reason = numbers.randomElement(using: &random)
                    event.offerCharge = numbers.randomElement(using: &random) ?? 0
                    event.subscriptionPlace = numbers.randomElement(using: &random)
                }
                chance = random
            }
            let reports = log.reports()
            expectEqual(reports.eventCount, log.events.count, "seed \(seed)")
            expectEqual(reports.merged(with: reports).eventCount, 2 * log.events.count, "seed \(seed)")
            _ = reports.state.series(day("2026-01-01")...day("2026-02-01"))
        }
    }
}
