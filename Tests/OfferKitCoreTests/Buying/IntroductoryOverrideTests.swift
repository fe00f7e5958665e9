import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Introductory eligibility by the developer.
///
/// The developer's own decision on the introductory offer (B2-23, C-10).
struct IntroductoryOverrideTests {
    private static let bad = SignatureEvidence.fails(SignatureFindings())

    /// Pro and Plus with a week free.
    private func bench() throws -> Bench {
        try Bench(adding: [
            Sample.pro: [.introductory(.freeTrial(.weekly))], Sample.plus: [.introductory(.freeTrial(.weekly))],
        ])
    }

    /// What the customer did before.
    enum Past: CaseIterable, Sendable {
        case new, lapsedUnused, lapsedUsed, subscribedUnused, subscribedUsed
    }

    /// A customer with that past, at a later date.
    private func customer(_ past: Past, in bench: inout Bench) throws -> CustomerID {
        let customer = bench.customer()
        switch past {
        case .new: break
        case .lapsedUnused: try bench.buyOnce(Sample.weekly, for: customer)
        case .lapsedUsed: try bench.buyOnce(Sample.pro, for: customer)
        case .subscribedUnused: try bench.buy(Sample.weekly, for: customer)
        case .subscribedUsed:
            try bench.buyOnce(Sample.plus, for: customer)
            bench.advance(to: "2026-02-01T00:00:00Z")
            try bench.buy(Sample.weekly, for: customer)
        }
        bench.advance(to: "2026-03-01T00:00:00Z")
        return customer
    }

    /// A row of C-10's table: who gets the introductory offer without a decision, with a yes and with a no.
    struct Row: Sendable {
        let past: Past
        let alone, allowed, denied: Bool
    }

    @Test(
        "C-10: a no suppresses the offer; a yes gives it again, but not to a present subscriber",
        arguments: [
            Row(past: .new, alone: true, allowed: true, denied: false),
            Row(past: .lapsedUnused, alone: true, allowed: true, denied: false),
            Row(past: .lapsedUsed, alone: false, allowed: true, denied: false),
            Row(past: .subscribedUnused, alone: false, allowed: false, denied: false),
            Row(past: .subscribedUsed, alone: false, allowed: false, denied: false),
        ])
    func table(row: Row) throws {
        for (decision, gets) in [(nil, row.alone), (true, row.allowed), (false, row.denied)] as [(Bool?, Bool)] {
            var bench = try bench()
            let customer = try customer(row.past, in: &bench)
            var request = PurchaseRequest(customer: customer, productID: Sample.pro, territory: "USA")
            if let decision { request.decide(decision, in: &bench) }
            let bought = try bench.buy(request).transaction
            expectEqual(bench.offer(of: bought)?.type == .intro, gets, "\(row.past) \(String(describing: decision))")
            expectEqual(bought.price, gets ? 0 : 9.99)
        }
    }

    @Test("C-10: a no leaves the right to the offer where it was; a yes uses it up")
    func rightAfterwards() throws {
        for isAllowed in [false, true] {
            var bench = try bench()
            let customer = bench.customer()
            _ = try bench.buy(bench.deciding(isAllowed, Sample.pro, for: customer))
            try bench.turnOff(Sample.pro, for: customer)
            bench.advance(to: "2026-05-01T00:00:00Z")
            let next = try bench.buy(Sample.pro, for: customer).transaction
            expectEqual(bench.offer(of: next)?.type == .intro, !isAllowed)
        }
    }

    @Test("C-10: a yes gives no offer that the product does not have, or not in this storefront")
    func nothingToGive() throws {
        var bench = try Bench(adding: [Sample.pro: [.introductory(.payAsYouGo(["JPN": 500], periods: 2))]])
        for product in [Sample.pro, Sample.basic, Sample.coins] {
            let customer = bench.customer()
            let bought = try bench.buy(bench.deciding(true, product, for: customer)).transaction
            expectNil(bought.terms)
        }
    }

    @Test(
        "C-10: an open sheet keeps the decision, whatever the clock and the key do meanwhile", arguments: [true, false])
    func heldSheet(isAllowed: Bool) throws {
        var bench = try bench()
        let customer = try customer(.lapsedUsed, in: &bench)
        let plain = try self.customer(.new, in: &bench)
        let sheet = try bench.request(bench.deciding(isAllowed, Sample.pro, for: isAllowed ? customer : plain))
        try bench.perform { $0.keyring.decideRevocation(ofKey: "KEY1") }
        bench.advance(to: bench.state.now.adding(milliseconds: 2 * 86_400_000))
        let bought = try bench.confirm(sheet).transaction
        expectEqual(bought.price, isAllowed ? 0 : 9.99)
    }

    @Test("C-10, C-47: who subscribes while the sheet is open gets no introductory offer")
    func subscribedMeanwhile() throws {
        var bench = try bench()
        let customer = bench.customer()
        let sheet = try bench.request(bench.deciding(true, Sample.pro, for: customer))
        try bench.buy(Sample.weekly, for: customer)
        expectNil(try bench.confirm(sheet).transaction.terms)
    }

    @Test("C-10: a purchase that waits for a parent keeps the decision")
    func pending() throws {
        var bench = try bench()
        let customer = try customer(.lapsedUsed, in: &bench)
        let sheet = try bench.request(bench.deciding(true, Sample.pro, for: customer))
        try bench.perform { $0.desk.decideDeferral(of: sheet, .askToBuy) }
        bench.advance(to: bench.state.now.adding(milliseconds: 86_400_000))
        try expectEqual(bench.perform { $0.decideApproval(of: sheet) }.transaction.price, .zero)
    }

    @Test("B2-21: a bad decision refuses the purchase, even one that it would not change")
    func refused() throws {
        var bench = try bench()
        let customer = bench.customer()
        for product in [Sample.pro, Sample.basic, Sample.coins] {
            let request = bench.deciding(true, product, for: customer)
            let refusal = bench.refusal {
                try $0.request(request, eligibilityEvidence: IntroductoryOverrideTests.bad)
            }
            guard case .invalidSignature(let diagnosis) = refusal else {
                Issue.record("\(product): \(String(describing: refusal))")
                continue
            }
            expectEqual(diagnosis.form, .compactJWS)
            expectEqual(diagnosis.expected.first, "aud: introductory-offer-eligibility")
        }
        expectEqual(bench.state.ledger.all, [])
        expectEqual(bench.spentNonces.count, 3)
    }

    @Test("C-3: a decision serves one purchase, for 24 hours")
    func onceADay() throws {
        for (wait, isGood) in [(86_400_000, true), (86_400_001, false)] as [(Int64, Bool)] {
            var bench = try bench()
            let customer = bench.customer()
            let request = bench.deciding(true, Sample.pro, for: customer)
            bench.advance(to: bench.state.now.adding(milliseconds: wait))
            expectEqual(bench.refusal { try $0.buy(request) } == nil, isGood)
            #expect(
                bench.refusal { try $0.buy(request) }?.causes.contains { cause in
                    if case .nonceSpent = cause { true } else { false }
                } == true)
        }
    }

    @Test("C-8, C-95: with a promotional offer both are checked, the offer applies, and the right is kept")
    func withPromotionalOffer() throws {
        var bench = try bench()
        let customer = try customer(.lapsedUnused, in: &bench)
        var request = bench.promotionalJWS(Sample.pro, Sample.offer("half", Sample.pro), for: customer)
        request.decide(true, in: &bench)
        let refusal = bench.refusal { try $0.request(request, eligibilityEvidence: IntroductoryOverrideTests.bad) }
        guard case .invalidSignature = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        expectEqual(bench.spentNonces.count, 2)
        request.offer = bench.promotionalJWS(Sample.pro, Sample.offer("half", Sample.pro), for: customer).offer
        request.decide(true, in: &bench)
        let bought = try bench.buy(request).transaction
        expectEqual(bench.offer(of: bought)?.type, .promo)
        #expect(
            try !bench.subscription(of: customer, to: Sample.pro).usedIntroductoryOffer)
    }

    @Test("C-3: offer and decision cannot share one nonce")
    func sharedNonce() throws {
        var bench = try bench()
        let customer = try customer(.lapsedUnused, in: &bench)
        var request = bench.promotionalJWS(Sample.pro, Sample.offer("half", Sample.pro), for: customer)
        guard case .promotionalJWS(_, let jws) = request.offer, let nonce = jws.nonce else {
            Issue.record("The request has no nonce.")
            return
        }
        request.introductoryEligibility =
            bench.deciding(true, Sample.pro, for: customer) { $0.nonce = nonce }
            .introductoryEligibility
        expectEqual(bench.refusal { try $0.request(request) }?.causes, [.nonceSpent(nonce)])
        expectEqual(bench.spentNonces, [nonce])
    }
}
