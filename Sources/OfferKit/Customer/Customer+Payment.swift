public import Foundation
public import OfferKitCore

extension Customer {
    /// The customer's payment method, which decides whether charges go through; working unless changed.
    ///
    /// A repair, to `working`, causes an immediate attempt on every failed renewal (B7-14): within grace the
    /// subscription goes on as if nothing had happened, in billing retry a new cycle starts now. Planned failures
    /// (``failNextCharges(_:)``) stay planned: ``clearChargeFailures()`` takes them back.
    public var paymentMethod: PaymentMethod {
        get { store.read { $0.customers.paymentMethod(of: id) } }
        nonmutating set { store.perform { $0.customers.decidePaymentMethod(newValue, of: id, $0.ledger, $0.shop) } }
    }

    /// Makes the next charges fail, however good the payment method is.
    ///
    /// Purchases, renewals and attempts to make a failed renewal good all count; what costs nothing is no charge.
    ///
    /// - Parameter count: How many; 0 or less for none. It takes the place of the number given before.
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
    ///   - start: When the payment method begins to fail; at once when it is past, and never for a date whose number
    ///     is NaN.
    ///   - end: When it is repaired; never unless given.
    public func failCharges(from start: Date, until end: Date? = nil) {
        changePlan { plan, now in
            let first = max(Instant(start), now)
            let last = end.map { Instant($0) }
            if let last, last <= first { return }
            plan.addWindow(from: first, until: last)
        }
    }

    /// The share of this customer's renewals that fail by chance; nil for the store's (``Store/failureRate``).
    public var failureRate: FailureRate? {
        get { store.read { $0.charges.plan(of: id)?.rate } }
        nonmutating set { changePlan { plan, _ in plan.rate = newValue } }
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

    /// Whether the App Store's risk check refuses the customer's renewals (S3-34); false unless changed.
    ///
    /// A refused renewal goes into billing retry like one that cannot be charged.
    public var failsRiskCheck: Bool {
        get { store.read { $0.customers.isRisky(id) } }
        nonmutating set { store.perform { $0.customers.decideRiskCheck(of: id, refuses: newValue) } }
    }
}
