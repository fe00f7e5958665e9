/// The whole simulated App Store as a value: its parts, and the one place where events change them.
///
/// Functions that decide stand in other files and change nothing. Applying the same events to a new state gives the
/// same state again, whatever rules the store has by then, because every conclusion stands in the events. No other file
/// can write to a part, because the setters are private to this one.
package struct StoreState: Hashable, Sendable, Codable {
    /// The values that the store was opened with.
    package let setup: StoreSetup
    /// The settings that the developer, or a test, makes for the whole store.
    package private(set) var settings: StoreSettings
    /// The instant that the store's clock shows.
    package private(set) var now: Instant
    /// The catalogue as it is sold now.
    package private(set) var shop: Shop
    /// The keys that sign offers.
    package private(set) var keyring = Keyring()
    /// The offer codes.
    package private(set) var codes = CodeBook()
    /// The Apple accounts.
    package private(set) var customers = Customers()
    /// The families that share purchases.
    package private(set) var families = Families()
    /// The subscriptions and the transactions.
    package private(set) var ledger: Ledger
    /// The purchases that are no subscriptions.
    package private(set) var ownerships = Ownerships()
    /// Refunds and extensions.
    package private(set) var adjustments = Adjustments()
    /// Charges that are to fail, and renewals that failed.
    package private(set) var charges = Charges()
    /// Subscribers who do not simply pay the base price.
    package private(set) var priceRises = PriceRises()
    /// The terms of offers that were redeemed, and their redemptions.
    package private(set) var offers = UsedOffers()
    /// The purchases on their way.
    package private(set) var desk = PurchaseDesk()
    /// The messages of the App Store to its customers.
    package private(set) var mail = Mailbox()
    /// The notifications to the developer's server.
    package private(set) var outbox = Outbox()
    /// The numbers that apps see, where they are not the store's own (C-221).
    package private(set) var counted: CountedNumbers?

    /// A store without customers, which sells a catalogue.
    package init(
        _ setup: StoreSetup, selling catalog: Catalog, pace: Pace = .realTime, gracePeriod: BillingGracePeriod? = nil
    ) {
        self.setup = setup
        settings = StoreSettings(pace: pace, gracePeriod: gracePeriod)
        now = setup.opened
        shop = catalog.shop
        ledger = Ledger(keepsAll: setup.retention != .liveOnly, firstID: setup.firstTransactionID)
        counted = setup.rules.numbersFromZero ? CountedNumbers() : nil
    }

    /// The store at another instant, as if nothing kept a customer's charges from going through (C-96).
    func assumingPayment(by customer: CustomerID, at instant: Instant? = nil) -> StoreState {
        var assumed = self
        assumed.now = instant ?? now
        assumed.charges.assumePayment()
        assumed.customers.set(.working, of: customer)
        assumed.customers.set(isRisky: false, customer)
        return assumed
    }

    // MARK: - Events

    /// Applies an event to the parts.
    ///
    /// It never fails, and takes the event's conclusions as they are.
    package mutating func apply(_ event: StoreEvent) {
        now = max(now, event.instant)
        let instant = event.instant
        switch event.kind {
        case .clockMoved, .refundRequested, .refundDeclined, .installationAsked, .intentMade,
            .extensionFailed:
            break

        case .paceChanged(let pace, let countsAnew):
            settings.set(pace)
            if countsAnew { ledger.countAnew() }
        case .gracePeriodChanged(let grace): settings.set(grace)
        case .streamlinedPurchasingChanged(let isOn): settings.set(isStreamlined: isOn)
        case .appApproved(let handlesIntents): settings.set(appHandlesIntents: handlesIntents)

        case .keyRegistered(let id, let publicKey): keyring.register(id, KeyRecord(publicKey: publicKey))
        case .keyGenerated(let id, let name, let publicKey, let privateKey):
            keyring.register(
                id, KeyRecord(publicKey: publicKey, name: name, origin: .generated(privateKey: privateKey)))
        case .keyDownloaded(let id): keyring.handOut(id)
        case .keyRevoked(let id): keyring.revoke(id, at: instant)

        case .basePriceChanged(let product, let territory, let price): shop.set(price, of: product, in: territory)
        case .saleChanged(let product, let isForSale, let attempts):
            shop.set(isForSale: isForSale, product)
            for index in attempts { charges.planAttempt(on: index, at: instant) }
        case .offerCreated(let product, let offer): shop.add(offer, to: product)
        case .offerChanged(let product, let name, let offer): shop.replace(name, on: product, with: offer)
        case .offerDeleted(let product, let name): shop.delete(name, on: product)
        case .offerSwitched(let product, let name, let isActive): shop.set(name, on: product, isActive: isActive)
        case .imageChanged(let product, let isApproved): shop.set(hasApprovedImage: isApproved, product)
        case .codesCreated(let texts, let record, let quarter): codes.add(texts, record, inQuarter: quarter)
        case .codesDeactivated(let texts): codes.deactivate(texts)
        case .codeRedeemed(_, let code): codes.redeem(code)
        case .codeRefused(let customer, _, let refusal):
            if refusal == .paymentFailed { charges.noteCharge(of: customer) }

        case .customerAdded: customers.add()
        case .riskCheckChanged(let customer, let refuses): customers.set(isRisky: refuses, customer)
        case .firstDownloadSet(let customer, let download): customers.set(download, of: customer)
        case .paymentMethodChanged(let customer, let method, let attempts):
            customers.set(method, of: customer)
            charges.noteChange(of: customer, at: instant)
            for index in attempts { charges.planAttempt(on: index, at: instant) }
        case .chargePlanChanged(let customer, let plan): charges.set(plan, of: customer)
        case .failureRateChanged(let rate): charges.set(rate)

        case .genericMessageMade(let customer): mail.makeGeneric(for: customer)
        case .messageSent(let message): mail.send(message)
        case .messageShown(let message): mail.show(message)

        case .purchaseRequested(let attempt, let claims): desk.open(attempt, spending: claims, at: instant)
        case .purchaseRefused(let refused):
            desk.refuse(refused, at: instant)
            if refused.refusal == .paymentFailed { charges.noteCharge(of: refused.customer) }
        case .purchaseDeferred(let id, let wait):
            desk.hold(id, wait)
            counted?.hold(id)
        case .purchaseConfirmed(let id, let made):
            counted?.confirm(id, makes: made)
            desk.close(id)
        case .termsCaptured(let terms): offers.capture(terms)
        case .tokenNoted(let token): desk.note(token)
        case .accountTokenSet(let id, let token): ledger.set(token, of: id)

        case .transactionMade(let record, let start, let lasts): add(record, start, lasts: lasts)
        case .transactionUpgraded(let id, let index, let refund):
            ledger.mark(id, .upgraded)
            adjustments.prorate(id, refund)
            ledger.change(index) { $0.paidService.cut(at: instant) }
        case .transactionFinished(let id): ledger.mark(id, .finished)
        case .transactionsErased(let ids, let customer, let remainders): erase(ids, of: customer, leaving: remainders)
        case .historyCleared(_, let restartsNumbers): if restartsNumbers { counted?.beginAfresh() }
        case .introductoryOfferReset(let index): ledger.change(index) { $0.usedIntroductoryOffer = false }
        case .autoRenewChanged(let index, let isOn, let asksAgain):
            ledger.change(index) { $0.willAutoRenew = isOn }
            if asksAgain { priceRises.set(.pending, of: index) }
        case .renewalPlanned(let index, let next, let ends): plan(next, on: index, redemptionEnds: ends)
        case .renewalAnnounced(let index): ledger.change(index) { $0.wasAnnounced = true }
        case .paymentUpdateAsked(let index): ledger.change(index) { $0.wasAskedForPayment = true }
        case .renewalFailed(let index, let failure, let grace, let retry, let attempt):
            ledger.change(index) { $0.fail(because: failure, graceUntil: grace, retryUntil: retry) }
            charges.beginRetry(of: index, at: instant, attempt: attempt)
            noteAttempt(on: index, failure)
        case .customerContacted(let index, _): charges.noteContact(about: index)
        case .graceEnded(let index): ledger.change(index) { $0.endGrace() }
        case .subscriptionRecovered(_, let start):
            // In grace the transaction that follows is dated to the end of the last period (C-18).
            if start < instant { ledger.note(madeAt: instant) }
        case .recoveryFailed(let index, let failure, let replacesReason):
            charges.planAttempt(on: index, at: nil)
            noteAttempt(on: index, failure)
            if replacesReason {
                ledger.change(index) { $0.replaceReason(with: failure) }
                charges.beginOutreach(about: index, at: instant)
            }
        case .subscriptionLapsed(let index, let reason, let date): end(index, .lapsed(on: date, reason: reason))
        case .periodEnded(let index):
            moveEnd(of: index, to: instant)
            ledger.change(index) { $0.paidService.cut(at: instant) }

        case .silentRiseUsed(let product): priceRises.useSilentRise(of: product, at: instant)
        case .priceTermsChanged(let index, let terms): priceRises.set(terms, of: index)
        case .priceRiseNotified(let index, let needsConsent):
            priceRises.set(needsConsent ? .pending : .agreed, of: index)
        case .priceRiseAgreed(let index): priceRises.set(.agreed, of: index)

        case .transactionRefunded(let id, let reason, let refund, let standing, let paidService):
            takeBack(id, Revocation(date: instant, reason: reason, refund: refund), leaving: standing, paidService)
        case .consumptionSent(let id, let information): adjustments.note(information, of: id)
        case .refundReversed(let id, let lasts, let reinstatement): giveBack(id, lasts: lasts, reinstatement)
        case .renewalExtended(let index, let until):
            let latest = ledger[index].latest
            adjustments.add(
                RenewalExtension(date: instant, transaction: latest.id, end: latest.end), to: index)
            moveEnd(of: index, to: until)
        case .massExtensionDone(let done): adjustments.add(done)

        case .familyMemberAdded(let member, let organizer): families.add(member, to: organizer)
        case .familyMemberRemoved(let member): families.remove(member)
        case .accessShared(let record, let replaced):
            guard let (index, group) = chain(ofShared: record) else { return }
            ledger.add(record)
            if record.purchased < instant { ledger.note(record.id, madeAt: instant) }
            if let replaced { ledger.mark(replaced, .upgraded) }
            counted?.add(record)
            families.share(record, of: index, in: group)
        case .accessRevoked(let id):
            guard let record = transaction(id), let (_, group) = chain(ofShared: record) else { return }
            adjustments.revoke(id, Revocation(date: instant, reason: .other, refund: .zero))
            ledger.mark(id, .revoked)
            families.revokeShare(of: record.customer, in: group)

        case .notificationKeepingChanged(let keeping, let version): outbox.set(keeping, for: version)
        case .notificationMade(let notification): keep(notification, at: instant)
        case .notificationSent(let number, let result, let again):
            outbox.note(SendAttempt(date: instant, result: result), on: number, again: again)
        case .notificationPassedOver(let number): outbox.note(nil, on: number)
        }
    }

    // MARK: - Notifications

    // The store keeps those that nobody else asks for without an event (``StoreMachine/keep(_:)``).

    /// Does what the event ``StoreEvent/Kind/notificationMade(_:)`` does.
    mutating func keep(_ notification: Boxed<NotificationRecord>, at instant: Instant) {
        now = max(now, instant)
        outbox.add(notification, at: instant)
    }

    /// Does the same for the notification of a renewal, now.
    @inline(__always)
    mutating func keep(_ notice: RenewalNotice) { outbox.add(notice) }

    // MARK: - Events that concern several parts

    /// The transaction that an event names; `accepts` believes no event that names an unknown one.
    private func transaction(_ id: TransactionID) -> TransactionRecord? {
        let record = ledger[id]
        assert(record != nil, "An event names transaction \(id), which the store does not have.")
        return record
    }

    /// The subscription of a transaction that the family shares, and its group; `accepts` believes no other.
    private func chain(ofShared record: TransactionRecord) -> (SubscriptionIndex, GroupIndex)? {
        guard let index = record.subscription, let group = shop[record.product].group else {
            assertionFailure("An event shares transaction \(record.id), which is of no subscription.")
            return nil
        }
        return (index, group)
    }

    // Inlined as `StoreState.renewal` is.
    @inline(__always)
    private mutating func add(_ record: TransactionRecord, _ start: PeriodStart?, lasts: Bool) {
        if record.isPaid { charges.noteCharge(of: record.customer) }
        counted?.add(record)
        guard let index = record.subscription, let expires = record.expires, let start else {
            assert(record.subscription == nil, "An event makes transaction \(record.id) without its period.")
            ledger.add(record)
            ownerships.add(record, lasts: lasts)
            return
        }
        if start.effects.has(.settlesPrice) { priceRises.set(nil, of: index) }
        if ledger.contains(index), ledger[index].isRetrying { charges.endRetry(of: index) }
        ledger.begin(record, of: index, until: expires, start)
        if let ends = start.redemptionEnds, let terms = record.terms {
            offers.note(terms, on: record.product, by: record.customer, until: ends)
        }
    }

    private mutating func plan(_ next: NextRenewal, on index: SubscriptionIndex, redemptionEnds: Instant?) {
        ledger.plan(next, on: index)
        ledger.change(index) { $0.wasAnnounced = false }
        if let redemptionEnds, let terms = next.terms {
            offers.note(terms, on: next.product, by: ledger[index].customer, until: redemptionEnds)
        }
    }

    /// Counts the charge of a renewal that failed, where one was tried.
    private mutating func noteAttempt(on index: SubscriptionIndex, _ failure: RenewalFailure) {
        if failure.triedCharge { charges.noteCharge(of: ledger[index].customer) }
    }

    /// Ends a chain's run, and with it what belonged to the run alone: a preserved price too (C-54).
    private mutating func end(_ index: SubscriptionIndex, _ standing: Standing) {
        ledger.end(index, standing)
        priceRises.set(nil, of: index)
        charges.endRetry(of: index)
    }

    private mutating func moveEnd(of index: SubscriptionIndex, to instant: Instant) {
        ledger.moveEnd(of: index, shared: families.sharedTransactions(of: index, ledger, shop), to: instant)
    }

    private mutating func takeBack(
        _ id: TransactionID, _ revocation: Revocation, leaving standing: Standing?, _ paidService: PaidService?
    ) {
        guard let record = transaction(id) else { return }
        adjustments.revoke(id, revocation)
        ledger.mark(id, .revoked)
        guard let index = record.subscription else { return ownerships.lose(record) }
        if let standing { end(index, standing) }
        if let paidService { ledger.change(index) { $0.paidService = paidService } }
    }

    private mutating func giveBack(_ id: TransactionID, lasts: Bool, _ reinstatement: Reinstatement?) {
        guard let record = transaction(id) else { return }
        adjustments.reinstate(id)
        ledger.mark(id, .revoked, false)
        guard let index = record.subscription else {
            if lasts { ownerships.own(record) }
            return
        }
        guard let reinstatement else { return }
        ledger.change(index) {
            $0.paidService = reinstatement.paidService
            if let standing = reinstatement.standing { $0.take(standing) }
        }
    }

    private mutating func erase(
        _ ids: [TransactionID], of customer: CustomerID, leaving remainders: [ChainRemainder]
    ) {
        for id in ids {
            guard let record = transaction(id) else { continue }
            if record.subscription == nil { ownerships.lose(record) }
            if record.isFamilyShared, let group = shop[record.product].group,
                families.share(of: customer, in: group)?.latest == id
            {
                families.forgetShare(of: customer, in: group)
            }
            ledger.mark(id, .erased)
        }
        for remainder in remainders { leave(remainder, of: customer) }
        ownerships.setLatest(
            ownerships.latest(of: customer).flatMap { ledger.chain(endingWith: $0).first?.id }, of: customer)
    }

    /// Ends a subscription whose latest transaction was erased; where nothing of it is left, its customer never had it.
    private mutating func leave(_ remainder: ChainRemainder, of customer: CustomerID) {
        let (index, group) = (remainder.subscription, group(of: remainder.subscription))
        let kept = remainder.latest.flatMap { ledger[$0] }
        priceRises.set(nil, of: index)
        charges.endRetry(of: index)
        ledger.erase(index, leaving: kept, endedOn: remainder.ended)
        guard kept == nil else { return }
        adjustments.forgetExtensions(of: index)
        offers.forget(of: customer) { shop[$0].group == group }
        mail.forget(index, of: customer)
    }
}
