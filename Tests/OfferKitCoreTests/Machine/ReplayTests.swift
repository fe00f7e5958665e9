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

    // B10-8, B10-1, B8-1, C-18, C-124, C-195, C-221.
    @Test("an event is taken as it is: with another conclusion it gives another state")
    func otherConclusions() throws {
        var found: [Conclusion] = []
        let bench = try Conclusion.life()
        var state = bench.initial.state
        for event in bench.log {
            let before = state
            state.apply(event)
            guard let (conclusion, changed) = Conclusion.changed(event, in: state) else { continue }
            var other = before
            other.apply(changed)
            expectContains(StateDifference.parts(other, state), conclusion.part, "\(event)")
            found.append(conclusion)
        }
        expectEqual(Set(found), Set(Conclusion.allCases))
    }
}
