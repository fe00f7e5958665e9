/// A failed renewal, as long as the store goes on trying.
struct RetryRecord: Hashable, Sendable, Codable {
    /// The instant at which the renewal failed, or from which payment is the reason (C-195).
    ///
    /// The reason itself is part of the subscription's standing.
    var since: Instant
    /// The number of times that the customer was written to.
    var sent = 0
    /// The instant at which the next attempt is due; nil when nothing is planned (C-55).
    var attemptDue: Instant?
}

/// Charges that fail otherwise than by the payment method alone, and renewals that failed and are still tried.
package struct Charges: Hashable, Sendable, Codable {
    private var plans = SideTable<CustomerID, ChargePlan>()
    /// The failure rate of everybody's charges.
    package private(set) var rate: FailureRate?
    private var retries = SideTable<SubscriptionIndex, RetryRecord>()

    /// The charges of a store where none fails.
    init() {}

    /// The plan of a customer's charges; nil for a customer without one.
    package func plan(of customer: CustomerID) -> ChargePlan? { plans[customer] }
    /// The customers with changes of their payment method still to come.
    var customersWithPlans: [CustomerID] { plans.keys }
    /// The next change of a customer's payment method; nil where none is to come.
    func nextChange(of customer: CustomerID) -> ChargePlan.Change? { plans[customer]?.changes.first }

    func retry(of subscription: SubscriptionIndex) -> RetryRecord? { retries[subscription] }
    /// The subscriptions whose failed renewals are still tried, in their order.
    var retried: [SubscriptionIndex] { retries.keys }

    /// The failure rate that counts for a customer: their own, or everybody's.
    func rate(of customer: CustomerID) -> FailureRate? { plans[customer]?.rate ?? rate }

    /// Returns whether no customer has a plan, and the failure rate is that of another value.
    func isSame(as other: Charges) -> Bool {
        rate == other.rate && plans.allSatisfy { _, plan in plan == ChargePlan() }
    }

    // MARK: - Decisions

    /// Sets the failure rate of everybody's charges; nil for none.
    package func decideFailureRate(_ rate: FailureRate?) -> Decision<Void, Never> {
        Decision(self.rate == rate ? [] : [.failureRateChanged(to: rate)], ())
    }

    /// Changes the plan of the charges of a customer that fail although the payment method works.
    package func decideChargePlan(
        of customer: CustomerID, among customers: Customers, at now: Instant, _ change: (inout ChargePlan) -> Void
    ) -> Decision<Void, Never> {
        guard customers.contains(customer) else { return Decision([], ()) }
        let old = plans[customer] ?? ChargePlan()
        var plan = old
        change(&plan)
        // Where a window ends as another begins, the charge at that instant fails.
        plan.changes = plan.changes.filter { now...Instant.endOfClock ~= $0.instant }.sorted {
            $0.instant != $1.instant ? $0.instant < $1.instant : $0.method == .working && $1.method == .declining
        }
        return Decision(plan == old ? [] : [.chargePlanChanged(of: customer, to: plan)], ())
    }

    // MARK: - Events

    mutating func set(_ rate: FailureRate?) { self.rate = rate }

    /// Forgets every plan and rate, so that charges go through.
    mutating func assumePayment() {
        plans = SideTable()
        rate = nil
    }

    mutating func set(_ plan: ChargePlan, of customer: CustomerID) { plans[customer] = plan }

    /// Removes a change of the payment method from the plan once it has come, where it was planned.
    ///
    /// Only one is removed, because at the end of a window the next may begin.
    mutating func noteChange(of customer: CustomerID, at instant: Instant) {
        guard let first = nextChange(of: customer), first.instant <= instant else { return }
        plans.change(customer) { _ = $0.changes.removeFirst() }
    }

    /// Counts a charge that was tried, where the customer has a plan.
    mutating func noteCharge(of customer: CustomerID) {
        guard !plans.isEmpty else { return }
        plans.change(customer) { $0.noteCharge() }
    }

    mutating func beginRetry(of index: SubscriptionIndex, at instant: Instant, attempt: Instant?) {
        retries[index] = RetryRecord(since: instant, attemptDue: attempt)
    }

    /// Records that a failed renewal is from now on one that the customer can mend: outreach begins now.
    mutating func beginOutreach(about index: SubscriptionIndex, at instant: Instant) {
        retries.change(index) { ($0.since, $0.sent) = (instant, 0) }
    }

    mutating func planAttempt(on index: SubscriptionIndex, at instant: Instant?) {
        retries.change(index) { $0.attemptDue = instant }
    }

    mutating func noteContact(about index: SubscriptionIndex) {
        retries.change(index) { if $0.sent < .max { $0.sent += 1 } }
    }

    mutating func endRetry(of index: SubscriptionIndex) {
        if !retries.isEmpty { retries[index] = nil }
    }

    // MARK: - Soundness

    func fault(_ customers: Customers, _ ledger: Ledger, until now: Instant) -> String? {
        guard rate?.isPossible ?? true else { return "The failure rate is not from 0 to 1." }
        let plan = plans.first(breaking: { customers.contains($0) && $1.isPossible })
        if let plan { return "The charge plan of \(plan.key) has values out of range, or there is no such customer." }
        let retry = retries.first(breaking: { index, retry in
            ledger.contains(index) && retry.sent >= 0 && retry.since <= now && retry.attemptDue ?? now <= .endOfClock
        })
        if let retry {
            return
                "The failed renewal of subscription \(retry.key.rawValue) has a count below zero or a date that cannot be, or there is no such subscription."
        }
        return nil
    }
}
