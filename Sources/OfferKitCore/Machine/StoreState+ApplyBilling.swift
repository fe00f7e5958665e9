extension StoreState {
    mutating func applyBilling(_ event: StoreEvent) {
        switch event.kind {
        case .paymentMethodChanged(let customer, let method):
            applyPaymentMethod(method, of: customer, at: event.instant)
        case .chargePlanChanged(let customer, let plan): applyPlan(plan, of: customer)
        case .riskCheckChanged(let customer, let refuses): customers[Int(customer.rawValue)].isRisky = refuses
        case .failureRateChanged(let rate): failureRate = rate
        case .renewalFailed(let index, let failure, let grace, let retry):
            applyFailure(failure, of: index, grace: grace, retry: retry, at: event.instant)
        case .recoveryFailed(let index, let failure): applyFailedRecovery(failure, of: index)
        case .customerContacted(let index, _):
            retries[index]?.sent += 1
            scheduleOutreach(to: index)
        case .graceEnded(let index):
            guard case .inGrace(_, let retry) = self[index].standing else { return }
            self[index].standing = .inRetry(until: retry, because: retries[index]?.failure ?? .paymentDeclined)
        case .renewalAnnounced(let index): self[index].wasAnnounced = true
        case .paymentUpdateAsked(let index): self[index].wasAskedForPayment = true
        default: break
        }
    }

    private mutating func applyPaymentMethod(_ method: PaymentMethod, of customer: CustomerID, at instant: Instant) {
        customers[Int(customer.rawValue)].paymentMethod = method
        // One at a time: at the end of a window the next may begin.
        if let first = chargePlans[customer]?.changes.first, first.instant <= instant {
            chargePlans[customer]?.changes.removeFirst()
        }
        for index in Array(subscriptions(of: customer)) {
            switch method {
            case .working:
                // What is not for sale cannot be charged for, however good the method; what the customer has planned to
                // change to may be.
                guard shop[self[index].next.product].isForSale else { continue }
                scheduleAttempt(on: index, at: instant)
            case .declining: scheduleRenewalCheck(of: index)
            }
        }
    }

    /// Plans an attempt on a failed renewal, instead of any that was planned before.
    mutating func scheduleAttempt(on index: SubscriptionIndex, at instant: Instant) {
        guard self[index].isRetrying else { return }
        retries[index]?.attemptDue = instant
        agenda.add(Agenda.Item(due: instant, subscription: index, kind: .repair))
    }

    private mutating func applyFailedRecovery(_ failure: RenewalFailure, of index: SubscriptionIndex) {
        retries[index]?.attemptDue = nil
        if failure != .productUnavailable { noteCharge(of: self[index].customer) }
        // On sale again but not paid for: from now on that is why (B7-1).
        if case .inRetry(let until, .productUnavailable) = self[index].standing {
            self[index].standing = .inRetry(until: until, because: failure)
        }
    }

    private mutating func applyPlan(_ plan: ChargePlan, of customer: CustomerID) {
        chargePlans[customer] = plan
        customers[Int(customer.rawValue)].hasChargePlan = true
        for change in plan.changes { agenda.add(Agenda.Item(due: change.instant, paymentMethodOf: customer)) }
    }

    private mutating func applyFailure(
        _ failure: RenewalFailure, of index: SubscriptionIndex, grace: Instant?, retry: Instant, at instant: Instant
    ) {
        if let grace {
            self[index].standing = .inGrace(until: grace, retryUntil: retry)
            agenda.add(Agenda.Item(due: grace, subscription: index, kind: .graceEnd))
        } else {
            self[index].standing = .inRetry(until: retry, because: failure)
        }
        agenda.add(Agenda.Item(due: retry, subscription: index, kind: .retryEnd))
        retries[index] = RetryRecord(since: instant, failure: failure)
        guard failure != .productUnavailable else {
            // No problem of the customer's, who is not written to.
            retries[index]?.sent = .max
            return
        }
        let customer = self[index].customer
        noteCharge(of: customer)
        if let days = rate(of: customer)?.recoversAfterDays {
            scheduleAttempt(on: index, at: instant.adding(milliseconds: retryDays(days)))
        }
        scheduleOutreach(to: index)
    }

    /// Counts a charge that was tried, where somebody counts.
    mutating func noteCharge(of customer: CustomerID) {
        guard customers[Int(customer.rawValue)].hasChargePlan else { return }
        chargePlans[customer]?.noteCharge()
    }

    /// The failure rate that counts for a customer: their own, or everybody's.
    func rate(of customer: CustomerID) -> FailureRate? {
        guard self[customer]?.hasChargePlan ?? false else { return failureRate }
        return chargePlans[customer]?.rate ?? failureRate
    }

    mutating func scheduleOutreach(to index: SubscriptionIndex) {
        guard let next = nextOutreach(of: index) else { return }
        agenda.add(Agenda.Item(due: max(next.due, now), subscription: index, kind: .outreach))
    }
}

// How keys, offers and codes that the developer configures are recorded.

extension StoreState {
    mutating func applyKey(_ event: StoreEvent) {
        switch event.kind {
        case .keyRegistered(let id, let publicKey): keys[id] = KeyRecord(publicKey: publicKey)
        case .keyGenerated(let id, let name, let publicKey, let privateKey):
            keys[id] = KeyRecord(publicKey: publicKey, name: name, origin: .generated(privateKey: privateKey))
        case .keyDownloaded(let id): keys[id]?.origin = .downloaded
        case .keyRevoked(let id): keys[id]?.revoked = event.instant
        default: break
        }
    }

    mutating func applyOffer(_ event: StoreEvent) {
        switch event.kind {
        case .offerCreated(let product, let offer): shop.add(offer, to: product)
        case .offerChanged(let product, let name, let offer): shop.change(product) { $0.replace(name, with: offer) }
        case .offerDeleted(let product, let name): shop.change(product) { $0.delete(name) }
        case .offerSwitched(let product, let offer, let isActive):
            shop.change(product) { entry in
                if let place = entry.index(of: offer) { entry.listings[place].isDisabled = !isActive }
            }
        case .imageChanged(let product, let isApproved):
            shop.change(product) { $0.product.changeSubscription { $0.hasApprovedImage = isApproved } }
        case .codesCreated(let texts, let record):
            for text in texts { codes[text] = record }
            if !record.isGiven { codesCreated[event.instant.quarter, default: 0] += texts.count * record.limit }
        case .codesDeactivated(let texts): for text in texts { codes[text]?.isDisabled = true }
        default: break
        }
    }
}
