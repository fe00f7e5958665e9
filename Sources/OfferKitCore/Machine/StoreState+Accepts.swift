extension StoreState {
    /// Returns whether ``apply(_:)`` may be trusted with an event that came from outside.
    ///
    /// Events that the store decided itself always may.
    package func accepts(_ event: StoreEvent) -> Bool {
        guard now <= event.instant, event.instant <= .endOfClock, knows(event) else { return false }
        return switch event.kind {
        case .customerAdded(let id): Int(id.rawValue) == customers.count
        case .transactionMade(let record, let start, let lasts):
            isNext(record) && isNextPeriod(record, start) && lasts == shop.lasts(record.product)
        case .accessShared(let record, let replaced):
            isNext(record) && record.isFamilyShared && isReplaced(replaced, by: record)
        case .purchaseRequested(let attempt, _):
            attempt.id == desk.nextAttempt && attempt.wait == nil && attempt.isPossible(customers, shop)
        case .purchaseRefused(let refused): desk.follows(refused.attempt)
        case .paymentMethodChanged(let id, let method, _):
            event.kind == ledger.paymentMethodChange(to: method, of: id, shop)
        case .saleChanged(let product, let isForSale, _):
            event.kind == ledger.saleChange(of: product, to: isForSale, charges)
        case .purchaseConfirmed(let id, let made):
            desk.follows(id) && (made.map { $0 == ledger.last + 1 } ?? true)
                && (number(ofWaiting: id) == nil || desk.pending(id) != nil)
        case .codesCreated(let texts, let record, _): record.isCountable && texts.count <= CodeBook.mostPerStep * 8
        case .offerCreated(let product, let offer): shop[product].isNew(shop[product].name(for: offer))
        case .offerChanged(_, let name, let offer):
            offer.type == name.type && (offer.id ?? name.id).hasBytes(of: name.id)
        case .transactionsErased(let ids, let customer, let remainders):
            ids.allSatisfy { ledger[$0]?.customer == customer }
                && remainders == self.remainders(of: customer, without: Set(ids), at: event.instant)
        case .periodEnded(let index): ledger[index].activeUntil != nil
        case .graceEnded(let index): ledger[index].isRetrying && ledger[index].hasService
        case .subscriptionRecovered(let index, let start):
            ledger[index].isRetrying
                && (start == event.instant || ledger[index].hasService && start == ledger[index].latest.expires)
        case .transactionUpgraded(let id, let index, let refund):
            ledger[index].latest.id == id && ledger[index].activeUntil != nil && !ledger[index].latest.isUpgraded
                && refund == ledger[index].latest.unusedPrice(at: event.instant)
        case .codeRedeemed(_, let code): codes[code].map { $0.redeemed < $0.limit } ?? false
        case .chargePlanChanged(_, let plan): plan.isPossible
        case .termsCaptured(let terms): terms.isPossible && offers.isNew(terms)
        case .tokenNoted(let token): desk.isNew(token)
        case .accountTokenSet(let id, let token):
            token.index < desk.tokenCount && ledger[id].map { !$0.isFamilyShared } ?? false
        case .paceChanged(let pace, _): pace.fault() == nil && settings.decidePace(pace).events == [event.kind]
        case .consumptionSent(let id, let information):
            information.isPossible && ledger[id].map { !$0.isFamilyShared } ?? false
        case .genericMessageMade(let id): mail.genericCount(for: id) < .max / 2
        case .renewalExtended(let index, let until): ledger[index].activeUntil != nil && until <= .endOfClock
        case .massExtensionDone(let done): adjustments.massExtension(of: done.product, done.identifier) == nil
        case .priceTermsChanged(let index, let terms): terms == nil || ledger[index].isRunning
        case .transactionRefunded(let id, _, let refund, let standing, let paidService):
            (try? ledger.refundable(id, adjustments)).map {
                refund == adjustments.leftToRefund(of: $0)
                    && standing == self.standing(withoutPeriod: $0, at: event.instant)
                    && leaves(paidService, withoutPeriod: $0)
            } ?? false
        case .recoveryFailed(let index, let failure, let replaces):
            ledger[index].isRetrying && replaces == ledger[index].isReasonReplaced(by: failure)
        case .refundReversed(let id, let lasts, let reinstatement):
            (try? ledger.refunded(id)).map {
                lasts == shop.lasts($0.product) && reinstatement == self.reinstatement(of: $0, at: event.instant)
            } ?? false
        case .historyCleared(_, let restarts): restarts == counted?.canRestart(ledger, desk) ?? false
        case .accessRevoked(let id): ledger[id].map { $0.isFamilyShared && !$0.isRevoked } ?? false
        case .familyMemberAdded(let member, let organizer):
            member != organizer && families.organizer(of: member) == nil
                && families.relatives(of: organizer).count + 1 < Families.most
                && [nil, organizer].contains(families.organizer(of: organizer))
        case .basePriceChanged(_, _, let price): Amount.zero...Amount.largest ~= price
        case .priceRiseNotified(let index, _), .priceRiseAgreed(let index): priceRises[index] != nil
        case .renewalFailed(let index, _, let grace, let retry, let attempt):
            ledger[index].activeUntil != nil && retry <= .endOfClock && grace ?? retry <= retry
                && attempt ?? retry <= .endOfClock
        case .keyRegistered(let id, let publicKey): keyring.canTake(KeyRecord(publicKey: publicKey), as: id)
        case .keyGenerated(let id, _, let publicKey, let privateKey):
            // The private half is gone from the log once it was downloaded.
            keyring.canTake(
                KeyRecord(
                    publicKey: publicKey,
                    origin: privateKey.isEmpty ? .downloaded : .generated(privateKey: privateKey)), as: id)
        case .notificationMade: outbox.keeping != .nothing && outbox.count < .max / 2
        case .notificationSent(let number, _, let again):
            outbox.expects(number) && again.map { $0 <= .endOfClock } ?? true
        case .notificationPassedOver(let number): outbox.expects(number)
        case .clockMoved, .riskCheckChanged, .firstDownloadSet, .failureRateChanged,
            .gracePeriodChanged, .keyRevoked, .keyDownloaded, .silentRiseUsed, .offerDeleted,
            .offerSwitched, .imageChanged, .codesDeactivated, .streamlinedPurchasingChanged, .appApproved,
            .installationAsked, .intentMade, .messageSent, .messageShown, .purchaseDeferred, .codeRefused,
            .transactionFinished, .introductoryOfferReset, .autoRenewChanged, .renewalPlanned, .renewalAnnounced,
            .paymentUpdateAsked,
            .customerContacted, .subscriptionLapsed,
            .refundRequested, .refundDeclined, .extensionFailed, .familyMemberRemoved,
            .notificationKeepingChanged:
            true
        }
    }

    private func isNext(_ record: TransactionRecord) -> Bool {
        record.id == ledger.last + 1 && hasNumbers && isPossible(record)
    }

    /// Returns whether a period can begin: the first of a chain, or the next of one that is the customer's.
    private func isNextPeriod(_ record: TransactionRecord, _ start: PeriodStart?) -> Bool {
        guard record.marks.subtracting(.renewal).isEmpty, (record.subscription == nil) == (start == nil),
            (record.terms == nil) == (record.offerPeriod == 0), record.quantity == 1 || start == nil,
            start.map({ $0.cycle.count <= Ledger.mostCounted && $0.closedMonths >= 0 }) ?? true
        else { return false }
        guard let index = record.subscription else { return record.originalID == record.id }
        guard ledger.contains(index) else {
            return index.index == ledger.subscriptionCount && record.originalID == record.id
                && subscription(of: record.customer, forProduct: record.product) == nil
        }
        let latest = ledger[index].latest
        return latest.customer == record.customer && latest.originalID == record.originalID
            && latest.id == record.previous && (latest.storefront == record.storefront || !record.isRenewal)
            && group(of: index) == shop[record.product].group
    }

    /// Returns whether a family member's next transaction replaces the one before it, or none, as is said (B8-1).
    ///
    /// Where only what is alive is kept, the buyer's earlier transaction is forgotten by now.
    private func isReplaced(_ replaced: TransactionID?, by record: TransactionRecord) -> Bool {
        guard let index = record.subscription else { return false }
        let expected = ledger.replaced(by: record, after: ledger[index].latest.previous)
        return replaced == expected || !ledger.keepsAll && replaced == record.previous
    }

    /// Returns whether everything that an event names exists in this state, so that people can be shown the event.
    ///
    /// Its subject must; a kind that names more by a place, which is looked up for people, has a case here.
    package func knows(_ event: StoreEvent) -> Bool {
        guard knows(event.kind.subject) else { return false }
        return switch event.kind {
        case .massExtensionDone(let done): done.isPossible(shop, subscriptions: ledger.subscriptionCount)
        case .accountTokenSet(_, let token): token.index < desk.tokenCount
        case .notificationMade(let notification): knows(notification.value)
        case .notificationSent(let number, _, _), .notificationPassedOver(let number):
            0..<max(outbox.count, 1) ~= number
        case .customerAdded(let id): Int(id.rawValue) <= customers.count
        case .paymentMethodChanged(_, _, let attempts), .saleChanged(_, _, let attempts):
            attempts.allSatisfy(ledger.contains)
        case .intentMade(_, let product, _): shop.contains(product)
        case .purchaseRequested(let attempt, _): shop.contains(attempt.product)
        case .messageSent(let message), .messageShown(let message): knows(message)
        case .familyMemberAdded(_, let organizer): customers.contains(organizer)
        case .offerCreated(let product, _), .offerChanged(let product, _, _), .offerDeleted(let product, _),
            .imageChanged(let product, _):
            shop.renews(product)
        case .transactionMade(let record, _, _):
            isPossible(record) && record.subscription.map { $0.index <= ledger.subscriptionCount } ?? true
        case .accessShared(let record, _): isPossible(record) && record.subscription.map(ledger.contains) ?? true
        case .renewalPlanned(let index, let next, _):
            isPossible(next) && shop[next.product].group == group(of: index)
        default: true
        }
    }

    /// Returns whether the thing exists that an event happened to; a transaction may be forgotten by now.
    private func knows(_ subject: StoreEvent.Subject) -> Bool {
        switch subject {
        case .customer(let id): customers.contains(id)
        case .product(let product): shop.contains(product)
        case .subscription(let index): ledger.contains(index)
        case .clock, .notifications, .store, .transaction: true
        }
    }
}
