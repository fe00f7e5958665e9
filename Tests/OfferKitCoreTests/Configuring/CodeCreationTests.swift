import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Creation of codes.
struct CodeCreationTests {
    private func bench(rules: StoreRules = .documents, at start: String = "2026-01-10T09:00:00Z") throws -> Bench {
        try Bench(
            adding: [Sample.pro: [.code("Spring", .freeTrial(.monthly)), .code("Autumn", .freeTrial(.monthly))]],
            rules: rules, at: start)
    }

    private func refusal(_ order: CodeOrder, _ bench: inout Bench) -> CodeCreationRefusal? {
        bench.refusal(CodeCreationRefusal.self) { bench in try bench.perform { OfferDesk($0).decide(order) } }
    }

    private func custom(_ text: String, limit: Int = 1, expires: Instant? = nil) -> CodeOrder {
        CodeOrder(
            productID: Sample.pro, offer: "Spring", texts: [text], isOneTime: false, limit: limit, expires: expires)
    }

    @Test(
        "B1-11: a custom code has one to 64 letters and digits and nothing else",
        arguments: [
            ("SPRING26", true), ("a", true), (String(repeating: "A", count: 64), true), ("", false),
            (String(repeating: "A", count: 65), false), ("SPRING 26", false), ("SPRING-26", false), ("FRÜHLING", false),
            ("весна", false), ("٢٠٢٦", false), ("CODE\u{2063}", false), ("CODE\n", false),
        ])
    func customNames(text: String, isGood: Bool) throws {
        var bench = try bench()
        expectEqual(refusal(custom(text), &bench), isGood ? nil : .malformedCode(text))
    }

    @Test(
        "B1-11: the limit of a custom code lies between 1 and 25,000",
        arguments: [
            (0, false), (-1, false), (1, true), (25_000, true), (25_001, false), (Int.max, false), (Int.min, false),
        ])
    func limits(limit: Int, isGood: Bool) throws {
        var bench = try bench()
        expectEqual(
            refusal(custom("WORD", limit: limit), &bench), isGood ? nil : .countNotAllowed(limit, allowed: 1...25_000))
    }

    @Test("B16-1: a code exists once in the whole app, whichever offer it is for")
    func duplicates() throws {
        var bench = try bench()
        expectNil(refusal(custom("WORD"), &bench))
        var other = custom("WORD")
        other.offer = "Autumn"
        expectEqual(refusal(other, &bench), .duplicateCode("WORD"))
    }

    // S1-42: codes belong to one subscription.
    @Test("B16-1: codes belong to an offer-code offer of the product, found by its reference name")
    func unknownOffers() throws {
        var bench = try bench()
        for (product, offer) in [
            (Sample.pro, "Winter"), (Sample.plus, "Spring"), (Sample.pro, "half.pro.monthly"),
        ] {
            var order = custom("WORD")
            (order.productID, order.offer) = (product, offer)
            expectEqual(refusal(order, &bench), .unknownOffer(UnknownName(offer, known: []), product: product))
        }
        var order = custom("WORD")
        order.productID = "gone"
        expectEqual(refusal(order, &bench), .unknownProduct("gone"))
    }

    /// Creates redemptions by custom codes until the quarter is full, then tells how many fit.
    private func redemptionsThatFit(_ bench: inout Bench) throws -> Int {
        var (created, number) = (0, bench.log.count)
        while true {
            number += 1
            switch refusal(custom("C\(number)", limit: 25_000), &bench) {
            case nil: created += 25_000
            case .quarterLimitReached(25_000, let left):
                guard left > 0 else { return created }
                expectEqual(
                    refusal(custom("R\(number)", limit: left + 1), &bench),
                    .quarterLimitReached(wanted: left + 1, left: left))
                expectNil(refusal(custom("R\(number)", limit: left), &bench))
                return created + left
            case let other:
                Issue.record("\(String(describing: other))")
                return created
            }
        }
    }

    @Test(
        "S1-52, C-14: 150,000 redemptions fit into a quarter under the documents, 1,000,000 under today's rules",
        arguments: [(StoreRules.documents, 150_000), (.today, 1_000_000)])
    func quarter(rules: StoreRules, limit: Int) throws {
        var bench = try bench(rules: rules, at: "2026-03-31T23:59:59Z")
        try expectEqual(redemptionsThatFit(&bench), limit)
        // The next quarter begins a second later and has a limit of its own.
        bench.advance(to: "2026-04-01T00:00:00Z")
        try expectEqual(redemptionsThatFit(&bench), limit)
    }

    @Test(
        "C-14: a batch of one-time codes counts one for each code, and a limit that does not divide is filled to the end"
    )
    func oneTimeCodesCount() throws {
        var rules = StoreRules.documents
        rules.codesPerQuarter = 10
        var bench = try bench(rules: rules)
        func batch(_ texts: [String]) -> CodeOrder {
            CodeOrder(productID: Sample.pro, offer: "Spring", texts: texts, isOneTime: true, limit: 1, expires: nil)
        }
        expectNil(refusal(batch(["A1", "A2", "A3"]), &bench))
        expectEqual(refusal(custom("B", limit: 8), &bench), .quarterLimitReached(wanted: 8, left: 7))
        expectNil(refusal(custom("B", limit: 6), &bench))
        expectEqual(refusal(batch(["C1", "C2"]), &bench), .quarterLimitReached(wanted: 2, left: 1))
        expectNil(refusal(batch(["C1"]), &bench))
        expectEqual(refusal(batch(["D1"]), &bench), .quarterLimitReached(wanted: 1, left: 0))
    }

    @Test("C-14: redeeming gives nothing back to the quarter")
    func redeemedCodesStillCount() throws {
        var rules = StoreRules.documents
        rules.codesPerQuarter = 1
        var bench = try bench(rules: rules)
        let customer = bench.customer()
        expectNil(refusal(custom("ONE"), &bench))
        try bench.redeem("ONE", for: customer)
        expectEqual(refusal(custom("TWO"), &bench), .quarterLimitReached(wanted: 1, left: 0))
    }

    @Test(
        "S1-53, B1-10: one-time codes end at most six calendar months after their creation",
        arguments: [
            ("2026-08-31T09:00:00Z", "2027-02-28T09:00:00Z"), ("2026-01-10T09:00:00Z", "2026-07-10T09:00:00Z"),
            ("2027-08-31T00:00:00Z", "2028-02-29T00:00:00Z"),
        ])
    func life(created: String, latest: String) throws {
        var bench = try bench(at: created)
        func order(_ text: String, _ expires: Instant?) -> CodeOrder {
            CodeOrder(
                productID: Sample.pro, offer: "Spring", texts: [text], isOneTime: true, limit: 1, expires: expires)
        }
        expectEqual(
            refusal(order("LATE", at(latest).adding(milliseconds: 1)), &bench), .expiryTooLate(latest: Date(at(latest)))
        )
        expectNil(refusal(order("LAST", at(latest)), &bench))
        expectNil(refusal(order("UNSET", nil), &bench))
        let (first, second) = (bench.customer(), bench.customer())
        bench.advance(to: at(latest))
        expectNil(bench.codeRefusal { try $0.redeem("UNSET", for: first) })
        bench.advance(to: at(latest).adding(milliseconds: 1))
        expectEqual(
            bench.codeRefusal { try $0.redeem("LAST", for: second) }, .expiredCode("LAST", on: Date(at(latest))))
    }

    @Test("B1-11: a custom code ends when it was told to, or never")
    func customLife() throws {
        var bench = try bench()
        expectNil(refusal(custom("EVER"), &bench))
        expectNil(refusal(custom("LONG", expires: at("2030-01-01T00:00:00Z")), &bench))
        let customer = bench.customer()
        bench.advance(to: "2036-01-01T00:00:00Z")
        expectEqual(
            bench.codeRefusal { try $0.redeem("LONG", for: customer) },
            .expiredCode("LONG", on: Date(at("2030-01-01T00:00:00Z"))))
        expectNil(bench.codeRefusal { try $0.redeem("EVER", for: customer) })
    }
}
