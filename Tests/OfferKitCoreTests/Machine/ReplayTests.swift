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
}
