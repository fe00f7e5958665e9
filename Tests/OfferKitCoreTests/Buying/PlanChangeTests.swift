import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Plan changes.
struct PlanChangeTests {
    /// The refund that the latest upgrade of a bench recorded.
    private func refund(_ bench: Bench) -> Amount? {
        for event in bench.log.reversed() {
            if case .transactionUpgraded(_, _, let refund) = event.kind { return refund }
        }
        return nil
    }

    @Test(
        "C-23: an upgrade refunds floor(price × remaining ÷ total) of the period it ends",
        arguments: [
            // 31 days from 10 January: 4,990 milliunits.
            ("2026-01-10T09:00:00Z", 4_990), ("2026-01-10T21:00:00Z", 4_909), ("2026-01-11T09:00:00Z", 4_829),
            ("2026-01-25T21:00:00Z", 2_495), ("2026-02-09T09:00:00Z", 160), ("2026-02-10T08:59:59Z", 0),
        ] as [(String, Int64)])
    func refundOfUnusedTime(time: String, milliunits: Int64) throws {
        var bench = try Bench()
        let customer = bench.customer()
        let old = try bench.buy(Sample.basic, for: customer).transaction
        bench.advance(to: time)
        let new = try bench.buy(Sample.pro, for: customer).transaction
        expectEqual(refund(bench), Amount(milliunits: milliunits))
        expectEqual(bench.state.ledger[old.id]?.isUpgraded, true)
        expectEqual(new.price, 9.99)
        expectEqual(new.purchased, at(time))
        expectEqual(new.originalID, old.id)
    }

    @Test("C-23: the largest price over the longest period neither overflows nor refunds more than was paid")
    func largestRefund() throws {
        let largest = Prices.everywhere(Decimal(Amount.largest))
        var bench = try Bench(
            Catalog(groups: [
                .group(
                    "G",
                    [
                        .subscription("high", level: 1, period: .monthly, price: 1),
                        .subscription("low", level: 2, period: .yearly, price: largest),
                    ])
            ]), at: "2027-03-01T00:00:00Z")
        let customer = bench.customer()
        try bench.buy("low", for: customer)
        // 366 days in all, 183 of them left.
        bench.advance(to: "2027-08-31T00:00:00Z")
        try bench.buy("high", for: customer)
        expectEqual(refund(bench), Amount(milliunits: 500_000_000_000))
    }

    @Test("C-23: a free period refunds nothing")
    func freePeriod() throws {
        var bench = try Bench(adding: [Sample.basic: [.introductory(.freeTrial(.monthly))]])
        let customer = bench.customer()
        try bench.buy(Sample.basic, for: customer)
        try bench.buy(Sample.pro, for: customer)
        expectEqual(refund(bench), .zero)
    }

    @Test("C-13: an upgrade out of a free period starts at once at the full price; no free time is carried over")
    func upgradeOutOfTrial() throws {
        var bench = try Bench(adding: [Sample.basic: [.introductory(.freeTrial(.yearly))]])
        let customer = bench.customer()
        try bench.buy(Sample.basic, for: customer)
        bench.advance(to: "2026-01-31T09:00:00Z")
        let upgraded = try bench.buy(Sample.pro, for: customer).transaction
        expectEqual(upgraded.price, 9.99)
        expectEqual(upgraded.expires, at("2026-02-28T09:00:00Z"))
    }

    @Test(
        "B8: what takes effect at once, and what waits for the renewal",
        arguments: [
            (Sample.basic, Sample.pro, true), (Sample.basic, Sample.yearly, true), (Sample.weekly, Sample.plus, true),
            (Sample.pro, Sample.plus, true), (Sample.plus, Sample.pro, true), (Sample.pro, Sample.yearly, false),
            (Sample.yearly, Sample.pro, false), (Sample.basic, Sample.weekly, false), (Sample.pro, Sample.basic, false),
            (Sample.yearly, Sample.weekly, false),
        ])
    func effect(from old: String, to new: String, atOnce: Bool) throws {
        var bench = try Bench()
        let customer = bench.customer()
        let first = try bench.buy(old, for: customer).transaction
        let outcome = try bench.buy(new, for: customer)
        let subscription = try bench.subscription(of: customer, to: Sample.pro)
        let (oldPlace, newPlace) = (bench.state.shop.place(of: old), bench.state.shop.place(of: new))
        expectEqual(outcome.isNew, atOnce)
        expectEqual(subscription.product, atOnce ? newPlace : oldPlace)
        expectEqual(subscription.next.product, newPlace)
        expectEqual(bench.state.ledger[first.id]?.isUpgraded, atOnce)
    }

    @Test("B8-3: twelve months and one year are the same duration")
    func sameDuration() throws {
        let twelve = try #require(SubscriptionPeriod(value: 12, unit: .month))
        let catalog = Catalog(
            unchecked: [
                .group(
                    "G",
                    [
                        .subscription("year", level: 1, period: .yearly, price: 50),
                        .subscription("months", level: 1, period: twelve, price: 60),
                    ])
            ], [])
        var bench = try Bench(catalog)
        let customer = bench.customer()
        try bench.buy("year", for: customer)
        #expect(try bench.buy("months", for: customer).isNew)
    }

    @Test("C-60: an upgrade with renewal off turns it on, and that comes first")
    func renewalOff() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.basic, for: customer)
        try bench.perform { $0.decideAutoRenew(false, of: customer, in: Sample.premium) }
        let count = bench.log.count
        try bench.buy(Sample.pro, for: customer)
        let kinds = bench.log[count...].map(\.kind)
        let index = try #require(bench.state.subscriptions(of: customer).first { _ in true })
        let turnedOn = try #require(kinds.firstIndex(of: .autoRenewChanged(of: index, isOn: true)))
        let upgraded = try #require(kinds.firstIndex { if case .transactionUpgraded = $0 { true } else { false } })
        #expect(turnedOn < upgraded)
        #expect(try bench.subscription(of: customer, to: Sample.pro).willAutoRenew)
    }

    @Test("B5.1: buying the current product again without an offer only turns renewal on, and drops a pending change")
    func boughtAgain() throws {
        var bench = try Bench()
        let customer = bench.customer()
        let first = try bench.buy(Sample.pro, for: customer).transaction
        try bench.buy(Sample.basic, for: customer)
        try bench.perform { $0.decideAutoRenew(false, of: customer, in: Sample.premium) }
        let again = try bench.buy(Sample.pro, for: customer)
        #expect(!again.isNew)
        expectEqual(again.transaction, first)
        let subscription = try bench.subscription(of: customer, to: Sample.pro)
        #expect(subscription.willAutoRenew)
        expectEqual(subscription.next, NextRenewal(product: first.product, terms: nil))
    }

    @Test("C-57: undoing a pending downgrade leaves a running pay-as-you-go offer to go on")
    func undoneDowngrade() throws {
        var bench = try Bench(adding: [Sample.pro: [.introductory(.payAsYouGo(1, periods: 3))]])
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        func nextPrice(_ bench: Bench) throws -> Amount? {
            try bench.nextCharge(of: customer, to: Sample.pro).price
        }
        try expectEqual(nextPrice(bench), 1)
        try bench.buy(Sample.basic, for: customer)
        try expectEqual(nextPrice(bench), 4.99)
        try bench.buy(Sample.pro, for: customer)
        try expectEqual(nextPrice(bench), 1)
    }

    @Test("C-22: the original transaction stays the same over changes and lapses, and differs between groups")
    func chain() throws {
        var bench = try Bench()
        let customer = bench.customer()
        let first = try bench.buy(Sample.basic, for: customer).transaction
        let news = try bench.buyOnce(Sample.news, for: customer).transaction
        let upgraded = try bench.buyOnce(Sample.pro, for: customer).transaction
        bench.advance(to: "2027-01-01T00:00:00Z")
        let again = try bench.buy(Sample.weekly, for: customer).transaction
        expectEqual([first, upgraded, again].map(\.originalID), [first.id, first.id, first.id])
        expectEqual(news.originalID, news.id)
        expectEqual([first, news, upgraded, again].map(\.id), [1, 2, 3, 4])
    }

    @Test("B3 step 11: an upgrade that cannot be charged leaves the old subscription as it was")
    func failedUpgrade() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.basic, for: customer)
        bench.perform { $0.customers.decidePaymentMethod(.declining, of: customer, $0.ledger, $0.shop) }
        let (before, transactions) = (try bench.subscription(of: customer, to: Sample.basic), bench.state.ledger)
        expectEqual(bench.refusal { try $0.buy(Sample.pro, for: customer) }, .paymentFailed)
        try expectEqual(bench.subscription(of: customer, to: Sample.basic), before)
        expectEqual(bench.state.ledger, transactions)
    }
}
