extension StoreState {
    /// What a charge is for.
    enum ChargePurpose: Hashable, Sendable {
        case purchase, renewal, recovery
    }

    /// Why a charge would fail now; nil when it goes through.
    ///
    /// Nothing is charged for nothing.
    func chargeFailure(of customer: CustomerID, _ amount: Amount, _ purpose: ChargePurpose) -> RenewalFailure? {
        guard amount > .zero, let record = self[customer] else { return nil }
        if record.paymentMethod == .declining { return .paymentDeclined }
        if purpose != .purchase, record.isRisky { return .riskCheckRefused }
        if record.hasChargePlan, chargePlans[customer]?.failsNext ?? false { return .paymentDeclined }
        // The rate is a share of the renewals; who repairs the payment method has repaired it.
        guard purpose == .renewal, let rate = rate(of: customer), rate.fails(customer: customer, at: now) else {
            return nil
        }
        return .paymentDeclined
    }

    /// The customer repairs the payment method, or it begins to fail.
    ///
    /// A repair brings an immediate attempt on everything that is in grace or retry (B7-14, C-55), whether or not the
    /// method was bad: the customer may have repaired what a test made fail otherwise.
    package func decidePaymentMethod(_ method: PaymentMethod, of customer: CustomerID) -> Decision<Void, Never> {
        guard let record = self[customer] else { return Decision([], ()) }
        let isRepair = method == .working && subscriptions(of: customer).contains { self[$0].isRetrying }
        return Decision(record.paymentMethod != method || isRepair ? [.paymentMethodChanged(customer, method)] : [], ())
    }

    /// One attempt to make a failed renewal good (B7-8, B7-9).
    ///
    /// Within grace the cycle goes on, and the new period starts where the last one ended; afterwards a new cycle starts
    /// now.
    func decideRecovery(of index: SubscriptionIndex, into events: inout [StoreEvent.Kind]) {
        let record = self[index]
        guard let charge = possibleCharge(of: index) else {
            events.append(.recoveryFailed(index, .productUnavailable))
            return
        }
        if let failure = chargeFailure(of: record.customer, charge.price, .recovery) {
            events.append(.recoveryFailed(index, failure))
            return
        }
        events.append(.subscriptionRecovered(index))
        let terms = charge.offer.map { self.terms($0) }
        renew(index, charge, from: recoveryStart(of: index, charge, terms), into: &events)
    }

    /// Where a period that makes a failed renewal good starts: within grace where the last one ended, else now (C-18); now,
    /// too, where it would be over already (C-89).
    func recoveryStart(of index: SubscriptionIndex, _ charge: NextCharge, _ terms: CapturedTerms?) -> Instant {
        guard case .inGrace = self[index].standing, let expired = latestTransaction(of: index)?.expires,
            let period = shop[charge.product].product.subscription?.period
        else { return now }
        let cycle = cycle(of: index, from: expired, to: charge.product, .renewal)
        let end = self.period(from: expired, of: period, under: terms, continuing: cycle).end
        // Grace may be longer than a short period; one that is over already would be charged for nothing.
        return end > now ? expired : now
    }

    /// Sets which of a customer's charges fail although the payment method works.
    package func decideChargePlan(
        of customer: CustomerID, _ change: (inout ChargePlan) -> Void
    ) -> Decision<Void, Never> {
        guard self[customer] != nil else { return Decision([], ()) }
        var plan = chargePlans[customer] ?? ChargePlan()
        change(&plan)
        // Where a window ends as another begins, the charge at that instant fails.
        plan.changes = plan.changes.filter { $0.instant >= now }.sorted {
            $0.instant != $1.instant ? $0.instant < $1.instant : $0.method == .working && $1.method == .declining
        }
        return Decision(plan == (chargePlans[customer] ?? ChargePlan()) ? [] : [.chargePlanChanged(customer, plan)], ())
    }

    package func decideRiskCheck(of customer: CustomerID, refuses: Bool) -> Decision<Void, Never> {
        guard let record = self[customer], record.isRisky != refuses else { return Decision([], ()) }
        return Decision([.riskCheckChanged(customer, refuses: refuses)], ())
    }

    package func decideFailureRate(_ rate: FailureRate?) -> Decision<Void, Never> {
        Decision(failureRate == rate ? [] : [.failureRateChanged(rate)], ())
    }

    package func decideGracePeriod(_ grace: BillingGracePeriod?) -> Decision<Void, Never> {
        Decision(gracePeriod == grace ? [] : [.gracePeriodChanged(grace)], ())
    }

    package func decidePace(_ pace: Pace) -> Decision<Void, Never> {
        Decision(self.pace == pace ? [] : [.paceChanged(pace)], ())
    }
}
