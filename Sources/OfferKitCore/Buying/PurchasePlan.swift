#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Works out the events of a confirmed purchase or a redeemed code, one after another (B5.1).
struct PurchasePlan {
    let state: StoreState
    private(set) var events: [StoreEvent.Kind] = []
    /// Terms captured by an earlier event of this plan, which the state does not know yet.
    private var newTerms: [CapturedTerms] = []
    private var newToken: UUID?

    init(_ state: StoreState) {
        self.state = state
    }

    mutating func carryOut(_ attempt: PurchaseAttempt) throws(PurchaseRefusal) -> PurchaseOutcome {
        let entry = state.shop[attempt.product]
        guard let group = entry.group, let wanted = entry.product.subscription else {
            return try buyOutright(attempt, entry)
        }
        guard let index = state.subscription(of: attempt.customer, in: group), state[index].isRunning else {
            let offer = attempt.offer ?? introductoryOffer(for: attempt)
            return try start(attempt, offer, in: group)
        }
        switch Move(from: state[index].product, to: attempt.product, in: state.shop, wanted: wanted) {
        case .same where state[index].isRetrying: return try recover(attempt, on: index)
        case .same: return try stay(attempt, on: index)
        case .now: return try upgrade(attempt, on: index)
        case .atRenewal: return try plan(attempt, on: index)
        }
    }

    /// How a subscriber's purchase in the same group takes effect (B5.1, B8).
    enum Move {
        case same, now, atRenewal

        init(from current: ProductIndex, to product: ProductIndex, in shop: Shop, wanted: Catalog.Subscription) {
            guard product != current, let held = shop[current].product.subscription else {
                self = .same
                return
            }
            if wanted.level < held.level {
                self = .now
            } else if wanted.level == held.level, wanted.period.isSameLength(as: held.period) {
                self = .now
            } else {
                self = .atRenewal
            }
        }
    }

    // MARK: - The ways a purchase can take effect

    private mutating func buyOutright(
        _ attempt: PurchaseAttempt, _ entry: Shop.Entry
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        let ownership = StoreState.Ownership(customer: attempt.customer, product: attempt.product)
        if case .nonConsumable = entry.product.kind, let owned = state.owned[ownership] {
            return try keep(state.transactions[owned])
        }
        let price = (entry.basePrice(in: attempt.territory) ?? .zero).multiplied(by: attempt.quantity)
        try charge(price, to: attempt.customer)
        return make(attempt, price: price, offer: nil, expires: nil, subscription: nil)
    }

    /// A first subscription in the group, or one after a lapse: at once, charged now.
    private mutating func start(
        _ attempt: PurchaseAttempt, _ offer: CapturedTerms?, in group: GroupIndex
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        let index = state.subscription(of: attempt.customer, in: group)
        return try begin(attempt, offer, on: index ?? SubscriptionIndex(state.subscriptions.count))
    }

    /// Same product: nothing is charged now.
    ///
    /// An offer waits for the next renewal, and renewal is on (C-16, S3-68). Without one a planned change is undone, and the
    /// rest of a running offer goes on (C-57).
    private mutating func stay(
        _ attempt: PurchaseAttempt, on index: SubscriptionIndex
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        turnOnRenewal(of: index)
        let terms = attempt.offer.map { capture($0) }
        // Without an offer a plan to change product is dropped; an offer queued for this product stays.
        if terms != nil || state[index].next.product != attempt.product {
            events.append(.renewalPlanned(index, NextRenewal(product: attempt.product, offer: terms)))
        }
        return try keep(state.latestTransaction(of: index))
    }

    /// Same product, while a renewal has failed: an immediate attempt to make it good, at the price of what was bought
    /// (C-12, C-56).
    private mutating func recover(
        _ attempt: PurchaseAttempt, on index: SubscriptionIndex
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        var due: NextCharge?
        var terms = attempt.offer
        if let offer = attempt.offer {
            due = NextCharge(product: attempt.product, offer: capture(offer), offerPeriod: 1, price: offer.price)
        } else {
            // A plan to change product is dropped, and with it what was queued; an offer that runs goes on (C-57).
            let isPlanned = state[index].next.product == attempt.product
            let undone = isPlanned ? nil : NextRenewal(product: attempt.product, offer: nil)
            due = state.nextCharge(of: index, after: undone)
            terms = due?.offer.map { state.terms($0) }
        }
        let price = state.shop[attempt.product].basePrice(in: attempt.territory) ?? .zero
        let charge = due ?? NextCharge(product: attempt.product, offer: nil, offerPeriod: 0, price: price)
        try self.charge(charge.price, to: attempt.customer)
        let token = attempt.appAccountToken.map { note($0) } ?? state.latestTransaction(of: index)?.token
        events.append(.subscriptionRecovered(index))
        let record = state.renewal(
            of: index, charge, terms, from: state.recoveryStart(of: index, charge, terms), reason: .purchase,
            token: token)
        guard let record else { throw .sheetAlreadyClosed }
        add(record)
        return PurchaseOutcome(transaction: record, isNew: true)
    }

    /// An upgrade, or a crossgrade of the same duration: at once, with a refund of what was not used (B8-1, B8-3).
    ///
    /// It turns renewal on where it was off, and that comes first (C-60).
    private mutating func upgrade(
        _ attempt: PurchaseAttempt, on index: SubscriptionIndex
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        turnOnRenewal(of: index)
        // In grace and in billing retry nothing was paid for, so nothing is given back (C-12).
        if case .active = state[index].standing, let current = state.latestTransaction(of: index) {
            events.append(.transactionUpgraded(current.id, of: index, refund: unusedPart(of: current)))
        }
        return try begin(attempt, attempt.offer, on: index)
    }

    /// A downgrade, or a crossgrade of another duration: at the next renewal (B8-2, B8-4).
    private mutating func plan(
        _ attempt: PurchaseAttempt, on index: SubscriptionIndex
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        turnOnRenewal(of: index)
        let terms = attempt.offer.map { capture($0) }
        // Planned again without an offer, it keeps the one that is queued for it.
        if terms != nil || state[index].next.product != attempt.product {
            events.append(.renewalPlanned(index, NextRenewal(product: attempt.product, offer: terms)))
        }
        return try keep(state.latestTransaction(of: index))
    }

    // MARK: - Parts

    private mutating func begin(
        _ attempt: PurchaseAttempt, _ offer: CapturedTerms?, on index: SubscriptionIndex
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        let entry = state.shop[attempt.product]
        let price = offer?.price ?? entry.basePrice(in: attempt.territory) ?? .zero
        try charge(price, to: attempt.customer)
        let place = offer.map { capture($0) }
        let end = state.period(
            from: state.now, of: entry.product.subscription?.period ?? .monthly, under: offer, continuing: nil
        ).end
        return make(attempt, price: price, offer: place, expires: end, subscription: index)
    }

    private mutating func make(
        _ attempt: PurchaseAttempt, price: Amount, offer: TermsIndex?, expires: Instant?,
        subscription: SubscriptionIndex?
    ) -> PurchaseOutcome {
        let id = state.transactions.last + 1
        let chain = subscription.flatMap { $0.index < state.subscriptions.count ? state[$0] : nil }
        let record = TransactionRecord(
            id: id, originalID: chain?.originalTransaction ?? id,
            previous: subscription == nil ? state.lastOutright[attempt.customer] ?? 0 : chain?.latestTransaction ?? 0,
            customer: attempt.customer, product: attempt.product, subscription: subscription, purchased: state.now,
            expires: expires, price: price, storefront: attempt.territory.storefrontID ?? 0,
            quantity: UInt8(clamping: attempt.quantity), reason: .purchase, offer: offer,
            offerPeriod: offer == nil ? 0 : 1, token: attempt.appAccountToken.map { note($0) })
        add(record)
        return PurchaseOutcome(transaction: record, isNew: true)
    }

    /// The purchase comes to a transaction the customer has already (C-16).
    private func keep(_ record: TransactionRecord?) throws(PurchaseRefusal) -> PurchaseOutcome {
        // What is current is always kept, so this cannot fail; a refusal is better than a trap if it ever did.
        guard let record else { throw .sheetAlreadyClosed }
        return PurchaseOutcome(transaction: record, isNew: false)
    }

    /// Queues an offer behind the one that this plan has just started (B5-9, C-50).
    mutating func queue(_ offer: CapturedTerms, for product: ProductIndex, on index: SubscriptionIndex) {
        let next = NextRenewal(product: product, offer: capture(offer), followsRunningOffer: true)
        events.append(.renewalPlanned(index, next))
    }

    private func introductoryOffer(for attempt: PurchaseAttempt) -> CapturedTerms? {
        state.introductoryOffer(
            for: attempt.customer, on: attempt.product, in: attempt.territory,
            override: attempt.allowsIntroductoryOffer)
    }

    private mutating func turnOnRenewal(of index: SubscriptionIndex) {
        if !state[index].willAutoRenew { events.append(.autoRenewChanged(index, isOn: true)) }
    }

    private func charge(_ amount: Amount, to customer: CustomerID) throws(PurchaseRefusal) {
        if state.chargeFailure(of: customer, amount, .purchase) != nil { throw .paymentFailed }
    }

    private mutating func add(_ record: TransactionRecord) {
        events.append(.transactionMade(record))
        if !state.families.isEmpty { state.share(record, into: &events) }
    }

    /// The place of an account token in the state's list, with an event for one that is not in it yet.
    private mutating func note(_ token: UUID) -> TokenIndex {
        if let known = state.tokens.place(of: token) { return TokenIndex(known) }
        if newToken != token {
            newToken = token
            events.append(.tokenNoted(token))
        }
        return TokenIndex(state.tokens.count)
    }

    /// The place of these terms in the state's list, with an event for terms that are not in it yet.
    private mutating func capture(_ terms: CapturedTerms) -> TermsIndex {
        if let known = state.terms.place(of: terms) { return TermsIndex(known) }
        if let place = newTerms.firstIndex(of: terms) { return TermsIndex(state.terms.count + place) }
        newTerms.append(terms)
        events.append(.termsCaptured(terms))
        return TermsIndex(state.terms.count + newTerms.count - 1)
    }

    /// The price of a period's unused part, rounded down to milliunits (C-23).
    private func unusedPart(of transaction: TransactionRecord) -> Amount {
        guard let expires = transaction.expires else { return .zero }
        let total = expires.milliseconds(since: transaction.purchased)
        let left = expires.milliseconds(since: state.now)
        guard total > 0, left > 0, transaction.price > .zero else { return .zero }
        // The product can need more than 64 bits; the quotient is never more than the price.
        let product = transaction.price.milliunits.multipliedFullWidth(by: min(left, total))
        return Amount(milliunits: total.dividingFullWidth(product).quotient)
    }
}
