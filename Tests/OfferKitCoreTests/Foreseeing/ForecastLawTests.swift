import OfferKitCore
import OfferKitTestHarness
import Testing

/// A charge as both a forecast and a log tell of it; numbers of transactions are others where others buy too.
private struct SeenCharge: Hashable, CustomStringConvertible {
    let date: Instant
    let start: Instant
    let end: Instant?
    let product: ProductIndex
    let price: Amount
    let offer: CapturedTerms?
    let offerPeriod: UInt16
    let reason: TransactionRecord.Reason

    init(_ record: TransactionRecord, at date: Instant, in state: StoreState) {
        self.date = date
        start = record.purchased
        end = record.expires
        product = record.product
        price = record.price
        offer = record.terms.map { state.offers[$0] }
        offerPeriod = record.offerPeriod
        reason = record.reason
    }

    var description: String {
        "\(date): \(start)…\(end?.description ?? "") \(product) \(price) \(offerPeriod) \(reason)"
    }
}

extension Forecast {
    fileprivate var seen: [SeenCharge] { charges.map { SeenCharge($0.transaction, at: $0.date, in: state) } }

    /// The last thing that it says anything about.
    fileprivate var horizon: Instant {
        max(end?.date ?? asked, charges.last?.date ?? asked)
    }
}

extension Bench {
    /// What a subscription really charged since a place in the log, and how it ended.
    fileprivate func seen(of index: SubscriptionIndex, since count: Int) -> (charges: [SeenCharge], end: Forecast.End?)
    {
        var charges: [SeenCharge] = []
        var end: Forecast.End?
        for event in log[count...] {
            switch event.kind {
            case .transactionMade(let record, _, _) where record.subscription == index:
                charges.append(SeenCharge(record, at: event.instant, in: state))
            case .subscriptionLapsed(index, let reason, _): end = Forecast.End(date: event.instant, reason: reason)
            default: break
            }
        }
        return (charges, end)
    }

    /// From now on every charge of the customer goes through, which is what a quote takes for granted.
    fileprivate mutating func letChargesPass(_ customer: CustomerID) {
        perform { state in
            state.charges.decideChargePlan(of: customer, among: state.customers, at: state.now) { $0 = ChargePlan() }
        }
        perform { $0.customers.decideRiskCheck(of: customer, refuses: false) }
        perform { $0.charges.decideFailureRate(nil) }
        pays(true, customer)
    }
}

/// What is quoted is what is charged.
struct ForecastLawTests {
    /// How many random shops are asked: the coverage is counted over the shops that the law is held against.
    private static let shops: UInt64 = Effort.isFull ? 1_000 : 500

    @Test(
        "C-96: whatever a customer of any shop asks about, the purchase is refused as the question is, or charges what it said",
        arguments: stride(from: 0, to: shops, by: 125).map { $0..<$0 + 125 })
    func purchases(seeds: Range<UInt64>) throws {
        for seed in seeds {
            var shop = try RandomShop(seed: seed)
            let (wish, renewals) = (shop.wish(), shop.below(4))
            let before = shop.bench.state
            let quote = Result { try shop.quote(wish, renewals: renewals) }
            expectEqual(shop.bench.state, before, "seed \(seed): a question changed something")
            let count = shop.bench.log.count
            let purchase = Result { try shop.buy(wish) }
            guard case .success(let forecast) = quote, case .success = purchase else {
                expectEqual(quote.refusal, purchase.refusal, "seed \(seed): \(wish)")
                continue
            }
            let index = try #require(shop.bench.state.subscriptions(of: shop.customer).first { _ in true })
            shop.advance(to: forecast.horizon)
            let reality = shop.bench.seen(of: index, since: count)
            expectEqual(forecast.seen, reality.charges, "seed \(seed): \(wish)")
            expectEqual(forecast.end, reality.end, "seed \(seed): \(wish)")
            expectEqual(forecast.refund.map(\.amount), shop.bench.proratedRefund(since: count), "seed \(seed): \(wish)")
            // Everything that was asked for is there.
            let standard = forecast.charges.count { $0.transaction.reason == .renewal && $0.transaction.terms == nil }
            #expect(forecast.end != nil || standard >= renewals, "seed \(seed): \(wish)")
        }
    }

    @Test("the shops bring every kind of answer, and each of them more than once")
    func coverage() throws {
        var counts: [String: Int] = [:]
        for seed in 0..<Self.shops {
            var shop = try RandomShop(seed: seed)
            let (wish, renewals) = (shop.wish(), shop.below(4))
            guard let forecast = try? shop.quote(wish, renewals: renewals) else {
                counts["refused", default: 0] += 1
                continue
            }
            let offers = forecast.charges.compactMap { $0.transaction.terms }
            let types = Set(offers.map { forecast.state.offers[$0].type.debugDescription })
            var kinds = types.union([forecast.charges.first?.date == forecast.asked ? "now" : "later"])
            if Set(offers).count > 1 { kinds.insert("two offers") }
            if forecast.refund != nil { kinds.insert("refund") }
            if forecast.end != nil { kinds.insert("end") }
            for kind in kinds { counts[kind, default: 0] += 1 }
        }
        let rare = [
            "refused", "now", "later", "introductory", "promotional", "offer code", "win-back", "two offers", "refund",
            "end",
        ].filter { counts[$0, default: 0] < (Effort.isFull ? 5 : 2) }
        expectEqual(rare, [], "\(counts)")
    }

    @Test(
        "C-96: in any life, what a subscription is said to charge it does charge, once nothing fails any more",
        arguments: stride(from: UInt64(0), to: Effort.isFull ? 120 : 24, by: 12).map { $0..<$0 + 12 })
    func lives(seeds: Range<UInt64>) throws {
        for seed in seeds {
            var life = try RandomLife(seed: seed)
            for step in 0..<60 {
                _ = life.step()
                guard step % 6 == 5 else { continue }
                for place in life.bench.state.ledger.subscriptions.indices
                where life.bench.state.ledger.subscriptions[place].isRunning {
                    try check(SubscriptionIndex(place), in: life.bench, "seed \(seed), step \(step)")
                }
            }
        }
    }

    private func check(_ index: SubscriptionIndex, in bench: Bench, _ place: Comment) throws {
        let forecast = bench.state.forecast(of: index, renewals: 2)
        // Everybody else would renew every few seconds until then.
        let day = Instant.millisecondsPerDay
        if bench.state.settings.pace != .realTime, forecast.horizon.milliseconds(since: forecast.asked) > day / 4 {
            return
        }
        var bench = bench
        let count = bench.log.count
        bench.letChargesPass(bench.state[index].customer)
        bench.advance(to: forecast.horizon)
        let reality = bench.seen(of: index, since: count)
        expectEqual(forecast.seen, reality.charges, place)
        expectEqual(forecast.end, reality.end, place)
    }
}

extension Bench {
    fileprivate func proratedRefund(since count: Int) -> Amount? {
        log[count...].lazy.compactMap { event -> Amount? in
            guard case .transactionUpgraded(_, _, let amount) = event.kind, amount > .zero else { return nil }
            return amount
        }.first
    }
}

extension Result {
    /// What it was refused with, as text; nil for a success.
    fileprivate var refusal: String? {
        guard case .failure(let error) = self else { return nil }
        return "\(error)"
    }
}
