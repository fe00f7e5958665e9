import Foundation
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

    @Test("C-23, B10-1: what is given back is what the store gives back, once, and nothing of what nobody bought")
    func refunds() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.basic, for: customer)
        bench.advance(to: morning("2026-01-20"))
        let index = try bench.index(of: customer, to: Sample.basic)
        let first = bench.state[index].latest
        func isBelieved(_ kind: StoreEvent.Kind) -> Bool { bench.state.accepts(StoreEvent(at: bench.state.now, kind)) }
        func upgrade(_ milliunits: Int64) -> StoreEvent.Kind {
            .transactionUpgraded(first.id, of: index, refund: Amount(milliunits: milliunits))
        }
        func refund(_ id: TransactionID, _ amount: Amount) -> StoreEvent.Kind {
            let running = bench.state[index].latest.id == id && bench.state[index].isRunning
            let standing = running ? Standing.revoked(on: bench.state.now, until: bench.state[index].latest.end) : nil
            var service: PaidService?
            for case .transactionRefunded(_, _, _, _, let left) in bench.state.decideRefund(of: id, .other).events {
                service = left
            }
            return .transactionRefunded(id, because: .other, refund: amount, standing: standing, paidService: service)
        }
        // 4.99 for 31 days from 10 January, of which 21 are left: 3.380322…
        expectEqual(first.price.milliunits, 4_990)
        #expect(isBelieved(upgrade(3_380)))
        for milliunits in [Int64.min, -1, 0, 3_379, 3_381, 4_990, .max] { #expect(!isBelieved(upgrade(milliunits))) }
        #expect(isBelieved(refund(first.id, first.price)))
        for milliunits in [Int64.min, -1, 0, 4_989, 4_991, .max] {
            #expect(!isBelieved(refund(first.id, Amount(milliunits: milliunits))))
        }
        #expect(!isBelieved(refund(bench.state.ledger.last + 1, .zero)))
        // The refund of the only period leaves no paid service.
        let revoked = Standing.revoked(on: bench.state.now, until: first.end)
        #expect(
            !isBelieved(
                .transactionRefunded(
                    first.id, because: .other, refund: first.price, standing: revoked, paidService: nil)))

        // The same upgrade twice gives back twice; and at the time of the purchase, which is over, it would be all.
        var upgraded = bench.state
        upgraded.apply(StoreEvent(at: upgraded.now, upgrade(3_380)))
        #expect(!upgraded.accepts(StoreEvent(at: upgraded.now, upgrade(3_380))))
        expectContains(upgraded.fault(), "has a standing that contradicts it")
        #expect(!bench.state.accepts(StoreEvent(at: first.purchased, upgrade(4_990))))

        try bench.buy(Sample.pro, for: customer)
        #expect(!isBelieved(upgrade(3_380)))
        #expect(isBelieved(refund(first.id, Amount(milliunits: 1_610))))
        #expect(!isBelieved(refund(first.id, first.price)))
        try bench.perform { $0.decideRefund(of: first.id, .other) }
        #expect(!isBelieved(refund(first.id, Amount(milliunits: 1_610))))
        #expect(!isBelieved(refund(first.id, .zero)))
    }

    @Test("B10-4: only a refund that there was is taken back, once, with the standing and the service that come back")
    func reversals() throws {
        var bench = try Bench(Sample.catalog(sharing: [Sample.pro]))
        let (buyer, member) = (bench.customer(), bench.customer())
        try bench.perform {
            $0.families.decideFamily(adding: member, to: buyer, among: $0.customers, $0.ledger, $0.shop)
        }
        try bench.buy(Sample.coins, for: buyer)
        let coins = bench.state.ledger.last
        try bench.buy(Sample.pro, for: buyer)
        let (pro, share) = (bench.state.ledger.last - 1, bench.state.ledger.last)
        expectEqual(bench.state.ledger[share]?.isFamilyShared, true)
        func isBelieved(_ id: TransactionID, _ reinstatement: Reinstatement? = nil) -> Bool {
            bench.state.accepts(
                StoreEvent(at: bench.state.now, .refundReversed(of: id, lasts: false, reinstatement: reinstatement)))
        }
        for id in [coins, pro, share, share + 1] { #expect(!isBelieved(id), "\(id)") }
        try bench.perform { $0.decideRefund(of: coins, .other) }
        try bench.perform { $0.decideRefund(of: pro, .other) }
        #expect(!isBelieved(share))
        #expect(isBelieved(coins))
        let right = try #require(Self.reinstatement(of: pro, in: bench.state))
        #expect(isBelieved(pro, right))
        #expect(!isBelieved(pro))
        #expect(!isBelieved(coins, right))
        // From 10 February on the period is over; and nobody has had five months more.
        var later = bench
        later.advance(to: morning("2026-02-20"))
        let lapsed = try #require(Self.reinstatement(of: pro, in: later.state))
        #expect(lapsed.standing != right.standing && !isBelieved(pro, lapsed))
        let json = String(decoding: try JSONEncoder().encode(right), as: UTF8.self)
        expectContains(json, #""closedMonths":0"#)
        let longer = json.replacing(#""closedMonths":0"#, with: #""closedMonths":5"#)
        #expect(try !isBelieved(pro, JSONDecoder().decode(Reinstatement.self, from: Data(longer.utf8))))
        try bench.perform { $0.decideRefundReversal(of: coins) }
        #expect(!isBelieved(coins))
        try bench.perform { $0.decideRefund(of: coins, .other) }
        bench.record([.transactionsErased([coins], of: buyer, leaving: [])])
        #expect(!isBelieved(coins))
    }

    @Test("C-141: a pace is believed with what follows for the lengths alone, and where it is another one")
    func pace() throws {
        let bench = try Bench()
        func isBelieved(_ pace: Pace, countsAnew: Bool) -> Bool {
            bench.state.accepts(StoreEvent(at: bench.state.now, .paceChanged(to: pace, countsAnew: countsAnew)))
        }
        let stopping = Pace.realTime.stopping(afterRenewals: 3)
        #expect(isBelieved(.sandbox(), countsAnew: true) && !isBelieved(.sandbox(), countsAnew: false))
        #expect(isBelieved(stopping, countsAnew: false) && !isBelieved(stopping, countsAnew: true))
        #expect(!isBelieved(.realTime, countsAnew: false) && !isBelieved(.realTime, countsAnew: true))
    }

    /// The reinstatement with which a store takes a refund back.
    private static func reinstatement(of id: TransactionID, in state: StoreState) -> Reinstatement? {
        for case .refundReversed(_, _, let reinstatement) in state.decideRefundReversal(of: id).events {
            return reinstatement
        }
        return nil
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
            let next = NextRenewal(product: place, terms: nil)
            let event = StoreEvent(at: now, .renewalPlanned(of: index, next: next, redemptionEnds: nil))
            expectEqual(bench.state.accepts(event), isBelieved, "\(product)")
        }
    }
}
