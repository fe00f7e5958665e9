public import Foundation
public import OfferKitCore

extension Customer {
    /// Makes the customer's charges fail, or repairs the payment method.
    ///
    /// A repair brings an immediate attempt on every renewal that has failed (B7-14): within grace the subscription goes
    /// on as if nothing had happened, in billing retry a new cycle starts now.
    ///
    /// - Parameter method: Whether charges go through from now on.
    public func setPaymentMethod(_ method: PaymentMethod) {
        store.perform { $0.customers.decidePaymentMethod(method, of: id, $0.ledger, $0.shop) }
    }

    /// Makes the next charges fail, however good the payment method is.
    ///
    /// Purchases, renewals and attempts to make a failed renewal good all count; what costs nothing is no charge.
    ///
    /// - Parameter count: How many; 0 or less for none.
    public func failNextCharges(_ count: Int = 1) {
        changePlan { plan, _ in plan.failNext = max(0, count) }
    }

    /// Makes one later charge fail.
    ///
    /// - Parameter number: Which: 1 for the next charge, 2 for the one after it; numbers below 1 do nothing.
    public func failCharge(_ number: Int) {
        guard number >= 1 else { return }
        changePlan { plan, _ in
            let (place, overflow) = plan.tried.addingReportingOverflow(number)
            if !overflow { plan.failing.insert(place) }
        }
    }

    /// Makes every charge fail from one date until another, when the customer repairs the payment method.
    ///
    /// A charge at `start` fails; one at `end` goes through, and so does the attempt that the repair brings. Spans that
    /// overlap become one, which ends with the later.
    ///
    /// - Parameters:
    ///   - start: When the payment method begins to fail; at once when it is past.
    ///   - end: When it is repaired; never unless given.
    public func failCharges(from start: Date, until end: Date? = nil) {
        changePlan { plan, now in
            let first = max(Instant(start), now)
            let last = end.map { Instant($0) }
            if let last, last <= first { return }
            plan.addWindow(from: first, until: last)
        }
    }

    /// Lets a share of this customer's renewals fail by chance; nil to go by the store's rate again.
    ///
    /// - Parameter rate: The share, its seed, and whether the customer repairs the payment method by themselves.
    public func setFailureRate(_ rate: FailureRate?) {
        changePlan { plan, _ in plan.rate = rate }
    }

    /// Takes back every failure planned for this customer; the payment method stays as it is now.
    public func clearChargeFailures() {
        changePlan { plan, _ in plan = ChargePlan() }
    }

    private func changePlan(_ change: (_ plan: inout ChargePlan, _ now: Instant) -> Void) {
        store.perform { state in
            state.charges.decideChargePlan(of: id, among: state.customers, at: state.now) { change(&$0, state.now) }
        }
    }

    /// Lets the App Store's risk check refuse the customer's renewals, or pass them again (S3-34).
    ///
    /// - Parameter refuses: Whether renewals are refused; a refused one goes into billing retry like one that cannot be
    ///   charged.
    public func setRiskCheck(refuses: Bool) {
        store.perform { $0.customers.decideRiskCheck(of: id, refuses: refuses) }
    }
}

extension Store {
    /// Lets a share of everybody's renewals fail by chance; nil for none.
    ///
    /// - Parameter rate: The share, its seed, and whether customers repair the payment method by themselves.
    public func setFailureRate(_ rate: FailureRate?) {
        perform { $0.charges.decideFailureRate(rate) }
    }

    /// Turns the app's billing grace period on, changes it, or turns it off (S3-49).
    ///
    /// A renewal that has failed already keeps the grace it got (B7-6).
    ///
    /// - Parameter grace: The grace period; nil for none.
    public func setGracePeriod(_ grace: BillingGracePeriod?) {
        perform { $0.settings.decideGracePeriod(grace) }
    }

    /// The app's billing grace period; nil when it is off.
    public var gracePeriod: BillingGracePeriod? { transact { $0.state.settings.gracePeriod } }

    /// Changes how long periods last.
    ///
    /// Periods that run keep their ends.
    ///
    /// - Parameter pace: The pace from now on.
    public func setPace(_ pace: Pace) {
        perform { $0.settings.decidePace(pace) }
    }

    /// How long periods, grace and billing retry last.
    public var pace: Pace { transact { $0.state.settings.pace } }
}
