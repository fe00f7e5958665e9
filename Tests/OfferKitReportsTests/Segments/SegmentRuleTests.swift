import OfferKitCore
import OfferKitReports
import OfferKitTestHarness
import Testing

/// Rules of segments.
struct SegmentRuleTests {
    private static let now = midnight("2026-12-10")
    private let facts = SegmentUsers.renewing

    private func holds(_ rule: SegmentRule) -> Bool { rule.holds(for: facts, at: Self.now) }

    @Test("and, or and not are those of logic", arguments: [true, false], [true, false])
    func logic(a: Bool, b: Bool) {
        let (one, two) = (a ? SegmentRule.everybody : .nobody, b ? SegmentRule.everybody : .nobody)
        expectEqual(holds(one && two), a && b)
        expectEqual(holds(one || two), a || b)
        expectEqual(holds(!one), !a)
        expectEqual(holds(!(one && two)), !(a && b))
        expectEqual(holds(!(one || !two)), !(a || !b))
        expectEqual(holds((one || two) && two), b)
        expectEqual(holds((one && two) || one), a)
    }

    @Test("C-161: what is not known meets no rule, and not its opposite either")
    func unknown() {
        for rule: SegmentRule in [
            .atLeast(0, .contentCount), .atLeast(0, .daysSinceLapse), .churnRisk(atLeast: 0), .churn(.voluntary),
        ] {
            #expect(!holds(rule))
            #expect(!holds(!rule))
        }
        let nobody = SubscriberFacts()
        for rule: SegmentRule in [.product("a"), .flag(.lowPlan), .contentShare(below: 1), .below(9, .daysLeft)] {
            #expect(!rule.holds(for: nobody, at: Self.now))
            #expect(!(!rule).holds(for: nobody, at: Self.now))
        }
    }

    @Test(
        "numbers are taken from the facts, and limits are inclusive below",
        arguments: [
            (SegmentRule.Number.nextRenewal, 4), (.renewalsInARow, 3), (.billingErrors, 2), (.contentCount, 7),
            (.daysLeft, 15),
        ])
    func numbers(number: SegmentRule.Number, value: Int) {
        var facts = facts
        (facts.billingErrors, facts.contentCount) = (2, 7)
        #expect(SegmentRule.atLeast(value, number).holds(for: facts, at: Self.now))
        #expect(!SegmentRule.atLeast(value + 1, number).holds(for: facts, at: Self.now))
        #expect(SegmentRule.below(value + 1, number).holds(for: facts, at: Self.now))
        #expect(!SegmentRule.below(value, number).holds(for: facts, at: Self.now))
    }

    @Test("a rule of one's own counts by its name, and is explained by it")
    func own() {
        let now = Self.now
        let rule = SegmentRule.own("comes from Iceland") { facts, instant in facts.userID == "3" && instant == now }
        #expect(holds(rule && .status(.active)))
        expectEqual(rule, .own("comes from Iceland") { _, _ in false })
        #expect(rule != .own("comes from Norway") { _, _ in true })
        expectEqual(rule.finding(for: facts, at: now).description, "“comes from Iceland” holds")
        expectEqual((!rule).finding(for: facts, at: now).description, "“comes from Iceland” holds")
        #expect(!holds(!rule))
        let (type, product) = (SegmentRule.eligible(for: .code), SegmentRule.product("yearly", "monthly"))
        #expect(!holds(type))
        #expect(holds(product))
        expectEqual(Set([type, type, product, !product, !(!product)]).count, 3)
    }

    @Test("what was asked for turns around with “not”, and only what decided is told")
    func words() {
        func words(_ rule: SegmentRule) -> String { rule.finding(for: facts, at: Self.now).description }
        expectEqual(words(!.status(.active)), "the status is active (1), and it has not to be active (1)")
        expectEqual(words(!.autoRenew(true)), "auto-renew is on, and it has to be off")
        expectEqual(words(.below(3, .renewalsInARow)), "the number of renewals in a row is 3 (asked for: less than 3)")
        expectEqual(words(!.contentShare(below: 0.125)), "40 % of the content was used (asked for: 12.5 % or more)")
        expectEqual(words(.flag(.markedByAgent) || .flag(.lowPlan)), "there can be a higher plan")
        expectEqual(words(.flag(.markedByAgent) && .flag(.lowPlan)), "no agent marked the customer")
        expectEqual(words(.product("weekly")), "the product is “monthly”, and it has to be “weekly”")
        expectEqual(words(.eligible(for: .code)), "the customer may not have an offer of the type “offer code”")
        expectEqual(words(.everybody), "it is for everybody")
        expectEqual(words(.nobody), "it is for nobody")
    }

    @Test(
        "S0-109, S0-110, C-161: who decided to go is lost in one way, and whose payment failed in the other",
        arguments: [
            (
                SubscriberFacts.Status.expired, LapseReason?.some(.autoRenewDisabled),
                SubscriberFacts.Churn?.some(.voluntary)
            ),
            (.expired, .didNotConsentToPriceIncrease, .voluntary), (.expired, .billingError, .involuntary),
            (.expired, .productUnavailable, nil), (.expired, .unknown, nil), (.expired, nil, .voluntary),
            (.inBillingRetry, nil, .involuntary), (.inGracePeriod, nil, .involuntary), (.active, nil, .voluntary),
            (.revoked, nil, nil), (.neverSubscribed, nil, nil),
        ])
    func churn(
        status: SubscriberFacts.Status, reason: LapseReason?, churn: SubscriberFacts.Churn?
    ) {
        expectEqual(SubscriberFacts(status: status, lapseReason: reason).churn, churn)
        expectNil(SubscriberFacts(status: .active, willAutoRenew: true).churn)
    }

    @Test("C-161: a plan is lower by its level, and on one level by its length")
    func plans() {
        let (monthly, yearly) = (SegmentUsers.monthly, SegmentUsers.yearly)
        #expect(monthly.isBelow(yearly))
        #expect(!yearly.isBelow(monthly))
        #expect(!monthly.isBelow(monthly))
        let week = SubscriberFacts.Plan("week", level: 1, period: .weekly)
        #expect(week.isBelow(yearly))
        #expect(!week.isBelow(monthly))
        #expect(monthly.isLow && week.isLow)
        #expect(!yearly.isLow)
    }
}
