import OfferKitCore
import Testing

@Suite("Laws over random lives")
struct LifeLawTests {
    private static let steps = 60

    /// Names of a state's properties that a refused purchase may change (C-5).
    private static let ofRefusals: Set<String> = ["spentNonces", "recentClaims", "openAttempts", "lastAttempt"]

    @Test("replaying the log from the first state gives the state again, after every command", arguments: 0..<5)
    func replay(block: UInt64) throws {
        for seed in (block * 100)..<(block * 100 + 100) {
            var life = try RandomLife(seed: seed)
            var (replayed, count) = (life.bench.initial, 0)
            for step in 0..<LifeLawTests.steps {
                _ = life.step()
                for event in life.bench.log[count...] {
                    replayed.apply(event)
                    let broken = replayed.brokenInvariants()
                    #expect(broken == [], "seed \(seed), step \(step), \(event)")
                }
                count = life.bench.log.count
                #expect(replayed == life.bench.state, "seed \(seed), step \(step)")
            }
        }
    }

    @Test("the same seed lives the same life", arguments: 500..<600 as Range<UInt64>)
    func same(seed: UInt64) throws {
        var (one, two) = (try RandomLife(seed: seed), try RandomLife(seed: seed))
        for _ in 0..<LifeLawTests.steps { _ = (one.step(), two.step()) }
        #expect(one.bench.log == two.bench.log)
        #expect(one.bench.state == two.bench.state)
    }

    @Test("C-5: whatever is refused changes nonces, recent claims and attempts at most", arguments: 0..<5)
    func refusals(block: UInt64) throws {
        for seed in (block * 100)..<(block * 100 + 100) {
            var life = try RandomLife(seed: seed)
            for step in 0..<LifeLawTests.steps {
                let before = life.bench
                let error = life.step()
                guard let error else { continue }
                // A purchase is two commands, a request and an answer; each may have left its one event.
                let events = life.bench.log[before.log.count...].map(\.kind)
                #expect(events.count <= 2, "seed \(seed), step \(step): \(error)")
                guard error is PurchaseRefusal else {
                    // A refused code is noted in the log, other refusals are not; neither changes anything.
                    let noted = error is CodeRefusal ? 1 : 0
                    #expect(events.count == noted, "seed \(seed), step \(step): \(error)")
                    #expect(life.bench.state == before.state, "seed \(seed), step \(step): \(error)")
                    continue
                }
                let changed = StateDifference.names(before.state, life.bench.state)
                #expect(
                    changed.isSubset(of: LifeLawTests.ofRefusals),
                    "seed \(seed), step \(step): \(error) changed \(changed)")
            }
        }
    }

    @Test("money: no charge is negative, and no upgrade refunds more than was paid", arguments: 0..<5)
    func money(block: UInt64) throws {
        for seed in (block * 100)..<(block * 100 + 100) {
            var life = try RandomLife(seed: seed)
            for _ in 0..<LifeLawTests.steps { _ = life.step() }
            for event in life.bench.log {
                guard case .transactionUpgraded(let id, _, let refund) = event.kind else { continue }
                let paid = try #require(life.bench.state.transactions[id]).price
                #expect(Amount.zero...paid ~= refund, "seed \(seed): \(refund) of \(paid)")
            }
            #expect(life.bench.state.transactions.all.allSatisfy { $0.price >= .zero }, "seed \(seed)")
        }
    }

    @Test("S1-16, C-5: one introductory offer for a customer and group, and no nonce accepted twice", arguments: 0..<5)
    func once(block: UInt64) throws {
        struct Use: Hashable {
            let customer: CustomerID
            let group: GroupIndex?
        }
        for seed in (block * 100)..<(block * 100 + 100) {
            var life = try RandomLife(seed: seed)
            for _ in 0..<LifeLawTests.steps { _ = life.step() }
            let state = life.bench.state
            let uses = state.transactions.all.filter {
                life.bench.offer(of: $0)?.type == .intro && $0.offerPeriod == 1
            }.map {
                Use(customer: $0.customer, group: state.shop[$0.product].group)
            }
            #expect(Set(uses).count == uses.count, "seed \(seed)")
            let nonces = life.bench.log.compactMap { event in
                if case .purchaseRequested(_, let claim) = event.kind { claim?.nonce } else { nil }
            }
            #expect(Set(nonces).count == nonces.count, "seed \(seed)")
        }
    }

    @Test("the lives are worth living: every kind of event happens in them")
    func coverage() throws {
        var seen: Set<String> = []
        var refusals: Set<String> = []
        for seed in 0..<100 as Range<UInt64> {
            var life = try RandomLife(seed: seed)
            for _ in 0..<LifeLawTests.steps {
                if let error = life.step() { refusals.insert(name("\(error)")) }
            }
            seen.formUnion(life.bench.log.map { name("\($0.kind)") })
        }
        #expect(
            seen == [
                "clockMoved", "customerAdded", "paymentMethodChanged", "keyRegistered", "keyRevoked",
                "basePriceChanged",
                "saleChanged", "offerSwitched", "codesCreated", "purchaseRequested", "purchaseRefused",
                "purchaseConfirmed", "codeRedeemed", "codeRefused", "termsCaptured", "transactionMade",
                "transactionUpgraded",
                "autoRenewChanged", "renewalPlanned", "subscriptionLapsed", "renewalFailed", "customerContacted",
                "subscriptionRecovered", "renewalAnnounced", "paymentUpdateAsked", "priceTermsChanged",
                "priceRiseNotified",
            ])
        #expect(
            refusals.isSuperset(of: [
                "productUnavailable", "invalidQuantity", "missingOfferParams", "invalidOfferIdentifier",
                "invalidSignature", "invalidOfferPrice", "ineligibleForOffer", "cancelled", "declined", "paymentFailed",
                "sheetAlreadyClosed", "unknownCode", "usedCode", "ineligible", "notSubscribed",
            ]))
    }

    /// The case's name in the description of an enumeration's value.
    private func name(_ description: String) -> String {
        String(description.prefix { $0.isLetter })
    }
}

/// What differs between two states.
enum StateDifference {
    /// The names of the stored properties that differ, whatever properties there are.
    static func names(_ a: StoreState, _ b: StoreState) -> Set<String> {
        let (left, right) = (Mirror(reflecting: a).children, Mirror(reflecting: b).children)
        return Set(
            zip(left, right).filter { ($0.value as? AnyHashable) != ($1.value as? AnyHashable) }
                .compactMap(\.0.label))
    }
}
