import OfferKitCore
import OfferKitEssentials
import OfferKitReports
import OfferKitTestHarness
import Testing

/// Offers for segments.
struct OfferPlanTests {
    private static let now = midnight("2026-12-10")
    private static let offers = [
        SegmentOffer("sorry", on: "monthly", for: .customerService, discount: 1),
        SegmentOffer("back25", .winBack, on: "monthly", for: .winBack, discount: 0.25, daysAfterLapse: 30),
        SegmentOffer("back50", .winBack, on: "monthly", for: .winBack, discount: 0.5, daysAfterLapse: 90),
        SegmentOffer("stay50", on: "monthly", for: .retention, discount: 0.5),
        SegmentOffer("stay", on: "yearly", for: .retention, discount: 0.3),
        SegmentOffer("new", on: "monthly", for: .save, discount: 1),
        SegmentOffer("thanks", on: "monthly", for: .loyalty, discount: 1),
        SegmentOffer("month-up", on: "monthly", for: .upgrade, discount: 0.2),
        SegmentOffer("year-up", on: "yearly", for: .upgrade, discount: 0.2),
    ]

    private static func choice(_ facts: SubscriberFacts, at now: Date = now) throws -> OfferChoice {
        try OfferPlan(offers).choice(for: facts, at: now)
    }

    @Test("S0-122, S0-126, C-163: each of the talk's users is offered what the segment is for")
    func users() throws {
        try expectEqual(Self.choice(SegmentUsers.leaving).offer?.id, "stay50")
        // Not an offer on the plan that they have.
        try expectEqual(Self.choice(SegmentUsers.renewing).offer?.id, "year-up")
        try expectEqual(
            Self.choice(SegmentUsers.leaving).explanation,
            "In “retention”: the status is active (1); auto-renew is off. "
                + "Also met, and less urgent: “upgrade”. The offer is “stay50” on “monthly”, 50 % off.")
        var facts = SegmentUsers.leaving
        facts.plan = SegmentUsers.yearly
        try expectEqual(Self.choice(facts).offer?.id, "stay")
        facts.plan = nil
        try expectEqual(Self.choice(facts).offer?.id, "stay50")
        facts = SegmentUsers.renewing
        facts.renewalsInARow = 10
        try expectEqual(Self.choice(facts).offer?.id, "thanks")
        facts.contentShare = 0.05
        try expectEqual(Self.choice(facts).offer?.id, "new")
    }

    // C-163: of the steps whose day has come the latest.
    @Test(
        "S3-30, S3-31, C-162: nothing right after the end, then more the longer it is ago",
        arguments: [(0, nil), (29, nil), (30, "back25"), (89, "back25"), (90, "back50"), (900, "back50")])
    func growing(days: Int, offer: String?) throws {
        let now = midnight("2026-12-08").adding(.days(days))
        let choice = try Self.choice(SegmentUsers.leftAfterTrial, at: now)
        expectEqual(choice.offer?.id, offer)
        expectEqual(choice.reason, offer == nil ? .tooSoonAfterLapse(days: days, first: 30) : nil)
    }

    @Test("S3-30: an offer that does not name a day waits for thirty all the same, and who knows no date waits")
    func waiting() throws {
        let plan = try OfferPlan([SegmentOffer("back", on: "monthly", for: .winBack)])
        var facts = SegmentUsers.leftAfterTrial
        expectEqual(plan.choice(for: facts, at: midnight("2027-01-06")).reason, .tooSoonAfterLapse(days: 29, first: 30))
        expectEqual(plan.choice(for: facts, at: midnight("2027-01-07")).offer?.id, "back")
        facts.periodEnd = nil
        let choice = plan.choice(for: facts, at: midnight("2027-01-07"))
        expectEqual(choice.reason, .tooSoonAfterLapse(days: nil, first: 30))
        #expect(
            choice.explanation.hasSuffix(
                "There is no offer yet: since the end the date is not known, and the first comes after 30 days. "
                    + "A discount right after the end would teach people to cancel."))
    }

    @Test("S0-127, C-162: the apology does not wait, for somebody who left neither")
    func apology() throws {
        var facts = SegmentUsers.leftAfterTrial
        facts.isMarkedByAgent = true
        try expectEqual(Self.choice(facts, at: midnight("2026-12-08")).offer?.id, "sorry")
    }

    @Test("S0-96: who may have no offer of the type gets none, and is told which type")
    func types() throws {
        var facts = SegmentUsers.leaving
        facts.eligibleOffers = [.winBack, .intro]
        let choice = try Self.choice(facts)
        expectEqual(choice.reason, .notEligible(for: [.promo]))
        expectEqual(
            choice.reason?.description,
            "There is no offer: those for this segment are of the type promotional, which the customer may not have.")
    }

    @Test("S3-42: nothing is offered in billing retry, and to nobody outside of every segment")
    func none() throws {
        var facts = SegmentUsers.renewing
        facts.status = .inBillingRetry
        try expectEqual(Self.choice(facts).reason, .nothingIsOffered(.doNotContact))
        try expectEqual(Self.choice(SubscriberFacts()).reason, .noSegment)
        try expectEqual(OfferPlan([]).choice(for: SegmentUsers.leaving, at: Self.now).reason, .noOffer(for: .retention))
        let plan = try OfferPlan([SegmentOffer("up", on: "monthly", for: .upgrade)])
        expectEqual(plan.choice(for: SegmentUsers.renewing, at: Self.now).reason, .alreadyOnThatPlan)
    }

    @Test("S0-97: ten promotional offers on a product are the most; those of other types and products do not count")
    func ten() throws {
        let ten = (1...10).map { SegmentOffer("\($0)", on: "monthly", for: .retention) }
        let others = [
            SegmentOffer("other", .winBack, on: "monthly", for: .winBack), SegmentOffer("1", on: "yearly", for: .save),
        ]
        try expectEqual(OfferPlan(ten + others).offers.count, 12)
        #expect(throws: OfferPlanError.tooManyOffers(product: "monthly", count: 11, most: 10)) {
            try OfferPlan(ten + [SegmentOffer("11", on: "monthly", for: .save)])
        }
    }

    @Test("S3-31: a discount that does not grow with time is refused")
    func ladder() throws {
        func plan(_ first: SubscriberFacts.Share?, _ second: SubscriberFacts.Share?) throws -> OfferPlan {
            try OfferPlan([
                SegmentOffer("second", .winBack, on: "a", for: .winBack, discount: second, daysAfterLapse: 60),
                SegmentOffer("first", .winBack, on: "a", for: .winBack, discount: first, daysAfterLapse: 30),
            ])
        }
        let fault = OfferPlanError.discountDoesNotGrow(earlier: "first", later: "second")
        #expect(throws: fault) { try plan(0.5, 0.5) }
        #expect(throws: fault) { try plan(0.5, 0.4) }
        try expectEqual(plan(0.5, 0.6).offers.count, 2)
        try expectEqual(plan(0.5, nil).offers.count, 2)
    }

    @Test("offers without identifiers, named twice, or for nobody, are refused")
    func impossible() {
        func error(_ offers: SegmentOffer...) -> OfferPlanError? {
            do throws(OfferPlanError) {
                _ = try OfferPlan(offers)
                return nil
            } catch {
                return error
            }
        }
        expectEqual(error(SegmentOffer("", on: "a", for: .save)), .emptyIdentifier(offer: "", product: "a"))
        expectEqual(error(SegmentOffer("a", on: "", for: .save)), .emptyIdentifier(offer: "a", product: ""))
        let one = SegmentOffer("a", on: "b", for: .save)
        expectEqual(error(one, SegmentOffer("a", on: "b", for: .loyalty)), .sameOffer("a", product: "b"))
        // C-234: with the nearest, and with those that there are.
        let unknown = error(SegmentOffer("a", on: "b", for: "winback"))
        expectEqual(unknown, .unknownSegment("winback", offer: "a"))
        #expect(
            unknown?.description.hasSuffix(
                #"Did you mean "win-back"? There are "do not contact", "customer service", "win-back", "retention", "#
                    + #""save", "loyalty", "upgrade"."#) == true, "\(String(describing: unknown))")
        expectEqual(
            error(SegmentOffer("a", on: "b", for: .doNotContact)), .nothingIsOffered(to: .doNotContact, offer: "a"))
        // Compared byte by byte: é in one scalar and in two (C-64).
        #expect(
            error(SegmentOffer("\u{E9}", on: "b", for: .save), SegmentOffer("e\u{301}", on: "b", for: .save)) == nil)
    }

    @Test("S0-130, C-163: who is likely to leave sees the offer before the page for managing; nobody else does")
    func managePage() throws {
        let plan = try OfferPlan(Self.offers)
        var facts = SegmentUsers.renewing
        expectEqual(plan.beforeManagingSubscriptions(facts, at: Self.now), .open(plan.choice(for: facts, at: Self.now)))
        facts.contentShare = 0.02
        expectEqual(plan.beforeManagingSubscriptions(facts, at: Self.now), .showFirst(Self.offers[5]))
        // The most urgent offer, and only that.
        facts.isMarkedByAgent = true
        expectEqual(plan.beforeManagingSubscriptions(facts, at: Self.now), .showFirst(Self.offers[0]))
        facts.eligibleOffers = []
        expectEqual(plan.beforeManagingSubscriptions(facts, at: Self.now), .open(plan.choice(for: facts, at: Self.now)))
        let leaving = SegmentUsers.leaving
        expectEqual(
            plan.beforeManagingSubscriptions(leaving, at: Self.now), .open(plan.choice(for: leaving, at: Self.now)))
    }
}
