extension StoreState {
    /// What a charge is for.
    enum ChargePurpose: Hashable, Sendable {
        case purchase, renewal, recovery
    }

    /// Why a charge would fail now; nil when it goes through.
    ///
    /// Nothing is charged for nothing.
    func chargeFailure(of customer: CustomerID, _ amount: Amount, _ purpose: ChargePurpose) -> RenewalFailure? {
        guard amount > .zero else { return nil }
        if customers.paymentMethod(of: customer) == .declining { return .paymentDeclined }
        if purpose != .purchase, customers.isRisky(customer) { return .riskCheckRefused }
        if charges.plan(of: customer)?.failsNext ?? false { return .paymentDeclined }
        // The rate is a share of the renewals; who repairs the payment method has repaired it.
        guard purpose == .renewal, let rate = charges.rate(of: customer), rate.fails(customer: customer, at: now) else {
            return nil
        }
        return .paymentDeclined
    }

    /// The customer repairs the payment method, or it begins to fail.
    ///
    /// A repair brings an immediate attempt on everything that is in grace or retry (B7-14, C-55), whether or not the
    /// method was bad: the customer may have repaired what a test made fail otherwise.
    package func decidePaymentMethod(_ method: PaymentMethod, of customer: CustomerID) -> Decision<Void, Never> {
        guard customers.contains(customer) else { return Decision([], ()) }
        let change = paymentMethodChange(to: method, of: customer)
        let isRepair = method == .working && hasFailedRenewal(customer)
        return Decision(customers.paymentMethod(of: customer) != method || isRepair ? [change] : [], ())
    }

    /// A change of the payment method, with the failed renewals that are tried again at once.
    func paymentMethodChange(to method: PaymentMethod, of customer: CustomerID) -> StoreEvent.Kind {
        // What is not for sale cannot be charged for, however good the method; what the customer has planned to change to
        // may be.
        let attempts = subscriptions(of: customer).filter {
            method == .working && self[$0].isRetrying && shop[ledger.next(of: $0).product].isForSale
        }
        return .paymentMethodChanged(customer, method, attempts: attempts)
    }

    /// Whether any renewal of the customer's has failed and is still tried: they need their payment method repaired, and no
    /// offer (S3-42).
    package func hasFailedRenewal(_ customer: CustomerID) -> Bool {
        subscriptions(of: customer).contains { self[$0].isRetrying }
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
        let terms = charge.offer.map { offers[$0] }
        guard renew(index, charge, from: recoveryStart(of: index, charge, terms), into: &events) else {
            events = [.subscriptionLapsed(index, .unknown, on: now)]
            return
        }
    }

    /// Where a period that makes a failed renewal good starts: within grace where the last one ended, else now (C-18); now,
    /// too, where it would be over already (C-89).
    func recoveryStart(of index: SubscriptionIndex, _ charge: NextCharge, _ terms: CapturedTerms?) -> Instant {
        guard case .inGrace = self[index].standing, let expired = self[index].latest.expires,
            let period = shop[charge.product].period
        else { return now }
        let cycle = runningCycle(of: index, at: expired, with: charge.product, .renewal)
        let end = self.period(from: expired, of: period, under: terms, continuing: cycle).end
        // Grace may be longer than a short period; one that is over already would be charged for nothing.
        return end > now ? expired : now
    }

    /// The next message to a subscriber whose renewal failed, and when it is due.
    func nextOutreach(of subscription: SubscriptionIndex) -> (due: Instant, channel: OutreachChannel)? {
        guard let record = charges.retry(of: subscription), record.sent < setup.rules.outreach.steps.count else {
            return nil
        }
        let step = setup.rules.outreach.steps[record.sent]
        return (record.since.adding(milliseconds: retryDays(step.day)), step.channel)
    }

    /// So many days of billing retry, in milliseconds: a day is a sixtieth of it, whatever the pace.
    func retryDays(_ days: Int) -> Int64 {
        let days = Int64(min(max(days, 0), 60))
        return settings.pace.billingRetry / 60 * days + settings.pace.billingRetry % 60 * days / 60
    }
}
