import OfferKitCore
import OfferKitTestHarness
import Testing

/// The checks of a redemption in the order of B16-2, each with a way to break it.
private enum Check: Int, CaseIterable, CustomTestStringConvertible {
    case exists = 1, unexpired, unused, offerActive, territory, customerClass, onlyOnce, noDowngrade

    var testDescription: String { "check \(rawValue), \(self)" }
}

/// Checks of a redeemed code.
struct CodeCheckTests {
    /// A subscriber's redemption of a code in a sound store, with some of the checks broken at once.
    ///
    /// The customer is subscribed to plus.monthly, the code is for pro.monthly at the same level.
    private func answer(breaking checks: [Check], oneTime: Bool = true) throws -> CodeRefusal? {
        let isDowngrade = checks.contains(.noDowngrade)
        let product = isDowngrade ? Sample.basic : Sample.pro
        let offer = Catalog.Offer.code(
            "Spring", .freeTrial(.monthly),
            for: checks.contains(.customerClass) ? [.new] : [.existing, .expired, .new],
            in: ["USA"])
        var bench = try Bench(adding: [product: [offer]])
        let customer = bench.customer()
        // A running subscription keeps its storefront (C-44), so the customer subscribes where the code is redeemed.
        let territory: Territory = checks.contains(.territory) ? "JPN" : "USA"
        if checks.contains(.onlyOnce) {
            // Redeemed by a new customer, whose month is over when the code is tried.
            try bench.makeCodes("FIRST", for: "Spring", of: product)
            try bench.redeem("FIRST", for: customer)
            try bench.turnOff(product, for: customer)
            bench.advance(to: "2026-03-01T00:00:00Z")
        }
        if !checks.contains(.onlyOnce) || isDowngrade { try bench.buy(Sample.plus, for: customer, in: territory) }
        let expires = bench.state.now.adding(milliseconds: 60_000)
        try bench.makeCodes("CODE", for: "Spring", of: product, limit: oneTime ? nil : 1, expires: expires)
        if checks.contains(.unused) {
            let other = bench.customer()
            try bench.redeem("CODE", for: other)
        }
        if checks.contains(.unexpired) { bench.advance(to: expires.adding(milliseconds: 1)) }
        if checks.contains(.offerActive) {
            let name = Shop.OfferName(type: .code, id: "Spring")
            try bench.perform { OfferDesk($0).decideOffer(name, of: product, isActive: false) }
        }
        let before = bench.state
        let count = bench.log.count
        let refusal = bench.codeRefusal {
            try $0.redeem(
                checks.contains(.exists) ? "GONE" : "CODE", for: customer,
                in: territory)
        }
        if refusal != nil {
            expectEqual(bench.state, before)
            // One event notes the refusal; it changes nothing.
            expectEqual(bench.log.count, count + 1)
        }
        return refusal
    }

    /// The checks that a refusal names.
    private func named(_ refusal: CodeRefusal?) -> [Check] {
        switch refusal {
        case .unknownCode: [.exists]
        case .expiredCode: [.unexpired]
        case .usedCode, .limitReached: [.unused]
        case .offerDisabled: [.offerActive]
        case .notOffered: [.territory]
        case .ineligible(_, let reasons):
            reasons.map { reason in
                switch reason {
                case .wrongCustomerClass: .customerClass
                case .alreadyRedeemed: .onlyOnce
                default: .noDowngrade
                }
            }
        default: []
        }
    }

    @Test("a sound redemption goes through", arguments: [true, false])
    func sound(oneTime: Bool) throws {
        expectNil(try answer(breaking: [], oneTime: oneTime))
    }

    @Test("B16-2: each check alone is answered by its own refusal", arguments: Check.allCases)
    private func alone(check: Check) throws {
        try expectEqual(named(answer(breaking: [check])), [check])
    }

    @Test(
        "B16-2, C-4: of two broken checks the earlier is named, or named first", arguments: Check.allCases,
        Check.allCases)
    private func pairs(first: Check, second: Check) throws {
        guard first.rawValue < second.rawValue else { return }
        // A customer who has redeemed a code of an offer for new customers only has redeemed it as a new one.
        try expectEqual(named(answer(breaking: [first, second])).first, first)
    }

    @Test("B16-2: a one-time code that was used is told from a custom code at its limit")
    func used() throws {
        try expectEqual(answer(breaking: [.unused], oneTime: true), .usedCode("CODE"))
        try expectEqual(answer(breaking: [.unused], oneTime: false), .limitReached("CODE", limit: 1))
    }

    @Test("B1-11: a custom code works exactly as often as its limit says, for different customers")
    func limit() throws {
        var bench = try Bench(adding: [Sample.pro: [.code("Spring", .freeTrial(.monthly))]])
        try bench.makeCodes("WORD", for: "Spring", of: Sample.pro, limit: 3)
        var answers: [CodeRefusal?] = []
        for _ in 0..<5 {
            let customer = bench.customer()
            answers.append(bench.codeRefusal { try $0.redeem("WORD", for: customer) })
        }
        let over = CodeRefusal.limitReached("WORD", limit: 3)
        expectEqual(answers, [nil, nil, nil, over, over])
    }

    @Test("B16-2: codes are told apart to the letter")
    func letters() throws {
        var bench = try Bench(adding: [Sample.pro: [.code("Spring", .freeTrial(.monthly))]])
        try bench.makeCodes("Word", for: "Spring", of: Sample.pro, limit: 3)
        let customer = bench.customer()
        for text in ["WORD", "word", " Word", "Word ", ""] {
            expectEqual(bench.codeRefusal { try $0.redeem(text, for: customer) }, .unknownCode(UnknownName(text)))
        }
    }

    @Test("B4-11: one code of each offer for a customer; codes of other offers still work")
    func onePerOffer() throws {
        var bench = try Bench(adding: [
            Sample.pro: [.code("Spring", .freeTrial(.monthly)), .code("Autumn", .freeTrial(.monthly))]
        ])
        try bench.makeCodes("S1", "S2", for: "Spring", of: Sample.pro)
        try bench.makeCodes("A1", for: "Autumn", of: Sample.pro)
        let (customer, other) = (bench.customer(), bench.customer())
        try bench.redeem("S1", for: customer)
        let again = CodeRefusal.ineligible(offer: "Spring", because: [.alreadyRedeemed(offer: "Spring")])
        expectEqual(bench.codeRefusal { try $0.redeem("S2", for: customer) }, again)
        expectNil(bench.codeRefusal { try $0.redeem("A1", for: customer) })
        expectNil(bench.codeRefusal { try $0.redeem("S2", for: other) })
        bench.advance(to: "2027-01-01T00:00:00Z")
        try bench.makeCodes("S3", for: "Spring", of: Sample.pro)
        expectEqual(bench.codeRefusal { try $0.redeem("S3", for: customer) }, again)
    }

    // S3-65: lapsed customers are one of the classes.
    @Test(
        "B4-10, C-15: new until the first transaction in the group, existing while service lasts, expired after",
        arguments: CustomerClass.allCases)
    func classes(allowed: CustomerClass) throws {
        var bench = try Bench(adding: [Sample.pro: [.code("Spring", .freeTrial(.monthly), for: [allowed])]])
        try bench.makeCodes("WORD", for: "Spring", of: Sample.pro, limit: 100)
        let customers = (0..<5).map { _ in bench.customer() }
        try bench.buyOnce(Sample.weekly, for: customers[1])
        bench.advance(to: "2026-02-10T09:00:00Z")
        // 0 bought nothing; 1 lapsed; 2 subscribes; 3 subscribes and has turned renewal off; 4 only reads the news.
        try bench.buy(Sample.weekly, for: customers[2])
        try bench.buy(Sample.weekly, for: customers[3])
        try bench.perform { $0.decideAutoRenew(false, of: customers[3], in: Sample.premium) }
        try bench.buy(Sample.news, for: customers[4])
        let expected: [CustomerClass] = [.new, .expired, .existing, .existing, .new]
        for (customer, isOf) in zip(customers, expected) {
            let refusal = bench.codeRefusal { try $0.redeem("WORD", for: customer) }
            let wrong = CodeRefusal.ineligible(
                offer: "Spring", because: [.wrongCustomerClass(isOf, allowed: [allowed])])
            expectEqual(refusal, isOf == allowed ? nil : wrong, "customer \(customer.rawValue)")
        }
    }

    @Test("B16-8: a subscriber can redeem on the same or a higher level, never on a lower one")
    func levels() throws {
        for (product, isDowngrade) in [
            (Sample.pro, false), (Sample.yearly, false), (Sample.basic, true), (Sample.weekly, true),
        ] {
            var bench = try Bench(adding: [product: [.code("Spring", .freeTrial(.monthly))]])
            try bench.makeCodes("CODE", for: "Spring", of: product)
            let customer = bench.customer()
            try bench.buy(Sample.plus, for: customer)
            let refused = CodeRefusal.ineligible(
                offer: "Spring", because: [.wouldDowngrade(fromLevel: 1, toLevel: 2)])
            expectEqual(
                bench.codeRefusal { try $0.redeem("CODE", for: customer) }, isDowngrade ? refused : nil,
                "\(product)")
            // Once the subscription is over there is nothing to move down from.
            try bench.turnOff(Sample.plus, for: customer)
            bench.advance(to: "2026-06-01T00:00:00Z")
            if isDowngrade { #expect(bench.codeRefusal { try $0.redeem("CODE", for: customer) } == nil) }
        }
    }
}
