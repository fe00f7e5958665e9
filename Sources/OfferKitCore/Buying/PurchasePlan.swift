import OfferKitEssentials

/// Works out the events of a confirmed purchase or a redeemed code, one after another (B5.1).
///
/// The state is handed on from function to function, because a stored one would be a copy of all its parts.
struct PurchasePlan {
    private(set) var events: [StoreEvent.Kind] = []
    /// The terms captured by earlier events of this plan, which the state does not know yet.
    private var newTerms: [CapturedTerms] = []
    private var newToken: UUID?

    /// A plan without events.
    init() {
        // Eight are enough for most purchases, with the events that come before the plan.
        events.reserveCapacity(8)
    }

    /// Works out the events of a purchase, the confirmation first.
    ///
    /// - Parameters:
    ///   - attempt: The purchase.
    ///   - state: The store.
    ///   - code: The code that is redeemed by it; nil for none.
    /// - Returns: The outcome.
    /// - Throws: ``PurchaseRefusal``, where the charge fails, the product has no price, or the store is at its end.
    mutating func carryOut(
        _ attempt: PurchaseAttempt, in state: StoreState, redeeming code: String? = nil
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        let outcome = try takeEffect(attempt, in: state)
        if let code { events.insert(.codeRedeemed(by: attempt.customer, code: code), at: 0) }
        events.insert(.purchaseConfirmed(attempt.id, makes: outcome.isNew ? outcome.transaction.id : nil), at: 0)
        return outcome
    }

    private mutating func takeEffect(
        _ attempt: PurchaseAttempt, in state: StoreState
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        guard let wanted = state.shop[attempt.product].product.subscription else {
            return try buyOutright(attempt, state)
        }
        let current = state.subscription(of: attempt.customer, forProduct: attempt.product)
        guard let index = current, state[index].isRunning else {
            // A first subscription in the group, or one after a lapse, begins at once and is charged now.
            let terms =
                attempt.terms
                ?? state.introductoryOffer(
                    for: attempt.customer, on: attempt.product, in: attempt.territory,
                    override: attempt.allowsIntroductoryOffer)
            return try begin(attempt, terms, on: current ?? SubscriptionIndex(state.ledger.subscriptionCount), state)
        }
        guard state[index].product != attempt.product, let held = state.shop[state[index].product].product.subscription
        else {
            if state[index].isRetrying { return try recover(attempt, on: index, state) }
            return plan(attempt, on: index, state)
        }
        // An upgrade, or a crossgrade of the same duration, takes effect now; any other change at the renewal (B8).
        let isSameTerm = wanted.level == held.level && wanted.period.isSameLength(as: held.period)
        if wanted.level < held.level || isSameTerm { return try upgrade(attempt, on: index, state) }
        return plan(attempt, on: index, state)
    }

    // MARK: - The ways a purchase can take effect

    private mutating func buyOutright(
        _ attempt: PurchaseAttempt, _ state: StoreState
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        if state.shop.lasts(attempt.product),
            let owned = state.ownerships.owned(attempt.product, by: attempt.customer)
        {
            guard let record = state.ledger[owned] else {
                throw PurchaseRefusal(.lostPurchase)
            }
            return PurchaseOutcome(transaction: record, isNew: false)
        }
        let price = try basePrice(of: attempt, in: state.shop).multiplied(by: attempt.quantity)
        try charge(price, to: attempt.customer, state)
        let record = try make(attempt, price: price, terms: nil, expires: nil, subscription: nil, state)
        return add(record, nil, state)
    }

    /// Buys the same product while a renewal has failed: an immediate attempt to make that good (C-12, C-56).
    ///
    /// It is made at the price of what was bought.
    private mutating func recover(
        _ attempt: PurchaseAttempt, on index: SubscriptionIndex, _ state: StoreState
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        let charge: NextCharge
        var terms = attempt.terms
        if let terms {
            charge = NextCharge(
                product: attempt.product, terms: capture(terms, state.offers), offerPeriod: 1, price: terms.price)
        } else {
            // A plan to change product is dropped, and with it a queued offer; an offer that runs goes on (C-57).
            let isPlanned = state.ledger.next(of: index).product == attempt.product
            let undone = isPlanned ? nil : NextRenewal(product: attempt.product, terms: nil)
            if let due = state.nextCharge(of: index, after: undone) {
                charge = due
            } else {
                let price = try basePrice(of: attempt, in: state.shop)
                charge = NextCharge(product: attempt.product, terms: nil, offerPeriod: 0, price: price)
            }
            terms = charge.terms.map { state.offers[$0] }
        }
        try self.charge(charge.price, to: attempt.customer, state)
        let token = attempt.appAccountToken.map { note($0, state.desk) } ?? state[index].latest.token
        let start = state.recoveryStart(of: index, charge, terms)
        events.append(.subscriptionRecovered(index, from: start))
        do throws(InternalFault) {
            let renewal = try state.renewal(of: index, charge, terms, from: start, reason: .purchase, token: token)
            return add(renewal.record, renewal.start, state)
        } catch {
            throw PurchaseRefusal(error)
        }
    }

    /// Carries out an upgrade, or a crossgrade of the same duration: at once, refunding the unused part (B8-1, B8-3).
    ///
    /// It turns renewal on where it was off, and that comes first (C-60).
    private mutating func upgrade(
        _ attempt: PurchaseAttempt, on index: SubscriptionIndex, _ state: StoreState
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        turnOnRenewal(of: index, state.ledger, state.priceRises)
        // In grace and in billing retry nothing was paid for, so nothing is given back (C-12).
        let current = state[index].latest
        if case .active = state[index].standing {
            events.append(
                .transactionUpgraded(current.id, of: index, refund: current.unusedPrice(at: state.now)))
        }
        return try begin(attempt, attempt.terms, on: index, state)
    }

    // MARK: - Parts

    private mutating func begin(
        _ attempt: PurchaseAttempt, _ terms: CapturedTerms?, on index: SubscriptionIndex, _ state: StoreState
    ) throws(PurchaseRefusal) -> PurchaseOutcome {
        guard let length = state.shop.period(of: attempt.product) else { throw PurchaseRefusal(.noPeriod) }
        let price = if let terms { terms.price } else { try basePrice(of: attempt, in: state.shop) }
        try charge(price, to: attempt.customer, state)
        let place = terms.map { capture($0, state.offers) }
        let period = state.settings.pace.period(
            from: state.now, of: length, under: terms, continuing: nil,
            calendarOffset: state.setup.rules.calendarOffset.length)
        guard period.end > state.now else { throw PurchaseRefusal(.endOfClock) }
        let record = try make(attempt, price: price, terms: place, expires: period.end, subscription: index, state)
        return add(record, state.periodStart(record, period.cycle, under: terms), state)
    }

    private mutating func make(
        _ attempt: PurchaseAttempt, price: Amount, terms: TermsIndex?, expires: Instant?,
        subscription: SubscriptionIndex?, _ state: StoreState
    ) throws(PurchaseRefusal) -> TransactionRecord {
        guard state.hasNumbers else { throw PurchaseRefusal(.endOfNumbers) }
        guard let storefront = StorefrontIndex(of: attempt.territory) else {
            throw PurchaseRefusal(.storefrontWithoutNumber)
        }
        let id = state.ledger.last + 1
        let chain = subscription.flatMap { state.ledger.contains($0) ? state[$0].latest : nil }
        // A running subscription keeps its token when the customer goes on to another product (C-144).
        let kept = subscription.flatMap { chain != nil && state[$0].isRunning ? chain?.token : nil }
        let outright = subscription == nil ? state.ownerships.latest(of: attempt.customer) : nil
        return TransactionRecord(
            id: id, originalID: chain?.originalID ?? id, previous: chain?.id ?? outright ?? 0,
            customer: attempt.customer, product: attempt.product, subscription: subscription, purchased: state.now,
            expires: expires, price: price, storefront: storefront,
            quantity: UInt8(clamping: attempt.quantity), reason: .purchase, terms: terms,
            offerPeriod: terms == nil ? 0 : 1, token: attempt.appAccountToken.map { note($0, state.desk) } ?? kept)
    }

    /// Plans the next renewal, with renewal on; nothing is charged now.
    ///
    /// For the same product an offer waits for that renewal (C-16, S3-68); without one a planned change is undone, and
    /// the rest of a running offer goes on (C-57). A downgrade, or a crossgrade of another duration, takes effect then
    /// (B8-2, B8-4). An offer that is queued for the product already stays, unless the purchase brings another (C-193).
    private mutating func plan(
        _ attempt: PurchaseAttempt, on index: SubscriptionIndex, _ state: StoreState
    ) -> PurchaseOutcome {
        turnOnRenewal(of: index, state.ledger, state.priceRises)
        let terms = attempt.terms.map { capture($0, state.offers) }
        if terms != nil || state.ledger.next(of: index).product != attempt.product {
            // The start of the offer is known only while the subscription is active; that it was redeemed is known at
            // once.
            let ends = state.settings.pace.redemptionEnd(
                attempt.terms, on: state.shop.period(of: attempt.product), from: state[index].activeUntil ?? state.now)
            let next = NextRenewal(product: attempt.product, terms: terms)
            events.append(.renewalPlanned(of: index, next: next, redemptionEnds: ends))
        }
        return PurchaseOutcome(transaction: state[index].latest, isNew: false)
    }

    /// The base price in the storefront where the purchase is charged.
    private func basePrice(of attempt: PurchaseAttempt, in shop: Shop) throws(PurchaseRefusal) -> Amount {
        if let price = shop.basePrice(of: attempt.product, in: attempt.territory) { return price }
        throw .productUnavailable(.notSold(shop[attempt.product].product.id, in: attempt.territory))
    }

    /// Queues an offer behind the one that this plan has just started (B5-9, C-50).
    ///
    /// It starts at the end of the period that was just begun.
    mutating func queue(
        _ terms: CapturedTerms, after made: TransactionRecord, on index: SubscriptionIndex, _ state: StoreState
    ) throws(PurchaseRefusal) {
        guard let expires = made.expires else { throw PurchaseRefusal(.periodWithoutEnd) }
        let next = NextRenewal(product: made.product, terms: capture(terms, state.offers), followsRunningOffer: true)
        let ends = state.settings.pace.redemptionEnd(
            terms, on: state.shop.period(of: made.product), from: expires)
        events.append(.renewalPlanned(of: index, next: next, redemptionEnds: ends))
    }

    private mutating func turnOnRenewal(of index: SubscriptionIndex, _ ledger: Ledger, _ rises: PriceRises) {
        if !ledger[index].willAutoRenew { events.append(rises.renewalOn(of: index)) }
    }

    private func charge(_ amount: Amount, to customer: CustomerID, _ state: StoreState) throws(PurchaseRefusal) {
        if state.chargeFailure(of: customer, amount, .purchase) != nil { throw .paymentFailed }
    }

    private mutating func add(_ new: TransactionRecord, _ start: PeriodStart?, _ state: StoreState) -> PurchaseOutcome {
        events.append(.transactionMade(new, period: start, lasts: state.shop.lasts(new.product)))
        if !state.families.isEmpty { state.families.share(new, state.ledger, state.shop, into: &events) }
        return PurchaseOutcome(transaction: new, isNew: true)
    }

    /// The place of an account token in the state's list, with an event for one that is not in it yet.
    private mutating func note(_ token: UUID, _ desk: PurchaseDesk) -> TokenIndex {
        if let known = desk.place(of: token) { return known }
        if newToken != token {
            newToken = token
            events.append(.tokenNoted(token))
        }
        return TokenIndex(desk.tokenCount)
    }

    /// The place of these terms in the state's list, with an event for terms that are not in it yet.
    private mutating func capture(_ terms: CapturedTerms, _ offers: UsedOffers) -> TermsIndex {
        if let known = offers.place(of: terms) { return known }
        if let place = newTerms.firstIndex(of: terms) { return TermsIndex(offers.termsCount + place) }
        newTerms.append(terms)
        events.append(.termsCaptured(terms))
        return TermsIndex(offers.termsCount + newTerms.count - 1)
    }
}
