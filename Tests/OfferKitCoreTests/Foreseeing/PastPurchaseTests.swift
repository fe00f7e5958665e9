import Foundation
import OfferKitCore
import OfferKitTestHarness
import Testing

/// Purchases in the past.
struct PastPurchaseTests {
    private static func request(
        _ product: String, _ customer: CustomerID, _ offer: PurchaseRequest.Offer = .none
    ) -> PurchaseRequest {
        PurchaseRequest(customer: customer, productID: product, territory: "USA", offer: offer)
    }

    /// The bench's time begins on 10 January 2026.
    private static func buy(
        _ product: String, on date: String, renews: Bool = true, adding offers: [String: [Catalog.Offer]] = [:]
    ) throws -> (Bench, CustomerID) {
        var bench = try Bench.quiet(adding: offers)
        let customer = bench.customer()
        _ = try bench.perform { $0.decidePastPurchase(request(product, customer), on: morning(date), renews: renews) }
        return (bench, customer)
    }

    @Test("C-125, C-19: a month from 31 October has renewed on the days that it would have, and goes on")
    func renewed() throws {
        var (bench, customer) = try Self.buy(Sample.pro, on: "2025-10-31")
        expectEqual(bench.state.now, morning("2026-01-10"))
        expectNil(bench.state.fault())
        bench.advance(to: morning("2026-01-31"))
        try expectEqual(
            bench.life(of: customer),
            [
                "2025-10-31…2025-11-30 pro.monthly 9.99 purchase", "2025-11-30…2025-12-31 pro.monthly 9.99 renewal",
                "2025-12-31…2026-01-31 pro.monthly 9.99 renewal", "2026-01-31…2026-02-28 pro.monthly 9.99 renewal",
            ])
    }

    @Test("C-125: a trial in the past was a trial")
    func trial() throws {
        let (bench, customer) = try Self.buy(
            Sample.pro, on: "2025-12-01", adding: [Sample.pro: [.introductory(.freeTrial(.weekly))]])
        try expectEqual(
            bench.life(of: customer),
            [
                "2025-12-01…2025-12-08 pro.monthly 0.00 purchase introductory 1/1",
                "2025-12-08…2026-01-08 pro.monthly 9.99 renewal", "2026-01-08…2026-02-08 pro.monthly 9.99 renewal",
            ])
        expectNil(bench.state.fault())
    }

    @Test("C-125: cancelled at once, it lapsed at the end of its first period")
    func cancelled() throws {
        let (bench, customer) = try Self.buy(Sample.pro, on: "2025-10-31", renews: false)
        try expectEqual(bench.standing(of: customer), "lapsed 2025-11-30, autoRenewDisabled")
        expectNil(bench.machine.nextDue)
        expectNil(bench.state.fault())
    }

    @Test("C-125: replaying the log gives the same state")
    func replayed() throws {
        let (bench, _) = try Self.buy(Sample.weekly, on: "2025-11-01")
        var replayed = bench.initial
        for event in bench.log { replayed.apply(event) }
        expectEqual(replayed, bench.machine)
        expectEqual(bench.log.map(\.instant), bench.log.map(\.instant).sorted())
    }

    @Test("C-125: what lies before 1970, or more than 10,000 periods back, is too long ago, and nothing is recorded")
    func tooLongAgo() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        bench.perform { $0.settings.decidePace(.oneRenewal(every: .seconds(2))) }
        func outcome(_ product: String, at milliseconds: Int64, renews: Bool = true) -> String {
            let decision = bench.state.decidePastPurchase(
                Self.request(product, customer), on: Instant(millisecondsSince1970: milliseconds), renews: renews)
            switch decision.result {
            case .success: return "\(decision.events.isEmpty ? "nothing" : "bought")"
            case .failure(.tooLongAgo(let most)): return "more than \(most) periods, \(decision.events.count) events"
            case .failure(let refusal): return "\(refusal)"
            }
        }
        let refused = "more than 10000 periods, 0 events"
        let now = bench.state.now.millisecondsSince1970
        expectEqual(outcome(Sample.weekly, at: now - 10_000 * 2_000), "bought")
        expectEqual(outcome(Sample.weekly, at: now - 10_001 * 2_000), refused)
        expectEqual(outcome(Sample.weekly, at: 0), refused)
        expectEqual(outcome(Sample.weekly, at: 0, renews: false), "bought")
        expectEqual(outcome(Sample.theme, at: 0), "bought")
        expectEqual(outcome(Sample.theme, at: -1), refused)
        expectEqual(outcome(Sample.weekly, at: .min), refused)
    }

    @Test("C-125: neither the future nor what lies before a subscription of the group can be bought")
    func refusals() throws {
        var (bench, customer) = try Self.buy(Sample.pro, on: "2025-12-01", renews: false)
        let count = bench.log.count
        func refusal(_ product: String, on date: String) -> PastPurchaseRefusal? {
            let decision = bench.state.decidePastPurchase(
                Self.request(product, customer), on: morning(date), renews: true)
            guard case .failure(let refusal) = decision.result else { return nil }
            return decision.events.isEmpty ? refusal : nil
        }
        expectEqual(refusal(Sample.pro, on: "2026-01-11"), .futureDate(now: Date(morning("2026-01-10"))))
        expectEqual(refusal(Sample.plus, on: "2025-12-31"), .historyGoesOn(until: Date(morning("2026-01-01"))))
        expectNil(refusal(Sample.plus, on: "2026-01-01"))
        try bench.buy(Sample.pro, for: customer)
        expectEqual(refusal(Sample.plus, on: "2026-01-10"), .historyGoesOn(until: nil))
        guard case .refused(.productUnavailable) = refusal("gone", on: "2026-01-01") else {
            Issue.record("A product that does not exist was bought.")
            return
        }
        #expect(bench.log.count > count)
    }
}
