extension StoreState {
    mutating func applyTransaction(_ record: TransactionRecord) {
        guard let index = record.subscription, let expires = record.expires else {
            transactions.add(record, latestOf: nil)
            lastOutright[record.customer] = record.id
            if case .nonConsumable = shop[record.product].product.kind {
                owned[Ownership(customer: record.customer, product: record.product)] = record.id
            }
            if record.price > .zero { noteCharge(of: record.customer) }
            return
        }
        let period = begunPeriod(record, of: index)
        if index.index == subscriptions.count {
            addSubscription(record, period.cycle, until: expires)
            transactions.add(record, latestOf: index)
        } else {
            noteGap(before: record, on: index)
            transactions.add(record, latestOf: index)
            extendChain(with: record, period.cycle, on: index, until: expires)
        }
        if record.offerPeriod == 1, let offer = record.offer { noteOffer(terms(offer), of: record, on: index) }
        if record.price > .zero { noteCharge(of: record.customer) }
        agenda.add(Agenda.Item(due: expires, subscription: index, kind: .expiry))
        scheduleRenewalCheck(of: index)
        schedulePriceNotice(for: index)
    }

    /// The period that a transaction begins: its cycle follows from what the chain was before.
    private func begunPeriod(_ record: TransactionRecord, of index: SubscriptionIndex) -> Period {
        let product = shop[record.product].product.subscription?.period ?? .monthly
        let isKnown = index.index < subscriptions.count
        let running = isKnown ? cycle(of: index, from: record.purchased, to: record.product, record.reason) : nil
        return period(from: record.purchased, of: product, under: record.offer.map { terms($0) }, continuing: running)
    }

    private mutating func addSubscription(_ record: TransactionRecord, _ cycle: Cycle, until expires: Instant) {
        guard let group = shop[record.product].group else { return }
        let index = SubscriptionIndex(subscriptions.count)
        let customer = Int(record.customer.rawValue)
        var service = PaidService(from: record.purchased)
        service.add(from: record.purchased, to: expires, isPaid: record.price > .zero)
        subscriptions.append(
            SubscriptionRecord(
                record, in: group, until: expires, cycle: cycle, paidService: service,
                nextOfCustomer: customers[customer].firstSubscription))
        customers[customer].firstSubscription = index
    }

    private mutating func extendChain(
        with record: TransactionRecord, _ cycle: Cycle, on index: SubscriptionIndex, until expires: Instant
    ) {
        // By the store or, after a failure, by the customer's own purchase (C-56): the offer that runs goes on.
        let keepsQueue = record.offerPeriod > 1 && self[index].next.followsRunningOffer
        if !priceTerms.isEmpty { settlePriceTerms(of: index, with: record) }
        if !retries.isEmpty { retries[index] = nil }
        subscriptions[index.index].continue(with: record, cycle, until: expires, keepsQueue: keepsQueue)
    }

    /// A gap in service that is too long starts a new series (B14-1, C-28).
    private mutating func noteGap(before record: TransactionRecord, on index: SubscriptionIndex) {
        guard let last = latestTransaction(of: index), isLongGap(from: last, to: record) else { return }
        self[index].recentStart = record.purchased
    }

    /// Whether there was no service for too long between two transactions to be of one series (B14-1, C-28).
    func isLongGap(from last: TransactionRecord, to next: TransactionRecord) -> Bool {
        guard !last.isUpgraded, let expires = last.expires else { return false }
        // Service that was refunded, or shared no more, ended with that.
        let end = revocations[last.id].map { min($0.date, expires) } ?? expires
        return next.purchased.milliseconds(since: end) > pace.longestGap
    }

    private mutating func noteOffer(_ offer: CapturedTerms, of record: TransactionRecord, on index: SubscriptionIndex) {
        if offer.type == .intro { self[index].usedIntroductoryOffer = true }
        noteRedemption(of: offer, on: record.product, by: record.customer, from: record.purchased)
    }

    mutating func applyPlan(_ next: NextRenewal, to subscription: SubscriptionIndex) {
        self[subscription].next = next
        self[subscription].wasAnnounced = false
        // Within the last ten days the customer has just seen what will be charged.
        if let due = renewalCheckDue(of: subscription), due > now { scheduleRenewalCheck(of: subscription) }
        schedulePriceNotice(for: subscription)
        guard let offer = next.offer.map({ terms($0) }) else { return }
        // Where it will start is known only while the subscription is active; that it was redeemed is known at once.
        let start = if case .active(let until) = self[subscription].standing { until } else { now }
        noteRedemption(of: offer, on: next.product, by: self[subscription].customer, from: start)
    }

    /// Codes count once for each customer and offer (B4-11); win-back offers wait after their end (B15-8).
    private mutating func noteRedemption(
        of offer: CapturedTerms, on product: ProductIndex, by customer: CustomerID, from start: Instant
    ) {
        guard offer.type == .code || offer.type == .winBack, let id = offer.offerID else { return }
        let name = Shop.OfferName(type: offer.type, id: id)
        let period = shop[product].product.subscription?.period ?? .monthly
        redemptions[Redemption(customer: customer, product: product, offer: name)] =
            pace.end(of: offer.wholePeriod, from: start, product: period)
    }
}

extension SubscriptionRecord {
    /// Goes on with another period.
    fileprivate mutating func `continue`(
        with record: TransactionRecord, _ cycle: Cycle, until expires: Instant, keepsQueue: Bool
    ) {
        let isRenewal = record.reason == .renewal
        product = record.product
        latestTransaction = record.id
        standing = .active(until: expires)
        willAutoRenew = true
        self.cycle = cycle
        if !keepsQueue { next = NextRenewal(product: record.product, offer: nil) }
        paidService.add(from: record.purchased, to: expires, isPaid: record.price > .zero)
        renewals = isRenewal ? max(renewals, renewals &+ 1) : 0
        wasAnnounced = false
        wasAskedForPayment = false
    }
}
