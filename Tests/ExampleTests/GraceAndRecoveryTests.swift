import Foundation
import OfferKit
import OfferKitTestHarness
import OfferKitTimelines
import Testing
import grace_and_recovery

/// The example of grace and recovery.
struct GraceAndRecoveryTests {
    // Of 92 days from 1 May to 31 July. A repair after 2, 14 and 40 days is one on 3 May, 15 May and 10 June: service
    // is missing from the end of grace until then.
    @Test(
        "lost days and money are those worked out by hand",
        arguments: [
            (Grace.none, 2 as Int?, 2, "29.97", "2026-08-03" as String?), (.threeDays, 2, 0, "29.97", "2026-08-01"),
            (.none, 14, 14, "29.97", "2026-08-15"), (.threeDays, 14, 11, "29.97", "2026-08-15"),
            (.sixteenDays, 14, 0, "29.97", "2026-08-01"), (.twentyEightDays, 14, 0, "29.97", "2026-08-01"),
            (.none, 40, 40, "19.98", "2026-08-10"), (.threeDays, 40, 37, "19.98", "2026-08-10"),
            (.sixteenDays, 40, 24, "19.98", "2026-08-10"), (.twentyEightDays, 40, 12, "19.98", "2026-08-10"),
            (.none, nil, 92, "0", nil), (.threeDays, nil, 89, "0", nil), (.sixteenDays, nil, 76, "0", nil),
            (.twentyEightDays, nil, 64, "0", nil),
        ])
    func one(grace: Grace, days: Int?, lost: Int, charged: String, paidUntil: String?) throws {
        let subscriber = try Subscriber(grace, repairedAfter: days)
        expectEqual(Subscriber.days - subscriber.servedDays, lost)
        expectEqual(subscriber.charged, Decimal(string: charged))
        expectEqual(subscriber.paidUntil.map { String($0.utcText.prefix(10)) }, paidUntil)
        expectEqual(subscriber.life.cells.count, 92)
    }

    @Test("B7-8, B7-9: the lives are drawn as the guide to them says")
    func lives() throws {
        try expectEqual(Subscriber(.none, repairedAfter: 14).life.shortLine, "!r13+·30R·29R·16")
        try expectEqual(Subscriber(.sixteenDays, repairedAfter: 14).life.shortLine, "!g13+·16R·29R·30")
        try expectEqual(Subscriber(.twentyEightDays, repairedAfter: nil).life.shortLine, "!g27r32E_31")
    }

    // Twenty-eight subscribers, one of each day of February: the first renews on 1 March, the last on the 28th.
    // Watched until 1 June, the renewals lie 92, 91, … 65 days back: 2,198 days in all, and 60 days end on 27 May.
    @Test("when every renewal fails and nobody repairs, all is lost after the first month but for grace")
    func allFail() throws {
        let lostDays = [(Grace.none, 2_198), (.threeDays, 2_114), (.sixteenDays, 1_750), (.twentyEightDays, 1_414)]
        for (grace, lost) in lostDays {
            let population = try Population(28, months: 3, grace, failureRate: 1, repairs: { _ in nil })
            expectEqual(population.failed, 28)
            #expect(population.recovered == (0, 0))
            expectEqual(population.ended, 28)
            expectEqual(population.lostDays, lost)
            expectEqual(population.revenue, Decimal(string: "279.72"))
        }
    }

    // Three renewals each, and a fourth of the first subscriber on 1 June, which is not made good in the time watched.
    @Test("when every renewal fails and is repaired within grace, no day is lost and every month is paid")
    func allRecover() throws {
        let population = try Population(28, months: 3, .sixteenDays, failureRate: 1, repairs: { _ in 2 })
        expectEqual(population.failed, 85)
        #expect(population.recovered == (84, 0))
        expectEqual(population.ended, 0)
        expectEqual(population.lostDays, 0)
        expectEqual(population.revenue, Decimal(string: "1118.88"))
    }

    // Three renewals each, and a fourth of the first subscriber on 1 June itself: 28 + 85 charges of $9.99.
    @Test("when no charge fails, grace makes no difference")
    func noneFails() throws {
        for grace in Grace.allCases {
            let population = try Population(28, months: 3, grace, failureRate: 0)
            expectEqual(population.failed, 0)
            expectEqual(population.lostDays, 0)
            expectEqual(population.revenue, Decimal(string: "1128.87"))
        }
    }

    @Test("after 3, 16 and 28 days 40, 75 and 90 % have repaired the card, as in the talk on retention")
    func quirks() {
        let days = (0..<20).map { Population.repairs(ofCustomer: $0) }
        func share(within limit: Int) -> Int { days.count { $0.map { $0 <= limit } ?? false } * 5 }
        expectEqual([3, 16, 28].map(share), [40, 75, 90])
    }

    @Test("B7-18: grace keeps more service, and the run is the same every time")
    func grace() throws {
        let (without, with) = (try Population(500, months: 3, .none), try Population(500, months: 3, .sixteenDays))
        #expect(with.lostDays < without.lostDays)
        expectEqual(without.recovered.inGrace, 0)
        #expect(with.recovered.inGrace > with.recovered.later)
        try expectEqual(Report.population(200), Report.population(200))
    }
}
