import OfferKitCore
import OfferKitReports
import OfferKitTestHarness
import Testing

/// Segments of the documents.
struct SegmentationTests {
    private static let now = midnight("2026-12-10")

    private static func segment(of facts: SubscriberFacts) -> Segment.Name? {
        Segmentation.documents.placement(of: facts, at: now).segment
    }

    @Test("S0-98, S3-63: who switched auto-renew off in a free trial, and did not renew, is won back")
    func winBack() {
        expectEqual(Self.segment(of: SegmentUsers.leftAfterTrial), .winBack)
        // The trial is no condition: whoever expired with auto-renew off is.
        var facts = SegmentUsers.leftAfterTrial
        facts.lapsedFromFreeTrial = false
        expectEqual(Self.segment(of: facts), .winBack)
        facts.willAutoRenew = true
        expectNil(Self.segment(of: facts))
        expectNil(Self.segment(of: SubscriberFacts()))
    }

    @Test("S0-114, S0-117: bought on the 26th, cancelled within the period with a refund: revoked, and won back")
    func refunded() {
        let facts = SubscriberFacts(
            status: .revoked, plan: SegmentUsers.monthly, periodEnd: midnight("2026-12-26"),
            lapsedAt: midnight("2026-12-04"), wasRefunded: true)
        expectEqual(Self.segment(of: facts), .winBack)
        expectEqual(facts.daysSinceLapse(at: Self.now), 6)
        expectEqual(facts.churn, .voluntary)
    }

    @Test("S0-99, S0-119, S3-55, S3-56: who is subscribed with auto-renew off is retained, in the grace period not")
    func retention() {
        var facts = SegmentUsers.leaving
        expectEqual(Self.segment(of: facts), .retention)
        facts.willAutoRenew = true
        #expect(Self.segment(of: facts) != .retention)
        facts.willAutoRenew = false
        facts.status = .inGracePeriod
        // Not only because somebody in grace is left alone first.
        expectEqual(Segmentation.documents.placement(of: facts, at: Self.now).allMet, [.doNotContact])
    }

    @Test("S0-100: two renewals in a row on a lower plan are several, one is not; on the highest plan none counts")
    func upgrade() {
        var facts = SegmentUsers.renewing
        expectEqual(Self.segment(of: facts), .upgrade)
        facts.renewalsInARow = 2
        expectEqual(Self.segment(of: facts), .upgrade)
        facts.renewalsInARow = 1
        expectNil(Self.segment(of: facts))
        facts.renewalsInARow = 9
        facts.plan = SegmentUsers.yearly
        expectNil(Self.segment(of: facts))
        // By the month on the first level: the yearly plan is the higher one.
        facts.plan = .init("gold", level: 1, period: .monthly)
        expectEqual(Self.segment(of: facts), .upgrade)
        facts.plan = nil
        expectNil(Self.segment(of: facts))
    }

    @Test("S0-124, S0-126: a downgrade chosen on 1 April marks for an upgrade offer, an upgrade does not")
    func downgrade() {
        var facts = SubscriberFacts(
            status: .active, willAutoRenew: true, plan: SegmentUsers.yearly, renewsTo: SegmentUsers.monthly)
        expectEqual(Segmentation.documents.placement(of: facts, at: midnight("2026-04-01")).segment, .upgrade)
        (facts.plan, facts.renewsTo) = (facts.renewsTo, facts.plan)
        expectNil(Self.segment(of: facts))
        facts.renewsTo = facts.plan
        expectNil(Self.segment(of: facts))
    }

    @Test("S0-127: whom an agent marked gets the apology, subscribed or not")
    func customerService() {
        for facts in [SegmentUsers.leftAfterTrial, SegmentUsers.leaving, SegmentUsers.renewing, SubscriberFacts()] {
            var facts = facts
            facts.isMarkedByAgent = true
            expectEqual(Self.segment(of: facts), .customerService)
        }
    }

    @Test("S0-128: loyalty begins ahead of the 11th renewal in a row: after ten, not after nine", arguments: 8...12)
    func loyalty(renewals: Int) {
        var facts = SegmentUsers.renewing
        facts.renewalsInARow = renewals
        expectEqual(facts.nextRenewal, renewals + 1)
        expectEqual(Self.segment(of: facts), renewals >= 10 ? .loyalty : .upgrade)
        // Who will not renew is about to renew for no time.
        facts.willAutoRenew = false
        expectEqual(Self.segment(of: facts), .retention)
        var thresholds = SegmentThresholds()
        expectEqual(thresholds.loyalFromRenewal, 11)
        thresholds.loyalFromRenewal = 9
        facts.willAutoRenew = true
        expectEqual(Segmentation.documents(thresholds).placement(of: facts, at: Self.now).segment, .loyalty)
    }

    @Test("S0-129, S3-28, C-161: who uses less than a tenth is saved, and of whom nothing is known is not")
    func save() {
        var facts = SubscriberFacts(status: .active, willAutoRenew: true)
        expectNil(Self.segment(of: facts))
        facts.contentShare = 0.1
        expectNil(Self.segment(of: facts))
        facts.contentShare = 0.099
        expectEqual(Self.segment(of: facts), .save)
        facts.contentShare = 0.9
        facts.churnRisk = 0.5
        expectEqual(Self.segment(of: facts), .save)
        facts.churnRisk = 0.499
        expectNil(Self.segment(of: facts))
        var thresholds = SegmentThresholds()
        thresholds.quietBelowCount = 3
        facts.contentCount = 2
        expectEqual(Segmentation.documents(thresholds).placement(of: facts, at: Self.now).segment, .save)
        facts.contentCount = 3
        expectNil(Segmentation.documents(thresholds).placement(of: facts, at: Self.now).segment)
    }

    @Test("S3-42, C-160: nothing goes before a payment that is tried again, in grace too unless told otherwise")
    func doNotContact() {
        var facts = SegmentUsers.renewing
        facts.isMarkedByAgent = true
        var thresholds = SegmentThresholds()
        thresholds.sparesGracePeriod = false
        for (status, inGrace) in [(SubscriberFacts.Status.inBillingRetry, false), (.inGracePeriod, true)] {
            facts.status = status
            expectEqual(Self.segment(of: facts), .doNotContact)
            expectEqual(
                Segmentation.documents(thresholds).placement(of: facts, at: Self.now).segment,
                inGrace ? .customerService : .doNotContact)
        }
    }

    @Test("S0-113, C-160: there are six uses of offers, and what is most urgent comes first")
    func order() {
        let segments = Segmentation.documents.segments
        expectEqual(
            segments.map(\.id),
            [.doNotContact, .customerService, .winBack, .retention, .save, .loyalty, .upgrade])
        expectEqual(segments.filter(\.isOffered).count, 6)
        var facts = SegmentUsers.renewing
        facts.renewalsInARow = 10
        facts.contentShare = 0
        let placement = Segmentation.documents.placement(of: facts, at: Self.now)
        expectEqual(placement.segment, .save)
        expectEqual(placement.allMet, [.save, .loyalty, .upgrade])
    }

    @Test("S0-95, S0-96, S0-98…100: the talk's three users each have another flag")
    func table() {
        let users = [SegmentUsers.leftAfterTrial, SegmentUsers.leaving, SegmentUsers.renewing]
        let flags = users.map { Segmentation.documents.placement(of: $0, at: Self.now).allMet }
        // The one who leaves would have renewed for the eleventh time, and by the month: that does not matter now.
        expectEqual(flags, [[.winBack], [.retention, .upgrade], [.upgrade]])
        expectEqual(
            Segmentation.documents.sizes(of: users + [SubscriberFacts()], at: Self.now),
            [.winBack: 1, .retention: 1, .upgrade: 1, nil: 1])
    }

    @Test("each explanation says what was found, in words and numbers")
    func explanations() {
        func text(_ facts: SubscriberFacts) -> String {
            Segmentation.documents.placement(of: facts, at: Self.now).explanation
        }
        expectEqual(text(SegmentUsers.leftAfterTrial), "In “win-back”: the status is expired (2); auto-renew is off.")
        expectEqual(
            text(SegmentUsers.leaving),
            "In “retention”: the status is active (1); auto-renew is off. Also met, and less urgent: “upgrade”.")
        var facts = SegmentUsers.renewing
        facts.renewalsInARow = 9
        let placement = Segmentation.documents.placement(of: facts, at: Self.now)
        expectEqual(
            placement.verdict(on: .loyalty)?.explanation,
            "Not in “loyalty”: the number in a row of the next renewal is 10 (asked for: 11 or more).")
        expectEqual(
            placement.verdict(on: .save)?.explanation,
            "Not in “save”: 40 % of the content was used (asked for: less than 10 %); "
                + "there is no forecast of leaving (asked for: 50 % or more).")
        #expect(
            text(SubscriberFacts()).hasPrefix(
                "In no segment.\nNot in “do not contact”: the status is never subscribed, and it has to be in"))
    }

    @Test("segments without a name, or with one that is taken, are refused")
    func names() {
        #expect(throws: SegmentationError.sameName("students")) {
            try Segmentation([Segment("students", .everybody), Segment("students", .nobody)])
        }
        #expect(throws: SegmentationError.namelessSegment) { try Segmentation([Segment("", .everybody)]) }
        expectEqual(
            SegmentationError.sameName("a").description, "Two segments are named “a”. Give each a name of its own.")
    }
}
