extension StoreState {
    /// Records what happened.
    ///
    /// Total: whatever `decide` concluded is taken as it is.
    package mutating func apply(_ event: StoreEvent) {
        now = max(now, event.instant)
        switch event.kind {
        case .clockMoved, .codeRefused: break
        case .customerAdded: customers.append(CustomerRecord())
        case .paymentMethodChanged(let customer, let method): customers[Int(customer.rawValue)].paymentMethod = method
        case .keyRegistered(let id, let publicKey): keys[id] = KeyRecord(publicKey: publicKey, revoked: nil)
        case .keyRevoked(let id): keys[id]?.revoked = event.instant
        case .basePriceChanged(let product, let territory, let amount):
            shop.change(product) { $0.product.prices.set(amount, in: territory) }
        case .saleChanged(let product, let isForSale): shop.change(product) { $0.isForSale = isForSale }
        case .offerSwitched(let product, let offer, let isActive):
            shop.change(product) { entry in
                if isActive { entry.disabledOffers.remove(offer) } else { entry.disabledOffers.insert(offer) }
            }
        case .codesCreated(let texts, let record): applyCodesCreated(texts, record, at: event.instant)
        case .purchaseRequested(let attempt, let claim):
            lastAttempt = attempt.id
            openAttempts[attempt.id] = attempt
            recentClaims.note(attempt.account, of: attempt.customer)
            if let claim { spend(claim, of: attempt.customer) }
        case .purchaseRefused(let refused):
            lastAttempt = max(lastAttempt, refused.attempt)
            openAttempts[refused.attempt] = nil
            if let claim = refused.spending { spend(claim, of: refused.customer) }
        case .purchaseConfirmed(let attempt):
            lastAttempt = max(lastAttempt, attempt)
            openAttempts[attempt] = nil
        case .codeRedeemed(_, let code): codes[code]?.redeemed += 1
        case .termsCaptured(let terms):
            termsPlaces[terms] = TermsIndex(self.terms.count)
            self.terms.append(terms)
        case .transactionMade(let record): applyTransaction(record)
        case .transactionUpgraded(let id, _): applyUpgrade(of: id, at: event.instant)
        case .autoRenewChanged(let subscription, let isOn): self[subscription].willAutoRenew = isOn
        case .renewalPlanned(let subscription, let next): applyPlan(next, to: subscription)
        case .subscriptionLapsed(let subscription, let reason):
            self[subscription].standing = .lapsed(on: event.instant, reason: reason)
            self[subscription].willAutoRenew = false
            self[subscription].paidService.lapse()
            // Expiry clears the slot (C-13).
            self[subscription].next = NextRenewal(product: self[subscription].product, offer: nil)
        }
        dropOutdatedAgenda()
    }

    /// Marks a claim's nonce as used, and remembers what came with it (C-5, C-65).
    private mutating func spend(_ claim: SpentClaim, of customer: CustomerID) {
        spentNonces.insert(claim.nonce)
        recentClaims.note(claim.account, of: customer)
        if let timestamp = claim.timestamp {
            recentClaims.note(RecentClaims.Signed(nonce: claim.nonce, timestamp: timestamp))
        }
    }

    private mutating func applyTransaction(_ record: TransactionRecord) {
        guard let index = record.subscription, let group = shop[record.product].group, let expires = record.expires
        else {
            transactions.add(record, superseding: nil)
            if case .nonConsumable = shop[record.product].product.kind {
                owned[Ownership(customer: record.customer, product: record.product)] = record.id
            }
            return
        }
        let offer = record.offer.map { terms($0) }
        if index.index == subscriptions.count {
            subscriptions.append(
                SubscriptionRecord(
                    customer: record.customer, group: group, originalTransaction: record.id,
                    originallyPurchased: record.purchased, product: record.product, latestTransaction: record.id,
                    standing: .active(until: expires), willAutoRenew: true,
                    next: NextRenewal(product: record.product, offer: nil), usedIntroductoryOffer: false,
                    paidService: PaidService(from: record.purchased)))
            customers[Int(record.customer.rawValue)].subscriptions.append(index)
            transactions.add(record, superseding: nil)
        } else {
            transactions.add(record, superseding: self[index].latestTransaction)
        }
        var subscription = self[index]
        subscription.product = record.product
        subscription.latestTransaction = record.id
        subscription.standing = .active(until: expires)
        subscription.willAutoRenew = true
        subscription.next = NextRenewal(product: record.product, offer: nil)
        subscription.paidService.add(from: record.purchased, to: expires, isPaid: record.price > .zero)
        if offer?.type == .intro { subscription.usedIntroductoryOffer = true }
        self[index] = subscription
        if let offer { noteRedemption(of: offer, on: record.product, by: record.customer, until: expires) }
        agenda.add(Agenda.Item(due: expires, subscription: index, kind: .expiry))
    }

    private mutating func applyUpgrade(of id: TransactionID, at instant: Instant) {
        transactions.markUpgraded(id)
        if let subscription = transactions[id]?.subscription { self[subscription].paidService.cut(at: instant) }
    }

    private mutating func applyPlan(_ next: NextRenewal, to subscription: SubscriptionIndex) {
        self[subscription].next = next
        guard let offer = next.offer.map({ terms($0) }), case .active(let until) = self[subscription].standing
        else { return }
        noteRedemption(
            of: offer, on: next.product, by: self[subscription].customer, until: until.adding(offer.wholePeriod))
    }

    /// Codes count once for each customer and offer (B4-11); win-back offers wait after their end (B15-8).
    private mutating func noteRedemption(
        of offer: CapturedTerms, on product: ProductIndex, by customer: CustomerID, until end: Instant
    ) {
        guard offer.type == .code || offer.type == .winBack, let id = offer.offerID else { return }
        let name = Shop.OfferName(type: offer.type, id: id)
        redemptions[Redemption(customer: customer, product: product, offer: name)] = end
    }

    private mutating func applyCodesCreated(_ texts: [String], _ record: CodeRecord, at instant: Instant) {
        for text in texts { codes[text] = record }
        if !record.isGiven { codesCreated[instant.quarter, default: 0] += texts.count * record.limit }
    }

    /// Takes items off the head of the agenda that a later event overtook, so that the head is always due for real.
    private mutating func dropOutdatedAgenda() {
        while let first = agenda.first, !isStillDue(first) { agenda.removeFirst() }
    }

    private func isStillDue(_ item: Agenda.Item) -> Bool {
        switch item.kind {
        case .expiry: self[item.subscription].standing == .active(until: item.due)
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
