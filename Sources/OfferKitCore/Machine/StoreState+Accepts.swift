extension StoreState {
    /// Whether ``apply(_:)`` may be trusted with an event that came from outside.
    ///
    /// Events that the store decided itself always may.
    package func accepts(_ event: StoreEvent) -> Bool {
        switch event.kind {
        case .customerAdded(let id): Int(id.rawValue) == customers.count
        case .transactionMade(let record): isNext(record) && (record.subscription?.index ?? 0) <= subscriptions.count
        case .accessShared(let record): isNext(record) && (record.subscription.map { has($0) } ?? false)
        case .purchaseRequested(let attempt, _): follows(attempt.id) && knows(event)
        case .purchaseRefused(let refused): follows(refused.attempt) && knows(event)
        case .purchaseConfirmed(let id): follows(id)
        case .codesCreated(_, let record): record.isCountable && knows(event)
        case .offerCreated(let product, let offer): knows(event) && shop[product].isNew(shop[product].name(for: offer))
        case .offerChanged(_, let name, let offer):
            knows(event) && offer.type == name.type && offer.id ?? name.id == name.id
        case .transactionsErased(let ids, let customer):
            knows(event) && ids.allSatisfy { transactions[$0]?.customer == customer }
        case .codeRedeemed(_, let code): codes[code].map { $0.redeemed < $0.limit } ?? false
        case .chargePlanChanged(_, let plan): plan.isCountable && knows(event)
        case .customerContacted(let index, _): (retries[index]?.sent ?? 0) < .max && knows(event)
        case .termsCaptured(let terms): self.terms.place(of: terms) == nil
        case .tokenNoted(let token): tokens.place(of: token) == nil
        case .paceChanged(let pace): pace.isPossible
        case .genericMessageMade(let id): genericMessages[id, default: 0] < .max && knows(event)
        default: knows(event)
        }
    }

    private func isNext(_ record: TransactionRecord) -> Bool {
        record.id == transactions.last + 1 && isPossible(record)
    }

    private func follows(_ attempt: AttemptID) -> Bool {
        attempt.rawValue <= lastAttempt.rawValue + 1
    }

    /// Whether everything that an event names exists in this state: then people can be shown it.
    package func knows(_ event: StoreEvent) -> Bool {
        switch event.kind {
        case .clockMoved, .failureRateChanged, .paceChanged, .gracePeriodChanged, .keyRegistered, .keyRevoked,
            .keyGenerated, .keyDownloaded, .codesDeactivated, .purchaseDeferred, .purchaseConfirmed, .termsCaptured,
            .tokenNoted, .transactionFinished, .refundRequested, .refundDeclined, .transactionRefunded, .refundReversed,
            .accessRevoked, .streamlinedPurchasingChanged, .appApproved:
            true
        case .customerAdded(let id), .paymentMethodChanged(let id, _), .chargePlanChanged(let id, _),
            .riskCheckChanged(let id, _), .codeRefused(let id, _, _), .codeRedeemed(let id, _),
            .familyMemberRemoved(let id), .installationAsked(let id), .genericMessageMade(let id),
            .firstDownloadSet(let id, _), .transactionsErased(_, let id):
            has(id)
        case .intentMade(let id, let product, _): has(id) && has(product)
        case .messageSent(let message), .messageShown(let message):
            has(message.customer) && message.subscription.map { has($0) } ?? true
                && message.offer.map { has($0.product) } ?? true
        case .familyMemberAdded(let member, let organizer): has(member) && has(organizer)
        case .basePriceChanged(let product, _, _), .silentRiseUsed(let product), .saleChanged(let product, _),
            .offerSwitched(let product, _, _):
            has(product)
        case .offerCreated(let product, _), .offerChanged(let product, _, _), .offerDeleted(let product, _),
            .imageChanged(let product, _):
            has(product) && shop[product].product.subscription != nil
        case .codesCreated(_, let record): has(record.product)
        case .purchaseRequested(let attempt, _): has(attempt.customer) && has(attempt.product)
        case .purchaseRefused(let refused): has(refused.customer)
        case .transactionMade(let record), .accessShared(let record):
            isPossible(record) && record.subscription.map { has($0) } ?? true
        case .renewalPlanned(let index, let next): has(index) && isPossible(next)
        case .transactionUpgraded(_, let index, _), .autoRenewChanged(let index, _), .renewalAnnounced(let index),
            .paymentUpdateAsked(let index), .renewalFailed(let index, _, _, _), .customerContacted(let index, _),
            .graceEnded(let index), .subscriptionRecovered(let index), .recoveryFailed(let index, _),
            .subscriptionLapsed(let index, _), .periodEnded(let index), .priceTermsChanged(let index, _),
            .priceRiseNotified(let index, _),
            .priceRiseAgreed(let index), .renewalExtended(let index, _):
            has(index)
        }
    }
}
