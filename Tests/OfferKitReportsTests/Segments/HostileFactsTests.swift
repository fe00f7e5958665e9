import OfferKitCore
import OfferKitEssentials
import OfferKitReports
import OfferKitTestHarness
import Testing

/// Facts that cannot be.
struct HostileFactsTests {
    private static let ends: [Date?] = [
        nil, Date(millisecondsSince1970: .min), Date(millisecondsSince1970: 0), Date(millisecondsSince1970: .max),
    ]

    @Test("C-164: whatever the dates and numbers are, there is an answer", arguments: SubscriberFacts.Status.allCases)
    func everything(status: SubscriberFacts.Status) throws {
        let offers = Segmentation.documents.segments.filter(\.isOffered).map {
            SegmentOffer("\($0.id)", on: "a", for: $0.id, daysAfterLapse: .max)
        }
        var timing = RetentionTiming()
        var thresholds = SegmentThresholds()
        for number in [Int.min, -1, 0, .max] {
            (timing.daysAheadOfRenewal, timing.daysAfterLapse, timing.daysBetweenMessages) = (number, number, number)
            (thresholds.loyalFromRenewal, thresholds.upgradeFromRenewals, thresholds.quietBelowCount) =
                (number, number, number)
            let plan = try OfferPlan(offers, segmentation: .documents(thresholds), timing: timing)
            var advisor = RetentionAdvisor()
            (advisor.timing, advisor.thresholds) = (timing, thresholds)
            for end in Self.ends {
                for now in Self.ends.compactMap({ $0 }) {
                    let facts = SubscriberFacts(
                        status: status, plan: .init("", level: number, period: .weekly), renewsTo: SegmentUsers.yearly,
                        renewalsInARow: number, billingErrors: number, contentCount: number,
                        contentShare: .init(.infinity), periodEnd: end, autoRenewOffSince: end, lapsedAt: end,
                        lastContacted: end)
                    #expect(!plan.choice(for: facts, at: now).explanation.isEmpty)
                    #expect(!advisor.advice(for: facts, at: now).explanation.isEmpty)
                    var renewing = facts
                    renewing.willAutoRenew = true
                    #expect(!plan.choice(for: renewing, at: now).explanation.isEmpty)
                    #expect(!advisor.advice(for: renewing, at: now).explanation.isEmpty)
                }
            }
        }
    }

    @Test("C-164: a share that is no number is not known, and one outside of 0 to 1 is held at the end")
    func shares() {
        typealias Share = SubscriberFacts.Share
        expectNil(Share(.nan))
        expectNil(Share(.signalingNaN))
        expectNil(Share(0.0 / 0.0))
        expectEqual(Share(-.infinity)?.value, 0)
        let (seven, quarter) = (7.0, 0.25)
        expectEqual(Share(seven)?.value, 1)
        expectEqual(Share(quarter)?.value, 0.25)
        expectEqual((2 as Share).value, 1)
        expectEqual(-0.5 as Share, 0)
        expectEqual(Share(-0.0), Share(0.0))
        expectEqual((0.0004 as Share).description, "0 %")
        expectEqual((1 as Share).description, "100 %")
    }

    @Test("C-164: the renewal after the largest number is the largest number")
    func nextRenewal() {
        expectEqual(SubscriberFacts(renewalsInARow: .max).nextRenewal, .max)
        expectEqual(SubscriberFacts(renewalsInARow: .min).nextRenewal, .min + 1)
    }

    @Test("C-164: days are whole ones, rounded down, and those between the ends of time are as many as there are")
    func days() {
        let end = midnight("2026-12-08")
        let facts = SubscriberFacts(status: .expired, periodEnd: end)
        expectEqual(facts.daysSinceLapse(at: end), 0)
        expectEqual(facts.daysSinceLapse(at: end.adding(.milliseconds(86_399_999))), 0)
        expectEqual(facts.daysSinceLapse(at: end.adding(.milliseconds(86_400_000))), 1)
        expectEqual(facts.daysSinceLapse(at: end.adding(.milliseconds(-1))), -1)
        expectNil(facts.daysLeft(at: end))
        let latest = Date(millisecondsSince1970: .max)
        let first = SubscriberFacts(status: .expired, periodEnd: Date(millisecondsSince1970: .min))
        // 2^63 - 1 milliseconds, by hand: 106,751,991,167 days and a part of one.
        expectEqual(first.daysSinceLapse(at: latest), 106_751_991_167)
        expectNil(SubscriberFacts(status: .active, periodEnd: end).daysSinceLapse(at: latest))
    }
}
