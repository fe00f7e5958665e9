import OfferKitCore
import OfferKitTestHarness
import Testing

/// Forged events.
///
/// Events that no store decides, as a journal from outside may have them.
struct ForgedEventTests {
    @Test("A key is believed with halves of a P-256 key's length alone, and under a name of its own")
    func keys() throws {
        var bench = try Bench()
        let (whole, half) = ([UInt8](repeating: 4, count: 65), [UInt8](repeating: 1, count: 32))
        func accepts(_ kind: StoreEvent.Kind) -> Bool { bench.state.accepts(StoreEvent(at: bench.state.now, kind)) }
        #expect(accepts(.keyRegistered(id: "K", publicKey: whole)))
        #expect(!accepts(.keyRegistered(id: "K", publicKey: Array(whole.dropLast()))))
        #expect(!accepts(.keyRegistered(id: "", publicKey: whole)))
        #expect(accepts(.keyGenerated(id: "K", name: "n", publicKey: whole, privateKey: half)))
        // The log forgets the private half of a key that was downloaded (C-101).
        #expect(accepts(.keyGenerated(id: "K", name: "n", publicKey: whole, privateKey: [])))
        #expect(!accepts(.keyGenerated(id: "K", name: "n", publicKey: whole, privateKey: Array(half.dropLast()))))
        #expect(!accepts(.keyGenerated(id: "K", name: "n", publicKey: [], privateKey: half)))
        try bench.perform { $0.keyring.decideKeys([(id: "K", publicKey: whole)]) }
        #expect(!accepts(.keyRegistered(id: "K", publicKey: whole)))
    }

    // B10-8, B10-1, B8-1, C-18, C-124, C-195, C-221.
    @Test("An event is believed with the conclusion alone that the store draws")
    func conclusions() throws {
        let bench = try Conclusion.life()
        var state = bench.initial.state
        var refused: Set<Conclusion> = []
        for event in bench.log {
            #expect(state.accepts(event), "\(event)")
            if let (conclusion, changed) = Conclusion.changed(event, in: state), !state.accepts(changed) {
                refused.insert(conclusion)
            }
            state.apply(event)
        }
        // A purchase may make no transaction, and a period made good in grace may begin now.
        expectEqual(refused, Set(Conclusion.allCases).subtracting([.makesTransaction, .startsBefore]))
    }

    @Test("A purchase makes the next transaction or none, and what is made good begins now or where grace did (C-18)")
    func numbersAndDates() throws {
        var bench = try Bench()
        let customer = bench.customer()
        bench.setGrace(BillingGracePeriod(.sixteenDays))
        try bench.buy(Sample.pro, for: customer)
        let index = try bench.index(of: customer, to: Sample.pro)
        func accepts(_ kind: StoreEvent.Kind) -> Bool { bench.state.accepts(StoreEvent(at: bench.state.now, kind)) }
        let purchase = AttemptID(rawValue: 1)
        #expect(accepts(.purchaseConfirmed(purchase, makes: bench.state.ledger.last + 1)))
        #expect(accepts(.purchaseConfirmed(purchase, makes: nil)))
        #expect(!accepts(.purchaseConfirmed(purchase, makes: 1)))
        #expect(!accepts(.subscriptionRecovered(index, from: bench.state.now)))
        #expect(!accepts(.graceEnded(of: index)))
        #expect(accepts(.periodEnded(of: index)))
        bench.pays(false, customer)
        bench.advance(to: morning("2026-02-12"))
        #expect(accepts(.subscriptionRecovered(index, from: bench.state.now)))
        #expect(accepts(.subscriptionRecovered(index, from: at("2026-02-10T09:00:00Z"))))
        #expect(!accepts(.subscriptionRecovered(index, from: at("2026-02-11T09:00:00Z"))))
        #expect(accepts(.graceEnded(of: index)))
        #expect(!accepts(.periodEnded(of: index)))
        let end = bench.state.now.adding(months: 2)
        #expect(
            !accepts(
                .renewalFailed(of: index, because: .paymentDeclined, graceUntil: nil, retryUntil: end, attempt: nil)))
    }

    @Test("B8-1, B10-1: no more is given back than was charged, and nothing is taken")
    func refunds() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.basic, for: customer)
        let index = try bench.index(of: customer, to: Sample.basic)
        let latest = bench.state[index].latest
        for (milliunits, isBelieved) in [
            (Int64.min, false), (-1, false), (0, true), (latest.price.milliunits, true),
            (latest.price.milliunits + 1, false), (.max, false),
        ] {
            let refund = Amount(milliunits: milliunits)
            let upgrade = StoreEvent.Kind.transactionUpgraded(latest.id, of: index, refund: refund)
            expectEqual(bench.state.accepts(StoreEvent(at: bench.state.now, upgrade)), isBelieved, "\(milliunits)")
            let standing = Standing.revoked(on: bench.state.now, until: latest.expires ?? bench.state.now)
            let back = StoreEvent.Kind.transactionRefunded(
                latest.id, because: .other, refund: refund, standing: standing, paidService: nil)
            expectEqual(bench.state.accepts(StoreEvent(at: bench.state.now, back)), isBelieved, "\(milliunits)")
        }
    }

    @Test("C-221: a purchase that waited is confirmed once")
    func confirmedOnce() throws {
        var rules = StoreRules.documents
        rules.numbersFromZero = true
        var bench = try Bench(rules: rules)
        let customer = bench.customer()
        let sheet = try bench.request(PurchaseRequest(customer: customer, productID: Sample.coins, territory: "USA"))
        try bench.perform { $0.desk.decideDeferral(of: sheet, .askToBuy) }
        func isBelieved() -> Bool {
            let made = bench.state.ledger.last + 1
            return bench.state.accepts(StoreEvent(at: bench.state.now, .purchaseConfirmed(sheet, makes: made)))
        }
        #expect(isBelieved())
        var alone = bench.state
        alone.apply(StoreEvent(at: alone.now, .purchaseConfirmed(sheet, makes: alone.ledger.last + 1)))
        expectContains(alone.fault(), "its transaction is missing")
        try bench.perform { $0.decideApproval(of: sheet) }
        expectNil(bench.state.fault())
        #expect(!isBelieved())
    }

    @Test("A renewal is planned within its group alone (B8)")
    func plans() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        let (index, now) = (try bench.index(of: customer, to: Sample.pro), bench.state.now)
        for (product, isBelieved) in [(Sample.basic, true), (Sample.news, false)] {
            let place = try #require(bench.state.shop.place(of: product))
            let next = NextRenewal(product: place, offer: nil)
            let event = StoreEvent(at: now, .renewalPlanned(of: index, next: next, redemptionEnds: nil))
            expectEqual(bench.state.accepts(event), isBelieved, "\(product)")
        }
    }
}
