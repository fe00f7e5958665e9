import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Price changes for subscribers.
struct PriceChangeTests {
    private func subscriber(to product: String = Sample.pro) throws -> (bench: Bench, customer: CustomerID) {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(product, for: customer)
        return (bench, customer)
    }

    private func agree(_ agrees: Bool, _ customer: CustomerID, _ bench: inout Bench) throws {
        try bench.perform { $0.decideConsent(agrees, of: customer, in: Sample.premium) }
    }

    private func told(_ bench: Bench) -> [String] { bench.happenings().filter { $0.contains("told") } }

    @Test(
        "C-24, B9-3: who gets a refunded period back pays no higher price without being asked",
        arguments: [true, false])
    func refundTakenBack(isSetBefore: Bool) throws {
        var (bench, customer) = try subscriber()
        bench.advance(to: morning("2026-01-15"))
        if isSetBefore { try bench.price(Sample.pro, 19.99, .requiresConsent) }
        _ = try bench.perform { $0.decideRefund(of: 1, .other) }
        if !isSetBefore { try bench.price(Sample.pro, 19.99, .needsNoConsent) }
        _ = try bench.perform { $0.decideRefundReversal(of: 1) }
        try bench.autoRenew(true, customer)
        bench.advance(to: morning("2026-06-01"))
        expectEqual(told(bench), ["2026-01-31 told of a rise, asked"])
        expectEqual(bench.state.ledger.all.map { "\($0.price)" }, ["9.99"])
        try expectEqual(bench.standing(of: customer), "lapsed 2026-02-10, didNotConsentToPriceIncrease")
    }

    // C-54: the days. C-85: a renewal that is nearer than that is at the old price.
    @Test(
        "B9-9: who need not agree is told 7, 10 or 30 days before the renewal; too late for it, before the next one",
        arguments: [
            (Sample.pro, 10.99, "2026-01-15", ["2026-01-31"], ["9.99", "10.99"]),
            // Ten days before the renewal is still in time; a second later is not.
            (Sample.pro, 10.99, "2026-01-31", ["2026-01-31"], ["9.99", "10.99"]),
            (Sample.pro, 10.99, "2026-01-31T09:00:01Z", ["2026-02-28"], ["9.99", "9.99", "10.99"]),
            (Sample.weekly, 2.49, "2026-01-12", ["2026-01-17"], ["1.99", "1.99", "2.49"]),
            (Sample.yearly, 99.99, "2026-05-01", ["2026-12-11"], ["79.99", "99.99"]),
        ] as [(String, Amount, String, [String], [String])])
    func lead(product: String, price: Amount, set: String, notices: [String], prices: [String]) throws {
        var (bench, customer) = try subscriber(to: product)
        bench.advance(to: morning(set))
        try bench.price(product, price, .needsNoConsent)
        while bench.state.ledger.all.count < prices.count, let due = bench.machine.nextDue {
            bench.advance(to: due)
        }
        expectEqual(told(bench), notices.map { "\($0) told of a rise, not asked" })
        expectEqual(bench.state.ledger.all.map { "\($0.price)" }, prices)
        try expectEqual(bench.coming(of: customer), "\(product) \(price)")
    }

    @Test(
        "C-85: products of two and three months have the lead time of a month, of six months that of a year",
        arguments: [
            // Ten days before 10 March and 10 April, and thirty before 10 July.
            (.everyTwoMonths, "2026-02-28", "2026-03-10"), (.everyThreeMonths, "2026-03-31", "2026-04-10"),
            (.everySixMonths, "2026-06-10", "2026-07-10"),
        ] as [(SubscriptionPeriod, String, String)])
    func leadOfOtherPeriods(period: SubscriptionPeriod, notice: String, renewal: String) throws {
        let product = Catalog.Product.subscription("long", level: 1, period: period, price: 19.99)
        var bench = try Bench(Catalog(groups: [.group(Sample.premium, [product])]))
        let customer = bench.customer()
        try bench.buy("long", for: customer)
        try bench.price("long", 21.99, .needsNoConsent)
        bench.advance(to: morning(renewal))
        expectEqual(told(bench), ["\(notice) told of a rise, not asked"])
        expectEqual(bench.state.ledger.all.map { "\($0.price)" }, ["19.99", "21.99"])
    }

    // C-85: dollars count where they are the currency, else half of the price alone.
    @Test(
        "B9-2: no consent for at most half of the price and at most 5 US dollars, 50 for a year",
        arguments: [
            (Sample.pro, "USA", 14.98, false), (Sample.pro, "USA", 14.99, true), (Sample.plus, "USA", 17.99, false),
            (Sample.plus, "USA", 18, true), (Sample.yearly, "USA", 119.98, false), (Sample.yearly, "USA", 119.99, true),
            (Sample.weekly, "USA", 2.98, false), (Sample.weekly, "USA", 2.99, true), (Sample.pro, "JPN", 2250, false),
            (Sample.pro, "JPN", 2251, true),
        ] as [(String, Territory, Amount, Bool)])
    func needsConsent(product: String, territory: Territory, price: Amount, needsConsent: Bool) throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(product, for: customer, in: territory)
        try bench.perform { $0.decideBasePrice(of: product, Decimal(price), in: territory) }
        while told(bench).isEmpty, let due = bench.machine.nextDue { bench.advance(to: due) }
        expectSuffix(told(bench).first, needsConsent ? ", asked" : ", not asked")
    }

    @Test(
        "B9-2, C-85: of a yearly product at 120 dollars half is more than the 50 that may be",
        arguments: [(170, false), (170.01, true)] as [(Amount, Bool)])
    func fiftyDollarsOfAYear(price: Amount, needsConsent: Bool) throws {
        var bench = try Bench.quiet()
        try bench.price(Sample.yearly, 120)
        let customer = bench.customer()
        try bench.buy(Sample.yearly, for: customer)
        try bench.price(Sample.yearly, price)
        // Thirty days before 10 January 2027.
        bench.advance(to: morning("2026-12-11"))
        expectEqual(told(bench), ["2026-12-11 told of a rise, \(needsConsent ? "asked" : "not asked")"])
    }

    @Test("B9-2: a second rise within a year needs consent, however small; after twelve months it does not")
    func onceAYear() throws {
        for (second, needsConsent) in [("2027-01-14T09:00:00Z", true), ("2027-01-15T09:00:00Z", false)] {
            var (bench, _) = try subscriber()
            bench.advance(to: morning("2026-01-15"))
            try bench.price(Sample.pro, 10.49)
            bench.advance(to: second)
            try bench.price(Sample.pro, 10.99)
            bench.advance(to: morning("2027-02-09"))
            let notice = "2027-01-31 told of a rise, \(needsConsent ? "asked" : "not asked")"
            expectEqual(told(bench), ["2026-01-31 told of a rise, not asked", notice])
        }
    }

    @Test("B9-3, C-54: consent given, refused, or not given at all")
    func consent() throws {
        for (answer, standing, last) in [
            (true, "active until 2026-03-10", "2026-02-10…2026-03-10 pro.monthly 19.99 renewal"),
            (
                false, "lapsed 2026-02-10, didNotConsentToPriceIncrease",
                "2026-01-10…2026-02-10 pro.monthly 9.99 purchase"
            ),
            (nil, "lapsed 2026-02-10, didNotConsentToPriceIncrease", "2026-01-10…2026-02-10 pro.monthly 9.99 purchase"),
        ] as [(Bool?, String, String)] {
            var (bench, customer) = try subscriber()
            try bench.price(Sample.pro, 19.99, .requiresConsent)
            let asked = Date(morning("2026-01-31"))
            #expect(throws: SubscriptionRefusal.noPriceIncreasePending(group: Sample.premium, askedOn: asked)) {
                try agree(true, customer, &bench)
            }
            bench.advance(to: morning("2026-02-01"))
            expectEqual(told(bench), ["2026-01-31 told of a rise, asked"])
            try expectEqual(bench.coming(of: customer), "pro.monthly 19.99")
            if let answer { try agree(answer, customer, &bench) }
            bench.advance(to: morning("2026-02-10"))
            try expectEqual(bench.standing(of: customer), standing)
            try expectEqual(bench.life(of: customer).last, last)
            try expectEqual(bench.subscription(of: customer, to: Sample.pro).willAutoRenew, answer == true)
        }
    }

    @Test("C-85: an answer that comes too early is refused with the day of the question, where one is known")
    func tooEarly() throws {
        func refusal(_ bench: inout Bench, _ customer: CustomerID) throws -> String {
            let thrown = #expect(throws: SubscriptionRefusal.self) { try agree(true, customer, &bench) }
            return try #require(thrown).description
        }
        var (bench, customer) = try subscriber()
        let unknown = "and only of a rise that needs consent; no such day is known now."
        try expectSuffix(refusal(&bench, customer), unknown)
        try bench.price(Sample.pro, 19.99, .requiresConsent)
        try expectSuffix(
            refusal(&bench, customer), "is asked on 2026-01-31T09:00:00Z: move the clock there first.")
        try bench.autoRenew(false, customer)
        try expectSuffix(refusal(&bench, customer), unknown)
        try bench.autoRenew(true, customer)
        try bench.price(Sample.pro, 20.99, .needsNoConsent)
        try expectSuffix(refusal(&bench, customer), unknown)
        // Too late in this period: the question comes before the renewal after the next.
        bench.advance(to: morning("2026-02-02"))
        try bench.price(Sample.pro, 21.99, .requiresConsent)
        try expectSuffix(refusal(&bench, customer), unknown)
    }

    @Test("B9-4: who cancels after a rise that needs no consent lapses like anybody who cancels")
    func cancelled() throws {
        var (bench, customer) = try subscriber()
        try bench.price(Sample.pro, 10.99)
        bench.advance(to: morning("2026-02-01"))
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.standing(of: customer), "lapsed 2026-02-10, autoRenewDisabled")
    }

    @Test("C-54: consent is judged at the first renewal charged at the raised price, not at one under an offer")
    func underAnOffer() throws {
        for (agrees, standing) in [
            (true, "active until 2026-04-10"), (false, "lapsed 2026-03-10, didNotConsentToPriceIncrease"),
        ] {
            var (bench, customer) = try subscriber()
            try bench.price(Sample.pro, 19.99, .requiresConsent)
            bench.advance(to: morning("2026-02-01"))
            try bench.buy(Sample.pro, promo: Sample.offer("free", Sample.pro), for: customer)
            bench.advance(to: morning("2026-03-01"))
            try expectEqual(bench.standing(of: customer), "active until 2026-03-10")
            if agrees { try agree(true, customer, &bench) }
            bench.advance(to: morning("2026-03-10"))
            try expectEqual(bench.standing(of: customer), standing)
        }
    }

    @Test("B9-8, C-54: a preserved price lasts until a lapse, and is nobody else's")
    func preserved() throws {
        var (bench, customer) = try subscriber()
        try bench.price(Sample.pro, 19.99, .preservesPrice)
        let new = bench.customer()
        try bench.buy(Sample.pro, for: new)
        bench.advance(to: morning("2026-06-09"))
        #expect(try bench.life(of: customer).allSatisfy { $0.contains(" 9.99 ") })
        #expect(try bench.life(of: new).allSatisfy { $0.contains(" 19.99 ") })
        try bench.autoRenew(false, customer)
        bench.advance(to: morning("2026-06-10"))
        try bench.buy(Sample.pro, for: customer)
        try expectEqual(bench.life(of: customer).last, "2026-06-10…2026-07-10 pro.monthly 19.99 purchase")
        expectEqual(told(bench), [])
    }

    @Test("C-198: a price that was preserved stays, when the product's rises on and falls again but not below it")
    func preservedBelow() throws {
        var (bench, customer) = try subscriber()
        try bench.price(Sample.pro, 24.99, .preservesPrice)
        try bench.price(Sample.pro, 12.99)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.life(of: customer).last, "2026-02-10…2026-03-10 pro.monthly 9.99 renewal")
        try bench.price(Sample.pro, 7.99)
        bench.advance(to: morning("2026-03-10"))
        try expectEqual(bench.life(of: customer).last, "2026-03-10…2026-04-10 pro.monthly 7.99 renewal")
    }

    @Test("B9-8, C-54: a recovery keeps a preserved price; a change of product does not take it along, and ends it")
    func preservedElsewhere() throws {
        var (bench, customer) = try subscriber()
        try bench.price(Sample.pro, 19.99, .preservesPrice)
        bench.failNext(1, customer)
        bench.advance(to: morning("2026-02-15"))
        bench.pays(true, customer)
        try expectEqual(bench.life(of: customer).last, "2026-02-15…2026-03-15 pro.monthly 9.99 renewal")
        try bench.buy(Sample.yearly, for: customer)
        try expectEqual(bench.coming(of: customer), "pro.yearly 79.99")
        bench.advance(to: morning("2026-03-15"))
        try expectEqual(bench.life(of: customer).last, "2026-03-15…2027-03-15 pro.yearly 79.99 renewal")
        // C-54: it is not kept for somebody who comes back either.
        try bench.buy(Sample.pro, for: customer)
        try expectEqual(bench.coming(of: customer), "pro.monthly 19.99")
    }

    @Test("B9-8, C-198: a lower price applies from the next renewal on, and raises nobody's")
    func lowered() throws {
        var (bench, customer) = try subscriber()
        try bench.price(Sample.pro, 7.99)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.life(of: customer).last, "2026-02-10…2026-03-10 pro.monthly 7.99 renewal")
        try bench.price(Sample.pro, 19.99, .preservesPrice)
        // Lower than it was, higher than what is preserved.
        try bench.price(Sample.pro, 14.99)
        bench.advance(to: morning("2026-04-10"))
        try expectEqual(bench.life(of: customer).last, "2026-04-10…2026-05-10 pro.monthly 7.99 renewal")
        expectEqual(told(bench), [])
        try bench.price(Sample.pro, 5)
        try bench.price(Sample.pro, 19.99, .requiresConsent)
        bench.advance(to: morning("2026-05-10"))
        try expectEqual(bench.standing(of: customer), "lapsed 2026-05-10, didNotConsentToPriceIncrease")
    }

    @Test("B9-3: a rise that is made smaller before it takes effect still needs the consent that was asked for")
    func madeSmaller() throws {
        var (bench, customer) = try subscriber()
        try bench.price(Sample.pro, 19.99, .requiresConsent)
        bench.advance(to: morning("2026-02-01"))
        try bench.price(Sample.pro, 15.99)
        let index = try bench.index(of: customer, to: Sample.pro)
        expectEqual(bench.state.priceRises.known(to: index, bench.state.ledger)?.stage, .pending)
        try agree(true, customer, &bench)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.life(of: customer).last, "2026-02-10…2026-03-10 pro.monthly 15.99 renewal")
    }

    @Test("C-85: who would not be charged the raised price on the day of the notice is told before a later renewal")
    func notToldYet() throws {
        for other in [Sample.basic, nil] {
            var (bench, customer) = try subscriber()
            try bench.price(Sample.pro, 19.99, .requiresConsent)
            // On 31 January either another product renews next, or none does.
            if let other { try bench.buy(other, for: customer) } else { try bench.autoRenew(false, customer) }
            bench.advance(to: morning("2026-02-01"))
            try bench.buy(Sample.pro, for: customer)
            bench.advance(to: morning("2026-02-10"))
            try expectEqual(bench.life(of: customer).last, "2026-02-10…2026-03-10 pro.monthly 9.99 renewal")
            bench.advance(to: morning("2026-03-01"))
            expectEqual(told(bench), ["2026-02-28 told of a rise, asked"])
        }
    }

    @Test("C-85: a failed renewal is made good at the old price, where the customer was not told of the rise before it")
    func failedBeforeTold() throws {
        for rise in ["2026-02-01", "2026-02-12"] {
            var (bench, customer) = try subscriber()
            bench.pays(false, customer)
            bench.advance(to: morning(rise))
            try bench.price(Sample.pro, 10.99, .needsNoConsent)
            bench.advance(to: morning("2026-02-15"))
            bench.pays(true, customer)
            try expectEqual(bench.life(of: customer).last, "2026-02-15…2026-03-15 pro.monthly 9.99 renewal")
            bench.advance(to: morning("2026-03-15"))
            expectEqual(told(bench), ["2026-03-05 told of a rise, not asked"])
            try expectEqual(bench.life(of: customer).last, "2026-03-15…2026-04-15 pro.monthly 10.99 renewal")
        }
    }

    @Test("C-85: a second rise takes the place of one that was not charged yet; an answer is given once")
    func secondRise() throws {
        var (bench, customer) = try subscriber()
        try bench.price(Sample.pro, 10.99, .requiresConsent)
        bench.advance(to: morning("2026-02-01"))
        try agree(true, customer, &bench)
        #expect(throws: SubscriptionRefusal.noPriceIncreasePending(group: Sample.premium)) {
            try agree(false, customer, &bench)
        }
        try bench.price(Sample.pro, 12.99, .needsNoConsent)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.life(of: customer).last, "2026-02-10…2026-03-10 pro.monthly 9.99 renewal")
        bench.advance(to: morning("2026-03-10"))
        expectEqual(told(bench), ["2026-01-31 told of a rise, asked", "2026-02-28 told of a rise, not asked"])
        try expectEqual(bench.life(of: customer).last, "2026-03-10…2026-04-10 pro.monthly 12.99 renewal")
    }

    @Test("C-85: whoever changes to a product pays its price of that day, as a new subscriber does")
    func changedTo() throws {
        var (bench, customer) = try subscriber()
        try bench.buy(Sample.basic, for: customer)
        try bench.price(Sample.basic, 5.99, .requiresConsent)
        bench.advance(to: morning("2026-02-10"))
        expectEqual(told(bench), [])
        try expectEqual(bench.life(of: customer).last, "2026-02-10…2026-03-10 basic.monthly 5.99 renewal")
    }

    @Test("B9-3: a rise of the product that is left behind is nothing to agree to")
    func leftBehind() throws {
        var (bench, customer) = try subscriber()
        try bench.price(Sample.pro, 19.99, .requiresConsent)
        bench.advance(to: morning("2026-02-01"))
        try bench.buy(Sample.basic, for: customer)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.life(of: customer).last, "2026-02-10…2026-03-10 basic.monthly 4.99 renewal")
    }

    @Test("C-85: while another product renews next there is no rise to answer; who goes back finds it as it was")
    func nothingToAnswer() throws {
        var (bench, customer) = try subscriber()
        try bench.price(Sample.pro, 19.99, .requiresConsent)
        bench.advance(to: morning("2026-02-01"))
        try bench.buy(Sample.basic, for: customer)
        try expectEqual(bench.coming(of: customer), "basic.monthly 4.99")
        #expect(throws: SubscriptionRefusal.self) { try agree(true, customer, &bench) }
        try bench.buy(Sample.pro, for: customer)
        try agree(true, customer, &bench)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.life(of: customer).last, "2026-02-10…2026-03-10 pro.monthly 19.99 renewal")
    }

    @Test("C-198: a price that is raised again before the lowered one was charged is a rise from the lowered one")
    func loweredAndRaised() throws {
        var (bench, customer) = try subscriber()
        try bench.price(Sample.pro, 7.99)
        try bench.price(Sample.pro, 9.99, .requiresConsent)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.standing(of: customer), "lapsed 2026-02-10, didNotConsentToPriceIncrease")
    }

    @Test("C-198: after a no, a rise that is withdrawn leaves a subscription that ends like a cancelled one")
    func declinedAndWithdrawn() throws {
        var (bench, customer) = try subscriber()
        try bench.price(Sample.pro, 19.99, .requiresConsent)
        bench.advance(to: morning("2026-02-01"))
        try agree(false, customer, &bench)
        try bench.price(Sample.pro, 7.99)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.standing(of: customer), "lapsed 2026-02-10, autoRenewDisabled")
    }

    @Test("B9-10, S0-68: a base price lowered to a pay-as-you-go offer's makes it unredeemable, until it rises again")
    func offers() throws {
        var (bench, customer) = try subscriber()
        let half = Sample.offer("half", Sample.pro)
        try bench.price(Sample.pro, 4.99)
        expectEqual(
            bench.refusal { try $0.buy(Sample.pro, promo: half, for: customer) }?.summary,
            "half.pro.monthly at 4.99 against 4.99 in USA")
        try bench.price(Sample.pro, 5)
        expectNil(bench.refusal { try $0.buy(Sample.pro, promo: half, for: customer) })
    }
}
