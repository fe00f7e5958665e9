extension StoreState {
    /// Records what happened.
    ///
    /// Total: whatever `decide` concluded is taken as it is.
    package mutating func apply(_ event: StoreEvent) {
        now = max(now, event.instant)
        switch event.kind {
        case .transactionMade(let record): applyTransaction(record)
        case .clockMoved, .refundRequested, .refundDeclined, .installationAsked, .intentMade: break
        case .streamlinedPurchasingChanged, .appApproved: applyOutside(event.kind)
        case .genericMessageMade, .messageSent, .messageShown: applyMessage(event.kind)
        case .codeRefused(let customer, _, let refusal): if refusal == .paymentFailed { noteCharge(of: customer) }
        case .customerAdded: customers.append(CustomerRecord())
        case .firstDownloadSet(let customer, let download): downloads[customer] = download
        case .paymentMethodChanged, .chargePlanChanged, .riskCheckChanged, .failureRateChanged, .renewalFailed,
            .customerContacted, .graceEnded, .subscriptionRecovered, .recoveryFailed, .renewalAnnounced,
            .paymentUpdateAsked:
            applyBilling(event)
        case .paceChanged, .gracePeriodChanged, .basePriceChanged, .silentRiseUsed, .saleChanged:
            applyConfiguration(event)
        case .keyRegistered, .keyRevoked, .keyGenerated, .keyDownloaded: applyKey(event)
        case .offerSwitched, .offerCreated, .offerChanged, .offerDeleted, .imageChanged, .codesCreated,
            .codesDeactivated:
            applyOffer(event)
        case .purchaseRequested, .purchaseRefused, .purchaseDeferred, .purchaseConfirmed: applyAttempt(event)
        case .codeRedeemed(_, let code): codes[code]?.redeemed += 1
        case .termsCaptured(let terms): self.terms.append(terms)
        case .tokenNoted(let token): tokens.append(token)
        case .transactionUpgraded(let id, let subscription, let refund):
            applyUpgrade(of: id, subscription, refund: refund, at: event.instant)
        case .transactionFinished(let id):
            transactions.change(id, of: nil) { $0.marks.insert(.finished) }
        case .autoRenewChanged(let subscription, let isOn):
            self[subscription].willAutoRenew = isOn
            if isOn, !priceTerms.isEmpty { askAgain(about: subscription) }
            scheduleRenewalCheck(of: subscription)
            schedulePriceNotice(for: subscription)
        case .renewalPlanned(let subscription, let next): applyPlan(next, to: subscription)
        case .subscriptionLapsed(let subscription, let reason):
            applyEnd(of: subscription, .lapsed(on: lapse(of: subscription, at: event.instant), reason: reason))
        case .periodEnded(let subscription): applyPeriodEnd(of: subscription, at: event.instant)
        case .transactionsErased(let ids, let customer): applyErasure(of: ids, from: customer)
        case .priceTermsChanged, .priceRiseNotified, .priceRiseAgreed: applyPriceTerms(event)
        case .transactionRefunded, .refundReversed, .renewalExtended: applyAftercare(event)
        case .familyMemberAdded, .familyMemberRemoved, .accessShared, .accessRevoked: applyFamily(event)
        }
        dropOutdatedAgenda()
    }

    /// When a subscription lapsed that is said to have: at its end, if that was before, as in a past that is made up (C-125).
    private func lapse(of index: SubscriptionIndex, at instant: Instant) -> Instant {
        if case .active(let until) = self[index].standing { min(until, instant) } else { instant }
    }

    /// The end of a chain's run, whatever brought it: the slot of what renews next is cleared (C-13).
    mutating func applyEnd(of index: SubscriptionIndex, _ standing: Standing) {
        self[index].standing = standing
        self[index].willAutoRenew = false
        self[index].paidService.lapse()
        self[index].next = NextRenewal(product: self[index].product, offer: nil)
        // A preserved price ends at a lapse (C-54).
        priceTerms[index] = nil
        retries[index] = nil
    }

    private mutating func applyUpgrade(
        of id: TransactionID, _ subscription: SubscriptionIndex, refund: Amount, at instant: Instant
    ) {
        transactions.change(id, of: subscription) { $0.marks.insert(.upgraded) }
        if refund > .zero { proratedRefunds[id] = refund }
        self[subscription].paidService.cut(at: instant)
    }

    private mutating func applyAttempt(_ event: StoreEvent) {
        switch event.kind {
        case .purchaseRequested(let attempt, let claims):
            lastAttempt = attempt.id
            openAttempts[attempt.id] = attempt
            recentClaims.note(attempt.account, of: attempt.customer)
            for claim in claims { spend(claim, of: attempt.customer) }
        case .purchaseRefused(let refused):
            lastAttempt = max(lastAttempt, refused.attempt)
            openAttempts[refused.attempt] = nil
            for claim in refused.spending { spend(claim, of: refused.customer) }
            if refused.refusal == .paymentFailed { noteCharge(of: refused.customer) }
        case .purchaseDeferred(let id, let wait): openAttempts[id]?.wait = wait
        case .purchaseConfirmed(let id):
            lastAttempt = max(lastAttempt, id)
            openAttempts[id] = nil
        default: break
        }
    }

    /// Marks a claim's nonce as used, and remembers what came with it (C-5, C-65).
    private mutating func spend(_ claim: SpentClaim, of customer: CustomerID) {
        spentNonces.insert(claim.nonce)
        recentClaims.note(claim.account, of: customer)
        if let timestamp = claim.timestamp {
            recentClaims.note(RecentClaims.Signed(nonce: claim.nonce, timestamp: timestamp))
        }
    }

    private mutating func applyConfiguration(_ event: StoreEvent) {
        switch event.kind {
        case .paceChanged(let pace): applyPace(pace)
        case .gracePeriodChanged(let grace): gracePeriod = grace
        case .basePriceChanged(let product, let territory, let amount):
            shop.change(product) { $0.product.prices.set(amount, in: territory) }
            scheduleRenewalChecks(of: product)
        case .silentRiseUsed(let product): silentRises[product] = event.instant
        case .saleChanged(let product, let isForSale): applySale(of: product, isForSale: isForSale, at: event.instant)
        default: break
        }
    }

    /// A product that is back on sale brings one attempt at once on every failed renewal of it (C-17, C-55): whatever the
    /// renewal failed for, an attempt may have failed since because the product was not for sale.
    private mutating func applySale(of product: ProductIndex, isForSale: Bool, at instant: Instant) {
        shop.change(product) { $0.isForSale = isForSale }
        scheduleRenewalChecks(of: product)
        guard isForSale else { return }
        for index in retries.keys.sorted() where self[index].next.product == product {
            scheduleAttempt(on: index, at: instant)
        }
    }

    /// Running periods keep their ends, and what follows them is counted from there.
    private mutating func applyPace(_ pace: Pace) {
        let countsAnew = self.pace.lengths != pace.lengths
        self.pace = pace
        guard countsAnew else { return }
        for place in subscriptions.indices where subscriptions[place].isRunning {
            let index = SubscriptionIndex(place)
            if let end = latestTransaction(of: index)?.expires { self[index].cycle = Cycle(anchor: end) }
            // Days before a renewal, and days of billing retry, last otherwise than when these were put on the agenda.
            scheduleRenewalCheck(of: index)
            scheduleOutreach(to: index)
            schedulePriceNotice(for: index)
        }
    }
}

extension Prices {
    mutating func set(_ amount: Amount, in territory: Territory?) {
        if let territory {
            byTerritory[territory] = amount
        } else {
            everywhere = amount
            byTerritory = [:]
        }
    }
}

extension Instant {
    /// The number of the calendar quarter in UTC, counted from year 0 (C-14).
    package var quarter: Int64 {
        let date = CivilDate(daysSince1970: CivilDate.split(self).day)
        return date.year * 4 + (date.month - 1) / 3
    }
}
