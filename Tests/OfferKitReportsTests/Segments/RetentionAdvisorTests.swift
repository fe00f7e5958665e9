import OfferKitCore
import OfferKitReports
import OfferKitTestHarness
import Testing

/// Advice on retention.
struct RetentionAdvisorTests {
    private static func advice(_ facts: SubscriberFacts, _ day: String) -> RetentionAdvice {
        RetentionAdvisor().advice(for: facts, at: midnight(day))
    }

    /// Likely to leave; the next renewal is on 25 December.
    private static let quiet: SubscriberFacts = {
        var facts = SegmentUsers.renewing
        facts.contentShare = 0.05
        return facts
    }()

    @Test("S3-27: likely to leave, leaving, left: three situations, and two in which nothing is done")
    func situations() {
        var failing = Self.quiet
        failing.status = .inBillingRetry
        let users = [
            Self.quiet, SegmentUsers.leaving, SegmentUsers.leftAfterTrial, failing, SegmentUsers.renewing,
        ]
        let advices = users.map { Self.advice($0, "2026-12-10") }
        expectEqual(advices.map(\.situation), [.atRisk, .leaving, .lapsed, .paymentFails, .nothingToDo])
        expectEqual(advices[3].channels, [])
        #expect(!advices[3].isDue && !advices[4].isDue)
    }

    @Test("S3-28, S3-29, C-162: the last letter to who is likely to leave goes out two days before the renewal")
    func atRisk() {
        let advice = Self.advice(Self.quiet, "2026-12-10")
        expectEqual(advice.channels, [.email, .push, .beforeManagePage])
        #expect(advice.isDue)
        expectEqual(advice.until, midnight("2026-12-23"))
        expectEqual(Self.advice(Self.quiet, "2026-12-23").channels, [.email, .push, .beforeManagePage])
        let late = Self.advice(Self.quiet, "2026-12-24")
        expectEqual(late.channels, [.beforeManagePage])
        expectEqual(late.until, midnight("2026-12-25"))
    }

    @Test("S3-29, S3-68: cancelled on 5 December and paid until the 25th: the offer is in the app in between")
    func leaving() {
        let advice = Self.advice(SegmentUsers.leaving, "2026-12-05")
        expectEqual(advice.channels, [.inApp])
        expectEqual(advice.from, midnight("2026-12-05"))
        expectEqual(advice.until, midnight("2026-12-25"))
        #expect(advice.isDue)
        expectEqual(
            advice.explanation,
            "The customer cancelled and has service left for 20 days: show the offer in the app, "
                + "where they still are, until 2026-12-25T00:00:00Z.")
        expectContains(Self.advice(SegmentUsers.leaving, "2026-12-24").explanation, "for 1 day:")
        #expect(!Self.advice(SegmentUsers.leaving, "2026-12-25").isDue)
    }

    @Test("S3-30, S3-31, C-162: who left on 8 December is written to from 7 January on, and every 30 days")
    func lapsed() {
        var facts = SegmentUsers.leftAfterTrial
        #expect(!Self.advice(facts, "2026-12-08").isDue)
        let early = Self.advice(facts, "2027-01-06")
        #expect(!early.isDue)
        expectEqual(early.from, midnight("2027-01-07"))
        expectContains(early.explanation, "teaches people to cancel")
        let due = Self.advice(facts, "2027-01-07")
        #expect(due.isDue)
        expectEqual(due.channels, [.email, .push])
        facts.lastContacted = midnight("2027-01-07")
        let again = Self.advice(facts, "2027-02-05")
        #expect(!again.isDue)
        expectEqual(again.from, midnight("2027-02-06"))
        expectContains(again.explanation, "spam")
        #expect(Self.advice(facts, "2027-02-06").isDue)
        facts.periodEnd = nil
        #expect(!Self.advice(facts, "2028-01-01").isDue)
    }

    @Test("S0-102, S0-106: who left and still opens the app is met there, too")
    func channels() {
        var facts = SegmentUsers.leftAfterTrial
        expectLacks(Self.advice(facts, "2027-02-01").channels, .inApp)
        facts.usesApp = true
        expectEqual(Self.advice(facts, "2027-02-01").channels, [.email, .push, .inApp])
    }
}
