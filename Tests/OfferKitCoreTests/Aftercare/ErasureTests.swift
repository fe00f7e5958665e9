import OfferKitCore
import OfferKitTestHarness
import Testing

/// Purchases that are taken out of a history.
struct ErasureTests {
    private static func trial() throws -> (Bench, CustomerID) {
        var bench = try Bench(adding: [Sample.pro: [.introductory(.freeTrial(.weekly))]])
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: morning("2026-01-20"))
        return (bench, customer)
    }

    @Test("C-124: without its first transaction a subscription never was, and its introductory offer is there again")
    func whole() throws {
        var (bench, customer) = try Self.trial()
        expectEqual(bench.perform { $0.decideErasure(of: 1) }, [1, 2])
        expectEqual(bench.state.transactions(of: customer), [])
        expectNil(bench.state.subscription(of: customer, inGroupNamed: Sample.premium))
        expectNil(bench.machine.nextDue)
        expectNil(bench.state.fault())
        let again = try bench.buy(Sample.pro, for: customer).transaction
        #expect(again.id == 3 && again.originalID == 3 && again.previous == 0)
        expectEqual(again.price, .zero)
        expectNil(bench.state.fault())
    }

    @Test("C-124: without its latest transaction a subscription is over since the one before, and can begin again")
    func latest() throws {
        var (bench, customer) = try Self.trial()
        expectEqual(bench.perform { $0.decideErasure(of: 2) }, [2])
        try expectEqual(bench.standing(of: customer), "lapsed 2026-01-17, unknown")
        expectEqual(bench.state.transactions(of: customer).map(\.id), [1])
        expectNil(bench.state.fault())
        let again = try bench.buy(Sample.pro, for: customer).transaction
        #expect(again.originalID == 1 && again.previous == 1)
        expectEqual(again.price, 9.99)
    }

    @Test("C-124: a renewal in the middle goes alone")
    func middle() throws {
        var (bench, customer) = try Self.trial()
        bench.advance(to: morning("2026-02-20"))
        expectEqual(bench.perform { $0.decideErasure(of: 2) }, [2])
        expectEqual(bench.state.transactions(of: customer).map(\.id), [1, 3])
        try expectEqual(bench.standing(of: customer), "active until 2026-03-17")
        expectNil(bench.state.fault())
    }

    @Test("C-124: a non-consumable can be bought again, and other purchases stay")
    func outright() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.coins, for: customer)
        try bench.buy(Sample.theme, for: customer)
        try bench.buy(Sample.pass, for: customer)
        expectEqual(bench.perform { $0.decideErasure(of: 2) }, [2])
        expectEqual(bench.state.transactions(of: customer).map(\.id), [1, 3])
        #expect(try bench.buy(Sample.theme, for: customer).isNew)
        expectEqual(bench.state.transactions(of: customer).map(\.id), [1, 3, 4])
        expectEqual(bench.perform { $0.decideErasure(of: 4) }, [4])
        expectEqual(bench.state.transactions(of: customer).map(\.id), [1, 3])
        expectNil(bench.state.fault())
    }

    @Test("C-124: what is erased can be erased, refunded and finished no more")
    func gone() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.coins, for: customer)
        bench.perform { $0.decideErasure(of: 1) }
        let count = bench.log.count
        expectEqual(bench.perform { $0.decideErasure(of: 1) }, [])
        expectEqual(bench.perform { $0.decideErasure(of: 99) }, [])
        bench.perform { $0.ledger.decideFinish(1, by: customer) }
        #expect(throws: RefundRefusal.unknownTransaction(1)) { try bench.perform { $0.decideRefund(of: 1, .other) } }
        expectEqual(bench.log.count, count)
    }

    @Test("C-124: everything at once, of one customer alone, with what is pending")
    func everything() throws {
        var (bench, customer) = try Self.trial()
        let other = bench.customer()
        try bench.buy(Sample.pro, for: other)
        try bench.buy(Sample.news, for: customer)
        try bench.buy(Sample.coins, for: customer)
        let attempt = try bench.request(PurchaseRequest(customer: customer, productID: Sample.theme, territory: "USA"))
        try bench.perform { $0.desk.decideDeferral(of: attempt, .askToBuy) }
        expectEqual(bench.perform { $0.decideErasure(ofAll: customer) }, [1, 2, 4, 5])
        expectEqual(bench.state.transactions(of: customer), [])
        #expect(bench.state.desk.openAttempts.isEmpty)
        expectEqual(bench.state.transactions(of: other).map(\.id), [3])
        try expectEqual(bench.standing(of: other), "active until 2026-01-27")
        expectNil(bench.state.fault())
    }

    @Test("C-124: other members of the family lose what was shared with them")
    func family() throws {
        var bench = try Bench(Sample.catalog(sharing: [Sample.pro]))
        let (buyer, member) = (bench.customer(), bench.customer())
        try bench.perform {
            $0.families.decideFamily(adding: member, to: buyer, among: $0.customers, $0.ledger, $0.shop)
        }
        try bench.buy(Sample.pro, for: buyer)
        expectEqual(bench.state.transactions(of: member).map(\.isRevoked), [false])
        bench.perform { $0.decideErasure(of: 1) }
        expectEqual(bench.state.transactions(of: member).map(\.isRevoked), [true])
        expectNil(bench.state.fault())
        bench.perform { $0.decideErasure(ofAll: member) }
        expectEqual(bench.state.transactions(of: member), [])
        expectNil(bench.state.fault())
    }

    @Test("C-124: where only what is alive is kept, too")
    func liveOnly() throws {
        var bench = try Bench(Sample.catalog(), keeping: .liveOnly)
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: morning("2026-02-20"))
        expectEqual(bench.perform { $0.decideErasure(ofAll: customer) }, [2])
        expectEqual(bench.state.transactions(of: customer), [])
        expectNil(bench.state.fault())
        try bench.buy(Sample.pro, for: customer)
        expectEqual(bench.state.transactions(of: customer).map(\.id), [3])
        expectNil(bench.state.fault())
    }

    @Test("An event that erases somebody else's transactions is not believed")
    func forged() throws {
        var (bench, customer) = try Self.trial()
        let other = bench.customer()
        let now = bench.state.now
        func accepts(_ ids: [TransactionID], of customer: CustomerID) -> Bool {
            let left = bench.state.remainders(of: customer, without: Set(ids), at: now)
            return bench.state.accepts(StoreEvent(at: now, .transactionsErased(ids, of: customer, leaving: left)))
        }
        #expect(accepts([1], of: customer))
        #expect(!accepts([1], of: other))
        #expect(!accepts([7], of: customer))
    }
}
