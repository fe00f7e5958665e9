import OfferKitCore
import OfferKitTestHarness
import Testing

/// Promotional offers.
struct PromotionalOfferTests {
    /// An offer on pro.monthly, what it charges first and when the period it starts on 31 January ends.
    struct Mode: Sendable {
        let kind: String
        let price: Amount
        let end: String
    }

    static let modes = [
        Mode(kind: "half", price: 4.99, end: "2026-02-28T09:00:00Z"),
        Mode(kind: "prepaid", price: 20, end: "2026-04-30T09:00:00Z"),
        Mode(kind: "free", price: 0, end: "2026-02-28T09:00:00Z"),
    ]

    /// Where the customer comes from when the offer is redeemed on 31 January, 09:00.
    enum Origin: CaseIterable {
        case lapsed, otherGroup, upgrade, crossgrade

        func prepare(_ bench: inout Bench) throws -> CustomerID {
            let customer = bench.customer()
            switch self {
            case .lapsed: try bench.buy(Sample.weekly, for: customer)
            case .otherGroup: try bench.buy(Sample.news, for: customer)
            case .upgrade: try bench.buy(Sample.basic, for: customer)
            case .crossgrade: try bench.buy(Sample.plus, for: customer)
            }
            bench.advance(to: "2026-01-31T09:00:00Z")
            return customer
        }
    }

    @Test(
        "B5.1: it starts and is charged at once for who lapsed, comes from another group, moves up or across",
        arguments: Origin.allCases, modes)
    func atOnce(origin: Origin, mode: Mode) throws {
        var bench = try Bench()
        let customer = try origin.prepare(&bench)
        let offer = Sample.offer(mode.kind, Sample.pro)
        let outcome = try bench.buy(Sample.pro, promo: offer, for: customer)
        #expect(outcome.isNew)
        let bought = outcome.transaction
        expectEqual(bought.price, mode.price)
        expectEqual(bought.purchased, at("2026-01-31T09:00:00Z"))
        expectEqual(bought.expires, at(mode.end))
        expectEqual(bought.reason, .purchase)
        expectEqual(bench.offer(of: bought)?.type, .promo)
        expectEqual(bench.offer(of: bought)?.offerID, offer)
        let subscription = try bench.subscription(of: customer, to: Sample.pro)
        expectEqual(subscription.product, bought.product)
        expectEqual(subscription.standing, .active(until: at(mode.end)))
        #expect(subscription.willAutoRenew)
        expectEqual(subscription.next, NextRenewal(product: bought.product, terms: nil))
    }

    @Test(
        "C-16: on the same product nothing is charged, no transaction is made, the offer waits", arguments: modes,
        [true, false])
    func queued(mode: Mode, renews: Bool) throws {
        var bench = try Bench()
        let customer = bench.customer()
        let first = try bench.buy(Sample.pro, for: customer).transaction
        if !renews { try bench.perform { $0.decideAutoRenew(false, of: customer, in: Sample.premium) } }
        // Nothing is charged now, so a card that fails does not matter.
        bench.perform { $0.customers.decidePaymentMethod(.declining, of: customer, $0.ledger, $0.shop) }
        let before = bench.state.ledger.all
        let outcome = try bench.buy(Sample.pro, promo: Sample.offer(mode.kind, Sample.pro), for: customer)
        expectEqual(outcome.transaction, first)
        #expect(!outcome.isNew)
        expectEqual(bench.state.ledger.all, before)
        let subscription = try bench.subscription(of: customer, to: Sample.pro)
        #expect(subscription.willAutoRenew)
        expectEqual(subscription.standing, .active(until: at("2026-02-10T09:00:00Z")))
        let next = try bench.nextCharge(of: customer, to: Sample.pro)
        expectEqual(next.price, mode.price)
        expectEqual(next.terms?.offerID, Sample.offer(mode.kind, Sample.pro))
    }

    @Test("S3-68: redeemed between 5 and 25 December, the offer turns renewal on and the date stays 25 December")
    func savedBeforeChristmas() throws {
        var bench = try Bench(at: "2026-11-25T00:00:00Z")
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: "2026-12-05T00:00:00Z")
        try bench.perform { $0.decideAutoRenew(false, of: customer, in: Sample.premium) }
        bench.advance(to: "2026-12-10T00:00:00Z")
        let events = bench.log.count
        try bench.buy(Sample.pro, promo: Sample.offer("half", Sample.pro), for: customer)
        let subscription = try bench.subscription(of: customer, to: Sample.pro)
        #expect(subscription.willAutoRenew)
        expectEqual(subscription.standing, .active(until: at("2026-12-25T00:00:00Z")))
        let kinds = bench.log[events...].map(\.kind)
        let index = try #require(bench.state.subscriptions(of: customer).first { _ in true })
        let switched = try #require(kinds.firstIndex(of: .autoRenewChanged(of: index, isOn: true)))
        let planned = try #require(kinds.firstIndex { if case .renewalPlanned = $0 { true } else { false } })
        #expect(switched < planned)
    }

    @Test("C-59: a second redemption before the renewal replaces the first; nothing stacks")
    func replaced() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        for (kind, price) in [("half", 4.99), ("prepaid", 20), ("free", 0), ("half", 4.99)] as [(String, Amount)] {
            try bench.buy(Sample.pro, promo: Sample.offer(kind, Sample.pro), for: customer)
            try expectEqual(bench.nextCharge(of: customer, to: Sample.pro).price, price)
        }
    }

    @Test("C-16: buying the same product again without an offer leaves the queued offer where it is")
    func boughtAgain() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.buy(Sample.pro, promo: Sample.offer("half", Sample.pro), for: customer)
        let queued = try bench.subscription(of: customer, to: Sample.pro).next
        try expectEqual(bench.buy(Sample.pro, for: customer).isNew, false)
        try expectEqual(bench.subscription(of: customer, to: Sample.pro).next, queued)
    }

    @Test(
        "C-13: an offer on a lower level, or on the same level with another period, waits with its product",
        arguments: [(Sample.basic, 2.49), (Sample.weekly, 0.99), (Sample.yearly, 39.99)] as [(String, Amount)])
    func atRenewal(product: String, price: Amount) throws {
        var bench = try Bench()
        let customer = bench.customer()
        let first = try bench.buy(Sample.pro, for: customer).transaction
        let outcome = try bench.buy(product, promo: Sample.offer("half", product), for: customer)
        expectEqual(outcome.transaction, first)
        #expect(!outcome.isNew)
        let subscription = try bench.subscription(of: customer, to: Sample.pro)
        expectEqual(subscription.product, first.product)
        expectEqual(subscription.next.product, bench.state.shop.place(of: product))
        try expectEqual(bench.nextCharge(of: customer, to: Sample.pro).price, price)
    }

    @Test("C-13: an offer on the current product overwrites a pending downgrade, and a new downgrade drops the offer")
    func oneSlot() throws {
        var bench = try Bench()
        let customer = bench.customer()
        let first = try bench.buy(Sample.pro, for: customer).transaction
        try bench.buy(Sample.basic, for: customer)
        try bench.buy(Sample.pro, promo: Sample.offer("half", Sample.pro), for: customer)
        var subscription = try bench.subscription(of: customer, to: Sample.pro)
        expectEqual(subscription.next.product, first.product)
        try expectEqual(bench.nextCharge(of: customer, to: Sample.pro).price, 4.99)
        try bench.buy(Sample.basic, for: customer)
        subscription = try bench.subscription(of: customer, to: Sample.pro)
        expectEqual(
            subscription.next, NextRenewal(product: try #require(bench.state.shop.place(of: Sample.basic)), terms: nil))
    }

    @Test("C-13: turning renewal off and on keeps the slot; the expiry clears it")
    func slotOverTime() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        try bench.buy(Sample.pro, promo: Sample.offer("half", Sample.pro), for: customer)
        let queued = try bench.subscription(of: customer, to: Sample.pro).next
        for isOn in [false, true, false] {
            try bench.perform { $0.decideAutoRenew(isOn, of: customer, in: Sample.premium) }
            try expectEqual(bench.subscription(of: customer, to: Sample.pro).next, queued)
        }
        bench.advance(to: "2026-02-10T09:00:00Z")
        expectNil(try bench.subscription(of: customer, to: Sample.pro).next.terms)
    }
}
