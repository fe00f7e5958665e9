import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// The question of eligibility.
///
/// Asking whether a customer may have an offer, and from when.
struct OfferEligibilityTests {
    private static let pro = "pro"

    /// A store on 10 January 2026, 09:00, with one subscription and the offers given.
    private struct Shop {
        let store: Store
        let customer: Customer
        let device: Device

        init(_ offers: [Catalog.Offer], price: Prices = 9.99) throws {
            let catalog = try Catalog(
                groups: [
                    .group(
                        "Group",
                        [
                            .subscription(pro, level: 1, period: .monthly, price: price, offers: offers),
                            .subscription("basic", level: 2, period: .monthly, price: 4.99),
                        ])
                ], products: [.consumable("coins", price: 0.99)])
            store = Store(catalog: catalog, startingAt: date("2026-01-10T09:00:00Z"))
            customer = store.addCustomer()
            device = customer.addDevice()
        }

        func ask(_ id: String?, _ type: OfferType) throws -> OfferEligibility {
            try device.eligibility(forOffer: id, type, of: pro)
        }

        /// Subscribes for one month.
        func buyOnce() throws {
            try device.purchase(pro)
            try customer.setAutoRenew(false, inGroup: "Group")
        }

        /// Expects the store to say no until just before a date, and yes at it; and to have known that before.
        func expect(_ id: String?, _ type: OfferType, from text: String) throws {
            let first = try ask(id, type)
            #expect(!first.isEligible)
            expectEqual(first.eligibleFrom, date(text))
            try store.advance(to: date(text).addingTimeInterval(-0.001))
            #expect(try !ask(id, type).isEligible)
            try expectEqual(ask(id, type).eligibleFrom, date(text))
            try store.advance(to: date(text))
            #expect(try ask(id, type).isEligible)
            try expectEqual(ask(id, type).eligibleFrom, date(text))
        }
    }

    private static func winBack(
        paid: Int = 1, _ since: ClosedRange<Int>, wait: Int? = nil, from start: String? = nil, until end: String? = nil
    ) -> Catalog.Offer {
        .winBack(
            "back", .freeTrial(.monthly),
            eligibility: .criteria(
                WinBackCriteria(minimumPaidMonths: paid, monthsSinceLapse: since, monthsBetweenOffers: wait)),
            from: start.map { date($0) }, until: end.map { date($0) })
    }

    @Test("every condition that fails is named at once, in the order of the checks of a purchase")
    func allReasons() throws {
        let offer = Catalog.Offer.winBack(
            "back", .payUpFront(["JPN": 300], .monthly), eligibility: .everyChurnedCustomer,
            from: date("2026-02-01T00:00:00Z"))
        let shop = try Shop([offer])
        try shop.store.setForSale(false, of: Self.pro)
        try shop.store.disableOffer("back", .winBack, of: Self.pro)
        let answer = try shop.ask("back", .winBack)
        expectEqual(
            answer.reasons,
            [
                .productUnavailable(.removedFromSale("pro")), .offerDisabled, .notOffered(in: "USA"),
                .outsideItsDates(from: date("2026-02-01T00:00:00Z"), until: nil),
                .neverSubscribedInGroup(group: "Group"),
            ])
        expectNil(answer.eligibleFrom)
        #expect(
            answer.description == """
                The win-back offer "back" of "pro": the customer may not have it. The product cannot be bought: "pro" was \
                removed from sale. Put it back on sale first. The offer was disabled. The offer is not offered in the storefront USA. The offer runs \
                from 2026-02-01T00:00:00Z. The customer has never had a subscription of their own in the group "Group"; a \
                win-back offer is for customers who left. Time alone does not change that.
                """)
    }

    @Test("a win-back offer in three months: the description says who, why not, and from when")
    func description() throws {
        let shop = try Shop([Self.winBack(3...24)])
        try shop.buyOnce()
        try shop.store.advance(to: date("2026-03-01T00:00:00Z"))
        #expect(
            try shop.ask("back", .winBack).description == """
                The win-back offer "back" of "pro": the customer may not have it. The subscription ended 0 months ago; the \
                offer is for 3 to 24 months. If nothing else happens, the customer may have it from 2026-05-10T09:00:00Z on.
                """)
        try shop.store.advance(to: date("2026-05-10T09:00:00Z"))
        try expectEqual(
            shop.ask("back", .winBack).description,
            #"The win-back offer "back" of "pro": the customer may have it now."#)
    }

    @Test("S0-68: a promotional offer that is no cheaper now says so, before anybody signs it")
    func price() throws {
        let shop = try Shop([.promotional("half", .payAsYouGo(4.99, periods: 3))])
        try shop.buyOnce()
        try shop.store.setBasePrice(of: Self.pro, to: 4.99)
        let prices = try #require(try shop.ask("half", .promo).reasons.first)
        guard case .priceNotLower(let diagnosis) = prices else {
            Issue.record("Another reason: \(prices)")
            return
        }
        expectEqual(diagnosis.offerPrice, Decimal(string: "4.99"))
        expectEqual(diagnosis.basePrice, Decimal(string: "4.99"))
    }

    @Test("S1-21: an introductory offer is there from the end of a subscription that never used one and will not renew")
    func introductoryAfterLapse() throws {
        let shop = try Shop([
            .introductory(.freeTrial(.weekly), from: date("2026-01-20T00:00:00Z"))
        ])
        try shop.buyOnce()
        try expectContains(shop.ask(nil, .intro).reasons, .currentlySubscribed(group: "Group"))
        try shop.expect(nil, .intro, from: "2026-02-10T09:00:00Z")
        // Once it is used, no time brings it back (B4-4).
        try shop.buyOnce()
        expectNil(try shop.ask(nil, .intro).eligibleFrom)
    }

    @Test("no date is promised while a subscription would renew, or while a failed renewal is tried")
    func noPromise() throws {
        let shop = try Shop([.introductory(.freeTrial(.weekly), in: ["JPN"]), Self.winBack(1...24)])
        try shop.device.purchase(Self.pro)
        expectNil(try shop.ask("back", .winBack).eligibleFrom)
        shop.customer.paymentMethod = .declining
        try shop.store.advance(to: date("2026-02-20T00:00:00Z"))
        expectNil(try shop.ask("back", .winBack).eligibleFrom)
    }

    @Test("B15-1: what has not started begins to be offered at its start, and what is over never")
    func dates() throws {
        let shop = try Shop([
            Self.winBack(1...24, from: "2026-06-01T00:00:00Z", until: "2026-07-01T00:00:00Z")
        ])
        try shop.buyOnce()
        try shop.expect("back", .winBack, from: "2026-06-01T00:00:00Z")
        try shop.store.advance(to: date("2026-07-01T00:00:00.001Z"))
        expectNil(try shop.ask("back", .winBack).eligibleFrom)
    }

    @Test("an offer that is over before the months since the lapse have passed is never there")
    func tooLate() throws {
        let shop = try Shop([Self.winBack(3...24, until: "2026-05-10T08:59:59Z")])
        try shop.buyOnce()
        expectNil(try shop.ask("back", .winBack).eligibleFrom)
    }

    @Test("B15-7, C-34: months since the lapse count from the end of a subscription that still runs, clamped")
    func lapse() throws {
        // Bought on 31 March, ends on 30 April; two months later is 30 June.
        let shop = try Shop([Self.winBack(2...24)])
        try shop.store.advance(to: date("2026-03-31T09:00:00Z"))
        try shop.buyOnce()
        try shop.expect("back", .winBack, from: "2026-06-30T09:00:00Z")
    }

    @Test("B15-8: the wait counts from the end of the offer period of the last redemption")
    func wait() throws {
        let shop = try Shop([Self.winBack(1...24, wait: 6)])
        try shop.buyOnce()
        try shop.store.advance(to: date("2026-03-10T09:00:00Z"))
        // Free until 10 April, paid until 10 May; one month after that, the wait is not over before 10 October.
        try shop.device.purchase(Self.pro, offer: .winBack("back"))
        try shop.store.advance(to: date("2026-04-20T00:00:00Z"))
        try shop.customer.setAutoRenew(false, inGroup: "Group")
        try shop.expect("back", .winBack, from: "2026-10-10T09:00:00Z")
    }

    @Test("B4-10: a code for expired customers is there from the end of a subscription that will not renew")
    func codeForExpired() throws {
        let shop = try Shop([.code("Return", .freeTrial(.monthly), for: [.expired])])
        expectNil(try shop.ask("Return", .code).eligibleFrom)
        try shop.buyOnce()
        try shop.expect("Return", .code, from: "2026-02-10T09:00:00Z")
    }

    @Test("B15-10: an offer for nobody, and one whose paid months are too few, are not a matter of time")
    func notTime() throws {
        let shop = try Shop([Self.winBack(paid: 12, 1...24)])
        try shop.buyOnce()
        try shop.store.advance(to: date("2026-06-10T09:00:00Z"))
        let answer = try shop.ask("back", .winBack)
        expectEqual(answer.reasons, [.tooFewPaidMonths(1, minimum: 12)])
        expectNil(answer.eligibleFrom)
    }

    @Test("all offers of a product are answered at once, in the order of the catalogue")
    func all() throws {
        let shop = try Shop([
            .introductory(.freeTrial(.weekly)), .promotional("half", .payAsYouGo(4.99, periods: 3)),
            .code("Spring", .freeTrial(.monthly), for: [.new]), Self.winBack(1...24),
        ])
        let answers = try shop.device.eligibilities(of: Self.pro)
        expectEqual(answers.map(\.offerID), [nil, "half", "Spring", "back"])
        expectEqual(answers.map(\.type), [.intro, .promo, .code, .winBack])
        expectEqual(answers.map(\.isEligible), [true, false, true, false])
        expectEqual(answers.map(\.product), ["pro", "pro", "pro", "pro"])
        expectEqual(answers[0].eligibleFrom, shop.store.now)
        try expectEqual(shop.device.eligibilities(of: "coins"), [])
    }

    @Test("C-36: of several introductory offers, the one that runs here is meant, else the next to come")
    func introductoryNow() throws {
        let shop = try Shop([
            .introductory(.freeTrial(.weekly), until: date("2026-01-31T00:00:00Z")),
            .introductory(.freeTrial(.monthly), from: date("2026-03-01T00:00:00Z")),
        ])
        #expect(try shop.ask(nil, .intro).isEligible)
        try shop.store.advance(to: date("2026-02-01T00:00:00Z"))
        try shop.expect(nil, .intro, from: "2026-03-01T00:00:00Z")
    }

    @Test("a product or an offer that there is not is a typed error that says what there is")
    func errors() throws {
        let shop = try Shop([.promotional("half", .payAsYouGo(4.99, periods: 3))])
        #expect(throws: OfferQuestionError.unknownProduct(.unknown("gone", known: ["pro", "basic", "coins"]))) {
            try shop.device.eligibility(forOffer: "half", .promo, of: "gone")
        }
        #expect(throws: OfferQuestionError.self) { try shop.device.eligibilities(of: "gone") }
        func reason(_ id: String?, _ type: OfferType, _ product: String) -> OfferIdentifierDiagnosis.Reason? {
            do throws(OfferQuestionError) {
                _ = try shop.device.eligibility(forOffer: id, type, of: product)
            } catch {
                guard case .unknownOffer(let diagnosis) = error else { return nil }
                return diagnosis.reason
            }
            return nil
        }
        expectEqual(reason("gone", .promo, "pro"), .unknown)
        expectEqual(reason("half", .winBack, "pro"), .isOfKind(.promo))
        expectEqual(reason("half", .promo, "basic"), .belongsToProduct("pro"))
        expectEqual(reason("half", .promo, "coins"), .productHasNoOffers)
        expectEqual(reason(nil, .intro, "pro"), .unknown)
    }

    @Test("what the question allows the purchase allows, and what it forbids the purchase refuses for the first reason")
    func purchases() throws {
        let shop = try Shop([Self.winBack(2...24)])
        try shop.buyOnce()
        try shop.store.advance(to: date("2026-03-10T09:00:00Z"))
        let reasons = try shop.ask("back", .winBack).reasons
        expectEqual(reasons, [.lapseOutsideRange(months: 1, allowed: 2...24)])
        #expect(throws: PurchaseRefusal.ineligibleForOffer(offer: "back", because: reasons)) {
            try shop.device.purchase(Self.pro, offer: .winBack("back"))
        }
        try shop.store.advance(to: date("2026-04-10T09:00:00Z"))
        #expect(try shop.ask("back", .winBack).isEligible)
        try shop.device.purchase(Self.pro, offer: .winBack("back"))
    }
}
