import OfferKitCore
import OfferKitTestHarness
import Testing

/// Replaying a log.
struct ReplayTests {
    /// A state with the same catalogue under rules, a calendar and billing that are wrong for the log.
    private static func wrongState(of bench: Bench) -> StoreState {
        var rules = StoreRules.documents
        rules.calendarOffset = .hours(11)
        rules.allowedClockSkew = .days(1)
        rules.codesPerQuarter = 1
        rules.expiresAtOnceWhenRemovedFromSale = true
        rules.familySharedCountsForPromotionalOffers = true
        rules.outreach = .none
        // That one decides whether such numbers are kept at all.
        rules.numbersFromZero = bench.state.setup.rules.numbersFromZero
        let setup = StoreSetup(
            bundleID: bench.state.setup.bundleID, rules: rules, environment: .sandbox,
            startingAt: bench.state.setup.opened)
        return StoreState(
            setup, selling: bench.catalog, pace: .monthlyRenewalEveryThirtySeconds,
            gracePeriod: BillingGracePeriod(.twentyEightDays))
    }

    @Test("an event holds every conclusion: under a wrong calendar and wrong billing rules, a log gives the same state")
    func wrongRules() throws {
        for seed in UInt64(0)..<40 {
            let life = try Lives.live(seed)
            var state = Self.wrongState(of: life.bench)
            for event in life.bench.log { state.apply(event) }
            let different = StateDifference.parts(state, life.bench.state)
            #expect(different.isSubset(of: [\.setup, \.settings]), "seed \(seed): \(different)")
            // Were the rules the same, this would show nothing.
            expectContains(different, \.setup)
        }
    }

    /// The conclusions that an event can have or lack, and the part of the state that shows which.
    private enum Conclusion: CaseIterable {
        case lasts, isOwnedAgain, replacesReason, endsRun, replacesShared, restartsNumbers

        var part: PartialKeyPath<StoreState> {
            switch self {
            case .lasts, .isOwnedAgain: \.ownerships
            case .replacesReason, .endsRun, .replacesShared: \.ledger
            case .restartsNumbers: \.counted
            }
        }
    }

    /// The same event with another conclusion; nil for an event that has none of these.
    private static func changed(_ event: StoreEvent) -> (conclusion: Conclusion, event: StoreEvent)? {
        let (conclusion, kind): (Conclusion, StoreEvent.Kind)
        switch event.kind {
        case .transactionMade(let record, nil, let lasts):
            (conclusion, kind) = (.lasts, .transactionMade(record, period: nil, lasts: !lasts))
        case .refundReversed(let id, true, let reinstatement):
            (conclusion, kind) = (.isOwnedAgain, .refundReversed(of: id, lasts: false, reinstatement: reinstatement))
        case .recoveryFailed(let index, let failure, true):
            (conclusion, kind) = (
                .replacesReason, .recoveryFailed(of: index, because: failure, replacesReason: false)
            )
        case .transactionRefunded(let id, let reason, let refund, .some, let service):
            (conclusion, kind) = (
                .endsRun,
                .transactionRefunded(id, because: reason, refund: refund, standing: nil, paidService: service)
            )
        case .accessShared(let record, .some):
            (conclusion, kind) = (.replacesShared, .accessShared(record, replacing: nil))
        case .historyCleared(let customer, true):
            (conclusion, kind) = (.restartsNumbers, .historyCleared(of: customer, restartsNumbers: false))
        default: return nil
        }
        return (conclusion, StoreEvent(at: event.instant, kind))
    }

    /// A life in which every such conclusion is drawn.
    private static func lifeOfConclusions() throws -> Bench {
        var rules = StoreRules.documents
        rules.numbersFromZero = true
        var bench = try Bench(Sample.catalog(sharing: [Sample.basic, Sample.pro]), rules: rules)
        let (buyer, member) = (bench.customer(), bench.customer())
        try bench.perform {
            $0.families.decideFamily(adding: member, to: buyer, among: $0.customers, $0.ledger, $0.shop)
        }
        // The upgrade is shared as well.
        try bench.buy(Sample.basic, for: buyer)
        try bench.buy(Sample.pro, for: buyer)
        // The product is off sale when the period ends, and not paid for when it is back.
        try bench.sell(Sample.pro, false)
        bench.advance(to: morning("2026-02-15"))
        bench.pays(false, buyer)
        try bench.sell(Sample.pro, true)
        bench.pays(true, buyer)
        let latest = bench.state.ledger.last
        let paid = bench.state.ledger[latest]?.isFamilyShared == true ? latest - 1 : latest
        try bench.perform { $0.decideRefund(of: paid, .other) }
        let theme = try bench.buy(Sample.theme, for: buyer).transaction.id
        try bench.perform { $0.decideRefund(of: theme, .other) }
        try bench.perform { $0.decideRefundReversal(of: theme) }
        for customer in [buyer, member] { bench.perform { $0.decideErasure(ofAll: customer) } }
        return bench
    }

    // C-195, B10-1, B8-1, C-221.
    @Test("an event is taken as it is: with another conclusion it gives another state")
    func otherConclusions() throws {
        var found: [Conclusion] = []
        let bench = try Self.lifeOfConclusions()
        var state = bench.initial.state
        for event in bench.log {
            let before = state
            state.apply(event)
            guard let (conclusion, changed) = Self.changed(event) else { continue }
            var other = before
            other.apply(changed)
            expectContains(StateDifference.parts(other, state), conclusion.part, "\(event)")
            found.append(conclusion)
        }
        expectEqual(Set(found), Set(Conclusion.allCases))
    }
}
